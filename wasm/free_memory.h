// Whether there is memory for what a call needs beside the elements of arrays, whose allocation can
// fail without harm.
#ifndef HLOOM_WASM_FREE_MEMORY_H_
#define HLOOM_WASM_FREE_MEMORY_H_

#include "base/status.h"

namespace hloom {

// memory.c2: the instance has room for what one call makes. What the C++ library fails to allocate
// aborts the instance and loses everything in it, so that methods which make objects ask first;
// those that adopt buffers, after they have adopted them.
Status CheckMemoryToWork();
// memory.c2: so many bytes can be written out. They grow in one block, which is copied as it grows.
Status CheckMemoryToWrite(int64_t bytes);

}  // namespace hloom

#endif  // HLOOM_WASM_FREE_MEMORY_H_
