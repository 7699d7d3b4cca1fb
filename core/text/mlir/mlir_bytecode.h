// Reads MLIR bytecode, the form of portable artifacts of StableHLO:
//
//   jax.export.export(jax.jit(f))(x).mlir_module_serialized
//   stablehlo.serialize_portable_artifact(module, version)
//
// The bytes begin with "ML\xefR". They hold the program in VHLO, a dialect whose operations have
// versions.
#ifndef HLOOM_TEXT_MLIR_MLIR_BYTECODE_H_
#define HLOOM_TEXT_MLIR_MLIR_BYTECODE_H_

#include <memory>
#include <string_view>

#include "base/span.h"
#include "base/status.h"
#include "text/mlir/mlir_tree.h"

namespace hloom::mlir {

// The tree of the bytecode, in the names of StableHLO, as ParseMlirText gives it: vhlo.add_v1 is
// stablehlo.add, vhlo.func_v1 is func.func. The positions of operations are offsets in bytes. The
// bytes must outlive the tree.
StatusOr<std::unique_ptr<Module>> ReadMlirBytecode(std::string_view bytes);

// True if the bytes begin as a bytecode does.
bool IsMlirBytecode(std::string_view bytes);

// bytecode.p1 and so on.
Span<const Rule> MlirBytecodeRules();

}  // namespace hloom::mlir

#endif  // HLOOM_TEXT_MLIR_MLIR_BYTECODE_H_
