// Attributes of dot and scaled-dot.
#ifndef HLOOM_OPS_CONTRACTIONS_DOT_H_
#define HLOOM_OPS_CONTRACTIONS_DOT_H_

#include "hlo/attributes/dot_dimension_numbers.h"
#include "hlo/attributes/precision_config.h"
#include "ops/contractions/further_operands.h"
#include "shape/shape.h"

namespace hloom {

struct ScaledDotAttributes {
  DotDimensionNumbers dimension_numbers;
  PrecisionConfig precision_config;

  template <typename V>
  void visit(V& v) {
    dimension_numbers.visit(v);
    precision_config.visit(v);
  }
};

struct DotAttributes {
  DotDimensionNumbers dimension_numbers;
  PrecisionConfig precision_config;
  FurtherOperands further;

  template <typename V>
  void visit(V& v) {
    dimension_numbers.visit(v);
    precision_config.visit(v);
    further.visit(v);
  }
};

// dot.c13: a product of lhs and rhs that a builder makes may have elements of the type `preferred`.
Status CheckDotElementType(const Shape& lhs, const Shape& rhs, PrimitiveType preferred);

}  // namespace hloom

#endif  // HLOOM_OPS_CONTRACTIONS_DOT_H_
