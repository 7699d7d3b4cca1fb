#include "ops/indexing/scatter_update.h"

#include <algorithm>
#include <cstring>

#include "kernels/copy.h"
#include "ops/indexing/window_starts.h"
#include "ops/op_eval.h"
#include "shape/index_util.h"

namespace hloom {

namespace {

// What the computation gives for one of the arrays: one of its parameters, or an operation of them.
struct Combiner {
  enum Kind { kGeneral, kKeep, kAssign, kApply };
  Kind kind = kGeneral;
  // kApply: the operation, and whether each of its operands is the update.
  ElementFunction function = {};
  std::vector<bool> takes_update = {};
};

// `value` is what the computation gives for array i of n.
Combiner Recognize(const HloComputation& computation, const HloInstruction* value, size_t i,
                   size_t n) {
  const HloInstruction* const current = computation.parameters()[i];
  const HloInstruction* const update = computation.parameters()[n + i];
  if (value == current) return {Combiner::kKeep};
  if (value == update) return {Combiner::kAssign};
  const ElementOp* op = GetOpEval(value->opcode()).elements;
  const PrimitiveType type = update->shape().element_type();
  if (op == nullptr || (op->computes && ComputeTypeOf(type) != type)) return {};
  Combiner combiner = {Combiner::kApply, op->function_for(*value, type)};
  for (const HloInstruction* operand : value->operands()) {
    if (operand != current && operand != update) return {};
    combiner.takes_update.push_back(operand == update);
  }
  return combiner.function.loop == nullptr || combiner.takes_update.empty() ? Combiner{} : combiner;
}

// A combiner for each array, or none if one of them is not recognised.
std::vector<Combiner> RecognizeAll(const HloComputation& computation, size_t n) {
  const HloInstruction* root = computation.root();
  if (n > 1 && root->opcode() != HloOpcode::kTuple) return {};
  std::vector<Combiner> combiners;
  for (size_t i = 0; i < n; ++i) {
    combiners.push_back(Recognize(computation, n == 1 ? root : root->operand(i), i, n));
    if (combiners.back().kind == Combiner::kGeneral) return {};
  }
  return combiners;
}

int64_t WidthOf(const ScatterArray& array) {
  return ByteWidth(array.updates->shape().element_type());
}

// Each array for itself, in runs that lie close together where the layouts allow it.
class RunUpdate final : public WindowUpdate {
 public:
  RunUpdate(std::vector<Combiner> combiners, const std::vector<int64_t>& window,
            std::vector<ScatterArray>& arrays) {
    for (size_t i = 0; i < arrays.size(); ++i) {
      ScatterArray& array = arrays[i];
      if (combiners[i].kind == Combiner::kKeep) continue;
      Step step = {.array = i,
                   .combiner = std::move(combiners[i]),
                   .width = WidthOf(array),
                   .to = array.result.mutable_data<std::byte>(),
                   .from = array.updates->data<std::byte>(),
                   .copier = StridedCopier(window, array.result_strides, array.update_strides,
                                           WidthOf(array)),
                   .loops = SimplifyLoops(window, array.result_strides, array.update_strides),
                   .index = {}};
      if (!step.loops.empty()) step.index.resize(step.loops.size() - 1);
      steps_.push_back(std::move(step));
    }
  }

  Status Apply(const WindowOffsets& windows) override {
    for (Step& step : steps_) {
      const std::vector<int64_t>& to = windows.results[step.array];
      const std::vector<int64_t>& from = windows.updates[step.array];
      if (step.combiner.kind == Combiner::kAssign) {
        step.copier.CopyEach(step.to, to.data(), step.from, from.data(),
                             static_cast<int64_t>(to.size()));
        continue;
      }
      for (size_t k = 0; k < to.size(); ++k) {
        ForEachRun(step.loops, step.index, [&](const StridedLoop& run, int64_t t, int64_t f) {
          ApplyRun(step.combiner, run, step.to + (to[k] + t) * step.width,
                   step.from + (from[k] + f) * step.width, step.width);
        });
      }
    }
    return OkStatus();
  }

  Status Finish() override { return OkStatus(); }

 private:
  struct Step {
    size_t array;
    Combiner combiner;
    int64_t width;
    std::byte* to;
    const std::byte* from;
    StridedCopier copier;
    std::vector<StridedLoop> loops;
    std::vector<int64_t> index;  // scratch
  };

  static void CallLoop(const Combiner& combiner, std::byte* values, const std::byte* updates,
                       int64_t count) {
    const std::byte* operands[ElementFunction::kMaxOperands] = {};
    for (size_t i = 0; i < combiner.takes_update.size(); ++i)
      operands[i] = combiner.takes_update[i] ? updates : values;
    combiner.function(operands, values, count);
  }

  // Elements that do not lie one after the other are brought together, some at a time.
  static void ApplyRun(const Combiner& combiner, const StridedLoop& run, std::byte* to,
                       const std::byte* from, int64_t width) {
    if (run.size == 1 || (run.to == 1 && run.from == 1))
      return CallLoop(combiner, to, from, run.size);
    DispatchWidth(width, [&]<typename T>() {
      constexpr int64_t kTogether = 64;
      T values[kTogether];
      T updates[kTogether];
      T* const t = reinterpret_cast<T*>(to);
      const T* const f = reinterpret_cast<const T*>(from);
      for (int64_t done = 0; done < run.size; done += kTogether) {
        const int64_t count = std::min(kTogether, run.size - done);
        for (int64_t i = 0; i < count; ++i) {
          values[i] = t[(done + i) * run.to];
          updates[i] = f[(done + i) * run.from];
        }
        CallLoop(combiner, reinterpret_cast<std::byte*>(values),
                 reinterpret_cast<const std::byte*>(updates), count);
        for (int64_t i = 0; i < count; ++i) t[(done + i) * run.to] = values[i];
      }
    });
  }

  std::vector<Step> steps_;
};

// Any computation. Elements are collected over windows as long as none of them comes again, so
// that the computation is applied to many at once and still in order where order matters.
class CollectedUpdate final : public WindowUpdate {
 public:
  static StatusOr<std::unique_ptr<WindowUpdate>> Make(EvalContext& context,
                                                      const HloComputation& computation,
                                                      const std::vector<int64_t>& window,
                                                      std::vector<ScatterArray>& arrays) {
    auto update = std::unique_ptr<CollectedUpdate>(new CollectedUpdate(window, arrays));
    HLOOM_ASSIGN_OR_RETURN(update->caller_, context.Prepare(computation));
    const LedgerPtr& ledger = context.ledger();
    for (const ScatterArray& array : arrays) {
      const PrimitiveType type = array.updates->shape().element_type();
      Column column = {.width = WidthOf(array)};
      HLOOM_ASSIGN_OR_RETURN(column.values,
                             Literal::Create(ShapeUtil::MakeShape(type, {kCapacity}), ledger));
      HLOOM_ASSIGN_OR_RETURN(column.updates,
                             Literal::Create(ShapeUtil::MakeShape(type, {kCapacity}), ledger));
      column.offsets.resize(kCapacity);
      update->columns_.push_back(std::move(column));
    }
    const int64_t elements = IndexUtil::StoredElements(arrays[0].result.shape());
    HLOOM_ASSIGN_OR_RETURN(update->taken_,
                           Literal::Create(ShapeUtil::MakeShape(U8, {elements / 8 + 1}), ledger));
    std::memset(update->taken_.mutable_data<uint8_t>(), 0,
                static_cast<size_t>(update->taken_.size_bytes()));
    return std::unique_ptr<WindowUpdate>(std::move(update));
  }

  Status Apply(const WindowOffsets& windows) override {
    for (size_t k = 0; k < windows.count(); ++k) {
      for (int64_t left = walk_.count(); left > 0; --left, walk_.Next()) {
        const int64_t position = windows.results[0][k] + walk_.offset(0);
        if (count_ == kCapacity || IsTaken(position)) HLOOM_RETURN_IF_ERROR(Flush());
        Toggle(position);
        for (size_t i = 0; i < columns_.size(); ++i) {
          Collect(i, windows.results[i][k] + walk_.offset(2 * i),
                  windows.updates[i][k] + walk_.offset(2 * i + 1));
        }
        ++count_;
      }
    }
    return OkStatus();
  }

  Status Finish() override { return Flush(); }

 private:
  static constexpr int64_t kCapacity = 4096;

  // What is collected of one array.
  struct Column {
    int64_t width;
    Literal values = {};
    Literal updates = {};
    std::vector<int64_t> offsets = {};  // of the values in the result
  };

  CollectedUpdate(const std::vector<int64_t>& window, std::vector<ScatterArray>& arrays)
      : arrays_(arrays), walk_(window) {
    for (const ScatterArray& array : arrays) {
      walk_.AddArray(array.result_strides);
      walk_.AddArray(array.update_strides);
    }
  }

  // A bit for each element of the first array: whether it is among those collected.
  bool IsTaken(int64_t position) const {
    return (taken_.data<uint8_t>()[position / 8] >> (position % 8) & 1) != 0;
  }
  void Toggle(int64_t position) {
    taken_.mutable_data<uint8_t>()[position / 8] ^= static_cast<uint8_t>(1 << (position % 8));
  }

  void Collect(size_t i, int64_t result_offset, int64_t update_offset) {
    Column& column = columns_[i];
    const size_t width = static_cast<size_t>(column.width);
    column.offsets[static_cast<size_t>(count_)] = result_offset;
    std::memcpy(column.values.mutable_data<std::byte>() + count_ * column.width,
                arrays_[i].result.data<std::byte>() + result_offset * column.width, width);
    std::memcpy(column.updates.mutable_data<std::byte>() + count_ * column.width,
                arrays_[i].updates->data<std::byte>() + update_offset * column.width, width);
  }

  Status Flush() {
    if (count_ == 0) return OkStatus();
    std::vector<const std::byte*> arguments;
    std::vector<std::byte*> results;
    for (Column& column : columns_) {
      arguments.push_back(column.values.data<std::byte>());
      results.push_back(column.values.mutable_data<std::byte>());
    }
    for (Column& column : columns_) arguments.push_back(column.updates.data<std::byte>());
    HLOOM_RETURN_IF_ERROR(caller_->CallOnElements(arguments, results, count_));
    for (size_t e = 0; e < static_cast<size_t>(count_); ++e) {
      Toggle(columns_[0].offsets[e]);
      for (size_t i = 0; i < columns_.size(); ++i) {
        const Column& column = columns_[i];
        std::memcpy(arrays_[i].result.mutable_data<std::byte>() + column.offsets[e] * column.width,
                    column.values.data<std::byte>() + static_cast<int64_t>(e) * column.width,
                    static_cast<size_t>(column.width));
      }
    }
    count_ = 0;
    return OkStatus();
  }

  std::vector<ScatterArray>& arrays_;
  StrideWalk walk_;  // within a window; arrays 2i and 2i+1 are a result and its updates
  std::unique_ptr<ComputationCaller> caller_;
  std::vector<Column> columns_;
  Literal taken_;
  int64_t count_ = 0;
};

}  // namespace

StatusOr<std::unique_ptr<WindowUpdate>> MakeWindowUpdate(EvalContext& context,
                                                         const HloComputation& computation,
                                                         const std::vector<int64_t>& window,
                                                         std::vector<ScatterArray>& arrays) {
  std::vector<Combiner> combiners = RecognizeAll(computation, arrays.size());
  if (combiners.empty()) return CollectedUpdate::Make(context, computation, window, arrays);
  return std::unique_ptr<WindowUpdate>(
      std::make_unique<RunUpdate>(std::move(combiners), window, arrays));
}

}  // namespace hloom
