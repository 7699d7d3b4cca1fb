// compare: IEEE partial order or total order.
#include "ops/compare.h"

#include <cstring>
#include <limits>

#include "ops/elementwise.h"
#include "ops/infer_util.h"

namespace hloom {

namespace {

constexpr OperandSpec kLhsRhs[] = {{"lhs", "an array"}, {"rhs", "an array of the same shape"}};
constexpr Rule kRules[] = {
    kSameShapeRule,
    kSameTypeRule,
    {"compare.c1",
     "the comparison type belongs to the element type: FLOAT and TOTALORDER to floats, SIGNED to "
     "signed integers, UNSIGNED to unsigned integers and PRED"},
};

bool TypeFits(ComparisonType comparison, PrimitiveType type) {
  switch (comparison) {
    case ComparisonType::kDefault:
      return true;
    case ComparisonType::kFloat:
    case ComparisonType::kTotalOrder:
      return IsFloatingPointType(type);
    case ComparisonType::kSigned:
      return FindPrimitiveType(type)->kind == TypeKind::kSigned;
    case ComparisonType::kUnsigned:
      return FindPrimitiveType(type)->kind == TypeKind::kUnsigned || type == PRED;
  }
  return false;
}

StatusOr<Shape> InferCompare(const InferContext& context) {
  HLOOM_ASSIGN_OR_RETURN(Shape shape, InferElementwise(context));
  const ComparisonType comparison = context.attrs<CompareAttributes>().type;
  if (!TypeFits(comparison, shape.element_type())) {  // compare.c1
    return InvalidArgument("compare.c1")
        .Say(StrCat("type=", ComparisonTypeName(comparison), " does not compare ",
                    PrimitiveTypeName(shape.element_type()), " elements"))
        .Help("leave the type out: it then follows the element type");
  }
  return ShapeUtil::ChangeElementType(shape, PRED);
}

template <ComparisonDirection kDirection>
struct Compare {
  template <typename T>
  static bool Apply(T a, T b) {
    if constexpr (kDirection == ComparisonDirection::kEq) return a == b;
    if constexpr (kDirection == ComparisonDirection::kNe) return a != b;
    if constexpr (kDirection == ComparisonDirection::kGe) return a >= b;
    if constexpr (kDirection == ComparisonDirection::kGt) return a > b;
    if constexpr (kDirection == ComparisonDirection::kLe) return a <= b;
    if constexpr (kDirection == ComparisonDirection::kLt) return a < b;
  }
};

// -NaN < -inf < ... < -0 < +0 < ... < inf < NaN: the bits as a sign-magnitude integer. For f32 -0
// (0x80000000) gives -1 and +0 gives 0; -inf (0xff800000) gives -2139095041.
template <typename T>
auto TotalOrderKey(T x) {
  using I = std::conditional_t<sizeof(T) == 4, int32_t, int64_t>;
  I bits;
  std::memcpy(&bits, &x, sizeof(T));
  return bits < 0 ? std::numeric_limits<I>::max() ^ bits : bits;
}

template <ComparisonDirection kDirection>
struct CompareTotalOrder {
  template <typename T>
  static bool Apply(T a, T b) {
    return Compare<kDirection>::Apply(TotalOrderKey(a), TotalOrderKey(b));
  }
};

using Evaluator = decltype(OpDef::evaluate);

template <template <ComparisonDirection> typename Functor, TypeSet kTypes>
constexpr Evaluator kByDirection[] = {
    EvaluateBinary<Functor<ComparisonDirection::kEq>, kTypes>,
    EvaluateBinary<Functor<ComparisonDirection::kNe>, kTypes>,
    EvaluateBinary<Functor<ComparisonDirection::kGe>, kTypes>,
    EvaluateBinary<Functor<ComparisonDirection::kGt>, kTypes>,
    EvaluateBinary<Functor<ComparisonDirection::kLe>, kTypes>,
    EvaluateBinary<Functor<ComparisonDirection::kLt>, kTypes>,
};

StatusOr<Literal> EvaluateCompare(EvalContext& context, const HloInstruction& instruction,
                                  Operands operands) {
  const CompareAttributes& attributes = instruction.attributes<CompareAttributes>();
  const auto direction = static_cast<size_t>(attributes.direction);
  return attributes.type == ComparisonType::kTotalOrder
             ? kByDirection<CompareTotalOrder, TypeSet::kFloating>[direction](context, instruction,
                                                                              operands)
             : kByDirection<Compare, TypeSet::kAny>[direction](context, instruction, operands);
}

}  // namespace

extern const OpDef kCompareDef;
constexpr OpDef kCompareDef = {
    .opcode = HloOpcode::kCompare,
    .name = "compare",
    .operands = kLhsRhs,
    .min_operands = 2,
    .max_operands = 2,
    .make_attributes = MakeDefaultAttributes<CompareAttributes>,
    .rules = kRules,
    .infer_shape = InferCompare,
    .evaluate = EvaluateCompare,
    .traits = {.elementwise = true},
    .doc =
        "Compares each pair of elements; PRED. Floats compare in IEEE's partial order (NaN is "
        "unequal to all, -0 "
        "equals +0), or with type=TOTALORDER as -NaN < -Inf < -Finite < -0 < +0 < +Finite < +Inf < "
        "+NaN.",
    .source = "Operation Semantics, Element-wise comparison operations",
};

}  // namespace hloom
