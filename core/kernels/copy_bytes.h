// Copies of contiguous bytes.
#ifndef HLOOM_KERNELS_COPY_BYTES_H_
#define HLOOM_KERNELS_COPY_BYTES_H_

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace hloom {

// Copies 64 bytes, a line of the cache. Compilers would use eight numbers instead of four vectors.
inline void CopyLine(const void* from_line, void* to_line) {
  using Vector = uint32_t __attribute__((vector_size(16)));
  Vector a, b, c, d;
  const auto* const from = static_cast<const std::byte*>(from_line);
  auto* const to = static_cast<std::byte*>(to_line);
  std::memcpy(&a, from, 16);
  std::memcpy(&b, from + 16, 16);
  std::memcpy(&c, from + 32, 16);
  std::memcpy(&d, from + 48, 16);
  std::memcpy(to, &a, 16);
  std::memcpy(to + 16, &b, 16);
  std::memcpy(to + 32, &c, 16);
  std::memcpy(to + 48, &d, 16);
}

// Copies bytes that do not overlap. In WebAssembly, memcpy leaves the module for 512 bytes and more,
// which takes as long as copying some thousand bytes within it.
inline void CopyBytes(const std::byte* from, std::byte* to, int64_t bytes) {
  constexpr int64_t kLine = 64;
  constexpr int64_t kLong = 1 << 13;
  if (bytes < kLong) {
    for (; bytes >= kLine; bytes -= kLine, from += kLine, to += kLine) CopyLine(from, to);
  }
  if (bytes > 0) std::memcpy(to, from, static_cast<size_t>(bytes));
}

}  // namespace hloom

#endif  // HLOOM_KERNELS_COPY_BYTES_H_
