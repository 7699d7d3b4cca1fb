// A file of jax.export as JSON: see jax_export.describe in README.md.
#ifndef HLOOM_WASM_JAX_EXPORT_JSON_H_
#define HLOOM_WASM_JAX_EXPORT_JSON_H_

#include "base/json_writer.h"
#include "text/stablehlo/jax_export.h"

namespace hloom {

void WriteJaxExport(const JaxExport& read, JsonWriter& out);

}  // namespace hloom

#endif  // HLOOM_WASM_JAX_EXPORT_JSON_H_
