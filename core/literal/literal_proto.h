// LiteralProto of XLA's xla_data.proto.
#ifndef HLOOM_LITERAL_LITERAL_PROTO_H_
#define HLOOM_LITERAL_LITERAL_PROTO_H_

#include "base/status.h"
#include "base/wire.h"
#include "literal/literal.h"

namespace hloom {

// Writes the fields of the message into the one that is open.
void WriteLiteralProto(const Literal& literal, WireWriter& out);
// literal.p1: the number of elements is that of the shape.
StatusOr<Literal> ReadLiteralProto(WireReader reader);

}  // namespace hloom

#endif  // HLOOM_LITERAL_LITERAL_PROTO_H_
