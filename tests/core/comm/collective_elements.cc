#include "comm/collective_elements.h"

#include <cmath>

#include "base/str_cat.h"
#include "support/models/elementwise_model.h"

namespace hloom::testing_support {

namespace {

constexpr PrimitiveType kTypes[] = {F32, F64, BF16, F16, S8,  S16, S32,        S64,
                                    U8,  U16, U32,  U64, C64, F32, BF16,       PRED,
                                    S32, F32, C128, S4,  U2,  F16, F8E4M3FNUZ, F8E5M2};

template <typename T, size_t n>
const T& OneOf(Random& random, const T (&list)[n]) {
  return list[static_cast<size_t>(random.Below(static_cast<int64_t>(n)))];
}

// It has 24 binary digits, more than most types have.
long double RandomReal(Random& random) {
  if (random.OneIn(8)) return random.OneIn(2) ? 0.0L : -0.0L;
  const auto digits = static_cast<long double>(random.Between(1 << 23, (1 << 24) - 1));
  const long double value = std::ldexp(digits, static_cast<int>(random.Between(-26, -21)));
  return random.OneIn(2) ? value : -value;
}

// A computation, as instructions and as a function of two elements. '$' represents the type.
struct Row {
  std::string_view name;
  std::vector<std::string_view> operations;  // each must take the type
  std::string_view root;                     // the text behind the parameters a and b
  // Applies the operations.
  using Operations = std::function<std::string(std::string_view, const Elements&)>;
  std::string (*apply)(const Operations& f, const std::string& a, const std::string& b);
};

#define HLOOM_APPLY(expression)                                                        \
  []([[maybe_unused]] const Row::Operations& f, [[maybe_unused]] const std::string& a, \
     [[maybe_unused]] const std::string& b) -> std::string { return expression; }

std::vector<Row> MakeRows() {
  return {
      {"sum", {"add"}, "ROOT r = $ add(a, b)", HLOOM_APPLY(f("add", {a, b}))},
      {"product", {"multiply"}, "ROOT r = $ multiply(a, b)", HLOOM_APPLY(f("multiply", {a, b}))},
      {"least", {"minimum"}, "ROOT r = $ minimum(a, b)", HLOOM_APPLY(f("minimum", {a, b}))},
      {"most", {"maximum"}, "ROOT r = $ maximum(a, b)", HLOOM_APPLY(f("maximum", {a, b}))},
      {"both", {"and"}, "ROOT r = $ and(a, b)", HLOOM_APPLY(f("and", {a, b}))},
      {"either", {"or"}, "ROOT r = $ or(a, b)", HLOOM_APPLY(f("or", {a, b}))},
      {"one", {"xor"}, "ROOT r = $ xor(b, a)", HLOOM_APPLY(f("xor", {b, a}))},
      {"difference", {"subtract"}, "ROOT r = $ subtract(a, b)", HLOOM_APPLY(f("subtract", {a, b}))},
      {"reverse", {"subtract"}, "ROOT r = $ subtract(b, a)", HLOOM_APPLY(f("subtract", {b, a}))},
      {"twice_and",
       {"add"},
       "two = $ add(a, a)\n  ROOT r = $ add(two, b)",
       HLOOM_APPLY(f("add", {f("add", {a, a}), b}))},
      {"and_not",
       {"and", "not"},
       "n = $ not(b)\n  ROOT r = $ and(a, n)",
       HLOOM_APPLY(f("and", {a, f("not", {b})}))},
      {"last",
       {},
       "t = ($, $) tuple(a, b)\n  ROOT r = $ get-tuple-element(t), index=1",
       HLOOM_APPLY(b)},
  };
}

bool Takes(const Row& row, PrimitiveType type) {
  for (const std::string_view operation : row.operations) {
    if (!HasExactValue(operation, type)) return false;
  }
  return true;
}

std::string CollectiveElementsTextOf(const Row& row, PrimitiveType type, std::string_view name) {
  const std::string scalar = StrCat(PrimitiveTypeText(type), "[]");
  const std::string pattern =
      StrCat(name, " {\n  a = $ parameter(0)\n  b = $ parameter(1)\n  ", row.root, "\n}\n");
  std::string text;
  for (const char c : pattern) c == '$' ? text += scalar : text += c;
  return text;
}

}  // namespace

PrimitiveType RandomExchangeType(Random& random) { return OneOf(random, kTypes); }

std::string RandomNumber(Random& random, PrimitiveType type) {
  if (IsComplexType(type)) {
    const PrimitiveType part = ComplexComponentType(type);
    const std::string real = RandomNumber(random, part);
    return real + RandomNumber(random, part);
  }
  if (!IsFloatingPointType(type)) return RandomElement(random, type);
  return WriteElement(type, ConvertedElement(type, RealModel(RandomReal(random))));
}

bool IsNanElement(PrimitiveType type, const std::string& bytes) {
  if (!IsFloatingPointType(type) && !IsComplexType(type)) return false;
  const ElementModel element = ReadElement(type, bytes.data());
  return std::isnan(element.real) || std::isnan(element.imaginary);
}

bool HasExactValue(std::string_view operation, PrimitiveType type) {
  if (IsComplexType(type)) {
    return operation == "add" || operation == "subtract" || operation == "negate";
  }
  const ElementwiseModel& model = ElementwiseModelOf(operation);
  return model.Takes(type) && model.HasValue(type);
}

// Operations on complex numbers compute real and imaginary parts separately.
std::string ElementwiseValue(std::string_view operation, PrimitiveType type,
                             const Elements& operands) {
  if (IsComplexType(type)) {
    std::string value;
    const size_t width = static_cast<size_t>(ByteWidth(type)) / 2;
    for (size_t part = 0; part < 2; ++part) {
      Elements parts;
      for (const std::string& x : operands) parts.push_back(x.substr(part * width, width));
      value += ElementwiseValue(operation, ComplexComponentType(type), parts);
    }
    return value;
  }
  std::vector<ElementModel> x;
  for (const std::string& bytes : operands) x.push_back(ReadElement(type, bytes.data()));
  return WriteElement(type, ElementwiseModelOf(operation).Value(type, x));
}

Reduction RandomReduction(Random& random, PrimitiveType type) {
  static const auto* const rows = new std::vector<Row>(MakeRows());
  const Row* row = nullptr;
  while (row == nullptr || !Takes(*row, type)) {
    row = &(*rows)[static_cast<size_t>(random.Below(static_cast<int64_t>(rows->size())))];
  }
  const std::string name = StrCat(row->name, "_", PrimitiveTypeText(type));
  return {name, CollectiveElementsTextOf(*row, type, name),
          [row, type](const std::string& a, const std::string& b) {
            const auto f = [type](std::string_view operation, const Elements& x) {
              return ElementwiseValue(operation, type, x);
            };
            return row->apply(f, a, b);
          }};
}

}  // namespace hloom::testing_support
