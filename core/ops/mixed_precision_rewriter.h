// Inserts the converts that programs of mixed floating-point types imply: see mixed_precision.h.
#ifndef HLOOM_OPS_MIXED_PRECISION_REWRITER_H_
#define HLOOM_OPS_MIXED_PRECISION_REWRITER_H_

#include <memory>

#include "hlo/hlo_module.h"

namespace hloom {

// Returns the module with all implied converts: of operands, of results, and in versions of the
// computations that reduce, sort and similar operations apply to elements. Unique names and ids do
// not change. Null if it implies no converts.
//
// The module may be parsed but not verified: wrong shapes and operations stay, and VerifyModule
// reports them. RESOURCE_EXHAUSTED (parts.c1) if the result would be too large.
StatusOr<std::unique_ptr<HloModule>> InsertImpliedConverts(const HloModule& module);

}  // namespace hloom

#endif  // HLOOM_OPS_MIXED_PRECISION_REWRITER_H_
