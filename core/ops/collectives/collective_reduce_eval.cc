// Evaluation of all-reduce and reduce-scatter. The reduction goes through the members in the order
// of the group, and rounds to the element type each time:
//
//   x_0, x_1, x_2 -> f(f(x_0, x_1), x_2)
//
// A piece of the array goes through all members before the next one does, so that it stays in the
// nearest cache. All members share the reduced array.
#include <algorithm>
#include <cstring>

#include "ops/collectives/collective_arrays_eval.h"
#include "ops/collectives/collective_moves_eval.h"
#include "ops/collectives/collective_util.h"
#include "ops/windows/fold_eval.h"
#include "shape/index_util.h"

namespace hloom {

namespace {

// The arrays of all members, which have the same layout without padding.
struct Operands1D {
  PrimitiveType type = PRIMITIVE_TYPE_INVALID;
  int64_t count = 0;
  std::vector<const std::byte*> data;
};

// Folds pieces of all arrays into `out`.
Kernel FoldPieces(const FoldKernel& fold, Operands1D operands, std::byte* out) {
  constexpr int64_t kPieceBytes = 32 << 10;
  const int64_t width = ByteWidth(operands.type);
  const int64_t piece = kPieceBytes / width;
  // Small arrays are one task, whose cost is mostly its start.
  constexpr int64_t kPiecesOfTask = 8;
  const int64_t tasks = TaskCount(operands.count, piece * kPiecesOfTask);
  co_await Tasks(tasks, [&](int64_t task, std::byte*) {
    const int64_t end = std::min(operands.count, (task + 1) * piece * kPiecesOfTask);
    for (int64_t begin = task * piece * kPiecesOfTask; begin < end; begin += piece) {
      const int64_t size = std::min(piece, end - begin);
      std::byte* const to = out + begin * width;
      std::memcpy(to, operands.data[0] + begin * width, static_cast<size_t>(size * width));
      for (size_t m = 1; m < operands.data.size(); ++m) {
        fold.combine(operands.type, to, operands.data[m] + begin * width,
                     {.rows = 1,
                      .accumulator_row_step = size,
                      .value_row_step = size,
                      .columns = size,
                      .accumulator_step = 1,
                      .value_step = 1});
      }
    }
  });
  co_return OkStatus();
}

// The same by any computation.
Kernel ApplyToAll(Operands1D operands, std::byte* out) {
  const int64_t bytes = operands.count * ByteWidth(operands.type);
  constexpr int64_t kTaskBytes = 256 << 10;
  co_await Tasks(TaskCount(bytes, kTaskBytes), [&](int64_t task, std::byte*) {
    const int64_t begin = task * kTaskBytes;
    std::memcpy(out + begin, operands.data[0] + begin,
                static_cast<size_t>(std::min(kTaskBytes, bytes - begin)));
  });
  std::byte* const results[] = {out};
  for (size_t m = 1; m < operands.data.size(); ++m) {
    const std::byte* const arguments[] = {out, operands.data[m]};
    co_await Apply(
        {.computation = 0, .arguments = arguments, .results = results, .count = operands.count});
  }
  co_return OkStatus();
}

// The shape in whose layout the reduction works: without padding.
Shape DenseShape(const Shape& shape) {
  const bool is_dense = IndexUtil::StoredElements(shape) == ShapeUtil::ElementsIn(shape);
  return is_dense ? shape : ShapeUtil::MakeShape(shape.element_type(), shape.dimensions());
}

// Reduces operand k of all members; `result` has the dense shape of `shape`.
Kernel ReduceOperand(const HloInstruction& instruction, const CollectiveMembers& members, size_t k,
                     const LedgerPtr& ledger, Literal* result) {
  const Shape dense = DenseShape(instruction.operand(k)->shape());
  std::vector<Literal> arrays(members.size());
  Operands1D operands{dense.element_type(), ShapeUtil::ElementsIn(dense)};
  for (size_t m = 0; m < members.size(); ++m) {
    co_await RelayoutInTasks(members.operands[m][k], dense, ledger, &arrays[m]);
    operands.data.push_back(arrays[m].data<std::byte>());
  }
  StatusOr<Literal> reduced = Literal::Create(dense, ledger);
  HLOOM_CO_RETURN_IF_ERROR(reduced.status());
  *result = *std::move(reduced);
  if (operands.count == 0) co_return OkStatus();
  const FoldKernel* fold = RecognizeFold(*instruction.called_computation(0));
  const PrimitiveType type = operands.type;
  std::byte* const out = result->mutable_data<std::byte>();
  if (fold != nullptr && ComputeTypeOf(type) == type) {
    co_await FoldPieces(*fold, std::move(operands), out);
  } else {
    co_await ApplyToAll(std::move(operands), out);
  }
  co_return OkStatus();
}

// ---- all-reduce ----

Kernel ComputeAllReduce(const HloInstruction& instruction, const CollectiveMembers& members,
                        const LedgerPtr& ledger, std::vector<Literal>* results) {
  if (members.size() == 1) {
    (*results)[0] = ArrayOrTupleOf(members.operands[0]);
    co_return OkStatus();
  }
  std::vector<Literal> arrays(instruction.operands().size());
  for (size_t k = 0; k < arrays.size(); ++k) {
    Literal reduced;
    co_await ReduceOperand(instruction, members, k, ledger, &reduced);
    co_await RelayoutInTasks(reduced, CollectiveArrayShape(instruction, k), ledger, &arrays[k]);
  }
  GiveToAll(std::move(arrays), results);
  co_return OkStatus();
}

// ---- reduce-scatter ----

Kernel ComputeReduceScatter(const HloInstruction& instruction, const CollectiveMembers& members,
                            const LedgerPtr& ledger, std::vector<Literal>* results) {
  const int64_t dimension = instruction.attributes<ReduceScatterAttributes>().dimensions[0];
  const size_t count = instruction.operands().size();
  std::vector<Literal> reduced(count);
  std::vector<std::vector<Literal>> shards(members.size(), std::vector<Literal>(count));
  for (size_t k = 0; k < count; ++k) {
    co_await ReduceOperand(instruction, members, k, ledger, &reduced[k]);
    const auto shape = std::make_shared<const Shape>(CollectiveArrayShape(instruction, k));
    CopyBatch copies;
    for (size_t m = 0; m < members.size(); ++m) {
      StatusOr<Literal> shard = copies.Create(shape, ledger);
      HLOOM_CO_RETURN_IF_ERROR(shard.status());
      shards[m][k] = *std::move(shard);
      AddBlock({.sizes = shape->dimensions().ToVector(),
                .dimension = dimension,
                .from_place = static_cast<int64_t>(m) * shape->dimensions(dimension)},
               reduced[k], shards[m][k], copies);
    }
    co_await std::move(copies).Run();
  }
  for (size_t m = 0; m < members.size(); ++m) {
    (*results)[m] = ArrayOrTupleOf(std::move(shards[m]));
  }
  co_return OkStatus();
}

constexpr Collective kAllReduce = {ComputeAllReduce, WholeToEach, ChannelIn<AllReduceAttributes>};
constexpr Collective kReduceScatter = {ComputeReduceScatter, PartToEach,
                                       ChannelIn<ReduceScatterAttributes>};

constexpr OpEval kReduceScatterBegun = CollectiveStart(&kReduceScatter);

}  // namespace

constexpr OpEval kAllReduceEval = WholeCollective(&kAllReduce, &kAllReduceStartEval);
constexpr OpEval kAllReduceStartEval = CollectiveStart(&kAllReduce);
constexpr OpEval kAllReduceDoneEval = CollectiveDone();
constexpr OpEval kReduceScatterEval = WholeCollective(&kReduceScatter, &kReduceScatterBegun);

}  // namespace hloom
