// Forms of products, transforms, decompositions, batch normalization and random numbers.
#include "hlo/attributes/enumerations.h"
#include "ops/contractions/convolution.h"
#include "ops/contractions/dot.h"
#include "ops/contractions/ragged_dot.h"
#include "ops/linear_algebra/cholesky.h"
#include "ops/linear_algebra/triangular_solve.h"
#include "ops/normalization/batch_norm.h"
#include "ops/random/rng.h"
#include "ops/random/rng_bit_generator.h"
#include "ops/spectral/fft.h"
#include "text/mlir/mlir_tree.h"
#include "text/stablehlo/export_forms.h"

namespace hloom::stablehlo_text {

namespace {

// ---- precision ----

// The precisions of two operands. PACKED_NIBBLE, a hint of XLA alone, is DEFAULT.
std::vector<std::string_view> PrecisionsOf(const PrecisionConfig& config) {
  std::vector<std::string_view> names(2, "DEFAULT");
  for (size_t i = 0; i < config.operand_precision().size() && i < 2; ++i) {
    if (config.operand_precision()[i] == PrecisionConfig::HIGH) names[i] = "HIGH";
    if (config.operand_precision()[i] == PrecisionConfig::HIGHEST) names[i] = "HIGHEST";
  }
  return names;
}

// [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGHEST>]
std::string PrecisionAttribute(std::string_view dialect, const PrecisionConfig& config) {
  const std::vector<std::string_view> names = PrecisionsOf(config);
  return StrCat("[#", dialect, "<precision ", names[0], ">, #", dialect, "<precision ", names[1],
                ">]");
}

// The types of operands and sums, and the number of products, of each algorithm.
struct AlgorithmForm {
  PrecisionConfig::Algorithm algorithm;
  std::string_view operand;  // empty: the F8 types of the operands
  std::string_view sum;
  int products = 1;
  bool is_imprecise = false;
};
constexpr AlgorithmForm kAlgorithmForms[] = {
    {PrecisionConfig::ALG_DOT_ANY_F8_ANY_F8_F32, "", "f32"},
    {PrecisionConfig::ALG_DOT_ANY_F8_ANY_F8_F32_FAST_ACCUM, "", "f32", 1, true},
    {PrecisionConfig::ALG_DOT_F16_F16_F16, "f16", "f16"},
    {PrecisionConfig::ALG_DOT_F16_F16_F32, "f16", "f32"},
    {PrecisionConfig::ALG_DOT_BF16_BF16_BF16, "bf16", "bf16"},
    {PrecisionConfig::ALG_DOT_BF16_BF16_F32, "bf16", "f32"},
    {PrecisionConfig::ALG_DOT_BF16_BF16_F32_X3, "bf16", "f32", 3},
    {PrecisionConfig::ALG_DOT_BF16_BF16_F32_X6, "bf16", "f32", 6},
    {PrecisionConfig::ALG_DOT_BF16_BF16_F32_X9, "bf16", "f32", 9},
    {PrecisionConfig::ALG_DOT_TF32_TF32_F32, "tf32", "f32"},
    {PrecisionConfig::ALG_DOT_TF32_TF32_F32_X3, "tf32", "f32", 3},
    {PrecisionConfig::ALG_DOT_F32_F32_F32, "f32", "f32"},
    {PrecisionConfig::ALG_DOT_F64_F64_F64, "f64", "f64"},
};

std::string_view OperandTypeOf(const AlgorithmForm& form, const Shape& operand) {
  return form.operand.empty() ? mlir::MlirElementType(operand.element_type()) : form.operand;
}

// "<lhs_precision_type = tf32, ...>"; empty if no algorithm is set.
std::string AlgorithmText(const HloInstruction& dot, PrecisionConfig::Algorithm algorithm) {
  for (const AlgorithmForm& form : kAlgorithmForms) {
    if (form.algorithm != algorithm) continue;
    return StrCat("<lhs_precision_type = ", OperandTypeOf(form, dot.operand(0)->shape()),
                  ", rhs_precision_type = ", OperandTypeOf(form, dot.operand(1)->shape()),
                  ", accumulation_type = ", form.sum,
                  ", lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = ",
                  form.products, ", allow_imprecise_accumulation = ", BoolText(form.is_imprecise),
                  ">");
  }
  return "";
}

std::string RefuseFurtherOperands(const FurtherOperands& further) {
  if (!further.sparsity_config.empty()) return "StableHLO has no sparse operands";
  if (!further.block_scaling_config.empty()) return "StableHLO has no scaled operands";
  return "";
}

// ---- dot ----

void EmitDot(FormWriter& writer, const StableHloForm& form) {
  const auto& attributes = writer.instruction().attributes<DotAttributes>();
  const DotDimensionNumbers& numbers = attributes.dimension_numbers;
  const Operation operation = WholeOperation(writer, form);
  std::string middle = StrCat(" ", FormWriter::Values(operation.operands), ", ");
  if (!numbers.lhs_batch_dimensions().empty()) {
    StrAppend(middle, "batching_dims = ", SquareList(numbers.lhs_batch_dimensions()), " x ",
              SquareList(numbers.rhs_batch_dimensions()), ", ");
  }
  StrAppend(middle, "contracting_dims = ", SquareList(numbers.lhs_contracting_dimensions()), " x ",
            SquareList(numbers.rhs_contracting_dimensions()),
            ", precision = ", SquareList(PrecisionsOf(attributes.precision_config)));
  const std::string algorithm =
      AlgorithmText(writer.instruction(), attributes.precision_config.algorithm());
  if (!algorithm.empty()) StrAppend(middle, ", algorithm = ", algorithm);
  writer.GivePretty(operation, middle, Types::kFunction);
}
std::string RefuseDot(const HloInstruction& dot) {
  return RefuseFurtherOperands(dot.attributes<DotAttributes>().further);
}

void AppendDimensions(std::string& fields, std::string_view name,
                      const std::vector<int64_t>& dimensions) {
  if (dimensions.empty()) return;
  StrAppend(fields, fields.empty() ? "" : ", ", name, " = ", SquareList(dimensions));
}

void EmitRaggedDot(FormWriter& writer, const StableHloForm& form) {
  const auto& attributes = writer.instruction().attributes<RaggedDotAttributes>();
  const RaggedDotDimensionNumbers& numbers = attributes.dimension_numbers;
  const DotDimensionNumbers& dot = numbers.dot_dimension_numbers();
  std::string fields;
  AppendDimensions(fields, "lhs_batching_dimensions", dot.lhs_batch_dimensions());
  AppendDimensions(fields, "rhs_batching_dimensions", dot.rhs_batch_dimensions());
  AppendDimensions(fields, "lhs_contracting_dimensions", dot.lhs_contracting_dimensions());
  AppendDimensions(fields, "rhs_contracting_dimensions", dot.rhs_contracting_dimensions());
  AppendDimensions(fields, "lhs_ragged_dimensions", numbers.lhs_ragged_dimensions());
  AppendDimensions(fields, "rhs_group_dimensions", numbers.rhs_group_dimensions());
  Operation operation = WholeOperation(writer, form);
  operation.attributes = {
      {"precision_config", PrecisionAttribute("chlo", attributes.precision_config)},
      {"ragged_dot_dimension_numbers", StrCat("#chlo.ragged_dot<", fields, ">")}};
  writer.GiveGeneric(operation);
}

// ---- convolution ----

// "[b, 0, 1, f]"
std::string LabelText(const ConvolutionLabels& labels, std::string_view batch,
                      std::string_view feature) {
  std::vector<std::string> texts(labels.spatial.size() + 2);
  texts[static_cast<size_t>(labels.batch)] = batch;
  texts[static_cast<size_t>(labels.feature)] = feature;
  for (size_t i = 0; i < labels.spatial.size(); ++i) {
    texts[static_cast<size_t>(labels.spatial[i])] = StrCat(i);
  }
  return SquareList(texts);
}

// A label of a dimension beyond the others would leave dimensions without labels.
bool HasAllLabels(const ConvolutionLabels& labels) {
  const auto rank = static_cast<int64_t>(labels.spatial.size()) + 2;
  bool all = labels.batch < rank && labels.feature < rank;
  for (const int64_t d : labels.spatial) all = all && d < rank;
  return all;
}

std::string WindowText(const Window& window) {
  if (window.dimensions_size() == 0) return "{}";
  std::vector<int64_t> strides, base, dilations;
  std::vector<std::string> padding, reversal;
  for (const WindowDimension& along : window.dimensions()) {
    strides.push_back(along.stride());
    padding.push_back(StrCat("[", along.padding_low(), ", ", along.padding_high(), "]"));
    base.push_back(along.base_dilation());
    dilations.push_back(along.window_dilation());
    reversal.push_back(BoolText(along.window_reversal()));
  }
  return StrCat("{stride = ", SquareList(strides), ", pad = ", SquareList(padding),
                ", lhs_dilate = ", SquareList(base), ", rhs_dilate = ", SquareList(dilations),
                ", reverse = ", SquareList(reversal), "}");
}

void EmitConvolution(FormWriter& writer, const StableHloForm& form) {
  const auto& attributes = writer.instruction().attributes<ConvolutionAttributes>();
  const ConvolutionDimensionNumbers& numbers = attributes.dimension_numbers;
  Operation operation = WholeOperation(writer, form);
  operation.attributes = {
      {"batch_group_count", I64(attributes.batch_group_count.value)},
      {"feature_group_count", I64(attributes.feature_group_count.value)},
      {"precision_config", PrecisionAttribute("stablehlo", attributes.precision_config)}};
  writer.GivePretty(
      operation,
      StrCat("(", FormWriter::Values(operation.operands), ") dim_numbers = ",
             LabelText(numbers.input(), "b", "f"), "x", LabelText(numbers.kernel(), "i", "o"), "->",
             LabelText(numbers.output(), "b", "f"), ", window = ", WindowText(attributes.window)),
      Types::kFunction);
}
std::string RefuseConvolution(const HloInstruction& convolution) {
  const auto& attributes = convolution.attributes<ConvolutionAttributes>();
  const ConvolutionDimensionNumbers& numbers = attributes.dimension_numbers;
  if (!HasAllLabels(numbers.input()) || !HasAllLabels(numbers.kernel()) ||
      !HasAllLabels(numbers.output())) {
    return "StableHLO's convolution labels every dimension";
  }
  return RefuseFurtherOperands(attributes.further);
}

// ---- transforms and decompositions ----

void EmitFft(FormWriter& writer, const StableHloForm& form) {
  const auto& attributes = writer.instruction().attributes<FftAttributes>();
  const Operation operation = WholeOperation(writer, form);
  writer.GivePretty(operation,
                    StrCat(" ", FormWriter::Values(operation.operands),
                           ", type = ", FftTypeName(attributes.fft_type),
                           ", length = ", SquareList(attributes.fft_length)),
                    Types::kFunction);
}

void EmitCholesky(FormWriter& writer, const StableHloForm& form) {
  const Operation operation = WholeOperation(writer, form);
  const bool lower = writer.instruction().attributes<CholeskyAttributes>().lower;
  writer.GivePretty(
      operation, StrCat(" ", FormWriter::Values(operation.operands), lower ? ", lower = true" : ""),
      Types::kSame);
}

void EmitTriangularSolve(FormWriter& writer, const StableHloForm& form) {
  constexpr std::string_view kTransposes[] = {"TRANSPOSE_INVALID", "NO_TRANSPOSE", "TRANSPOSE",
                                              "ADJOINT"};
  const auto& attributes = writer.instruction().attributes<TriangularSolveAttributes>();
  Operation operation = WholeOperation(writer, form);
  operation.attributes = {
      {"left_side", BoolText(attributes.left_side)},
      {"lower", BoolText(attributes.lower)},
      {"transpose_a", StrCat("#stablehlo<transpose ",
                             kTransposes[static_cast<size_t>(attributes.transpose_a)], ">")},
      {"unit_diagonal", BoolText(attributes.unit_diagonal)}};
  writer.GiveGeneric(operation);
}

void EmitBatchNorm(FormWriter& writer, const StableHloForm& form) {
  const auto& attributes = writer.instruction().attributes<BatchNormAttributes>();
  Operation operation = WholeOperation(writer, form);
  operation.attributes = {{"epsilon", StrCat(FloatText(attributes.epsilon), " : f32")},
                          {"feature_index", I64(attributes.feature_index)}};
  writer.GiveGeneric(operation);
}

// ---- random numbers ----

// The sizes of the result are an operand: %c = stablehlo.constant dense<[2, 3]> : tensor<2xi64>.
void EmitRng(FormWriter& writer, const StableHloForm& form) {
  const HloInstruction& rng = writer.instruction();
  Operation operation = WholeOperation(writer, form);
  operation.operands.push_back(writer.I64Constant(rng.shape().dimensions()));
  const bool normal =
      rng.attributes<RngAttributes>().distribution == RandomDistribution::RNG_NORMAL;
  writer.GivePretty(operation,
                    StrCat(" ", FormWriter::Values(operation.operands),
                           ", distribution = ", normal ? "NORMAL" : "UNIFORM"),
                    Types::kFunction);
}
std::string RefuseRng(const HloInstruction& rng) {
  return rng.operands().size() == kRngParameters ? "" : "StableHLO's rng takes no state";
}

void EmitRngBitGenerator(FormWriter& writer, const StableHloForm& form) {
  constexpr std::string_view kAlgorithms[] = {"DEFAULT", "THREE_FRY", "PHILOX"};
  const Operation operation = WholeOperation(writer, form);
  const auto algorithm = writer.instruction().attributes<RngBitGeneratorAttributes>().algorithm;
  writer.GivePretty(operation,
                    StrCat(" ", FormWriter::Values(operation.operands),
                           ", algorithm = ", kAlgorithms[static_cast<size_t>(algorithm)]),
                    Types::kFunction);
}

// An IRFFT has the length of its result.
std::string RefuseFft(const HloInstruction& fft) {
  const auto& attributes = fft.attributes<FftAttributes>();
  const Shape& shape =
      attributes.fft_type == FftType::IRFFT ? fft.shape() : fft.operand(0)->shape();
  const std::vector<int64_t>& length = attributes.fft_length;
  const Span<const int64_t> last =
      shape.dimensions().subspan(shape.dimensions().size() - length.size(), length.size());
  return SpanEquals<int64_t>(last, length)
             ? ""
             : "StableHLO's fft has the sizes of the last dimensions as its length";
}

constexpr char kNoScaledDot[] = "StableHLO has no product of scaled operands";
constexpr char kNoRngState[] = "StableHLO has no access to the state of a run's random numbers";

}  // namespace

constexpr StableHloForm kDotForm = {
    .name = "stablehlo.dot_general", .emit = EmitDot, .refuse = RefuseDot};
constexpr StableHloForm kRaggedDotForm = {.name = "chlo.ragged_dot", .emit = EmitRaggedDot};
constexpr StableHloForm kScaledDotForm = {.refuse = Always<kNoScaledDot>};
constexpr StableHloForm kConvolutionForm = {
    .name = "stablehlo.convolution", .emit = EmitConvolution, .refuse = RefuseConvolution};
constexpr StableHloForm kFftForm = {.name = "stablehlo.fft", .emit = EmitFft, .refuse = RefuseFft};
constexpr StableHloForm kCholeskyForm = {.name = "stablehlo.cholesky", .emit = EmitCholesky};
constexpr StableHloForm kTriangularSolveForm = {.name = "stablehlo.triangular_solve",
                                                .emit = EmitTriangularSolve};
constexpr StableHloForm kBatchNormGradForm = {.name = "stablehlo.batch_norm_grad",
                                              .emit = EmitBatchNorm};
constexpr StableHloForm kBatchNormInferenceForm = {.name = "stablehlo.batch_norm_inference",
                                                   .emit = EmitBatchNorm};
constexpr StableHloForm kBatchNormTrainingForm = {.name = "stablehlo.batch_norm_training",
                                                  .emit = EmitBatchNorm};
constexpr StableHloForm kRngForm = {.name = "stablehlo.rng", .emit = EmitRng, .refuse = RefuseRng};
constexpr StableHloForm kRngBitGeneratorForm = {.name = "stablehlo.rng_bit_generator",
                                                .emit = EmitRngBitGenerator};
constexpr StableHloForm kRngGetAndUpdateStateForm = {.refuse = Always<kNoRngState>};

}  // namespace hloom::stablehlo_text
