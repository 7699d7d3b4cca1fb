// Checks the memory that a call needs in addition to the elements of arrays, whose allocation can
// fail safely.
#ifndef HLOOM_WASM_FREE_MEMORY_H_
#define HLOOM_WASM_FREE_MEMORY_H_

#include "base/status.h"

namespace hloom {

// memory.c2: the instance has room for the objects of one call. A failed allocation in the C++
// library aborts the instance and loses its contents, so methods that make objects check first;
// methods that adopt buffers check after they have adopted them.
Status CheckMemoryToWork();
// memory.c2: this number of bytes can be written. They grow in one block, which is copied as it
// grows.
Status CheckMemoryToWrite(int64_t bytes);

}  // namespace hloom

#endif  // HLOOM_WASM_FREE_MEMORY_H_
