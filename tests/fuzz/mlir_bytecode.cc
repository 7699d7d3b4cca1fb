// Bytes of MLIR, or of a file of jax.export around them, as a program: it is verified, or an error.
#include "text/mlir/mlir_bytecode.h"
#include "fuzz/check_stablehlo.h"
#include "text/stablehlo/jax_export.h"

using namespace hloom;        // NOLINT
using namespace hloom::fuzz;  // NOLINT

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  std::string_view bytes = Text(data, size);
  if (!mlir::IsMlirBytecode(bytes)) {
    const StatusOr<JaxExport> read = ReadJaxExport(bytes);
    if (!read.ok()) {
      CheckError(read.status());
      return 0;
    }
    bytes = read->module;
  }
  const StatusOr<std::unique_ptr<mlir::Module>> module = mlir::ReadMlirBytecode(bytes);
  if (module.ok()) {
    CheckStableHlo(**module, {});
  } else {
    CheckError(module.status());
  }
  return 0;
}
