// Operations that call computations describe the calls; the step machine pushes the frames.
#include "ops/op_eval.h"

namespace hloom {

constexpr OpEval kCallEval = {
    .calls = Calls::kOnce,
};
constexpr OpEval kFusionEval = {
    .calls = Calls::kOnce,
};
constexpr OpEval kWhileEval = {
    .calls = Calls::kLoop,
};
constexpr OpEval kConditionalEval = {
    .calls = Calls::kBranch,
};

}  // namespace hloom
