// The most memory that addresses can reach.
#ifndef HLOOM_BASE_ADDRESS_SPACE_H_
#define HLOOM_BASE_ADDRESS_SPACE_H_

#include <cstdint>
#include <limits>

namespace hloom {

// In WebAssembly, whose addresses have 32 bits: 4 GiB.
inline constexpr int64_t kAddressableBytes =
    sizeof(void*) == 4 ? int64_t{4} << 30 : std::numeric_limits<int64_t>::max();

}  // namespace hloom

#endif  // HLOOM_BASE_ADDRESS_SPACE_H_
