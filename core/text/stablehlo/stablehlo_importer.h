// Programs of StableHLO and CHLO as HLO: what jax.jit(f).lower(x).as_text() prints becomes an
// XlaComputation.
//
//   HLOOM_ASSIGN_OR_RETURN(auto modules, mlir::ParseMlirText(text));
//   HLOOM_ASSIGN_OR_RETURN(XlaComputation computation, ImportStableHlo(*modules[0]));
//
// Each operation goes through the builder, so that the rules and messages of the core apply. The
// importer adds the operation's place in the source to each error.
#ifndef HLOOM_TEXT_STABLEHLO_STABLEHLO_IMPORTER_H_
#define HLOOM_TEXT_STABLEHLO_STABLEHLO_IMPORTER_H_

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "builder/xla_computation.h"
#include "text/mlir/mlir_tree.h"

namespace hloom {

struct StableHloOptions {
  // The shapes of the entry function's arguments, for arguments with dynamic dimensions. Empty: the
  // shapes are the declared ones.
  std::vector<Shape> argument_shapes = {};
  // The text that the module was read from, so that errors show the line. Empty: they do not.
  std::string_view source = {};
};

// The program with the module's entry as its entry computation. The entry is @main, or the only
// public function, or the only function. Several results become a tuple; one result stays as it is.
StatusOr<XlaComputation> ImportStableHlo(const mlir::Module& module,
                                         const StableHloOptions& options = {});

// An argument of the entry function, as its attributes describe it.
struct ImportedArgument {
  std::string name;                       // jax.arg_info: "x['w']"; empty without
  std::string type;                       // "tensor<2x?xf32>"
  bool donated = false;                   // jax.buffer_donor
  std::optional<int64_t> aliased_output;  // tf.aliasing_output
  std::string sharding;                   // mhlo.sharding or sdy.sharding, as it was written
};
struct ImportedResult {
  std::string name;  // jax.result_info: "result[0]"; empty without
  std::string type;
  std::string sharding;
};
struct ImportedSignature {
  std::string function;
  std::vector<ImportedArgument> arguments;
  std::vector<ImportedResult> results;
};
StatusOr<ImportedSignature> StableHloSignature(const mlir::Module& module,
                                               const StableHloOptions& options = {});

// The names of the operations that the importer has, "stablehlo.add", and of those that it refuses
// with a reason.
std::vector<std::string_view> StableHloOperations();

// The importer's own rules, stablehlo.c1 ...
Span<const Rule> StableHloRules();

}  // namespace hloom

#endif  // HLOOM_TEXT_STABLEHLO_STABLEHLO_IMPORTER_H_
