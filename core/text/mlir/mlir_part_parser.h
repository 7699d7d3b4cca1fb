// Parses the parts of MLIR text that operations are made of: types, attributes and locations, and
// the definitions of aliases for them.
//
//   !stablehlo.token    tensor<2x?xf32, #stablehlo.bounds<?, 4>>    (tensor<f32>) -> tensor<f32>
//   {a = 1 : i64, b = dense<[1, 2]> : tensor<2xi32>, c = #stablehlo<precision HIGH>}
//   loc("jit(f)/add"("file.py":3:4))    loc(#loc12)
#ifndef HLOOM_TEXT_MLIR_MLIR_PART_PARSER_H_
#define HLOOM_TEXT_MLIR_MLIR_PART_PARSER_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/status.h"
#include "text/mlir/mlir_cursor.h"
#include "text/mlir/mlir_dense.h"
#include "text/mlir/mlir_tree.h"

namespace hloom::mlir {

class MlirPartParser {
 public:
  // Reads text[begin, end) into `module`.
  MlirPartParser(std::string_view text, size_t begin, size_t end, Module& module)
      : in_(text, begin, end), module_(module), size_(end - begin) {}

  MlirCursor& in() { return in_; }
  Module& module() { return module_; }

  // ---- types ----
  StatusOr<const Type*> ParseType();
  // One or more types with commas between them.
  Status ParseTypes(std::vector<const Type*>& types);
  // Types in parentheses, possibly none.
  Status ParseTypesInParentheses(std::vector<const Type*>& types);
  // The types after an arrow: a type, or types in parentheses.
  Status ParseResultTypes(std::vector<const Type*>& types);

  // ---- attributes ----
  StatusOr<const Attribute*> ParseAttribute();
  // The fields of a dictionary, with its braces, behind those that `fields` has. mlir.p12.
  Status ParseFields(std::vector<NamedAttribute>& fields);
  // "[0, ?, 2]"
  StatusOr<const Attribute*> ParseIntegers();
  // "#stablehlo.x<" was taken: its fields and the '>'.
  StatusOr<const Attribute*> ParseStruct(std::string_view name);
  // "[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]"
  StatusOr<const Attribute*> ParseConvolutionDimensions();
  // "@name", without the '@'.
  StatusOr<std::string_view> ParseSymbolName();

  const Attribute* MakeInteger(int64_t value, PrimitiveType type);
  const Attribute* MakeIntegers(std::vector<int64_t> values, PrimitiveType type);
  const Attribute* MakeBool(bool value);
  const Attribute* MakeUnit();
  const Attribute* MakeEnum(std::string_view name, std::string_view value);
  const Attribute* MakeString(std::string_view text) {
    return MakeText(Attribute::Kind::kString, text);
  }
  const Attribute* MakeText(Attribute::Kind kind, std::string_view text,
                            std::string_view dialect_name = {});
  const Attribute* MakeType(const Type* type);
  const Attribute* MakeArray(std::vector<const Attribute*> elements);
  const Type* ScalarType(PrimitiveType type);
  const Type* TensorType(PrimitiveType type, std::vector<int64_t> dimensions);

  // ---- locations ----
  // "loc(...)" if it comes next; otherwise null.
  StatusOr<const Location*> ParseOptionalLocation();

  // ---- the level of the module ----
  // "#name = ..." or "!name = ...". mlir.p4.
  Status ParseAliasDefinition();
  // "{-# dialect_resources: {...} #-}"
  Status ParseResources();
  // mlir.p4: all aliases are defined. mlir.p11: all resources are there.
  Status Finish();

 private:
  // Types, attributes and locations nest no deeper, so that recursion over them is safe.
  static constexpr int kMaxDepth = 64;
  // Counts a type, attribute or location that is being parsed.
  class Nested {
   public:
    explicit Nested(MlirPartParser& parser) : depth_(++parser.depth_) {
      if (depth_ > parser.max_depth_) parser.max_depth_ = depth_;
      ++parser.weight_;
    }
    ~Nested() { --depth_; }

   private:
    int& depth_;
  };
  // The size that an alias adds to its use: without a limit, a chain of aliases that each use another one
  // twice would be as long as two to the power of its length.
  struct AliasSize {
    size_t weight = 0;
    int depth = 0;
  };
  Status UseAlias(size_t place, const AliasSize& size);
  Status TooDeep();

  // True if types begin with the word.
  static bool IsTypeWord(std::string_view word);
  StatusOr<const Type*> ParseTensor(size_t begin);
  Status ParseTensorParts(Type& type);
  StatusOr<const Type*> ParseElement();
  Status ParseEncoding(Type& type);
  StatusOr<const Type*> ParseDialectType(size_t begin);
  StatusOr<const Type*> ParseFunctionType();
  // A type whose name and '<' were taken, as text.
  StatusOr<const Type*> OtherType(size_t begin);

  StatusOr<const Attribute*> ParseNumber();
  StatusOr<const Attribute*> ParseStringOrTyped();
  StatusOr<const Attribute*> ParseSymbol();
  StatusOr<const Attribute*> ParseArray();
  StatusOr<const Attribute*> ParseDialectAttribute();
  StatusOr<const Attribute*> ParseFromDialect(std::string_view dialect);
  StatusOr<const Attribute*> ParseNamedByWord();
  StatusOr<const Attribute*> ParseDense();
  StatusOr<const Attribute*> ParseDenseResource();
  StatusOr<const Attribute*> ParseDenseArray();
  StatusOr<const Attribute*> ParseStructValue();
  StatusOr<const Attribute*> DenseResult(const Type* type, DenseLiteral literal, size_t begin,
                                         const DenseError& error);
  Status ParseLabels(std::string_view allowed, std::vector<int64_t>& spatial, int64_t (&others)[2]);

  StatusOr<const Location*> ParseLocation();
  const Location* StoreLocation(Location location);
  StatusOr<const Location*> ParseNamedLocation();
  StatusOr<const Location*> ParseFusedLocation();
  StatusOr<const Location*> ParseLocationAlias();

  struct TypeAlias {
    const Type* type;
    AliasSize size;
  };
  struct AttributeAlias {
    const Attribute* attribute;
    AliasSize size;
  };
  struct LocationAlias {
    Location* location = nullptr;
    AliasSize size = {};
    size_t place = 0;  // of the definition, or the first use
    bool defined = false;
  };
  struct PendingResource {
    Attribute* attribute;
    size_t place;
  };
  Status FillResource(const PendingResource& pending, std::vector<DenseLiteral>& known);

  // MLIR prints this for the elements of a large constant if it is told to leave them out:
  // dense<__elided__>, and dense_resource<__elided__>.
  static constexpr std::string_view kElided = "__elided__";
  Status ElidedAt(size_t place) const;

  MlirCursor in_;
  Module& module_;
  const size_t size_;  // of the text
  int depth_ = 0;
  int max_depth_ = 0;                   // since the definition of an alias began
  size_t weight_ = 0;                   // of all parts so far, with those behind aliases
  Location* alias_location_ = nullptr;  // of the alias that is being defined
  std::unordered_map<std::string_view, const Type*> tensors_;  // by their text
  std::unordered_map<std::string_view, TypeAlias> type_aliases_;
  std::unordered_map<std::string_view, AttributeAlias> attribute_aliases_;
  std::unordered_map<std::string_view, LocationAlias> location_aliases_;
  // The resources of the text, as hexadecimal digits.
  std::unordered_map<std::string_view, std::string_view> resources_;
  std::vector<PendingResource> pending_resources_;
  // Attributes that occur often are shared.
  std::unordered_map<std::string_view, const Attribute*> lists_;  // by their text
  std::map<std::pair<const Type*, std::string_view>, const Attribute*> constants_;
  std::vector<const Attribute*> enums_;
  std::unordered_map<const Type*, const Attribute*> types_;
  std::vector<const Attribute*> small_integers_;
  const Attribute* bools_[2] = {};
  const Attribute* unit_ = nullptr;
  const Type* scalars_[64] = {};
};

}  // namespace hloom::mlir

#endif  // HLOOM_TEXT_MLIR_MLIR_PART_PARSER_H_
