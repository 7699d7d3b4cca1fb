// Values at the boundary: one block of bytes for each array, and the live sizes if it is dynamic.
#ifndef HLOOM_WASM_LEAVES_H_
#define HLOOM_WASM_LEAVES_H_

#include <vector>

#include "literal/literal.h"

namespace hloom {

// One array of a value.
struct Leaf {
  Buffer buffer;
  std::vector<int64_t> sizes;  // of a dynamic shape
};

// The array of `shape` whose bytes these are. literal.c1: a dynamic one has a size for each
// dimension. literal.c2, literal.c3: the bytes are such a value. literal.c8: sizes are within their
// bounds. `ledger` counts the allocated memory.
StatusOr<Literal> LiteralFromLeaf(const ShapePtr& shape, Leaf leaf,
                                  const LedgerPtr& ledger = nullptr);

// literal.c5: opaques and buffers have no value.
Status NoSuchValue(const Shape& shape);

}  // namespace hloom

#endif  // HLOOM_WASM_LEAVES_H_
