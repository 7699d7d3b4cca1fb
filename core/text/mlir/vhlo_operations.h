// Operations of VHLO, the dialect of portable artifacts, and their form in StableHLO.
//
// VHLO is StableHLO with a version on each operation, "add_v1". It has attributes where StableHLO
// has records of them, and states all defaults:
//
//   vhlo.gather_v2 {offset_dims = dense<0>, collapsed_slice_dims = dense<1>, ...}
//   stablehlo.gather {dimension_numbers = #stablehlo.gather<offset_dims = [0], ...>}
#ifndef HLOOM_TEXT_MLIR_VHLO_OPERATIONS_H_
#define HLOOM_TEXT_MLIR_VHLO_OPERATIONS_H_

#include <cstddef>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/span.h"
#include "text/mlir/mlir_tree.h"

namespace hloom::mlir {

// An operation that bytecode may hold, with the properties that its dialect writes.
struct BytecodeOperation {
  std::string_view written;  // "vhlo.add_v1"
  std::string_view name;  // "stablehlo.add"; empty for vhlo.return_v1, which depends on its parent
  // The names of the properties in the order in which they are written, with blanks between them.
  // A property that may be absent has a '?' before its name.
  std::string_view properties;
};

Span<const BytecodeOperation> BytecodeOperations();

// Turns attributes of VHLO into those of StableHLO.
class VhloConverter {
 public:
  explicit VhloConverter(Module& module) : module_(module) {}

  // `attributes` are the properties of the operation `name`, which begins with "stablehlo.",
  // "func." or is empty.
  void Convert(std::string_view name, std::vector<NamedAttribute>& attributes);

 private:
  const Attribute* ListOf(const Attribute* elements);
  const Attribute* IntegerOf(int64_t value);
  const Attribute* SymbolOf(const Attribute* text);
  const Attribute* SymbolsOf(const Attribute* list);

  Module& module_;
  // Attributes are shared between operations, and so are the converted ones.
  std::unordered_map<const Attribute*, const Attribute*> lists_;
  std::unordered_map<const Attribute*, const Attribute*> symbols_;
  std::vector<NamedAttribute> kept_;
};

}  // namespace hloom::mlir

#endif  // HLOOM_TEXT_MLIR_VHLO_OPERATIONS_H_
