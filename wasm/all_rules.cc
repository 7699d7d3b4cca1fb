#include "wasm/all_rules.h"

#include "base/rules.h"
#include "builder/builder_def.h"
#include "comm/channel_table.h"
#include "comm/run_grid.h"
#include "explain/explainer.h"
#include "hlo/rules.h"
#include "literal/rules.h"
#include "ops/host/ask_rules.h"
#include "ops/op_def.h"
#include "ops/verify/buffer_verifier.h"
#include "ops/verify/config_verifier.h"
#include "ops/verify/pairing_verifier.h"
#include "ops/verify/sharding_verifier.h"
#include "ops/verify/verifier.h"
#include "runtime/execution.h"
#include "runtime/run_state.h"
#include "shape/rules.h"
#include "text/hlo/hlo_parser.h"
#include "text/mlir/mlir_bytecode.h"
#include "text/mlir/mlir_text.h"
#include "text/proto/hlo_proto.h"
#include "text/stablehlo/jax_export.h"
#include "text/stablehlo/stablehlo_exporter.h"
#include "text/stablehlo/stablehlo_importer.h"
#include "wasm/api.h"

namespace hloom {

namespace {

// Rules of shapes and literals, which no table of an operation lists.
constexpr Rule kValueRules[] = {
    kShapeC1,     kShapeC2,         kShapeC3,         kShapeC4,   kShapeC5,     kShapeC6,
    kShapeC7,     kShapeC8,         kShapeC9,         kShapeC10,  kShapeC12,    kShapeP1,
    kShapeP2,     kLayoutC1,        kLayoutC2,        kLayoutC3,  kLayoutC4,    kLayoutC5,
    kLayoutC6,    kLayoutC7,        kLiteralC2,       kLiteralC3, kLiteralC6,   kLiteralC8,
    kLiteralC9,   kLiteralC7,       kLiteralP1,       kLiteralP2, kLiteralP3,   kLiteralP4,
    kAttributeP1, kReplicaGroupsP1, kReplicaGroupsP2, kWindowP1,  kDimLabelsP1, kDimLabelsC1,
    kJsonC1,      kJsonC2,          kJsonC3,          kJsonC4,    kJsonC5,      kJsonC6,
    kJsonC7,      kJsonC8,          kProtoC1,         kProtoC2,   kProtoC3,     kProtoC4,
    kMemoryC1,    kMemoryC2,        kMemoryC3};

// Operations share rules, and so do builder functions.
void AppendNew(Span<const Rule> rules, std::vector<Rule>& all) {
  for (const Rule& rule : rules) {
    bool known = false;
    for (const Rule& other : all) known = known || other.id == rule.id;
    if (!known) all.push_back(rule);
  }
}

}  // namespace

std::vector<Rule> AllRules() {
  std::vector<Rule> all;
  for (Span<const Rule> rules : {Span<const Rule>(kValueRules), SharedRules(), AskRules()}) {
    AppendNew(rules, all);
  }
  for (const OpDef* def : AllOpDefs()) AppendNew(def->rules, all);
  for (Span<const Rule> rules : {BroadcastRules(), BuilderRules()}) AppendNew(rules, all);
  for (Span<const BuilderDef> table : AllBuilderDefs()) {
    for (const BuilderDef& def : table) AppendNew(def.rules, all);
  }
  for (Span<const Rule> rules :
       {LimitRules(), PairingRules(), BufferRules(), ArgumentRules(), ExplainRules(),
        VerifierRules(), ConfigRules(), ShardingRules(), HloProtoRules(), HloTextRules(),
        mlir::MlirTextRules(), mlir::MlirBytecodeRules(), JaxExportRules(), StableHloRules(),
        StableHloExportRules(), BoundaryRules(), ChannelRules(), RunGridRules(), DeviceRules()}) {
    all.insert(all.end(), rules.begin(), rules.end());
  }
  return all;
}

}  // namespace hloom
