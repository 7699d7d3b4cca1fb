#include "base/wire_util.h"
#include "text/extras/sharding_proto.h"

namespace hloom::hlo_proto {

namespace {

// OriginalValueProto; an element has an index, 1, and an array, 2; an array a name, 1, an index, 2.
enum OriginField { kElements = 1, kIsSyntheticCall = 2, kCallHierarchy = 3 };

Status ReadArray(const WireReader& field, OriginalArray& array) {
  return ForEachFieldIn(field, [&](const WireReader& reader) -> Status {
    if (reader.field() == 1) return Store(reader.String(), &array.instruction_name);
    return reader.field() == 2 ? reader.AppendInt64s(&array.shape_index) : OkStatus();
  });
}

Status ReadElement(const WireReader& field, OriginalValue::Element& element) {
  return ForEachFieldIn(field, [&](const WireReader& reader) -> Status {
    if (reader.field() == 1) return reader.AppendInt64s(&element.shape_index);
    return reader.field() == 2 ? ReadArray(reader, element.original.emplace()) : OkStatus();
  });
}

}  // namespace

void WriteOriginalValue(const OriginalValue& value, int field, WireWriter& out) {
  out.BeginMessage(field);
  for (const OriginalValue::Element& element : value.elements) {
    out.BeginMessage(kElements);
    out.PackInt64s(1, element.shape_index);
    if (element.original) {
      out.BeginMessage(2);
      out.SetString(1, element.original->instruction_name);
      out.PackInt64s(2, element.original->shape_index);
      out.EndMessage();
    }
    out.EndMessage();
  }
  out.SetBool(kIsSyntheticCall, value.is_synthetic_call);
  if (value.call_hierarchy) out.AddString(kCallHierarchy, *value.call_hierarchy);
  out.EndMessage();
}

Status ReadOriginalValue(const WireReader& field, OriginalValue& value) {
  HLOOM_RETURN_IF_ERROR(ForEachFieldIn(field, [&](const WireReader& reader) -> Status {
    if (reader.field() == kElements) return ReadElement(reader, value.elements.emplace_back());
    if (reader.field() == kCallHierarchy)
      return Store(reader.String(), &value.call_hierarchy.emplace());
    if (reader.field() != kIsSyntheticCall) return OkStatus();
    return Store(reader.Bool(), &value.is_synthetic_call);
  }));
  // Newer versions of XLA write a call that the compiler made with an empty call_hierarchy.
  if (value.call_hierarchy == "" && value.elements.empty()) {
    value.is_synthetic_call = true;
    value.call_hierarchy.reset();
  }
  if (value.is_synthetic_call) value.elements.clear();
  return OkStatus();
}

}  // namespace hloom::hlo_proto
