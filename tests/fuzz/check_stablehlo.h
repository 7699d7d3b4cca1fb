// Properties of every StableHLO program that is read from text or bytecode.
#ifndef HLOOM_TESTS_FUZZ_CHECK_STABLEHLO_H_
#define HLOOM_TESTS_FUZZ_CHECK_STABLEHLO_H_

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "fuzz/check.h"
#include "hlo/held_bytes.h"
#include "ops/verify/verifier.h"
#include "shape/shape_util.h"
#include "text/hlo/hlo_text.h"
#include "text/mlir/mlir_text.h"
#include "text/stablehlo/stablehlo_exporter.h"
#include "text/stablehlo/stablehlo_importer.h"

namespace hloom::fuzz {

// A constant of one written value may have a gigabyte of elements, whose text takes longer than an
// input may.
inline constexpr int64_t kMostStableHloBytes = int64_t{4} << 20;

// Shapes of the arguments of the function `entry`, where 3 is each size that is not known. Empty if
// all are known, or an argument is not an array.
inline std::vector<Shape> ShapesOfArguments(const mlir::Module& module, std::string_view entry) {
  std::vector<Shape> shapes;
  bool unknown = false;
  for (const mlir::Operation* op : module.top->regions[0]->blocks[0].operations) {
    const mlir::Attribute* const name = op->Find("sym_name");
    if (op->name != "func.func" || name == nullptr || name->text != entry) continue;
    for (const mlir::Value* argument : op->regions[0]->blocks[0].arguments) {
      const mlir::Type& type = *argument->type;
      if (type.kind != mlir::Type::Kind::kTensor) return {};
      std::vector<int64_t> sizes = type.dimensions;
      for (int64_t& size : sizes) {
        unknown |= size == mlir::Type::kDynamic;
        if (size == mlir::Type::kDynamic) size = 3;
      }
      shapes.push_back(ShapeUtil::MakeShape(type.element_type, sizes));
    }
    return unknown ? shapes : std::vector<Shape>();
  }
  return {};
}

// The module becomes a program that the verifier accepts, or an error. The program's StableHLO, if
// it has one, can be read, and the program that it states is printed as the same text.
inline void CheckStableHlo(const mlir::Module& module, std::string_view source) {
  const StatusOr<ImportedSignature> signature = StableHloSignature(module, {.source = source});
  if (!signature.ok()) CheckError(signature.status());
  StableHloOptions options = {.source = source};
  if (signature.ok()) options.argument_shapes = ShapesOfArguments(module, signature->function);
  const StatusOr<XlaComputation> computation = ImportStableHlo(module, options);
  if (!computation.ok()) return CheckError(computation.status());
  Check(signature.ok(), "a program without a signature was imported");
  const StatusOr<std::unique_ptr<HloModule>> program = computation->CreateModule();
  Check(program.ok(), "a program without a module was imported", program.status().ToString());
  const Status verified = VerifyModule(**program);
  Check(verified.ok(), "a program that the verifier refuses was imported", verified.ToString());
  if (HeldBytes(**program) > kMostStableHloBytes) return;
  constexpr StableHloExportOptions kAll = {.locations = true};
  const StatusOr<std::string> text = HloModuleToStableHlo(**program, kAll);
  if (!text.ok()) return CheckError(text.status());
  const auto trees = mlir::ParseMlirText(*text);
  Check(trees.ok(), "what was exported does not parse", trees.status().ToString() + "\n" + *text);
  const StatusOr<XlaComputation> again = ImportStableHlo(*(*trees)[0], {.source = *text});
  Check(again.ok(), "what was exported cannot be imported",
        again.status().ToString() + "\n" + *text);
  const StatusOr<std::string> printed = HloModuleToStableHlo(*again->CreateModule(), kAll);
  Check(printed.ok() && *printed == *text, "what was exported is printed otherwise",
        *text + "\n" + (printed.ok() ? *printed : printed.status().ToString()));
}

}  // namespace hloom::fuzz

#endif  // HLOOM_TESTS_FUZZ_CHECK_STABLEHLO_H_
