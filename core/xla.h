// For programs written against XLA: its namespace, with what hloom has of it. Opt-in, and for
// programs only: a program that uses XLA itself must not include this.
#ifndef HLOOM_XLA_H_
#define HLOOM_XLA_H_

#include "hloom.h"

namespace xla = hloom;

#endif  // HLOOM_XLA_H_
