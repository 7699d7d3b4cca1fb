#include "ops/live_sizes_eval.h"

#include "base/str_cat.h"
#include "ops/literal_copies_eval.h"
#include "ops/rules.h"

namespace hloom {

namespace {

// Elementwise operations take arrays of one rank, and scalars beside them (Select, Clamp).
Status AlignElementwise(const HloInstruction& instruction, OperandSizes& sizes) {
  for (int64_t d = 0; d < instruction.shape().rank(); ++d) {
    HLOOM_RETURN_IF_ERROR(AlignDimension(instruction, d, 0, sizes.size(), sizes));
  }
  return OkStatus();
}

Status Align(const HloInstruction& instruction, OperandSizes& sizes) {
  const LiveSizes& live = GetOpEval(instruction.opcode()).live;
  if (live.align != nullptr) return live.align(instruction, sizes);
  return GetOpDef(instruction.opcode()).traits.elementwise ? AlignElementwise(instruction, sizes)
                                                           : OkStatus();
}

// The shape of the operation's result on operands of static shapes.
StatusOr<Shape> LiveShape(const HloInstruction& instruction, Span<const Shape* const> operands) {
  const OpDef& def = GetOpDef(instruction.opcode());
  const LiveSizes& live = GetOpEval(instruction.opcode()).live;
  InferContext context = {.opcode = instruction.opcode(),
                          .operands = operands,
                          .attributes = instruction.raw_attributes(),
                          .called_computations = instruction.called_computations(),
                          .given_shape = nullptr};
  Shape given;
  if (live.shape != nullptr) {
    HLOOM_ASSIGN_OR_RETURN(given, live.shape(instruction, operands));
  } else if (def.traits.shape_given) {
    given = ShapeUtil::ChangeElementType(*operands[0], instruction.shape().element_type());
  }
  if (live.shape != nullptr || def.traits.shape_given) context.given_shape = &given;
  return InferShape(context);
}

}  // namespace

bool NeedsLiveEvaluation(const HloInstruction& instruction) {
  const OpEval& eval = GetOpEval(instruction.opcode());
  if (eval.live.handled || eval.As<Computes>() == nullptr) return false;
  for (const HloInstruction* operand : instruction.operands()) {
    if (operand->shape().is_dynamic()) return true;
  }
  return instruction.shape().is_dynamic();
}

Status AlignDimensions(const HloInstruction& instruction, Span<const OperandDimension> meeting,
                       OperandSizes& sizes) {
  const auto size_of = [&sizes](const OperandDimension& at) -> int64_t& {
    return sizes[at.operand][static_cast<size_t>(at.dimension)];
  };
  const OperandDimension* lead = nullptr;
  for (const OperandDimension& at : meeting) {
    const Shape& shape = instruction.operand(at.operand)->shape();
    if (!shape.is_dynamic_dimension(at.dimension)) continue;
    if (lead == nullptr) lead = &at;
    if (size_of(at) == size_of(*lead)) continue;
    const bool same = at.dimension == lead->dimension;
    const auto size_text = [&](const OperandDimension& d) {
      return StrCat(size_of(d), " in ", same ? "" : StrCat("dimension ", d.dimension, " of "),
                    "operand ", d.operand);
    };
    return InvalidArgument(kDynamicC1)
        .Say(StrCat("the live sizes of dimension",
                    same ? StrCat(" ", at.dimension) : std::string("s that meet"),
                    " differ: ", size_text(*lead), ", ", size_text(at)))
        .Operand(instruction.operand(lead->operand)->shape())
        .Operand(shape)
        .Help(
            "dimensions that meet must have the same size when the program runs: set both with "
            "`SetDimensionSize` from one size"_msg);
  }
  if (lead == nullptr) return OkStatus();
  const int64_t size = size_of(*lead);
  for (const OperandDimension& at : meeting) size_of(at) = size;
  return OkStatus();
}

Status AlignDimension(const HloInstruction& instruction, int64_t d, size_t begin, size_t end,
                      OperandSizes& sizes) {
  std::vector<OperandDimension> meeting;
  for (size_t i = begin; i < end; ++i) {
    if (d < instruction.operand(i)->shape().rank()) meeting.push_back({i, d});
  }
  return AlignDimensions(instruction, meeting, sizes);
}

namespace {

// The operands as static arrays of their live sizes.
Kernel CutToLive(EvalContext& context, const HloInstruction& instruction, Operands operands,
                 std::vector<Literal>* cut) {
  OperandSizes sizes;
  for (const Literal* operand : operands) sizes.push_back(operand->live_sizes());
  HLOOM_CO_RETURN_IF_ERROR(Align(instruction, sizes));
  cut->resize(operands.size());
  for (size_t i = 0; i < operands.size(); ++i) {
    const Literal& operand = *operands[i];
    const bool whole = operand.shape().is_static() &&
                       (!operand.shape().IsArray() ||
                        SpanEquals(Span<const int64_t>(sizes[i]), operand.shape().dimensions()));
    if (whole) {
      (*cut)[i] = operand;
    } else {
      co_await CutTo(sizes[i], operand, context.ledger(), &(*cut)[i]);
    }
  }
  co_return OkStatus();
}

// Returns the same operation, whose shape is that of this run.
HloInstruction LiveInstruction(const HloInstruction& instruction, const Shape& shape) {
  HloInstruction live(
      instruction.opcode(), std::make_shared<const Shape>(shape), instruction.operands(),
      instruction.raw_attributes() == nullptr ? nullptr : instruction.raw_attributes()->Clone(),
      instruction.called_computations());
  live.set_most_accurate(instruction.most_accurate());
  return live;
}

const Shape& LiveSizesArrayShape(const Shape& shape, size_t i) {
  return shape.IsTuple() ? shape.tuple_shapes()[i] : shape;
}

// Memory for results on live sizes. If the live elements of a bounded array are contiguous from its
// beginning, as those of f32[<=4,3] are, it is the memory of that array: its room.
class LiveDestination {
 public:
  Status Create(const Shape& live, const Shape& bounded, const LedgerPtr& ledger) {
    const size_t count = live.IsTuple() ? live.tuple_shapes().size() : 1;
    for (size_t i = 0; i < count; ++i) {
      HLOOM_RETURN_IF_ERROR(
          Add(LiveSizesArrayShape(live, i), LiveSizesArrayShape(bounded, i), ledger));
    }
    return OkStatus();
  }
  Destination& destination() { return destination_; }

  // Puts array `i` into `*result`, with the shape `bounded`.
  Kernel Bound(size_t i, const Shape& bounded, const LedgerPtr& ledger, Literal* result) {
    const Literal& array = destination_[i];
    const Buffer& room = rooms_[i];
    if (!room || array.storage().data() != room.data()) {
      return ToBoundedDynamic(array, bounded, ledger, result);
    }
    *result = Literal::OverStorage(std::make_shared<const Shape>(bounded), room);
    HLOOM_RETURN_IF_ERROR(SetLiveSizes(array.shape().dimensions(), *result));
    // Dead elements are zero bytes.
    return ClearBytes(room.data() + array.size_bytes(), room.size() - array.size_bytes());
  }

 private:
  Status Add(const Shape& live, const Shape& bounded, const LedgerPtr& ledger) {
    Buffer room;
    Literal array;
    if (ShapeUtil::Holds(bounded, live) && IsPrefix(live, bounded)) {
      HLOOM_ASSIGN_OR_RETURN(room, Buffer::Allocate(ShapeUtil::ByteSizeOf(bounded), ledger));
      array = Literal::OverStorage(std::make_shared<const Shape>(live),
                                   room.Slice(0, ShapeUtil::ByteSizeOf(live)));
    } else {
      HLOOM_ASSIGN_OR_RETURN(array, CreateUnpadded(std::make_shared<const Shape>(live), ledger));
    }
    destination_.Add(std::move(array));
    rooms_.push_back(std::move(room));
    return OkStatus();
  }

  Destination destination_;
  std::vector<Buffer> rooms_;
};

Kernel ComputeLive(EvalContext& context, const HloInstruction& live,
                   std::unique_ptr<const PreparedOp> op, Operands operands, const Shape& bounded,
                   Literal* result) {
  LiveDestination memory;
  HLOOM_CO_RETURN_IF_ERROR(memory.Create(live.shape(), bounded, context.ledger()));
  co_await EvaluateInto(GetOpEval(live.opcode()), std::move(op), context, live, operands,
                        memory.destination());
  std::vector<Literal> arrays(memory.destination().size());
  for (size_t i = 0; i < arrays.size(); ++i) {
    co_await memory.Bound(i, LiveSizesArrayShape(bounded, i), context.ledger(), &arrays[i]);
  }
  *result = bounded.IsTuple() ? Literal::MakeTuple(std::move(arrays)) : std::move(arrays[0]);
  co_return OkStatus();
}

}  // namespace

Kernel EvaluateLive(EvalContext& context, const HloInstruction& instruction, Operands operands,
                    Literal& result) {
  const Computes& computes = *GetOpEval(instruction.opcode()).As<Computes>();
  std::vector<Literal> cut;
  co_await CutToLive(context, instruction, operands, &cut);
  std::vector<const Literal*> values;
  std::vector<const Shape*> shapes;
  for (const Literal& operand : cut) {
    values.push_back(&operand);
    shapes.push_back(&operand.shape());
  }
  const StatusOr<Shape> shape =
      LiveShape(instruction, Span<const Shape* const>(shapes.data(), shapes.size()));
  HLOOM_CO_RETURN_IF_ERROR(shape.status());
  const HloInstruction live = LiveInstruction(instruction, *shape);
  const Operands live_operands(values.data(), values.size());
  StatusOr<ComputedValue> value = PrepareValue(computes, context, live, live_operands);
  HLOOM_CO_RETURN_IF_ERROR(value.status());
  if (value->view.valid()) {
    co_await ToBoundedDynamic(value->view, instruction.shape(), context.ledger(), &result);
  } else {
    co_await ComputeLive(context, live, std::move(value->op), live_operands, instruction.shape(),
                         &result);
  }
  co_return OkStatus();
}

}  // namespace hloom
