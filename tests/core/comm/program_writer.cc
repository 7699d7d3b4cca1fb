#include "comm/program_writer.h"

#include <algorithm>

#include "comm/collective_elements.h"

namespace hloom::testing_support {

namespace {

// Larger values, which all-gather makes, are not used any more.
constexpr int64_t kMostElements = 256;
constexpr int64_t kMostScaled = 8;

// From 2 to 8 devices, half of the time with several replicas and partitions.
GridModel RandomGrid(Random& random) {
  const int64_t least = random.Between(1, 2);
  while (true) {
    const GridModel grid = {random.Between(least, 8), random.Between(least, 8)};
    if (grid.devices() >= 2 && grid.devices() <= 8) return grid;
  }
}

}  // namespace

bool HasNan(const SpreadArray& array) {
  for (const ArrayModel& own : array.on) {
    for (const std::string& element : own.elements) {
      if (IsNanElement(array.type, element)) return true;
    }
  }
  return false;
}

ProgramWriter::ProgramWriter(uint64_t seed, int64_t scale) : random_(seed), scale_(scale) {
  for (int i = 0; i < 4; ++i) random_.Below(2);  // the first numbers of near seeds are near, too
  program_.grid = RandomGrid(random_);
  program_.arguments.resize(static_cast<size_t>(grid().devices()));
}

std::string ProgramWriter::ShapeText(const SpreadArray& array) {
  const Shape shape = ShapeUtil::MakeShape(array.type, array.sizes());
  if (random_.OneIn(2)) return shape.ToString();
  return WithRandomLayout(random_, shape).ToString(/*with_layout=*/true);
}

ProgramValue ProgramWriter::Parameter(PrimitiveType type, const Sizes& sizes) {
  SpreadArray array{type, {}};
  for (int64_t device = 0; device < grid().devices(); ++device) {
    ArrayModel own{sizes, {}};
    for (int64_t i = 0; i < CountOf(sizes); ++i)
      own.elements.push_back(RandomNumber(random_, type));
    array.on.push_back(std::move(own));
  }
  return Parameter(std::move(array));
}

// The arguments have layouts of their own, which are converted.
ProgramValue ProgramWriter::Parameter(SpreadArray array) {
  const size_t number = program_.arguments[0].size();
  const std::string name = StrCat("p", number);
  lines_.push_back(StrCat(name, " = ", ShapeText(array), " parameter(", number, ")"));
  for (size_t device = 0; device < array.on.size(); ++device) {
    const Shape shape = WithRandomLayout(random_, ShapeUtil::MakeShape(array.type, array.sizes()));
    program_.arguments[device].push_back(ToLiteral(array.on[device], shape));
  }
  const ProgramValue value = {name, std::move(array)};
  values_.push_back(value);
  return value;
}

Sizes ProgramWriter::NewSizes(size_t least_rank) {
  const auto least = static_cast<int64_t>(least_rank);
  if (scale_ == 1) return RandomSizes(random_, static_cast<size_t>(random_.Between(least, 3)));
  Sizes sizes(static_cast<size_t>(std::max<int64_t>(least, 1)), 1);
  sizes.back() = random_.Between(1, 4) * scale_;
  return sizes;
}

std::optional<ProgramValue> ProgramWriter::ValueThat(const Fits& fits) {
  std::vector<const ProgramValue*> fitting;
  for (const ProgramValue& value : values_) {
    if (fits(value.array)) fitting.push_back(&value);
  }
  if (fitting.empty()) return std::nullopt;
  return *fitting[static_cast<size_t>(random_.Below(static_cast<int64_t>(fitting.size())))];
}

ProgramValue ProgramWriter::Operand(const Fits& fits, const Make& make) {
  std::optional<ProgramValue> value;
  if (!random_.OneIn(3)) value = ValueThat(fits);
  return value ? *std::move(value) : make();
}

void ProgramWriter::Write(const Lines& lines) {
  lines_.insert(lines_.end(), lines.begin(), lines.end());
}

void ProgramWriter::AddComputation(const std::string& name, const std::string& text) {
  for (const auto& computation : computations_) {
    if (computation.first == name) return;
  }
  computations_.emplace_back(name, text);
}

void ProgramWriter::AddValue(const ProgramValue& value) {
  if (HasNan(value.array)) return;
  given_.push_back(value.name);
  program_.results.push_back(value.array);
  const int64_t most = scale_ == 1 ? kMostElements : kMostScaled * scale_;
  if (CountOf(value.array.sizes()) <= most) values_.push_back(value);
}

void ProgramWriter::AddValues(const std::vector<ProgramValue>& values) {
  for (const ProgramValue& value : values) AddValue(value);
}

void ProgramWriter::AddLater(const Lines& lines, const std::vector<ProgramValue>& values) {
  later_.push_back({lines, values});
}

void ProgramWriter::WriteOneLater() {
  const int64_t which = random_.Below(static_cast<int64_t>(later_.size()));
  const Later later = later_[static_cast<size_t>(which)];
  later_.erase(later_.begin() + which);
  Write(later.lines);
  AddValues(later.values);
}

void ProgramWriter::WriteSomeLater() {
  while (!later_.empty() && random_.OneIn(2)) WriteOneLater();
}

CollectiveProgram ProgramWriter::Finish() {
  while (!later_.empty()) WriteOneLater();
  std::string& text = program_.text;
  text = "HloModule m\n";
  for (const auto& computation : computations_) StrAppend(text, computation.second);
  StrAppend(text, "ENTRY e {\n");
  for (const std::string& line : lines_) StrAppend(text, "  ", line, "\n");
  StrAppend(text, "  ROOT root = tuple(", StrJoin(given_, ", "), ")\n}\n");
  return std::move(program_);
}

}  // namespace hloom::testing_support
