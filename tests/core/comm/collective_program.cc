#include "comm/collective_program.h"

#include <iterator>
#include <optional>

#include "comm/collective_elements.h"
#include "comm/exchange_writer.h"
#include "comm/program_writer.h"
#include "support/models/element_model.h"

namespace hloom::testing_support {

namespace {

// An elementwise operation of values that are there, if one takes them.
void WriteElementwise(ProgramWriter& writer) {
  struct Operation {
    std::string_view name;
    size_t operands;
  };
  constexpr Operation kOperations[] = {{"add", 2},     {"subtract", 2}, {"negate", 1}, {"not", 1},
                                       {"maximum", 2}, {"minimum", 2},  {"xor", 2},    {"and", 2}};
  const Operation& operation = kOperations[writer.random().Below(std::size(kOperations))];
  const std::optional<ProgramValue> first = writer.ValueThat(
      [&](const SpreadArray& array) { return HasExactValue(operation.name, array.type); });
  if (!first) return;
  std::vector<ProgramValue> operands = {*first};
  if (operation.operands == 2) {
    operands.push_back(*writer.ValueThat([&](const SpreadArray& array) {
      return array.type == first->array.type && array.sizes() == first->array.sizes();
    }));
  }
  SpreadArray result = first->array;
  for (size_t device = 0; device < result.on.size(); ++device) {
    Elements& elements = result.on[device].elements;
    for (size_t i = 0; i < elements.size(); ++i) {
      Elements x;
      for (const ProgramValue& operand : operands)
        x.push_back(operand.array.on[device].elements[i]);
      elements[i] = ElementwiseValue(operation.name, result.type, x);
    }
  }
  const std::string name = writer.NewName("v");
  writer.Write({StrCat(name, " = ", writer.ShapeText(result), " ", operation.name, "(",
                       operands[0].name, operation.operands == 2 ? ", " : "",
                       operation.operands == 2 ? operands[1].name : "", ")")});
  writer.AddValue({name, std::move(result)});
}

// The number of the replica, or of the partition.
void WriteId(ProgramWriter& writer) {
  const GridModel& grid = writer.grid();
  const bool replica = writer.random().OneIn(2);
  SpreadArray ids{U32, {}};
  for (int64_t device = 0; device < grid.devices(); ++device) {
    const int64_t id = replica ? device / grid.partitions : device % grid.partitions;
    ids.on.push_back({{}, {NumberAs(U32, id)}});
  }
  const std::string name = writer.NewName("v");
  writer.Write({StrCat(name, " = u32[] ", replica ? "replica-id()" : "partition-id()")});
  writer.AddValue({name, std::move(ids)});
}

}  // namespace

CollectiveProgram RandomCollectiveProgram(uint64_t seed, int64_t scale) {
  ProgramWriter writer(seed, scale);
  Random& random = writer.random();
  for (int64_t step = random.Between(1, 6); step > 0; --step) {
    WriteExchange(writer);
    writer.WriteSomeLater();
    if (random.OneIn(3)) WriteElementwise(writer);
    if (random.OneIn(8)) WriteId(writer);
  }
  return writer.Finish();
}

}  // namespace hloom::testing_support
