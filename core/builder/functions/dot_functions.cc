#include "builder/functions/dot_functions.h"

#include "base/str_cat.h"
#include "builder/functions/function_util.h"
#include "builder/functions/product_util.h"
#include "ops/contractions/dot.h"
#include "ops/contractions/ragged_dot.h"

namespace hloom {

namespace {

Status CheckRank(const XlaBuilder& builder, XlaOp op, std::string_view name) {
  HLOOM_ASSIGN_OR_RETURN(const Shape* const shape, builder.ShapeOf(op));
  if (!shape->IsArray() || shape->rank() > 0) return OkStatus();
  return InvalidArgument("dot_function.c1")
      .Op("dot")
      .Operand(*shape)
      .Say(StrCat(name, " is the scalar ", shape->ToString(),
                  ", which has no dimension to sum over"))
      .Help("multiply by scalars with Mul, or use DotGeneral without contracting dimensions")
      .At(builder.NextLocation(HloOpcode::kDot));
}

// Texts may ask for integers of floats, which builders do not make.
Status CheckPreferredType(const XlaBuilder& builder, XlaOp lhs, XlaOp rhs,
                          std::optional<PrimitiveType> preferred) {
  if (!preferred || !IsArrayType(*preferred)) return OkStatus();
  HLOOM_ASSIGN_OR_RETURN(const Shape* const left, builder.ShapeOf(lhs));
  HLOOM_ASSIGN_OR_RETURN(const Shape* const right, builder.ShapeOf(rhs));
  if (!left->IsArray() || !right->IsArray()) return OkStatus();  // for inference to say
  const Status status = CheckDotElementType(*left, *right, *preferred);
  if (status.ok()) return status;
  return status.WithOp("dot").WithLocation(builder.NextLocation(HloOpcode::kDot));
}

StatusOr<XlaOp> DoDot(XlaBuilder* builder, XlaOp lhs, XlaOp rhs,
                      const PrecisionConfig* precision_config,
                      std::optional<PrimitiveType> preferred_element_type) {
  HLOOM_RETURN_IF_ERROR(CheckRank(*builder, lhs, "lhs"));
  HLOOM_RETURN_IF_ERROR(CheckRank(*builder, rhs, "rhs"));
  HLOOM_RETURN_IF_ERROR(CheckPreferredType(*builder, lhs, rhs, preferred_element_type));
  HLOOM_ASSIGN_OR_RETURN(const Shape* const lhs_shape, builder->ShapeOf(lhs));
  DotDimensionNumbers numbers;
  numbers.add_lhs_contracting_dimensions(lhs_shape->rank() == 1 ? 0 : 1);
  numbers.add_rhs_contracting_dimensions(0);
  return AddProduct(builder, HloOpcode::kDot, {lhs, rhs},
                    MakeAttributes(DotAttributes{numbers, ConfigOf(precision_config), {}}),
                    preferred_element_type);
}

}  // namespace

XlaOp Dot(XlaOp lhs, XlaOp rhs, const PrecisionConfig* precision_config,
          std::optional<PrimitiveType> preferred_element_type) {
  XlaBuilder* builder = BuilderOf(lhs, rhs);
  return InBuilder(
      builder, [&] { return DoDot(builder, lhs, rhs, precision_config, preferred_element_type); });
}

XlaOp DotGeneral(XlaOp lhs, XlaOp rhs, const DotDimensionNumbers& dimension_numbers,
                 const PrecisionConfig* precision_config,
                 std::optional<PrimitiveType> preferred_element_type) {
  XlaBuilder* builder = BuilderOf(lhs, rhs);
  return InBuilder(builder, [&]() -> StatusOr<XlaOp> {
    HLOOM_RETURN_IF_ERROR(CheckPreferredType(*builder, lhs, rhs, preferred_element_type));
    return AddProduct(
        builder, HloOpcode::kDot, {lhs, rhs},
        MakeAttributes(DotAttributes{dimension_numbers, ConfigOf(precision_config), {}}),
        preferred_element_type);
  });
}

XlaOp RaggedDot(XlaOp lhs, XlaOp rhs, XlaOp group_sizes,
                const RaggedDotDimensionNumbers& dimension_numbers,
                const PrecisionConfig* precision_config,
                std::optional<PrimitiveType> preferred_element_type) {
  XlaBuilder* builder = BuilderOf(lhs, rhs);
  return InBuilder(builder, [&] {
    return AddProduct(
        builder, HloOpcode::kRaggedDot, {lhs, rhs, group_sizes},
        MakeAttributes(RaggedDotAttributes{dimension_numbers, ConfigOf(precision_config)}),
        preferred_element_type);
  });
}

XlaOp ScaledDot(XlaOp lhs, XlaOp rhs, XlaOp lhs_scale, XlaOp rhs_scale,
                const DotDimensionNumbers& dimension_numbers,
                const PrecisionConfig* precision_config,
                std::optional<PrimitiveType> preferred_element_type) {
  XlaBuilder* builder = BuilderOf(lhs, rhs);
  return InBuilder(builder, [&] {
    return AddProduct(
        builder, HloOpcode::kScaledDot, {lhs, rhs, lhs_scale, rhs_scale},
        MakeAttributes(ScaledDotAttributes{dimension_numbers, ConfigOf(precision_config)}),
        preferred_element_type);
  });
}

}  // namespace hloom
