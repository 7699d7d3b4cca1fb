// The plain model of binary broadcasting, written from the text of the broadcasting document: lists
// of sizes in, a verdict and an index mapping out. It is the oracle of builder/broadcasting, and
// shows where the kernels of broadcasts must put elements. It is slow and obvious on purpose, and
// shares no code with what it judges.
#ifndef HLOOM_TESTS_SUPPORT_MODELS_BROADCAST_MODEL_H_
#define HLOOM_TESTS_SUPPORT_MODELS_BROADCAST_MODEL_H_

#include <cstdint>
#include <string>
#include <vector>

namespace hloom::testing_support {

using Sizes = std::vector<int64_t>;

struct BroadcastModel {
  std::string rule;  // the rule that is broken, empty when the broadcast is legal
  Sizes result;      // when legal
  // For each dimension of the result, the operand's own dimension that is mapped there, or -1 for
  // none.
  Sizes lhs_at;
  Sizes rhs_at;
};

namespace broadcast_model_internal {

inline bool IsIdentity(const Sizes& dims, size_t rank) {
  if (dims.size() != rank) return false;
  for (size_t i = 0; i < rank; ++i) {
    if (dims[i] != static_cast<int64_t>(i)) return false;
  }
  return true;
}

// Which rule the list itself breaks, sizes aside. The order in which rules are asked is part of the
// contract: first whether there is a list of the right length, then its entries from left to right.
inline std::string ListRule(size_t low_rank, size_t high_rank, const Sizes& dims) {
  if (low_rank == high_rank) {
    return dims.empty() || IsIdentity(dims, high_rank) ? "" : "broadcast.c5";
  }
  if (dims.empty()) return low_rank == 0 ? "" : "broadcast.c1";  // only scalars need no list
  if (dims.size() != low_rank) return "broadcast.c7";
  for (size_t i = 0; i < dims.size(); ++i) {
    if (dims[i] < 0 || dims[i] >= static_cast<int64_t>(high_rank)) return "broadcast.c3";
    if (i > 0 && !(dims[i - 1] < dims[i])) return "broadcast.c4";
  }
  return "";
}

// The positions of the operand's dimensions in a result of rank `rank`.
inline Sizes Placement(const Sizes& operand, size_t rank, const Sizes& dims) {
  Sizes at(rank, -1);
  for (size_t i = 0; i < operand.size(); ++i) {
    const size_t there = operand.size() == rank ? i : static_cast<size_t>(dims[i]);
    at[there] = static_cast<int64_t>(i);
  }
  return at;
}

inline int64_t SizeAt(const Sizes& operand, int64_t own) {
  return own < 0 ? 1 : operand[static_cast<size_t>(own)];
}

}  // namespace broadcast_model_internal

inline BroadcastModel ModelBroadcast(const Sizes& lhs, const Sizes& rhs, const Sizes& dims) {
  using namespace broadcast_model_internal;  // NOLINT
  BroadcastModel model;
  const size_t rank = lhs.size() > rhs.size() ? lhs.size() : rhs.size();
  const size_t low_rank = lhs.size() > rhs.size() ? rhs.size() : lhs.size();
  model.rule = ListRule(low_rank, rank, dims);
  if (!model.rule.empty()) return model;
  model.lhs_at = Placement(lhs, rank, dims);
  model.rhs_at = Placement(rhs, rank, dims);
  for (size_t d = 0; d < rank; ++d) {
    const int64_t a = SizeAt(lhs, model.lhs_at[d]);
    const int64_t b = SizeAt(rhs, model.rhs_at[d]);
    // Compatible: equal, or one of them is 1. A size of 1 stretches to any other size, including 0.
    if (a != b && a != 1 && b != 1) model.rule = "broadcast.c2";
    model.result.push_back(a == 1 ? b : a);
  }
  return model;
}

inline int64_t CountOf(const Sizes& sizes) {
  int64_t count = 1;
  for (int64_t size : sizes) count *= size;
  return count;
}

// The index of the `position`-th element in row-major order.
inline Sizes IndexAt(const Sizes& sizes, int64_t position) {
  Sizes index(sizes.size());
  for (size_t d = sizes.size(); d-- > 0;) {
    index[d] = position % sizes[d];
    position /= sizes[d];
  }
  return index;
}

inline int64_t PositionOf(const Sizes& sizes, const Sizes& index) {
  int64_t position = 0;
  for (size_t d = 0; d < sizes.size(); ++d) position = position * sizes[d] + index[d];
  return position;
}

// The position in the operand of the element that meets `index` of the result: its own index there,
// or 0 where it is stretched.
inline int64_t SourcePosition(const Sizes& operand, const Sizes& at, const Sizes& index) {
  Sizes own(operand.size(), 0);
  for (size_t d = 0; d < at.size(); ++d) {
    if (at[d] < 0) continue;
    const size_t i = static_cast<size_t>(at[d]);
    own[i] = operand[i] == 1 ? 0 : index[d];
  }
  return PositionOf(operand, own);
}

// lhs holds 1000 * position, rhs holds position: each value of lhs + rhs tells where both came
// from.
inline std::vector<int32_t> ModelValues(const Sizes& lhs, const Sizes& rhs,
                                        const BroadcastModel& model) {
  std::vector<int32_t> values;
  const int64_t count = CountOf(model.result);
  for (int64_t position = 0; position < count; ++position) {
    const Sizes index = IndexAt(model.result, position);
    const int64_t value =
        1000 * SourcePosition(lhs, model.lhs_at, index) + SourcePosition(rhs, model.rhs_at, index);
    values.push_back(static_cast<int32_t>(value));
  }
  return values;
}

}  // namespace hloom::testing_support

#endif  // HLOOM_TESTS_SUPPORT_MODELS_BROADCAST_MODEL_H_
