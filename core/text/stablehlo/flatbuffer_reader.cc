#include "text/stablehlo/flatbuffer_reader.h"

namespace hloom {

void FlatBuffer::Fail(size_t place) {
  if (failed_) return;
  failed_ = true;
  failed_at_ = place;
}

void FlatBuffer::Spend(size_t bytes, size_t place) {
  constexpr size_t kMostPerByte = 4;
  spent_ += bytes;
  if (spent_ / kMostPerByte > bytes_.size()) Fail(place);
}

uint32_t FlatBuffer::Unsigned(size_t place, size_t width) {
  if (failed_) return 0;
  if (width > bytes_.size() || place > bytes_.size() - width) {
    Fail(place);
    return 0;
  }
  uint32_t value = 0;
  for (size_t i = 0; i < width; ++i) {
    value |= uint32_t{static_cast<uint8_t>(bytes_[place + i])} << (8 * i);
  }
  return value;
}

size_t FlatBuffer::Follow(size_t place) {
  const uint32_t offset = Unsigned(place, 4);
  if (failed_) return 0;
  if (offset == 0 || offset > bytes_.size() - place) {
    Fail(place);
    return 0;
  }
  return place + offset;
}

FlatTable::FlatTable(FlatBuffer& buffer, size_t place) : buffer_(&buffer), place_(place) {
  // The vtable is at the place of the table minus a signed number.
  const int64_t distance = static_cast<int32_t>(buffer.Unsigned(place, 4));
  const int64_t vtable = static_cast<int64_t>(place) - distance;
  if (!buffer.ok()) return;
  if (vtable < 0 || vtable > static_cast<int64_t>(buffer.bytes().size())) {
    buffer.Fail(place);
    return;
  }
  vtable_ = static_cast<size_t>(vtable);
  vtable_size_ = buffer.Unsigned(vtable_, 2);
  buffer.Spend(4, place);
}

// The vtable has its own size, that of the table, and then the fields, two bytes each.
size_t FlatTable::FieldPlace(int field) {
  const size_t entry = 4 + 2 * static_cast<size_t>(field);
  if (!buffer_->ok() || entry + 2 > vtable_size_) return 0;
  const uint32_t offset = buffer_->Unsigned(vtable_ + entry, 2);
  return offset == 0 ? 0 : place_ + offset;
}

uint32_t FlatTable::Unsigned(int field, size_t width, uint32_t otherwise) {
  const size_t place = FieldPlace(field);
  return place == 0 ? otherwise : buffer_->Unsigned(place, width);
}

std::string_view FlatTable::StringAt(size_t place) {
  const size_t begin = buffer_->Follow(place);
  const uint32_t size = buffer_->Unsigned(begin, 4);
  if (!buffer_->ok()) return {};
  if (size > buffer_->bytes().size() - begin - 4) {
    buffer_->Fail(begin);
    return {};
  }
  buffer_->Spend(size, place);
  return buffer_->ok() ? buffer_->bytes().substr(begin + 4, size) : std::string_view();
}

std::string_view FlatTable::String(int field) {
  const size_t place = FieldPlace(field);
  return place == 0 ? std::string_view() : StringAt(place);
}

std::string_view FlatTable::Bytes(int field) { return String(field); }

FlatVector FlatTable::Vector(int field, size_t width) {
  const size_t place = FieldPlace(field);
  if (place == 0) return {.width = width};
  const size_t begin = buffer_->Follow(place);
  const uint32_t size = buffer_->Unsigned(begin, 4);
  if (!buffer_->ok()) return {.width = width};
  if (size > (buffer_->bytes().size() - begin - 4) / width) {
    buffer_->Fail(begin);
    return {.width = width};
  }
  buffer_->Spend(size * width, place);
  if (!buffer_->ok()) return {.width = width};
  return {begin + 4, size, width};
}

}  // namespace hloom
