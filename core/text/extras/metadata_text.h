// OpMetadata in HLO text: {op_name="x" source_line=7}.
#ifndef HLOOM_TEXT_EXTRAS_METADATA_TEXT_H_
#define HLOOM_TEXT_EXTRAS_METADATA_TEXT_H_

#include <string>
#include <vector>

#include "base/text_reader.h"
#include "hlo/op_metadata.h"

namespace hloom::hlo_text {

void AppendMetadata(std::string& out, const OpMetadata& metadata);
// Reads metadata with or without commas between the fields.
Status ReadMetadata(TextReader& in, OpMetadata& metadata);

// Shardings have lists of them: {{op_name="x"}, {op_name="y"}}, or a single one: {op_name="x"}.
void AppendMetadataList(std::string& out, const std::vector<OpMetadata>& list);
Status ReadMetadataList(TextReader& in, std::vector<OpMetadata>& list);

}  // namespace hloom::hlo_text

#endif  // HLOOM_TEXT_EXTRAS_METADATA_TEXT_H_
