// How a scan runs: its steps, one after the other, each a call of its computation.
#include <algorithm>

#include "base/str_cat.h"
#include "kernels/copy.h"
#include "literal/relayout.h"
#include "ops/live_sizes_eval.h"
#include "ops/op_eval.h"
#include "ops/windows/scan.h"
#include "shape/index_util.h"

namespace hloom {

namespace {

struct Parts {
  size_t inputs, carries, outputs;
  size_t dimension;
};

Parts PartsOf(const HloInstruction& instruction) {
  const ScanAttributes& attributes = instruction.attributes<ScanAttributes>();
  const size_t carries = static_cast<size_t>(attributes.num_carries);
  const Shape& shape = instruction.shape();
  const size_t results = shape.IsTuple() ? shape.tuple_shapes().size() : 1;
  return {instruction.operands().size() - carries, carries, results - carries,
          static_cast<size_t>(attributes.dimensions[0])};
}

const Shape& ResultShape(const HloInstruction& instruction, size_t i) {
  const Shape& shape = instruction.shape();
  return shape.IsTuple() ? shape.tuple_shapes()[i] : shape;
}

// How many steps there are: the live size of the inputs. dynamic.c1: their live sizes agree.
StatusOr<int64_t> StepsOf(const HloInstruction& instruction, Operands operands,
                          const Parts& parts) {
  OperandSizes sizes;
  for (size_t i = 0; i < parts.inputs; ++i) sizes.push_back(operands[i]->live_sizes());
  HLOOM_RETURN_IF_ERROR(
      AlignDimension(instruction, static_cast<int64_t>(parts.dimension), 0, parts.inputs, sizes));
  return sizes[0][parts.dimension];
}

// The sizes, and the strides of an array, of what lies at one index of the dimension.
struct SliceOf {
  std::vector<int64_t> sizes, strides;
  int64_t step;

  SliceOf(const Shape& shape, size_t dimension) {
    sizes = shape.dimensions().ToVector();
    strides = IndexUtil::Strides(shape);
    const auto at = static_cast<std::ptrdiff_t>(dimension);
    step = strides[dimension];
    sizes.erase(sizes.begin() + at);
    strides.erase(strides.begin() + at);
  }
};

StatusOr<Literal> TakeSlice(const Literal& input, size_t dimension, int64_t index,
                            const ShapePtr& shape, const LedgerPtr& ledger) {
  HLOOM_ASSIGN_OR_RETURN(Literal slice, Literal::Create(shape, ledger));
  const SliceOf from(input.shape(), dimension);
  const int64_t width = ByteWidth(shape->element_type());
  StridedCopy(from.sizes, slice.mutable_data<std::byte>(), IndexUtil::Strides(*shape),
              input.data<std::byte>() + index * from.step * width, from.strides, width);
  for (int64_t d = 0; d < shape->rank(); ++d) {
    if (!shape->is_dynamic_dimension(d)) continue;
    const int64_t of_input = d + (static_cast<size_t>(d) >= dimension ? 1 : 0);
    HLOOM_RETURN_IF_ERROR(slice.SetDynamicSize(d, input.GetDynamicSize(of_input)));
  }
  return slice;
}

// Live sizes of an output are those of the first step, and must be the same in all.
Status PutSizes(const Literal& value, size_t dimension, bool first, Literal& output) {
  for (int64_t d = 0; d < value.shape().rank(); ++d) {
    if (!value.shape().is_dynamic_dimension(d)) continue;
    const int64_t of_output = d + (static_cast<size_t>(d) >= dimension ? 1 : 0);
    const int64_t size = value.GetDynamicSize(d);
    if (first) {
      HLOOM_RETURN_IF_ERROR(output.SetDynamicSize(of_output, size));
    } else if (size != output.GetDynamicSize(of_output)) {
      return InvalidArgument("dynamic.c1")  // dynamic.c1
          .Say(StrCat("the live size of dimension ", d, " of an output is ", size,
                      " in one step, and was ", output.GetDynamicSize(of_output), " before"))
          .Operand(value.shape())
          .Help("the outputs of all steps lie in one array: they need the same size");
    }
  }
  return OkStatus();
}

Status PutSlice(const Literal& value, size_t dimension, int64_t index, bool first,
                Literal& output) {
  const SliceOf to(output.shape(), dimension);
  const int64_t width = ByteWidth(value.shape().element_type());
  StridedCopy(to.sizes, output.mutable_data<std::byte>() + index * to.step * width, to.strides,
              value.data<std::byte>(), IndexUtil::Strides(value.shape()), width);
  return PutSizes(value, dimension, first, output);
}

// Makes what is kept from step to step: the inputs, the carries, the outputs.
Status StartScan(const HloInstruction& instruction, Operands operands, const Parts& parts,
                 ControlState& state) {
  for (size_t i = 0; i < operands.size(); ++i) state.kept.push_back(*operands[i]);
  HLOOM_ASSIGN_OR_RETURN(const int64_t steps, StepsOf(instruction, operands, parts));
  for (size_t i = 0; i < parts.outputs; ++i) {
    const Shape& shape = ResultShape(instruction, i);
    HLOOM_ASSIGN_OR_RETURN(Literal output, Literal::Create(shape, state.ledger));
    const int64_t dimension = static_cast<int64_t>(parts.dimension);
    if (shape.is_dynamic()) {
      std::fill_n(output.mutable_data<std::byte>(), output.size_bytes(), std::byte{0});
    }
    if (shape.is_dynamic_dimension(dimension)) {
      HLOOM_RETURN_IF_ERROR(output.SetDynamicSize(dimension, steps));
    }
    state.kept.push_back(std::move(output));
  }
  return OkStatus();
}

// Puts the result of step `step` where it belongs.
Status TakeResults(const Parts& parts, int64_t step, int64_t index, ControlState& state) {
  const Literal returned = std::move(state.returned);
  const auto result = [&](size_t i) -> const Literal& {
    return returned.shape().IsTuple() ? returned.elements()[i] : returned;
  };
  for (size_t i = 0; i < parts.outputs; ++i) {
    Literal& output = state.kept[parts.inputs + parts.carries + i];
    HLOOM_RETURN_IF_ERROR(PutSlice(result(i), parts.dimension, index, step == 0, output));
  }
  for (size_t i = 0; i < parts.carries; ++i) {
    state.kept[parts.inputs + i] = result(parts.outputs + i);
  }
  return OkStatus();
}

StatusOr<Literal> ScanValue(const HloInstruction& instruction, const Parts& parts,
                            ControlState& state) {
  std::vector<Literal> results;
  for (size_t i = 0; i < parts.outputs; ++i) {
    results.push_back(std::move(state.kept[parts.inputs + parts.carries + i]));
  }
  for (size_t i = 0; i < parts.carries; ++i) {
    HLOOM_ASSIGN_OR_RETURN(Literal carry,
                           RelayoutTo(state.kept[parts.inputs + i],
                                      ResultShape(instruction, parts.outputs + i), state.ledger));
    results.push_back(std::move(carry));
  }
  if (!instruction.shape().IsTuple()) return std::move(results[0]);
  return Literal::MakeTuple(std::move(results));
}

// Calls step after step; state.phase says how many have been called.
StatusOr<ControlAction> ResumeScan(const HloInstruction& instruction, Operands operands,
                                   ControlState& state) {
  const Parts parts = PartsOf(instruction);
  if (state.phase == 0) {
    HLOOM_RETURN_IF_ERROR(StartScan(instruction, operands, parts, state));
  }
  std::vector<const Literal*> inputs;
  for (size_t i = 0; i < parts.inputs; ++i) inputs.push_back(&state.kept[i]);
  HLOOM_ASSIGN_OR_RETURN(const int64_t steps,
                         StepsOf(instruction, Operands(inputs.data(), inputs.size()), parts));
  const bool reverse = instruction.attributes<ScanAttributes>().is_reverse;
  const auto index_of = [&](int64_t step) { return reverse ? steps - 1 - step : step; };
  if (state.phase > 0) {
    const int64_t step = state.phase - 1;
    HLOOM_RETURN_IF_ERROR(TakeResults(parts, step, index_of(step), state));
  }
  if (state.phase == steps) {
    HLOOM_ASSIGN_OR_RETURN(Literal value, ScanValue(instruction, parts, state));
    return ControlAction{.value = std::move(value)};
  }
  const HloComputation& computation = *instruction.called_computation(0);
  for (size_t i = 0; i < parts.inputs; ++i) {
    HLOOM_ASSIGN_OR_RETURN(Literal slice,
                           TakeSlice(state.kept[i], parts.dimension, index_of(state.phase),
                                     computation.parameters()[i]->shape_ptr(), state.ledger));
    state.arguments.push_back(std::move(slice));
  }
  for (size_t i = 0; i < parts.carries; ++i) {
    const size_t at = parts.inputs + i;
    HLOOM_ASSIGN_OR_RETURN(
        Literal carry,
        RelayoutTo(state.kept[at], computation.parameters()[at]->shape(), state.ledger));
    state.kept[at] = Literal();  // it is handed over, so that the step is its only owner
    state.arguments.push_back(std::move(carry));
  }
  ++state.phase;
  return ControlAction{.call = &computation};
}

}  // namespace

extern const OpEval kScanEval;
constexpr OpEval kScanEval = {
    .resume = ResumeScan,
};

}  // namespace hloom
