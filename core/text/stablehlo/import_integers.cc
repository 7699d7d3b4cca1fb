// A small evaluator of integers: sizes that follow from constants and from the shapes of arrays.
//
//   %0 = stablehlo.get_dimension_size %x, dim = 0        3
//   %1 = stablehlo.multiply %0, %c                       6
//   %2 = stablehlo.reshape %1 : (tensor<i32>) -> tensor<1xi32>
//   %3 = stablehlo.dynamic_broadcast_in_dim %y, %2, ...  a shape of HLO
#include <algorithm>
#include <limits>

#include "shape/primitive_type.h"
#include "text/stablehlo/import_scope.h"
#include "text/stablehlo/import_types.h"

namespace hloom::stablehlo {

namespace {

using mlir::Attribute;

// The number as its type holds it: integers wrap.
int64_t Wrapped(int64_t value, PrimitiveType type) {
  if (type == PRED) return value != 0;
  const int bits = BitWidth(type);
  if (bits >= 64) return value;
  const uint64_t low = static_cast<uint64_t>(value) & ((uint64_t{1} << bits) - 1);
  const bool negative = IsSignedIntegralType(type) && (low >> (bits - 1)) != 0;
  return static_cast<int64_t>(negative ? low | ~((uint64_t{1} << bits) - 1) : low);
}

uint64_t Bits(int64_t value) { return static_cast<uint64_t>(value); }

int64_t Divided(int64_t a, int64_t b) {
  if (b == 0) return -1;
  return b == -1 ? static_cast<int64_t>(-Bits(a)) : a / b;
}
int64_t Remainder(int64_t a, int64_t b) { return b == 0 ? a : b == -1 ? 0 : a % b; }

struct BinaryFold {
  std::string_view name;
  int64_t (*apply)(int64_t a, int64_t b);
};
constexpr BinaryFold kBinaryFolds[] = {
    {"stablehlo.add", [](int64_t a, int64_t b) { return static_cast<int64_t>(Bits(a) + Bits(b)); }},
    {"stablehlo.subtract",
     [](int64_t a, int64_t b) { return static_cast<int64_t>(Bits(a) - Bits(b)); }},
    {"stablehlo.multiply",
     [](int64_t a, int64_t b) { return static_cast<int64_t>(Bits(a) * Bits(b)); }},
    {"stablehlo.divide", Divided},
    {"stablehlo.remainder", Remainder},
    {"stablehlo.maximum", [](int64_t a, int64_t b) { return std::max(a, b); }},
    {"stablehlo.minimum", [](int64_t a, int64_t b) { return std::min(a, b); }},
    {"stablehlo.and", [](int64_t a, int64_t b) { return a & b; }},
    {"stablehlo.or", [](int64_t a, int64_t b) { return a | b; }},
    {"stablehlo.xor", [](int64_t a, int64_t b) { return a ^ b; }},
};

struct UnaryFold {
  std::string_view name;
  int64_t (*apply)(int64_t a);
};
constexpr UnaryFold kUnaryFolds[] = {
    {"stablehlo.negate", [](int64_t a) { return static_cast<int64_t>(-Bits(a)); }},
    {"stablehlo.not", [](int64_t a) { return ~a; }},
    {"stablehlo.sign", [](int64_t a) { return static_cast<int64_t>((a > 0) - (a < 0)); }},
    {"stablehlo.abs", [](int64_t a) { return a < 0 ? static_cast<int64_t>(-Bits(a)) : a; }},
};

bool Compared(std::string_view direction, int64_t a, int64_t b) {
  if (direction == "EQ") return a == b;
  if (direction == "NE") return a != b;
  if (direction == "LT") return a < b;
  if (direction == "LE") return a <= b;
  return direction == "GT" ? a > b : a >= b;
}

// The one element of a list for all places, or its element at one.
int64_t ElementAt(const KnownIntegers& list, size_t i) {
  return list.size() == 1 ? list[0] : list[std::min(i, list.size() - 1)];
}

// The list of an attribute; nullopt if there is none.
std::optional<KnownIntegers> NumbersIn(const OpScope& op, std::string_view name) {
  const Attribute* const list = op.Find(name);
  return list == nullptr ? std::nullopt : NumbersOf(*list);
}

using Fold = std::optional<KnownIntegers> (*)(const OpScope& op, const Shape& result);

std::optional<KnownIntegers> FoldConstant(const OpScope& op, const Shape& result) {
  const Attribute* const value = op.Find("value");
  if (value == nullptr || value->literal == nullptr) return std::nullopt;
  std::optional<KnownIntegers> known = IntegersOf(*value->literal, kMostKnown);
  if (known && known->size() == 1) {
    known->resize(static_cast<size_t>(ShapeUtil::ElementsIn(result)), known->front());
  }
  return known;
}

// Its operand is an array of any type, which need not be known.
std::optional<KnownIntegers> FoldDimensionSize(const OpScope& op, const Shape&) {
  const Attribute* const dimension = op.Find("dimension");
  const Shape& shape = op.ShapeOf(size_t{0});
  if (dimension == nullptr || dimension->integer < 0 || dimension->integer >= shape.rank() ||
      shape.is_dynamic_dimension(dimension->integer)) {
    return std::nullopt;
  }
  return KnownIntegers{shape.dimensions(dimension->integer)};
}

std::optional<KnownIntegers> FoldIota(const OpScope&, const Shape& result) {
  KnownIntegers known;
  if (result.rank() != 1) return std::nullopt;
  for (int64_t i = 0; i < ShapeUtil::ElementsIn(result); ++i) known.push_back(i);
  return known;
}

// Reshapes and conversions of vectors keep their elements, in order.
std::optional<KnownIntegers> FoldSame(const OpScope& op, const Shape& result) {
  std::optional<KnownIntegers> known = op.Known(0);
  if (!known) return std::nullopt;
  if (result.element_type() == PRED) {
    for (int64_t& value : *known) value = value != 0;
  }
  return known;
}

std::optional<KnownIntegers> FoldBroadcast(const OpScope& op, const Shape& result) {
  std::optional<KnownIntegers> known = op.Known(0);
  if (known && known->size() == 1) {
    known->resize(static_cast<size_t>(ShapeUtil::ElementsIn(result)), known->front());
  }
  // New dimensions of size 1 keep the order, unless others change places.
  const std::optional<KnownIntegers> to = NumbersIn(op, "broadcast_dimensions");
  const bool in_order = to && std::is_sorted(to->begin(), to->end());
  return in_order || (known && known->size() == 1) ? known : std::nullopt;
}

// Along the slowest dimension, the elements follow each other.
std::optional<KnownIntegers> FoldConcatenate(const OpScope& op, const Shape&) {
  KnownIntegers all;
  const Attribute* const dimension = op.Find("dimension");
  if (dimension == nullptr || dimension->integer != 0) return std::nullopt;
  for (size_t i = 0; i < op.operands.size(); ++i) {
    const std::optional<KnownIntegers> known = op.Known(i);
    if (!known) return std::nullopt;
    all.insert(all.end(), known->begin(), known->end());
  }
  return all;
}

std::optional<KnownIntegers> FoldSlice(const OpScope& op, const Shape& result) {
  const std::optional<KnownIntegers> known = op.Known(0);
  const std::optional<KnownIntegers> starts = NumbersIn(op, "start_indices");
  const std::optional<KnownIntegers> strides = NumbersIn(op, "strides");
  if (!known || !starts || starts->size() != 1) return std::nullopt;
  const int64_t stride = !strides || strides->size() != 1 ? 1 : strides->front();
  KnownIntegers taken;
  for (int64_t i = 0; i < ShapeUtil::ElementsIn(result); ++i) {
    const int64_t at = starts->front() + i * stride;
    if (at < 0 || at >= static_cast<int64_t>(known->size())) return std::nullopt;
    taken.push_back((*known)[static_cast<size_t>(at)]);
  }
  return taken;
}

std::optional<KnownIntegers> FoldCompare(const OpScope& op, const Shape&) {
  const std::optional<KnownIntegers> a = op.Known(0);
  const std::optional<KnownIntegers> b = op.Known(1);
  const Attribute* const direction = op.Find("comparison_direction");
  if (!a || !b || direction == nullptr || a->size() != b->size()) return std::nullopt;
  const bool is_unsigned = op.ShapeOf(size_t{0}).element_type() == U64;
  KnownIntegers known;
  for (size_t i = 0; i < a->size(); ++i) {
    // Moves unsigned numbers of 64 bits into the order of signed ones.
    const uint64_t flip = is_unsigned ? uint64_t{1} << 63 : 0;
    known.push_back(Compared(direction->text, static_cast<int64_t>(Bits((*a)[i]) ^ flip),
                             static_cast<int64_t>(Bits((*b)[i]) ^ flip)));
  }
  return known;
}

std::optional<KnownIntegers> FoldSelect(const OpScope& op, const Shape& result) {
  const std::optional<KnownIntegers> pred = op.Known(0);
  const std::optional<KnownIntegers> on_true = op.Known(1);
  const std::optional<KnownIntegers> on_false = op.Known(2);
  if (!pred || pred->empty()) return std::nullopt;
  KnownIntegers known;
  for (size_t i = 0; i < static_cast<size_t>(ShapeUtil::ElementsIn(result)); ++i) {
    const std::optional<KnownIntegers>& from = ElementAt(*pred, i) != 0 ? on_true : on_false;
    if (!from || from->empty()) return std::nullopt;
    known.push_back(ElementAt(*from, i));
  }
  return known;
}

std::optional<KnownIntegers> FoldClamp(const OpScope& op, const Shape& result) {
  const std::optional<KnownIntegers> low = op.Known(0);
  const std::optional<KnownIntegers> value = op.Known(1);
  const std::optional<KnownIntegers> high = op.Known(2);
  if (!low || !value || !high) return std::nullopt;
  KnownIntegers known;
  for (size_t i = 0; i < static_cast<size_t>(ShapeUtil::ElementsIn(result)); ++i) {
    if (low->empty() || value->empty() || high->empty()) return std::nullopt;
    known.push_back(
        std::min(ElementAt(*high, i), std::max(ElementAt(*low, i), ElementAt(*value, i))));
  }
  return known;
}

struct NamedFold {
  std::string_view name;
  Fold fold;
};
constexpr NamedFold kFolds[] = {
    {"stablehlo.constant", FoldConstant},
    {"stablehlo.get_dimension_size", FoldDimensionSize},
    {"stablehlo.iota", FoldIota},
    {"stablehlo.dynamic_iota", FoldIota},
    {"stablehlo.reshape", FoldSame},
    {"stablehlo.dynamic_reshape", FoldSame},
    {"stablehlo.convert", FoldSame},
    {"stablehlo.optimization_barrier", FoldSame},
    {"stablehlo.broadcast_in_dim", FoldBroadcast},
    {"stablehlo.dynamic_broadcast_in_dim", FoldBroadcast},
    {"stablehlo.concatenate", FoldConcatenate},
    {"stablehlo.slice", FoldSlice},
    {"stablehlo.compare", FoldCompare},
    {"stablehlo.select", FoldSelect},
    {"stablehlo.clamp", FoldClamp},
};

std::optional<KnownIntegers> FoldElementwise(const OpScope& op, const Shape& result) {
  // Division and comparison of large unsigned numbers are not those of signed ones.
  const bool is_wide_unsigned = result.element_type() == U64;
  for (const BinaryFold& fold : kBinaryFolds) {
    if (fold.name != op.op.name) continue;
    const std::optional<KnownIntegers> a = op.Known(0);
    const std::optional<KnownIntegers> b = op.Known(1);
    if (!a || !b || a->size() != b->size()) return std::nullopt;
    KnownIntegers known;
    for (size_t i = 0; i < a->size(); ++i) {
      if (is_wide_unsigned && ((*a)[i] < 0 || (*b)[i] < 0)) return std::nullopt;
      if (result.element_type() == PRED && fold.name == "stablehlo.add") {
        known.push_back((*a)[i] | (*b)[i]);
      } else {
        known.push_back(fold.apply((*a)[i], (*b)[i]));
      }
    }
    return known;
  }
  for (const UnaryFold& fold : kUnaryFolds) {
    if (fold.name != op.op.name) continue;
    std::optional<KnownIntegers> known = op.Known(0);
    if (!known) return std::nullopt;
    for (int64_t& value : *known) {
      value = result.element_type() == PRED ? value == 0 : fold.apply(value);
    }
    return known;
  }
  return std::nullopt;
}

}  // namespace

std::optional<KnownIntegers> FoldIntegers(const OpScope& op, const Shape& result) {
  std::optional<KnownIntegers> known;
  bool found = false;
  for (const NamedFold& fold : kFolds) {
    if (fold.name != op.op.name) continue;
    known = fold.fold(op, result);
    found = true;
  }
  if (!found) known = FoldElementwise(op, result);
  if (!known || known->size() != static_cast<size_t>(ShapeUtil::ElementsIn(result))) {
    return std::nullopt;
  }
  for (int64_t& value : *known) value = Wrapped(value, result.element_type());
  return known;
}

}  // namespace hloom::stablehlo
