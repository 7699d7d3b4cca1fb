// Makes a module out of another: copies and versions of computations, and replaced instructions;
// names and ids stay unique, everything else stays the same.
#include "hlo/rewriter.h"

#include <unordered_map>

#include "gtest/gtest.h"
#include "hlo/hlo_equality.h"
#include "support/sample_modules.h"
#include "text/hlo/hlo_parser.h"
#include "text/hlo/hlo_text.h"

namespace hloom {
namespace {

using namespace testing_support;  // NOLINT

using Clones = std::unordered_map<const HloComputation*, const HloComputation*>;

// A copy whose instructions replace the source's; `edit` is called after each.
template <typename Edit>
std::unique_ptr<HloComputation> CopyOf(const HloComputation& source, const Clones& clones,
                                       Edit edit) {
  ComputationRewriter rewriter(source);
  for (const auto& instruction : source.instructions()) {
    std::vector<const HloComputation*> callees;
    for (const HloComputation* callee : instruction->called_computations()) {
      callees.push_back(clones.at(callee));
    }
    rewriter.Copy(*instruction, instruction->shape_ptr(), std::move(callees));
    edit(rewriter, *instruction);
  }
  return rewriter.Finish();
}
void Nothing(ComputationRewriter&, const HloInstruction&) {}

std::unique_ptr<HloModule> CopyOf(const HloModule& source) {
  ModuleRewriter rewriter(source);
  Clones clones;
  for (const auto& computation : source.computations()) {
    clones[computation.get()] = rewriter.Add(CopyOf(*computation, clones, Nothing));
  }
  return rewriter.Finish(*clones.at(&source.entry_computation()));
}

constexpr std::string_view kText = R"(
HloModule m, is_scheduled=true, entry_computation_layout={(f32[2]{0})->f32[2]{0}}

f {
  x = f32[2] parameter(0), metadata={op_name="mine"}
  zero = f32[] constant(0)
  zeros = f32[2] broadcast(zero), dimensions={}
  n = f32[2] negate(x), control-predecessors={zeros}
  ROOT s = f32[2] add(n, zeros), frontend_attributes={a="b"}
}

ENTRY e {
  y = f32[2] parameter(0)
  once = f32[2] call(y), to_apply=f
  ROOT twice = f32[2] call(once), to_apply=f
}
)";

TEST(RewriterTest, ACopyIsTheSame) {
  auto samples = SampleModules();
  samples.push_back(*ParseHloModule(kText));
  for (const auto& module : samples) {
    const auto copy = CopyOf(*module);
    EXPECT_EQ(HloDifference(*module, *copy), "");
    EXPECT_EQ(HloDifference(*module, *module->Clone()), "");
    const Status status = VerifyModule(*copy);
    EXPECT_TRUE(status.ok()) << status.ToString();
    for (size_t c = 0; c < module->computations().size(); ++c) {
      EXPECT_EQ(copy->computations()[c]->unique_id(), module->computations()[c]->unique_id());
    }
  }
}

// Each call gets its own version.
TEST(RewriterTest, VersionsOfAComputation) {
  const auto source = *ParseHloModule(kText);
  const HloComputation& f = *source->computations()[0];
  ModuleRewriter rewriter(*source);
  const HloComputation* versions[] = {rewriter.Add(CopyOf(f, {}, Nothing)),
                                      rewriter.Add(CopyOf(f, {}, Nothing), "twice"),
                                      rewriter.Add(CopyOf(f, {}, Nothing), "twice")};
  size_t call = 0;
  ComputationRewriter entry(source->entry_computation());
  for (const auto& instruction : entry.source().instructions()) {
    std::vector<const HloComputation*> callees;
    if (instruction->opcode() == HloOpcode::kCall) callees.push_back(versions[call++]);
    entry.Copy(*instruction, instruction->shape_ptr(), std::move(callees));
  }
  const HloComputation* e = rewriter.Add(entry.Finish());
  const auto module = rewriter.Finish(*e);
  const Status status = VerifyModule(*module);
  EXPECT_TRUE(status.ok()) << status.ToString();
  EXPECT_TRUE(module->config() == source->config());
  EXPECT_EQ(versions[0]->name(), "f");
  EXPECT_EQ(versions[1]->name(), "f.twice");
  EXPECT_EQ(versions[2]->name(), "f.twice.2");
  EXPECT_EQ(versions[1]->instructions()[3]->name(), "n.twice");
  EXPECT_EQ(versions[2]->instructions()[3]->name(), "n.twice.2");
  EXPECT_EQ(versions[1]->instructions()[0]->extras()->metadata.op_name, "mine");
  EXPECT_EQ(versions[1]->instructions()[3]->extras()->control_predecessors[0],
            versions[1]->instructions()[2].get());
  EXPECT_EQ(e->root()->called_computation(0), versions[1]);
}

// x + broadcast(0) is x, and a new instruction gets a free name and id.
TEST(RewriterTest, AnInstructionInPlaceOfAnother) {
  const auto source = *ParseHloModule(kText);
  ModuleRewriter rewriter(*source);
  Clones clones;
  const auto drop_zeros = [](ComputationRewriter& computation, const HloInstruction& original) {
    if (original.opcode() == HloOpcode::kAdd) {
      computation.Replace(original, computation.At(*original.operand(0)));
    } else if (original.opcode() == HloOpcode::kNegate) {
      HloInstruction* copy = computation.At(original);
      computation.Replace(original, computation.Add(std::make_unique<HloInstruction>(
                                                        HloOpcode::kAbs, copy->shape_ptr(),
                                                        std::vector<HloInstruction*>{copy}, nullptr,
                                                        std::vector<const HloComputation*>()),
                                                    "once"));
    }
  };
  for (const auto& computation : source->computations()) {
    clones[computation.get()] = rewriter.Add(CopyOf(*computation, clones, drop_zeros), "new");
  }
  const auto module = rewriter.Finish(*clones.at(&source->entry_computation()));
  const Status status = VerifyModule(*module);
  EXPECT_TRUE(status.ok()) << status.ToString();
  const HloInstruction* root = module->computations()[0]->root();
  EXPECT_EQ(root->opcode(), HloOpcode::kAbs);
  EXPECT_EQ(root->name(), "once.new");  // the entry has an instruction "once"
  EXPECT_EQ(root->operand(0)->name(), "n");
  EXPECT_EQ(module->entry_computation().root()->operand(0)->name(), "once");
  EXPECT_GT(root->unique_id(), source->entry_computation().root()->unique_id());
}

}  // namespace
}  // namespace hloom
