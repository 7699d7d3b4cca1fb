#include "builder/lib/constants.h"

#include "base/article.h"
#include "base/str_cat.h"
#include "builder/lib/library_util.h"
#include "literal/convert.h"

namespace hloom {

namespace {

constexpr Rule kConstantsRules[] = {
    {"full.c1", "the shape is that of an array, and none of its dimensions is dynamic"},
    {"full.c2", "the value is a scalar of the array's element type"},
    {"full.c3",
     "a number that becomes a scalar of a type is one that the type has, but for rounding"},
};

XlaOp Scalar(std::string_view function, XlaBuilder* builder, PrimitiveType type, TypeValue value) {
  return InBuilder(builder, [&]() -> StatusOr<XlaOp> {
    const StatusOr<Literal> literal = LiteralUtil::Make(type, value);
    if (!literal.ok()) return literal.status().WithOp(function);
    return ConstantLiteral(builder, *literal);
  });
}

Status CheckFullShape(std::string_view function, const Shape& shape) {
  const Status valid = ShapeUtil::ValidateShape(shape);
  if (!valid.ok()) return valid.WithOp(function);
  if (shape.IsArray() && shape.is_static()) return OkStatus();
  return InvalidArgument("full.c1")
      .Op(function)
      .Operand(shape)
      .Say(shape.IsArray() ? StrCat(shape.ToString(), " does not say how many elements there are")
                           : StrCat("makes an array, not ", shape.ToString()))
      .Help(shape.IsArray() ? "ZerosLike, OnesLike and FullLike take the live sizes of an array; "
                              "SetDimensionSize sets one"
                            : "give the shape of an array such as f32[2,3]");
}

Status CheckValue(std::string_view function, const Shape& shape, const Shape& value) {
  if (ShapeUtil::IsScalarWithElementType(value, shape.element_type())) return OkStatus();
  const std::string_view type = PrimitiveTypeText(shape.element_type());
  return InvalidArgument("full.c2")
      .Op(function)
      .Operand(shape)
      .Operand(value)
      .Say(StrCat(shape.ToString(), " cannot be filled with ", value.ToString()))
      .Help(value.IsArray() && value.rank() == 0
                ? StrCat("ConvertElementType makes the value ", WithArticle(type), "[]")
                : StrCat("the value is a scalar ", type, "[]; BroadcastInDim repeats arrays"));
}

bool IsNegativeInteger(const Literal& value) {
  if (!IsSignedIntegralType(value.shape().element_type())) return false;
  const StatusOr<Literal> wide = ConvertElements(value, S64);
  return wide.ok() && wide->Get<int64_t>({}) < 0;
}

// A scalar literal in another type. full.c3: integers must stay what they are, and nothing that is
// no integer becomes one.
StatusOr<Literal> NumberOfType(std::string_view function, const Literal& value,
                               PrimitiveType type) {
  const Shape& shape = value.shape();
  if (!shape.IsArray() || shape.rank() != 0) {  // full.c3
    return InvalidArgument("full.c3")
        .Op(function)
        .Say(StrCat("the value is ", shape.ToString(), ", not one number"))
        .Help("ConstantLiteral takes arrays");
  }
  const PrimitiveType from = shape.element_type();
  HLOOM_ASSIGN_OR_RETURN(Literal number, ConvertElements(value, type));
  bool has = !IsComplexType(from) || IsComplexType(type);
  if (!IsFloatingPointType(type) && !IsComplexType(type)) {
    HLOOM_ASSIGN_OR_RETURN(const Literal back, ConvertElements(number, from));
    has = !IsFloatingPointType(from) && !IsComplexType(from) && back == value &&
          IsNegativeInteger(number) == IsNegativeInteger(value);
  }
  if (has) return number;
  return InvalidArgument("full.c3")
      .Op(function)
      .Say(StrCat(value.ToString(), " is no ", PrimitiveTypeText(type), "[]"))
      .Help("ConvertElementType converts what a type does not have");
}

// Repeats a scalar to static sizes.
XlaOp Repeated(XlaOp value, Span<const int64_t> sizes) {
  return sizes.empty() ? value : Broadcast(value, sizes);
}

XlaOp FullOf(std::string_view function, XlaBuilder* builder, const Shape& shape, TypeValue value) {
  return InBuilder(builder, [&]() -> StatusOr<XlaOp> {
    HLOOM_RETURN_IF_ERROR(CheckFullShape(function, shape));
    StatusOr<Literal> literal = LiteralUtil::Make(shape.element_type(), value);
    if (!literal.ok()) return literal.status().WithOp(function);
    return Repeated(ConstantLiteral(builder, *literal), shape.dimensions());
  });
}

XlaOp LikeOf(std::string_view function, XlaOp prototype, TypeValue value) {
  XlaBuilder* builder = prototype.builder();
  return InBuilder(builder, [&]() -> StatusOr<XlaOp> {
    HLOOM_ASSIGN_OR_RETURN(const Shape shape,
                           ArrayShapeFor(function, *builder, prototype, TypeSet::kArray, ""));
    const XlaOp full = FullOf(function, builder, ShapeUtil::MakeStaticShape(shape), value);
    return WithLiveSizesOf(prototype, shape, full);
  });
}

}  // namespace

Span<const Rule> FullRules() { return kConstantsRules; }

XlaOp Zero(XlaBuilder* builder, PrimitiveType type) {
  return Scalar("zero", builder, type, TypeValue::kZero);
}
XlaOp One(XlaBuilder* builder, PrimitiveType type) {
  return Scalar("one", builder, type, TypeValue::kOne);
}
XlaOp MinValue(XlaBuilder* builder, PrimitiveType type) {
  return Scalar("min_value", builder, type, TypeValue::kMin);
}
XlaOp MaxValue(XlaBuilder* builder, PrimitiveType type) {
  return Scalar("max_value", builder, type, TypeValue::kMax);
}

XlaOp MinFiniteValue(XlaBuilder* builder, PrimitiveType type) {
  return Scalar("min_finite_value", builder, type, TypeValue::kMinFinite);
}
XlaOp MaxFiniteValue(XlaBuilder* builder, PrimitiveType type) {
  return Scalar("max_finite_value", builder, type, TypeValue::kMaxFinite);
}
XlaOp Epsilon(XlaBuilder* builder, PrimitiveType type) {
  return Scalar("epsilon", builder, type, TypeValue::kEpsilon);
}
XlaOp MinPositiveNormalValue(XlaBuilder* builder, PrimitiveType type) {
  return Scalar("min_positive_normal_value", builder, type, TypeValue::kMinPositiveNormal);
}
XlaOp NanValue(XlaBuilder* builder, PrimitiveType type) {
  return Scalar("nan_value", builder, type, TypeValue::kNan);
}

XlaOp ConstantR0WithType(XlaBuilder* builder, PrimitiveType type, const Literal& value) {
  return InBuilder(builder, [&]() -> StatusOr<XlaOp> {
    HLOOM_ASSIGN_OR_RETURN(const Literal number,
                           NumberOfType("constant_r0_with_type", value, type));
    return ConstantLiteral(builder, number);
  });
}

XlaOp ScalarLike(XlaOp prototype, const Literal& value) {
  XlaBuilder* builder = prototype.builder();
  return InBuilder(builder, [&]() -> StatusOr<XlaOp> {
    HLOOM_ASSIGN_OR_RETURN(const Shape shape,
                           ArrayShapeFor("scalar_like", *builder, prototype, TypeSet::kArray, ""));
    HLOOM_ASSIGN_OR_RETURN(const Literal number,
                           NumberOfType("scalar_like", value, shape.element_type()));
    return ConstantLiteral(builder, number);
  });
}

XlaOp Zeros(XlaBuilder* builder, const Shape& shape) {
  return FullOf("zeros", builder, shape, TypeValue::kZero);
}
XlaOp Ones(XlaBuilder* builder, const Shape& shape) {
  return FullOf("ones", builder, shape, TypeValue::kOne);
}

XlaOp Full(XlaBuilder* builder, const Shape& shape, XlaOp value) {
  return InBuilder(builder, [&]() -> StatusOr<XlaOp> {
    HLOOM_RETURN_IF_ERROR(CheckFullShape("full", shape));
    HLOOM_ASSIGN_OR_RETURN(const Shape* given, builder->ShapeOf(value));
    HLOOM_RETURN_IF_ERROR(CheckValue("full", shape, *given));
    return Repeated(value, shape.dimensions());
  });
}

XlaOp ZerosLike(XlaOp prototype) { return LikeOf("zeros_like", prototype, TypeValue::kZero); }
XlaOp OnesLike(XlaOp prototype) { return LikeOf("ones_like", prototype, TypeValue::kOne); }

XlaOp FullLike(XlaOp prototype, XlaOp value) {
  XlaBuilder* builder = BuilderOf(prototype, value);
  return InBuilder(builder, [&]() -> StatusOr<XlaOp> {
    HLOOM_ASSIGN_OR_RETURN(const Shape shape,
                           ArrayShapeFor("full_like", *builder, prototype, TypeSet::kArray, ""));
    HLOOM_ASSIGN_OR_RETURN(const Shape* given, builder->ShapeOf(value));
    HLOOM_RETURN_IF_ERROR(CheckValue("full_like", shape, *given));
    return WithLiveSizesOf(prototype, shape, Repeated(value, shape.dimensions()));
  });
}

}  // namespace hloom
