// The index vectors of gather and scatter, for their kernels.
#ifndef HLOOM_OPS_INDEXING_WINDOW_INDICES_EVAL_H_
#define HLOOM_OPS_INDEXING_WINDOW_INDICES_EVAL_H_

#include <vector>

#include "kernels/indexing/index_vectors.h"
#include "ops/indexing/window_mapping.h"

namespace hloom {

// `sizes`: the number of index vectors along each of mapping.IndicesDims. The components are those
// of the vectors, and then the batching dimensions of the operand, in each of which a window starts
// at the index along that of the indices. In all other dimensions windows start at 0.
IndexVectors IndexVectorsOf(const WindowMapping& mapping, const Shape& indices,
                            const std::vector<int64_t>& sizes);

}  // namespace hloom

#endif  // HLOOM_OPS_INDEXING_WINDOW_INDICES_EVAL_H_
