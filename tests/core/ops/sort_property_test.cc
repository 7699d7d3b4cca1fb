// Sort against insertion, the slow and obvious stable sort: random shapes, dimensions, layouts,
// numbers of operands and types, and comparators of every kind: comparisons of keys that are
// recognized, the same ones disguised, and inconsistent ones.
#include <algorithm>
#include <cstdio>

#include "literal/literal_util.h"
#include "ops/elementwise/compare.h"
#include "ops/sorting/key_order.h"
#include "ops/sorting/sort.h"
#include "runtime/execution.h"
#include "support/models/sort_model.h"
#include "support/module_builder.h"

namespace hloom {
namespace {

using namespace testing_support;  // NOLINT

constexpr int kSortRounds = Rounds(8000, 1000);

// One key of a comparator: operand `operand`, compared by `direction`.
struct KeyModel {
  size_t operand = 0;
  ComparisonDirection direction = ComparisonDirection::kLt;
  bool total_order = false;
  bool canonical = false;  // all NaNs are one value, and so are both zeros, as JAX has it
};

bool Compared(const KeyModel& key, PrimitiveType type, const std::string& a, const std::string& b,
              ComparisonDirection direction) {
  ModelNumber x = NumberOf(type, a);
  ModelNumber y = NumberOf(type, b);
  if (key.canonical) {
    for (ModelNumber* n : {&x, &y}) {
      if (n->value == 0) n->position = 0;
      if (n->nan) n->position = 1e30L;
    }
  }
  const bool by_position = key.total_order && IsFloatingPointType(type);
  const bool unordered = !by_position && (x.nan || y.nan);
  const long double p = by_position ? x.position : x.value;
  const long double q = by_position ? y.position : y.value;
  switch (direction) {
    case ComparisonDirection::kEq:
      return !unordered && p == q;
    case ComparisonDirection::kNe:
      return unordered || p != q;
    case ComparisonDirection::kGe:
      return !unordered && p >= q;
    case ComparisonDirection::kGt:
      return !unordered && p > q;
    case ComparisonDirection::kLe:
      return !unordered && p <= q;
    case ComparisonDirection::kLt:
      return !unordered && p < q;
  }
  return false;
}

// A comparator: the keys in turn, and how it is written.
struct ComparatorModel {
  std::vector<KeyModel> keys;
  bool disguised = false;  // so that it is not recognized
};

HloInstruction* Canonical(ModuleBuilder& b, PrimitiveType type, HloInstruction* x) {
  HloInstruction* zero = b.Constant(*LiteralUtil::Make(type, TypeValue::kZero));
  HloInstruction* nan = b.Constant(*LiteralUtil::Make(type, TypeValue::kNan));
  const auto compare = [&](HloInstruction* p, HloInstruction* q, ComparisonDirection direction) {
    return b.Add(HloOpcode::kCompare, {p, q}, MakeAttributes(CompareAttributes{direction}));
  };
  HloInstruction* no_zero =
      b.Add(HloOpcode::kSelect, {compare(x, zero, ComparisonDirection::kEq), zero, x});
  return b.Add(HloOpcode::kSelect, {compare(x, x, ComparisonDirection::kNe), nan, no_zero});
}

HloComputation* SortComparator(ModuleBuilder& b, const std::vector<PrimitiveType>& types,
                               const ComparatorModel& model) {
  b.Begin("comparator");
  std::vector<HloInstruction*> p;
  for (size_t i = 0; i < 2 * types.size(); ++i) {
    p.push_back(b.Parameter(static_cast<int64_t>(i), ScalarOf(types[i / 2]), StrCat("c", i)));
  }
  HloInstruction* root = nullptr;
  for (size_t k = model.keys.size(); k-- > 0;) {
    const KeyModel& key = model.keys[k];
    const PrimitiveType type = types[key.operand];
    HloInstruction* x = p[2 * key.operand];
    HloInstruction* y = p[2 * key.operand + 1];
    if (key.canonical) {
      x = Canonical(b, type, x);
      y = Canonical(b, type, y);
    }
    const auto compare = [&](ComparisonDirection direction) {
      const bool total = key.total_order && IsFloatingPointType(type);
      return b.Add(HloOpcode::kCompare, {x, y},
                   MakeAttributes(CompareAttributes{
                       direction, total ? ComparisonType::kTotalOrder : ComparisonType::kDefault}));
    };
    HloInstruction* less = compare(key.direction);
    if (root != nullptr) {
      root = b.Add(HloOpcode::kAnd, {compare(ComparisonDirection::kEq), root});
      less = b.Add(HloOpcode::kOr, {less, root});
    }
    root = less;
  }
  if (model.disguised) root = b.Add(HloOpcode::kOr, {root, root});
  return b.Finish(root);
}

struct SortTrial {
  std::vector<PrimitiveType> types;
  std::vector<ArrayModel> operands;
  int64_t dimension = 0;
  ComparatorModel comparator;

  // Returns whether the comparator is an order of these elements.
  bool consistent() const {
    for (const KeyModel& key : comparator.keys) {
      if (key.direction == ComparisonDirection::kNe || key.direction == ComparisonDirection::kEq) {
        return false;
      }
      const PrimitiveType type = types[key.operand];
      if (!IsFloatingPointType(type) || key.total_order) continue;
      for (const std::string& element : operands[key.operand].elements) {
        if (NumberOf(type, element).nan) return false;
      }
    }
    return true;
  }

  bool Less(const Sizes& a, const Sizes& b) const {
    for (size_t k = 0; k < comparator.keys.size(); ++k) {
      const KeyModel& key = comparator.keys[k];
      const std::string& x = operands[key.operand].At(a);
      const std::string& y = operands[key.operand].At(b);
      const PrimitiveType type = types[key.operand];
      if (Compared(key, type, x, y, key.direction)) return true;
      if (!Compared(key, type, x, y, ComparisonDirection::kEq)) return false;
    }
    return false;
  }
};

StatusOr<std::vector<ArrayModel>> RunSort(Random& random, const SortTrial& trial,
                                          bool* recognized) {
  ModuleBuilder b("m");
  HloComputation* comparator = SortComparator(b, trial.types, trial.comparator);
  *recognized = RecognizeKeyOrder(*comparator).has_value();
  b.Begin("main");
  std::vector<HloInstruction*> parameters;
  std::vector<Literal> arguments;
  std::vector<Shape> results;
  for (size_t i = 0; i < trial.types.size(); ++i) {
    const Shape plain = ShapeUtil::MakeShape(trial.types[i], trial.operands[i].sizes);
    const Shape shape = random.OneIn(4) ? plain : WithRandomLayout(random, plain);
    arguments.push_back(ToLiteral(trial.operands[i], shape));
    parameters.push_back(b.Parameter(static_cast<int64_t>(i), shape, StrCat("p", i)));
    results.push_back(random.OneIn(4) ? plain : WithRandomLayout(random, plain));
  }
  const Shape result = results.size() == 1 ? results[0] : Shape(results);
  b.Finish(b.Add(HloOpcode::kSort, parameters,
                 MakeAttributes(SortAttributes{{trial.dimension}, random.OneIn(2)}), {comparator},
                 result));
  const std::unique_ptr<HloModule> module = b.Take();
  HLOOM_RETURN_IF_ERROR(VerifyModule(*module));
  HLOOM_ASSIGN_OR_RETURN(const Literal value, Evaluate(*module, arguments));
  EXPECT_EQ(value.shape().ToString(true), result.ToString(true));
  std::vector<ArrayModel> sorted;
  if (results.size() == 1) {
    sorted.push_back(ToModel(value));
  } else {
    for (const Literal& element : value.elements()) sorted.push_back(ToModel(element));
  }
  return sorted;
}

// Calls f with the indices of each row, in order.
void ForEachRow(const Sizes& sizes, int64_t dimension,
                const std::function<void(const std::vector<Sizes>&)>& f) {
  const auto d = static_cast<size_t>(dimension);
  for (int64_t i = 0; i < CountOf(sizes); ++i) {
    Sizes index = IndexAt(sizes, i);
    if (index[d] != 0) continue;
    std::vector<Sizes> row;
    for (; index[d] < sizes[d]; ++index[d]) row.push_back(index);
    f(row);
  }
}

// The elements of all operands at an index of one row, as one string.
std::string Together(const std::vector<ArrayModel>& operands, const Sizes& index) {
  std::string all;
  for (const ArrayModel& operand : operands) all += operand.At(index);
  return all;
}

// Empty, or what is wrong.
std::string CheckSort(Random& random, const SortTrial& trial, int* ordered) {
  bool recognized = false;
  const StatusOr<std::vector<ArrayModel>> sorted = RunSort(random, trial, &recognized);
  if (!sorted.ok()) return sorted.status().ToString();
  std::string wrong;
  const bool consistent = trial.consistent();
  *ordered += consistent ? 1 : 0;
  ForEachRow(trial.operands[0].sizes, trial.dimension, [&](const std::vector<Sizes>& row) {
    std::vector<std::string> actual;
    std::vector<std::string> wanted;
    for (const Sizes& index : row) {
      actual.push_back(Together(*sorted, index));
      wanted.push_back(Together(trial.operands, index));
    }
    if (consistent) {
      const Sizes order =
          InsertionSort(static_cast<int64_t>(row.size()), [&](int64_t a, int64_t b) {
            return trial.Less(row[static_cast<size_t>(a)], row[static_cast<size_t>(b)]);
          });
      std::vector<std::string> in_order;
      for (int64_t at : order) in_order.push_back(wanted[static_cast<size_t>(at)]);
      wanted = in_order;
    } else {  // some order of the same
      std::sort(wanted.begin(), wanted.end());
      std::sort(actual.begin(), actual.end());
    }
    if (actual != wanted) wrong = "wrong order";
  });
  if (wrong.empty() && trial.comparator.disguised == recognized &&
      trial.comparator.keys.back().direction != ComparisonDirection::kNe &&
      trial.comparator.keys.back().direction != ComparisonDirection::kEq) {
    wrong = recognized ? "recognized in disguise" : "not recognized";
  }
  return wrong;
}

PrimitiveType RandomKeyType(Random& random) {
  while (true) {
    const PrimitiveType type = RandomType(random);
    if (!IsComplexType(type)) return type;
  }
}

KeyModel RandomKey(Random& random, size_t operand, PrimitiveType type, bool last) {
  KeyModel key;
  key.operand = operand;
  key.direction = random.OneIn(2) ? ComparisonDirection::kLt : ComparisonDirection::kGt;
  if (last && random.OneIn(4)) {
    constexpr ComparisonDirection kOthers[] = {ComparisonDirection::kLe, ComparisonDirection::kGe,
                                               ComparisonDirection::kNe, ComparisonDirection::kEq};
    key.direction = kOthers[random.Below(4)];
  }
  key.total_order = random.OneIn(2);
  key.canonical = IsFloatingPointType(type) && random.OneIn(2) &&
                  LiteralUtil::Make(type, TypeValue::kNan).ok() &&
                  LiteralUtil::Make(type, TypeValue::kZero).ok();
  return key;
}

SortTrial RandomTrial(Random& random, Sizes sizes) {
  SortTrial trial;
  trial.dimension = random.Below(static_cast<int64_t>(sizes.size()));
  const int64_t operands = random.Between(1, 3);
  const int64_t keys = random.OneIn(4) ? random.Between(1, operands) : 1;
  for (int64_t i = 0; i < operands; ++i) {
    trial.types.push_back(i < keys ? RandomKeyType(random) : RandomType(random));
    trial.operands.push_back(RandomArrayWithTies(random, trial.types.back(), sizes));
  }
  for (int64_t i = 0; i < keys; ++i) {
    const bool last = i + 1 == keys;
    // Several keys: LE and its like would not be an order.
    trial.comparator.keys.push_back(RandomKey(
        random, static_cast<size_t>(i), trial.types[static_cast<size_t>(i)], last && keys == 1));
  }
  trial.comparator.disguised = random.OneIn(2);
  return trial;
}

TEST(SortPropertyTest, AgainstInsertion) {
  Random random(11);
  int ordered = 0;
  for (int i = 0; i < kSortRounds; ++i) {
    Sizes sizes = RandomSizes(random, static_cast<size_t>(random.Between(1, 5)));
    if (random.OneIn(8)) sizes = {random.Between(1, 3), random.Between(1, 60)};
    const SortTrial trial = RandomTrial(random, sizes);
    ASSERT_EQ(CheckSort(random, trial, &ordered), "")
        << "round " << i << ": " << Braced(sizes) << " along " << trial.dimension << " by "
        << PrimitiveTypeText(trial.types[trial.comparator.keys[0].operand]);
  }
  EXPECT_GT(ordered, kSortRounds / 2);
  std::printf("    sort: %d combinations, %d of them orders\n", kSortRounds, ordered);
}

// Long rows: counting digits, and merges that are cut into segments.
TEST(SortPropertyTest, LongRows) {
  Random random(12);
  int ordered = 0;
  for (int i = 0; i < kSortRounds / 1000; ++i) {
    const SortTrial trial = RandomTrial(random, {random.Between(1000, 1600)});
    ASSERT_EQ(CheckSort(random, trial, &ordered), "") << "round " << i;
  }
}

}  // namespace
}  // namespace hloom
