// Rows of elementwise mathematics: powers, shifts, transcendental functions, conversions.
#include "builder/defs/argument_specs.h"

namespace hloom {

Span<const BuilderDef> MathBuilderDefs() {
  return {};
}

}  // namespace hloom
