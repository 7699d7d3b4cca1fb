// Used by passes to make a new module out of an old one. Modules never change: an instruction of
// the new one is a copy of an old one, with the same or another shape, or replaces it.
//
//   ModuleRewriter rewriter(source);
//   for (const auto& old : source.computations()) {                    // callees first
//     ComputationRewriter computation(*old);
//     for (const auto& instruction : old->instructions()) {            // operands first
//       computation.Copy(*instruction, instruction->shape_ptr(), callees);
//     }
//     clones[old.get()] = rewriter.Add(computation.Finish());
//   }
//   return rewriter.Finish(*clones[&source.entry_computation()]);
//
// A pass may copy a computation any number of times, including zero.
#ifndef HLOOM_HLO_REWRITER_H_
#define HLOOM_HLO_REWRITER_H_

#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "hlo/hlo_module.h"

namespace hloom {

// The id of an instruction, or of a computation, that no module has numbered yet.
inline constexpr int64_t kNoId = -1;

// Makes one computation out of another, which must outlive this.
class ComputationRewriter {
 public:
  explicit ComputationRewriter(const HloComputation& source);

  const HloComputation& source() const { return source_; }
  // The new instruction that replaces one of the source; null while there is none.
  HloInstruction* At(const HloInstruction& original) const {
    return stand_ins_[static_cast<size_t>(original.index())];
  }

  // Appends the same operation, applied to the replacements of its operands, as the replacement of
  // the original. It has the original's attributes, extras, name and id. The replacements of its
  // operands and of its control predecessors must exist.
  HloInstruction* Copy(const HloInstruction& original, ShapePtr shape,
                       std::vector<const HloComputation*> callees);
  // Does the same with other operands from the new computation.
  HloInstruction* Copy(const HloInstruction& original, ShapePtr shape,
                       std::vector<HloInstruction*> operands,
                       std::vector<const HloComputation*> callees);
  // Appends an instruction that the source does not have. ModuleRewriter gives it a unique name and
  // an id.
  HloInstruction* Add(std::unique_ptr<HloInstruction> instruction, std::string name);
  // `instruction`, of the new computation, replaces the original in its uses and as the root.
  void Replace(const HloInstruction& original, HloInstruction* instruction);

  // The new computation: name, id and execution thread are the source's; the root and the
  // parameters are the replacements of the source's. May be called once.
  std::unique_ptr<HloComputation> Finish();

 private:
  const HloComputation& source_;
  std::unique_ptr<HloComputation> computation_;
  std::vector<HloInstruction*> stand_ins_;  // by the index of the original
};

// Makes one module out of another, which must outlive this: its name and its configuration are the
// source's, its names and ids unique.
class ModuleRewriter {
 public:
  explicit ModuleRewriter(const HloModule& source);

  // Adds a computation, after all of its callees. It and its instructions keep names and ids that
  // are still free; the others get `suffix` behind a dot, "add.7.clone", and new ids.
  const HloComputation* Add(std::unique_ptr<HloComputation> computation,
                            std::string_view suffix = "clone");
  HloModuleConfig& mutable_config() { return module_->mutable_config(); }
  // May be called once.
  std::unique_ptr<HloModule> Finish(const HloComputation& entry);

 private:
  // Names and ids of one kind: the instructions', the computations'.
  class Names {
   public:
    // A name, and an id, that are in the source.
    void Reserve(std::string_view name, int64_t id);
    std::string Name(std::string_view wanted, bool is_copy, std::string_view suffix);
    int64_t Id(int64_t wanted);

   private:
    std::unordered_set<std::string_view> of_source_;
    std::unordered_set<std::string> given_;
    std::unordered_map<std::string, int64_t> numbers_;  // the last behind each base, or 0
    std::unordered_set<int64_t> given_ids_;
    int64_t last_id_ = 0;
  };

  std::unique_ptr<HloModule> module_;
  Names instructions_;
  Names computations_;
};

}  // namespace hloom

#endif  // HLOOM_HLO_REWRITER_H_
