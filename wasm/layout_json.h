// Layouts at the boundary: see Shape in wasm/README.md.
#ifndef HLOOM_WASM_LAYOUT_JSON_H_
#define HLOOM_WASM_LAYOUT_JSON_H_

#include "base/json.h"
#include "base/json_writer.h"
#include "shape/layout.h"

namespace hloom {

// Reads any layout; the validation of the shape refuses one that does not fit it.
StatusOr<Layout> LayoutFromJson(const Json& json);
void WriteLayout(const Layout& layout, JsonWriter& out);

}  // namespace hloom

#endif  // HLOOM_WASM_LAYOUT_JSON_H_
