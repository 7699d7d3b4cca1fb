#include <cstring>
#include <limits>
#include <type_traits>

#include "base/rules.h"
#include "base/str_cat.h"
#include "base/utf8.h"
#include "base/wire.h"

namespace hloom {
namespace {

std::string_view TypeName(WireType type) {
  static constexpr std::string_view kNames[] = {"a varint", "64 fixed bits",      "a run of bytes",
                                                "a group",  "the end of a group", "32 fixed bits"};
  return kNames[static_cast<size_t>(type)];
}

// Bytes are only used for bools, which any value but zero makes true.
template <typename T>
T FromVarint(uint64_t value) {
  if constexpr (std::is_same_v<T, uint8_t>) return value != 0 ? 1 : 0;
  return static_cast<T>(value);
}

}  // namespace

Status WireReader::Malformed(size_t offset, std::string what) const {
  return InvalidArgument(kProtoC1)
      .Say(std::move(what))
      .At(StrCat("byte ", base_ + offset, " of the message"));
}

Status WireReader::WrongType(std::string_view wanted) const {
  return InvalidArgument(kProtoC2)
      .Say(StrCat("field ", field_, " must be ", wanted, ", but is written as ", TypeName(type_)))
      .At(StrCat("byte ", offset(), " of the message"));
}

Status WireReader::ReadVarint(uint64_t* value) {
  const size_t start = pos_;
  *value = 0;
  for (int shift = 0; shift < 64; shift += 7) {
    if (pos_ >= bytes_.size()) return Malformed(start, "the message ends inside a varint");
    const auto byte = static_cast<uint8_t>(bytes_[pos_++]);
    // The tenth byte has room for one bit.
    if (shift == 63 && byte > 1) break;
    *value |= static_cast<uint64_t>(byte & 0x7F) << shift;
    if (byte < 0x80) return OkStatus();
  }
  return Malformed(start, "a varint is longer than 64 bits");
}

Status WireReader::ReadTag(int* field, WireType* type) {
  const size_t start = pos_;
  uint64_t tag = 0;
  HLOOM_RETURN_IF_ERROR(ReadVarint(&tag));
  if (tag > std::numeric_limits<uint32_t>::max() || tag >> 3 == 0) {
    return Malformed(start, StrCat("no field has the number ", tag >> 3));
  }
  if ((tag & 7) > static_cast<uint64_t>(WireType::kFixed32)) {
    return Malformed(start, StrCat("field ", tag >> 3, " has the unknown wire type ", tag & 7));
  }
  *field = static_cast<int>(tag >> 3);
  *type = static_cast<WireType>(tag & 7);
  return OkStatus();
}

Status WireReader::Take(size_t count, int field) {
  const size_t left = bytes_.size() - pos_;
  if (count > left) {
    return Malformed(pos_,
                     StrCat("field ", field, " needs ", Count(static_cast<int64_t>(count), "byte"),
                            " here, but only ", left, " are left"));
  }
  view_ = bytes_.substr(pos_, count);
  view_start_ = pos_;
  pos_ += count;
  return OkStatus();
}

Status WireReader::ReadValue(int field, WireType type) {
  switch (type) {
    case WireType::kVarint:
      return ReadVarint(&scalar_);
    case WireType::kFixed32:
    case WireType::kFixed64: {
      HLOOM_RETURN_IF_ERROR(Take(type == WireType::kFixed32 ? 4 : 8, field));
      scalar_ = 0;
      std::memcpy(&scalar_, view_.data(), view_.size());
      return OkStatus();
    }
    case WireType::kBytes: {
      const size_t start = pos_;
      uint64_t length = 0;
      HLOOM_RETURN_IF_ERROR(ReadVarint(&length));
      // Protobuf's own limit, and small enough for a 32-bit size_t.
      if (length > std::numeric_limits<int32_t>::max()) {
        return Malformed(start, StrCat("field ", field, " claims a length of ", length, " bytes"));
      }
      return Take(static_cast<size_t>(length), field);
    }
    case WireType::kStartGroup:
      return SkipGroup(field);
    case WireType::kEndGroup:
      break;
  }
  return Malformed(field_start_, StrCat("group ", field, " ends here, but none has begun"));
}

// Groups are older than nested messages. XLA's messages contain no groups, so a group is an unknown
// field.
Status WireReader::SkipGroup(int field) {
  std::vector<int> open = {field};
  const size_t start = pos_;
  while (!open.empty()) {
    if (pos_ >= bytes_.size()) {
      return Malformed(start, StrCat("the message ends inside group ", open.back()));
    }
    const size_t tag_start = pos_;
    int inner = 0;
    WireType type = WireType::kVarint;
    HLOOM_RETURN_IF_ERROR(ReadTag(&inner, &type));
    if (type == WireType::kEndGroup) {
      if (inner != open.back()) {
        return Malformed(tag_start, StrCat("group ", inner, " ends inside group ", open.back()));
      }
      open.pop_back();
    } else if (type == WireType::kStartGroup) {
      open.push_back(inner);
      if (depth_ + static_cast<int>(open.size()) > kMaxWireDepth) {
        return InvalidArgument(kProtoC4)
            .Say(StrCat("messages and groups nest more than ", kMaxWireDepth, " deep"))
            .At(StrCat("byte ", base_ + tag_start, " of the message"));
      }
    } else {
      HLOOM_RETURN_IF_ERROR(ReadValue(inner, type));
    }
  }
  return OkStatus();
}

StatusOr<bool> WireReader::Next() {
  if (pos_ >= bytes_.size()) return false;
  field_start_ = pos_;
  HLOOM_RETURN_IF_ERROR(ReadTag(&field_, &type_));
  HLOOM_RETURN_IF_ERROR(ReadValue(field_, type_));
  return true;
}

StatusOr<uint64_t> WireReader::Uint64() const {
  if (type_ != WireType::kVarint) return WrongType("a varint");
  return scalar_;
}

StatusOr<int64_t> WireReader::Int64() const {
  HLOOM_ASSIGN_OR_RETURN(const uint64_t value, Uint64());
  return static_cast<int64_t>(value);
}

StatusOr<int32_t> WireReader::Int32() const {
  HLOOM_ASSIGN_OR_RETURN(const uint64_t value, Uint64());
  return static_cast<int32_t>(value);
}

StatusOr<bool> WireReader::Bool() const {
  HLOOM_ASSIGN_OR_RETURN(const uint64_t value, Uint64());
  return value != 0;
}

StatusOr<uint32_t> WireReader::Fixed32() const {
  if (type_ != WireType::kFixed32) return WrongType("32 fixed bits");
  return static_cast<uint32_t>(scalar_);
}

StatusOr<uint64_t> WireReader::Fixed64() const {
  if (type_ != WireType::kFixed64) return WrongType("64 fixed bits");
  return scalar_;
}

StatusOr<float> WireReader::Float() const {
  HLOOM_ASSIGN_OR_RETURN(const uint32_t bits, Fixed32());
  float value;
  std::memcpy(&value, &bits, sizeof(value));
  return value;
}

StatusOr<double> WireReader::Double() const {
  HLOOM_ASSIGN_OR_RETURN(const uint64_t bits, Fixed64());
  double value;
  std::memcpy(&value, &bits, sizeof(value));
  return value;
}

StatusOr<std::string_view> WireReader::Bytes() const {
  if (type_ != WireType::kBytes) return WrongType("a run of bytes");
  return view_;
}

StatusOr<std::string> WireReader::String() const {
  HLOOM_ASSIGN_OR_RETURN(const std::string_view view, Bytes());
  const size_t invalid = FindInvalidUtf8(view);
  if (invalid != std::string_view::npos) {
    return InvalidArgument(kProtoC3)
        .Say(StrCat("the string of field ", field_, " is not UTF-8"))
        .At(StrCat("byte ", base_ + view_start_ + invalid, " of the message"));
  }
  return std::string(view);
}

StatusOr<WireReader> WireReader::Message() const {
  if (type_ != WireType::kBytes) return WrongType("a message");
  if (depth_ >= kMaxWireDepth) {
    return InvalidArgument(kProtoC4)
        .Say(StrCat("messages and groups nest more than ", kMaxWireDepth, " deep"))
        .At(StrCat("byte ", offset(), " of the message"));
  }
  WireReader inner(view_);
  inner.base_ = base_ + view_start_;
  inner.depth_ = depth_ + 1;
  return inner;
}

template <typename T>
Status WireReader::AppendVarints(std::vector<T>* values) const {
  if (type_ == WireType::kVarint) {
    values->push_back(FromVarint<T>(scalar_));
    return OkStatus();
  }
  if (type_ != WireType::kBytes) return WrongType("a varint or a packed run of varints");
  WireReader run(view_);
  run.base_ = base_ + view_start_;
  while (run.pos_ < run.bytes_.size()) {
    uint64_t value = 0;
    HLOOM_RETURN_IF_ERROR(run.ReadVarint(&value));
    values->push_back(FromVarint<T>(value));
  }
  return OkStatus();
}

template <typename T>
Status WireReader::AppendFixed(WireType single, std::string_view wanted,
                               std::vector<T>* values) const {
  const size_t old_size = values->size();
  if (type_ == single) {
    values->resize(old_size + 1);
    std::memcpy(values->data() + old_size, &scalar_, sizeof(T));
    return OkStatus();
  }
  if (type_ != WireType::kBytes) return WrongType(wanted);
  if (view_.size() % sizeof(T) != 0) {
    return Malformed(field_start_, StrCat("the packed run of field ", field_, " has ", view_.size(),
                                          " bytes, which is not a multiple of ", sizeof(T)));
  }
  if (view_.empty()) return OkStatus();
  values->resize(old_size + view_.size() / sizeof(T));
  std::memcpy(values->data() + old_size, view_.data(), view_.size());
  return OkStatus();
}

Status WireReader::AppendInt64s(std::vector<int64_t>* values) const {
  return AppendVarints(values);
}
Status WireReader::AppendInt32s(std::vector<int32_t>* values) const {
  return AppendVarints(values);
}
Status WireReader::AppendUint64s(std::vector<uint64_t>* values) const {
  return AppendVarints(values);
}
Status WireReader::AppendUint32s(std::vector<uint32_t>* values) const {
  return AppendVarints(values);
}

Status WireReader::AppendBools(std::vector<uint8_t>* values) const { return AppendVarints(values); }

Status WireReader::AppendFloats(std::vector<float>* values) const {
  return AppendFixed(WireType::kFixed32, "a float or a packed run of floats", values);
}
Status WireReader::AppendDoubles(std::vector<double>* values) const {
  return AppendFixed(WireType::kFixed64, "a double or a packed run of doubles", values);
}

}  // namespace hloom
