// Reads the files of jax.export:
//
//   exported = jax.export.export(jax.jit(f))(x)
//   open("f.bin", "wb").write(exported.serialize())
//
// A file is a flatbuffer (jax/_src/export/serialization.fbs): the trees and abstract values of the
// arguments and results, shardings, the platforms, and the program as MLIR bytecode.
#ifndef HLOOM_TEXT_STABLEHLO_JAX_EXPORT_H_
#define HLOOM_TEXT_STABLEHLO_JAX_EXPORT_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/span.h"
#include "base/status.h"
#include "shape/primitive_type.h"

namespace hloom {

// A node of a tree of arguments or results.
struct JaxTreeNode {
  enum class Kind : uint8_t { kLeaf, kNone, kTuple, kList, kDict, kCustom };
  Kind kind = Kind::kLeaf;
  std::vector<uint32_t> children = {};       // their indices in the tree
  std::vector<std::string_view> names = {};  // kDict: the keys, one for each child
  std::string_view custom_name = {};         // kCustom: the name it was registered with
  std::string_view custom_data = {};         // kCustom: its serialized auxiliary data
};
// The first node is the root. Children come after their parent.
using JaxTree = std::vector<JaxTreeNode>;

// An array's type, without its elements.
struct JaxAval {
  // "3", or with symbolic dimensions "b", "2*b + 1".
  std::vector<std::string_view> shape = {};
  std::string_view dtype;  // "float32", as NumPy and JAX name it; "key<fry>"
  // The type of its elements in XLA. PRIMITIVE_TYPE_INVALID for float0 and keys, which are not
  // arrays of numbers.
  PrimitiveType element_type = PRIMITIVE_TYPE_INVALID;
  std::string_view memory_space;  // "device", "host", "any"; empty in older files
};

struct JaxMeshAxis {
  std::string_view name;
  uint32_t size = 0;
  std::string_view type;  // "auto", "explicit", "manual"; empty in older files
};
struct JaxSharding {
  enum class Kind : uint8_t { kUnspecified, kHlo, kNamed };
  Kind kind = Kind::kUnspecified;
  std::string hlo = {};                                  // kHlo: "{devices=[2,1]<=[2]}"
  std::vector<JaxMeshAxis> mesh = {};                    // kNamed
  std::vector<std::vector<std::string_view>> spec = {};  // kNamed: the axes of each dimension
  std::vector<std::string_view> unreduced = {};
  std::string_view memory_kind = {};
};

// The texts refer to the bytes of the file, which must outlive it.
struct JaxExport {
  std::string_view function_name;
  uint32_t serialization_version = 0;
  uint32_t calling_convention_version = 0;
  // With several platforms, the program's first argument is the index of the one that it runs on.
  std::vector<std::string_view> platforms = {};
  uint32_t device_count = 1;
  JaxTree in_tree = {};
  JaxTree out_tree = {};
  // One for each leaf of the trees.
  std::vector<JaxAval> in_avals = {};
  std::vector<JaxAval> out_avals = {};
  std::vector<JaxSharding> in_shardings = {};
  std::vector<JaxSharding> out_shardings = {};
  // The arguments that the program has: JAX drops those that are not used.
  std::vector<uint32_t> kept_arguments = {};
  bool uses_global_constants = false;  // symbolic dimensions, or several platforms
  std::vector<std::string_view> ordered_effects = {};
  std::vector<std::string_view> unordered_effects = {};
  // Custom calls that may be used without JAX's promise of stability.
  std::vector<std::string_view> allowed_custom_calls = {};
  bool has_vjp = false;
  std::string_view module;  // MLIR bytecode
};

// `vjp_order` 1 reads the gradient function that serialize(vjp_order=1) adds to the file.
StatusOr<JaxExport> ReadJaxExport(std::string_view bytes, int vjp_order = 0);

// True if the bytes are a flatbuffer with MLIR bytecode where jax.export has it.
bool IsJaxExport(std::string_view bytes);

// jax_export.p1 and so on.
Span<const Rule> JaxExportRules();

}  // namespace hloom

#endif  // HLOOM_TEXT_STABLEHLO_JAX_EXPORT_H_
