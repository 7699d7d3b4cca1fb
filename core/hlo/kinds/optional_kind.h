// The kind of an attribute that an instruction may be without, made of the kind that it has if it
// is there.
#ifndef HLOOM_HLO_KINDS_OPTIONAL_KIND_H_
#define HLOOM_HLO_KINDS_OPTIONAL_KIND_H_

#include <optional>

#include "base/hash.h"
#include "hlo/attribute.h"

namespace hloom {

// It is for fields with `omit_default`: an attribute that is not there is neither printed nor
// written.
template <typename T>
constexpr AttributeKind OptionalKind(std::string_view name) {
  return {
      .name = name,
      .print =
          [](const void* value, std::string& out) {
            AttributeKindOf<T>().print(&**static_cast<const std::optional<T>*>(value), out);
          },
      .parse = [](void* value, TextReader& in, const Shape* shape) -> Status {
        return AttributeKindOf<T>().parse(&static_cast<std::optional<T>*>(value)->emplace(), in,
                                          shape);
      },
      .equal =
          [](const void* a, const void* b) {
            return *static_cast<const std::optional<T>*>(a) ==
                   *static_cast<const std::optional<T>*>(b);
          },
      .is_default =
          [](const void* value) {
            return !static_cast<const std::optional<T>*>(value)->has_value();
          },
      .hash =
          [](const void* value, Hasher& hasher) {
            const auto& optional = *static_cast<const std::optional<T>*>(value);
            hasher.AddNumber(optional ? 1 : 0);
            if (optional) AttributeKindOf<T>().hash(&*optional, hasher);
          },
      .write =
          [](const void* value, int field, WireWriter& out) {
            AttributeKindOf<T>().write(&**static_cast<const std::optional<T>*>(value), field, out);
          },
      .read = [](void* value, const WireReader& field) -> Status {
        auto& optional = *static_cast<std::optional<T>*>(value);
        if (!optional) optional.emplace();
        return AttributeKindOf<T>().read(&*optional, field);
      },
  };
}

}  // namespace hloom

#endif  // HLOOM_HLO_KINDS_OPTIONAL_KIND_H_
