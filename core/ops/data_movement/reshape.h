// Attributes of reshape; reshapes of arrays with dynamic dimensions.
#ifndef HLOOM_OPS_DATA_MOVEMENT_RESHAPE_H_
#define HLOOM_OPS_DATA_MOVEMENT_RESHAPE_H_

#include "base/status.h"
#include "hlo/attributes/inferred_dimension.h"
#include "shape/shape_util.h"

namespace hloom {

struct ReshapeAttributes {
  static constexpr AttributeField kInferredDimension = {
      .name = "inferred_dimension",
      .proto_field = 14,
      .doc = "the dimension of the result whose size followed from the others; it changes nothing",
      .omit_default = true};

  InferredDimension inferred_dimension;

  template <typename V>
  void visit(V& v) {
    v(kInferredDimension, inferred_dimension);
  }
};

// The shape of `operand`, an array, reshaped to `sizes`, which have the same product; in the
// default layout. A dynamic dimension of the operand goes, with its neighbours, into the one
// dimension of the result that has their elements:
//
//   f32[<=4,3]     to {12}      f32[<=12]     3 live elements a row
//   f32[2,<=4]     to {2,1,4}   f32[2,1,<=4]
//   f32[<=6]       to {2,3}     refused, reshape.c3: which of the two would be dynamic?
StatusOr<Shape> InferReshapeShape(const Shape& operand, Span<const int64_t> sizes);

// The static shape of a reshape from `bounds` to `result` where the operand's live elements have
// the shape `live`: f32[<=4,3] to f32[<=12] with f32[2,3] alive gives f32[6].
Shape LiveReshapeShape(const Shape& bounds, const Shape& result, const Shape& live);

}  // namespace hloom

#endif  // HLOOM_OPS_DATA_MOVEMENT_RESHAPE_H_
