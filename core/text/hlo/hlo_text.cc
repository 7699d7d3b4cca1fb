#include "text/hlo/hlo_text.h"

#include "base/str_cat.h"
#include "base/text_reader.h"
#include "ops/op_def.h"
#include "text/extras/extras_text.h"
#include "text/hlo/elided_text.h"
#include "text/hlo/header_text.h"
#include "text/hlo/text_values.h"

namespace hloom {

namespace {

using namespace hlo_text;  // NOLINT: the parts of the printer

// The position of attributes: between the parentheses, after them, or after the called
// computations.
enum class Place { kInOperands, kBeforeCallees, kAfterCallees };

class AttributePrinter final : public AttributeVisitor {
 public:
  AttributePrinter(std::string& out, Place place, bool print_large_constants)
      : out_(out), place_(place), print_large_constants_(print_large_constants) {}

  void Field(const AttributeField& field, const AttributeKind& kind, void* value) override {
    const Place place = field.in_operands     ? Place::kInOperands
                        : field.after_callees ? Place::kAfterCallees
                                              : Place::kBeforeCallees;
    if (place != place_) return;
    if (field.omit_default && kind.is_default(value)) return;
    if (!field.in_operands) StrAppend(out_, ", ", field.name, "=");
    const auto* const constant = field.in_operands ? ValueAs<Literal>(kind, value) : nullptr;
    if (constant != nullptr && !print_large_constants_ && IsElided(*constant)) {
      out_.append(kElided);
      return;
    }
    kind.print(value, out_);
  }

 private:
  std::string& out_;
  const Place place_;
  const bool print_large_constants_;
};

class Printer {
 public:
  Printer(const HloTextOptions& options, std::string& out) : options_(options), out_(out) {}

  void Computation(const HloComputation& computation) {
    Name(computation.name());
    out_.push_back(' ');
    if (options_.print_program_shape) ProgramShapeOf(computation);
    out_.append("{\n");
    for (const auto& instruction : computation.instructions()) {
      out_.append(instruction.get() == computation.root() ? "  ROOT " : "  ");
      Instruction(*instruction);
      out_.push_back('\n');
    }
    out_.push_back('}');
    if (computation.execution_thread() != kMainExecutionThread) {
      StrAppend(out_, ", execution_thread=", QuotedText(computation.execution_thread()));
    }
  }

 private:
  void Name(std::string_view name) { AppendName(out_, name, options_.print_percent); }

  void ProgramShapeOf(const HloComputation& computation) {
    out_.push_back('(');
    bool first = true;
    for (const HloInstruction* parameter : computation.parameters()) {
      StrAppend(out_, first ? "" : ", ", parameter->name(), ": ");
      AppendShape(out_, parameter->shape(), /*print_layout=*/false);
      first = false;
    }
    out_.append(") -> ");
    AppendShape(out_, computation.root()->shape(), /*print_layout=*/false);
    out_.push_back(' ');
  }

  void Instruction(const HloInstruction& instruction) {
    Name(instruction.name());
    out_.append(" = ");
    AppendShape(out_, instruction.shape(), /*print_layout=*/true);
    StrAppend(out_, " ", HloOpcodeString(instruction.opcode()), "(");
    OperandsOf(instruction);
    AttributesOf(instruction, Place::kInOperands);
    out_.push_back(')');
    AttributesOf(instruction, Place::kBeforeCallees);
    for (const RegionSpec& region : GetOpDef(instruction.opcode()).regions) {
      if (region.applies == nullptr || region.applies(instruction)) Region(instruction, region);
    }
    AttributesOf(instruction, Place::kAfterCallees);
    const InstructionExtras* const extras = instruction.extras();
    // XLA does not parse a domain without the attribute, even if it is empty.
    if (instruction.opcode() == HloOpcode::kDomain && (extras == nullptr || !extras->domain)) {
      out_.append(", domain={kind=\"sharding\", entry={}, exit={}}");
    }
    if (extras != nullptr) {
      AppendExtras(
          out_, *extras,
          {.print_percent = options_.print_percent, .print_metadata = options_.print_metadata});
    }
  }

  void OperandsOf(const HloInstruction& instruction) {
    const size_t interval = static_cast<size_t>(options_.print_operand_index_annotation_interval);
    for (size_t i = 0; i < instruction.operands().size(); ++i) {
      AppendSeparator(out_, i, interval);
      const HloInstruction& operand = *instruction.operand(i);
      if (options_.print_operand_shape) {
        AppendShape(out_, operand.shape(), /*print_layout=*/true);
        out_.push_back(' ');
      }
      Name(operand.name());
    }
  }

  void AttributesOf(const HloInstruction& instruction, Place place) {
    if (instruction.raw_attributes() == nullptr) return;
    AttributePrinter printer(out_, place, options_.print_large_constants);
    instruction.raw_attributes()->VisitConst(printer);
  }

  void Region(const HloInstruction& instruction, const RegionSpec& region) {
    const auto callees = instruction.called_computations();
    const size_t first = static_cast<size_t>(region.first);
    const size_t end =
        region.count < 0 ? callees.size() : first + static_cast<size_t>(region.count);
    const bool braced = region.count != 1;
    StrAppend(out_, ", ", region.name, braced ? "={" : "=");
    for (size_t i = first; i < end; ++i) {
      if (i > first) out_.append(", ");
      Name(callees[i]->name());
    }
    if (braced) out_.push_back('}');
  }

  const HloTextOptions& options_;
  std::string& out_;
};

}  // namespace

StatusOr<std::string> HloModuleToStrictText(const HloModule& module,
                                            const HloTextOptions& options) {
  for (const auto& computation : module.computations()) {
    for (const auto& instruction : computation->instructions()) {
      const Status status = ShapeUtil::StrictText(instruction->shape()).status();
      if (!status.ok()) return status.WithLocation(StrCat("%", instruction->name()));
    }
  }
  HLOOM_RETURN_IF_ERROR(CheckHloTextSize(module, options));
  return HloModuleToText(module, options);
}

std::string HloModuleToText(const HloModule& module, const HloTextOptions& options) {
  std::string out = "HloModule ";
  AppendName(out, module.name(), /*percent=*/false);
  AppendHeader(out, module);
  for (const auto& computation : module.computations()) {
    if (computation.get() == &module.entry_computation()) out.append("ENTRY ");
    Printer(options, out).Computation(*computation);
    out.append("\n\n");
  }
  return out;
}

std::string HloComputationToText(const HloComputation& computation, const HloTextOptions& options) {
  std::string out;
  Printer(options, out).Computation(computation);
  return out;
}

}  // namespace hloom
