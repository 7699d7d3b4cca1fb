// Attributes of reshape; reshapes of arrays with dynamic dimensions.
#ifndef HLOOM_OPS_DATA_MOVEMENT_RESHAPE_H_
#define HLOOM_OPS_DATA_MOVEMENT_RESHAPE_H_

#include "base/status.h"
#include "hlo/attributes/integers.h"
#include "shape/shape_util.h"

namespace hloom {

struct ReshapeAttributes {
  static constexpr AttributeField kInferredDimension = {
      .name = "inferred_dimension",
      .proto_field = 14,
      .doc =
          "the dimension of the result whose size follows from the others: if the elements of a "
          "dynamic dimension go into several dimensions, this one is dynamic. -1 means none",
      .omit_default = true};

  InferredDimension inferred_dimension;

  template <typename V>
  void visit(V& v) {
    v(kInferredDimension, inferred_dimension);
  }
};

// The shape of `operand`, an array, reshaped to `sizes`, which have the same product; in the
// default layout. A dynamic dimension of the operand goes, with its neighbors, into the one
// dimension of the result that has their elements:
//
//   f32[<=4,3]     to {12}      f32[<=12]     3 live elements a row
//   f32[2,<=4]     to {2,1,4}   f32[2,1,<=4]
//   f32[<=6]       to {2,3}     refused, reshape.c3: which of the two would be dynamic?
//
// If elements go into several dimensions, `inferred_dimension` decides, if it is one of them:
// f32[<=6] to {2,3} gives f32[<=2,3] for 0, f32[2,<=3] for 1.
StatusOr<Shape> InferReshapeShape(const Shape& operand, Span<const int64_t> sizes,
                                  int64_t inferred_dimension = -1);

// The static shape of a reshape from `bounds` to `result` where the operand's live elements have
// the shape `live`: f32[<=4,3] to f32[<=12] with f32[2,3] alive gives f32[6]. reshape.c5: the live
// elements fill the inferred dimension; f32[<=6] to f32[<=2,3] takes 0, 3 or 6 of them.
StatusOr<Shape> LiveReshapeShape(const Shape& bounds, const Shape& result, const Shape& live,
                                 int64_t inferred_dimension);

}  // namespace hloom

#endif  // HLOOM_OPS_DATA_MOVEMENT_RESHAPE_H_
