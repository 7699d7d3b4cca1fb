#include "hlo/attributes/fusion_kind.h"

#include "hlo/kinds/enum_kind.h"

namespace hloom {

namespace {
constexpr std::string_view kFusionKindNames[] = {"kLoop", "kInput", "kOutput", "kCustom"};
constexpr AttributeKind kFusionKind = EnumKind<FusionKind, kFusionKindNames>("fusion_kind");
}  // namespace

template <>
const AttributeKind& AttributeKindOf<FusionKind>() {
  return kFusionKind;
}

}  // namespace hloom
