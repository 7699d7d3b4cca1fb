// The tree of an MLIR module: operations with operands, attributes, regions and types.
//
// MLIR has two written forms, text (mlir_text.h) and bytecode (mlir_bytecode.h). Both fill this
// tree, and nothing above it knows which form a program came from. The tree is the generic form of
// MLIR's language reference: the pretty forms of StableHLO's text are gone, so that
//
//   %2 = stablehlo.compare LT, %0, %1, FLOAT : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
//
// is an operation "stablehlo.compare" with two operands and the attributes comparison_direction
// (kEnum, "LT") and compare_type (kEnum, "FLOAT"), named as in StablehloOps.td. Attributes are not
// checked here: the importer does that, operation by operation.
#ifndef HLOOM_TEXT_MLIR_MLIR_TREE_H_
#define HLOOM_TEXT_MLIR_MLIR_TREE_H_

#include <algorithm>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/span.h"
#include "literal/literal.h"
#include "shape/primitive_type.h"

namespace hloom::mlir {

// The place of a part in its source: line and column of a text, counted from 1; or line 0 and the
// offset in bytes of a bytecode.
struct SourcePosition {
  uint32_t line = 0;
  uint32_t column = 0;
};

// A type. The types of a module are unique: equal types have the same address.
struct Type {
  enum class Kind : uint8_t {
    kTensor,    // tensor<2x?x3xf32>
    kScalar,    // f32, i64, index: types of attributes, and of the parts of complex numbers
    kTuple,     // tuple<...>
    kToken,     // !stablehlo.token
    kFuture,    // !stablehlo.future<...>
    kFunction,  // (...) -> (...)
    kNone,      // none
    kOther,     // any other: quantized elements, memref, types of other dialects
  };
  static constexpr int64_t kDynamic = -1;

  Kind kind = Kind::kOther;
  // kTensor and kScalar. i1 is PRED, i32 is S32, ui32 is U32; index is S64 with is_index.
  PrimitiveType element_type = PRIMITIVE_TYPE_INVALID;
  bool is_index = false;
  bool unranked = false;  // tensor<*xf32>
  std::vector<int64_t> dimensions = {};
  // The encoding #stablehlo.bounds<?, 4>: kDynamic where a dimension has no bound. Empty without.
  std::vector<int64_t> bounds = {};
  // The elements of a tuple or future; the inputs of a function, then its results.
  std::vector<const Type*> parts = {};
  uint32_t input_count = 0;
  // kOther: the type as it was written, for messages. kTensor: the text of another encoding.
  std::string text = {};
};

struct Attribute;
struct NamedAttribute {
  std::string_view name;
  const Attribute* value;
};

struct Attribute {
  enum class Kind : uint8_t {
    kUnit,     // unit, and a name alone in a dictionary
    kBool,     // true, false: `integer`
    kInteger,  // 3 : i64, 3 : index: `integer`, `type`
    kFloat,    // 1.0 : f32: `number`, `type`
    kString,   // "text": `text`
    kSymbol,   // @name, @module::@name: `text` is the name without '@', nested ones joined by "::"
    kType,     // f32, (tensor<f32>) -> tensor<f32>: `type`
    kArray,    // [...]: `elements`
    kDictionary,  // {...}: `fields`
    kIntegers,    // array<i64: 1, 2>, array<i1: true>: `integers`, `type` is the element's
    kElements,    // dense<...>, dense_resource<...>: `literal`, `type` is the tensor's
    // #stablehlo<comparison_direction LT>: `dialect_name` is "comparison_direction", `text` "LT".
    kEnum,
    // #stablehlo.gather<offset_dims = [0], ...>: `dialect_name` is "gather"; `fields` are its
    // fields as in StablehloAttrs.td, lists of numbers as kIntegers, absent ones absent.
    // #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]> too has fields: input_batch_dimension,
    // input_feature_dimension, input_spatial_dimensions, kernel_input_feature_dimension, ...
    kStruct,
    kOther,  // attributes of other dialects, kept as text: `text`, with `dialect_name` "sdy.sharding"
  };
  Kind kind = Kind::kUnit;
  int64_t integer = 0;
  double number = 0;
  const Type* type = nullptr;
  std::string_view text = {};
  std::string_view dialect_name = {};
  std::vector<const Attribute*> elements = {};
  std::vector<NamedAttribute> fields = {};
  std::vector<int64_t> integers = {};
  // kElements. A splat (dense<0.0> : tensor<1000x1000xf32>) has a scalar here, of the type's element
  // type; everything else has the type's dimensions, in the default layout.
  std::shared_ptr<const Literal> literal = nullptr;

  // The field of this name; null if there is none.
  const Attribute* Field(std::string_view name) const {
    for (const NamedAttribute& field : fields) {
      if (field.name == name) return field.value;
    }
    return nullptr;
  }
};

// A location: loc("file.py":3:4), loc("name"(...)), loc(callsite(... at ...)), loc(fused[...]).
struct Location {
  enum class Kind : uint8_t { kUnknown, kFile, kName, kCallSite, kFused };
  Kind kind = Kind::kUnknown;
  std::string_view text = {};  // the file, or the name
  int64_t line = 0;
  int64_t column = 0;
  int64_t end_line = 0;  // kFile: 0 if it names a point
  int64_t end_column = 0;
  std::vector<const Location*> parts = {};  // kName: its child; kCallSite: callee, caller; kFused
};

struct Operation;
// A result of an operation or an argument of a block. Operands are the addresses of these.
struct Value {
  const Type* type = nullptr;
  // Counts the values of the module from 0, in the order of their definitions, so that a table of
  // what they became is a vector.
  uint32_t number = 0;
};

struct Block {
  Span<const Value* const> arguments = {};
  // One for each argument, null without; empty if none was written.
  Span<const Location* const> argument_locations = {};
  Span<const Operation* const> operations = {};
};
// All regions of StableHLO have one block.
struct Region {
  std::vector<Block> blocks = {};
};

struct Operation {
  std::string_view name;  // "stablehlo.add", "func.func", "builtin.module"
  Span<const Value* const> operands = {};
  Span<const Value* const> results = {};
  // Properties, inherent and discardable attributes together; a name occurs once.
  Span<const NamedAttribute> attributes = {};
  Span<const Region* const> regions = {};
  const Location* location = nullptr;  // null if none was written
  SourcePosition position = {};

  const Attribute* Find(std::string_view attribute) const {
    for (const NamedAttribute& one : attributes) {
      if (one.name == attribute) return one.value;
    }
    return nullptr;
  }
};

// Owns all parts of a tree. Names and texts refer to the source, which must outlive the module,
// unless they were copied by Copy().
class Module {
 public:
  Module() = default;
  Module(const Module&) = delete;
  Module& operator=(const Module&) = delete;

  // A "builtin.module". Several modules in one text (// -----) are several trees.
  const Operation* top = nullptr;

  // The unique type equal to this one.
  const Type* Unique(Type type);
  Attribute* NewAttribute(Attribute::Kind kind) {
    attributes_.emplace_back().kind = kind;
    return &attributes_.back();
  }
  Location* NewLocation(Location location) {
    locations_.push_back(std::move(location));
    return &locations_.back();
  }
  Region* NewRegion() { return &regions_.emplace_back(); }
  Operation* NewOperation() { return &operations_.emplace_back(); }
  const Value* NewValue(const Type* type) {
    values_.push_back({type, static_cast<uint32_t>(values_.size())});
    return &values_.back();
  }
  size_t value_count() const { return values_.size(); }
  // Copies, which live as long as the module.
  std::string_view Copy(std::string_view text);
  template <typename T>
  Span<const T> Copy(const std::vector<T>& items) {
    if (items.empty()) return {};
    T* copy = static_cast<T*>(Allocate(items.size() * sizeof(T)));
    std::copy(items.begin(), items.end(), copy);
    return Span<const T>(copy, items.size());
  }

 private:
  void* Allocate(size_t bytes);

  std::unordered_map<std::string, std::unique_ptr<Type>> types_;  // by their text
  std::deque<Attribute> attributes_;
  std::deque<Location> locations_;
  std::deque<Region> regions_;
  std::deque<Operation> operations_;
  std::deque<Value> values_;
  std::vector<std::unique_ptr<char[]>> blocks_;
  size_t used_ = 0;
  size_t capacity_ = 0;
};

// The type of the results of an operation whose text is not read.
inline bool IsUnread(const Type& type) {
  return type.kind == Type::Kind::kOther && type.text.empty();
}

// The type as MLIR writes it: "tensor<2x?xf32>".
std::string ToString(const Type& type);
// The name of an element type in MLIR: "f32", "i1", "ui8", "complex<f32>", "f8E4M3FN".
std::string_view MlirElementType(PrimitiveType type);
// PRIMITIVE_TYPE_INVALID if the name is none.
PrimitiveType PrimitiveTypeOfMlir(std::string_view name);

}  // namespace hloom::mlir

#endif  // HLOOM_TEXT_MLIR_MLIR_TREE_H_
