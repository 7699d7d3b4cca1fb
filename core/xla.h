// This header is for programs written against XLA: it has XLA's namespace, with what hloom has of
// it, and collectives in the words of XLA's headers. It is opt-in, as a program that uses XLA
// itself must not include this.
#ifndef HLOOM_XLA_H_
#define HLOOM_XLA_H_

#include "builder/functions/collectives/xla_collectives.h"
#include "builder/functions/collectives/xla_device_lists.h"
#include "hloom.h"

namespace xla = hloom;

#endif  // HLOOM_XLA_H_
