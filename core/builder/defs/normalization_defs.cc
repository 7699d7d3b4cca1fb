// Rows of batch normalisation.
#include "builder/defs/argument_specs.h"
#include "builder/functions/normalization_functions.h"
#include "ops/normalization/batch_norm.h"

namespace hloom {

namespace {

constexpr ArgumentSpec kScale = {"scale", ArgumentKind::kOp,
                                 "a vector: what each feature is multiplied by"};
constexpr ArgumentSpec kOffset = {"offset", ArgumentKind::kOp,
                                  "a vector: what is added to each feature"};
constexpr ArgumentSpec kMean = {"mean", ArgumentKind::kOp, "a vector: the mean of each feature"};
constexpr ArgumentSpec kVariance = {"variance", ArgumentKind::kOp,
                                    "a vector: the variance of each feature"};
constexpr ArgumentSpec kBatchMean = {"batch_mean", ArgumentKind::kOp,
                                     "the means that BatchNormTraining gave"};
constexpr ArgumentSpec kBatchVar = {"batch_var", ArgumentKind::kOp,
                                    "the variances that BatchNormTraining gave"};
constexpr ArgumentSpec kGradOutput = {"grad_output", ArgumentKind::kOp,
                                      "the gradient of the normalised array"};
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
      {"BatchNormTraining",
       0,
       kNormalizationGroup,
       kTrainingOp,
       kTrainingArguments,
       {},
       [](XlaBuilder*, Arguments a) {
         return BatchNormTraining(a[0].op, a[1].op, a[2].op, a[3].Get<float>(),
                                  a[4].Get<int64_t>());
       },
       "Normalises each feature of an array by its own mean and variance; gives the tuple of the "
       "normalised array, the means and the variances. Here the columns of x are the features.",
       "Operation Semantics, BatchNormTraining",
       "const y = b.batchNormTraining(x, b.constant([1, 1, 1]), b.constant([0, 0, 10]), 0, 1);"},
      {"BatchNormInference",
       0,
       kNormalizationGroup,
       kInferenceOp,
       kInferenceArguments,
       {},
       [](XlaBuilder*, Arguments a) {
         return BatchNormInference(a[0].op, a[1].op, a[2].op, a[3].op, a[4].op, a[5].Get<float>(),
                                   a[6].Get<int64_t>());
       },
       "Normalises each feature of an array by a mean and a variance that are given.",
       "Operation Semantics, BatchNormInference",
       "const scale = b.constant([1, 1, 1]);\n"
       "const offset = b.constant([0, 0, 10]);\n"
       "const variance = b.constant([4, 4, 4]);\n"
       "const y = b.batchNormInference(x, scale, offset, v, variance, 0, 1);"},
      {"BatchNormGrad",
       0,
       kNormalizationGroup,
       kGradOp,
       kGradArguments,
       {},
       [](XlaBuilder*, Arguments a) {
         return BatchNormGrad(a[0].op, a[1].op, a[2].op, a[3].op, a[4].op, a[5].Get<float>(),
                              a[6].Get<int64_t>());
       },
       "Gives the gradients of BatchNormTraining: the tuple of those of the operand, of the scale "
       "and of the offset.",
       "Operation Semantics, BatchNormGrad",
       "const scale = b.constant([1, 1, 1]);\n"
       "const training = b.batchNormTraining(x, scale, b.constant([0, 0, 0]), 0.75, 1);\n"
       "const [mean, variance] = [1, 2].map((i) => b.getTupleElement(training, i));\n"
       "const gradient = b.constant([[1, 0, 0], [0, 2, 0]]);\n"
       "const y = b.batchNormGrad(x, scale, mean, variance, gradient, 0.75, 1);"},
  };
  return kDefs;
}

}  // namespace hloom
