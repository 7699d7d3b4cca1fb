// The computations of HLO text: instructions in braces.
#ifndef HLOOM_TEXT_HLO_COMPUTATION_PARSER_H_
#define HLOOM_TEXT_HLO_COMPUTATION_PARSER_H_

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/text_reader.h"
#include "hlo/hlo_module.h"
#include "ops/make_instruction.h"
#include "text/hlo/elided_text.h"
#include "text/hlo/hlo_parser.h"

namespace hloom::hlo_text {

// A computation of the text. It exists from its first mention on, so that instructions can point to
// it before it is read.
struct ParsedComputation {
  std::string_view name;
  std::unique_ptr<HloComputation> computation;  // until the module takes it over
  int64_t id = 0;
  // The position of its name: at the definition if there is one, otherwise at the first mention.
  size_t place = 0;
  bool defined = false;
  bool is_entry = false;
  // The position of each instruction, by its index.
  std::vector<size_t> instruction_places;
  // The instructions without a name in the text: their names give way to names in the text.
  std::vector<HloInstruction*> unnamed;
  struct Call {
    ParsedComputation* callee;
    size_t place;
  };
  std::vector<Call> calls;
};

// All computations of a text, in the order of their definitions.
class ComputationTable {
 public:
  explicit ComputationTable(const HloParserOptions& options) : options_(options) {}

  // The computation of that name, defined or not.
  ParsedComputation& Mention(std::string_view name, size_t place);
  // Adds a computation that no other can mention, since it is written inside an attribute.
  ParsedComputation& AddNameless();
  // Moves the computation to the end of the order, which is that of definitions.
  void Define(ParsedComputation& computation, size_t place);

  const std::vector<ParsedComputation*>& defined() const { return defined_; }
  // The first computation that is mentioned but never defined; null if there is none.
  const ParsedComputation* FirstUndefined() const;
  std::vector<std::string_view> Names() const;

  // Ids are unique in the module, as XLA's are.
  int64_t NextId() { return next_id_++; }
  // The maker of the instructions of all computations.
  InstructionMaker& maker() { return maker_; }
  ElidedZeros& zeros() { return zeros_; }
  const HloParserOptions& options() const { return options_; }

 private:
  const HloParserOptions options_;
  InstructionMaker maker_;
  ElidedZeros zeros_;
  std::deque<ParsedComputation> computations_;  // addresses stay
  std::vector<ParsedComputation*> defined_;
  std::unordered_map<std::string_view, ParsedComputation*> by_name_;
  int64_t next_id_ = 1;
};

// The maximum nesting of instructions inside operands, and of computations inside attributes.
inline constexpr int kMaxNesting = 64;

// Reads a computation from its '{' to its '}'.
Status ParseComputationBody(TextReader& in, ComputationTable& table, ParsedComputation& target,
                            int depth = 0);
// Reads what may follow the '}': ", execution_thread=\"side\"".
Status ParseComputationAttributes(TextReader& in, ParsedComputation& target);
// Sets the properties that are known after all instructions: root (null: the last instruction),
// parameters, id.
Status CompleteComputation(TextReader& in, ComputationTable& table, ParsedComputation& target,
                           const HloInstruction* root);
// Reads instructions up to the end of the text.
Status ParseInstructionsAlone(TextReader& in, ComputationTable& table, ParsedComputation& target);

}  // namespace hloom::hlo_text

#endif  // HLOOM_TEXT_HLO_COMPUTATION_PARSER_H_
