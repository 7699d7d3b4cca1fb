// Everything a C++ program that uses hloom needs, in one include.
#ifndef HLOOM_HLOOM_H_
#define HLOOM_HLOOM_H_

#include "builder/lib/arithmetic.h"
#include "builder/lib/comparators.h"
#include "builder/lib/constants.h"
#include "builder/lib/decompositions.h"
#include "builder/lib/math.h"
#include "builder/lib/matrix.h"
#include "builder/lib/matrix_parts.h"
#include "builder/lib/one_hot.h"
#include "builder/lib/prng.h"
#include "builder/lib/reductions.h"
#include "builder/lib/slicing.h"
#include "builder/xla_builder.h"
#include "literal/literal_comparison.h"
#include "literal/literal_parser.h"
#include "literal/literal_util.h"
#include "ops/verify/verifier.h"
#include "runtime/execution.h"
#include "runtime/explain.h"
#include "runtime/reach.h"
#include "shape/dimension_number.h"
#include "shape/index_util.h"
#include "shape/shape_util.h"
#include "text/hlo/hlo_parser.h"
#include "text/hlo/hlo_text.h"
#include "text/proto/hlo_proto.h"

#endif  // HLOOM_HLOOM_H_
