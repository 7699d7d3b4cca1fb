// iota: values that count along one dimension.
#include "ops/data_movement/iota.h"

#include "ops/infer_util.h"

namespace hloom {

namespace {

constexpr Rule kIotaC1 = {
    "iota.c1", "the shape is an array of an integer, floating-point or complex type, not PRED"};
constexpr Rule kIotaC2 = {"iota.c2", "the shape is not a scalar"};
constexpr Rule kIotaC3 = {"iota.c3", "iota_dimension is a dimension of the shape"};
constexpr Rule kIotaRules[] = {kIotaC1, kIotaC2, kIotaC3};

StatusOr<Shape> InferIota(const InferContext& context) {
  const Shape& shape = *context.given_shape;
  if (!TypeSetContains(TypeSet::kArithmetic, shape.element_type())) {
    return InvalidArgument(kIotaC1)
        .Say(StrCat("cannot count in ", shape.ToString()))
        .Help("use an integer, floating-point or complex element type");
  }
  if (shape.rank() == 0) {
    return InvalidArgument(kIotaC2)
        .Say(StrCat("cannot count along a scalar, ", shape.ToString()))
        .Help("a scalar has no dimension; use the constant 0, or a shape of rank 1 and size 1");
  }
  const int64_t dimension = context.attrs<IotaAttributes>().iota_dimension;
  if (dimension < 0 || dimension >= shape.rank()) {
    return InvalidArgument(kIotaC3)
        .Say(StrCat(shape.ToString(), " has no dimension ", dimension))
        .Help(MessageCat("`iota_dimension` must be in 0.."_msg, shape.rank() - 1));
  }
  return GivenShape(context, ShapeUtil::MakeStaticShape(shape));
}

}  // namespace

constexpr OpDef kIotaDef = {
    .opcode = HloOpcode::kIota,
    .name = "iota",
    .make_attributes = MakeDefaultAttributes<IotaAttributes>,
    .rules = kIotaRules,
    .infer_shape = InferIota,
    .traits = {.shape_given = true},
    .doc =
        "Counts along iota_dimension: each element is its own index along that dimension, 0, 1, 2 "
        "and so on, converted to the element type.",
    .source = "Operation Semantics, Iota",
};

}  // namespace hloom
