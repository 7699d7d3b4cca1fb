// Products of arrays: dot_general, convolution, einsum.
#include <algorithm>
#include <iterator>

#include "builder/lib/matrix.h"
#include "ops/contractions/dot.h"
#include "text/stablehlo/import_scope.h"

namespace hloom::stablehlo {

namespace {

using mlir::Attribute;

// The algorithms of dots: the types of lhs, rhs and sums, and the number of products.
struct DotAlgorithm {
  std::string_view operand;
  std::string_view accumulation;
  int64_t products;
  PrecisionConfig::Algorithm algorithm;
};
constexpr DotAlgorithm kAlgorithms[] = {
    {"f16", "f16", 1, PrecisionConfig::ALG_DOT_F16_F16_F16},
    {"f16", "f32", 1, PrecisionConfig::ALG_DOT_F16_F16_F32},
    {"bf16", "bf16", 1, PrecisionConfig::ALG_DOT_BF16_BF16_BF16},
    {"bf16", "f32", 1, PrecisionConfig::ALG_DOT_BF16_BF16_F32},
    {"bf16", "f32", 3, PrecisionConfig::ALG_DOT_BF16_BF16_F32_X3},
    {"bf16", "f32", 6, PrecisionConfig::ALG_DOT_BF16_BF16_F32_X6},
    {"bf16", "f32", 9, PrecisionConfig::ALG_DOT_BF16_BF16_F32_X9},
    {"tf32", "f32", 1, PrecisionConfig::ALG_DOT_TF32_TF32_F32},
    {"tf32", "f32", 3, PrecisionConfig::ALG_DOT_TF32_TF32_F32_X3},
    {"f32", "f32", 1, PrecisionConfig::ALG_DOT_F32_F32_F32},
    {"f64", "f64", 1, PrecisionConfig::ALG_DOT_F64_F64_F64},
};

std::string TypeField(const Attribute& record, std::string_view name) {
  const Attribute* const field = record.Field(name);
  if (field == nullptr) return {};
  return field->type == nullptr ? std::string(field->text) : ToString(*field->type);
}

// The algorithm is a hint, which changes no result: unknown ones are left out.
PrecisionConfig::Algorithm AlgorithmOf(OpScope& op) {
  const Attribute* const record = op.Find("algorithm");
  if (record == nullptr || record->kind != Attribute::Kind::kStruct) {
    return PrecisionConfig::ALG_UNSET;
  }
  const std::string lhs = TypeField(*record, "lhs_precision_type");
  const std::string rhs = TypeField(*record, "rhs_precision_type");
  const std::string sum = TypeField(*record, "accumulation_type");
  const int64_t products = op.FieldInt(record, "num_primitive_operations");
  if (lhs.substr(0, 2) == "f8" && rhs.substr(0, 2) == "f8" && sum == "f32") {
    return op.FieldInt(record, "allow_imprecise_accumulation") != 0
               ? PrecisionConfig::ALG_DOT_ANY_F8_ANY_F8_F32_FAST_ACCUM
               : PrecisionConfig::ALG_DOT_ANY_F8_ANY_F8_F32;
  }
  for (const DotAlgorithm& one : kAlgorithms) {
    if (one.operand == lhs && lhs == rhs && one.accumulation == sum && one.products == products) {
      return one.algorithm;
    }
  }
  return PrecisionConfig::ALG_UNSET;
}

XlaOp ImportDot(OpScope& op) {
  const PrecisionConfig precision = PrecisionOf(op);
  return Dot(op.operands[0], op.operands[1], &precision, op.ResultType());
}

XlaOp ImportDotGeneral(OpScope& op) {
  const Attribute* const from = op.Need("dot_dimension_numbers");
  DotDimensionNumbers numbers;
  *numbers.mutable_lhs_batch_dimensions() = op.FieldInts(from, "lhs_batching_dimensions");
  *numbers.mutable_rhs_batch_dimensions() = op.FieldInts(from, "rhs_batching_dimensions");
  *numbers.mutable_lhs_contracting_dimensions() = op.FieldInts(from, "lhs_contracting_dimensions");
  *numbers.mutable_rhs_contracting_dimensions() = op.FieldInts(from, "rhs_contracting_dimensions");
  // Only the element type of the given shape counts. Texts may state integers of floats.
  return op.Add(HloOpcode::kDot, op.operands,
                MakeAttributes(DotAttributes{std::move(numbers), PrecisionOf(op), {}}), {},
                ShapeUtil::MakeShape(op.ResultType(), {}));
}

XlaOp ImportConvolution(OpScope& op) { return ConvolveWithPadding(op, op.Pairs("padding")); }

XlaOp ImportEinsum(OpScope& op) {
  return Einsum(op.operands[0], op.operands[1], op.Text("einsum_config", ""),
                PrecisionConfig::DEFAULT);
}
XlaOp ImportUnaryEinsum(OpScope& op) {
  return Einsum(op.operands[0], op.Text("einsum_config", ""));
}

constexpr ImportRow kContractionRows[] = {
    {"stablehlo.convolution", ImportConvolution, 2, 2},  {"stablehlo.dot", ImportDot, 2, 2},
    {"stablehlo.dot_general", ImportDotGeneral, 2, 2},   {"stablehlo.einsum", ImportEinsum, 2, 2},
    {"stablehlo.unary_einsum", ImportUnaryEinsum, 1, 1},
};

}  // namespace

PrecisionConfig PrecisionOf(OpScope& op) {
  constexpr std::string_view kPrecisions[] = {"DEFAULT", "HIGH", "HIGHEST"};
  PrecisionConfig config;
  const Attribute* const list = op.Find("precision_config");
  bool right = list == nullptr || list->kind == Attribute::Kind::kArray;
  for (size_t i = 0; list != nullptr && i < list->elements.size(); ++i) {
    const auto found =
        std::find(std::begin(kPrecisions), std::end(kPrecisions), list->elements[i]->text);
    right = right && found != std::end(kPrecisions);
    if (right) {
      config.add_operand_precision(
          static_cast<PrecisionConfig::Precision>(found - std::begin(kPrecisions)));
    }
  }
  if (!right) {
    op.Fail(InvalidArgument(kStableHloC2)
                .Say("the attribute precision_config is not a list of precisions")
                .Help("write it like [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>]"));
  }
  config.set_algorithm(AlgorithmOf(op));
  return config;
}

ConvolutionDimensionNumbers ConvolutionNumbersOf(OpScope& op) {
  const Attribute* const from = op.Need("dimension_numbers");
  ConvolutionDimensionNumbers numbers;
  const auto read = [&](ConvolutionLabels* labels, std::string_view batch, std::string_view feature,
                        std::string_view spatial) {
    labels->batch = op.FieldInt(from, batch);
    labels->feature = op.FieldInt(from, feature);
    labels->spatial = op.FieldInts(from, spatial);
  };
  read(numbers.mutable_input(), "input_batch_dimension", "input_feature_dimension",
       "input_spatial_dimensions");
  read(numbers.mutable_kernel(), "kernel_input_feature_dimension",
       "kernel_output_feature_dimension", "kernel_spatial_dimensions");
  read(numbers.mutable_output(), "output_batch_dimension", "output_feature_dimension",
       "output_spatial_dimensions");
  return numbers;
}

XlaOp ConvolveWithPadding(OpScope& op, Span<const std::pair<int64_t, int64_t>> padding) {
  const ConvolutionDimensionNumbers numbers = ConvolutionNumbersOf(op);
  const PrecisionConfig precision = PrecisionOf(op);
  std::vector<bool> reversal = op.Bools("window_reversal");
  if (!op.error.ok()) return XlaOp();
  return ConvGeneralDilated(
      op.operands[0], op.operands[1], op.Ints("window_strides", {}), padding,
      op.Ints("lhs_dilation", {}), op.Ints("rhs_dilation", {}), numbers,
      op.Int("feature_group_count", 1), op.Int("batch_group_count", 1), &precision, op.ResultType(),
      reversal.empty() ? std::nullopt : std::optional<std::vector<bool>>(std::move(reversal)));
}

Span<const ImportRow> ContractionRows() { return kContractionRows; }

}  // namespace hloom::stablehlo
