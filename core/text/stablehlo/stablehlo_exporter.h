// Writes StableHLO text, in the pretty form that StableHLO prints.
//
//   module @axis_demo attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
//     func.func public @main(%arg0: tensor<2x3xf32>, %arg1: tensor<3xf32>) -> tensor<2x3xf32> {
//       %0 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<3xf32>) -> tensor<2x3xf32>
//       %1 = stablehlo.add %arg0, %0 : tensor<2x3xf32>
//       return %1 : tensor<2x3xf32>
//     }
//   }
//
// The program computes the same values. The text differs from HLO in these parts:
//
//   tuples               become several values: parameters, results, the states of loops
//   called computations  become regions of the operation, or private functions
//   fusion, async-start  are replaced by the instructions of their computation
//   all-gather-start and -done, and others like them, become the synchronous operation
//   copy, domain, add-dependency   are left out, since they keep the value
//   bitcast              becomes reshape, transpose and bitcast_convert
//   erf, topk, mulhi, ragged-dot, scan, sinh ...   become operations of CHLO
//
// Layouts are dropped, because they change no value. Names of instructions, control predecessors,
// constants without a use and the result_accuracy of operations of CHLO are dropped, too. Shardings,
// frontend attributes, aliases and donors of parameters, and the numbers of replicas and partitions
// are kept; so are attributes of arguments and results, and meshes, that came from StableHLO. A result that is
// declared static, but is dynamic when the program runs, ends in zeros, as in a run.
#ifndef HLOOM_TEXT_STABLEHLO_STABLEHLO_EXPORTER_H_
#define HLOOM_TEXT_STABLEHLO_STABLEHLO_EXPORTER_H_

#include <string>

#include "base/status.h"
#include "hlo/hlo_module.h"

namespace hloom {

struct StableHloExportOptions {
  // Write op_name, and source file, line and column, as loc("jit(f)/add"("model.py":3:4)).
  bool locations = false;
};

// The module must be one that VerifyModule accepts. stablehlo.x1 to x3 name up to 20 instructions
// that have no form in StableHLO, each with its reason; text.w1 limits the length of the text. Time
// and memory are linear in the module.
StatusOr<std::string> HloModuleToStableHlo(const HloModule& module,
                                           const StableHloExportOptions& options = {});

// stablehlo.x1 ...
Span<const Rule> StableHloExportRules();

}  // namespace hloom

#endif  // HLOOM_TEXT_STABLEHLO_STABLEHLO_EXPORTER_H_
