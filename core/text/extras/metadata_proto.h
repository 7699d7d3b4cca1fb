// OpMetadata in XLA's xla_data.proto.
#ifndef HLOOM_TEXT_EXTRAS_METADATA_PROTO_H_
#define HLOOM_TEXT_EXTRAS_METADATA_PROTO_H_

#include "base/wire.h"
#include "hlo/op_metadata.h"

namespace hloom::hlo_proto {

// Writes metadata as the field `field` of a message, even if it is empty.
void WriteMetadata(const OpMetadata& metadata, int field, WireWriter& out);
Status ReadMetadata(const WireReader& field, OpMetadata& metadata);

}  // namespace hloom::hlo_proto

#endif  // HLOOM_TEXT_EXTRAS_METADATA_PROTO_H_
