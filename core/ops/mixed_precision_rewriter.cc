#include "ops/mixed_precision_rewriter.h"

#include <algorithm>
#include <map>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "base/str_cat.h"
#include "hlo/rewriter.h"
#include "ops/control/call.h"
#include "ops/control/structural.h"
#include "ops/make_instruction.h"
#include "ops/mixed_precision.h"
#include "shape/parts_budget.h"

namespace hloom {

namespace {

// A short text can request many versions of one long computation, each for other types. Programs
// need a few.
constexpr int64_t kTimesTheProgram = 8;
constexpr int64_t kMoreParts = 1 << 16;

using Mixtures = std::unordered_map<const HloInstruction*, Implied>;

// The instructions that need converts. None if a shape is invalid, which the verifier will report.
Mixtures FindMixtures(const HloModule& module) {
  for (const auto& computation : module.computations()) {
    for (const auto& instruction : computation->instructions()) {
      if (!ShapeUtil::ValidateShape(instruction->shape()).ok()) return {};
    }
  }
  Mixtures mixtures;
  for (const auto& computation : module.computations()) {
    for (const auto& instruction : computation->instructions()) {
      if (std::optional<Implied> implied = FindImplied(*instruction))
        mixtures.emplace(instruction.get(), *std::move(implied));
    }
  }
  return mixtures;
}

// Makes the converts of one computation, each once.
class Converter {
 public:
  Converter(ComputationRewriter& rewriter, PartsBudget& parts)
      : rewriter_(rewriter), parts_(parts) {}

  StatusOr<HloInstruction*> Convert(HloInstruction* from, Conversion conversion) {
    HLOOM_ASSIGN_OR_RETURN(HloInstruction* const rounded, Convert(from, conversion.through));
    return Convert(rounded, conversion.type);
  }

  StatusOr<HloInstruction*> Convert(HloInstruction* from, PrimitiveType type) {
    if (from->shape().element_type() == type) return from;
    HloInstruction*& convert = converts_[{from, type}];
    if (convert == nullptr) {
      HLOOM_ASSIGN_OR_RETURN(
          convert, Add(HloOpcode::kConvert, ShapeUtil::ChangeElementType(from->shape(), type),
                       {from}, nullptr, StrCat(from->name(), ".", PrimitiveTypeText(type))));
    }
    return convert;
  }

  // Converts each array of `from`, an array or a tuple of them, as `conversions` states.
  StatusOr<HloInstruction*> ConvertAll(HloInstruction* from,
                                       const std::vector<Conversion>& conversions) {
    if (!from->shape().IsTuple()) return Convert(from, conversions[0]);
    std::vector<HloInstruction*> elements;
    std::vector<Shape> shapes;
    for (size_t i = 0; i < conversions.size(); ++i) {
      HloInstruction* element = nullptr;
      if (from->opcode() == HloOpcode::kTuple) {
        element = from->operands()[i];
      } else {
        const auto index = static_cast<int64_t>(i);
        HLOOM_ASSIGN_OR_RETURN(
            element, Add(HloOpcode::kGetTupleElement, from->shape().tuple_shapes()[i], {from},
                         MakeAttributes(GetTupleElementAttributes{index}),
                         StrCat(from->name(), ".", index)));
      }
      HLOOM_ASSIGN_OR_RETURN(element, Convert(element, conversions[i]));
      elements.push_back(element);
      shapes.push_back(element->shape());
    }
    return Add(HloOpcode::kTuple, Shape(std::move(shapes)), std::move(elements), nullptr,
               StrCat(from->name(), ".tuple"));
  }

 private:
  StatusOr<HloInstruction*> Add(HloOpcode opcode, Shape shape,
                                std::vector<HloInstruction*> operands,
                                std::unique_ptr<Attributes> attributes, std::string name) {
    HloInstruction* added = rewriter_.Add(
        std::make_unique<HloInstruction>(opcode, std::make_shared<const Shape>(std::move(shape)),
                                         std::move(operands), std::move(attributes),
                                         std::vector<const HloComputation*>{}),
        std::move(name));
    HLOOM_RETURN_IF_ERROR(parts_.Book(PartsOf(*added)));
    return added;
  }

  ComputationRewriter& rewriter_;
  PartsBudget& parts_;
  std::map<std::pair<const HloInstruction*, PrimitiveType>, HloInstruction*> converts_;
};

class Rewriting {
 public:
  Rewriting(const HloModule& source, const Mixtures& mixtures)
      : source_(source), mixtures_(mixtures), rewriter_(source) {
    for (const auto& computation : source.computations()) {
      for (const auto& instruction : computation->instructions()) {
        room_ += kTimesTheProgram * PartsOf(*instruction);
        for (const HloComputation* callee : instruction->called_computations()) {
          called_.insert(callee);
          if (instruction->opcode() == HloOpcode::kAsyncStart) asynchronous_.insert(callee);
        }
      }
    }
  }

  StatusOr<std::unique_ptr<HloModule>> Run() {
    for (const auto& computation : source_.computations()) {
      HLOOM_ASSIGN_OR_RETURN(std::unique_ptr<HloComputation> made, Rewrite(*computation));
      if (asynchronous_.count(computation.get()) > 0 && HasMixture(*computation)) {
        HLOOM_ASSIGN_OR_RETURN(made, CallerOf(std::move(made), *computation));
      }
      versions_[computation.get()].waiting = std::move(made);
      // A computation that is not applied any more, because a version of it is applied, is left
      // out.
      if (called_.count(computation.get()) == 0 ||
          computation.get() == &source_.entry_computation())
        Emit(*computation);
    }
    return rewriter_.Finish(*Emit(source_.entry_computation()));
  }

 private:
  // A computation of the new module, which is added when the first instruction calls it.
  struct Version {
    std::unique_ptr<HloComputation> waiting;
    const HloComputation* added = nullptr;

    const HloComputation& computation() const { return added == nullptr ? *waiting : *added; }
  };

  const HloComputation* Emit(const HloComputation& source) {
    Version& version = versions_[&source];
    if (version.added == nullptr) version.added = rewriter_.Add(std::move(version.waiting));
    return version.added;
  }

  StatusOr<std::unique_ptr<HloComputation>> Rewrite(const HloComputation& source) {
    ComputationRewriter rewriter(source);
    Converter converter(rewriter, parts_);
    for (const auto& instruction : source.instructions()) {
      HLOOM_RETURN_IF_ERROR(parts_.Book(PartsOf(*instruction)));
      const auto found = mixtures_.find(instruction.get());
      const Implied* implied = found == mixtures_.end() ? nullptr : &found->second;
      std::vector<HloInstruction*> operands;
      for (size_t i = 0; i < instruction->operands().size(); ++i) {
        HloInstruction* operand = rewriter.At(*instruction->operand(i));
        if (implied != nullptr) {
          HLOOM_ASSIGN_OR_RETURN(operand,
                                 converter.Convert(operand, implied->converts.operands[i]));
        }
        operands.push_back(operand);
      }
      std::vector<const HloComputation*> callees;
      for (size_t c = 0; c < instruction->called_computations().size(); ++c) {
        const HloComputation* callee = instruction->called_computation(c);
        if (implied == nullptr) {
          callees.push_back(Emit(*callee));
        } else {
          HLOOM_ASSIGN_OR_RETURN(callee, Adapted(*callee, implied->converts.computations[c]));
          callees.push_back(callee);
        }
      }
      HloInstruction* copy =
          rewriter.Copy(*instruction,
                        implied == nullptr ? instruction->shape_ptr()
                                           : std::make_shared<const Shape>(implied->shape),
                        std::move(operands), std::move(callees));
      if (implied == nullptr ||
          ShapeUtil::EqualIgnoringLayout(implied->shape, instruction->shape()))
        continue;
      HLOOM_ASSIGN_OR_RETURN(copy, converter.ConvertAll(copy, TypesOf(instruction->shape())));
      rewriter.Replace(*instruction, copy);
    }
    return rewriter.Finish();
  }

  bool HasMixture(const HloComputation& source) const {
    const auto instructions = source.instructions();
    return std::any_of(instructions.begin(), instructions.end(), [this](const auto& instruction) {
      return mixtures_.count(instruction.get()) > 0;
    });
  }

  // An async-start begins one operation (async.c6): it calls the version with the converts.
  StatusOr<std::unique_ptr<HloComputation>> CallerOf(std::unique_ptr<HloComputation> made,
                                                     const HloComputation& source) {
    ComputationRewriter rewriter(source);
    std::vector<HloInstruction*> arguments;
    for (const HloInstruction* parameter : source.parameters())
      arguments.push_back(rewriter.Copy(*parameter, parameter->shape_ptr(), {}));
    made->set_name_and_id(StrCat(source.name(), ".converted"), kNoId);
    const HloComputation* called = rewriter_.Add(std::move(made));
    HloInstruction* call = rewriter.Add(
        std::make_unique<HloInstruction>(HloOpcode::kCall, source.root()->shape_ptr(),
                                         std::move(arguments), MakeAttributes(CallAttributes{}),
                                         std::vector<const HloComputation*>{called}),
        StrCat(source.root()->name(), ".call"));
    HLOOM_RETURN_IF_ERROR(parts_.Book(PartsOf(*call)));
    rewriter.Replace(*source.root(), call);
    return rewriter.Finish();
  }

  static std::vector<Conversion> TypesOf(const Shape& shape) {
    std::vector<Conversion> types;
    if (!shape.IsTuple()) return {{shape.element_type(), shape.element_type()}};
    for (const Shape& element : shape.tuple_shapes())
      types.push_back({element.element_type(), element.element_type()});
    return types;
  }

  // The computation for arguments, and with results, of these types.
  StatusOr<const HloComputation*> Adapted(const HloComputation& source,
                                          const ImpliedConverts::Computation& types) {
    if (types == hloom::TypesOf(source)) return Emit(source);
    std::vector<PrimitiveType> key = types.parameters;
    for (const Conversion& result : types.results) {
      key.push_back(result.through);
      key.push_back(result.type);
    }
    const HloComputation*& adapted = adapted_[{&source, std::move(key)}];
    if (adapted == nullptr) {
      HLOOM_ASSIGN_OR_RETURN(std::unique_ptr<HloComputation> made,
                             Adapt(versions_[&source].computation(), types));
      adapted = rewriter_.Add(std::move(made));
    }
    return adapted;
  }

  StatusOr<std::unique_ptr<HloComputation>> Adapt(const HloComputation& source,
                                                  const ImpliedConverts::Computation& types) {
    ComputationRewriter rewriter(source);
    Converter converter(rewriter, parts_);
    std::vector<const HloInstruction*> parameters(source.parameters().size());
    for (const auto& instruction : source.instructions()) {
      const int64_t parts = PartsOf(*instruction);
      room_ -= parts;
      if (room_ < 0) return PartsBudget::Exceeded();
      HLOOM_RETURN_IF_ERROR(parts_.Book(parts));
      if (instruction->opcode() != HloOpcode::kParameter) {
        rewriter.Copy(*instruction, instruction->shape_ptr(),
                      instruction->called_computations().ToVector());
        continue;
      }
      const auto number =
          static_cast<size_t>(instruction->attributes<ParameterAttributes>().parameter_number);
      const PrimitiveType declared = instruction->shape().element_type();
      ShapePtr shape = instruction->shape_ptr();
      if (declared != types.parameters[number]) {
        shape = std::make_shared<const Shape>(
            ShapeUtil::ChangeElementType(*shape, types.parameters[number]));
      }
      HloInstruction* parameter = rewriter.Copy(*instruction, std::move(shape), {});
      parameters[number] = parameter;
      HLOOM_ASSIGN_OR_RETURN(HloInstruction* const converted,
                             converter.Convert(parameter, declared));
      rewriter.Replace(*instruction, converted);
    }
    HLOOM_ASSIGN_OR_RETURN(HloInstruction* const root,
                           converter.ConvertAll(rewriter.At(*source.root()), types.results));
    rewriter.Replace(*source.root(), root);
    std::unique_ptr<HloComputation> adapted = rewriter.Finish();
    adapted->set_parameters(std::move(parameters));
    return adapted;
  }

  const HloModule& source_;
  const Mixtures& mixtures_;
  ModuleRewriter rewriter_;
  PartsBudget parts_;
  int64_t room_ = kMoreParts;  // for versions
  std::unordered_set<const HloComputation*> called_;
  std::unordered_set<const HloComputation*> asynchronous_;  // what async-start calls
  std::unordered_map<const HloComputation*, Version> versions_;
  std::map<std::pair<const HloComputation*, std::vector<PrimitiveType>>, const HloComputation*>
      adapted_;
};

}  // namespace

StatusOr<std::unique_ptr<HloModule>> InsertImpliedConverts(const HloModule& module) {
  const Mixtures mixtures = FindMixtures(module);
  if (mixtures.empty()) return std::unique_ptr<HloModule>();
  return Rewriting(module, mixtures).Run();
}

}  // namespace hloom
