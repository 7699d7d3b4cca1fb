// Reads tables of a flatbuffer, whose fields are named by their number in the schema.
//
// Everything is found by offsets: a table begins with the distance to its vtable, which has the
// place of each field in the table, 0 for an absent one. Strings, vectors and tables in fields are
// offsets to bytes further on, so that no table contains itself.
#ifndef HLOOM_TEXT_STABLEHLO_FLATBUFFER_READER_H_
#define HLOOM_TEXT_STABLEHLO_FLATBUFFER_READER_H_

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace hloom {

// The bytes of a flatbuffer. The first failure sticks; reads after it give zeros.
class FlatBuffer {
 public:
  explicit FlatBuffer(std::string_view bytes) : bytes_(bytes) {}

  bool ok() const { return !failed_; }
  // The place of the first failure.
  size_t failed_at() const { return failed_at_; }
  std::string_view bytes() const { return bytes_; }

  // An integer of `width` bytes, 1 to 4, in little-endian order.
  uint32_t Unsigned(size_t place, size_t width);
  // The place that the offset at `place` leads to.
  size_t Follow(size_t place);
  void Fail(size_t place);
  // Counts bytes that a caller copies or visits: a damaged file may name the same bytes often, but
  // a whole one names each once. Fails past four times the size of the file.
  void Spend(size_t bytes, size_t place);

 private:
  std::string_view bytes_;
  bool failed_ = false;
  size_t failed_at_ = 0;
  size_t spent_ = 0;
};

// A vector: `size` elements of `width` bytes from `begin` on.
struct FlatVector {
  size_t begin = 0;
  size_t size = 0;
  size_t width = 0;
  size_t Place(size_t i) const { return begin + i * width; }
};

class FlatTable {
 public:
  // The root of the buffer.
  explicit FlatTable(FlatBuffer& buffer) : FlatTable(buffer, buffer.Follow(0)) {}
  FlatTable(FlatBuffer& buffer, size_t place);

  size_t place() const { return place_; }
  // False for an absent field, which has its default.
  bool Has(int field) { return FieldPlace(field) != 0; }
  uint32_t Unsigned(int field, size_t width, uint32_t otherwise = 0);
  std::string_view String(int field);
  // An absent vector is empty.
  FlatVector Vector(int field, size_t width);
  // The bytes of a vector of bytes.
  std::string_view Bytes(int field);
  // The tables of a field, which is not absent, or of an element of a vector of tables.
  FlatTable Table(int field) { return FlatTable(*buffer_, buffer_->Follow(FieldPlace(field))); }
  FlatTable Table(const FlatVector& vector, size_t i) {
    return FlatTable(*buffer_, buffer_->Follow(vector.Place(i)));
  }
  std::string_view String(const FlatVector& vector, size_t i) { return StringAt(vector.Place(i)); }

 private:
  size_t FieldPlace(int field);
  std::string_view StringAt(size_t place);

  FlatBuffer* buffer_;
  size_t place_;
  size_t vtable_ = 0;
  size_t vtable_size_ = 0;
};

}  // namespace hloom

#endif  // HLOOM_TEXT_STABLEHLO_FLATBUFFER_READER_H_
