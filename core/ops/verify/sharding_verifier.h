// The part of the verifier that checks the annotations of instructions: their shardings, and their
// values in the original program.
#ifndef HLOOM_OPS_VERIFY_SHARDING_VERIFIER_H_
#define HLOOM_OPS_VERIFY_SHARDING_VERIFIER_H_

#include "hlo/hlo_module.h"
#include "ops/op_def.h"

namespace hloom {

// sharding.c1 ..., origin.c1.
Span<const Rule> ShardingRules();

// `num_partitions` is the module's; 1 does not determine the number of devices.
Status VerifySharding(const HloSharding& sharding, const Shape& shape, int64_t num_partitions);
Status VerifyOrigin(const OriginalValue& origin, const Shape& shape);

}  // namespace hloom

#endif  // HLOOM_OPS_VERIFY_SHARDING_VERIFIER_H_
