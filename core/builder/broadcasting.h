// Broadcasting of binary operations, and its explanation. The source is XLA's page "Broadcasting".
// One object has all information: error texts, `hloom explain`, pictures and tests render it, and
// the builder lowers by its steps.
//
//   lhs         rhs         broadcast_dimensions  result
//   f32[2,3]    f32[]       {}                    f32[2,3]    a scalar needs no dimensions
//   f32[2,3]    f32[3]      {1}                   f32[2,3]    in-dim: dimension 0 becomes 1
//   f32[2,3]    f32[3]      {}                    invalid     broadcast.c1: which dimension?
//   f32[2,3]    f32[3]      {0}                   invalid     broadcast.c2: sizes 2 and 3
//   f32[2,3,4]  f32[3,4]    {1,2}                 f32[2,3,4]
//   f32[2,3,4]  f32[4,3]    {2,1}                 invalid     broadcast.c4: not increasing
//   f32[2,1]    f32[1,3]    {}                    f32[2,3]    degenerate in both: an outer sum
//   f32[7,2,5]  f32[7,2,6]  {}                    invalid     broadcast.c2: sizes 5 and 6
//   f32[4]      f32[1,2]    {0}                   f32[4,2]    both at once
#ifndef HLOOM_BUILDER_BROADCASTING_H_
#define HLOOM_BUILDER_BROADCASTING_H_

#include <optional>
#include <string>
#include <vector>

#include "ops/op_def.h"

namespace hloom {

// The role of one operand in one dimension of the result.
struct BroadcastSide {
  enum class Origin { kOwn, kInDim, kNew };
  // kOwn: its own dimension of the same number. kInDim: one that broadcast_dimensions maps here.
  // kNew: it has none.
  Origin origin = Origin::kOwn;
  std::optional<int64_t> dimension;  // its own number of the dimension; none when new
  int64_t size = 1;                  // 1 when new
  bool expanded = false;             // its values repeat along this dimension
  bool dynamic = false;              // `size` is a bound
};

struct BroadcastDimension {
  enum class Verdict { kEqual, kLhsExpands, kRhsExpands, kNewInLhs, kNewInRhs, kMismatch };
  int64_t dimension = 0;
  int64_t size = 0;  // the result's size; meaningless on a mismatch
  BroadcastSide lhs;
  BroadcastSide rhs;
  Verdict verdict = Verdict::kEqual;

  // "dimension 0: rhs has no dimension 0, so it is repeated 2 times"
  std::string Sentence() const;
};

// The steps that the builder applies to one operand, in order.
struct BroadcastStep {
  bool on_lhs = false;
  bool is_reshape = false;  // else an HLO broadcast, with `dimensions`
  Shape from;
  Shape to;
  std::vector<int64_t> dimensions;

  std::string ToString() const;
};

struct BroadcastExplanation {
  Shape lhs;
  Shape rhs;
  std::vector<int64_t> broadcast_dimensions;
  Status status;  // OK, or the rule that is broken
  // When OK: the shape of an operation that keeps the operands' element type. It has their layout
  // if they share it and no step changes them, and is row-major otherwise.
  Shape result;
  std::vector<BroadcastDimension> dimensions;  // the result's dimensions, as far as they are known
  std::vector<BroadcastStep> steps;

  bool ok() const { return status.ok(); }
  // The shapes, a line for each dimension, and the steps or the error.
  std::string ToString() const;
};

std::string_view BroadcastOriginName(BroadcastSide::Origin origin);          // "in_dim"
std::string_view BroadcastVerdictName(BroadcastDimension::Verdict verdict);  // "rhs_expands"

// Explains how the operands are broadcast, or which rule is broken: one of broadcast.c1 to c8,
// type.c2 for an operand that is not an array, shape.c3 for a result or a step that is too large,
// or an error of ValidateShape for an operand. The builder refuses with the same status. Only a
// refusal makes text at once; a legal broadcast makes it on demand.
BroadcastExplanation ExplainBroadcast(const Shape& lhs, const Shape& rhs,
                                      Span<const int64_t> broadcast_dimensions);

// The arguments of a binary operation from which its explanation follows.
struct BroadcastOperands {
  ShapePtr lhs;
  ShapePtr rhs;
  std::vector<int64_t> broadcast_dimensions;

  BroadcastExplanation Explain() const {
    return ExplainBroadcast(*lhs, *rhs, broadcast_dimensions);
  }
};

// Returns whether an explanation of these shapes would have no steps and no error: they are static
// arrays of one element type and the same sizes. This is a fast path for the common case; if it
// returns false, call ExplainBroadcast.
bool MeetUnchanged(const Shape& lhs, const Shape& rhs, Span<const int64_t> broadcast_dimensions);

// Appends the steps that stretch the dimensions of size 1 of `from` to the sizes of `to`, of the
// same rank: a reshape that drops them, and a broadcast that brings them back. [1,2] to [4,2]:
// reshape to [2], broadcast with dimensions={1}.
void AppendDegenerateSteps(bool on_lhs, const Shape& from, const Shape& to,
                           std::vector<BroadcastStep>& steps);

Span<const Rule> BroadcastRules();

}  // namespace hloom

#endif  // HLOOM_BUILDER_BROADCASTING_H_
