// The arguments of builder functions and their kinds in ops.json, with their JavaScript forms.
// wasm/README.md shows the format.
#ifndef HLOOM_WASM_KINDS_JSON_H_
#define HLOOM_WASM_KINDS_JSON_H_

#include "base/json_writer.h"
#include "builder/builder_def.h"
#include "hlo/kinds/js_form.h"

namespace hloom {

// An argument, with the name of its kind.
void WriteArgument(const ArgumentSpec& argument, JsonWriter& out);
// An argument as calls need it: its names, and the name of its kind.
void WriteArgumentKind(const ArgumentSpec& argument, JsonWriter& out);
// A kind: its name and its form. Other kinds within it are named.
void WriteKind(std::string_view name, const JsForm& form, JsonWriter& out);
// All kinds that arguments have, and those within them, each once and after those that it names.
void WriteKinds(JsonWriter& out);

}  // namespace hloom

#endif  // HLOOM_WASM_KINDS_JSON_H_
