// Kind string: any text, in quotes in HLO text. Kind bytes: the same for bytes that need not be
// text.
#ifndef HLOOM_HLO_KINDS_TEXT_H_
#define HLOOM_HLO_KINDS_TEXT_H_

#include <string>

#include "hlo/attribute.h"

namespace hloom {

// Bytes for a back end, in the back end's format: a field of type `bytes` in XLA's messages.
struct ByteString {
  std::string bytes;

  friend bool operator==(const ByteString&, const ByteString&) = default;
};

template <>
const AttributeKind& AttributeKindOf<std::string>();
template <>
const AttributeKind& AttributeKindOf<ByteString>();

}  // namespace hloom

#endif  // HLOOM_HLO_KINDS_TEXT_H_
