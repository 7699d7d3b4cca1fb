#include "ops/sorting/key_order.h"

#include <cmath>
#include <cstring>

#include "literal/convert.h"
#include "ops/control/structural.h"
#include "ops/elementwise/compare.h"

namespace hloom {

namespace {

// The maximum depth of the search in expressions, deeper than any comparison of keys.
constexpr int kMaxDepth = 64;

// An expression of one parameter: the parameter, or a part of it, with zeros and NaNs replaced.
struct KeyValue {
  int64_t parameter = -1;
  SortKey key;
};

const Literal* ConstantOf(const HloInstruction& x) {
  if (x.opcode() == HloOpcode::kConstant) return &x.attributes<ConstantAttributes>().literal;
  // This is a scalar that was made into a scalar.
  const bool wrapped = (x.opcode() == HloOpcode::kBroadcast || x.opcode() == HloOpcode::kReshape) &&
                       x.operand(0)->opcode() == HloOpcode::kConstant;
  return wrapped ? ConstantOf(*x.operand(0)) : nullptr;
}

std::optional<double> RealConstant(const HloInstruction& x) {
  const Literal* constant = ConstantOf(x);
  if (constant == nullptr || !IsFloatingPointType(constant->shape().element_type())) return {};
  const StatusOr<Literal> wide = ConvertElements(*constant, F64);
  if (!wide.ok()) return {};
  return wide->GetFirstElement<double>();
}

// The bits of a scalar that is not complex.
uint64_t BitsOf(const Literal& scalar) {
  uint64_t bits = 0;
  std::memcpy(&bits, scalar.data<std::byte>(), static_cast<size_t>(scalar.size_bytes()));
  return bits;
}

std::optional<KeyValue> MatchBase(const HloInstruction& x) {
  KeyValue value;
  const HloInstruction* parameter = &x;
  if (x.opcode() == HloOpcode::kReal || x.opcode() == HloOpcode::kImag) {
    value.key.part =
        x.opcode() == HloOpcode::kReal ? SortKey::Part::kReal : SortKey::Part::kImaginary;
    parameter = x.operand(0);
    // A real number has no parts to take.
    if (!IsComplexType(parameter->shape().element_type())) return std::nullopt;
  }
  if (parameter->opcode() != HloOpcode::kParameter) return std::nullopt;
  value.parameter = parameter->attributes<ParameterAttributes>().parameter_number;
  value.key.operand = static_cast<size_t>(value.parameter / 2);
  return value;
}

// Returns whether it is one of the tests of replacements, x != x or x == 0, in the partial order.
bool IsTest(const HloInstruction& x, ComparisonDirection direction) {
  if (x.opcode() != HloOpcode::kCompare) return false;
  const CompareAttributes& attributes = x.attributes<CompareAttributes>();
  return attributes.direction == direction && !IsTotalOrderOfFloats(x);
}

// The expression inside replacements; the tests use the bare parameter, or the already replaced
// expression: one is zero or NaN exactly if the other is.
std::optional<KeyValue> MatchValue(const HloInstruction& x) {
  std::vector<const HloInstruction*> selects;
  const HloInstruction* inner = &x;
  while (inner->opcode() == HloOpcode::kSelect) {
    if (selects.size() == kMaxDepth) return std::nullopt;
    selects.push_back(inner);
    inner = inner->operand(2);
  }
  std::optional<KeyValue> value = MatchBase(*inner);
  for (size_t i = selects.size(); value && i-- > 0;) {
    const HloInstruction& test = *selects[i]->operand(0);
    const HloInstruction& by = *selects[i]->operand(1);
    const std::optional<double> constant = RealConstant(by);
    if (!constant) return std::nullopt;
    const auto is_known = [&](const HloInstruction* tested) {
      return tested == inner || tested == selects[i]->operand(2);
    };
    if (IsTest(test, ComparisonDirection::kNe) && test.operand(0) == test.operand(1) &&
        is_known(test.operand(0)) && std::isnan(*constant)) {
      value->key.nan = BitsOf(*ConstantOf(by));
    } else if (IsTest(test, ComparisonDirection::kEq) && is_known(test.operand(0)) &&
               RealConstant(*test.operand(1)) == 0.0 && *constant == 0) {
      value->key.zero = *constant;
    } else {
      return std::nullopt;
    }
  }
  return value;
}

bool SameKey(const SortKey& a, const SortKey& b) {
  return a.operand == b.operand && a.part == b.part && a.zero.has_value() == b.zero.has_value() &&
         (!a.zero || std::signbit(*a.zero) == std::signbit(*b.zero)) && a.nan == b.nan;
}

struct KeyComparison {
  SortKey key;                                               // descending is not set yet
  ComparisonDirection direction = ComparisonDirection::kEq;  // of the left element to the right one
};

ComparisonDirection Swapped(ComparisonDirection direction) {
  switch (direction) {
    case ComparisonDirection::kLt:
      return ComparisonDirection::kGt;
    case ComparisonDirection::kGt:
      return ComparisonDirection::kLt;
    case ComparisonDirection::kLe:
      return ComparisonDirection::kGe;
    case ComparisonDirection::kGe:
      return ComparisonDirection::kLe;
    default:
      return direction;
  }
}

std::optional<KeyComparison> MatchComparison(const HloInstruction& x) {
  if (x.opcode() != HloOpcode::kCompare) return std::nullopt;
  const std::optional<KeyValue> a = MatchValue(*x.operand(0));
  const std::optional<KeyValue> b = MatchValue(*x.operand(1));
  if (!a || !b || a->parameter == b->parameter || !SameKey(a->key, b->key)) return std::nullopt;
  const CompareAttributes& attributes = x.attributes<CompareAttributes>();
  KeyComparison comparison{a->key, attributes.direction};
  comparison.key.total_order = IsTotalOrderOfFloats(x);
  if (a->parameter > b->parameter) comparison.direction = Swapped(comparison.direction);
  return comparison;
}

bool Decides(const KeyComparison& comparison) {
  return comparison.direction == ComparisonDirection::kLt ||
         comparison.direction == ComparisonDirection::kGt;
}

// or(a < b, and(a == b, rest)), its operands in any order: returns the key, and sets x to rest.
std::optional<KeyComparison> MatchLexicographic(const HloInstruction*& x) {
  if (x->opcode() != HloOpcode::kOr) return std::nullopt;
  for (const size_t less_at : {size_t{0}, size_t{1}}) {
    const HloInstruction& both = *x->operand(1 - less_at);
    if (both.opcode() != HloOpcode::kAnd) continue;
    const std::optional<KeyComparison> less = MatchComparison(*x->operand(less_at));
    if (!less || !Decides(*less)) continue;
    for (const size_t equal_at : {size_t{0}, size_t{1}}) {
      const std::optional<KeyComparison> equal = MatchComparison(*both.operand(equal_at));
      if (!equal || equal->direction != ComparisonDirection::kEq ||
          equal->key.total_order != less->key.total_order || !SameKey(equal->key, less->key)) {
        continue;
      }
      x = both.operand(1 - equal_at);
      return less;
    }
  }
  return std::nullopt;
}

SortKey Directed(const KeyComparison& comparison) {
  SortKey key = comparison.key;
  key.descending = comparison.direction == ComparisonDirection::kGt ||
                   comparison.direction == ComparisonDirection::kGe;
  return key;
}

}  // namespace

std::optional<KeyOrder> RecognizeKeyOrder(const HloComputation& comparator) {
  KeyOrder order;
  const HloInstruction* x = comparator.root();
  while (std::optional<KeyComparison> first = MatchLexicographic(x)) {
    order.keys.push_back(Directed(*first));
    if (order.keys.size() > kMaxDepth) return std::nullopt;
  }
  const std::optional<KeyComparison> last = MatchComparison(*x);
  if (!last || last->direction == ComparisonDirection::kEq ||
      last->direction == ComparisonDirection::kNe) {
    return std::nullopt;
  }
  order.reverse_ties = !Decides(*last);
  order.keys.push_back(Directed(*last));
  return order;
}

}  // namespace hloom
