#include "text/mlir/mlir_dense.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "base/str_cat.h"
#include "kernels/number_format.h"
#include "literal/number_parser.h"
#include "shape/shape_util.h"

namespace hloom::mlir {
namespace {

constexpr std::array<uint8_t, 256> MakeDenseHexTable() {
  std::array<uint8_t, 256> table = {};
  for (size_t i = 0; i < 256; ++i) table[i] = 0xFF;
  for (size_t i = 0; i < 10; ++i) table['0' + i] = static_cast<uint8_t>(i);
  for (size_t i = 0; i < 6; ++i) {
    table['a' + i] = static_cast<uint8_t>(10 + i);
    table['A' + i] = static_cast<uint8_t>(10 + i);
  }
  return table;
}
constexpr std::array<uint8_t, 256> kDenseHexTable = MakeDenseHexTable();

uint8_t DenseHexOf(char c) { return kDenseHexTable[static_cast<unsigned char>(c)]; }

bool IsDenseHexNumber(std::string_view word) {
  if (!word.empty() && word[0] == '-') word.remove_prefix(1);
  return word.size() > 2 && word[0] == '0' && word[1] == 'x';
}

// Writes bits of an element of at most 64 bits as the literal has them in memory.
void StoreElementBits(PrimitiveType type, uint64_t bits, std::byte* out) {
  const int width = BitWidth(type);
  if (type == PRED) {
    bits &= 1;
  } else if (width < 8 && IsSignedIntegralType(type)) {
    // The byte of a narrow integer is its value: the s4 of bits 1111 is the byte 0xFF.
    const int unused = 64 - width;
    bits = static_cast<uint64_t>(static_cast<int64_t>(bits << unused) >> unused);
  } else if (width < 8) {
    bits &= (uint64_t{1} << width) - 1;
  }
  std::memcpy(out, &bits, static_cast<size_t>(ByteWidth(type)));
}

bool ReadDenseHexBits(std::string_view word, int width, uint64_t& bits) {
  if (!IsDenseHexNumber(word) || word[0] == '-') return false;
  bits = 0;
  for (const char c : word.substr(2)) {
    if (DenseHexOf(c) == 0xFF || bits >> 60 != 0) return false;
    bits = bits << 4 | DenseHexOf(c);
  }
  return width == 64 || bits >> width == 0;
}

// True if the number was written to `out`.
bool ReadDenseNumber(PrimitiveType type, std::string_view word, std::byte* out) {
  if (IsFloatingPointType(type)) {
    if (IsDenseHexNumber(word)) {
      uint64_t bits;
      if (!ReadDenseHexBits(word, BitWidth(type), bits)) return false;
      StoreElementBits(type, bits, out);
      return true;
    }
    return ParseNumber(type, word, out) == NumberVerdict::kOk;
  }
  if (type == PRED && (word == "true" || word == "false")) {
    *out = std::byte{word == "true"};
    return true;
  }
  int64_t value;
  if (!ReadMlirInteger(word, type == PRED ? 1 : BitWidth(type), value)) return false;
  if (IsUnsignedIntegralType(type) && !word.empty() && word[0] == '-') return false;
  StoreElementBits(type, static_cast<uint64_t>(value), out);
  return true;
}

bool IsDenseNumberPart(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '.' ||
         c == '-' || c == '+';
}

// Reads a list of elements without recursion: only the number of parts in each open bracket is
// kept.
class DenseListReader {
 public:
  DenseListReader(const Type& type, std::string_view list, DenseError& error)
      : type_(type), list_(list), error_(error) {}

  DenseLiteral Read();

 private:
  char Next() {
    while (at_ < list_.size() &&
           (list_[at_] == ' ' || list_[at_] == '\n' || list_[at_] == '\r' || list_[at_] == '\t')) {
      ++at_;
    }
    return at_ < list_.size() ? list_[at_] : '\0';
  }
  bool Fail(std::string what, std::string help = {}) {
    error_ = {at_, std::move(what), std::move(help)};
    return false;
  }
  bool Create(Span<const int64_t> dimensions);
  bool ReadList();
  bool Number(PrimitiveType type);
  bool Element();
  bool Close();

  const Type& type_;
  const std::string_view list_;
  DenseError& error_;
  size_t at_ = 0;
  Literal literal_;
  std::byte* out_ = nullptr;
  int64_t left_ = 0;             // elements
  std::vector<int64_t> counts_;  // the parts in each open bracket
};

bool DenseListReader::Create(Span<const int64_t> dimensions) {
  StatusOr<Shape> shape = ShapeUtil::MakeValidatedShape(type_.element_type, dimensions);
  if (!shape.ok()) {
    return Fail(StrCat("hloom has no constants of type ", ToString(type_)),
                shape.status().fields().headline.text());
  }
  left_ = ShapeUtil::ElementsIn(*shape);
  // An element takes two characters at least, with its comma.
  if (left_ > static_cast<int64_t>(list_.size())) {
    return Fail(StrCat("the list has fewer elements than ", ToString(type_)),
                "write the list as the type has dimensions, or one number for all elements");
  }
  StatusOr<Literal> made = Literal::Create(*shape);
  if (!made.ok()) return Fail(made.status().fields().headline.text());
  literal_ = *std::move(made);
  out_ = literal_.mutable_data<std::byte>();
  return true;
}

bool DenseListReader::Number(PrimitiveType type) {
  Next();
  const size_t begin = at_;
  size_t end = begin;
  while (end < list_.size() && IsDenseNumberPart(list_[end])) ++end;
  const std::string_view word = list_.substr(begin, end - begin);
  if (!ReadDenseNumber(type, word, out_)) {
    constexpr size_t kLongest = 40;
    return Fail(
        word.empty()
            ? StrCat("expected ", NumberDescription(type), " as an element of ", ToString(type_))
            : StrCat("\"", word.substr(0, kLongest), "\" is not an element of ", ToString(type_)));
  }
  at_ = end;
  out_ += ByteWidth(type);
  return true;
}

bool DenseListReader::Element() {
  if (left_ == 0) return Fail(StrCat("the list has more elements than ", ToString(type_)));
  --left_;
  if (!IsComplexType(type_.element_type)) return Number(type_.element_type);
  const PrimitiveType part = ComplexComponentType(type_.element_type);
  if (Next() != '(') return Fail("expected '(' before the parts of a complex number");
  ++at_;
  if (!Number(part)) return false;
  if (Next() != ',') return Fail("expected ',' between the parts of a complex number");
  ++at_;
  if (!Number(part)) return false;
  if (Next() != ')') return Fail("expected ')' after the parts of a complex number");
  ++at_;
  return true;
}

// Takes a ']' if the bracket has as many parts as its dimension.
bool DenseListReader::Close() {
  const int64_t size = type_.dimensions[counts_.size() - 1];
  if (counts_.back() != size) {
    return Fail(StrCat("the list has ", Count(counts_.back(), "part"), " in dimension ",
                       counts_.size() - 1, ", which is of size ", size, " in ", ToString(type_)));
  }
  counts_.pop_back();
  ++at_;
  return true;
}

bool DenseListReader::ReadList() {
  // tensor<2x3xi32> has lists in lists: [[1, 2, 3], [4, 5, 6]]. An element has two brackets around
  // it.
  const size_t rank = type_.dimensions.size();
  bool done = false;
  while (!done) {
    // A part: an opening bracket, or an element.
    if (const char c = Next(); c == '[') {
      if (counts_.size() == rank) {
        return Fail(StrCat("the list has more dimensions than ", ToString(type_)));
      }
      counts_.push_back(0);
      ++at_;
      if (Next() != ']') continue;
    } else {
      if (counts_.size() != rank) {
        return Fail(StrCat("the list has fewer dimensions than ", ToString(type_)));
      }
      if (!Element()) return false;
      ++counts_.back();
    }
    // Behind a part: brackets close, and a comma.
    while (true) {
      const char c = Next();
      if (c == ']') {
        if (!Close()) return false;
        if (counts_.empty()) {
          done = true;
          break;
        }
        ++counts_.back();
      } else if (c == ',') {
        ++at_;
        break;
      } else {
        return Fail("expected ',' or ']' after an element");
      }
    }
  }
  return true;
}

DenseLiteral DenseListReader::Read() {
  const char first = Next();
  if (first == '\0') {  // dense<>
    if (!Create(type_.dimensions)) return nullptr;
    if (left_ > 0) return Fail(StrCat("the list has no elements")), nullptr;
  } else if (first == '[') {
    if (!Create(type_.dimensions) || !ReadList()) return nullptr;
  } else {
    // One number for all elements; for one element, it is the same as a list of it.
    const bool one = std::all_of(type_.dimensions.begin(), type_.dimensions.end(),
                                 [](int64_t size) { return size == 1; });
    if (!Create(one ? type_.dimensions : std::vector<int64_t>()) || !Element()) return nullptr;
  }
  if (Next() != '\0') return Fail("expected '>' after the elements"), nullptr;
  return std::make_shared<const Literal>(std::move(literal_));
}

// The bytes of an element in MLIR's memory; 0 for i1, which may be packed.
int64_t DenseStorageWidth(PrimitiveType type) { return type == PRED ? 0 : ByteWidth(type); }

bool HasBytesAsInMemory(PrimitiveType type) { return type != PRED && BitWidth(type) >= 8; }

DenseLiteral FailDenseBytes(DenseError& error, std::string what) {
  error = {0, std::move(what), {}};
  return nullptr;
}

// The shape for a number of bytes: the type's, or a scalar for the bytes of one element.
StatusOr<Shape> ShapeOfBytes(const Type& type, size_t bytes, bool& packed) {
  StatusOr<Shape> shape = ShapeUtil::MakeValidatedShape(type.element_type, type.dimensions);
  if (!shape.ok()) return shape;
  const uint64_t count = static_cast<uint64_t>(ShapeUtil::ElementsIn(*shape));
  packed = false;
  if (type.element_type == PRED) {
    packed = count > 1 && bytes == (count + 7) / 8;
    if (packed || bytes == count) return shape;
    if (bytes == 1) return ShapeUtil::MakeScalarShape(PRED);
    return Shape(PRIMITIVE_TYPE_INVALID, {}, Layout());
  }
  const uint64_t width = static_cast<uint64_t>(DenseStorageWidth(type.element_type));
  if (bytes % width == 0 && bytes / width == count) return shape;
  if (bytes == width) return ShapeUtil::MakeScalarShape(type.element_type);
  return Shape(PRIMITIVE_TYPE_INVALID, {}, Layout());
}

std::string WrongDenseSize(const Type& type, size_t bytes) {
  return StrCat("a constant of type ", ToString(type), " does not have ",
                Count(static_cast<int64_t>(bytes), "byte"));
}

// Turns the bytes of MLIR into those of a literal, in place. Bytes of i1 that are packed are at the
// end of the elements.
void NormalizeNarrow(PrimitiveType type, std::byte* data, int64_t count) {
  for (int64_t i = 0; i < count; ++i) {
    StoreElementBits(type, static_cast<uint64_t>(data[i]), data + i);
  }
}

void UnpackDenseBits(std::string_view bytes, std::byte* data, int64_t count) {
  for (int64_t i = 0; i < count; ++i) {
    const unsigned char byte = static_cast<unsigned char>(bytes[static_cast<size_t>(i / 8)]);
    data[i] = std::byte(byte >> (i % 8) & 1);
  }
}

}  // namespace

bool IsDenseType(const Type& type) {
  if (type.kind != Type::Kind::kTensor || type.unranked) return false;
  if (!IsArrayType(type.element_type)) return false;
  for (const int64_t size : type.dimensions) {
    if (size < 0) return false;
  }
  return true;
}

DenseLiteral ReadDenseList(const Type& type, std::string_view list, DenseError& error) {
  return DenseListReader(type, list, error).Read();
}

bool DecodeHex(std::string_view digits, char* bytes) {
  uint8_t wrong = 0;
  for (size_t i = 0; i + 1 < digits.size(); i += 2) {
    const uint8_t high = DenseHexOf(digits[i]);
    const uint8_t low = DenseHexOf(digits[i + 1]);
    wrong |= high | low;
    bytes[i / 2] = static_cast<char>(high << 4 | (low & 0xF));
  }
  return digits.size() % 2 == 0 && (wrong & 0xF0) == 0;
}

DenseLiteral ReadDenseBytes(const Type& type, std::string_view bytes, DenseError& error) {
  bool packed = false;
  const StatusOr<Shape> shape = ShapeOfBytes(type, bytes.size(), packed);
  if (!shape.ok()) return FailDenseBytes(error, shape.status().fields().headline.text());
  if (shape->element_type() == PRIMITIVE_TYPE_INVALID) {
    return FailDenseBytes(error, WrongDenseSize(type, bytes.size()));
  }
  StatusOr<Literal> literal = Literal::Create(*shape);
  if (!literal.ok()) return FailDenseBytes(error, literal.status().fields().headline.text());
  std::byte* const data = literal->mutable_data<std::byte>();
  const int64_t count = ShapeUtil::ElementsIn(*shape);
  if (packed) {
    UnpackDenseBits(bytes, data, count);
  } else {
    if (!bytes.empty()) std::memcpy(data, bytes.data(), bytes.size());
    if (!HasBytesAsInMemory(type.element_type)) NormalizeNarrow(type.element_type, data, count);
  }
  return std::make_shared<const Literal>(*std::move(literal));
}

DenseLiteral ReadDenseHex(const Type& type, std::string_view digits, DenseError& error) {
  const size_t size = digits.size() / 2;
  constexpr std::string_view kWrong = "the string is not a sequence of bytes in hexadecimal";
  bool packed = false;
  const StatusOr<Shape> shape = ShapeOfBytes(type, size, packed);
  if (!shape.ok()) return FailDenseBytes(error, shape.status().fields().headline.text());
  if (shape->element_type() == PRIMITIVE_TYPE_INVALID) {
    return FailDenseBytes(error, WrongDenseSize(type, size));
  }
  if (packed || size == 0) {
    std::string bytes(size, '\0');
    if (!DecodeHex(digits, bytes.data())) return FailDenseBytes(error, std::string(kWrong));
    return ReadDenseBytes(type, bytes, error);
  }
  // Large constants are decoded into place.
  StatusOr<Literal> literal = Literal::Create(*shape);
  if (!literal.ok()) return FailDenseBytes(error, literal.status().fields().headline.text());
  std::byte* const data = literal->mutable_data<std::byte>();
  if (!DecodeHex(digits, reinterpret_cast<char*>(data))) {
    return FailDenseBytes(error, std::string(kWrong));
  }
  if (!HasBytesAsInMemory(type.element_type)) {
    NormalizeNarrow(type.element_type, data, ShapeUtil::ElementsIn(*shape));
  }
  return std::make_shared<const Literal>(*std::move(literal));
}

bool ReadMlirInteger(std::string_view word, int bits, int64_t& value) {
  const bool negative = !word.empty() && word[0] == '-';
  const bool hex = IsDenseHexNumber(word);
  if (negative) word.remove_prefix(1);
  if (hex) word.remove_prefix(2);
  if (word.empty()) return false;
  const uint64_t base = hex ? 16 : 10;
  uint64_t magnitude = 0;
  for (const char c : word) {
    const uint64_t digit = DenseHexOf(c);
    if (digit >= base) return false;
    if (__builtin_mul_overflow(magnitude, base, &magnitude) ||
        __builtin_add_overflow(magnitude, digit, &magnitude)) {
      return false;
    }
  }
  const uint64_t all = bits >= 64 ? ~uint64_t{0} : (uint64_t{1} << bits) - 1;
  const uint64_t least = uint64_t{1} << (bits >= 64 ? 63 : bits - 1);
  if (magnitude > (negative ? least : all)) return false;
  value = static_cast<int64_t>(negative ? 0 - magnitude : magnitude);
  return true;
}

bool ReadMlirFloat(std::string_view word, PrimitiveType type, double& value) {
  std::byte bytes[8] = {};
  if (!ReadDenseNumber(type, word, bytes)) return false;
  if (type == F64) {
    std::memcpy(&value, bytes, sizeof(value));
  } else if (type == F32) {
    float single;
    std::memcpy(&single, bytes, sizeof(single));
    value = single;
  } else {
    uint32_t bits;
    std::memcpy(&bits, bytes, sizeof(bits));
    value = DecodeNarrowFloat(type, bits);
  }
  return true;
}

}  // namespace hloom::mlir
