// Values of the wire: shapes, literals, errors, explanations as JSON, and back.
#ifndef HLOOM_WASM_VALUES_JSON_H_
#define HLOOM_WASM_VALUES_JSON_H_

#include "base/json.h"
#include "base/json_writer.h"
#include "wasm/instance_state.h"

namespace hloom {

// From the object or the text form; validated.
StatusOr<Shape> ShapeFromJson(const Json& json);
// Adopts the buffers that it names, also when it fails.
StatusOr<Literal> LiteralFromJson(InstanceState& state, const Json& json);

void WriteShape(const Shape& shape, JsonWriter& out);
// The same where the other side knows the shapes of `ops`: a number in the place of a shape that is
// that of one of them, {"type": "OP", "op": 1} for a large tuple of theirs.
void WriteShapeBesideOps(const Shape& shape, Span<const XlaOp> ops, JsonWriter& out);
void WriteProgramShape(const ProgramShape& program_shape, JsonWriter& out);
void WriteError(const Status& status, JsonWriter& out);
void WriteExplanation(const BroadcastExplanation& explanation, JsonWriter& out);
// The leaves' storage becomes buffers of the caller. A leaf that is shared, say with a constant of
// the program, is copied: the caller may write.
Status WriteLiteral(InstanceState& state, const Literal& literal, JsonWriter& out);

}  // namespace hloom

#endif  // HLOOM_WASM_VALUES_JSON_H_
