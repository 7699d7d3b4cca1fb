// Inserts the converts that programs of mixed floating-point types imply: see mixed_precision.h.
#ifndef HLOOM_OPS_MIXED_PRECISION_REWRITER_H_
#define HLOOM_OPS_MIXED_PRECISION_REWRITER_H_

#include <memory>

#include "hlo/hlo_module.h"

namespace hloom {

// The module with all converts that it implies: of operands, of results, and in versions of the
// computations that reduce, sort and their kin apply to elements. Names and ids that are unique
// stay as they are. Null where it implies none.
//
// The module may be one that was read and is not verified yet: shapes and operations that are wrong
// in it are so afterwards, for VerifyModule to say. RESOURCE_EXHAUSTED (parts.c1) where the result
// would be too large.
StatusOr<std::unique_ptr<HloModule>> InsertImpliedConverts(const HloModule& module);

}  // namespace hloom

#endif  // HLOOM_OPS_MIXED_PRECISION_REWRITER_H_
