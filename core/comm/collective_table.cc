#include "comm/collective_table.h"

#include "base/str_cat.h"
#include "hlo/hlo_equality.h"

namespace hloom {

namespace {

std::vector<CollectiveEntry::Place> PlacesIn(const DeviceGroups& groups, const DeviceGrid& grid) {
  std::vector<CollectiveEntry::Place> places(static_cast<size_t>(grid.size()));
  for (size_t group = 0; group < groups.size(); ++group) {
    for (size_t member = 0; member < groups[group].size(); ++member) {
      places[static_cast<size_t>(groups[group][member])] = {static_cast<int32_t>(group),
                                                            static_cast<int32_t>(member)};
    }
  }
  return places;
}

// The difference between two collectives, in the order of the checks.
enum class Difference : uint8_t {
  kNone,
  kOpcode,
  kShape,
  kOperands,
  kAttributes,
  kComputations,
};

bool SameOperandShapes(const HloInstruction& a, const HloInstruction& b) {
  if (a.operands().size() != b.operands().size()) return false;
  for (size_t i = 0; i < a.operands().size(); ++i) {
    if (!(a.operand(i)->shape() == b.operand(i)->shape())) return false;
  }
  return true;
}

bool SameComputations(const HloInstruction& a, const HloInstruction& b) {
  if (a.called_computations().size() != b.called_computations().size()) return false;
  for (size_t c = 0; c < a.called_computations().size(); ++c) {
    if (!SameFunction(*a.called_computation(c), *b.called_computation(c))) return false;
  }
  return true;
}

// Returns the first difference. Devices at two collectives of one channel meet only if there is
// none; otherwise the collectives are separate operations.
Difference FirstDifference(const HloInstruction& a, const HloInstruction& b) {
  if (a.opcode() != b.opcode()) return Difference::kOpcode;
  if (!(a.shape() == b.shape())) return Difference::kShape;
  if (!SameOperandShapes(a, b)) return Difference::kOperands;
  if (!AttributesEqual(a.raw_attributes(), b.raw_attributes())) return Difference::kAttributes;
  return SameComputations(a, b) ? Difference::kNone : Difference::kComputations;
}

// The attributes as text, one after the other: "replica_groups={{0,1}}".
class AttributeTexts final : public AttributeVisitor {
 public:
  explicit AttributeTexts(const HloInstruction& instruction) {
    instruction.raw_attributes()->VisitConst(*this);
  }
  void Field(const AttributeField& field, const AttributeKind& kind, void* value) override {
    kind.print(value, texts.emplace_back(StrCat(field.name, "=")));
  }
  std::vector<std::string> texts;
};

// Both as text; that of thousands of groups, or of a large tuple, is cut.
std::string Both(std::string a, std::string b) {
  constexpr size_t kMost = 200;
  for (std::string* text : {&a, &b}) {
    if (text->size() > kMost) text->replace(kMost, std::string::npos, "...");
  }
  return StrCat(a, " and ", b);
}

// The first attribute in which two instructions of one operation differ, as each has it.
std::string DifferentAttributes(const HloInstruction& a, const HloInstruction& b) {
  const AttributeTexts of_a(a);
  const AttributeTexts of_b(b);
  for (size_t i = 0; i < of_a.texts.size(); ++i) {
    if (of_a.texts[i] != of_b.texts[i]) return Both(of_a.texts[i], of_b.texts[i]);
  }
  return "their attributes";
}

std::string OperandShapes(const HloInstruction& instruction) {
  std::string shapes;
  for (const HloInstruction* operand : instruction.operands()) {
    StrAppend(shapes, shapes.empty() ? "(" : ", ", operand->shape().ToString(true));
  }
  return shapes + ")";
}

std::string CalledNames(const HloInstruction& instruction) {
  std::vector<std::string_view> names;
  for (const HloComputation* called : instruction.called_computations()) {
    names.push_back(called->name());
  }
  return StrJoin(names, ", ");
}

std::string TextOf(Difference difference, const HloInstruction& a, const HloInstruction& b) {
  switch (difference) {
    case Difference::kNone:
      return "";
    case Difference::kOpcode:
      return Both(std::string(HloOpcodeString(a.opcode())),
                  std::string(HloOpcodeString(b.opcode())));
    case Difference::kShape:
      return Both(a.shape().ToString(true), b.shape().ToString(true));
    case Difference::kOperands:
      return StrCat("operands ", Both(OperandShapes(a), OperandShapes(b)));
    case Difference::kAttributes:
      return DifferentAttributes(a, b);
    case Difference::kComputations:
      return StrCat("what ", Both(CalledNames(a), CalledNames(b)), " compute");
  }
  return "";
}

}  // namespace

std::string DifferenceOf(const CollectiveEntry& a, const CollectiveEntry& b) {
  const int64_t channel = a.collective->channel(*a.instruction);
  if (channel == 0 || channel != b.collective->channel(*b.instruction)) return "";
  const Difference difference = FirstDifference(*a.instruction, *b.instruction);
  return TextOf(difference, *a.instruction, *b.instruction);
}

// The entries that meet by a channel have one of them in common, the first.
int64_t CollectiveTable::MeetingPlace(const CollectiveEntry& entry) {
  const auto own = static_cast<int64_t>(entries_.size());
  const int64_t channel = entry.collective->channel(*entry.instruction);
  if (channel == 0) return own;
  std::vector<int64_t>& firsts = by_channel_[channel];
  for (const int64_t first : firsts) {
    const HloInstruction& other = *this->entry(first).instruction;
    if (FirstDifference(other, *entry.instruction) == Difference::kNone) return first;
  }
  firsts.push_back(own);
  return own;
}

StatusOr<CollectiveTable> CollectiveTable::Create(const HloModule& module, const DeviceGrid& grid) {
  CollectiveTable table;
  for (const auto& computation : module.computations()) {
    for (const auto& instruction : computation->instructions()) {
      const Meets* meets = ExecutingOpEval(*instruction).As<Meets>();
      const Collective* collective = meets == nullptr ? nullptr : meets->collective;
      if (collective == nullptr) continue;
      const HloInstruction* wrapped = CollectiveOfAsync(*instruction);
      CollectiveEntry entry{wrapped == nullptr ? instruction.get() : wrapped, collective};
      if (collective->check_runs != nullptr) {
        HLOOM_RETURN_IF_ERROR(collective->check_runs(*entry.instruction));
      }
      const CollectiveDef& def = *GetOpDef(entry.instruction->opcode()).collective;
      HLOOM_ASSIGN_OR_RETURN(entry.groups, def.groups(*entry.instruction, grid));
      entry.places = PlacesIn(entry.groups, grid);
      entry.meets_at = table.MeetingPlace(entry);
      table.numbers_.emplace(instruction.get(), static_cast<int64_t>(table.entries_.size()));
      table.entries_.push_back(std::move(entry));
    }
  }
  return table;
}

}  // namespace hloom
