// Operations that call computations describe the calls; the step machine pushes the frames.
#include "ops/op_eval.h"

namespace hloom {

constexpr OpEval kCallEval = {
    .kind = Calls{Calls::kOnce},
};
constexpr OpEval kFusionEval = {
    .kind = Calls{Calls::kOnce},
};
constexpr OpEval kWhileEval = {
    .kind = Calls{Calls::kLoop},
};
constexpr OpEval kConditionalEval = {
    .kind = Calls{Calls::kBranch},
};

}  // namespace hloom
