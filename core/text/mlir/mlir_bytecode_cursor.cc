#include "text/mlir/mlir_bytecode_cursor.h"

#include "text/mlir/mlir_bytecode_rules.h"

namespace hloom::mlir {
namespace {

constexpr const char* kBytecodeEnds = "the bytecode ends too early";

}  // namespace

void BytecodeCursor::Fail(const char* problem) {
  if (problem_ == nullptr) problem_ = problem;
}

Status BytecodeCursor::status() const {
  if (ok()) return OkStatus();
  return BytecodeError(kBytecodeP1, position_, problem_)
      .Help("the file is damaged or cut off: write it again");
}

uint8_t BytecodeCursor::Byte() {
  if (!ok()) return 0;
  if (position_ == end_) {
    Fail(kBytecodeEnds);
    return 0;
  }
  return static_cast<uint8_t>(bytes_[position_++]);
}

uint64_t BytecodeCursor::VarInt() {
  const uint8_t first = Byte();
  if ((first & 1) != 0) return first >> 1;
  if (!ok()) return 0;
  const int more = first == 0 ? 8 : __builtin_ctz(first);
  if (end_ - position_ < static_cast<size_t>(more)) {
    Fail(kBytecodeEnds);
    return 0;
  }
  uint64_t rest = 0;
  for (int i = 0; i < more; ++i) {
    rest |= uint64_t{static_cast<uint8_t>(bytes_[position_ + static_cast<size_t>(i)])} << (8 * i);
  }
  position_ += static_cast<size_t>(more);
  if (first == 0) return rest;
  // A first byte 0b00000100 has two zero bits, and 5 bits of the number: the rest begins at bit 5.
  return uint64_t{first} >> (more + 1) | rest << (7 - more);
}

int64_t BytecodeCursor::SignedVarInt() {
  const uint64_t value = VarInt();
  return static_cast<int64_t>(value >> 1) ^ -static_cast<int64_t>(value & 1);
}

size_t BytecodeCursor::Count(size_t least) {
  const size_t begin = position_;
  const uint64_t count = VarInt();
  if (!ok()) return 0;
  if (count > left() / least) {
    position_ = begin;
    Fail("the count of parts is larger than the bytes that follow allow");
    return 0;
  }
  return static_cast<size_t>(count);
}

std::string_view BytecodeCursor::Bytes(uint64_t size) {
  if (!ok()) return {};
  if (size > left()) {
    Fail(kBytecodeEnds);
    return {};
  }
  const std::string_view bytes = bytes_.substr(position_, static_cast<size_t>(size));
  position_ += static_cast<size_t>(size);
  return bytes;
}

std::string_view BytecodeCursor::NullTerminated() {
  if (!ok()) return {};
  const size_t zero = bytes_.substr(0, end_).find('\0', position_);
  if (zero == std::string_view::npos) {
    Fail("a string does not end with a zero byte");
    return {};
  }
  const std::string_view text = bytes_.substr(position_, zero - position_);
  position_ = zero + 1;
  return text;
}

BytecodeCursor::Section BytecodeCursor::ReadSection() {
  constexpr uint8_t kAligned = 0x80;
  constexpr uint8_t kPadding = 0xCB;
  const uint8_t id = Byte();
  const uint64_t size = VarInt();
  Section section = {.id = static_cast<uint8_t>(id & ~kAligned)};
  if ((id & kAligned) != 0) {
    const uint64_t alignment = VarInt();
    if (ok() && (alignment == 0 || (alignment & (alignment - 1)) != 0)) {
      Fail("the alignment of a section is not a power of two");
    }
    // Offsets count from the begin of the bytecode, which writers align.
    while (ok() && (position_ & (alignment - 1)) != 0) {
      if (Byte() != kPadding) Fail("the padding before a section is not 0xCB");
    }
  }
  const size_t begin = position_;
  Bytes(size);
  if (ok()) section.data = {begin, position_};
  return section;
}

}  // namespace hloom::mlir
