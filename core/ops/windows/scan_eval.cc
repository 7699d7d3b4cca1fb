// Evaluation of scan: its steps run in order, each as a call of its computation.
#include <algorithm>

#include "base/str_cat.h"
#include "literal/padding.h"
#include "ops/literal_copies_eval.h"
#include "ops/live_sizes_eval.h"
#include "ops/op_eval.h"
#include "ops/prepared_eval.h"
#include "ops/rules.h"
#include "ops/windows/scan.h"
#include "shape/index_util.h"

namespace hloom {

namespace {

struct Parts {
  size_t inputs, carries, outputs;
  size_t dimension;
};

Parts ScanPartsOf(const HloInstruction& instruction) {
  const ScanAttributes& attributes = instruction.attributes<ScanAttributes>();
  const size_t carries = static_cast<size_t>(attributes.num_carries);
  const Shape& shape = instruction.shape();
  const size_t results = shape.IsTuple() ? shape.tuple_shapes().size() : 1;
  return {instruction.operands().size() - carries, carries, results - carries,
          static_cast<size_t>(attributes.dimensions[0])};
}

// The number of steps: the live size of the inputs. dynamic.c1: their live sizes agree.
StatusOr<int64_t> StepsOf(const HloInstruction& instruction, Operands operands,
                          const Parts& parts) {
  OperandSizes sizes;
  for (size_t i = 0; i < parts.inputs; ++i) sizes.push_back(operands[i]->live_sizes());
  HLOOM_RETURN_IF_ERROR(
      AlignDimension(instruction, static_cast<int64_t>(parts.dimension), 0, parts.inputs, sizes));
  return sizes[0][parts.dimension];
}

// The same after the check; static inputs have the bound as their size.
int64_t StepCount(const ControlState& state, const Parts& parts) {
  const auto dimension = static_cast<int64_t>(parts.dimension);
  int64_t steps = state.kept[0].GetDynamicSize(dimension);
  for (size_t i = 1; i < parts.inputs; ++i) {
    steps = std::min(steps, state.kept[i].GetDynamicSize(dimension));
  }
  return steps;
}

// The sizes and the strides of the slice at one index of the dimension.
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

  // Returns whether it is contiguous in memory like an array of that shape.
  bool LiesAs(const Shape& slice, const std::vector<int64_t>& slice_strides) const {
    if (slice.layout().has_padding()) return false;
    for (size_t d = 0; d < sizes.size(); ++d) {
      if (sizes[d] != 1 && strides[d] != slice_strides[d]) return false;
    }
    return true;
  }
};

// Elements of an array of rank 1 are contiguous, even with padding, so their positions need no
// computation in each step.
Literal TakeElement(const Literal& input, int64_t index, const ShapePtr& shape) {
  const int64_t width = ByteWidth(shape->element_type());
  return Literal::OverStorage(shape, input.storage().Slice(index * width, width));
}
void PutElement(const Literal& value, int64_t index, Literal& output) {
  const int64_t width = ByteWidth(value.shape().element_type());
  std::copy_n(value.data<std::byte>(), width, output.mutable_data<std::byte>() + index * width);
}

// The memory is the input's if the slice has the right order there.
StatusOr<Literal> TakeSlice(const Literal& input, size_t dimension, int64_t index,
                            const ShapePtr& shape, const LedgerPtr& ledger, CopyBatch& batch) {
  if (shape->rank() == 0) return TakeElement(input, index, shape);
  const SliceOf from(input.shape(), dimension);
  const std::vector<int64_t> strides = IndexUtil::Strides(*shape);
  const int64_t width = ByteWidth(shape->element_type());
  const int64_t bytes = ShapeUtil::ByteSizeOf(*shape);
  const int64_t offset = bytes == 0 ? 0 : index * from.step * width;
  Literal slice;
  if (from.LiesAs(*shape, strides)) {
    slice = Literal::OverStorage(shape, input.storage().Slice(offset, bytes));
  } else {
    HLOOM_ASSIGN_OR_RETURN(slice, batch.Create(shape, ledger));
    batch.Add(from.sizes, slice.mutable_data<std::byte>(), strides,
              input.data<std::byte>() + offset, from.strides, width);
  }
  if (shape->is_static()) return slice;
  std::vector<int64_t> sizes = input.live_sizes();
  sizes.erase(sizes.begin() + static_cast<std::ptrdiff_t>(dimension));
  HLOOM_RETURN_IF_ERROR(SetLiveSizes(sizes, slice));
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
      return InvalidArgument(kDynamicC1)
          .Say(StrCat("the live size of dimension ", d, " of an output is ", size,
                      " in one step, and was ", output.GetDynamicSize(of_output), " before"))
          .Operand(value.shape())
          .Help("the outputs of all steps form one array: they need the same size");
    }
  }
  return OkStatus();
}

Status PutSlice(const Literal& value, size_t dimension, int64_t index, bool first, Literal& output,
                CopyBatch& batch) {
  if (value.shape().rank() == 0) {
    PutElement(value, index, output);
    return OkStatus();
  }
  const SliceOf to(output.shape(), dimension);
  const int64_t width = ByteWidth(value.shape().element_type());
  const int64_t offset = value.size_bytes() == 0 ? 0 : index * to.step * width;
  batch.Add(to.sizes, output.mutable_data<std::byte>() + offset, to.strides,
            value.data<std::byte>(), IndexUtil::Strides(value.shape()), width);
  return PutSizes(value, dimension, first, output);
}

// Makes the outputs, after the inputs and the carries in state.kept. Dead elements are zero bytes.
Kernel MakeOutputs(const HloInstruction& instruction, Parts parts, int64_t steps,
                   ControlState& state) {
  const int64_t dimension = static_cast<int64_t>(parts.dimension);
  for (size_t i = 0; i < parts.outputs; ++i) {
    const Shape& shape = ResultShape(instruction, i);
    StatusOr<Literal> made = CreateUnpadded(std::make_shared<const Shape>(shape), state.ledger);
    HLOOM_CO_RETURN_IF_ERROR(made.status());
    Literal output = *std::move(made);
    if (shape.is_dynamic()) co_await ClearElements(output);
    co_await FillPaddingInTasks(shape, output.mutable_data<std::byte>());
    if (shape.is_dynamic_dimension(dimension)) {
      HLOOM_CO_RETURN_IF_ERROR(output.SetDynamicSize(dimension, steps));
    }
    state.kept.push_back(std::move(output));
  }
  co_return OkStatus();
}

// Stores the results of step `step`, which are in state.carried.
Status TakeResults(const Parts& parts, int64_t step, int64_t index, ControlState& state,
                   CopyBatch& batch) {
  const auto result = [&](size_t i) -> const Literal& {
    return state.carried.shape().IsTuple() ? state.carried.elements()[i] : state.carried;
  };
  for (size_t i = 0; i < parts.outputs; ++i) {
    Literal& output = state.kept[parts.inputs + parts.carries + i];
    HLOOM_RETURN_IF_ERROR(PutSlice(result(i), parts.dimension, index, step == 0, output, batch));
  }
  for (size_t i = 0; i < parts.carries; ++i) {
    state.kept[parts.inputs + i] = result(parts.outputs + i);
  }
  return OkStatus();
}

// The arguments of the next step, at `index`.
Status MakeArguments(const HloComputation& computation, const Parts& parts, int64_t index,
                     ControlState& state, CopyBatch& batch) {
  const auto& parameters = computation.parameters();
  for (size_t i = 0; i < parts.inputs; ++i) {
    HLOOM_ASSIGN_OR_RETURN(
        Literal slice, TakeSlice(state.kept[i], parts.dimension, index, parameters[i]->shape_ptr(),
                                 state.ledger, batch));
    state.arguments.push_back(std::move(slice));
  }
  for (size_t i = parts.inputs; i < parts.inputs + parts.carries; ++i) {
    HLOOM_ASSIGN_OR_RETURN(Literal carry,
                           batch.InLayoutOf(parameters[i]->shape(), state.kept[i], state.ledger));
    state.arguments.push_back(std::move(carry));
  }
  return OkStatus();
}

// The last carries, in the form of the result.
Status MakeLastCarries(const HloInstruction& instruction, const Parts& parts, ControlState& state,
                       CopyBatch& batch) {
  for (size_t i = 0; i < parts.carries; ++i) {
    HLOOM_ASSIGN_OR_RETURN(Literal carry,
                           batch.InLayoutOf(ResultShape(instruction, parts.outputs + i),
                                            state.kept[parts.inputs + i], state.ledger));
    state.arguments.push_back(std::move(carry));
  }
  return OkStatus();
}

// The work between two steps: copies of the results of the last one and of the arguments of the
// next one.
StatusOr<ControlAction> BetweenSteps(const HloInstruction& instruction, const Parts& parts,
                                     int64_t step, int64_t steps, ControlState& state) {
  const bool reverse = instruction.attributes<ScanAttributes>().is_reverse;
  const auto index_of = [&](int64_t s) { return reverse ? steps - 1 - s : s; };
  CopyBatch batch;
  if (step > 0) {
    state.carried = std::move(state.returned);
    HLOOM_RETURN_IF_ERROR(TakeResults(parts, step - 1, index_of(step - 1), state, batch));
  }
  if (step < steps) {
    const HloComputation& computation = *instruction.called_computation(0);
    HLOOM_RETURN_IF_ERROR(MakeArguments(computation, parts, index_of(step), state, batch));
  } else {
    HLOOM_RETURN_IF_ERROR(MakeLastCarries(instruction, parts, state, batch));
  }
  return ControlAction{.first = std::move(batch).Run()};
}

Literal ScanValue(const HloInstruction& instruction, const Parts& parts, ControlState& state) {
  std::vector<Literal> results;
  for (size_t i = 0; i < parts.outputs; ++i) {
    results.push_back(std::move(state.kept[parts.inputs + parts.carries + i]));
  }
  for (Literal& carry : state.arguments) results.push_back(std::move(carry));
  if (!instruction.shape().IsTuple()) return std::move(results[0]);
  return Literal::MakeTuple(std::move(results));
}

// If state.stage is 0, the scan begins. At 2 s + 1, step s, or the end, is next, and its arguments
// are made; at 2 s + 2, they are ready.
StatusOr<ControlAction> ResumeScan(const HloInstruction& instruction, Operands operands,
                                   ControlState& state) {
  const Parts parts = ScanPartsOf(instruction);
  const int64_t stage = state.stage++;
  if (stage == 0) {
    for (const Literal* operand : operands) state.kept.push_back(*operand);
    HLOOM_ASSIGN_OR_RETURN(const int64_t steps, StepsOf(instruction, operands, parts));
    return ControlAction{.first = MakeOutputs(instruction, parts, steps, state)};
  }
  const int64_t steps = StepCount(state, parts);
  const int64_t step = (stage - 1) / 2;
  if (stage % 2 == 1) return BetweenSteps(instruction, parts, step, steps, state);
  if (step == steps) return ControlAction{.value = ScanValue(instruction, parts, state)};
  // Carries are moved, so that the step is their only owner.
  state.carried = Literal();
  for (size_t i = 0; i < parts.carries; ++i) state.kept[parts.inputs + i] = Literal();
  return ControlAction{.call = instruction.called_computation(0)};
}

}  // namespace

constexpr OpEval kScanEval = {
    .kind = Calls{Calls::kByItself, ResumeScan},
};

}  // namespace hloom
