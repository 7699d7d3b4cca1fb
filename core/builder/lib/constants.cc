#include "builder/lib/constants.h"

#include "base/article.h"
#include "base/str_cat.h"
#include "builder/argument_specs.h"
#include "builder/lib/library_util.h"
#include "literal/convert.h"

namespace hloom {

namespace {

constexpr Rule kFullC1 = {"full.c1",
                          "the shape is that of an array, and none of its dimensions is dynamic"};
constexpr Rule kFullC2 = {"full.c2", "the value is a scalar of the array's element type"};
constexpr Rule kFullC3 = {
    "full.c3",
    "a number that becomes a scalar of a type is one that the type has, but for rounding"};
constexpr Rule kConstantsRules[] = {kFullC1, kFullC2, kFullC3};

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
  return InvalidArgument(kFullC1)
      .Op(function)
      .Operand(shape)
      .Say(shape.IsArray() ? StrCat(shape.ToString(), " does not state its number of elements")
                           : StrCat("makes an array, not ", shape.ToString()))
      .Help(shape.IsArray()
                ? "`ZerosLike`, `OnesLike` and `FullLike` take the live sizes of an array; "
                  "`SetDimensionSize` sets one"_msg
                : "give the shape of an array such as f32[2,3]");
}

Status CheckValue(std::string_view function, const Shape& shape, const Shape& value) {
  if (ShapeUtil::IsScalarWithElementType(value, shape.element_type())) return OkStatus();
  const std::string_view type = PrimitiveTypeText(shape.element_type());
  return InvalidArgument(kFullC2)
      .Op(function)
      .Operand(shape)
      .Operand(value)
      .Say(StrCat(shape.ToString(), " cannot be filled with ", value.ToString()))
      .Help(value.IsArray() && value.rank() == 0
                ? MessageCat("`ConvertElementType` makes the value "_msg, WithArticle(type), "[]")
                : MessageCat("the value is a scalar ", type,
                             "[]; `BroadcastInDim` repeats arrays"_msg));
}

bool IsNegativeInteger(const Literal& value) {
  if (!IsSignedIntegralType(value.shape().element_type())) return false;
  const StatusOr<Literal> wide = ConvertElements(value, S64);
  return wide.ok() && wide->Get<int64_t>({}) < 0;
}

// A scalar literal in another type. full.c3: integers must keep their values, and other numbers do
// not become integers.
StatusOr<Literal> NumberOfType(std::string_view function, const Literal& value,
                               PrimitiveType type) {
  const Shape& shape = value.shape();
  if (!shape.IsArray() || shape.rank() != 0) {
    return InvalidArgument(kFullC3)
        .Op(function)
        .Say(StrCat("the value is ", shape.ToString(), ", not one number"))
        .Help("`ConstantLiteral` takes arrays"_msg);
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
  return InvalidArgument(kFullC3)
      .Op(function)
      .Say(StrCat(value.ToString(), " is not ", PrimitiveTypeText(type), "[]"))
      .Help("`ConvertElementType` converts values that the type does not have"_msg);
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

namespace {

constexpr std::string_view kValuesOfTypes = "values of types";
constexpr std::string_view kValuesSource = "XLA, client library, constants";

constexpr ArgumentSpec kTypeArguments[] = {{"type", kKind<PrimitiveType>, "the element type"}};
constexpr ArgumentSpec kOfTypeArguments[] = {
    kTypeArguments[0], OrNumber("type", {"value", kKind<Literal>,
                                         "a number, or a scalar literal, that the type has; "
                                         "floats are rounded"})};
constexpr ArgumentSpec kScalarLikeArguments[] = {
    {"prototype", ArgumentKind::kOp, "the array whose element type the scalar has"},
    OrNumber("prototype", {"value", kKind<Literal>,
                           "a number, or a scalar literal, that the type has; floats are "
                           "rounded"})};
constexpr HloOpcode kConstantOps[] = {HloOpcode::kConstant};

template <XlaOp (*kConstant)(XlaBuilder*, PrimitiveType)>
BuilderDef ConstantRow(std::string_view name, Documentation doc, Documentation example) {
  return {.name = name,
          .group = kValuesOfTypes,
          .lowers_to = kConstantOps,
          .arguments = kTypeArguments,
          .invoke = Invoke<kConstant>,
          .doc = doc,
          .source = kValuesSource,
          .example = example};
}

}  // namespace

Span<const BuilderDef> ConstantBuilderDefs() {
  static const BuilderDef kDefs[] = {
      ConstantRow<Zero>("Zero", "Returns the zero of a type; false for PRED.",
                        "const y = b.zero('S32');"),
      ConstantRow<One>("One", "Returns the one of a type; true for PRED.",
                       "const y = b.one('C64');"),
      {.name = "ConstantR0WithType",
       .group = kValuesOfTypes,
       .lowers_to = kConstantOps,
       .arguments = kOfTypeArguments,
       .rules = FullRules(),
       .invoke =
           InvokeOverload<XlaOp(XlaBuilder*, PrimitiveType, const Literal&), ConstantR0WithType>,
       .doc = "Returns a number as a scalar of a type.",
       .source = kValuesSource,
       .example = "const y = b.constantR0WithType('BF16', 0.1);"},
      {.name = "ScalarLike",
       .group = kValuesOfTypes,
       .lowers_to = kConstantOps,
       .arguments = kScalarLikeArguments,
       .rules = FullRules(),
       .invoke = InvokeOverload<XlaOp(XlaOp, const Literal&), ScalarLike>,
       .doc = "Returns a number as a scalar of an array's element type.",
       .source = kValuesSource,
       .example = "const y = b.add(x, b.scalarLike(x, 0.5));"},
      ConstantRow<MinValue>(
          "MinValue",
          "Returns the least value of a type: -Infinity if the type has it; false for PRED.",
          "const y = b.minValue('F32');"),
      ConstantRow<MaxValue>(
          "MaxValue",
          "Returns the greatest value of a type: Infinity if the type has it; true for PRED.",
          "const y = b.maxValue('S8');"),
      ConstantRow<MinFiniteValue>("MinFiniteValue", "Returns the least finite value of a type.",
                                  "const y = b.minFiniteValue('F16');"),
      ConstantRow<MaxFiniteValue>("MaxFiniteValue", "Returns the greatest finite value of a type.",
                                  "const y = b.maxFiniteValue('BF16');"),
      ConstantRow<Epsilon>(
          "Epsilon",
          "Returns the difference between 1 and the next number of a floating-point type.",
          "const y = b.epsilon('F32');"),
      ConstantRow<MinPositiveNormalValue>(
          "MinPositiveNormalValue",
          "Returns the least positive number of a floating-point type that has a full mantissa.",
          "const y = b.minPositiveNormalValue('F32');"),
      ConstantRow<NanValue>("NanValue", "Returns NaN in a type that has it.",
                            "const y = b.nanValue('F64');"),
  };
  return kDefs;
}

}  // namespace hloom
