// Kind string: any text, in quotes in HLO text.
#ifndef HLOOM_HLO_ATTRIBUTES_TEXT_H_
#define HLOOM_HLO_ATTRIBUTES_TEXT_H_

#include <string>

#include "hlo/attribute.h"

namespace hloom {

template <>
const AttributeKind& AttributeKindOf<std::string>();

}  // namespace hloom

#endif  // HLOOM_HLO_ATTRIBUTES_TEXT_H_
