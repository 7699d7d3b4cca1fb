// The tables of MLIR bytecode: strings, dialects, types, attributes and locations.
//
// An entry of the table of types or attributes names others by their index, in any order. It is
// decoded when it is first asked for, after the entries that it names.
#ifndef HLOOM_TEXT_MLIR_MLIR_BYTECODE_PARTS_H_
#define HLOOM_TEXT_MLIR_MLIR_BYTECODE_PARTS_H_

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "base/status.h"
#include "text/mlir/mlir_bytecode_cursor.h"
#include "text/mlir/mlir_tree.h"

namespace hloom::mlir {

// Versions of the format, by what they brought.
inline constexpr uint64_t kFormatWithDialectVersions = 1;
inline constexpr uint64_t kFormatWithRegionSections = 2;  // those of isolated regions
inline constexpr uint64_t kFormatWithUseListOrders = 3;
inline constexpr uint64_t kFormatWithoutUnknownLocations = 4;  // of the arguments of blocks
inline constexpr uint64_t kFormatWithProperties = 5;
inline constexpr uint64_t kNewestFormat = 6;

class BytecodeParts {
 public:
  // The names of an operation, "vhlo" and "add_v1".
  struct OperationName {
    std::string_view dialect;
    std::string_view name;
    bool registered = true;
  };

  BytecodeParts(std::string_view bytes, Module& module) : bytes_(bytes), module_(module) {}

  Status ReadStrings(ByteRange section);
  // `version` is that of the bytecode's format.
  Status ReadDialects(ByteRange section, uint64_t version);
  Status ReadEntries(ByteRange offsets, ByteRange data);

  // The entries of an index that `in` is at. The failures of `in` are among the errors.
  StatusOr<const Attribute*> ReadAttribute(BytecodeCursor& in);
  StatusOr<const Type*> ReadType(BytecodeCursor& in);
  StatusOr<const Type*> TypeAt(uint64_t index, size_t offset);
  // Null for an unknown location.
  StatusOr<const Location*> ReadLocation(BytecodeCursor& in);
  // An attribute that may be absent: the lowest bit tells. Null if it is.
  StatusOr<const Attribute*> ReadOptionalAttribute(BytecodeCursor& in);
  StatusOr<const OperationName*> ReadOperationName(BytecodeCursor& in);

  // Counts parts of the tree that are copied for each use, against the limit of bytecode.p6.
  Status Spend(size_t parts, size_t offset);

 private:
  enum class State : uint8_t { kNew, kOpen, kDone };
  struct Entry {
    ByteRange data = {};
    uint32_t dialect = 0;
    bool custom = false;  // in the encoding of its dialect, not as text
    State state = State::kNew;
    uint8_t depth = 0;
    // Parts of the entry, with those of the entries that it names.
    uint32_t weight = 0;
    // One of these.
    const Attribute* attribute = nullptr;
    const Type* type = nullptr;
    const Location* location = nullptr;
  };
  // The decoders of one encoding, by code.
  friend struct EntryDecoders;

  Status ReadDialectGroups(BytecodeCursor& in, size_t count, size_t& at, size_t& data,
                           size_t data_end);
  StatusOr<const Entry*> Resolve(uint64_t index, bool is_type, size_t offset);
  Status Decode(Entry& entry, bool is_type);
  Status DecodeText(Entry& entry, bool is_type);

  // ---- for the decoders ----

  // References of the entry that is being decoded. Null if it is not there yet: the entry is decoded
  // again when it is.
  const Entry* Reference(BytecodeCursor& in, bool is_type);
  const Entry* ReferenceTo(uint64_t index, BytecodeCursor& in, bool is_type);
  const Type* TypeReference(BytecodeCursor& in);
  const Attribute* AttributeReference(BytecodeCursor& in);
  // The value of an attribute that may be absent.
  const Attribute* OptionalReference(BytecodeCursor& in);
  const Location* LocationReference(BytecodeCursor& in);
  std::vector<const Type*> TypeReferences(BytecodeCursor& in);
  std::string_view String(BytecodeCursor& in);
  std::string_view StringAt(uint64_t index, BytecodeCursor& in);
  std::vector<int64_t> SignedInts(BytecodeCursor& in, bool dimensions);
  // True if all references of the entry were there, and it may be made.
  bool Ready(const BytecodeCursor& in) const {
    return in.ok() && missing_.empty() && !wrong_kind_ && MaySpend(entry_weight_);
  }
  // The limit of bytecode.p6.
  bool MaySpend(size_t parts) const;
  Attribute* Make(Entry& entry, Attribute::Kind kind);
  void MakeLocation(Entry& entry, Location location);
  const Type* Scalar(PrimitiveType type) {
    return module_.Unique({.kind = Type::Kind::kScalar, .element_type = type});
  }
  Status MakeElements(Entry& entry, const Type* type, std::string_view data, size_t offset);
  // A number of the type's width, as bits.
  StatusOr<uint64_t> Bits(BytecodeCursor& in, const Type& type, size_t offset);
  Status MakeNumber(Entry& entry, const Type& type, uint64_t bits, size_t offset);
  const Type* MakeTensor(const Type& element, std::vector<int64_t> dimensions,
                         const Attribute* encoding, bool unranked);

  std::string_view bytes_;
  Module& module_;
  std::vector<std::string_view> strings_;
  std::vector<std::string_view> dialects_;
  std::vector<OperationName> operation_names_;
  // The attributes, then the types.
  std::vector<Entry> entries_;
  size_t attribute_count_ = 0;
  std::vector<uint32_t> open_;     // entries to decode, the first one at the end
  std::vector<uint32_t> missing_;  // of the entry that is being decoded
  bool wrong_kind_ = false;
  size_t entry_weight_ = 0;
  size_t entry_depth_ = 0;
  size_t spent_ = 0;
};

}  // namespace hloom::mlir

#endif  // HLOOM_TEXT_MLIR_MLIR_BYTECODE_PARTS_H_
