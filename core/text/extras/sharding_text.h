// Shardings in HLO text, in XLA's three forms: lists of devices, an iota of devices, and a mesh
// whose axes have names.
#ifndef HLOOM_TEXT_EXTRAS_SHARDING_TEXT_H_
#define HLOOM_TEXT_EXTRAS_SHARDING_TEXT_H_

#include <string>

#include "base/text_reader.h"
#include "hlo/hlo_sharding.h"

namespace hloom::hlo_text {

// {devices=[2,2]<=[4]}, {{replicated}, {maximal device=1}}; braces included.
void AppendSharding(std::string& out, const HloSharding& sharding);
Status ReadSharding(TextReader& in, HloSharding& sharding);

// Writes the text between the braces of a sharding that names axes: mesh['x'=2], [{'x'}, {}].
void AppendNamedSharding(std::string& out, const NamedSharding& sharding);
bool NamedShardingFollows(TextReader& in);
Status ReadNamedSharding(TextReader& in, NamedSharding& sharding);

}  // namespace hloom::hlo_text

#endif  // HLOOM_TEXT_EXTRAS_SHARDING_TEXT_H_
