// OpSharding and OriginalValueProto of XLA's xla_data.proto.
#ifndef HLOOM_TEXT_EXTRAS_SHARDING_PROTO_H_
#define HLOOM_TEXT_EXTRAS_SHARDING_PROTO_H_

#include "base/wire.h"
#include "hlo/hlo_sharding.h"
#include "hlo/original_value.h"

namespace hloom::hlo_proto {

// Writes a sharding as the field `field` of a message.
void WriteSharding(const HloSharding& sharding, int field, WireWriter& out);
Status ReadSharding(const WireReader& field, HloSharding& sharding);

void WriteNamedSharding(const NamedSharding& sharding, int field, WireWriter& out);
Status ReadNamedSharding(const WireReader& field, NamedSharding& sharding);

void WriteOriginalValue(const OriginalValue& value, int field, WireWriter& out);
Status ReadOriginalValue(const WireReader& field, OriginalValue& value);

}  // namespace hloom::hlo_proto

#endif  // HLOOM_TEXT_EXTRAS_SHARDING_PROTO_H_
