#include "builder/lib/one_hot.h"

#include "base/str_cat.h"
#include "builder/lib/library_util.h"

namespace hloom {

namespace {

constexpr Rule kOneHotC1 = {"one_hot.c1", "depth is not negative"};
constexpr Rule kOneHotC2 = {"one_hot.c2",
                            "axis is a dimension of the result: 0 up to the rank of the indices"};
constexpr Rule kOneHotRules[] = {kOneHotC1, kOneHotC2};

Status CheckOneHot(const Shape& indices, int64_t depth, int64_t axis) {
  if (depth < 0) {
    return InvalidArgument(kOneHotC1)
        .Op("one_hot")
        .Operand(indices)
        .Say(MessageCat(WithValue("depth", depth), " is negative"))
        .Help("depth is the number of classes, the length of each vector");
  }
  if (axis >= 0 && axis <= indices.rank()) return OkStatus();
  return InvalidArgument(kOneHotC2)
      .Op("one_hot")
      .Operand(indices)
      .Say(MessageCat(WithValue("axis", axis), " is not a dimension of the result"))
      .Help(StrCat("the result has one dimension more than ", indices.ToString(), ": use 0..",
                   indices.rank(), ", or leave the axis out for the last"));
}

}  // namespace

Span<const Rule> OneHotRules() { return kOneHotRules; }

XlaOp OneHot(XlaOp indices, int64_t depth, int64_t axis, PrimitiveType element_type) {
  XlaBuilder* builder = indices.builder();
  return InBuilder(builder, [&]() -> StatusOr<XlaOp> {
    HLOOM_ASSIGN_OR_RETURN(
        const Shape shape,
        ArrayShapeFor("one_hot", *builder, indices, TypeSet::kIntegral,
                      "`ConvertElementType` makes integers of other numbers"_msg));
    HLOOM_RETURN_IF_ERROR(CheckOneHot(shape, depth, axis));
    for (const TypeValue value : {TypeValue::kZero, TypeValue::kOne}) {
      const Status has = LiteralUtil::Make(element_type, value).status();
      if (!has.ok()) return has.WithOp("one_hot");
    }
    std::vector<int64_t> sizes = shape.dimensions().ToVector();
    sizes.insert(sizes.begin() + axis, depth);
    const Shape classes = ShapeUtil::MakeShape(S64, sizes);
    const Status valid = ShapeUtil::ValidateShape(classes);
    if (!valid.ok()) return valid.WithOp("one_hot");
    // S64 holds every class. A U64 index beyond it becomes negative, and is not a class either way.
    const XlaOp wide = Converted(indices, shape.element_type(), S64);
    const XlaOp here = BroadcastInDim(wide, sizes, OtherDimensions(classes.rank(), {axis}));
    return ConvertElementType(Eq(here, Iota(builder, classes, axis)), element_type);
  });
}

}  // namespace hloom
