// Regions of XlaBuilder, and closure conversion.
#include "builder/closures.h"

#include <algorithm>

#include "base/str_cat.h"
#include "base/utf8.h"
#include "builder/functions/function_util.h"
#include "builder/rules.h"
#include "hlo/rewriter.h"
#include "ops/control/structural.h"
#include "ops/control/while.h"
#include "ops/infer_util.h"

namespace hloom {

namespace {

// Returns true if a copy in the region serves as well: copies of constants share their elements,
// and few elements are quickly computed again.
bool IsCopiedIntoRegions(const HloInstruction& instruction) {
  constexpr int64_t kMostElements = 1024;
  const HloInstruction* source = &instruction;
  while (source->opcode() == HloOpcode::kBroadcast &&
         ShapeUtil::ElementsIn(source->shape()) <= kMostElements) {
    source = source->operand(0);
  }
  return source->opcode() == HloOpcode::kConstant ||
         (source->opcode() == HloOpcode::kIota &&
          ShapeUtil::ElementsIn(source->shape()) <= kMostElements);
}

// ---- A computation with one tuple as parameter ----

// The places of a computation's parameters in the tuple that becomes its only parameter.
struct TuplePlaces {
  std::vector<Shape> elements;  // of the tuple
  // The element that each parameter is; parameter 0 is a tuple of the first `width` elements if
  // `spread`.
  std::vector<size_t> places;
  bool spread = false;
  size_t width = 1;
  // The result becomes the elements of the former result, and then the other elements: the state of
  // a loop.
  bool passes_on = false;
};

std::unique_ptr<HloInstruction> NewInstruction(HloOpcode opcode, Shape shape,
                                               std::vector<HloInstruction*> operands,
                                               std::unique_ptr<Attributes> attributes = nullptr) {
  return std::make_unique<HloInstruction>(opcode, std::make_shared<const Shape>(std::move(shape)),
                                          std::move(operands), std::move(attributes),
                                          std::vector<const HloComputation*>());
}

class TupleTaker {
 public:
  TupleTaker(const XlaComputation& source, const TuplePlaces& places)
      : source_(*source.entry()), places_(places), rewriter_(source_) {
    parameter_ = Add(HloOpcode::kParameter, ShapeUtil::MakeTupleShape(places.elements), {},
                     MakeAttributes(ParameterAttributes{0}));
    elements_.resize(places.elements.size());
    const HloInstruction* root = source_.root();
    splits_root_ = places.passes_on && places.spread && root->opcode() == HloOpcode::kTuple;
    for (const auto& instruction : source_.instructions()) {
      for (const HloInstruction* operand : instruction->operands()) {
        if (operand == root) splits_root_ = false;
      }
    }
  }

  XlaComputation Make(const XlaComputation& source) {
    for (const auto& instruction : source_.instructions()) Take(*instruction);
    HloInstruction* const root = places_.passes_on ? StateWithOthers() : Replaced(*source_.root());
    std::unique_ptr<HloComputation> made = rewriter_.Finish();
    made->set_parameters({parameter_});
    made->set_root(root);
    // It keeps its callees.
    made->KeepAlive(source.entry());
    std::shared_ptr<const HloComputation> entry(std::move(made));
    const int64_t parts = PartsOfPrograms({entry.get()});
    return XlaComputation(std::move(entry), parts);
  }

 private:
  HloInstruction* Add(HloOpcode opcode, Shape shape, std::vector<HloInstruction*> operands,
                      std::unique_ptr<Attributes> attributes = nullptr) {
    return rewriter_.Add(
        NewInstruction(opcode, std::move(shape), std::move(operands), std::move(attributes)),
        std::string(GetOpDef(opcode).name));
  }
  HloInstruction* AddElement(HloInstruction* tuple, size_t i) {
    return Add(HloOpcode::kGetTupleElement, tuple->shape().tuple_shapes(static_cast<int64_t>(i)),
               {tuple}, MakeAttributes(GetTupleElementAttributes{static_cast<int64_t>(i)}));
  }
  HloInstruction* Element(size_t i) {
    if (elements_[i] == nullptr) elements_[i] = AddElement(parameter_, i);
    return elements_[i];
  }

  bool IsSpread(const HloInstruction& instruction) const {
    return places_.spread && &instruction == source_.parameters()[0];
  }
  // Returns the instruction's replacement. The tuple that replaces parameter 0 is made at its first use.
  HloInstruction* Replaced(const HloInstruction& instruction) {
    if (IsSpread(instruction) && rewriter_.At(instruction) == nullptr) {
      std::vector<HloInstruction*> parts;
      for (size_t i = 0; i < places_.width; ++i) parts.push_back(Element(i));
      rewriter_.Replace(instruction, Add(HloOpcode::kTuple, instruction.shape(), std::move(parts)));
    }
    return rewriter_.At(instruction);
  }

  void Take(const HloInstruction& instruction) {
    if (IsSpread(instruction) || (splits_root_ && &instruction == source_.root())) return;
    if (instruction.opcode() == HloOpcode::kParameter) {
      const int64_t number = instruction.attributes<ParameterAttributes>().parameter_number;
      rewriter_.Replace(instruction, Element(places_.places[static_cast<size_t>(number)]));
    } else if (instruction.opcode() == HloOpcode::kGetTupleElement &&
               IsSpread(*instruction.operand(0))) {
      const int64_t index = instruction.attributes<GetTupleElementAttributes>().index;
      rewriter_.Replace(instruction, Element(static_cast<size_t>(index)));
    } else {
      for (const HloInstruction* operand : instruction.operands()) Replaced(*operand);
      rewriter_.Copy(instruction, instruction.shape_ptr(),
                     instruction.called_computations().ToVector());
    }
  }

  HloInstruction* StateWithOthers() {
    const HloInstruction& root = *source_.root();
    std::vector<HloInstruction*> parts;
    for (size_t i = 0; i < places_.width; ++i) {
      if (!places_.spread) {
        parts.push_back(Replaced(root));
      } else if (IsSpread(root)) {
        parts.push_back(Element(i));
      } else if (root.opcode() == HloOpcode::kTuple) {
        parts.push_back(Replaced(*root.operand(i)));
      } else {
        parts.push_back(AddElement(rewriter_.At(root), i));
      }
    }
    for (size_t i = places_.width; i < elements_.size(); ++i) parts.push_back(Element(i));
    std::vector<Shape> shapes;
    for (const HloInstruction* part : parts) shapes.push_back(part->shape());
    return Add(HloOpcode::kTuple, ShapeUtil::MakeTupleShape(shapes), std::move(parts));
  }

  const HloComputation& source_;
  const TuplePlaces& places_;
  ComputationRewriter rewriter_;
  HloInstruction* parameter_ = nullptr;
  std::vector<HloInstruction*> elements_;  // null until it is needed
  bool splits_root_ = false;               // the tuple that is the root is used for its parts only
};

XlaComputation TakingTuple(const XlaComputation& source, const TuplePlaces& places) {
  return TupleTaker(source, places).Make(source);
}

// ---- While ----

// The places of values among others, where each value has one.
std::vector<size_t> PlacesAmong(std::vector<XlaOp>& all, size_t first, Span<const XlaOp> values) {
  std::vector<size_t> places;
  for (const XlaOp& value : values) {
    size_t i = first;
    while (i < all.size() && all[i].handle() != value.handle()) ++i;
    if (i == all.size()) all.push_back(value);
    places.push_back(i);
  }
  return places;
}

std::vector<XlaOp> PartsOfTuple(XlaOp tuple, const HloInstruction& instruction) {
  std::vector<XlaOp> parts;
  for (size_t i = 0; i < instruction.shape().tuple_shapes().size(); ++i) {
    parts.push_back(instruction.opcode() == HloOpcode::kTuple
                        ? XlaOp(tuple.builder(), instruction.operand(i)->unique_id())
                        : GetTupleElement(tuple, static_cast<int64_t>(i)));
  }
  return parts;
}

// Checks the computations as they were before they got more state, so that errors name the user's.
Status CheckLoop(const Closure& condition, const Closure& body, const XlaBuilder& builder,
                 const Shape& init) {
  const auto check = [&](const Rule& rule, std::string_view role, const Closure& closure,
                         const Shape& result) -> Status {
    std::vector<Shape> parameters = {init};
    for (const XlaOp& capture : closure.captures) {
      HLOOM_ASSIGN_OR_RETURN(const Shape* shape, builder.ShapeOf(capture));
      parameters.push_back(*shape);
    }
    return ExpectSignature(rule, role, *closure.computation.entry(), parameters, result);
  };
  HLOOM_RETURN_IF_ERROR(check(kWhileC1, "condition", condition, ShapeUtil::MakeScalarShape(PRED)));
  return check(kWhileC2, "body", body, init);
}

StatusOr<XlaOp> WhileWithCaptures(XlaBuilder* builder, const Closure& condition,
                                  const Closure& body, XlaOp init) {
  HLOOM_ASSIGN_OR_RETURN(const HloInstruction* const first, builder->InstructionOf(init));
  const Status checked = CheckLoop(condition, body, *builder, first->shape());
  if (!checked.ok()) {
    return checked.WithOp(GetOpDef(HloOpcode::kWhile).name)
        .WithLocation(builder->NextLocation(HloOpcode::kWhile));
  }
  TuplePlaces places = {.spread = first->shape().IsTuple(), .passes_on = true};
  std::vector<XlaOp> state = places.spread ? PartsOfTuple(init, *first) : std::vector<XlaOp>{init};
  places.width = state.size();
  const std::vector<size_t> of_condition = PlacesAmong(state, places.width, condition.captures);
  const std::vector<size_t> of_body = PlacesAmong(state, places.width, body.captures);

  const auto converted = [&](const Closure& closure,
                             const std::vector<size_t>& captures) -> StatusOr<XlaComputation> {
    // Which dimensions of the state are dynamic may be stated otherwise than for init.
    const Shape& own = closure.computation.entry()->parameters()[0]->shape();
    places.elements = own.IsTuple() ? own.tuple_shapes().ToVector() : std::vector<Shape>{own};
    for (size_t i = places.width; i < state.size(); ++i) {
      HLOOM_ASSIGN_OR_RETURN(const Shape* shape, builder->ShapeOf(state[i]));
      places.elements.push_back(*shape);
    }
    places.places = {0};
    places.places.insert(places.places.end(), captures.begin(), captures.end());
    return TakingTuple(closure.computation, places);
  };
  HLOOM_RETURN_IF_ERROR(builder->GetCurrentStatus());
  HLOOM_ASSIGN_OR_RETURN(const XlaComputation new_body, converted(body, of_body));
  places.passes_on = false;
  HLOOM_ASSIGN_OR_RETURN(const XlaComputation new_condition, converted(condition, of_condition));

  const XlaOp last = While(new_condition, new_body, Tuple(builder, state));
  if (!places.spread) return GetTupleElement(last, 0);
  std::vector<XlaOp> parts;
  for (size_t i = 0; i < places.width; ++i) {
    parts.push_back(GetTupleElement(last, static_cast<int64_t>(i)));
  }
  return Tuple(builder, parts);
}

// ---- Conditional ----

// A branch with one operand, for all of its values.
struct PackedBranch {
  XlaComputation computation;
  XlaOp operand;
};

PackedBranch PackBranch(XlaOp branch_index, const Closure& branch,
                        const std::vector<XlaOp>& values) {
  if (values.size() == 1) return {branch.computation, values[0]};
  // A computation that was not built is refused by the operation: builder.c4.
  if (branch.computation.IsNull()) return {branch.computation, branch_index};
  TuplePlaces places;
  for (const HloInstruction* parameter : branch.computation.entry()->parameters()) {
    places.places.push_back(places.elements.size());
    places.elements.push_back(parameter->shape());
  }
  return {TakingTuple(branch.computation, places), Tuple(branch_index.builder(), values)};
}

XlaOp ConditionalWithCaptures(XlaOp branch_index, Span<const Closure> branches,
                              Span<const XlaOp> branch_operands) {
  std::vector<XlaComputation> computations;
  std::vector<XlaOp> operands;
  for (size_t i = 0; i < branches.size(); ++i) {
    std::vector<XlaOp> values;
    if (i < branch_operands.size()) values.push_back(branch_operands[i]);
    const std::vector<XlaOp>& captures = branches[i].captures;
    values.insert(values.end(), captures.begin(), captures.end());
    PackedBranch packed = PackBranch(branch_index, branches[i], values);
    computations.push_back(std::move(packed.computation));
    operands.push_back(packed.operand);
  }
  // An operand that belongs to no branch is refused by the operation: conditional.c2.
  for (size_t i = branches.size(); i < branch_operands.size(); ++i) {
    operands.push_back(branch_operands[i]);
  }
  std::vector<const XlaComputation*> pointers;
  for (const XlaComputation& computation : computations) pointers.push_back(&computation);
  return Conditional(branch_index,
                     Span<const XlaComputation* const>(pointers.data(), pointers.size()), operands);
}

Status CheckMapCaptures(const XlaBuilder& builder, Span<const XlaOp> captures) {
  for (const XlaOp& capture : captures) {
    HLOOM_ASSIGN_OR_RETURN(const HloInstruction* instruction, builder.InstructionOf(capture));
    const Shape& shape = instruction->shape();
    if (shape.IsArray() && shape.rank() == 0) continue;
    return Status(InvalidArgument(kRegionC2)
                      .Op("map")
                      .Operand(shape)
                      .Say(StrCat("the mapped computation uses %", Shortened(instruction->name()),
                                  ", ", shape.ToString(), ", of the program around it"))
                      .Help("pass an array as an operand: the computation gets its element")
                      .At(builder.NextLocation(HloOpcode::kMap)));
  }
  return OkStatus();
}

Status NoRoom(const BuilderDef& def, std::string_view argument, const XlaBuilder& builder,
              XlaOp capture) {
  HLOOM_ASSIGN_OR_RETURN(const HloInstruction* captured, builder.InstructionOf(capture));
  return InvalidArgument(kRegionC1)
      .Op(def.name)
      .Operand(captured->shape())
      .Say(MessageCat(ArgumentName(argument), " uses %", Shortened(captured->name()), ", ",
                      captured->shape().ToString(), ", of the program around it"))
      .Detail("the operation has no operand in which the value could reach the computation")
      .Help("compute with the value before or after the operation; a constant is copied in");
}

}  // namespace

std::unique_ptr<XlaBuilder> XlaBuilder::CreateRegion(std::string_view computation_name) {
  auto region = std::make_unique<XlaBuilder>(computation_name);
  region->parent_ = this;
  region->maker_ = maker_.ForCallee();
  regions_.push_back(region.get());
  return region;
}

StatusOr<XlaOp> XlaBuilder::Use(XlaOp op) {
  // From here outwards to the builder of the operation, which is not among them.
  std::vector<XlaBuilder*> regions;
  XlaBuilder* builder = this;
  while (builder != op.builder() && builder->parent_ != nullptr) {
    regions.push_back(builder);
    builder = builder->parent_;
  }
  if (builder != op.builder()) return Lookup(op).status();
  HLOOM_ASSIGN_OR_RETURN(const HloInstruction* const instruction, builder->Lookup(op));
  if (IsCopiedIntoRegions(*instruction)) return CopyOrCapture(op, *instruction);
  for (auto region = regions.rbegin(); region != regions.rend(); ++region) {
    HLOOM_ASSIGN_OR_RETURN(op, (*region)->CopyOrCapture(op, *instruction));
  }
  return op;
}

StatusOr<XlaOp> XlaBuilder::CopyOrCapture(XlaOp op, const HloInstruction& instruction) {
  if (op.builder() == this) return op;
  const std::pair<const XlaBuilder*, int64_t> key = {op.builder(), op.handle()};
  if (const auto known = used_.find(key); known != used_.end()) return known->second;
  XlaOp used;
  if (IsCopiedIntoRegions(instruction)) {
    Instruction copy{.opcode = instruction.opcode(),
                     .attributes = instruction.raw_attributes()->Clone(),
                     .given_shape = instruction.shape()};
    for (const HloInstruction* operand : instruction.operands()) {
      HLOOM_ASSIGN_OR_RETURN(const XlaOp copied,
                             CopyOrCapture(XlaOp(op.builder(), operand->unique_id()), *operand));
      copy.operands.push_back(copied);
    }
    HLOOM_ASSIGN_OR_RETURN(used, AddInstruction(std::move(copy)));
  } else {
    HLOOM_ASSIGN_OR_RETURN(used, AddParameter(static_cast<int64_t>(parameters_.size()),
                                              instruction.shape(), "captured"));
    captures_.push_back(op);
  }
  used_.emplace(key, used);
  return used;
}

StatusOr<Closure> XlaBuilder::BuildClosure(XlaOp root) {
  HLOOM_RETURN_IF_ERROR(first_error_);
  StatusOr<XlaOp> own = Use(root);
  if (!own.ok()) return own.status().WithOp("build");
  std::vector<XlaOp> captures = captures_;
  HLOOM_ASSIGN_OR_RETURN(XlaComputation computation, Build(*own));
  return Closure{std::move(computation), std::move(captures)};
}

XlaOp While(const Closure& condition, const Closure& body, XlaOp init) {
  const bool captures = !condition.captures.empty() || !body.captures.empty();
  if (!captures || condition.computation.IsNull() || body.computation.IsNull()) {
    return While(condition.computation, body.computation, init);
  }
  XlaBuilder* builder = init.builder();
  return InBuilder(builder, [&] { return WhileWithCaptures(builder, condition, body, init); });
}

XlaOp Conditional(XlaOp branch_index, Span<const Closure> branches,
                  Span<const XlaOp> branch_operands) {
  XlaBuilder* builder = branch_index.builder();
  return InBuilder(builder, [&]() -> StatusOr<XlaOp> {
    return ConditionalWithCaptures(branch_index, branches, branch_operands);
  });
}

XlaOp Call(XlaBuilder* builder, const Closure& closure, Span<const XlaOp> operands) {
  std::vector<XlaOp> all = operands.ToVector();
  all.insert(all.end(), closure.captures.begin(), closure.captures.end());
  return Call(builder, closure.computation, all);
}

XlaOp Map(XlaBuilder* builder, Span<const XlaOp> operands, const Closure& closure,
          Span<const int64_t> dimensions, Span<const XlaOp> static_operands) {
  return InBuilder(builder, [&]() -> StatusOr<XlaOp> {
    HLOOM_RETURN_IF_ERROR(CheckMapCaptures(*builder, closure.captures));
    std::vector<XlaOp> scalars = static_operands.ToVector();
    scalars.insert(scalars.end(), closure.captures.begin(), closure.captures.end());
    return Map(builder, operands, closure.computation, dimensions, scalars);
  });
}

XlaOp InvokeWithCaptures(const BuilderDef& def, XlaBuilder* builder, Arguments arguments) {
  for (size_t i = 0; i < arguments.size(); ++i) {
    if (arguments[i].captures.empty()) continue;
    if (def.invoke_closures != nullptr) return def.invoke_closures(builder, arguments);
    for (const std::vector<XlaOp>& captures : arguments[i].captures) {
      if (captures.empty()) continue;
      return builder->ReportError(NoRoom(def, def.arguments[i].name, *builder, captures[0]));
    }
  }
  return def.invoke(builder, arguments);
}

}  // namespace hloom
