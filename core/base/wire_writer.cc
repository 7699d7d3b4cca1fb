#include <bit>
#include <cassert>
#include <cstring>

#include "base/wire.h"

namespace hloom {

static_assert(std::endian::native == std::endian::little,
              "fixed-width fields are copied as they are");

namespace {

constexpr size_t kMaxVarint = 10;

size_t EncodeVarint(uint64_t value, char* out) {
  size_t n = 0;
  for (; value >= 0x80; value >>= 7) out[n++] = static_cast<char>(value | 0x80);
  out[n++] = static_cast<char>(value);
  return n;
}

// Negative int32 values are sign-extended to ten bytes, so that a reader may take the field for an
// int64.
template <typename T>
uint64_t Widen(T value) {
  return static_cast<uint64_t>(static_cast<int64_t>(value));
}

}  // namespace

void WireWriter::Varint(uint64_t value) {
  char buffer[kMaxVarint];
  out_.append(buffer, EncodeVarint(value, buffer));
}

void WireWriter::Tag(int field, WireType type) {
  assert(field > 0 && field <= kMaxWireField);
  Varint(static_cast<uint64_t>(field) << 3 | static_cast<uint64_t>(type));
}

void WireWriter::AddUint64(int field, uint64_t value) {
  Tag(field, WireType::kVarint);
  Varint(value);
}

void WireWriter::AddFixed32(int field, uint32_t value) {
  Tag(field, WireType::kFixed32);
  out_.append(reinterpret_cast<const char*>(&value), sizeof(value));
}

void WireWriter::AddFixed64(int field, uint64_t value) {
  Tag(field, WireType::kFixed64);
  out_.append(reinterpret_cast<const char*>(&value), sizeof(value));
}

void WireWriter::AddFloat(int field, float value) {
  uint32_t bits;
  std::memcpy(&bits, &value, sizeof(bits));
  AddFixed32(field, bits);
}

void WireWriter::AddDouble(int field, double value) {
  uint64_t bits;
  std::memcpy(&bits, &value, sizeof(bits));
  AddFixed64(field, bits);
}

void WireWriter::SetFloat(int field, float value) {
  uint32_t bits;
  std::memcpy(&bits, &value, sizeof(bits));
  if (bits != 0) AddFixed32(field, bits);
}

void WireWriter::SetDouble(int field, double value) {
  uint64_t bits;
  std::memcpy(&bits, &value, sizeof(bits));
  if (bits != 0) AddFixed64(field, bits);
}

void WireWriter::AddBytes(int field, std::string_view value) {
  Tag(field, WireType::kBytes);
  Varint(value.size());
  out_.append(value);
}

template <typename T>
void WireWriter::PackVarints(int field, Span<const T> values) {
  if (values.empty()) return;
  BeginMessage(field);
  for (T value : values) Varint(Widen(value));
  EndMessage();
}

template <typename T>
void WireWriter::PackFixed(int field, Span<const T> values) {
  if (values.empty()) return;
  AddBytes(field, {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)});
}

void WireWriter::PackInt64s(int field, Span<const int64_t> values) { PackVarints(field, values); }
void WireWriter::PackInt32s(int field, Span<const int32_t> values) { PackVarints(field, values); }
void WireWriter::PackUint64s(int field, Span<const uint64_t> values) { PackVarints(field, values); }
void WireWriter::PackUint32s(int field, Span<const uint32_t> values) { PackVarints(field, values); }
void WireWriter::PackFloats(int field, Span<const float> values) { PackFixed(field, values); }
void WireWriter::PackDoubles(int field, Span<const double> values) { PackFixed(field, values); }

void WireWriter::PackBools(int field, Span<const uint8_t> values) {
  if (values.empty()) return;
  Tag(field, WireType::kBytes);
  Varint(values.size());
  for (uint8_t value : values) out_.push_back(value != 0 ? 1 : 0);
}

void WireWriter::BeginMessage(int field) {
  Tag(field, WireType::kBytes);
  out_.push_back(0);  // the length, while it is one byte long
  open_.push_back(out_.size());
}

void WireWriter::EndMessage() {
  assert(!open_.empty());
  const size_t start = open_.back();
  open_.pop_back();
  char length[kMaxVarint];
  const size_t n = EncodeVarint(out_.size() - start, length);
  // Most messages are shorter than 128 bytes. A longer one is moved, rather than given a padded
  // length: equal messages must have equal bytes, and protobuf pads none.
  out_.replace(start - 1, 1, length, n);
}

}  // namespace hloom
