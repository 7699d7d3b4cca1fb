#include "text/mlir/mlir_bytecode.h"

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/str_cat.h"
#include "text/mlir/mlir_bytecode_cursor.h"
#include "text/mlir/mlir_bytecode_parts.h"
#include "text/mlir/mlir_bytecode_rules.h"
#include "text/mlir/vhlo_operations.h"

namespace hloom::mlir {
namespace {

constexpr Rule kMlirBytecodeRules[] = {kBytecodeP1, kBytecodeP2, kBytecodeP3, kBytecodeP4,
                                       kBytecodeP5, kBytecodeP6, kBytecodeP7, kBytecodeP8,
                                       kBytecodeP9, kBytecodeP10};

constexpr std::string_view kBytecodeMagic = "ML\xefR";
constexpr size_t kMostNestedRegions = 256;
constexpr size_t kShownBytecodeName = 64;

// The sections, by their ids.
enum SectionId : uint8_t {
  kStringSection = 0,
  kDialectSection = 1,
  kAttributeAndTypeSection = 2,
  kOffsetSection = 3,
  kIrSection = 4,
  kResourceSection = 5,
  kResourceOffsetSection = 6,
  kDialectVersionSection = 7,
  kPropertySection = 8,
};
constexpr size_t kSectionCount = 9;
constexpr std::string_view kSectionNames[kSectionCount] = {
    "strings",    "dialects",  "attributes and types", "offsets of attributes and types",
    "operations", "resources", "offsets of resources", "versions of dialects",
    "properties"};
constexpr SectionId kNeededSections[] = {kStringSection, kDialectSection, kAttributeAndTypeSection,
                                         kOffsetSection, kIrSection};

// The parts that an operation has, as bits.
enum OperationMask : uint8_t {
  kHasAttributes = 1,
  kHasResults = 2,
  kHasOperands = 4,
  kHasSuccessors = 8,
  kHasRegions = 16,
  kHasUseListOrders = 32,
  kHasProperties = 64,
};

class BytecodeReader {
 public:
  BytecodeReader(std::string_view bytes, Module& module)
      : bytes_(bytes), module_(module), parts_(bytes, module), converter_(module) {}

  Status Read();

 private:
  // The values of a function, by their index: those of the open regions.
  struct ValueScope {
    std::vector<const Value*> values = {};
  };
  // An operation whose regions are being read. The first frame is the bytecode itself.
  struct Frame {
    Operation* operation = nullptr;
    size_t cursor = 0;  // in cursors_
    bool isolated = false;
    bool has_section = false;
    size_t regions_left = 0;
    std::vector<const Region*> regions = {};
    // The results of the operation are defined after its regions.
    std::vector<const Type*> result_types = {};
    size_t first_result = 0;
    // The region that is being read.
    Region* region = nullptr;
    Span<const Value* const> arguments = {};
    Span<const Location* const> argument_locations = {};
    std::vector<const Operation*> operations = {};
    size_t operations_left = 0;
    size_t values_before = 0;
    size_t next_value = 0;
    size_t last_value = 0;
  };

  Status ReadHeader(BytecodeCursor& in);
  Status ReadSections(BytecodeCursor& in);
  Status ReadPropertyOffsets(ByteRange section);
  Status ReadOperations();
  Status ReadOperation();
  Status ReadRegionHeader();
  Status CloseRegion();
  void CloseOperation();
  Status ReadProperties(BytecodeCursor& in, const BytecodeParts::OperationName& name,
                        Span<const BytecodeOperation* const> rows);
  Status ReadNamedProperties(BytecodeCursor in, const BytecodeOperation& row);
  Status AddDictionary(const Attribute& dictionary, size_t offset);
  Status ReadOperands(BytecodeCursor& in);
  void DefineResults(Operation& operation, const std::vector<const Type*>& result_types,
                     size_t first);
  void SkipUseListOrders(BytecodeCursor& in, size_t values);

  std::string_view bytes_;
  Module& module_;
  BytecodeParts parts_;
  VhloConverter converter_;
  uint64_t version_ = kNewestFormat;
  std::string_view producer_;
  std::optional<ByteRange> sections_[kSectionCount];
  std::vector<ByteRange> properties_;
  std::unordered_map<std::string_view, std::vector<const BytecodeOperation*>> known_;
  std::vector<Frame> frames_;
  std::vector<BytecodeCursor> cursors_;
  std::vector<ValueScope> scopes_;
  size_t open_values_ = 0;  // in all scopes
  // The parts of the operation that is being read.
  std::vector<NamedAttribute> attributes_;
  std::vector<const Value*> operands_;
};

Status BytecodeReader::ReadHeader(BytecodeCursor& in) {
  if (!IsMlirBytecode(bytes_)) {
    return BytecodeError(kBytecodeP1, 0, "the bytes do not begin as MLIR bytecode does")
        .Help("bytecode begins with the bytes 4D 4C EF 52");
  }
  in.Bytes(kBytecodeMagic.size());
  const size_t offset = in.position();
  const uint64_t version = in.VarInt();
  HLOOM_RETURN_IF_ERROR(in.status());
  if (version > kNewestFormat) {
    return BytecodeUnsupported(kBytecodeP2, offset,
                               StrCat("the bytecode has version ", version,
                                      " of the format, not a version up to ", kNewestFormat))
        .Help("write it for an older version of StableHLO");
  }
  version_ = version;
  producer_ = in.NullTerminated();
  return in.status();
}

Status BytecodeReader::ReadSections(BytecodeCursor& in) {
  while (in.ok() && !in.AtEnd()) {
    const size_t offset = in.position();
    const BytecodeCursor::Section section = in.ReadSection();
    if (!in.ok()) break;
    if (section.id >= kSectionCount) {
      return BytecodeError(kBytecodeP3, offset,
                           StrCat("bytecode has no section with the id ", section.id))
          .Help("the file is damaged: write it again");
    }
    if (sections_[section.id]) {
      return BytecodeError(kBytecodeP3, offset,
                           StrCat("the section of ", kSectionNames[section.id], " occurs twice"))
          .Help("the file is damaged: write it again");
    }
    sections_[section.id] = section.data;
  }
  HLOOM_RETURN_IF_ERROR(in.status());
  for (const SectionId needed : kNeededSections) {
    if (sections_[needed]) continue;
    return BytecodeError(kBytecodeP3, bytes_.size(),
                         StrCat("the section of ", kSectionNames[needed], " is missing"))
        .Help("the file is damaged: write it again");
  }
  return OkStatus();
}

Status BytecodeReader::ReadPropertyOffsets(ByteRange section) {
  BytecodeCursor in(bytes_, section);
  properties_.resize(in.Count());
  for (ByteRange& range : properties_) {
    const uint64_t size = in.VarInt();
    const size_t begin = in.position();
    in.Bytes(size);
    range = {begin, in.position()};
  }
  return in.status();
}

Status BytecodeReader::Read() {
  BytecodeCursor in(bytes_, {0, bytes_.size()});
  HLOOM_RETURN_IF_ERROR(ReadHeader(in));
  HLOOM_RETURN_IF_ERROR(ReadSections(in));
  HLOOM_RETURN_IF_ERROR(parts_.ReadStrings(*sections_[kStringSection]));
  HLOOM_RETURN_IF_ERROR(parts_.ReadDialects(*sections_[kDialectSection], version_));
  HLOOM_RETURN_IF_ERROR(
      parts_.ReadEntries(*sections_[kOffsetSection], *sections_[kAttributeAndTypeSection]));
  if (sections_[kPropertySection]) {
    HLOOM_RETURN_IF_ERROR(ReadPropertyOffsets(*sections_[kPropertySection]));
  }
  for (const BytecodeOperation& one : BytecodeOperations()) known_[one.written].push_back(&one);
  return ReadOperations();
}

// ---- regions ----

Status BytecodeReader::ReadOperations() {
  cursors_.emplace_back(bytes_, *sections_[kIrSection]);
  scopes_.emplace_back();
  Frame& outer = frames_.emplace_back();
  outer.region = module_.NewRegion();
  outer.region->blocks.emplace_back();
  BytecodeCursor& in = cursors_[0];
  const size_t offset = in.position();
  const uint64_t header = in.VarInt();
  HLOOM_RETURN_IF_ERROR(in.status());
  if (header != 2) {
    return BytecodeError(kBytecodeP3, offset, "the bytecode does not hold one module")
        .Help("write one module to a file");
  }
  outer.operations_left = 1;
  while (true) {
    if (frames_.back().operations_left > 0) {
      HLOOM_RETURN_IF_ERROR(ReadOperation());
      continue;
    }
    if (frames_.size() == 1) break;
    HLOOM_RETURN_IF_ERROR(CloseRegion());
  }
  const Operation* const top = frames_[0].operations[0];
  if (top->name != "builtin.module") {
    return BytecodeError(kBytecodeP3, top->position.column,
                         StrCat("the bytecode holds a ", top->name.substr(0, kShownBytecodeName),
                                ", not a module"))
        .Help("write the module around it");
  }
  module_.top = top;
  return OkStatus();
}

// The blocks of a region, the number of its values, and the header and arguments of its block.
Status BytecodeReader::ReadRegionHeader() {
  Frame& frame = frames_.back();
  BytecodeCursor& in = cursors_[frame.cursor];
  ValueScope& scope = scopes_.back();
  --frame.regions_left;
  frame.region = module_.NewRegion();
  frame.regions.push_back(frame.region);
  frame.arguments = {};
  frame.argument_locations = {};
  frame.operations.clear();
  frame.operations_left = 0;
  frame.values_before = frame.next_value = frame.last_value = scope.values.size();
  const size_t offset = in.position();
  const uint64_t blocks = in.VarInt();
  HLOOM_RETURN_IF_ERROR(in.status());
  if (blocks == 0) return OkStatus();
  if (blocks > 1) {
    return BytecodeUnsupported(kBytecodeP10, offset, StrCat("a region has ", blocks, " blocks"))
        .Help("write control flow as stablehlo.if, stablehlo.case, stablehlo.while");
  }
  const uint64_t values = in.VarInt();
  // Each value takes a byte of its own, also in the regions around.
  if (in.ok() && values > bytes_.size() - open_values_) {
    in.Fail("a region has more values than the bytecode has bytes");
  }
  HLOOM_RETURN_IF_ERROR(in.status());
  frame.last_value = frame.next_value + static_cast<size_t>(values);
  open_values_ += static_cast<size_t>(values);
  scope.values.resize(frame.last_value);
  const uint64_t header = in.VarInt();
  if (in.ok() && header >> 1 > in.left()) {
    in.Fail("a block has more operations than the bytes that follow allow");
  }
  frame.operations_left = static_cast<size_t>(header >> 1);
  frame.region->blocks.emplace_back();
  if (!in.ok() || (header & 1) == 0) return in.status();
  const size_t count = in.Count();
  std::vector<const Value*> arguments;
  arguments.reserve(count);
  std::vector<const Location*> locations(count, nullptr);
  bool any_location = false;
  for (size_t i = 0; i < count; ++i) {
    // The type, and in the lowest bit, whether a location follows. Older versions state each.
    const size_t place = in.position();
    uint64_t type_and_location = in.VarInt();
    HLOOM_RETURN_IF_ERROR(in.status());
    if (version_ < kFormatWithoutUnknownLocations) type_and_location = type_and_location << 1 | 1;
    HLOOM_ASSIGN_OR_RETURN(const Type* type, parts_.TypeAt(type_and_location >> 1, place));
    if ((type_and_location & 1) != 0) {
      HLOOM_ASSIGN_OR_RETURN(locations[i], parts_.ReadLocation(in));
      any_location = true;
    }
    arguments.push_back(module_.NewValue(type));
    if (frame.next_value == frame.last_value) {
      in.Fail("a region defines more values than it says");
      return in.status();
    }
    scope.values[frame.next_value++] = arguments.back();
  }
  frame.arguments = module_.Copy(arguments);
  if (any_location) frame.argument_locations = module_.Copy(locations);
  if (version_ >= kFormatWithUseListOrders && in.Byte() != 0) SkipUseListOrders(in, count);
  return in.status();
}

Status BytecodeReader::CloseRegion() {
  Frame& frame = frames_.back();
  if (!frame.region->blocks.empty()) {
    frame.region->blocks[0].arguments = frame.arguments;
    frame.region->blocks[0].argument_locations = frame.argument_locations;
    frame.region->blocks[0].operations = module_.Copy(frame.operations);
  }
  if (frame.next_value != frame.last_value) {
    cursors_[frame.cursor].Fail("a region defines fewer values than it says");
    return cursors_[frame.cursor].status();
  }
  open_values_ -= frame.last_value - frame.values_before;
  scopes_.back().values.resize(frame.values_before);
  if (frame.regions_left > 0) return ReadRegionHeader();
  CloseOperation();
  return OkStatus();
}

void BytecodeReader::CloseOperation() {
  Frame frame = std::move(frames_.back());
  frames_.pop_back();
  if (frame.has_section) cursors_.pop_back();
  if (frame.isolated) scopes_.pop_back();
  // A function that is only declared has a region without blocks.
  const bool declared = frame.regions.size() == 1 && frame.regions[0]->blocks.empty() &&
                        frame.operation->name == "func.func";
  if (!declared) frame.operation->regions = module_.Copy(frame.regions);
  DefineResults(*frame.operation, frame.result_types, frame.first_result);
}

void BytecodeReader::DefineResults(Operation& operation,
                                   const std::vector<const Type*>& result_types, size_t first) {
  std::vector<const Value*> results;
  results.reserve(result_types.size());
  for (const Type* type : result_types) {
    results.push_back(module_.NewValue(type));
    scopes_.back().values[first++] = results.back();
  }
  operation.results = module_.Copy(results);
}

// Orders of the uses of values, which mean nothing to a program: for one value, or several with
// their indices.
void BytecodeReader::SkipUseListOrders(BytecodeCursor& in, size_t values) {
  const size_t count = values > 1 ? in.Count() : 1;
  for (size_t i = 0; i < count && in.ok(); ++i) {
    if (values > 1) in.VarInt();
    const uint64_t size = in.VarInt() >> 1;
    if (in.ok() && size > in.left()) in.Fail("an order of uses is longer than the bytes left");
    for (uint64_t k = 0; k < size && in.ok(); ++k) in.VarInt();
  }
}

// ---- operations ----

Status BytecodeReader::ReadOperands(BytecodeCursor& in) {
  operands_.clear();
  const ValueScope& scope = scopes_.back();
  for (size_t left = in.Count(); left > 0; --left) {
    const size_t offset = in.position();
    const uint64_t index = in.VarInt();
    HLOOM_RETURN_IF_ERROR(in.status());
    const Value* const value =
        index < scope.values.size() ? scope.values[static_cast<size_t>(index)] : nullptr;
    if (value == nullptr) {
      return BytecodeError(kBytecodeP7, offset,
                           StrCat("operand ", operands_.size(), " is value ", index,
                                  ", which is not defined before its use"))
          .Help("the file is damaged: write it again");
    }
    operands_.push_back(value);
  }
  return in.status();
}

Status BytecodeReader::AddDictionary(const Attribute& dictionary, size_t offset) {
  if (dictionary.kind != Attribute::Kind::kDictionary) {
    return BytecodeError(kBytecodeP4, offset, "the attributes of an operation are not a dictionary")
        .Help("the file is damaged: write it again");
  }
  // The dictionary is copied into each operation that has it.
  HLOOM_RETURN_IF_ERROR(parts_.Spend(dictionary.fields.size(), offset));
  const size_t properties = attributes_.size();
  for (const NamedAttribute& field : dictionary.fields) {
    bool known = false;
    for (size_t i = 0; i < properties; ++i) known = known || attributes_[i].name == field.name;
    if (!known) attributes_.push_back(field);
  }
  return OkStatus();
}

// Properties are indices of attributes, in the order of their names.
Status BytecodeReader::ReadNamedProperties(BytecodeCursor in, const BytecodeOperation& row) {
  std::string_view names = row.properties;
  while (!names.empty()) {
    const size_t blank = names.find(' ');
    std::string_view name = names.substr(0, blank);
    names = blank == std::string_view::npos ? std::string_view() : names.substr(blank + 1);
    if (name[0] != '?') {
      HLOOM_ASSIGN_OR_RETURN(const Attribute* value, parts_.ReadAttribute(in));
      attributes_.push_back({name, value});
      continue;
    }
    name.remove_prefix(1);
    HLOOM_ASSIGN_OR_RETURN(const Attribute* value, parts_.ReadOptionalAttribute(in));
    if (value != nullptr) attributes_.push_back({name, value});
  }
  return OkStatus();
}

size_t CountNames(std::string_view names) {
  if (names.empty()) return 0;
  size_t count = 1;
  for (const char c : names) count += c == ' ';
  return count;
}

Status BytecodeReader::ReadProperties(BytecodeCursor& in, const BytecodeParts::OperationName& name,
                                      Span<const BytecodeOperation* const> rows) {
  const size_t offset = in.position();
  const uint64_t index = in.VarInt();
  HLOOM_RETURN_IF_ERROR(in.status());
  if (index >= properties_.size()) {
    return BytecodeError(
               kBytecodeP4, offset,
               StrCat("properties ", index, " are not one of ", properties_.size(), " entries"))
        .Help("the file is damaged: write it again");
  }
  const ByteRange range = properties_[static_cast<size_t>(index)];
  if (!name.registered) {
    BytecodeCursor entry(bytes_, range);
    HLOOM_ASSIGN_OR_RETURN(const Attribute* value, parts_.ReadAttribute(entry));
    return AddDictionary(*value, range.begin);
  }
  BytecodeCursor counted(bytes_, range);
  size_t count = 0;
  // An operation has few properties; the same ones may belong to many operations.
  constexpr size_t kMostProperties = 64;
  while (counted.ok() && !counted.AtEnd() && count < kMostProperties) {
    counted.VarInt();
    ++count;
  }
  HLOOM_RETURN_IF_ERROR(counted.status());
  for (const BytecodeOperation* row : rows) {
    if (CountNames(row->properties) == count) {
      return ReadNamedProperties(BytecodeCursor(bytes_, range), *row);
    }
  }
  return BytecodeUnsupported(kBytecodeP8, range.begin,
                             StrCat("hloom does not know the ", count, " properties of ",
                                    name.dialect.substr(0, kShownBytecodeName), ".",
                                    name.name.substr(0, kShownBytecodeName)))
      .Help(name.dialect == "vhlo" ? "write the artifact for an older version of StableHLO"
                                   : "write a portable artifact of StableHLO, or its text");
}

Status BytecodeReader::ReadOperation() {
  Frame* frame = &frames_.back();
  const size_t cursor = frame->cursor;
  BytecodeCursor& in = cursors_[cursor];
  const size_t offset = in.position();
  --frame->operations_left;
  attributes_.clear();
  operands_.clear();

  HLOOM_ASSIGN_OR_RETURN(const BytecodeParts::OperationName* name, parts_.ReadOperationName(in));
  const uint8_t mask = in.Byte();
  Operation* const operation = module_.NewOperation();
  operation->position = {0, static_cast<uint32_t>(offset)};
  frame->operations.push_back(operation);
  HLOOM_ASSIGN_OR_RETURN(operation->location, parts_.ReadLocation(in));
  std::string written = StrCat(name->dialect, ".", name->name);
  const auto found = known_.find(written);
  const bool is_vhlo = name->dialect == "vhlo";
  const BytecodeOperation* const row = found == known_.end() ? nullptr : found->second[0];
  if (row == nullptr && is_vhlo) {
    return BytecodeUnsupported(
               kBytecodeP8, offset,
               StrCat("hloom does not know the operation ", written.substr(0, kShownBytecodeName)))
        .Help("write the artifact for an older version of StableHLO");
  }
  if (row == nullptr) {
    operation->name = module_.Copy(written);
  } else if (!row->name.empty()) {
    operation->name = row->name;
  } else {
    const bool in_function = frame->operation != nullptr && frame->operation->name == "func.func";
    operation->name = in_function ? "func.return" : "stablehlo.return";
  }

  const Attribute* dictionary = nullptr;
  const size_t dictionary_offset = in.position();
  if ((mask & kHasAttributes) != 0) {
    HLOOM_ASSIGN_OR_RETURN(dictionary, parts_.ReadAttribute(in));
  }
  if ((mask & kHasProperties) != 0) {
    HLOOM_RETURN_IF_ERROR(ReadProperties(
        in, *name,
        found == known_.end() ? Span<const BytecodeOperation* const>()
                              : Span<const BytecodeOperation* const>(found->second)));
    if (is_vhlo) converter_.Convert(operation->name, attributes_);
  }
  if (dictionary != nullptr) {
    HLOOM_RETURN_IF_ERROR(AddDictionary(*dictionary, dictionary_offset));
    // Before there were properties, the dictionary held them.
    if (is_vhlo && version_ < kFormatWithProperties) {
      converter_.Convert(operation->name, attributes_);
    }
  }
  operation->attributes = module_.Copy(attributes_);

  std::vector<const Type*> result_types;
  if ((mask & kHasResults) != 0) {
    result_types.resize(in.Count());
    for (const Type*& type : result_types) {
      HLOOM_ASSIGN_OR_RETURN(type, parts_.ReadType(in));
    }
  }
  const size_t first_result = frame->next_value;
  if (result_types.size() > frame->last_value - frame->next_value) {
    in.Fail("a region defines more values than it says");
  }
  HLOOM_RETURN_IF_ERROR(in.status());
  frame->next_value += result_types.size();
  if ((mask & kHasOperands) != 0) HLOOM_RETURN_IF_ERROR(ReadOperands(in));
  operation->operands = module_.Copy(operands_);
  if ((mask & kHasSuccessors) != 0) {
    return BytecodeUnsupported(kBytecodeP10, offset,
                               StrCat("the operation ", written.substr(0, kShownBytecodeName),
                                      " branches to other blocks"))
        .Help("write control flow as stablehlo.if, stablehlo.case, stablehlo.while");
  }
  if ((mask & kHasUseListOrders) != 0) SkipUseListOrders(in, result_types.size());
  uint64_t regions = 0;
  if ((mask & kHasRegions) != 0) regions = in.VarInt();
  const bool isolated = (regions & 1) != 0;
  regions >>= 1;
  if (in.ok() && regions > in.left()) {
    in.Fail("an operation has more regions than the bytes that follow allow");
  }
  HLOOM_RETURN_IF_ERROR(in.status());
  if (regions == 0) {
    DefineResults(*operation, result_types, first_result);
    return OkStatus();
  }

  if (frames_.size() > kMostNestedRegions) {
    return BytecodeError(kBytecodeP10, offset,
                         StrCat("regions nest more than ", kMostNestedRegions, " deep"))
        .Help("hloom reads programs whose regions nest less");
  }
  size_t inner = cursor;
  const bool has_section = isolated && version_ >= kFormatWithRegionSections;
  if (isolated) scopes_.emplace_back();
  if (has_section) {
    // The regions of a function are a section of their own.
    const BytecodeCursor::Section section = in.ReadSection();
    if (in.ok() && section.id != kIrSection) in.Fail("regions are not in a section of operations");
    HLOOM_RETURN_IF_ERROR(in.status());
    inner = cursors_.size();
    cursors_.emplace_back(bytes_, section.data);
  }
  frames_.push_back({.operation = operation,
                     .cursor = inner,
                     .isolated = isolated,
                     .has_section = has_section,
                     .regions_left = static_cast<size_t>(regions),
                     .result_types = std::move(result_types),
                     .first_result = first_result});
  return ReadRegionHeader();
}

}  // namespace

Span<const Rule> MlirBytecodeRules() { return kMlirBytecodeRules; }

bool IsMlirBytecode(std::string_view bytes) {
  return bytes.substr(0, kBytecodeMagic.size()) == kBytecodeMagic;
}

StatusOr<std::unique_ptr<Module>> ReadMlirBytecode(std::string_view bytes) {
  auto module = std::make_unique<Module>();
  BytecodeReader reader(bytes, *module);
  HLOOM_RETURN_IF_ERROR(reader.Read());
  return module;
}

}  // namespace hloom::mlir
