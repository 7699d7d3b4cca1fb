// Programs of StableHLO as text, imported and run.
#ifndef HLOOM_TESTS_STABLEHLO_PROGRAMS_H_
#define HLOOM_TESTS_STABLEHLO_PROGRAMS_H_

#include <string>
#include <string_view>
#include <vector>

#include "gtest/gtest.h"
#include "literal/literal_util.h"
#include "runtime/execution.h"
#include "support/mlir_bytecode_writer.h"
#include "support/round_trip.h"
#include "text/hlo/hlo_text.h"
#include "text/mlir/mlir_bytecode.h"
#include "text/mlir/mlir_text.h"
#include "text/stablehlo/stablehlo_importer.h"

namespace hloom::testing_support {

// Empty, or how the module that comes back from its text or its bytes differs.
inline std::string ProgramRoundTrip(const HloModule& module) {
  std::string difference = TextRoundTrip(module);
  if (!difference.empty()) return difference;
  const auto read = HloModuleFromProto(HloModuleToProtoWithConfig(module));
  return read.ok() ? HloDifference(module, **read) : read.status().ToString();
}

// The program; its HLO text and bytes give it back.
inline StatusOr<XlaComputation> ImportText(std::string_view text, StableHloOptions options = {}) {
  options.source = text;
  HLOOM_ASSIGN_OR_RETURN(const auto modules, mlir::ParseMlirText(text));
  if (modules.size() != 1) return XlaComputation();
  StatusOr<XlaComputation> computation = ImportStableHlo(*modules[0], options);
  if (computation.ok()) {
    EXPECT_EQ(ProgramRoundTrip(*computation->CreateModule()), "") << text;
  }
  return computation;
}

// The program as HLO text, or the error's text.
inline std::string HloOf(std::string_view text, StableHloOptions options = {}) {
  const StatusOr<XlaComputation> computation = ImportText(text, std::move(options));
  return computation.ok() ? HloModuleToText(*computation->CreateModule())
                          : computation.status().ToString();
}

// The result as text, "f32[2] {1, 2}", or the error's text.
inline std::string RunStableHlo(std::string_view text, std::vector<Literal> arguments = {},
                                StableHloOptions options = {}) {
  const StatusOr<XlaComputation> computation = ImportText(text, std::move(options));
  if (!computation.ok()) return computation.status().ToString();
  const StatusOr<Literal> value = Evaluate(*computation->CreateModule(), arguments);
  return value.ok() ? value->ToString() : value.status().ToString();
}

// The program as HLO text, read from bytecode. Empty if VHLO does not have its operations.
inline std::string HloThroughBytecode(std::string_view text) {
  const auto modules = mlir::ParseMlirText(text);
  if (!modules.ok() || modules->size() != 1) return modules.status().ToString();
  std::string problem;
  const std::string bytes = MlirBytecodeWriter().Write(*(*modules)[0], problem);
  if (!problem.empty()) return "";
  const auto module = mlir::ReadMlirBytecode(bytes);
  if (!module.ok()) return module.status().ToString();
  const StatusOr<XlaComputation> computation = ImportStableHlo(**module);
  return computation.ok() ? HloModuleToText(*computation->CreateModule())
                          : computation.status().ToString();
}

// The rule that importing the program breaks; empty if it breaks none.
inline std::string ImportRuleOf(std::string_view text, StableHloOptions options = {}) {
  const StatusOr<XlaComputation> computation = ImportText(text, std::move(options));
  return computation.ok() ? std::string() : std::string(computation.status().rule());
}

}  // namespace hloom::testing_support

#endif  // HLOOM_TESTS_STABLEHLO_PROGRAMS_H_
