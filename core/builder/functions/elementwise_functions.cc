// Binaries with broadcasting, comparisons, unaries, select.
#include "base/str_cat.h"
#include "builder/elementwise_rows.h"
#include "builder/functions/function_util.h"
#include "builder/rules.h"
#include "ops/elementwise/compare.h"
#include "ops/infer_util.h"

namespace hloom {

namespace {

// Compares in the total order, which for integers is their only order.
XlaOp TotalOrder(XlaOp lhs, XlaOp rhs, Span<const int64_t> broadcast_dimensions,
                 ComparisonDirection direction) {
  ComparisonType type = ComparisonType::kTotalOrder;
  if (lhs.builder() != nullptr) {
    const StatusOr<Shape> shape = lhs.builder()->GetShape(lhs);
    if (shape.ok() && !IsFloatingPointType(shape->element_type())) type = ComparisonType::kDefault;
  }
  return Compare(lhs, rhs, broadcast_dimensions, direction, type);
}

}  // namespace

#define HLOOM_BINARY(Function, opcode)                                             \
  XlaOp Function(XlaOp lhs, XlaOp rhs, Span<const int64_t> broadcast_dimensions) { \
    return ApplyBinary(lhs, rhs, broadcast_dimensions, HloOpcode::opcode);         \
  }
HLOOM_BINARY(Add, kAdd)
HLOOM_BINARY(Sub, kSubtract)
HLOOM_BINARY(Mul, kMultiply)
HLOOM_BINARY(Div, kDivide)
HLOOM_BINARY(Max, kMaximum)
HLOOM_BINARY(Min, kMinimum)
HLOOM_BINARY(And, kAnd)
HLOOM_BINARY(Or, kOr)
HLOOM_BINARY(Xor, kXor)
#undef HLOOM_BINARY

XlaOp Compare(XlaOp lhs, XlaOp rhs, Span<const int64_t> broadcast_dimensions,
              ComparisonDirection direction, ComparisonType compare_type) {
  XlaBuilder* builder = BuilderOf(lhs, rhs);
  return InBuilder(builder, [&]() -> StatusOr<XlaOp> {
    CompareAttributes attributes{direction, compare_type};
    HLOOM_ASSIGN_OR_RETURN(const Shape shape, builder->GetShape(lhs));
    SimplifyComparison(attributes, shape.element_type());
    return BroadcastAndApply(builder, lhs, rhs, broadcast_dimensions, HloOpcode::kCompare,
                             MakeAttributes(attributes));
  });
}
XlaOp Compare(XlaOp lhs, XlaOp rhs, Span<const int64_t> broadcast_dimensions,
              ComparisonDirection direction) {
  return Compare(lhs, rhs, broadcast_dimensions, direction, ComparisonType::kDefault);
}
XlaOp Compare(XlaOp lhs, XlaOp rhs, ComparisonDirection direction) {
  return Compare(lhs, rhs, {}, direction, ComparisonType::kDefault);
}

#define HLOOM_COMPARISON(Function, direction)                                                  \
  XlaOp Function(XlaOp lhs, XlaOp rhs, Span<const int64_t> broadcast_dimensions) {             \
    return Compare(lhs, rhs, broadcast_dimensions, ComparisonDirection::direction);            \
  }                                                                                            \
  XlaOp Function##TotalOrder(XlaOp lhs, XlaOp rhs, Span<const int64_t> broadcast_dimensions) { \
    return TotalOrder(lhs, rhs, broadcast_dimensions, ComparisonDirection::direction);         \
  }
HLOOM_COMPARISON(Eq, kEq)
HLOOM_COMPARISON(Ne, kNe)
HLOOM_COMPARISON(Ge, kGe)
HLOOM_COMPARISON(Gt, kGt)
HLOOM_COMPARISON(Le, kLe)
HLOOM_COMPARISON(Lt, kLt)
#undef HLOOM_COMPARISON

XlaOp Neg(XlaOp operand) { return ApplyUnary(operand, HloOpcode::kNegate); }
XlaOp Exp(XlaOp operand, const std::optional<ResultAccuracy>& result_accuracy) {
  return ApplyAccurate(operand, HloOpcode::kExp, result_accuracy);
}
XlaOp IsFinite(XlaOp operand) { return ApplyUnary(operand, HloOpcode::kIsFinite); }

namespace {

// select.b1: a scalar chooses between tuples, as in a conditional whose branches return their
// operands.
StatusOr<XlaOp> SelectTuple(XlaBuilder* builder, XlaOp pred, XlaOp on_true, XlaOp on_false,
                            const Shape& shape) {
  HLOOM_ASSIGN_OR_RETURN(const Shape* chooser, builder->ShapeOf(pred));
  HLOOM_ASSIGN_OR_RETURN(const Shape* other, builder->ShapeOf(on_false));
  if (!ShapeUtil::IsScalarWithElementType(*chooser, PRED) ||
      !ShapeUtil::Compatible(shape, *other)) {
    return Status(InvalidArgument(kSelectB1)
                      .Op("select")
                      .Operand(*chooser)
                      .Operand(shape)
                      .Operand(*other)
                      .Say(StrCat(chooser->ToString(), " cannot choose between ", shape.ToString(),
                                  " and ", other->ToString()))
                      .Help("between tuples of one shape a pred[] chooses")
                      .At(builder->NextLocation(HloOpcode::kSelect)));
  }
  XlaBuilder branch("select_tuple");
  Parameter(&branch, 0, DynamicInEither(shape, *other), "chosen");
  HLOOM_ASSIGN_OR_RETURN(const XlaComputation same, branch.Build());
  return builder->AddInstruction({.opcode = HloOpcode::kConditional,
                                  .operands = {pred, on_true, on_false},
                                  .called_computations = {&same, &same}});
}

// Scalar choices are broadcast to the sizes of arrays. The select refuses operands that are not
// arrays.
Status RepeatScalars(XlaBuilder* builder, XlaOp pred, XlaOp& on_true, XlaOp& on_false) {
  const Shape* full = nullptr;
  for (const XlaOp& op : {pred, on_false, on_true}) {
    const StatusOr<const Shape*> shape = builder->ShapeOf(op);
    if (!shape.ok() || !(*shape)->IsArray()) return OkStatus();
    if ((*shape)->rank() > 0) full = *shape;
  }
  if (full == nullptr) return OkStatus();
  for (XlaOp* op : {&on_true, &on_false}) {
    HLOOM_ASSIGN_OR_RETURN(const Shape* shape, builder->ShapeOf(*op));
    if (shape->rank() == 0) *op = Broadcast(*op, full->dimensions());
  }
  return OkStatus();
}

}  // namespace

XlaOp Select(XlaOp pred, XlaOp on_true, XlaOp on_false) {
  XlaBuilder* builder = pred.builder() ? pred.builder() : BuilderOf(on_true, on_false);
  return InBuilder(builder, [&]() -> StatusOr<XlaOp> {
    const StatusOr<const Shape*> shape = builder->ShapeOf(on_true);
    if (shape.ok() && (*shape)->IsTuple()) {
      return SelectTuple(builder, pred, on_true, on_false, **shape);
    }
    HLOOM_RETURN_IF_ERROR(RepeatScalars(builder, pred, on_true, on_false));
    return builder->AddInstruction(
        {.opcode = HloOpcode::kSelect, .operands = {pred, on_true, on_false}});
  });
}

XlaOp operator-(XlaOp x) { return Neg(x); }
XlaOp operator+(XlaOp x, XlaOp y) { return Add(x, y); }
XlaOp operator-(XlaOp x, XlaOp y) { return Sub(x, y); }
XlaOp operator*(XlaOp x, XlaOp y) { return Mul(x, y); }
XlaOp operator/(XlaOp x, XlaOp y) { return Div(x, y); }
XlaOp operator%(XlaOp x, XlaOp y) { return Rem(x, y); }
XlaOp operator~(XlaOp x) { return Not(x); }
XlaOp operator&(XlaOp x, XlaOp y) { return And(x, y); }
XlaOp operator|(XlaOp x, XlaOp y) { return Or(x, y); }
XlaOp operator^(XlaOp x, XlaOp y) { return Xor(x, y); }
XlaOp operator<<(XlaOp x, XlaOp y) { return ShiftLeft(x, y); }
XlaOp operator>>(XlaOp x, XlaOp y) {
  XlaBuilder* builder = BuilderOf(x, y);
  return InBuilder(builder, [&]() -> StatusOr<XlaOp> {
    HLOOM_ASSIGN_OR_RETURN(const Shape* shape, builder->ShapeOf(x));
    return IsUnsignedIntegralType(shape->element_type()) ? ShiftRightLogical(x, y)
                                                         : ShiftRightArithmetic(x, y);
  });
}

namespace {

constexpr HloOpcode kElementwiseSelectOps[] = {HloOpcode::kConditional, HloOpcode::kBroadcast,
                                               HloOpcode::kSelect};
constexpr Rule kSelectRules[] = {kSelectB1};
constexpr ArgumentSpec kElementwiseSelectArguments[] = {
    {"pred", ArgumentKind::kOp, "a PRED array of the same dimensions, or a PRED scalar"},
    OrNumber("on_false", {"on_true", ArgumentKind::kOp, "the values to take where pred is true"}),
    OrNumber("on_true", {"on_false", ArgumentKind::kOp,
                         "the values to take where pred is false, of the same shape or a scalar"}),
};

}  // namespace

Span<const BuilderDef> ElementwiseBuilderDefs() {
  static constexpr BuilderDef kDefs[] = {
      Binary<Add, HloOpcode::kAdd>(
          "Add", "Adds each pair of elements. Integers wrap; PREDs give their logical or.",
          "const y = b.add(x, v, { broadcastDimensions: [1] });\n"
          "const either = b.add(p, q);"),
      Binary<Sub, HloOpcode::kSubtract>(
          "Sub", "Subtracts rhs from lhs in each pair of elements. Integers wrap.",
          "const y = b.sub(x, v, { broadcastDimensions: [1] });"),
      Binary<Mul, HloOpcode::kMultiply>(
          "Mul", "Multiplies each pair of elements. Integers wrap; PREDs give their logical and.",
          "const y = b.mul(x, v, { broadcastDimensions: [1] });\n"
          "const both = b.mul(p, q);"),
      Binary<Div, HloOpcode::kDivide>(
          "Div",
          "Divides lhs by rhs in each pair of elements. Integers truncate toward zero; x/0 is -1, "
          "all ones for unsigned types; the least integer divided by -1 is itself. A complex "
          "quotient is within 4 ulps of its larger part; intermediate results do not overflow.",
          "const y = b.div(x, v, { broadcastDimensions: [1] });"),
      Binary<Max, HloOpcode::kMaximum>(
          "Max", "Takes the larger of each pair of elements. NaN propagates, -0 is less than +0.",
          "const y = b.max(x, v, { broadcastDimensions: [1] });"),
      Binary<Min, HloOpcode::kMinimum>(
          "Min", "Takes the smaller of each pair of elements. NaN propagates, -0 is less than +0.",
          "const y = b.min(x, v, { broadcastDimensions: [1] });"),
      Binary<And, HloOpcode::kAnd>(
          "And", "Computes the logical and of PREDs, the bitwise and of integers.",
          "const y = b.and(p, q);"),
      Binary<Or, HloOpcode::kOr>("Or",
                                 "Computes the logical or of PREDs, the bitwise or of integers.",
                                 "const y = b.or(p, q);"),
      Binary<Xor, HloOpcode::kXor>(
          "Xor",
          "Computes the logical exclusive or of PREDs, the bitwise exclusive or of integers.",
          "const y = b.xor(p, q);"),
      Unary<Neg, HloOpcode::kNegate>("Neg", "Negates each element. Integers wrap.",
                                     "const y = b.neg(w);"),
      Accurate<Exp, HloOpcode::kExp>(
          "Exp", "Computes the natural exponential e^x of each floating-point or complex element.",
          "const y = b.exp(x);"),
      Unary<IsFinite, HloOpcode::kIsFinite>(
          "IsFinite",
          "Returns PRED: true for each floating-point element that is neither infinite nor NaN.",
          "const y = b.isFinite(b.constant([1, Infinity, NaN]));"),
      {.name = "Select",
       .group = "elementwise ternary",
       .lowers_to = kElementwiseSelectOps,
       .arguments = kElementwiseSelectArguments,
       .rules = kSelectRules,
       .invoke = Invoke<Select>,
       .doc = "Takes each element from on_true where pred is true, and from on_false where it is "
              "false. A "
              "scalar pred chooses a whole array, or one of two tuples of the same shape. A scalar "
              "on_true or on_false is broadcast to the shape of the arrays.",
       .source = "Operation Semantics, Select",
       .example = "const y = b.select(p, x, 0);"},
  };
  return kDefs;
}

}  // namespace hloom
