// Helpers for readers of protobuf messages: going through the fields, keeping a value.
#ifndef HLOOM_BASE_WIRE_UTIL_H_
#define HLOOM_BASE_WIRE_UTIL_H_

#include <utility>

#include "base/wire.h"

namespace hloom {

// Goes through the fields of one message. `on_field` takes the reader at a field and returns
// Status. A reader is a view and may be copied, so that a message can be gone through twice.
template <typename OnField>
Status ForEachField(WireReader message, OnField on_field) {
  while (true) {
    HLOOM_ASSIGN_OR_RETURN(const bool more, message.Next());
    if (!more) return OkStatus();
    HLOOM_RETURN_IF_ERROR(on_field(message));
  }
}

// Goes through the fields of the message that a field holds.
template <typename OnField>
Status ForEachFieldIn(const WireReader& field, OnField on_field) {
  HLOOM_ASSIGN_OR_RETURN(const WireReader message, field.Message());
  return ForEachField(message, on_field);
}

template <typename T>
Status Store(StatusOr<T> value, T* target) {
  if (value.ok()) *target = std::move(*value);
  return value.status();
}

}  // namespace hloom

#endif  // HLOOM_BASE_WIRE_UTIL_H_
