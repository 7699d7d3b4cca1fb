#include "text/mlir/mlir_bytecode_parts.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <memory>
#include <utility>

#include "base/str_cat.h"
#include "kernels/number_format.h"
#include "literal/literal_util.h"
#include "shape/shape_util.h"
#include "text/mlir/mlir_bytecode_rules.h"
#include "text/mlir/mlir_dense.h"
#include "text/mlir/mlir_part_parser.h"

namespace hloom::mlir {
namespace {

constexpr size_t kMostEntryDepth = 64;
// Locations are not checked: one that names too many others is left out.
constexpr size_t kMostLocationParts = 4096;
// Dialects that portable artifacts replace.
constexpr std::string_view kReplacedDialects[] = {"mhlo", "chlo", "stablehlo"};

// The number 0xFF of i8 is -1, that of ui8 is 255.
int64_t IntegerOfBits(PrimitiveType type, uint64_t bits) {
  const int unused = 64 - BitWidth(type);
  if (!IsSignedIntegralType(type)) return static_cast<int64_t>(bits);
  return static_cast<int64_t>(bits << unused) >> unused;
}

double FloatOfBits(PrimitiveType type, uint64_t bits) {
  double number = 0;
  if (type == F64) {
    std::memcpy(&number, &bits, sizeof(number));
    return number;
  }
  const uint32_t low = static_cast<uint32_t>(bits);
  if (type != F32) return DecodeNarrowFloat(type, low);
  float single = 0;
  std::memcpy(&single, &low, sizeof(single));
  return single;
}

}  // namespace

// ---- strings, dialects, operation names ----

// The lengths of the strings are in reverse order, each with the zero byte at the string's end.
Status BytecodeParts::ReadStrings(ByteRange section) {
  BytecodeCursor in(bytes_, section);
  const size_t count = in.Count();
  std::vector<uint64_t> sizes(count);
  for (size_t i = count; i > 0; --i) sizes[i - 1] = in.VarInt();
  strings_.reserve(count);
  for (const uint64_t size : sizes) {
    std::string_view text = in.Bytes(size);
    if (in.ok() && (text.empty() || text.back() != '\0')) {
      in.Fail("a string does not end with a zero byte");
    }
    if (!in.ok()) break;
    text.remove_suffix(1);
    strings_.push_back(text);
  }
  return in.status();
}

std::string_view BytecodeParts::String(BytecodeCursor& in) { return StringAt(in.VarInt(), in); }

std::string_view BytecodeParts::StringAt(uint64_t index, BytecodeCursor& in) {
  if (in.ok() && index < strings_.size()) return strings_[static_cast<size_t>(index)];
  in.Fail("the table of strings has no such entry");
  return {};
}

Status BytecodeParts::ReadDialects(ByteRange section, uint64_t version) {
  BytecodeCursor in(bytes_, section);
  const size_t count = in.Count();
  for (size_t i = 0; i < count && in.ok(); ++i) {
    uint64_t name = in.VarInt();
    bool has_version = false;
    if (version >= kFormatWithDialectVersions) {
      has_version = (name & 1) != 0;
      name >>= 1;
    }
    dialects_.push_back(StringAt(name, in));
    // The version of a dialect. VHLO has none: its operations have versions.
    if (has_version) in.ReadSection();
  }
  if (version >= kFormatWithoutUnknownLocations) operation_names_.reserve(in.Count());
  while (in.ok() && !in.AtEnd()) {
    const uint64_t dialect = in.VarInt();
    if (in.ok() && dialect >= dialects_.size()) in.Fail("the table of dialects has no such entry");
    const size_t group = in.Count();
    for (size_t i = 0; i < group && in.ok(); ++i) {
      uint64_t name = in.VarInt();
      bool registered = true;
      if (version >= kFormatWithProperties) {
        registered = (name & 1) != 0;
        name >>= 1;
      }
      const std::string_view text = StringAt(name, in);
      operation_names_.push_back({dialects_[static_cast<size_t>(dialect)], text, registered});
    }
  }
  return in.status();
}

StatusOr<const BytecodeParts::OperationName*> BytecodeParts::ReadOperationName(BytecodeCursor& in) {
  const size_t offset = in.position();
  const uint64_t index = in.VarInt();
  HLOOM_RETURN_IF_ERROR(in.status());
  if (index < operation_names_.size()) return &operation_names_[static_cast<size_t>(index)];
  return BytecodeError(kBytecodeP4, offset,
                       StrCat("operation name ", index, " is not one of ", operation_names_.size()))
      .Help("the file is damaged: write it again");
}

// ---- the tables of attributes and types ----

// Groups of entries of one dialect: the dialect, the number of its entries, and the size of each.
Status BytecodeParts::ReadDialectGroups(BytecodeCursor& in, size_t count, size_t& at, size_t& data,
                                        size_t data_end) {
  const size_t end = at + count;
  while (at < end && in.ok()) {
    const uint64_t dialect = in.VarInt();
    if (in.ok() && dialect >= dialects_.size()) in.Fail("the table of dialects has no such entry");
    const size_t group = in.Count();
    if (in.ok() && (group == 0 || group > end - at)) {
      in.Fail("a group has no entries, or more than there are");
    }
    for (size_t i = 0; i < group && in.ok(); ++i) {
      const uint64_t size = in.VarInt();
      if (in.ok() && size >> 1 > data_end - data) {
        in.Fail("an entry is larger than the bytes that are left");
      }
      if (!in.ok()) break;
      Entry& entry = entries_[at++];
      entry.data = {data, data + static_cast<size_t>(size >> 1)};
      entry.dialect = static_cast<uint32_t>(dialect);
      entry.custom = (size & 1) != 0;
      data = entry.data.end;
    }
  }
  return in.status();
}

Status BytecodeParts::ReadEntries(ByteRange offsets, ByteRange data) {
  BytecodeCursor in(bytes_, offsets);
  attribute_count_ = in.Count();
  const size_t type_count = in.Count();
  HLOOM_RETURN_IF_ERROR(in.status());
  entries_.resize(attribute_count_ + type_count);
  size_t at = 0;
  size_t place = data.begin;
  HLOOM_RETURN_IF_ERROR(ReadDialectGroups(in, attribute_count_, at, place, data.end));
  return ReadDialectGroups(in, type_count, at, place, data.end);
}

bool BytecodeParts::MaySpend(size_t parts) const {
  constexpr size_t kMostPerByte = 64;
  constexpr size_t kAlways = size_t{1} << 16;
  const size_t all = spent_ + parts;
  return all <= kAlways || (all - kAlways) / kMostPerByte <= bytes_.size();
}

Status BytecodeParts::Spend(size_t parts, size_t offset) {
  if (MaySpend(parts)) {
    spent_ += parts;
    return OkStatus();
  }
  return BytecodeError(kBytecodeP6, offset, "types and attributes are too long when written out")
      .Help("types and attributes of types and attributes repeat too often");
}

StatusOr<const BytecodeParts::Entry*> BytecodeParts::Resolve(uint64_t index, bool is_type,
                                                             size_t offset) {
  const size_t count = is_type ? entries_.size() - attribute_count_ : attribute_count_;
  if (index >= count) {
    return BytecodeError(kBytecodeP4, offset,
                         StrCat(is_type ? "type " : "attribute ", index, " is not one of ", count))
        .Help("the file is damaged: write it again");
  }
  const size_t root = static_cast<size_t>(index) + (is_type ? attribute_count_ : 0);
  open_.assign(1, static_cast<uint32_t>(root));
  while (!open_.empty()) {
    const uint32_t current = open_.back();
    Entry& entry = entries_[current];
    if (entry.state == State::kDone) {
      open_.pop_back();
      continue;
    }
    entry.state = State::kOpen;
    missing_.clear();
    wrong_kind_ = false;
    entry_weight_ = 1;
    entry_depth_ = 0;
    HLOOM_RETURN_IF_ERROR(Decode(entry, current >= attribute_count_));
    for (const uint32_t one : missing_) {
      if (entries_[one].state != State::kOpen) continue;
      return BytecodeError(kBytecodeP6, entry.data.begin, "a type or attribute contains itself")
          .Help("the file is damaged: write it again");
    }
    if (!missing_.empty()) {
      open_.insert(open_.end(), missing_.begin(), missing_.end());
      continue;
    }
    if (entry_depth_ >= kMostEntryDepth && entry.location == nullptr) {
      return BytecodeError(kBytecodeP6, entry.data.begin,
                           StrCat("types and attributes nest more than ", kMostEntryDepth, " deep"))
          .Help("hloom reads programs whose types nest less");
    }
    if (entry.location == nullptr) {
      HLOOM_RETURN_IF_ERROR(Spend(entry_weight_, entry.data.begin));
    } else if (entry_depth_ >= kMostEntryDepth || entry_weight_ > kMostLocationParts) {
      entry.location = module_.NewLocation({});
      entry_depth_ = 0;
      entry_weight_ = 1;
    }
    entry.depth = static_cast<uint8_t>(entry_depth_ + 1);
    entry.weight = static_cast<uint32_t>(
        std::min<size_t>(entry_weight_, std::numeric_limits<uint32_t>::max()));
    entry.state = State::kDone;
    open_.pop_back();
  }
  return &entries_[root];
}

StatusOr<const Attribute*> BytecodeParts::ReadAttribute(BytecodeCursor& in) {
  const size_t offset = in.position();
  const uint64_t index = in.VarInt();
  HLOOM_RETURN_IF_ERROR(in.status());
  HLOOM_ASSIGN_OR_RETURN(const Entry* entry, Resolve(index, false, offset));
  if (entry->attribute != nullptr) return entry->attribute;
  return BytecodeError(kBytecodeP4, offset,
                       StrCat("attribute ", index, " is a location, not an attribute"))
      .Help("the file is damaged: write it again");
}

StatusOr<const Attribute*> BytecodeParts::ReadOptionalAttribute(BytecodeCursor& in) {
  const size_t offset = in.position();
  const uint64_t index = in.VarInt();
  HLOOM_RETURN_IF_ERROR(in.status());
  if ((index & 1) == 0) return static_cast<const Attribute*>(nullptr);
  HLOOM_ASSIGN_OR_RETURN(const Entry* entry, Resolve(index >> 1, false, offset));
  if (entry->attribute != nullptr) return entry->attribute;
  return BytecodeError(kBytecodeP4, offset,
                       StrCat("attribute ", index >> 1, " is a location, not an attribute"))
      .Help("the file is damaged: write it again");
}

StatusOr<const Type*> BytecodeParts::ReadType(BytecodeCursor& in) {
  const size_t offset = in.position();
  const uint64_t index = in.VarInt();
  HLOOM_RETURN_IF_ERROR(in.status());
  return TypeAt(index, offset);
}

StatusOr<const Type*> BytecodeParts::TypeAt(uint64_t index, size_t offset) {
  HLOOM_ASSIGN_OR_RETURN(const Entry* entry, Resolve(index, true, offset));
  return entry->type;
}

StatusOr<const Location*> BytecodeParts::ReadLocation(BytecodeCursor& in) {
  const size_t offset = in.position();
  const uint64_t index = in.VarInt();
  HLOOM_RETURN_IF_ERROR(in.status());
  HLOOM_ASSIGN_OR_RETURN(const Entry* entry, Resolve(index, false, offset));
  if (entry->location == nullptr) {
    return BytecodeError(kBytecodeP4, offset,
                         StrCat("attribute ", index, " is an attribute, not a location"))
        .Help("the file is damaged: write it again");
  }
  return entry->location->kind == Location::Kind::kUnknown ? nullptr : entry->location;
}

// ---- what the decoders use ----

const BytecodeParts::Entry* BytecodeParts::Reference(BytecodeCursor& in, bool is_type) {
  return ReferenceTo(in.VarInt(), in, is_type);
}

const BytecodeParts::Entry* BytecodeParts::ReferenceTo(uint64_t index, BytecodeCursor& in,
                                                       bool is_type) {
  const size_t count = is_type ? entries_.size() - attribute_count_ : attribute_count_;
  if (in.ok() && index >= count) in.Fail("the table of types or attributes has no such entry");
  if (!in.ok()) return nullptr;
  const size_t at = static_cast<size_t>(index) + (is_type ? attribute_count_ : 0);
  const Entry& entry = entries_[at];
  if (entry.state != State::kDone) {
    missing_.push_back(static_cast<uint32_t>(at));
    return nullptr;
  }
  entry_weight_ += entry.weight;
  entry_depth_ = std::max<size_t>(entry_depth_, entry.depth);
  return &entry;
}

const Type* BytecodeParts::TypeReference(BytecodeCursor& in) {
  const Entry* const entry = Reference(in, true);
  return entry == nullptr ? nullptr : entry->type;
}

const Attribute* BytecodeParts::AttributeReference(BytecodeCursor& in) {
  const Entry* const entry = Reference(in, false);
  if (entry == nullptr) return nullptr;
  if (entry->attribute == nullptr) wrong_kind_ = true;
  return entry->attribute;
}

const Attribute* BytecodeParts::OptionalReference(BytecodeCursor& in) {
  const uint64_t index = in.VarInt();
  if ((index & 1) == 0) return nullptr;
  const Entry* const entry = ReferenceTo(index >> 1, in, false);
  if (entry == nullptr) return nullptr;
  if (entry->attribute == nullptr) wrong_kind_ = true;
  return entry->attribute;
}

const Location* BytecodeParts::LocationReference(BytecodeCursor& in) {
  const Entry* const entry = Reference(in, false);
  if (entry == nullptr) return nullptr;
  if (entry->location == nullptr) wrong_kind_ = true;
  // Locations have a limit of their own, see Resolve().
  entry_weight_ = std::min(entry_weight_, kMostLocationParts + 1);
  return entry->location;
}

std::vector<const Type*> BytecodeParts::TypeReferences(BytecodeCursor& in) {
  std::vector<const Type*> types(in.Count());
  for (const Type*& type : types) type = TypeReference(in);
  return types;
}

std::vector<int64_t> BytecodeParts::SignedInts(BytecodeCursor& in, bool dimensions) {
  std::vector<int64_t> values(in.Count());
  for (int64_t& value : values) {
    value = in.SignedVarInt();
    if (dimensions && value < 0) value = Type::kDynamic;
    // The text parser has the same limit.
    if (dimensions && value > (int64_t{1} << 58)) in.Fail("the size of a dimension is too large");
  }
  entry_weight_ += values.size();
  return values;
}

Attribute* BytecodeParts::Make(Entry& entry, Attribute::Kind kind) {
  Attribute* const made = module_.NewAttribute(kind);
  entry.attribute = made;
  return made;
}

void BytecodeParts::MakeLocation(Entry& entry, Location location) {
  entry.location = module_.NewLocation(std::move(location));
}

// The bytes of i1 are packed, eight elements a byte; those of a splat are all zeros or all ones.
Status BytecodeParts::MakeElements(Entry& entry, const Type* type, std::string_view data,
                                   size_t offset) {
  if (!IsDenseType(*type)) {
    return BytecodeUnsupported(kBytecodeP5, offset,
                               StrCat("hloom does not read constants of type ", ToString(*type)))
        .Help("constants are tensors of numbers of static sizes");
  }
  Attribute* const made = Make(entry, Attribute::Kind::kElements);
  made->type = type;
  if (type->element_type == PRED && data.size() == 1 && (data[0] == 0 || data[0] == '\xFF')) {
    Literal literal = LiteralUtil::CreateR0<bool>(data[0] != 0);
    made->literal = std::make_shared<const Literal>(std::move(literal));
    return OkStatus();
  }
  DenseError error;
  made->literal = ReadDenseBytes(*type, data, error);
  if (made->literal != nullptr) return OkStatus();
  return BytecodeError(kBytecodeP9, offset, std::move(error.what))
      .Help("the file is damaged: write it again");
}

StatusOr<uint64_t> BytecodeParts::Bits(BytecodeCursor& in, const Type& type, size_t offset) {
  int width = 0;
  if (type.kind == Type::Kind::kScalar && !IsComplexType(type.element_type)) {
    width = BitWidth(type.element_type);
  }
  if (width == 0) {
    return BytecodeUnsupported(kBytecodeP5, offset,
                               StrCat("hloom does not read numbers of type ", ToString(type)))
        .Help("numbers are of the types of elements: i32, f32");
  }
  const uint64_t bits = width <= 8 ? in.Byte() : static_cast<uint64_t>(in.SignedVarInt());
  HLOOM_RETURN_IF_ERROR(in.status());
  return width == 64 ? bits : bits & ((uint64_t{1} << width) - 1);
}

Status BytecodeParts::MakeNumber(Entry& entry, const Type& type, uint64_t bits, size_t offset) {
  const PrimitiveType element = type.element_type;
  if (element == PRED) {
    Make(entry, Attribute::Kind::kBool)->integer = static_cast<int64_t>(bits & 1);
    return OkStatus();
  }
  if (IsFloatingPointType(element)) {
    Attribute* const made = Make(entry, Attribute::Kind::kFloat);
    made->number = FloatOfBits(element, bits);
    made->type = &type;
    return OkStatus();
  }
  if (!IsIntegralType(element)) {
    return BytecodeError(kBytecodeP4, offset, StrCat(ToString(type), " is not a type of numbers"))
        .Help("the file is damaged: write it again");
  }
  Attribute* const made = Make(entry, Attribute::Kind::kInteger);
  made->type = &type;
  made->integer = IntegerOfBits(element, bits);
  return OkStatus();
}

const Type* BytecodeParts::MakeTensor(const Type& element, std::vector<int64_t> dimensions,
                                      const Attribute* encoding, bool unranked) {
  Type type = {.kind = Type::Kind::kTensor,
               .element_type = element.element_type,
               .is_index = element.is_index,
               .unranked = unranked,
               .dimensions = std::move(dimensions)};
  if (encoding != nullptr) {
    const Attribute* const bounds = encoding->Field("bounds");
    if (bounds != nullptr && bounds->kind == Attribute::Kind::kIntegers) {
      type.bounds = bounds->integers;
    } else {
      type.text = encoding->text.empty()
                      ? StrCat("#", encoding->dialect_name)
                      : StrCat("#", encoding->dialect_name, "<", encoding->text, ">");
    }
  }
  if (element.kind == Type::Kind::kScalar) return module_.Unique(std::move(type));
  // Elements that are no numbers of XLA: the type is kept as text.
  std::string text = unranked ? "tensor<*x" : "tensor<";
  for (const int64_t size : type.dimensions) {
    StrAppend(text, size == Type::kDynamic ? std::string("?") : StrCat(size), "x");
  }
  return module_.Unique({.text = StrCat(text, ToString(element), ">")});
}

// ---- decoders ----

// The encodings of the dialects builtin and vhlo.
struct EntryDecoders {
  using Parts = BytecodeParts;
  using Entry = BytecodeParts::Entry;
  using Kind = Attribute::Kind;
  struct Row {
    uint64_t code;
    Status (*decode)(Parts& parts, BytecodeCursor& in, Entry& entry, const Row& row);
    // The name of an enum or type.
    std::string_view name = {};
    Span<const std::string_view> values = {};
  };

  // ---- attributes ----

  static Status Array(Parts& parts, BytecodeCursor& in, Entry& entry, const Row&) {
    std::vector<const Attribute*> elements(in.Count());
    for (const Attribute*& element : elements) element = parts.AttributeReference(in);
    if (!parts.Ready(in)) return OkStatus();
    parts.Make(entry, Kind::kArray)->elements = std::move(elements);
    return OkStatus();
  }

  static Status Dictionary(Parts& parts, BytecodeCursor& in, Entry& entry, const Row&) {
    std::vector<NamedAttribute> fields(in.Count(2));
    for (NamedAttribute& field : fields) {
      const Attribute* const name = parts.AttributeReference(in);
      field.value = parts.AttributeReference(in);
      if (name == nullptr) continue;
      field.name = name->text;
      if (name->kind != Kind::kString) parts.wrong_kind_ = true;
    }
    if (!parts.Ready(in)) return OkStatus();
    parts.Make(entry, Kind::kDictionary)->fields = std::move(fields);
    return OkStatus();
  }

  static Status Text(Parts& parts, BytecodeCursor& in, Entry& entry, const Row&) {
    const std::string_view text = parts.String(in);
    if (parts.Ready(in)) parts.Make(entry, Kind::kString)->text = text;
    return OkStatus();
  }

  static Status TypedText(Parts& parts, BytecodeCursor& in, Entry& entry, const Row&) {
    const std::string_view text = parts.String(in);
    parts.TypeReference(in);
    if (parts.Ready(in)) parts.Make(entry, Kind::kString)->text = text;
    return OkStatus();
  }

  static Status Symbol(Parts& parts, BytecodeCursor& in, Entry& entry, const Row&) {
    const Attribute* const root = parts.AttributeReference(in);
    if (parts.Ready(in)) parts.Make(entry, Kind::kSymbol)->text = root->text;
    return OkStatus();
  }

  static Status NestedSymbol(Parts& parts, BytecodeCursor& in, Entry& entry, const Row&) {
    const Attribute* const root = parts.AttributeReference(in);
    std::string text(root == nullptr ? std::string_view() : root->text);
    for (size_t left = in.Count(); left > 0; --left) {
      const Attribute* const nested = parts.AttributeReference(in);
      if (nested != nullptr && text.size() <= parts.bytes_.size()) {
        StrAppend(text, "::", nested->text);
      }
    }
    if (!parts.Ready(in)) return OkStatus();
    parts.entry_weight_ += text.size() / 8;
    parts.Make(entry, Kind::kSymbol)->text = parts.module_.Copy(text);
    return OkStatus();
  }

  static Status TypeValue(Parts& parts, BytecodeCursor& in, Entry& entry, const Row&) {
    const Type* const type = parts.TypeReference(in);
    if (parts.Ready(in)) parts.Make(entry, Kind::kType)->type = type;
    return OkStatus();
  }

  static Status Unit(Parts& parts, BytecodeCursor&, Entry& entry, const Row&) {
    parts.Make(entry, Kind::kUnit);
    return OkStatus();
  }

  static Status Boolean(Parts& parts, BytecodeCursor& in, Entry& entry, const Row&) {
    const uint64_t value = in.VarInt();
    if (parts.Ready(in)) parts.Make(entry, Kind::kBool)->integer = value != 0;
    return OkStatus();
  }

  static Status Number(Parts& parts, BytecodeCursor& in, Entry& entry, const Row&) {
    const size_t offset = in.position();
    const Type* const type = parts.TypeReference(in);
    if (!parts.Ready(in)) return OkStatus();
    HLOOM_ASSIGN_OR_RETURN(const uint64_t bits, parts.Bits(in, *type, offset));
    return parts.MakeNumber(entry, *type, bits, offset);
  }

  static Status Elements(Parts& parts, BytecodeCursor& in, Entry& entry, const Row&) {
    const size_t offset = in.position();
    const Type* const type = parts.TypeReference(in);
    if (!parts.Ready(in)) return OkStatus();
    const std::string_view data = in.Bytes(in.VarInt());
    if (!in.ok()) return OkStatus();
    return parts.MakeElements(entry, type, data, offset);
  }

  // array<i64: 1, 2>. Numbers that are not integers become a list, as in text.
  static Status DenseArray(Parts& parts, BytecodeCursor& in, Entry& entry, const Row&) {
    const size_t offset = in.position();
    const Type* const type = parts.TypeReference(in);
    if (!parts.Ready(in)) return OkStatus();
    const uint64_t count = in.VarInt();
    const std::string_view data = in.Bytes(in.VarInt());
    if (!in.ok()) return OkStatus();
    const size_t width = type->kind == Type::Kind::kScalar && !IsComplexType(type->element_type)
                             ? static_cast<size_t>(std::max(BitWidth(type->element_type), 8)) / 8
                             : 0;
    if (width == 0 || data.size() % width != 0 || data.size() / width != count) {
      return BytecodeError(kBytecodeP9, offset,
                           StrCat("a list of ", count, " numbers of type ", ToString(*type),
                                  " does not have ", data.size(), " bytes"))
          .Help("the file is damaged: write it again");
    }
    const bool floats = IsFloatingPointType(type->element_type);
    Attribute* const made = parts.Make(entry, floats ? Kind::kArray : Kind::kIntegers);
    if (!floats) made->type = type;
    parts.entry_weight_ += data.size() / width;
    for (size_t at = 0; at < data.size(); at += width) {
      uint64_t bits = 0;
      std::memcpy(&bits, data.data() + at, width);
      if (!floats) {
        made->integers.push_back(IntegerOfBits(type->element_type, bits));
        continue;
      }
      Entry element;
      HLOOM_RETURN_IF_ERROR(parts.MakeNumber(element, *type, bits, offset));
      made->elements.push_back(element.attribute);
    }
    return OkStatus();
  }

  static Status Enum(Parts& parts, BytecodeCursor& in, Entry& entry, const Row& row) {
    const size_t offset = in.position();
    const uint64_t value = in.VarInt();
    if (!in.ok()) return OkStatus();
    if (value >= row.values.size() || row.values[static_cast<size_t>(value)].empty()) {
      return BytecodeUnsupported(kBytecodeP5, offset,
                                 StrCat("hloom knows no value ", value, " of ", row.name))
          .Help("write the artifact for an older version of StableHLO");
    }
    Attribute* const made = parts.Make(entry, Kind::kEnum);
    made->dialect_name = row.name;
    made->text = row.values[static_cast<size_t>(value)];
    return OkStatus();
  }

  // In StableHLO, the version of the interface of a custom call is an i32.
  static Status ApiVersion(Parts& parts, BytecodeCursor& in, Entry& entry, const Row&) {
    const uint64_t value = in.VarInt();
    if (!in.ok()) return OkStatus();
    Attribute* const made = parts.Make(entry, Kind::kInteger);
    made->integer = static_cast<int64_t>(value);
    made->type = parts.Scalar(S32);
    return OkStatus();
  }

  static const Attribute* Integer(Parts& parts, int64_t value) {
    Attribute* const made = parts.module_.NewAttribute(Kind::kInteger);
    made->integer = value;
    made->type = parts.Scalar(S64);
    return made;
  }
  static const Attribute* Integers(Parts& parts, std::vector<int64_t> values) {
    Attribute* const made = parts.module_.NewAttribute(Kind::kIntegers);
    made->integers = std::move(values);
    made->type = parts.Scalar(S64);
    return made;
  }
  static const Attribute* Double(Parts& parts, uint64_t bits) {
    Attribute* const made = parts.module_.NewAttribute(Kind::kFloat);
    made->number = FloatOfBits(F64, bits);
    made->type = parts.Scalar(F64);
    return made;
  }

  static Status OutputOperandAlias(Parts& parts, BytecodeCursor& in, Entry& entry, const Row& row) {
    std::vector<int64_t> output = parts.SignedInts(in, false);
    const int64_t operand = in.SignedVarInt();
    std::vector<int64_t> indices = parts.SignedInts(in, false);
    if (!parts.Ready(in)) return OkStatus();
    Attribute* const made = parts.Make(entry, Kind::kStruct);
    made->dialect_name = row.name;
    made->fields = {{"output_tuple_indices", Integers(parts, std::move(output))},
                    {"operand_index", Integer(parts, operand)},
                    {"operand_tuple_indices", Integers(parts, std::move(indices))}};
    return OkStatus();
  }

  static Status Bounds(Parts& parts, BytecodeCursor& in, Entry& entry, const Row& row) {
    std::vector<int64_t> bounds = parts.SignedInts(in, true);
    if (!parts.Ready(in)) return OkStatus();
    Attribute* const made = parts.Make(entry, Kind::kStruct);
    made->dialect_name = row.name;
    made->fields = {{"bounds", Integers(parts, std::move(bounds))}};
    return OkStatus();
  }

  // As in text, fields that are zero are absent.
  static Status ResultAccuracy(Parts& parts, BytecodeCursor& in, Entry& entry, const Row& row) {
    const uint64_t atol = static_cast<uint64_t>(in.SignedVarInt());
    const uint64_t rtol = static_cast<uint64_t>(in.SignedVarInt());
    const int64_t ulps = in.SignedVarInt();
    const Attribute* const mode = parts.AttributeReference(in);
    if (!parts.Ready(in)) return OkStatus();
    Attribute* const made = parts.Make(entry, Kind::kStruct);
    made->dialect_name = row.name;
    if (atol != 0) made->fields.push_back({"atol", Double(parts, atol)});
    if (rtol != 0) made->fields.push_back({"rtol", Double(parts, rtol)});
    if (ulps != 0) made->fields.push_back({"ulps", Integer(parts, ulps)});
    made->fields.push_back({"mode", mode});
    return OkStatus();
  }

  // ---- groups of replicas, as axes of a mesh ----

  static Status MakeStruct(Parts& parts, BytecodeCursor& in, Entry& entry, const Row& row,
                           std::vector<NamedAttribute> fields) {
    if (!parts.Ready(in)) return OkStatus();
    Attribute* const made = parts.Make(entry, Kind::kStruct);
    made->dialect_name = row.name;
    for (const NamedAttribute& field : fields) {
      if (field.value != nullptr) made->fields.push_back(field);
    }
    return OkStatus();
  }
  static Status ReplicaAxisRef(Parts& parts, BytecodeCursor& in, Entry& entry, const Row& row) {
    const Attribute* const name = parts.AttributeReference(in);
    const Attribute* const part = in.VarInt() == 0 ? nullptr : parts.AttributeReference(in);
    return MakeStruct(parts, in, entry, row, {{"name", name}, {"sub_axis_info", part}});
  }
  // The mesh is a #stablehlo.mesh, or the name of one.
  static Status ReplicaGroups(Parts& parts, BytecodeCursor& in, Entry& entry, const Row& row) {
    const Attribute* mesh = parts.AttributeReference(in);
    const Attribute* const axes = parts.AttributeReference(in);
    if (mesh != nullptr && mesh->kind == Kind::kString) {
      Attribute* const symbol = parts.module_.NewAttribute(Kind::kSymbol);
      symbol->text = mesh->text;
      mesh = symbol;
    }
    return MakeStruct(parts, in, entry, row, {{"mesh", mesh}, {"axes", axes}});
  }
  static Status ReplicaMeshAxis(Parts& parts, BytecodeCursor& in, Entry& entry, const Row& row) {
    const Attribute* const name = parts.AttributeReference(in);
    const int64_t size = in.SignedVarInt();
    if (!parts.Ready(in)) return OkStatus();
    return MakeStruct(parts, in, entry, row, {{"name", name}, {"size", Integer(parts, size)}});
  }
  static Status ReplicaMesh(Parts& parts, BytecodeCursor& in, Entry& entry, const Row& row) {
    const Attribute* const axes = parts.AttributeReference(in);
    const Attribute* const ids = parts.OptionalReference(in);
    return MakeStruct(parts, in, entry, row, {{"axes", axes}, {"device_ids", ids}});
  }

  // ---- locations ----

  static Status CallSite(Parts& parts, BytecodeCursor& in, Entry& entry, const Row&) {
    const Location* const callee = parts.LocationReference(in);
    const Location* const caller = parts.LocationReference(in);
    if (!parts.Ready(in)) return OkStatus();
    parts.MakeLocation(entry, {.kind = Location::Kind::kCallSite, .parts = {callee, caller}});
    return OkStatus();
  }

  static Status File(Parts& parts, BytecodeCursor& in, Entry& entry, const Row&) {
    const Attribute* const file = parts.AttributeReference(in);
    const uint64_t line = in.VarInt();
    const uint64_t column = in.VarInt();
    if (!parts.Ready(in)) return OkStatus();
    parts.MakeLocation(entry, {.kind = Location::Kind::kFile,
                               .text = file->text,
                               .line = static_cast<int64_t>(line),
                               .column = static_cast<int64_t>(column)});
    return OkStatus();
  }

  // Up to four numbers: none; the line; line and column; line, first and last column; all of them.
  static Status FileRange(Parts& parts, BytecodeCursor& in, Entry& entry, const Row&) {
    const Attribute* const file = parts.AttributeReference(in);
    std::vector<int64_t> numbers(in.Count());
    for (int64_t& number : numbers) number = static_cast<int64_t>(in.VarInt());
    if (!parts.Ready(in)) return OkStatus();
    const size_t count = numbers.size();
    numbers.resize(4);
    Location made = {.kind = Location::Kind::kFile,
                     .text = file->text,
                     .line = numbers[0],
                     .column = numbers[1]};
    if (count == 3) {
      made.end_line = numbers[0];
      made.end_column = numbers[2];
    } else if (count >= 4) {
      made.end_line = numbers[2];
      made.end_column = numbers[3];
    }
    parts.MakeLocation(entry, std::move(made));
    return OkStatus();
  }

  static Status Fused(Parts& parts, BytecodeCursor& in, Entry& entry, const Row&) {
    Location made = {.kind = Location::Kind::kFused};
    made.parts.resize(in.Count());
    for (const Location*& part : made.parts) part = parts.LocationReference(in);
    // The metadata of a fused location may follow; nothing reads it.
    if (parts.Ready(in)) parts.MakeLocation(entry, std::move(made));
    return OkStatus();
  }

  static Status Name(Parts& parts, BytecodeCursor& in, Entry& entry, const Row&) {
    const Attribute* const name = parts.AttributeReference(in);
    const Location* const child = parts.LocationReference(in);
    if (!parts.Ready(in)) return OkStatus();
    Location made = {.kind = Location::Kind::kName, .text = name->text};
    if (child->kind != Location::Kind::kUnknown) made.parts = {child};
    parts.MakeLocation(entry, std::move(made));
    return OkStatus();
  }

  static Status Unknown(Parts& parts, BytecodeCursor&, Entry& entry, const Row&) {
    parts.MakeLocation(entry, {});
    return OkStatus();
  }

  // ---- attributes of Shardy, which become their text ----

  static Status MakeText(Parts& parts, BytecodeCursor& in, Entry& entry, const Row& row,
                         const std::string& text) {
    parts.entry_weight_ += text.size() / 8;
    if (!parts.Ready(in)) return OkStatus();
    Attribute* const made = parts.Make(entry, Kind::kOther);
    made->text = parts.module_.Copy(text);
    made->dialect_name = row.name;
    return OkStatus();
  }
  static void Quote(std::string& text, std::string_view name) { StrAppend(text, "\"", name, "\""); }
  // The attributes of a list, each in brackets: "a, b", "<a>, <b>". The list ends early if it is
  // too long to be kept.
  static void AppendList(Parts& parts, BytecodeCursor& in, std::string& text,
                         std::string_view open = {}, std::string_view close = {}) {
    const size_t count = in.Count();
    for (size_t i = 0; i < count; ++i) {
      const Attribute* const one = parts.AttributeReference(in);
      if (one == nullptr || !parts.MaySpend(text.size() / 8)) continue;
      StrAppend(text, i > 0 ? ", " : "", open);
      // Names of axes are strings.
      if (one->kind == Kind::kString) {
        Quote(text, one->text);
      } else {
        text += one->text;
      }
      text += close;
    }
  }
  static void AppendAxes(Parts& parts, BytecodeCursor& in, std::string_view key,
                         std::string& text) {
    std::string axes;
    AppendList(parts, in, axes);
    if (!axes.empty()) StrAppend(text, ", ", key, "={", axes, "}");
  }

  // {"x", "y"}
  static Status ManualAxes(Parts& parts, BytecodeCursor& in, Entry& entry, const Row& row) {
    std::string text = "{";
    AppendList(parts, in, text);
    return MakeText(parts, in, entry, row, text + "}");
  }
  // "x"=2
  static Status MeshAxis(Parts& parts, BytecodeCursor& in, Entry& entry, const Row& row) {
    std::string text;
    Quote(text, parts.String(in));
    StrAppend(text, "=", in.SignedVarInt());
    return MakeText(parts, in, entry, row, text);
  }
  // ["x"=2, "y"=4], device_ids=[3, 2, 1, 0]
  static Status Mesh(Parts& parts, BytecodeCursor& in, Entry& entry, const Row& row) {
    std::string text = "[";
    AppendList(parts, in, text);
    text += "]";
    const std::vector<int64_t> ids = parts.SignedInts(in, false);
    if (!ids.empty()) StrAppend(text, ", device_ids=[", StrJoin(ids, ", "), "]");
    return MakeText(parts, in, entry, row, text);
  }
  // (1)2
  static Status SubAxis(Parts& parts, BytecodeCursor& in, Entry& entry, const Row& row) {
    const int64_t before = in.SignedVarInt();
    return MakeText(parts, in, entry, row, StrCat("(", before, ")", in.SignedVarInt()));
  }
  // "x", or "x":(1)2
  static Status AxisRef(Parts& parts, BytecodeCursor& in, Entry& entry, const Row& row) {
    std::string text;
    Quote(text, parts.String(in));
    if (const Attribute* const part = parts.OptionalReference(in)) StrAppend(text, ":", part->text);
    return MakeText(parts, in, entry, row, text);
  }
  // {"x", ?}p1
  static Status DimensionSharding(Parts& parts, BytecodeCursor& in, Entry& entry, const Row& row) {
    std::string text = "{";
    AppendList(parts, in, text);
    if (in.Byte() == 0) text += text.size() > 1 ? ", ?" : "?";
    text += "}";
    const uint64_t priority = in.VarInt();
    if ((priority & 1) != 0) StrAppend(text, "p", priority >> 1);
    return MakeText(parts, in, entry, row, text);
  }
  // @mesh, [{"x"}, {}], replicated={"y"}, unreduced={"z"}
  static Status TensorSharding(Parts& parts, BytecodeCursor& in, Entry& entry, const Row& row) {
    constexpr uint64_t kWithUnreduced = 15;
    std::string text;
    if (const Attribute* const mesh = parts.AttributeReference(in)) {
      if (mesh->kind == Kind::kSymbol) {
        const bool plain = std::all_of(mesh->text.begin(), mesh->text.end(), IsNameLetter);
        StrAppend(text, plain ? "@" : "@\"", mesh->text, plain ? "" : "\"");
      } else {
        StrAppend(text, "mesh<", mesh->text, ">");
      }
    }
    text += ", [";
    AppendList(parts, in, text);
    text += "]";
    AppendAxes(parts, in, "replicated", text);
    if (row.code == kWithUnreduced) AppendAxes(parts, in, "unreduced", text);
    return MakeText(parts, in, entry, row, text);
  }
  static bool IsNameLetter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '$' || c == '.' || c == '-';
  }
  // [<@mesh, [{"x"}]>, <@mesh, [{}]>]
  static Status ShardingPerValue(Parts& parts, BytecodeCursor& in, Entry& entry, const Row& row) {
    std::string text = "[";
    AppendList(parts, in, text, "<", ">");
    return MakeText(parts, in, entry, row, text + "]");
  }
  // Rules of propagation, which a program runs without.
  static Status Unread(Parts& parts, BytecodeCursor& in, Entry& entry, const Row& row) {
    return MakeText(parts, in, entry, row, "");
  }

  // dense_resource<w>: the elements are in the section of resources.
  static Status Resource(Parts&, BytecodeCursor&, Entry& entry, const Row&) {
    return BytecodeUnsupported(kBytecodeP5, entry.data.begin,
                               "hloom does not read the elements of an array from a resource")
        .Help(
            "give the program as text, which may have dense_resource; portable artifacts have "
            "the elements in their place");
  }

  // ---- types ----

  static Status Named(Parts& parts, BytecodeCursor&, Entry& entry, const Row& row) {
    const PrimitiveType type = PrimitiveTypeOfMlir(row.name);
    entry.type = type == PRIMITIVE_TYPE_INVALID
                     ? parts.module_.Unique({.text = std::string(row.name)})
                     : parts.Scalar(type);
    return OkStatus();
  }

  static Status Index(Parts& parts, BytecodeCursor&, Entry& entry, const Row&) {
    entry.type =
        parts.module_.Unique({.kind = Type::Kind::kScalar, .element_type = S64, .is_index = true});
    return OkStatus();
  }

  static Status Token(Parts& parts, BytecodeCursor&, Entry& entry, const Row&) {
    entry.type = parts.module_.Unique({.kind = Type::Kind::kToken});
    return OkStatus();
  }

  static Status None(Parts& parts, BytecodeCursor&, Entry& entry, const Row&) {
    entry.type = parts.module_.Unique({.kind = Type::Kind::kNone});
    return OkStatus();
  }

  // The width, and in the two lowest bits, the sign: 0 none, 1 signed, 2 unsigned.
  static Status BuiltinInteger(Parts& parts, BytecodeCursor& in, Entry& entry, const Row&) {
    const uint64_t value = in.VarInt();
    if (!in.ok()) return OkStatus();
    const std::string name = StrCat((value & 3) == 2 ? "ui" : "i", value >> 2);
    const PrimitiveType type = PrimitiveTypeOfMlir(name);
    entry.type =
        type == PRIMITIVE_TYPE_INVALID ? parts.module_.Unique({.text = name}) : parts.Scalar(type);
    return OkStatus();
  }

  static Status Complex(Parts& parts, BytecodeCursor& in, Entry& entry, const Row&) {
    const Type* const element = parts.TypeReference(in);
    if (!parts.Ready(in)) return OkStatus();
    const std::string name = StrCat("complex<", ToString(*element), ">");
    const PrimitiveType type = PrimitiveTypeOfMlir(name);
    entry.type =
        type == PRIMITIVE_TYPE_INVALID ? parts.module_.Unique({.text = name}) : parts.Scalar(type);
    return OkStatus();
  }

  static Status Function(Parts& parts, BytecodeCursor& in, Entry& entry, const Row&) {
    Type type = {.kind = Type::Kind::kFunction, .parts = parts.TypeReferences(in)};
    type.input_count = static_cast<uint32_t>(type.parts.size());
    const std::vector<const Type*> results = parts.TypeReferences(in);
    if (!parts.Ready(in)) return OkStatus();
    type.parts.insert(type.parts.end(), results.begin(), results.end());
    entry.type = parts.module_.Unique(std::move(type));
    return OkStatus();
  }

  static Status Tuple(Parts& parts, BytecodeCursor& in, Entry& entry, const Row&) {
    Type type = {.kind = Type::Kind::kTuple, .parts = parts.TypeReferences(in)};
    if (parts.Ready(in)) entry.type = parts.module_.Unique(std::move(type));
    return OkStatus();
  }

  static Status Future(Parts& parts, BytecodeCursor& in, Entry& entry, const Row&) {
    Type type = {.kind = Type::Kind::kFuture, .parts = parts.TypeReferences(in)};
    if (parts.Ready(in)) entry.type = parts.module_.Unique(std::move(type));
    return OkStatus();
  }

  static Status Tensor(Parts& parts, BytecodeCursor& in, Entry& entry, const Row&) {
    std::vector<int64_t> dimensions = parts.SignedInts(in, true);
    const Type* const element = parts.TypeReference(in);
    if (!parts.Ready(in)) return OkStatus();
    entry.type = parts.MakeTensor(*element, std::move(dimensions), nullptr, false);
    return OkStatus();
  }

  static Status EncodedTensor(Parts& parts, BytecodeCursor& in, Entry& entry, const Row&) {
    const Attribute* const encoding = parts.AttributeReference(in);
    std::vector<int64_t> dimensions = parts.SignedInts(in, true);
    const Type* const element = parts.TypeReference(in);
    if (!parts.Ready(in)) return OkStatus();
    entry.type = parts.MakeTensor(*element, std::move(dimensions), encoding, false);
    return OkStatus();
  }

  static Status UnrankedTensor(Parts& parts, BytecodeCursor& in, Entry& entry, const Row&) {
    const Type* const element = parts.TypeReference(in);
    if (parts.Ready(in)) entry.type = parts.MakeTensor(*element, {}, nullptr, true);
    return OkStatus();
  }

  static Status Buffer(Parts& parts, BytecodeCursor& in, Entry& entry, const Row&) {
    const std::vector<int64_t> dimensions = parts.SignedInts(in, true);
    const Type* const element = parts.TypeReference(in);
    if (!parts.Ready(in)) return OkStatus();
    std::string text = "memref<";
    for (const int64_t size : dimensions) {
      StrAppend(text, size == Type::kDynamic ? std::string("?") : StrCat(size), "x");
    }
    entry.type = parts.module_.Unique({.text = StrCat(text, ToString(*element), ">")});
    return OkStatus();
  }

  // Only the types of storage and of the number that it stands for are kept.
  static Status Quantized(Parts& parts, BytecodeCursor& in, Entry& entry, const Row&) {
    in.VarInt();
    const Type* const storage = parts.TypeReference(in);
    const Type* const expressed = parts.TypeReference(in);
    if (!parts.Ready(in)) return OkStatus();
    entry.type = parts.module_.Unique(
        {.text = StrCat("!quant.uniform<", ToString(*storage), ":", ToString(*expressed), ">")});
    return OkStatus();
  }
};

namespace {

using Row = EntryDecoders::Row;
using Decoders = EntryDecoders;

constexpr Row kBuiltinAttributes[] = {
    {0, Decoders::Array},     {1, Decoders::Dictionary}, {2, Decoders::Text},
    {3, Decoders::TypedText}, {4, Decoders::Symbol},     {5, Decoders::NestedSymbol},
    {6, Decoders::TypeValue}, {7, Decoders::Unit},       {8, Decoders::Number},
    {9, Decoders::Number},    {10, Decoders::CallSite},  {11, Decoders::File},
    {12, Decoders::Fused},    {13, Decoders::Fused},     {14, Decoders::Name},
    {15, Decoders::Unknown},  {16, Decoders::Resource},  {17, Decoders::DenseArray},
    {18, Decoders::Elements}, {22, Decoders::FileRange},
};

constexpr Row kBuiltinTypes[] = {
    {0, Decoders::BuiltinInteger}, {1, Decoders::Index},        {2, Decoders::Function},
    {3, Decoders::Named, "bf16"},  {4, Decoders::Named, "f16"}, {5, Decoders::Named, "f32"},
    {6, Decoders::Named, "f64"},   {7, Decoders::Named, "f80"}, {8, Decoders::Named, "f128"},
    {9, Decoders::Complex},        {12, Decoders::None},        {13, Decoders::Tensor},
    {14, Decoders::EncodedTensor}, {15, Decoders::Tuple},       {18, Decoders::UnrankedTensor},
};

constexpr std::string_view kDirections[] = {"EQ", "NE", "GE", "GT", "LE", "LT"};
constexpr std::string_view kComparisonTypes[] = {"NOTYPE", "FLOAT",    "TOTALORDER",
                                                 "SIGNED", "UNSIGNED", "WEAKORDER"};
constexpr std::string_view kFftTypes[] = {"FFT", "IFFT", "RFFT", "IRFFT"};
constexpr std::string_view kPrecisions[] = {"DEFAULT", "HIGH", "HIGHEST"};
constexpr std::string_view kRngAlgorithms[] = {"DEFAULT", "THREE_FRY", "PHILOX"};
constexpr std::string_view kRngDistributions[] = {"", "UNIFORM", "NORMAL"};
constexpr std::string_view kTransposes[] = {"TRANSPOSE_INVALID", "NO_TRANSPOSE", "TRANSPOSE",
                                            "ADJOINT"};
constexpr std::string_view kAccuracyModes[] = {"DEFAULT", "HIGHEST", "TOLERANCE"};

constexpr Row kVhloAttributes[] = {
    {1, Decoders::Array},
    {2, Decoders::Boolean},
    {3, Decoders::Enum, "comparison_direction", kDirections},
    {4, Decoders::Enum, "comparison_type", kComparisonTypes},
    {5, Decoders::ApiVersion},
    {6, Decoders::Dictionary},
    {7, Decoders::Enum, "fft_type", kFftTypes},
    {8, Decoders::Number},
    {9, Decoders::Number},
    {10, Decoders::OutputOperandAlias, "output_operand_alias"},
    {11, Decoders::Enum, "precision", kPrecisions},
    {12, Decoders::Enum, "rng_algorithm", kRngAlgorithms},
    {13, Decoders::Enum, "rng_distribution", kRngDistributions},
    {14, Decoders::Text},
    {15, Decoders::Elements},
    {16, Decoders::Enum, "transpose", kTransposes},
    {17, Decoders::TypeValue},
    {18, Decoders::Bounds, "bounds"},
    {19, Decoders::Enum, "result_accuracy_mode", kAccuracyModes},
    {20, Decoders::ResultAccuracy, "result_accuracy"},
    {21, Decoders::SubAxis},
    {22, Decoders::ReplicaAxisRef, "axis_ref"},
    {23, Decoders::ReplicaGroups, "replica_group_mesh_axes"},
    {24, Decoders::ReplicaMeshAxis, "mesh_axis"},
    {25, Decoders::ReplicaMesh, "mesh"},
};

constexpr Row kShardyAttributes[] = {
    {0, Decoders::ManualAxes, "sdy.manual_axes"},
    {1, Decoders::MeshAxis, "sdy.mesh_axis"},
    {2, Decoders::Mesh, "sdy.mesh"},
    {3, Decoders::SubAxis, "sdy.sub_axis_info"},
    {4, Decoders::AxisRef, "sdy.axis_ref"},
    {5, Decoders::DimensionSharding, "sdy.dimension_sharding"},
    {6, Decoders::TensorSharding, "sdy.sharding"},
    {7, Decoders::ShardingPerValue, "sdy.sharding_per_value"},
    {8, Decoders::Unread, "sdy.dim_mapping"},
    {9, Decoders::Unread, "sdy.tensor_mapping"},
    {10, Decoders::Unread, "sdy.op_sharding_rule"},
    {11, Decoders::Unread, "sdy.axis_ref_list"},
    {12, Decoders::Unread, "sdy.list_of_axis_ref_lists"},
    {13, Decoders::Unread, "sdy.all_to_all_param"},
    {14, Decoders::Unread, "sdy.all_to_all_param_list"},
    {15, Decoders::TensorSharding, "sdy.sharding"},
    {16, Decoders::ShardingPerValue, "sdy.sharding_per_value"},
};

constexpr Row kVhloTypes[] = {
    {0, Decoders::Named, "i1"},
    {1, Decoders::Complex},
    {2, Decoders::Named, "bf16"},
    {3, Decoders::Named, "f16"},
    {4, Decoders::Named, "f32"},
    {5, Decoders::Named, "f64"},
    {6, Decoders::Named, "f8E4M3FN"},
    {7, Decoders::Named, "f8E5M2"},
    {8, Decoders::Function},
    {9, Decoders::Index},
    {10, Decoders::Named, "i4"},
    {11, Decoders::Named, "i8"},
    {12, Decoders::Named, "i16"},
    {13, Decoders::Named, "i32"},
    {14, Decoders::Named, "i64"},
    {15, Decoders::Named, "ui4"},
    {16, Decoders::Named, "ui8"},
    {17, Decoders::Named, "ui16"},
    {18, Decoders::Named, "ui32"},
    {19, Decoders::Named, "ui64"},
    {20, Decoders::Tensor},
    {21, Decoders::EncodedTensor},
    {22, Decoders::Token},
    {23, Decoders::Tuple},
    {24, Decoders::Quantized},
    {25, Decoders::UnrankedTensor},
    {26, Decoders::Named, "!shape.witness"},
    {27, Decoders::Named, "f8E4M3FNUZ"},
    {28, Decoders::Named, "f8E5M2FNUZ"},
    {29, Decoders::Named, "f8E4M3B11FNUZ"},
    {30, Decoders::Quantized},
    {31, Decoders::Named, "i2"},
    {32, Decoders::Named, "ui2"},
    {33, Decoders::None},
    {34, Decoders::Named, "tf32"},
    {35, Decoders::Named, "f8E4M3"},
    {36, Decoders::Named, "f8E3M4"},
    {37, Decoders::Named, "f4E2M1FN"},
    {38, Decoders::Named, "f6E2M3FN"},
    {39, Decoders::Named, "f6E3M2FN"},
    {40, Decoders::Named, "f8E8M0FNU"},
    {41, Decoders::Buffer},
    {42, Decoders::Future},
};

struct EncodingRow {
  std::string_view dialect;
  Span<const Row> attributes;
  Span<const Row> types;
};
constexpr EncodingRow kEncodings[] = {
    {"builtin", kBuiltinAttributes, kBuiltinTypes},
    {"vhlo", kVhloAttributes, kVhloTypes},
    {"sdy", kShardyAttributes, {}},
};

}  // namespace

// An entry in the encoding of MLIR text: "#sdy.sharding<@mesh, [{}]>" and a zero byte.
Status BytecodeParts::DecodeText(Entry& entry, bool is_type) {
  BytecodeCursor in(bytes_, entry.data);
  const std::string_view text = in.NullTerminated();
  HLOOM_RETURN_IF_ERROR(in.status());
  entry_weight_ += text.size() / 4;
  MlirPartParser parser(text, 0, text.size(), module_);
  Status status;
  if (is_type) {
    StatusOr<const Type*> type = parser.ParseType();
    status = type.status();
    if (type.ok()) entry.type = *type;
  } else if (parser.in().PeekWord() == "loc") {
    StatusOr<const Location*> location = parser.ParseOptionalLocation();
    status = location.status();
    if (location.ok()) entry.location = *location != nullptr ? *location : module_.NewLocation({});
  } else {
    StatusOr<const Attribute*> attribute = parser.ParseAttribute();
    status = attribute.status();
    if (attribute.ok()) entry.attribute = *attribute;
  }
  if (status.ok() && parser.in().AtEnd()) return OkStatus();
  constexpr size_t kShown = 64;
  return BytecodeError(kBytecodeP5, entry.data.begin,
                       StrCat(is_type ? "the type " : "the attribute ", text.substr(0, kShown),
                              text.size() > kShown ? "..." : "", " cannot be read"))
      .Detail(status.ok() ? Message("more text follows it") : status.fields().headline)
      .Help("the file is damaged, or of a dialect that hloom does not read");
}

Status BytecodeParts::Decode(Entry& entry, bool is_type) {
  if (!entry.custom) return DecodeText(entry, is_type);
  const std::string_view dialect = dialects_[entry.dialect];
  BytecodeCursor in(bytes_, entry.data);
  const uint64_t code = in.VarInt();
  HLOOM_RETURN_IF_ERROR(in.status());
  for (const EncodingRow& encoding : kEncodings) {
    if (encoding.dialect != dialect) continue;
    for (const Row& row : is_type ? encoding.types : encoding.attributes) {
      if (row.code != code) continue;
      HLOOM_RETURN_IF_ERROR(row.decode(*this, in, entry, row));
      HLOOM_RETURN_IF_ERROR(in.status());
      if (!wrong_kind_) return OkStatus();
      return BytecodeError(kBytecodeP4, entry.data.begin,
                           "an attribute is made of parts of the wrong kind")
          .Help("the file is damaged: write it again");
    }
  }
  const bool replaced = std::find(std::begin(kReplacedDialects), std::end(kReplacedDialects),
                                  dialect) != std::end(kReplacedDialects);
  return BytecodeUnsupported(kBytecodeP5, entry.data.begin,
                             StrCat("hloom does not read the ", is_type ? "type" : "attribute",
                                    " with code ", code, " of the dialect ", dialect))
      .Help(replaced ? "write a portable artifact: stablehlo.serialize_portable_artifact"
                     : "write the artifact for an older version of StableHLO");
}

}  // namespace hloom::mlir
