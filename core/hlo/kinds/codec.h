// Codec<T>: everything the system knows of the values of one attribute kind, as functions of T.
// MakeKind makes the AttributeKind of it, whose functions take values of any type; no other file
// casts them.
//
//   constexpr Codec<TriState> kTriState = {.name = "tri_state", .print = PrintTriState, ...};
//
//   template <>
//   const AttributeKind& AttributeKindOf<TriState>() {
//     return MakeKind<kTriState>();
//   }
#ifndef HLOOM_HLO_KINDS_CODEC_H_
#define HLOOM_HLO_KINDS_CODEC_H_

#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

#include "base/hash.h"
#include "hlo/attribute.h"

namespace hloom {

// The members are those of AttributeKind, which documents them.
template <typename T>
struct Codec {
  using Value = T;

  std::string_view name;

  void (*print)(const T& value, std::string& out) = nullptr;
  Status (*parse)(T& value, TextReader& in, const Shape* shape) = nullptr;

  // Null: ==, the value T{}, and AddToHash (base/hash.h).
  bool (*equal)(const T& a, const T& b) = nullptr;
  bool (*is_default)(const T& value) = nullptr;
  T (*make_default)() = nullptr;
  void (*hash)(const T& value, Hasher& hasher) = nullptr;

  void (*write)(const T& value, int field, WireWriter& out) = nullptr;
  Status (*read)(T& value, const WireReader& field) = nullptr;
  void (*clear)(T& value) = nullptr;

  const JsForm* js = nullptr;
  Status (*read_json)(T& value, const JsonInput& in) = nullptr;
};

// The functions of a codec, for values whose type the caller does not know.
template <const auto& kCodec>
struct ErasedCodec {
  using T = typename std::remove_cvref_t<decltype(kCodec)>::Value;

  static const T& In(const void* value) { return *static_cast<const T*>(value); }
  static T& In(void* value) { return *static_cast<T*>(value); }

  static bool AreEqual(const T& a, const T& b) {
    if constexpr (kCodec.equal != nullptr) {
      return kCodec.equal(a, b);
    } else {
      return a == b;
    }
  }
  static T MakeDefault() {
    if constexpr (kCodec.make_default != nullptr) {
      return kCodec.make_default();
    } else {
      return T{};
    }
  }

  static void Print(const void* value, std::string& out) { kCodec.print(In(value), out); }
  static Status Parse(void* value, TextReader& in, const Shape* shape) {
    return kCodec.parse(In(value), in, shape);
  }
  static bool Equal(const void* a, const void* b) { return AreEqual(In(a), In(b)); }
  static bool IsDefault(const void* value) {
    if constexpr (kCodec.is_default != nullptr) {
      return kCodec.is_default(In(value));
    } else {
      return AreEqual(In(value), MakeDefault());
    }
  }
  static void SetDefault(void* value) { In(value) = MakeDefault(); }
  static void Hash(const void* value, Hasher& hasher) {
    if constexpr (kCodec.hash != nullptr) {
      kCodec.hash(In(value), hasher);
    } else {
      AddToHash(In(value), hasher);
    }
  }
  static void Write(const void* value, int field, WireWriter& out) {
    kCodec.write(In(value), field, out);
  }
  static Status Read(void* value, const WireReader& field) { return kCodec.read(In(value), field); }
  static void Clear(void* value) { kCodec.clear(In(value)); }
  static Status ReadJson(void* value, const JsonInput& in) {
    return kCodec.read_json(In(value), in);
  }
};

// The kind of a codec, a constant.
template <const auto& kCodec>
const AttributeKind& MakeKind() {
  using Erased = ErasedCodec<kCodec>;
  static constexpr AttributeKind kMade = {
      .name = kCodec.name,
      .print = kCodec.print != nullptr ? Erased::Print : nullptr,
      .parse = kCodec.parse != nullptr ? Erased::Parse : nullptr,
      .equal = Erased::Equal,
      .is_default = Erased::IsDefault,
      .set_default = kCodec.make_default != nullptr ? Erased::SetDefault : nullptr,
      .hash = Erased::Hash,
      .write = kCodec.write != nullptr ? Erased::Write : nullptr,
      .read = kCodec.read != nullptr ? Erased::Read : nullptr,
      .clear = kCodec.clear != nullptr ? Erased::Clear : nullptr,
      .js = kCodec.js,
      .read_json = kCodec.read_json != nullptr ? Erased::ReadJson : nullptr,
  };
  return kMade;
}

// The codec of an attribute that an instruction may be without, made of the kind that it has if it
// is there. It is for fields with `omit_default`: an attribute that is not there is neither printed
// nor written.
template <typename T>
constexpr Codec<std::optional<T>> OptionalCodec(std::string_view name) {
  using Optional = std::optional<T>;
  return {
      .name = name,
      .print = [](const Optional& value,
                  std::string& out) { AttributeKindOf<T>().print(&*value, out); },
      .parse =
          [](Optional& value, TextReader& in, const Shape* shape) {
            return AttributeKindOf<T>().parse(&value.emplace(), in, shape);
          },
      .hash =
          [](const Optional& value, Hasher& hasher) {
            hasher.AddNumber(value ? 1 : 0);
            if (value) AttributeKindOf<T>().hash(&*value, hasher);
          },
      .write = [](const Optional& value, int field,
                  WireWriter& out) { AttributeKindOf<T>().write(&*value, field, out); },
      .read =
          [](Optional& value, const WireReader& field) {
            if (!value) value.emplace();
            return AttributeKindOf<T>().read(&*value, field);
          },
  };
}

}  // namespace hloom

#endif  // HLOOM_HLO_KINDS_CODEC_H_
