// Rows of the elementwise binaries, unaries and Select.
#include "builder/defs/elementwise_rows.h"

namespace hloom {

namespace {

constexpr HloOpcode kSelectOps[] = {HloOpcode::kConditional, HloOpcode::kBroadcast,
                                    HloOpcode::kSelect};
constexpr Rule kSelectRules[] = {
    {"select.b1", "a choice between tuples is made by a pred[], and the tuples have one shape"}};
constexpr ArgumentSpec kSelectArguments[] = {
    {"pred", ArgumentKind::kOp, "a PRED array of the same dimensions, or a PRED scalar"},
    OrNumber("on_false", {"on_true", ArgumentKind::kOp, "what is taken where pred is true"}),
    OrNumber("on_true", {"on_false", ArgumentKind::kOp,
                         "what is taken where pred is false, of the same shape or a scalar"}),
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
          "quotient is within 4 ulps of its larger part, without overflow on the way.",
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
          "Gives PRED: whether each floating-point element is neither infinite nor NaN.",
          "const y = b.isFinite(b.constant([1, Infinity, NaN]));"),
      {"Select", 0, "elementwise ternary", kSelectOps, kSelectArguments, kSelectRules,
       [](XlaBuilder*, Arguments a) { return Select(a[0].op, a[1].op, a[2].op); },
       "Takes each element from on_true where pred is true, and from on_false where it is false. A "
       "scalar pred chooses a whole array, or one of two tuples of one shape. A scalar on_true or "
       "on_false beside arrays is repeated.",
       "Operation Semantics, Select", "const y = b.select(p, x, 0);"},
  };
  return kDefs;
}

}  // namespace hloom
