// Rules of transfers between devices that several files check.
#ifndef HLOOM_COMM_RULES_H_
#define HLOOM_COMM_RULES_H_

#include "base/status.h"

namespace hloom {

inline constexpr Rule kCommC7 = {
    "comm.c7",
    "over a channel without source-target pairs one device sends, and one device receives; "
    "if its transfers have several lists of pairs, each states its own"};
inline constexpr Rule kCommC8 = {
    "comm.c8", "a send-done or recv-done ends a transfer that its own device began on its channel"};

}  // namespace hloom

#endif  // HLOOM_COMM_RULES_H_
