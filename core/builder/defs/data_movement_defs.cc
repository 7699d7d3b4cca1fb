// Rows of functions that move elements without computing: slices, pads, transposes, reshapes.
#include "builder/defs/argument_specs.h"

namespace hloom {

Span<const BuilderDef> DataMovementBuilderDefs() {
  return {};
}

}  // namespace hloom
