// ShapeProto, LayoutProto and ProgramShapeProto of XLA's xla_data.proto.
#ifndef HLOOM_SHAPE_SHAPE_PROTO_H_
#define HLOOM_SHAPE_SHAPE_PROTO_H_

#include "base/status.h"
#include "base/wire.h"
#include "shape/parts_budget.h"
#include "shape/shape.h"

namespace hloom {

// These functions write the fields of their message into the message that is open.
void WriteShapeProto(const Shape& shape, WireWriter& out);
void WriteProgramShapeProto(const ProgramShape& program_shape, WireWriter& out);
// The shapes in it are valid.
StatusOr<ProgramShape> ReadProgramShapeProto(const WireReader& message);

// The shape is validated. parts.c1, before anything is read: it has no more parts than `max_parts`.
StatusOr<Shape> ReadShapeProto(WireReader reader, int64_t max_parts = PartsBudget::kMaxParts);

}  // namespace hloom

#endif  // HLOOM_SHAPE_SHAPE_PROTO_H_
