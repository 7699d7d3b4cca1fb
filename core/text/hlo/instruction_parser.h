// Parses the instructions of HLO text:
//
//   ROOT %sum.3 = f32[2]{0} reduce(%x, %zero), dimensions={0}, to_apply=%add, metadata={...}
//
// The operation's OpDef determines the attributes, their kinds and the regions; this code does not
// name any operation.
#ifndef HLOOM_TEXT_HLO_INSTRUCTION_PARSER_H_
#define HLOOM_TEXT_HLO_INSTRUCTION_PARSER_H_

#include <map>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "base/text_reader.h"
#include "ops/op_def.h"
#include "text/hlo/async_sugar.h"
#include "text/hlo/computation_parser.h"
#include "text/hlo/text_values.h"

namespace hloom::hlo_text {

// Longer words are not misspelled names, and comparing them would take long.
inline constexpr size_t kLongestName = 64;

// The candidate that may be meant; empty if none is near.
std::string_view Nearest(std::string_view word, const std::vector<std::string_view>& names);

// Returns whether an operation and its '(' come next, add(x, y): an instruction without shape and
// name.
bool OpcodeFollows(TextReader& in);

class InstructionParser {
 public:
  InstructionParser(TextReader& in, ComputationTable& table, ParsedComputation& target, int depth)
      : in_(in), table_(table), target_(target), depth_(depth) {}

  // From now on an operand that is not defined, but has a shape, becomes a parameter.
  void MakeParameters() { make_parameters_ = true; }

  Status ParseInstruction();

  // The instruction marked ROOT, or null.
  const HloInstruction* root() const { return root_; }

 private:
  // The state of an instruction while it is parsed.
  struct Draft {
    const OpDef* def = nullptr;
    size_t opcode_place = 0;
    std::optional<Shape> shape;
    std::vector<HloInstruction*> operands;
    std::unique_ptr<Attributes> attributes;
    std::vector<std::string_view> seen;  // names of attributes and regions, as they come
    std::vector<const HloComputation*> callees;
    std::unique_ptr<InstructionExtras> extras;
    // XLA's short form add-start was read: the draft is the add, which is to be wrapped.
    bool wrapped = false;
    // XLA's short form add-update or add-done was read: this is the operation that began, add.
    std::optional<HloOpcode> goes_on_with;
    std::string async_execution_thread;
  };

  Status Instruction();
  // The fix if an instruction is missing, or if the computation was not closed.
  std::string HelpWhereNoneFollows();
  std::string HelpToClose() const;
  // Reads the text after the '='. `nested`: it is an operand of another instruction, and has no
  // attributes.
  StatusOr<HloInstruction*> RightHandSide(std::string_view name, size_t place, bool nested);
  Status Opcode(Draft& draft);
  Status Parentheses(Draft& draft);
  Status Wrap(Draft& draft);
  Status AddWhatIsBoundLater(const Draft& draft,
                             std::vector<std::shared_ptr<const Shape>>& parameters,
                             Shape& result) const;
  Status CheckGoesOn(const Draft& draft) const;
  // Checks a custom_call_target that an instruction which continues a custom-call-start repeats.
  Status TargetAgain(const Draft& draft);
  StatusOr<HloInstruction*> Operand();
  StatusOr<HloInstruction*> NamedOperand(std::string_view name, size_t place,
                                         const std::optional<Shape>& shape, size_t shape_place);
  StatusOr<HloInstruction*> Element(HloInstruction* tuple);
  Status UnknownOperand(std::string_view name, size_t place) const;
  StatusOr<bool> AcceptElided(const AttributeKind* kind, void* value, const Draft& draft);
  Status Attribute(Draft& draft);
  // Reads a region. `alone`: it has no braces, and its other name.
  Status Region(const RegionSpec& region, bool alone, Draft& draft);
  StatusOr<ParsedComputation*> Callee();
  Status UnknownAttribute(std::string_view name, size_t place, const Draft& draft) const;
  Status CheckAttributes(const Draft& draft) const;
  Status CheckRegions(const Draft& draft, const HloInstruction& instruction) const;
  Status CheckInferable(const Draft& draft) const;
  StatusOr<HloInstruction*> Build(Draft draft, std::string_view name, size_t place);
  StatusOr<HloInstruction*> Add(InstructionDraft draft, std::string_view name, size_t place);
  HloInstruction* AddMade(std::unique_ptr<HloInstruction> instruction, std::string_view name,
                          size_t place);
  StatusOr<HloInstruction*> AddParameter(std::string_view name, const Shape& shape, size_t place);
  Status TooDeep(size_t place) const;

  TextReader& in_;
  ComputationTable& table_;
  ParsedComputation& target_;
  int depth_;
  bool make_parameters_ = false;
  InstructionTable names_;
  // The elements of tuples, by tuple and index.
  std::map<std::pair<const HloInstruction*, int64_t>, HloInstruction*> elements_;
  WrappedOpcodes wrapped_opcodes_;
  const HloInstruction* root_ = nullptr;
};

}  // namespace hloom::hlo_text

#endif  // HLOOM_TEXT_HLO_INSTRUCTION_PARSER_H_
