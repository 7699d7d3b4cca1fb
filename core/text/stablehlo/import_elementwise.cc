// Elementwise operations of StableHLO.
#include <algorithm>

#include "base/str_cat.h"
#include "ops/elementwise/compare.h"
#include "ops/elementwise/conversion.h"
#include "text/stablehlo/import_scope.h"

namespace hloom::stablehlo {

namespace {

XlaOp ImportElementwise(OpScope& op) { return op.Plain(op.row.opcode); }

// ---- the order of complex numbers ----

// StableHLO orders complex numbers by their real parts, and by their imaginary parts where those are
// equal. HLO has no order of them:
//
//   a < b is Re(a) < Re(b) or (Re(a) == Re(b) and Im(a) < Im(b))
XlaOp CompareInOrder(XlaOp lhs, XlaOp rhs, ComparisonDirection direction) {
  const bool descending =
      direction == ComparisonDirection::kGt || direction == ComparisonDirection::kGe;
  const XlaOp real = Real(lhs), other_real = Real(rhs);
  const XlaOp apart =
      Compare(real, other_real, descending ? ComparisonDirection::kGt : ComparisonDirection::kLt);
  return Or(apart, And(Compare(real, other_real, ComparisonDirection::kEq),
                       Compare(Imag(lhs), Imag(rhs), direction)));
}
XlaOp LargerInOrder(XlaOp lhs, XlaOp rhs) {
  return Select(CompareInOrder(lhs, rhs, ComparisonDirection::kGt), lhs, rhs);
}
XlaOp SmallerInOrder(XlaOp lhs, XlaOp rhs) {
  return Select(CompareInOrder(lhs, rhs, ComparisonDirection::kLt), lhs, rhs);
}

// True if all operands are complex, and of one shape.
bool IsOfComplex(const OpScope& op) {
  const Shape& first = op.ShapeOf(size_t{0});
  if (!first.IsArray() || !IsComplexType(first.element_type())) return false;
  return std::all_of(op.operands.begin(), op.operands.end(), [&](XlaOp operand) {
    return ShapeUtil::EqualIgnoringLayout(op.ShapeOf(operand), first);
  });
}

XlaOp ImportMaximum(OpScope& op) {
  if (!IsOfComplex(op)) return ImportElementwise(op);
  return LargerInOrder(op.operands[0], op.operands[1]);
}
XlaOp ImportMinimum(OpScope& op) {
  if (!IsOfComplex(op)) return ImportElementwise(op);
  return SmallerInOrder(op.operands[0], op.operands[1]);
}

// The bounds may be scalars.
XlaOp ImportClamp(OpScope& op) {
  const Shape shape = op.ShapeOf(1);
  if (!shape.IsArray() || !IsComplexType(shape.element_type())) return ImportElementwise(op);
  for (const size_t bound : {size_t{0}, size_t{2}}) {
    const Shape& given = op.ShapeOf(bound);
    if (given.IsArray() && given.rank() == 0 && given.element_type() == shape.element_type()) {
      op.operands[bound] = op.BroadcastTo(op.operands[bound], shape, {});
    }
  }
  if (!IsOfComplex(op)) return ImportElementwise(op);
  return SmallerInOrder(LargerInOrder(op.operands[1], op.operands[0]), op.operands[2]);
}

XlaOp ImportAccurate(OpScope& op) {
  AccuracyAttributes attributes;
  const mlir::Attribute* const accuracy = op.Find("result_accuracy");
  if (accuracy != nullptr && accuracy->kind == mlir::Attribute::Kind::kStruct) {
    const mlir::Attribute* const mode = accuracy->Field("mode");
    const std::string_view name = mode == nullptr ? "DEFAULT" : mode->text;
    if (name == "HIGHEST") attributes.result_accuracy.set_mode(ResultAccuracy::HIGHEST);
    if (name == "TOLERANCE") {
      const auto number = [&](std::string_view field) {
        const mlir::Attribute* const value = accuracy->Field(field);
        if (value == nullptr) return 0.0;
        return value->kind == mlir::Attribute::Kind::kFloat ? value->number
                                                            : static_cast<double>(value->integer);
      };
      ResultAccuracy::Tolerance* const tolerance = attributes.result_accuracy.mutable_tolerance();
      tolerance->set_atol(number("atol"));
      tolerance->set_rtol(number("rtol"));
      tolerance->set_ulps(op.FieldInt(accuracy, "ulps"));
    }
  }
  return op.Add(op.row.opcode, op.operands, MakeAttributes(std::move(attributes)));
}

XlaOp ImportConvert(OpScope& op) { return ConvertElementType(op.operands[0], op.ResultType()); }

XlaOp ImportBitcastConvert(OpScope& op) {
  return BitcastConvertType(op.operands[0], op.ResultType());
}

XlaOp ImportReducePrecision(OpScope& op) {
  return op.Add(
      HloOpcode::kReducePrecision, op.operands,
      MakeAttributes(ReducePrecisionAttributes{.exponent_bits = op.Int("exponent_bits"),
                                               .mantissa_bits = op.Int("mantissa_bits")}));
}

constexpr ImportRow UnaryRow(std::string_view name, HloOpcode opcode) {
  return {.name = name,
          .import = ImportElementwise,
          .min_operands = 1,
          .max_operands = 1,
          .opcode = opcode};
}
constexpr ImportRow AccurateRow(std::string_view name, HloOpcode opcode) {
  return {.name = name,
          .import = ImportAccurate,
          .min_operands = 1,
          .max_operands = 1,
          .opcode = opcode};
}
constexpr ImportRow BinaryRow(std::string_view name, HloOpcode opcode,
                              XlaOp (*import)(OpScope& op) = ImportElementwise) {
  return {.name = name, .import = import, .min_operands = 2, .max_operands = 2, .opcode = opcode};
}
constexpr ImportRow TernaryRow(std::string_view name, HloOpcode opcode,
                               XlaOp (*import)(OpScope& op) = ImportElementwise) {
  return {.name = name, .import = import, .min_operands = 3, .max_operands = 3, .opcode = opcode};
}

constexpr ImportRow kElementwiseRows[] = {
    UnaryRow("stablehlo.abs", HloOpcode::kAbs),
    BinaryRow("stablehlo.add", HloOpcode::kAdd),
    BinaryRow("stablehlo.and", HloOpcode::kAnd),
    BinaryRow("stablehlo.atan2", HloOpcode::kAtan2),
    {"stablehlo.bitcast_convert", ImportBitcastConvert, 1, 1},
    AccurateRow("stablehlo.cbrt", HloOpcode::kCbrt),
    UnaryRow("stablehlo.ceil", HloOpcode::kCeil),
    TernaryRow("stablehlo.clamp", HloOpcode::kClamp, ImportClamp),
    {"stablehlo.compare", ImportCompare, 2, 2},
    BinaryRow("stablehlo.complex", HloOpcode::kComplex),
    {"stablehlo.convert", ImportConvert, 1, 1},
    AccurateRow("stablehlo.cosine", HloOpcode::kCos),
    UnaryRow("stablehlo.count_leading_zeros", HloOpcode::kClz),
    BinaryRow("stablehlo.divide", HloOpcode::kDivide),
    AccurateRow("stablehlo.exponential", HloOpcode::kExp),
    AccurateRow("stablehlo.exponential_minus_one", HloOpcode::kExpm1),
    UnaryRow("stablehlo.floor", HloOpcode::kFloor),
    UnaryRow("stablehlo.imag", HloOpcode::kImag),
    UnaryRow("stablehlo.is_finite", HloOpcode::kIsFinite),
    AccurateRow("stablehlo.log", HloOpcode::kLog),
    AccurateRow("stablehlo.log_plus_one", HloOpcode::kLog1p),
    AccurateRow("stablehlo.logistic", HloOpcode::kLogistic),
    BinaryRow("stablehlo.maximum", HloOpcode::kMaximum, ImportMaximum),
    BinaryRow("stablehlo.minimum", HloOpcode::kMinimum, ImportMinimum),
    BinaryRow("stablehlo.multiply", HloOpcode::kMultiply),
    UnaryRow("stablehlo.negate", HloOpcode::kNegate),
    UnaryRow("stablehlo.not", HloOpcode::kNot),
    BinaryRow("stablehlo.or", HloOpcode::kOr),
    UnaryRow("stablehlo.popcnt", HloOpcode::kPopulationCount),
    BinaryRow("stablehlo.power", HloOpcode::kPower),
    UnaryRow("stablehlo.real", HloOpcode::kReal),
    {"stablehlo.reduce_precision", ImportReducePrecision, 1, 1},
    BinaryRow("stablehlo.remainder", HloOpcode::kRemainder),
    UnaryRow("stablehlo.round_nearest_afz", HloOpcode::kRoundNearestAfz),
    UnaryRow("stablehlo.round_nearest_even", HloOpcode::kRoundNearestEven),
    AccurateRow("stablehlo.rsqrt", HloOpcode::kRsqrt),
    TernaryRow("stablehlo.select", HloOpcode::kSelect),
    BinaryRow("stablehlo.shift_left", HloOpcode::kShiftLeft),
    BinaryRow("stablehlo.shift_right_arithmetic", HloOpcode::kShiftRightArithmetic),
    BinaryRow("stablehlo.shift_right_logical", HloOpcode::kShiftRightLogical),
    UnaryRow("stablehlo.sign", HloOpcode::kSign),
    AccurateRow("stablehlo.sine", HloOpcode::kSin),
    AccurateRow("stablehlo.sqrt", HloOpcode::kSqrt),
    BinaryRow("stablehlo.subtract", HloOpcode::kSubtract),
    AccurateRow("stablehlo.tan", HloOpcode::kTan),
    AccurateRow("stablehlo.tanh", HloOpcode::kTanh),
    BinaryRow("stablehlo.xor", HloOpcode::kXor),
};

}  // namespace

// Also of chlo.broadcast_compare, whose operands are broadcast first.
XlaOp ImportCompare(OpScope& op) {
  constexpr std::string_view kDirections[] = {"EQ", "NE", "GE", "GT", "LE", "LT"};
  constexpr std::string_view kTypes[] = {"NOTYPE", "FLOAT",    "TOTALORDER",
                                         "SIGNED", "UNSIGNED", "WEAKORDER"};
  constexpr size_t kWeakOrder = 5;
  const size_t type = op.Choice("compare_type", kTypes, 0);
  CompareAttributes attributes = {
      .direction = static_cast<ComparisonDirection>(op.Choice("comparison_direction", kDirections)),
      .type = static_cast<ComparisonType>(type == kWeakOrder ? 0 : type),
      .order = type == kWeakOrder ? ComparisonOrder::kWeak : ComparisonOrder::kDefault};
  const bool has_order = attributes.direction != ComparisonDirection::kEq &&
                         attributes.direction != ComparisonDirection::kNe;
  if (has_order && op.error.ok() && type < 2 && IsOfComplex(op)) {
    return CompareInOrder(op.operands[0], op.operands[1], attributes.direction);
  }
  // HLO text and bytes leave out the type that follows from the operands.
  if (!op.operands.empty()) SimplifyComparison(attributes, op.ShapeOf(0).element_type());
  return op.Add(HloOpcode::kCompare, op.operands, MakeAttributes(attributes));
}

Span<const ImportRow> ElementwiseRows() { return kElementwiseRows; }

}  // namespace hloom::stablehlo
