// log(exp(a) + exp(b)) as a fold.
#ifndef HLOOM_KERNELS_WINDOWS_LOG_ADD_EXP_H_
#define HLOOM_KERNELS_WINDOWS_LOG_ADD_EXP_H_

#include "kernels/fold.h"

namespace hloom {

// For F32 and F64. Accumulators are doubles, and the folded value is rounded once.
extern const FoldKernel kLogAddExpFold;

}  // namespace hloom

#endif  // HLOOM_KERNELS_WINDOWS_LOG_ADD_EXP_H_
