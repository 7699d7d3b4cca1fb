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

// The first attribute in which two instructions of one operation differ, as each has it.
std::string DifferentAttribute(const HloInstruction& a, const HloInstruction& b) {
  const AttributeTexts of_a(a);
  const AttributeTexts of_b(b);
  for (size_t i = 0; i < of_a.texts.size(); ++i) {
    if (of_a.texts[i] != of_b.texts[i]) return StrCat(of_a.texts[i], " and ", of_b.texts[i]);
  }
  return "their attributes";
}

// In what two collectives differ, or nothing: who is at one of them then meets who is at the other,
// where they have one channel. What differs in more than its place is another operation.
std::string DifferenceOf(const HloInstruction& a, const HloInstruction& b) {
  const auto both = [](std::string_view x, std::string_view y) { return StrCat(x, " and ", y); };
  if (a.opcode() != b.opcode()) {
    return both(HloOpcodeString(a.opcode()), HloOpcodeString(b.opcode()));
  }
  if (!(a.shape() == b.shape())) return both(a.shape().ToString(), b.shape().ToString());
  if (a.operands().size() != b.operands().size()) {
    return StrCat(a.operands().size(), " and ", b.operands().size(), " operands");
  }
  for (size_t i = 0; i < a.operands().size(); ++i) {
    const Shape& of_a = a.operand(i)->shape();
    const Shape& of_b = b.operand(i)->shape();
    if (!(of_a == of_b)) return StrCat("operands ", both(of_a.ToString(true), of_b.ToString(true)));
  }
  if (!AttributesEqual(a.raw_attributes(), b.raw_attributes())) {
    return DifferentAttribute(a, b);
  }
  for (size_t c = 0; c < a.called_computations().size(); ++c) {
    if (!SameFunction(*a.called_computation(c), *b.called_computation(c))) {
      return StrCat("what ", both(a.called_computation(c)->name(), b.called_computation(c)->name()),
                    " compute");
    }
  }
  return "";
}

}  // namespace

std::string DifferenceOf(const CollectiveEntry& a, const CollectiveEntry& b) {
  const int64_t channel = a.collective->channel(*a.instruction);
  if (channel == 0 || channel != b.collective->channel(*b.instruction)) return "";
  return DifferenceOf(*a.instruction, *b.instruction);
}

// The entries that meet by a channel have one of them in common, the first.
int64_t CollectiveTable::MeetingPlace(const CollectiveEntry& entry) {
  const auto own = static_cast<int64_t>(entries_.size());
  const int64_t channel = entry.collective->channel(*entry.instruction);
  if (channel == 0) return own;
  std::vector<int64_t>& firsts = by_channel_[channel];
  for (const int64_t first : firsts) {
    if (DifferenceOf(*this->entry(first).instruction, *entry.instruction).empty()) return first;
  }
  firsts.push_back(own);
  return own;
}

StatusOr<CollectiveTable> CollectiveTable::Create(const HloModule& module, const DeviceGrid& grid) {
  CollectiveTable table;
  for (const auto& computation : module.computations()) {
    for (const auto& instruction : computation->instructions()) {
      const Collective* collective = ExecutingOpEval(*instruction).collective;
      if (collective == nullptr) continue;
      const HloInstruction* wrapped = CollectiveOfAsync(*instruction);
      CollectiveEntry entry{wrapped == nullptr ? instruction.get() : wrapped, collective};
      HLOOM_ASSIGN_OR_RETURN(entry.groups, collective->groups(*entry.instruction, grid));
      entry.places = PlacesIn(entry.groups, grid);
      entry.meets_at = table.MeetingPlace(entry);
      table.numbers_.emplace(instruction.get(), static_cast<int64_t>(table.entries_.size()));
      table.entries_.push_back(std::move(entry));
    }
  }
  return table;
}

}  // namespace hloom
