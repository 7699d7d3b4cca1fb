// Binaries with broadcasting, comparisons, unaries, select.
#include "base/str_cat.h"
#include "builder/functions/function_util.h"
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

// select.b1: a choice between tuples is made by a scalar, as a conditional whose branches give what
// they are given.
StatusOr<XlaOp> SelectTuple(XlaBuilder* builder, XlaOp pred, XlaOp on_true, XlaOp on_false,
                            const Shape& shape) {
  HLOOM_ASSIGN_OR_RETURN(const Shape* chooser, builder->ShapeOf(pred));
  HLOOM_ASSIGN_OR_RETURN(const Shape* other, builder->ShapeOf(on_false));
  if (!ShapeUtil::IsScalarWithElementType(*chooser, PRED) ||
      !ShapeUtil::Compatible(shape, *other)) {
    return Status(InvalidArgument("select.b1")
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

// Among scalars and arrays a scalar choice is repeated to the sizes of the arrays. Operands that
// are no arrays are left to the select, which says what is wrong with them.
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

}  // namespace hloom
