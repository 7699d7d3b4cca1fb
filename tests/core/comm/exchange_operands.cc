#include "comm/exchange_operands.h"

#include <algorithm>

#include "comm/collective_elements.h"
#include "support/models/element_model.h"

namespace hloom::testing_support {

namespace {

using Values = std::vector<ProgramValue>;

ProgramValue AnyParameter(ProgramWriter& writer, size_t least_rank) {
  const PrimitiveType type = RandomExchangeType(writer.random());
  return writer.Parameter(type, writer.NewSizes(least_rank));
}

ProgramValue AnyValue(ProgramWriter& writer) {
  return writer.Operand([](const SpreadArray&) { return true; },
                        [&] { return AnyParameter(writer, 0); });
}

ProgramValue ValueOfType(ProgramWriter& writer, PrimitiveType type) {
  return writer.Operand([type](const SpreadArray& array) { return array.type == type; },
                        [&] { return writer.Parameter(type, writer.NewSizes(0)); });
}

// One value, or several, of one type if the operation requires that.
Values SomeValues(ProgramWriter& writer, bool of_one_type) {
  Values values = {AnyValue(writer)};
  while (writer.random().OneIn(3)) {
    values.push_back(of_one_type ? ValueOfType(writer, values[0].array.type) : AnyValue(writer));
  }
  return values;
}

int64_t RoundedUp(int64_t size, int64_t parts) { return (size + parts - 1) / parts * parts; }

// Values whose size in the dimension of the spec is a multiple of `parts`.
Values ValuesToCut(ProgramWriter& writer, ExchangeSpec& spec, int64_t parts, bool several,
                   bool of_one_type) {
  Random& random = writer.random();
  const auto dimension = static_cast<size_t>(random.Below(2));
  spec.dimension = spec.concat_dimension = dimension;
  Values values;
  do {
    const bool first = values.empty() || !of_one_type;
    const PrimitiveType type = first ? RandomExchangeType(random) : values[0].array.type;
    values.push_back(writer.Operand(
        [&](const SpreadArray& array) {
          return array.sizes().size() > dimension && array.sizes()[dimension] % parts == 0 &&
                 (first || array.type == type);
        },
        [&] {
          Sizes sizes = writer.NewSizes(dimension + 1);
          if (parts > 1 && sizes[dimension] % parts != 0)
            sizes[dimension] = RoundedUp(sizes[dimension], parts);
          return writer.Parameter(type, sizes);
        }));
  } while (several && random.OneIn(3));
  return values;
}

// One for each device of a group, all of one shape.
Values ValuesAlike(ProgramWriter& writer, size_t count) {
  Values values = {AnyValue(writer)};
  const PrimitiveType type = values[0].array.type;
  const Sizes sizes = values[0].array.sizes();
  while (values.size() < count) {
    values.push_back(writer.Operand(
        [&](const SpreadArray& array) { return array.type == type && array.sizes() == sizes; },
        [&] { return writer.Parameter(type, sizes); }));
  }
  return values;
}

// A vector of integers on each device.
SpreadArray Vector(const GridModel& grid, PrimitiveType type, int64_t size) {
  const ArrayModel zeros{{size}, Elements(static_cast<size_t>(size), NumberAs(type, 0))};
  return {type, std::vector<ArrayModel>(static_cast<size_t>(grid.devices()), zeros)};
}

// Rows of any number, from anywhere in the input to anywhere in the output.
Values RaggedValues(ProgramWriter& writer, const ExchangeSpec& spec) {
  Random& random = writer.random();
  const ProgramValue input =
      writer.Operand([](const SpreadArray& array) { return !array.sizes().empty(); },
                     [&] { return AnyParameter(writer, 1); });
  const PrimitiveType type = input.array.type;
  Sizes output_sizes = input.array.sizes();
  if (random.OneIn(2)) output_sizes[0] = random.Below(6);
  const ProgramValue output = writer.Operand(
      [&](const SpreadArray& array) { return array.type == type && array.sizes() == output_sizes; },
      [&] { return writer.Parameter(type, output_sizes); });
  constexpr PrimitiveType kIndexTypes[] = {S32, S64, U8, U16, U32, U64, S8, S16};
  const PrimitiveType index_type = kIndexTypes[random.Below(8)];
  const std::vector<Sizes> groups = GroupsModel(spec, writer.grid());
  const auto devices = static_cast<int64_t>(groups[0].size());
  const int64_t pieces = random.OneIn(3) ? 2 : 1;
  std::vector<SpreadArray> vectors(4, Vector(writer.grid(), index_type, devices * pieces));
  const auto set = [&](size_t vector, int64_t device, int64_t entry, int64_t number) {
    vectors[vector].on[static_cast<size_t>(device)].elements[static_cast<size_t>(entry)] =
        NumberAs(index_type, number);
  };
  const int64_t most = std::min(input.array.sizes()[0], output_sizes[0]);
  for (const Sizes& group : groups) {
    for (int64_t i = 0; i < devices * devices * pieces; ++i) {
      const int64_t source = i / pieces / devices;
      const int64_t target = i / pieces % devices;
      const int64_t piece = i % pieces;
      const int64_t sender = group[static_cast<size_t>(source)];
      const int64_t rows = random.Between(0, std::min<int64_t>(most, 100));
      const int64_t entry = target * pieces + piece;
      const auto offset = [&](int64_t size) {
        return random.Between(0, std::min<int64_t>(size - rows, 100));
      };
      set(0, sender, entry, offset(input.array.sizes()[0]));
      set(1, sender, entry, rows);
      set(2, sender, entry, offset(output_sizes[0]));
      set(3, group[static_cast<size_t>(target)], source * pieces + piece, rows);
    }
  }
  Values values = {input, output};
  for (SpreadArray& vector : vectors) values.push_back(writer.Parameter(std::move(vector)));
  return values;
}

}  // namespace

std::vector<ProgramValue> MakeOperands(ProgramWriter& writer, ExchangeSpec& spec) {
  const auto devices = [&] {
    return static_cast<int64_t>(GroupsModel(spec, writer.grid())[0].size());
  };
  switch (spec.kind) {
    case Exchange::kAllReduce:
      return SomeValues(writer, /*of_one_type=*/true);
    case Exchange::kAllGather:
      return ValuesToCut(writer, spec, 1, /*several=*/true, /*of_one_type=*/false);
    case Exchange::kReduceScatter:
      return ValuesToCut(writer, spec, devices(), /*several=*/true, /*of_one_type=*/true);
    case Exchange::kAllToAll:
      return ValuesToCut(writer, spec, devices(), /*several=*/false, /*of_one_type=*/true);
    case Exchange::kAllToAllOfTuple:
      return ValuesAlike(writer, static_cast<size_t>(devices()));
    case Exchange::kRaggedAllToAll:
      return RaggedValues(writer, spec);
    case Exchange::kPermute:
    case Exchange::kTransfer:
      return SomeValues(writer, /*of_one_type=*/false);
    case Exchange::kBroadcast:
      break;
  }
  return {AnyValue(writer)};
}

}  // namespace hloom::testing_support
