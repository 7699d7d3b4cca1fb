// Origins in HLO text: {({"v1"}, {"v2" {0}})}, braces included.
#ifndef HLOOM_TEXT_EXTRAS_ORIGINAL_VALUE_TEXT_H_
#define HLOOM_TEXT_EXTRAS_ORIGINAL_VALUE_TEXT_H_

#include <string>

#include "base/text_reader.h"
#include "hlo/original_value.h"

namespace hloom::hlo_text {

void AppendOriginalValue(std::string& out, const OriginalValue& value);
Status ReadOriginalValue(TextReader& in, OriginalValue& value);

}  // namespace hloom::hlo_text

#endif  // HLOOM_TEXT_EXTRAS_ORIGINAL_VALUE_TEXT_H_
