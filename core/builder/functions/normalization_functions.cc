#include "builder/functions/normalization_functions.h"

#include <algorithm>
#include <vector>

#include "builder/argument_specs.h"
#include "builder/functions/function_util.h"
#include "ops/normalization/batch_norm.h"

namespace hloom {

namespace {

XlaOp Normalize(HloOpcode opcode, std::vector<XlaOp> operands, float epsilon,
                int64_t feature_index) {
  const auto known = std::find_if(operands.begin(), operands.end(),
                                  [](XlaOp op) { return op.builder() != nullptr; });
  XlaBuilder* const builder = known == operands.end() ? nullptr : known->builder();
  return InBuilder(builder, [&]() -> StatusOr<XlaOp> {
    return builder->AddInstruction(
        {.opcode = opcode,
         .operands = std::move(operands),
         .attributes = MakeAttributes(BatchNormAttributes{epsilon, feature_index})});
  });
}

}  // namespace

XlaOp BatchNormTraining(XlaOp operand, XlaOp scale, XlaOp offset, float epsilon,
                        int64_t feature_index) {
  return Normalize(HloOpcode::kBatchNormTraining, {operand, scale, offset}, epsilon, feature_index);
}

XlaOp BatchNormInference(XlaOp operand, XlaOp scale, XlaOp offset, XlaOp mean, XlaOp variance,
                         float epsilon, int64_t feature_index) {
  return Normalize(HloOpcode::kBatchNormInference, {operand, scale, offset, mean, variance},
                   epsilon, feature_index);
}

XlaOp BatchNormGrad(XlaOp operand, XlaOp scale, XlaOp batch_mean, XlaOp batch_var,
                    XlaOp grad_output, float epsilon, int64_t feature_index) {
  return Normalize(HloOpcode::kBatchNormGrad, {operand, scale, batch_mean, batch_var, grad_output},
                   epsilon, feature_index);
}

namespace {

constexpr ArgumentSpec kScale = {"scale", ArgumentKind::kOp,
                                 "a vector: the factor of each feature"};
constexpr ArgumentSpec kOffset = {"offset", ArgumentKind::kOp,
                                  "a vector: the offset added to each feature"};
constexpr ArgumentSpec kMean = {"mean", ArgumentKind::kOp, "a vector: the mean of each feature"};
constexpr ArgumentSpec kVariance = {"variance", ArgumentKind::kOp,
                                    "a vector: the variance of each feature"};
constexpr ArgumentSpec kBatchMean = {"batch_mean", ArgumentKind::kOp,
                                     "the means that BatchNormTraining returned"};
constexpr ArgumentSpec kBatchVar = {"batch_var", ArgumentKind::kOp,
                                    "the variances that BatchNormTraining returned"};
constexpr ArgumentSpec kGradOutput = {"grad_output", ArgumentKind::kOp,
                                      "the gradient of the normalized array"};
constexpr ArgumentSpec kEpsilon = AttributeArgument<float>(BatchNormAttributes::kEpsilon);
constexpr ArgumentSpec kFeatureIndex =
    AttributeArgument<int64_t>(BatchNormAttributes::kFeatureIndex);

constexpr ArgumentSpec kTrainingArguments[] = {kOperandArgument, kScale, kOffset, kEpsilon,
                                               kFeatureIndex};
constexpr ArgumentSpec kInferenceArguments[] = {kOperandArgument, kScale,   kOffset,      kMean,
                                                kVariance,        kEpsilon, kFeatureIndex};
constexpr ArgumentSpec kGradArguments[] = {kOperandArgument, kScale,   kBatchMean,   kBatchVar,
                                           kGradOutput,      kEpsilon, kFeatureIndex};

constexpr HloOpcode kTrainingOp[] = {HloOpcode::kBatchNormTraining};
constexpr HloOpcode kInferenceOp[] = {HloOpcode::kBatchNormInference};
constexpr HloOpcode kGradOp[] = {HloOpcode::kBatchNormGrad};
constexpr std::string_view kNormalizationGroup = "normalization";

}  // namespace

Span<const BuilderDef> NormalizationBuilderDefs() {
  static const BuilderDef kDefs[] = {
      {.name = "BatchNormTraining",
       .group = kNormalizationGroup,
       .lowers_to = kTrainingOp,
       .arguments = kTrainingArguments,
       .invoke = Invoke<BatchNormTraining>,
       .doc = "Normalizes each feature of an array by its own mean and variance; returns the tuple "
              "of the normalized array, the means and the variances. In the example the columns of "
              "x are the features.",
       .source = "Operation Semantics, BatchNormTraining",
       .example = "const y = b.batchNormTraining(x, b.constant([1, 1, 1]), b.constant([0, 0, 10]), "
                  "0, 1);"},
      {.name = "BatchNormInference",
       .group = kNormalizationGroup,
       .lowers_to = kInferenceOp,
       .arguments = kInferenceArguments,
       .invoke = Invoke<BatchNormInference>,
       .doc = "Normalizes each feature of an array by a given mean and variance.",
       .source = "Operation Semantics, BatchNormInference",
       .example = "const scale = b.constant([1, 1, 1]);\n"
                  "const offset = b.constant([0, 0, 10]);\n"
                  "const variance = b.constant([4, 4, 4]);\n"
                  "const y = b.batchNormInference(x, scale, offset, v, variance, 0, 1);"},
      {.name = "BatchNormGrad",
       .group = kNormalizationGroup,
       .lowers_to = kGradOp,
       .arguments = kGradArguments,
       .invoke = Invoke<BatchNormGrad>,
       .doc = "Returns the gradients of BatchNormTraining: the tuple of those of the operand, the "
              "scale and the offset.",
       .source = "Operation Semantics, BatchNormGrad",
       .example =
           "const scale = b.constant([1, 1, 1]);\n"
           "const training = b.batchNormTraining(x, scale, b.constant([0, 0, 0]), 0.75, 1);\n"
           "const [mean, variance] = [1, 2].map((i) => b.getTupleElement(training, i));\n"
           "const gradient = b.constant([[1, 0, 0], [0, 2, 0]]);\n"
           "const y = b.batchNormGrad(x, scale, mean, variance, gradient, 0.75, 1);"},
  };
  return kDefs;
}

}  // namespace hloom
