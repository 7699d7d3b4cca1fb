// compare: IEEE partial order or total order.
#include "ops/elementwise/compare.h"

#include <algorithm>

#include "ops/infer_util.h"
#include "ops/mixed_precision.h"

namespace hloom {

namespace {

constexpr OperandSpec kLhsRhs[] = {{"lhs", "an array"}, {"rhs", "an array of the same shape"}};
constexpr Rule kCompareC1 = {
    "compare.c1",
    "the comparison type belongs to the element type: FLOAT to floats and complex numbers, "
    "TOTALORDER to floats, SIGNED to signed integers, UNSIGNED to unsigned integers and PRED"};
constexpr Rule kCompareC2 = {"compare.c2", "complex numbers are compared only with EQ and NE"};
constexpr Rule kCompareC3 = {"compare.c3",
                             "the order belongs to the element type, PARTIAL and TOTAL to floats, "
                             "PARTIAL to complex numbers, TOTAL to integers and PRED, and does not "
                             "contradict the comparison type; WEAK is not supported"};
constexpr Rule kCompareRules[] = {kElementwiseC1, kElementwiseC2, kCompareC1, kCompareC2,
                                  kCompareC3};

bool TypeFits(ComparisonType comparison, PrimitiveType type) {
  switch (comparison) {
    case ComparisonType::kDefault:
      return true;
    case ComparisonType::kFloat:
      return IsFloatingPointType(type) || IsComplexType(type);
    case ComparisonType::kTotalOrder:
      return IsFloatingPointType(type);
    case ComparisonType::kSigned:
      return FindPrimitiveType(type)->kind == TypeKind::kSigned;
    case ComparisonType::kUnsigned:
      return FindPrimitiveType(type)->kind == TypeKind::kUnsigned || type == PRED;
  }
  return false;
}

// The orders that elements of the type may have, compared by that comparison type.
Span<const ComparisonOrder> OrdersOf(ComparisonType comparison, PrimitiveType type) {
  using Order = ComparisonOrder;
  static constexpr Order kPartial[] = {Order::kDefault, Order::kPartial};
  static constexpr Order kTotal[] = {Order::kDefault, Order::kTotal};
  static constexpr Order kEither[] = {Order::kDefault, Order::kPartial, Order::kTotal};
  if (IsComplexType(type) || comparison == ComparisonType::kFloat) return kPartial;
  if (!IsFloatingPointType(type) || comparison == ComparisonType::kTotalOrder) return kTotal;
  return kEither;
}

bool OrderFits(const CompareAttributes& attributes, PrimitiveType type) {
  const Span<const ComparisonOrder> orders = OrdersOf(attributes.type, type);
  return std::find(orders.begin(), orders.end(), attributes.order) != orders.end();
}

Status CheckOrder(const CompareAttributes& attributes, PrimitiveType type) {
  if (OrderFits(attributes, type)) return OkStatus();
  if (attributes.order == ComparisonOrder::kWeak) {
    return Unimplemented(kCompareC3)
        .Say("`order=WEAK` is not supported"_msg)
        .Help("hloom compares in PARTIAL and in TOTAL order");
  }
  const bool typed = attributes.type != ComparisonType::kDefault;
  return InvalidArgument(kCompareC3)
      .Say(MessageCat(WithChoice("order", ComparisonOrderName(attributes.order)),
                      " does not go with ", PrimitiveTypeName(type), " elements",
                      typed
                          ? StrCat(" of the comparison type ", ComparisonTypeName(attributes.type))
                          : std::string()))
      .Help("leave the order out: it then follows the type");
}

StatusOr<Shape> InferCompare(const InferContext& context) {
  HLOOM_ASSIGN_OR_RETURN(Shape shape, InferElementwise(context));
  const ComparisonType comparison = context.attrs<CompareAttributes>().type;
  if (!TypeFits(comparison, shape.element_type())) {
    return InvalidArgument(kCompareC1)
        .Say(MessageCat(WithChoice("type", ComparisonTypeName(comparison)), " does not compare ",
                        PrimitiveTypeName(shape.element_type()), " elements"))
        .Help("leave the type out: it then follows the element type");
  }
  HLOOM_RETURN_IF_ERROR(CheckOrder(context.attrs<CompareAttributes>(), shape.element_type()));
  const ComparisonDirection direction = context.attrs<CompareAttributes>().direction;
  const bool equality =
      direction == ComparisonDirection::kEq || direction == ComparisonDirection::kNe;
  if (!equality && IsComplexType(shape.element_type())) {
    return InvalidArgument(kCompareC2)
        .Say(MessageCat(WithChoice("direction", ComparisonDirectionName(direction)),
                        " cannot compare ", PrimitiveTypeName(shape.element_type()), " elements"))
        .Help(
            "complex numbers have no order: compare their magnitudes, `Abs`, or with EQ and NE"_msg);
  }
  return ShapeUtil::ChangeElementType(shape, PRED);
}

void CompleteCompare(Attributes& attributes, Span<const Shape* const> operands) {
  if (operands.empty()) return;
  SimplifyComparison(static_cast<AttributesOf<CompareAttributes>&>(attributes).value,
                     operands[0]->element_type());
}

}  // namespace

void SimplifyComparison(CompareAttributes& attributes, PrimitiveType type) {
  if (!TypeFits(attributes.type, type) || !OrderFits(attributes, type)) return;
  const bool total =
      attributes.type == ComparisonType::kTotalOrder || attributes.order == ComparisonOrder::kTotal;
  attributes.type =
      total && IsFloatingPointType(type) ? ComparisonType::kTotalOrder : ComparisonType::kDefault;
  attributes.order = ComparisonOrder::kDefault;
}

bool IsTotalOrderOfFloats(const HloInstruction& compare) {
  const CompareAttributes& attributes = compare.attributes<CompareAttributes>();
  return attributes.type == ComparisonType::kTotalOrder ||
         (attributes.order == ComparisonOrder::kTotal &&
          IsFloatingPointType(compare.operand(0)->shape().element_type()));
}

constexpr OpDef kCompareDef = {
    .opcode = HloOpcode::kCompare,
    .name = "compare",
    .operands = kLhsRhs,
    .min_operands = 2,
    .max_operands = 2,
    .make_attributes = MakeDefaultAttributes<CompareAttributes>,
    .complete_attributes = CompleteCompare,
    .rules = kCompareRules,
    .imply_converts = UnifyOperands,
    .infer_shape = InferCompare,
    .traits = {.elementwise = true},
    .doc =
        "Compares each pair of elements; the result is PRED. Floats compare in IEEE's partial "
        "order (NaN is unequal to all, -0 equals +0), or with type=TOTALORDER as -NaN < -Inf < "
        "-Finite < -0 < +0 < +Finite < +Inf < +NaN.",
    .source = "Operation Semantics, Element-wise comparison operations",
};

}  // namespace hloom
