// Values of the wire: shapes, literals, errors, explanations as JSON, and back.
#ifndef HLOOM_WASM_VALUES_JSON_H_
#define HLOOM_WASM_VALUES_JSON_H_

#include "base/json.h"
#include "base/json_writer.h"
#include "wasm/instance_state.h"

namespace hloom {

// Reads a shape from its object or its text form, and validates it.
StatusOr<Shape> ShapeFromJson(const Json& json);
// Reads a literal and adopts the buffers that it names, even on errors. `ledger` counts the
// allocated memory.
StatusOr<Literal> LiteralFromJson(InstanceState& state, const Json& json,
                                  const LedgerPtr& ledger = nullptr);

void WriteShape(const Shape& shape, JsonWriter& out);
// Writes a shape for a reader that knows the shapes of `ops`: the id of an op in the place of a
// shape that the op has, and {"type": "OP", "op": 1} for a large tuple within it that op 1 has.
void WriteShapeBesideOps(const Shape& shape, Span<const XlaOp> ops, JsonWriter& out);
void WriteProgramShape(const ProgramShape& program_shape, JsonWriter& out);
void WriteError(const Status& status, JsonWriter& out);
void WriteExplanation(const BroadcastExplanation& explanation, JsonWriter& out);
// Writes a literal whose leaves become buffers of the caller. A shared leaf, for example of a
// constant of the program, is copied, because the caller may write to it.
Status WriteLiteral(InstanceState& state, const Literal& literal, JsonWriter& out);

}  // namespace hloom

#endif  // HLOOM_WASM_VALUES_JSON_H_
