// This header is for programs written against XLA: it has XLA's namespace, with what hloom has of
// it. It is opt-in, as a program that uses XLA itself must not include this.
#ifndef HLOOM_XLA_H_
#define HLOOM_XLA_H_

#include "hloom.h"

namespace xla = hloom;

#endif  // HLOOM_XLA_H_
