// Forms of elementwise operations, and those that several files share.
#include "hlo/attributes/result_accuracy.h"
#include "ops/elementwise/compare.h"
#include "ops/elementwise/conversion.h"
#include "text/stablehlo/export_forms.h"

namespace hloom::stablehlo_text {

Operation WholeOperation(FormWriter& writer, const StableHloForm& form) {
  return {.name = form.name,
          .operands = writer.AllOperands(),
          .results = LeafShapes(writer.instruction().shape())};
}

void EmitSame(FormWriter& writer, const StableHloForm& form) {
  const Operation operation = WholeOperation(writer, form);
  writer.GiveFrom(writer.Pretty(operation, Types::kSame), 1);
}

void EmitFunctional(FormWriter& writer, const StableHloForm& form) {
  const Operation operation = WholeOperation(writer, form);
  writer.GiveFrom(writer.Pretty(operation, Types::kFunction), operation.results.size());
}

void EmitNothing(FormWriter& writer, const StableHloForm&) { writer.Give(writer.unresolved(0)); }

namespace {

constexpr StableHloForm Same(std::string_view name) { return {.name = name, .emit = EmitSame}; }

// ---- CHLO ----

void EmitArrow(FormWriter& writer, const StableHloForm& form) {
  const Operation operation = WholeOperation(writer, form);
  writer.GiveFrom(writer.Pretty(operation, Types::kArrow), 1);
}
constexpr StableHloForm Chlo(std::string_view name) { return {.name = name, .emit = EmitArrow}; }

// ---- functions with an accuracy ----

// Fields that are zero are left out, as StableHLO does.
std::string AccuracyText(const ResultAccuracy& accuracy) {
  std::string fields;
  if (accuracy.has_tolerance()) {
    const ResultAccuracy::Tolerance& tolerance = accuracy.tolerance();
    if (tolerance.atol() != 0) StrAppend(fields, "atol = ", DoubleText(tolerance.atol()), ", ");
    if (tolerance.rtol() != 0) StrAppend(fields, "rtol = ", DoubleText(tolerance.rtol()), ", ");
    if (tolerance.ulps() != 0) StrAppend(fields, "ulps = ", tolerance.ulps(), ", ");
  }
  return StrCat("#stablehlo.result_accuracy<", fields, "mode = #stablehlo.result_accuracy_mode<",
                accuracy.has_tolerance() ? "TOLERANCE" : "HIGHEST", ">>");
}

void EmitAccurate(FormWriter& writer, const StableHloForm& form) {
  const auto& accuracy = writer.instruction().attributes<AccuracyAttributes>().result_accuracy;
  Operation operation = WholeOperation(writer, form);
  if (!(accuracy == ResultAccuracy())) {
    operation.attributes = {{"result_accuracy", AccuracyText(accuracy)}};
  }
  writer.GiveFrom(writer.Pretty(operation, Types::kSame), 1);
}
constexpr StableHloForm Accurate(std::string_view name) {
  return {.name = name, .emit = EmitAccurate};
}

// ---- compare ----

std::string_view CompareTypeOf(const HloInstruction& compare) {
  const PrimitiveType type = compare.operand(0)->shape().element_type();
  if (IsTotalOrderOfFloats(compare)) return "TOTALORDER";
  if (IsFloatingPointType(type) || IsComplexType(type)) return "FLOAT";
  return IsSignedIntegralType(type) ? "SIGNED" : "UNSIGNED";
}

void EmitCompare(FormWriter& writer, const StableHloForm& form) {
  const Operation operation = WholeOperation(writer, form);
  const auto direction = writer.instruction().attributes<CompareAttributes>().direction;
  writer.GivePretty(
      operation,
      StrCat(" ", ComparisonDirectionName(direction), ", ", FormWriter::Values(operation.operands),
             ", ", CompareTypeOf(writer.instruction())),
      Types::kFunction);
}

// ---- others ----

// stablehlo.complex %0, %1 : tensor<2xcomplex<f32>>
void EmitComplex(FormWriter& writer, const StableHloForm& form) {
  const Operation operation = WholeOperation(writer, form);
  writer.GiveFrom(writer.Pretty(operation, Types::kResult), 1);
}

// stablehlo.select %0, %1, %2 : tensor<2xi1>, tensor<2xf32>. A select of tuples is one for each
// leaf.
void EmitSelect(FormWriter& writer, const StableHloForm& form) {
  const ValueId chooser = writer.value(0);
  const Leaves on_true = writer.operand(1);
  const Leaves on_false = writer.operand(2);
  const std::vector<const Shape*> results = LeafShapes(writer.instruction().shape());
  Leaves leaves;
  for (size_t i = 0; i < results.size(); ++i) {
    const Operation operation{
        .name = form.name, .operands = {chooser, on_true[i], on_false[i]}, .results = {results[i]}};
    const bool alike = ShapeUtil::EqualIgnoringLayout(writer.TypeOf(on_true[i]), *results[i]) &&
                       ShapeUtil::EqualIgnoringLayout(writer.TypeOf(on_false[i]), *results[i]);
    std::string middle = StrCat(" ", FormWriter::Values(operation.operands));
    if (!alike) {
      leaves.push_back(writer.Pretty(operation, middle, Types::kFunction));
      continue;
    }
    // The types are those of the first operand and the result.
    Operation short_form = operation;
    short_form.operands.resize(2);
    leaves.push_back(writer.Pretty(short_form, middle, Types::kOperands));
  }
  writer.Give(std::move(leaves));
}
std::string RefuseSelect(const HloInstruction& select) {
  for (const Shape* leaf : LeafShapes(select.shape())) {
    if (!leaf->IsArray()) return "StableHLO has no select of tokens";
  }
  return "";
}

void EmitReducePrecision(FormWriter& writer, const StableHloForm& form) {
  const Operation operation = WholeOperation(writer, form);
  const auto& attributes = writer.instruction().attributes<ReducePrecisionAttributes>();
  writer.GivePretty(operation,
                    StrCat(" ", FormWriter::Values(operation.operands), ", format = e",
                           attributes.exponent_bits, "m", attributes.mantissa_bits),
                    Types::kSame);
}

constexpr char kNoStochasticConvert[] = "StableHLO has no conversion with random rounding";

}  // namespace

constexpr StableHloForm kAbsForm = Same("stablehlo.abs");
constexpr StableHloForm kAddForm = Same("stablehlo.add");
constexpr StableHloForm kAndForm = Same("stablehlo.and");
constexpr StableHloForm kAtan2Form = Same("stablehlo.atan2");
constexpr StableHloForm kCeilForm = Same("stablehlo.ceil");
constexpr StableHloForm kClampForm = Same("stablehlo.clamp");
constexpr StableHloForm kClzForm = Same("stablehlo.count_leading_zeros");
constexpr StableHloForm kConvertForm = Same("stablehlo.convert");
constexpr StableHloForm kDivideForm = Same("stablehlo.divide");
constexpr StableHloForm kFloorForm = Same("stablehlo.floor");
constexpr StableHloForm kImagForm = Same("stablehlo.imag");
constexpr StableHloForm kMaximumForm = Same("stablehlo.maximum");
constexpr StableHloForm kMinimumForm = Same("stablehlo.minimum");
constexpr StableHloForm kMultiplyForm = Same("stablehlo.multiply");
constexpr StableHloForm kNegateForm = Same("stablehlo.negate");
constexpr StableHloForm kNotForm = Same("stablehlo.not");
constexpr StableHloForm kOrForm = Same("stablehlo.or");
constexpr StableHloForm kPopulationCountForm = Same("stablehlo.popcnt");
constexpr StableHloForm kPowerForm = Same("stablehlo.power");
constexpr StableHloForm kRealForm = Same("stablehlo.real");
constexpr StableHloForm kRemainderForm = Same("stablehlo.remainder");
constexpr StableHloForm kRoundNearestAfzForm = Same("stablehlo.round_nearest_afz");
constexpr StableHloForm kRoundNearestEvenForm = Same("stablehlo.round_nearest_even");
constexpr StableHloForm kShiftLeftForm = Same("stablehlo.shift_left");
constexpr StableHloForm kShiftRightArithmeticForm = Same("stablehlo.shift_right_arithmetic");
constexpr StableHloForm kShiftRightLogicalForm = Same("stablehlo.shift_right_logical");
constexpr StableHloForm kSignForm = Same("stablehlo.sign");
constexpr StableHloForm kSubtractForm = Same("stablehlo.subtract");
constexpr StableHloForm kXorForm = Same("stablehlo.xor");

constexpr StableHloForm kCbrtForm = Accurate("stablehlo.cbrt");
constexpr StableHloForm kCosForm = Accurate("stablehlo.cosine");
constexpr StableHloForm kExpForm = Accurate("stablehlo.exponential");
constexpr StableHloForm kExpm1Form = Accurate("stablehlo.exponential_minus_one");
constexpr StableHloForm kLogForm = Accurate("stablehlo.log");
constexpr StableHloForm kLog1pForm = Accurate("stablehlo.log_plus_one");
constexpr StableHloForm kLogisticForm = Accurate("stablehlo.logistic");
constexpr StableHloForm kRsqrtForm = Accurate("stablehlo.rsqrt");
constexpr StableHloForm kSinForm = Accurate("stablehlo.sine");
constexpr StableHloForm kSqrtForm = Accurate("stablehlo.sqrt");
constexpr StableHloForm kTanForm = Accurate("stablehlo.tan");
constexpr StableHloForm kTanhForm = Accurate("stablehlo.tanh");

constexpr StableHloForm kAcosForm = Chlo("chlo.acos");
constexpr StableHloForm kAcoshForm = Chlo("chlo.acosh");
constexpr StableHloForm kAsinForm = Chlo("chlo.asin");
constexpr StableHloForm kAsinhForm = Chlo("chlo.asinh");
constexpr StableHloForm kAtanhForm = Chlo("chlo.atanh");
constexpr StableHloForm kCoshForm = Chlo("chlo.cosh");
constexpr StableHloForm kErfForm = Chlo("chlo.erf");
constexpr StableHloForm kMulhiForm = Chlo("chlo.mulhi");
constexpr StableHloForm kSinhForm = Chlo("chlo.sinh");

constexpr StableHloForm kBitcastConvertForm = {.name = "stablehlo.bitcast_convert",
                                               .emit = EmitFunctional};
constexpr StableHloForm kIsFiniteForm = {.name = "stablehlo.is_finite", .emit = EmitFunctional};
constexpr StableHloForm kCompareForm = {.name = "stablehlo.compare", .emit = EmitCompare};
constexpr StableHloForm kComplexForm = {.name = "stablehlo.complex", .emit = EmitComplex};
constexpr StableHloForm kSelectForm = {
    .name = "stablehlo.select", .emit = EmitSelect, .refuse = RefuseSelect};
constexpr StableHloForm kReducePrecisionForm = {.name = "stablehlo.reduce_precision",
                                                .emit = EmitReducePrecision};
constexpr StableHloForm kStochasticConvertForm = {.refuse = Always<kNoStochasticConvert>};

}  // namespace hloom::stablehlo_text
