// Builder functions of batch normalization.
//
// A feature is an index of dimension `feature_index` of the operand. scale, offset, mean and
// variance are vectors with an element for each feature.
#ifndef HLOOM_BUILDER_FUNCTIONS_NORMALIZATION_FUNCTIONS_H_
#define HLOOM_BUILDER_FUNCTIONS_NORMALIZATION_FUNCTIONS_H_

#include "builder/xla_builder.h"

namespace hloom {

// Normalizes each feature by its own mean and variance: the tuple of the normalized array, the
// means and the variances.
XlaOp BatchNormTraining(XlaOp operand, XlaOp scale, XlaOp offset, float epsilon,
                        int64_t feature_index);

// Normalizes each feature by a given mean and variance.
XlaOp BatchNormInference(XlaOp operand, XlaOp scale, XlaOp offset, XlaOp mean, XlaOp variance,
                         float epsilon, int64_t feature_index);

// The gradients of BatchNormTraining: the tuple of those of operand, scale and offset. batch_mean
// and batch_var are its results; grad_output is the gradient of the normalized array.
XlaOp BatchNormGrad(XlaOp operand, XlaOp scale, XlaOp batch_mean, XlaOp batch_var,
                    XlaOp grad_output, float epsilon, int64_t feature_index);

}  // namespace hloom

#endif  // HLOOM_BUILDER_FUNCTIONS_NORMALIZATION_FUNCTIONS_H_
