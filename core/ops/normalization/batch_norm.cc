// batch-norm-training, batch-norm-inference, batch-norm-grad: normalize the features of an array by
// a mean and a variance.
//
//   f32[8,4,4,3], feature_index=3: three features, of 128 elements each; scale, offset, mean and
//   variance are f32[3]
#include "ops/normalization/batch_norm.h"

#include "ops/infer_util.h"
#include "ops/mixed_precision.h"

namespace hloom {

namespace {

constexpr OperandSpec kOperand = {"operand", "the array to normalize"};
constexpr OperandSpec kScale = {"scale", "a vector: the factor of each feature"};
constexpr OperandSpec kOffset = {"offset", "a vector: the offset added to each feature"};
constexpr OperandSpec kMean = {"mean", "a vector: the mean of each feature"};
constexpr OperandSpec kVariance = {"variance", "a vector: the variance of each feature"};

constexpr OperandSpec kTrainingOperands[] = {kOperand, kScale, kOffset};
constexpr OperandSpec kInferenceOperands[] = {kOperand, kScale, kOffset, kMean, kVariance};
constexpr OperandSpec kGradOperands[] = {
    {"operand", "the array that was normalized"},
    kScale,
    kMean,
    kVariance,
    {"grad_output", "an array like the operand: the gradient of the normalized array"}};
constexpr size_t kBatchNormGradOutput = 4;

constexpr Rule kBatchNormC1 = {"batch_norm.c1", "feature_index is a dimension of the operand"};
constexpr Rule kBatchNormC2 = {
    "batch_norm.c2",
    "scale, offset, mean and variance are vectors of as many elements as the operand has features"};
constexpr Rule kBatchNormC3 = {"batch_norm.c3", "all operands have the same element type"};
constexpr Rule kBatchNormC4 = {"batch_norm.c4",
                               "grad_output has the dimension sizes of the operand"};
constexpr Rule kBatchNormRules[] = {kBatchNormC1, kBatchNormC2, kBatchNormC3};
constexpr Rule kGradRules[] = {kBatchNormC1, kBatchNormC2, kBatchNormC3, kBatchNormC4};

Message NameOf(const InferContext& context, size_t operand) {
  return ArgumentName(GetOpDef(context.opcode).operands[operand].name);
}

Status CheckFeatureIndex(const InferContext& context) {
  const Shape& operand = context.operand(0);
  const int64_t feature = context.attrs<BatchNormAttributes>().feature_index;
  if (feature >= 0 && feature < operand.rank()) return OkStatus();
  return InvalidArgument(kBatchNormC1)
      .Say(MessageCat("`feature_index` is "_msg, feature, ", the operand is ", operand.ToString()))
      .Help(operand.rank() == 0
                ? std::string("a scalar has no features: give an array of rank 1 or more")
                : StrCat("its dimensions are 0..", operand.rank() - 1));
}

Status CheckVector(const InferContext& context, size_t i, int64_t features) {
  const Shape& vector = context.operand(i);
  if (vector.rank() == 1 && vector.dimensions(0) == features) return OkStatus();
  const int64_t dimension = context.attrs<BatchNormAttributes>().feature_index;
  return InvalidArgument(kBatchNormC2)
      .Say(MessageCat(NameOf(context, i), " is ", vector.ToString(), ", the operand is ",
                      context.operand(0).ToString()))
      .Detail(MessageCat("dimension ", WithValue("feature_index", dimension),
                         " of the operand has size ", features))
      .Help(MessageCat(NameOf(context, i), " must be ",
                       ShapeUtil::MakeShape(vector.element_type(), {features}).ToString(),
                       ", or `feature_index` the dimension that has its size"_msg));
}

Status CheckGradient(const InferContext& context) {
  const Shape& operand = context.operand(0);
  const Shape& gradient = context.operand(kBatchNormGradOutput);
  if (ShapeUtil::SameDimensions(operand, gradient)) return OkStatus();
  return InvalidArgument(kBatchNormC4)
      .Say(MessageCat("`grad_output` is "_msg, gradient.ToString(), ", the operand is ",
                      operand.ToString()))
      .Help("give a gradient for each element that was normalized");
}

// Checks all operands, of which those from 1 up to `vectors_end` are vectors.
Status CheckOperands(const InferContext& context, size_t vectors_end) {
  HLOOM_RETURN_IF_ERROR(ExpectArrays(context));
  HLOOM_RETURN_IF_ERROR(CheckFeatureIndex(context));
  const Shape& operand = context.operand(0);
  for (size_t i = 1; i < context.operands.size(); ++i) {
    const Shape& other = context.operand(i);
    if (other.element_type() == operand.element_type()) continue;
    return InvalidArgument(kBatchNormC3)
        .Say(MessageCat(NameOf(context, i), " is ", other.ToString(), ", the operand is ",
                        operand.ToString()))
        .Help(MessageCat("convert it to ", PrimitiveTypeText(operand.element_type()),
                         " with `ConvertElementType`: types are never converted implicitly"_msg));
  }
  const int64_t feature = context.attrs<BatchNormAttributes>().feature_index;
  for (size_t i = 1; i < vectors_end; ++i) {
    HLOOM_RETURN_IF_ERROR(CheckVector(context, i, operand.dimensions(feature)));
  }
  return vectors_end == kBatchNormGradOutput ? CheckGradient(context) : OkStatus();
}

// The shape of the normalized array, or of its gradient. A dimension is dynamic if that of any
// operand is.
Shape BatchNormArrayShape(const InferContext& context, size_t vectors_end) {
  const int64_t feature = context.attrs<BatchNormAttributes>().feature_index;
  Shape shape = context.operand(0);
  bool same_layout = true;
  for (size_t i = 1; i < context.operands.size(); ++i) {
    if (i < vectors_end) {
      if (context.operand(i).is_dynamic_dimension(0)) shape.set_dynamic_dimension(feature, true);
    } else {
      MergeDynamicDimensions(context.operand(i), &shape);
      same_layout = same_layout && context.operand(i).layout() == shape.layout();
    }
  }
  if (!same_layout || !shape.layout().padded_dimensions().empty()) {
    shape.set_layout(LayoutUtil::GetDefaultLayoutForRank(shape.rank()));
  }
  return shape;
}

// The array and two vectors.
Shape ArrayAndVectors(const InferContext& context, size_t vectors_end) {
  const int64_t feature = context.attrs<BatchNormAttributes>().feature_index;
  const Shape array = BatchNormArrayShape(context, vectors_end);
  const Shape vector = ShapeUtil::MakeShape(array.element_type(), {array.dimensions(feature)},
                                            {array.is_dynamic_dimension(feature)});
  return Shape(std::vector<Shape>{array, vector, vector});
}

StatusOr<Shape> InferTraining(const InferContext& context) {
  HLOOM_RETURN_IF_ERROR(CheckOperands(context, context.operands.size()));
  return ArrayAndVectors(context, context.operands.size());
}

StatusOr<Shape> InferInference(const InferContext& context) {
  HLOOM_RETURN_IF_ERROR(CheckOperands(context, context.operands.size()));
  return BatchNormArrayShape(context, context.operands.size());
}

StatusOr<Shape> InferGrad(const InferContext& context) {
  HLOOM_RETURN_IF_ERROR(CheckOperands(context, kBatchNormGradOutput));
  return ArrayAndVectors(context, kBatchNormGradOutput);
}

// In XLA's inference all results have the operand's type.
void UnifyAndGive(const InferContext& context, size_t results, ImpliedConverts& converts) {
  if (converts.operands.empty()) return;
  converts.results.assign(results, converts.operands[0].type);
  UnifyOperands(context, converts);
}
void ImplyOne(const InferContext& context, ImpliedConverts& converts) {
  UnifyAndGive(context, 1, converts);
}
void ImplyThree(const InferContext& context, ImpliedConverts& converts) {
  UnifyAndGive(context, 3, converts);
}

constexpr std::string_view kSource = "Operation Semantics, BatchNormTraining";

}  // namespace

constexpr OpDef kBatchNormTrainingDef = {
    .opcode = HloOpcode::kBatchNormTraining,
    .name = "batch-norm-training",
    .operands = kTrainingOperands,
    .min_operands = 3,
    .max_operands = 3,
    .types = TypeSet::kFloating,
    .make_attributes = MakeDefaultAttributes<BatchNormAttributes>,
    .rules = kBatchNormRules,
    .imply_converts = ImplyThree,
    .infer_shape = InferTraining,
    .doc =
        "Normalizes each feature of an array by its own mean and variance, and returns the tuple "
        "of the normalized array, the means and the variances. A feature is an index of the "
        "dimension feature_index. Its mean m and variance v are those of all elements at this "
        "index, and an element x becomes (x - m) / sqrt(v + epsilon) * scale + offset. The "
        "variance is biased: the sum of the squares of x - m, divided by the number of elements; "
        "without elements, mean and variance are NaN. Everything is computed in F64, with epsilon "
        "rounded to the element type, and each result is rounded once. XLA subtracts the square of "
        "the mean from the mean of the squares, which loses variances that are small compared to "
        "the mean; hloom keeps them.",
    .source = kSource,
};

constexpr OpDef kBatchNormInferenceDef = {
    .opcode = HloOpcode::kBatchNormInference,
    .name = "batch-norm-inference",
    .operands = kInferenceOperands,
    .min_operands = 5,
    .max_operands = 5,
    .types = TypeSet::kFloating,
    .make_attributes = MakeDefaultAttributes<BatchNormAttributes>,
    .rules = kBatchNormRules,
    .imply_converts = ImplyOne,
    .infer_shape = InferInference,
    .doc =
        "Normalizes each feature of an array as batch-norm-training does, but by a given mean and "
        "variance: an element x becomes (x - mean) / sqrt(variance + epsilon) * scale + offset. It "
        "is computed in F64, with epsilon rounded to the element type, and rounded once.",
    .source = "Operation Semantics, BatchNormInference",
};

constexpr OpDef kBatchNormGradDef = {
    .opcode = HloOpcode::kBatchNormGrad,
    .name = "batch-norm-grad",
    .operands = kGradOperands,
    .min_operands = 5,
    .max_operands = 5,
    .types = TypeSet::kFloating,
    .make_attributes = MakeDefaultAttributes<BatchNormAttributes>,
    .rules = kGradRules,
    .imply_converts = ImplyThree,
    .infer_shape = InferGrad,
    .doc =
        "Returns the gradients of batch-norm-training as a tuple: those of the operand, the scale "
        "and the offset. mean and variance are results of batch-norm-training, and grad_output is "
        "the gradient g of its normalized array. With N elements in a feature, x one of them, and "
        "sums over them, the gradient of the offset is sum(g); that of the scale is sum(g * (x - "
        "mean)) / sqrt(variance + epsilon); that of x is scale / sqrt(variance + epsilon) * (g - "
        "sum(g) / N - (x - mean) * sum(g * (x - mean)) / (N * (variance + epsilon))). It is "
        "computed in F64, with epsilon rounded to the element type, and each result is rounded "
        "once.",
    .source = "Operation Semantics, BatchNormGrad",
};

}  // namespace hloom
