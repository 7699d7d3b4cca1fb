// The protobuf wire format, handwritten: hloom reads and writes XLA's messages without a protobuf
// library.
//
// Rules that errors cite:
//   proto.c1  the bytes are a message in wire format
//   proto.c2  a field has the wire type of its declaration
//   proto.c3  a string field is well-formed UTF-8
//   proto.c4  messages and groups nest at most kMaxWireDepth deep
#ifndef HLOOM_BASE_WIRE_H_
#define HLOOM_BASE_WIRE_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/span.h"
#include "base/status.h"

namespace hloom {

inline constexpr int kMaxWireField = (1 << 29) - 1;
// Protobuf's own bound. A reader that follows Message() recursively is bounded by it too.
inline constexpr int kMaxWireDepth = 100;

enum class WireType : uint8_t {
  kVarint = 0,
  kFixed64 = 1,
  kBytes = 2,  // strings, bytes, messages, packed scalars
  kStartGroup = 3,
  kEndGroup = 4,
  kFixed32 = 5,
};

// Appends fields to a message. Set* is for proto3's singular fields and leaves the default out;
// Add* always writes: for repeated fields, members of a oneof, and fields declared `optional`.
class WireWriter {
 public:
  const std::string& bytes() const { return out_; }
  std::string TakeBytes() { return std::move(out_); }

  void AddInt64(int field, int64_t value) { AddUint64(field, static_cast<uint64_t>(value)); }
  void AddInt32(int field, int32_t value) { AddInt64(field, value); }  // also enums; sign-extended
  void AddUint64(int field, uint64_t value);
  void AddBool(int field, bool value) { AddUint64(field, value ? 1 : 0); }
  void AddFixed32(int field, uint32_t value);
  void AddFixed64(int field, uint64_t value);
  void AddFloat(int field, float value);
  void AddDouble(int field, double value);
  void AddBytes(int field, std::string_view value);
  void AddString(int field, std::string_view value) { AddBytes(field, value); }

  void SetInt64(int field, int64_t value) {
    if (value != 0) AddInt64(field, value);
  }
  void SetInt32(int field, int32_t value) { SetInt64(field, value); }
  void SetBool(int field, bool value) {
    if (value) AddBool(field, value);
  }
  // The default is only +0: -0 has other bits and is written.
  void SetFloat(int field, float value);
  void SetDouble(int field, double value);
  void SetBytes(int field, std::string_view value) {
    if (!value.empty()) AddBytes(field, value);
  }
  void SetString(int field, std::string_view value) { SetBytes(field, value); }

  // Repeated scalars, packed; an empty list is not written.
  void PackInt64s(int field, Span<const int64_t> values);
  void PackInt32s(int field, Span<const int32_t> values);
  void PackUint64s(int field, Span<const uint64_t> values);
  void PackUint32s(int field, Span<const uint32_t> values);
  void PackBools(int field, Span<const uint8_t> values);  // a byte each, as PRED is stored
  void PackFloats(int field, Span<const float> values);
  void PackDoubles(int field, Span<const double> values);

  // The fields between Begin and End form a message of their own, written even when it is empty: a
  // message has presence. Calls nest and must balance.
  void BeginMessage(int field);
  void EndMessage();

 private:
  void Varint(uint64_t value);
  void Tag(int field, WireType type);
  template <typename T>
  void PackVarints(int field, Span<const T> values);
  template <typename T>
  void PackFixed(int field, Span<const T> values);

  std::string out_;
  std::vector<size_t> open_;  // where the content of each open message starts
};

// Goes through the fields of one message:
//
//   WireReader reader(bytes);
//   for (;;) {
//     HLOOM_ASSIGN_OR_RETURN(const bool more, reader.Next());
//     if (!more) break;
//     switch (reader.field()) {
//       case 1: { HLOOM_ASSIGN_OR_RETURN(name, reader.String()); break; }
//       case 3: { HLOOM_RETURN_IF_ERROR(reader.AppendInt64s(&dimensions)); break; }
//     }                                  // any other field is skipped, as protobuf does
//   }
//
// It only views the bytes: they must outlive the reader and every view that it hands out.
class WireReader {
 public:
  explicit WireReader(std::string_view message) : bytes_(message) {}

  // Moves to the next field, and checks that its value is complete; false at the end of the
  // message.
  StatusOr<bool> Next();

  int field() const { return field_; }
  WireType type() const { return type_; }  // never kEndGroup: a group is one field
  // The offset of the current field in the outermost message.
  size_t offset() const { return base_ + field_start_; }

  // The current field's value. Integers that are too wide lose their high bits, as protobuf has it.
  StatusOr<int64_t> Int64() const;
  StatusOr<int32_t> Int32() const;  // also enums
  StatusOr<uint64_t> Uint64() const;
  StatusOr<bool> Bool() const;
  StatusOr<uint32_t> Fixed32() const;
  StatusOr<uint64_t> Fixed64() const;
  StatusOr<float> Float() const;
  StatusOr<double> Double() const;
  StatusOr<std::string_view> Bytes() const;
  StatusOr<std::string> String() const;
  StatusOr<WireReader> Message() const;

  // Repeated scalars: one element, or a packed run of them; both may occur, and mix.
  Status AppendInt64s(std::vector<int64_t>* values) const;
  Status AppendInt32s(std::vector<int32_t>* values) const;
  Status AppendUint64s(std::vector<uint64_t>* values) const;
  Status AppendUint32s(std::vector<uint32_t>* values) const;
  Status AppendBools(std::vector<uint8_t>* values) const;
  Status AppendFloats(std::vector<float>* values) const;
  Status AppendDoubles(std::vector<double>* values) const;

 private:
  Status ReadVarint(uint64_t* value);
  Status ReadTag(int* field, WireType* type);
  // The value of a field of `type`, up to its end; for kStartGroup all of the group.
  Status ReadValue(int field, WireType type);
  Status SkipGroup(int field);
  Status Take(size_t count, int field);

  Status Malformed(size_t offset, std::string what) const;
  Status WrongType(std::string_view wanted) const;
  template <typename T>
  Status AppendVarints(std::vector<T>* values) const;
  template <typename T>
  Status AppendFixed(WireType single, std::string_view wanted, std::vector<T>* values) const;

  std::string_view bytes_;
  size_t base_ = 0;  // offset of bytes_ in the outermost message
  int depth_ = 1;
  size_t pos_ = 0;

  int field_ = 0;
  WireType type_ = WireType::kVarint;
  size_t field_start_ = 0;
  uint64_t scalar_ = 0;    // kVarint, kFixed32, kFixed64
  std::string_view view_;  // kBytes
  size_t view_start_ = 0;  // its offset in bytes_
};

}  // namespace hloom

#endif  // HLOOM_BASE_WIRE_H_
