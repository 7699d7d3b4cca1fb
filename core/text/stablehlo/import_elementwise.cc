// Elementwise operations of StableHLO.
#include "base/str_cat.h"
#include "ops/elementwise/compare.h"
#include "ops/elementwise/conversion.h"
#include "text/stablehlo/import_scope.h"

namespace hloom::stablehlo {

namespace {

XlaOp ImportOpcode(OpScope& op) { return op.Plain(RowOf(op).opcode); }

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
  return op.Add(RowOf(op).opcode, op.operands, MakeAttributes(std::move(attributes)));
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

constexpr ImportRow Unary(std::string_view name, HloOpcode opcode) {
  return {
      .name = name, .import = ImportOpcode, .min_operands = 1, .max_operands = 1, .opcode = opcode};
}
constexpr ImportRow Accurate(std::string_view name, HloOpcode opcode) {
  return {.name = name,
          .import = ImportAccurate,
          .min_operands = 1,
          .max_operands = 1,
          .opcode = opcode};
}
constexpr ImportRow Binary(std::string_view name, HloOpcode opcode) {
  return {
      .name = name, .import = ImportOpcode, .min_operands = 2, .max_operands = 2, .opcode = opcode};
}
constexpr ImportRow Ternary(std::string_view name, HloOpcode opcode) {
  return {
      .name = name, .import = ImportOpcode, .min_operands = 3, .max_operands = 3, .opcode = opcode};
}

constexpr ImportRow kRows[] = {
    Unary("stablehlo.abs", HloOpcode::kAbs),
    Binary("stablehlo.add", HloOpcode::kAdd),
    Binary("stablehlo.and", HloOpcode::kAnd),
    Binary("stablehlo.atan2", HloOpcode::kAtan2),
    {"stablehlo.bitcast_convert", ImportBitcastConvert, 1, 1},
    Accurate("stablehlo.cbrt", HloOpcode::kCbrt),
    Unary("stablehlo.ceil", HloOpcode::kCeil),
    Ternary("stablehlo.clamp", HloOpcode::kClamp),
    {"stablehlo.compare", ImportCompare, 2, 2},
    Binary("stablehlo.complex", HloOpcode::kComplex),
    {"stablehlo.convert", ImportConvert, 1, 1},
    Accurate("stablehlo.cosine", HloOpcode::kCos),
    Unary("stablehlo.count_leading_zeros", HloOpcode::kClz),
    Binary("stablehlo.divide", HloOpcode::kDivide),
    Accurate("stablehlo.exponential", HloOpcode::kExp),
    Accurate("stablehlo.exponential_minus_one", HloOpcode::kExpm1),
    Unary("stablehlo.floor", HloOpcode::kFloor),
    Unary("stablehlo.imag", HloOpcode::kImag),
    Unary("stablehlo.is_finite", HloOpcode::kIsFinite),
    Accurate("stablehlo.log", HloOpcode::kLog),
    Accurate("stablehlo.log_plus_one", HloOpcode::kLog1p),
    Accurate("stablehlo.logistic", HloOpcode::kLogistic),
    Binary("stablehlo.maximum", HloOpcode::kMaximum),
    Binary("stablehlo.minimum", HloOpcode::kMinimum),
    Binary("stablehlo.multiply", HloOpcode::kMultiply),
    Unary("stablehlo.negate", HloOpcode::kNegate),
    Unary("stablehlo.not", HloOpcode::kNot),
    Binary("stablehlo.or", HloOpcode::kOr),
    Unary("stablehlo.popcnt", HloOpcode::kPopulationCount),
    Binary("stablehlo.power", HloOpcode::kPower),
    Unary("stablehlo.real", HloOpcode::kReal),
    {"stablehlo.reduce_precision", ImportReducePrecision, 1, 1},
    Binary("stablehlo.remainder", HloOpcode::kRemainder),
    Unary("stablehlo.round_nearest_afz", HloOpcode::kRoundNearestAfz),
    Unary("stablehlo.round_nearest_even", HloOpcode::kRoundNearestEven),
    Accurate("stablehlo.rsqrt", HloOpcode::kRsqrt),
    Ternary("stablehlo.select", HloOpcode::kSelect),
    Binary("stablehlo.shift_left", HloOpcode::kShiftLeft),
    Binary("stablehlo.shift_right_arithmetic", HloOpcode::kShiftRightArithmetic),
    Binary("stablehlo.shift_right_logical", HloOpcode::kShiftRightLogical),
    Unary("stablehlo.sign", HloOpcode::kSign),
    Accurate("stablehlo.sine", HloOpcode::kSin),
    Accurate("stablehlo.sqrt", HloOpcode::kSqrt),
    Binary("stablehlo.subtract", HloOpcode::kSubtract),
    Accurate("stablehlo.tan", HloOpcode::kTan),
    Accurate("stablehlo.tanh", HloOpcode::kTanh),
    Binary("stablehlo.xor", HloOpcode::kXor),
};

}  // namespace

// Also of chlo.broadcast_compare, whose operands are broadcast first.
XlaOp ImportCompare(OpScope& op) {
  constexpr std::string_view kDirections[] = {"EQ", "NE", "GE", "GT", "LE", "LT"};
  constexpr std::string_view kTypes[] = {"NOTYPE", "FLOAT", "TOTALORDER", "SIGNED", "UNSIGNED"};
  return op.Add(HloOpcode::kCompare, op.operands,
                MakeAttributes(CompareAttributes{
                    .direction = static_cast<ComparisonDirection>(
                        op.Choice("comparison_direction", kDirections)),
                    .type = static_cast<ComparisonType>(op.Choice("compare_type", kTypes, 0))}));
}

Span<const ImportRow> ElementwiseRows() { return kRows; }

}  // namespace hloom::stablehlo
