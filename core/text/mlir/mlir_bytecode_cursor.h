// A cursor over bytes of MLIR bytecode: variable-width integers, counts, strings, sections.
#ifndef HLOOM_TEXT_MLIR_MLIR_BYTECODE_CURSOR_H_
#define HLOOM_TEXT_MLIR_MLIR_BYTECODE_CURSOR_H_

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/status.h"

namespace hloom::mlir {

// A part of a bytecode: bytes [begin, end) of the whole.
struct ByteRange {
  size_t begin = 0;
  size_t end = 0;
  size_t size() const { return end - begin; }
};

// A failure sticks: after it, all reads return zero, no bytes, and counts of zero, so that a caller
// reads a whole entry and asks ok() once.
class BytecodeCursor {
 public:
  BytecodeCursor(std::string_view bytes, ByteRange range)
      : bytes_(bytes), position_(range.begin), end_(range.end) {}

  bool ok() const { return problem_ == nullptr; }
  // bytecode.p1 with the offset of the first failure.
  Status status() const;
  size_t position() const { return position_; }
  size_t left() const { return ok() ? end_ - position_ : 0; }
  bool AtEnd() const { return left() == 0; }

  uint8_t Byte();
  // One to nine bytes: as many zero bits as the first byte has below its lowest one, as many bytes
  // follow it. The other bits are the number, in little-endian order.
  //
  //   0x0B             = 0b00001011 -> 5
  //   0x12 0x05        = 0b0000010100010010 -> 0b00000101000100 = 324
  uint64_t VarInt();
  // The same in zigzag order: 0, -1, 1, -2 are written as 0, 1, 2, 3.
  int64_t SignedVarInt();
  // A count of parts that take `least` bytes or more each: there are enough bytes for them.
  size_t Count(size_t least = 1);
  std::string_view Bytes(uint64_t size);
  // A string that a zero byte ends.
  std::string_view NullTerminated();
  struct Section {
    uint8_t id = 0;
    ByteRange data = {};
  };
  // An id, a length and possibly an alignment with padding before the data.
  Section ReadSection();
  // Records a failure at the current position, unless there is one.
  void Fail(const char* problem);

 private:
  std::string_view bytes_;
  size_t position_;
  size_t end_;
  const char* problem_ = nullptr;
};

}  // namespace hloom::mlir

#endif  // HLOOM_TEXT_MLIR_MLIR_BYTECODE_CURSOR_H_
