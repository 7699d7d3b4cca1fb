// Rows of the client library's computations of scalars, for Reduce, Sort and all that calls one.
#include "builder/builder_def.h"
#include "builder/kinds/key_comparison.h"
#include "builder/lib/arithmetic.h"
#include "builder/lib/comparators.h"
#include "hlo/kinds/element_type.h"
#include "hlo/kinds/text.h"

namespace hloom {

Span<const Rule> ComparatorRules();

namespace {

using Types = std::vector<PrimitiveType>;
using KeyComparisons = std::vector<KeyComparison>;

constexpr std::string_view kScalarComputations = "computations of scalars";
constexpr std::string_view kScalarSource = "XLA, client library, arithmetic";
constexpr std::string_view kComparatorSource = "XLA, client library, comparators";

constexpr ArgumentSpec kScalarTypeArguments[] = {
    {"type", kKind<PrimitiveType>, "the element type of the scalars"}};
constexpr ArgumentSpec kOperandTypes = {"operand_types", kKind<Types>,
                                        "the element types of the arrays that are sorted"};
constexpr ArgumentSpec kComparatorArguments[] = {kOperandTypes};
constexpr ArgumentSpec kComparisonArguments[] = {
    {"name", kKind<std::string>, "the name of the computation"},
    kOperandTypes,
    {"comparators", kKind<KeyComparisons>,
     "what compares the elements of each array: LT or GT, LE or GE, NONE for an array whose "
     "elements do not count"}};

template <HloOpcode... kOpcodes>
constexpr HloOpcode kBuiltOps[] = {kOpcodes...};

template <XlaComputation (*kCreate)(PrimitiveType, XlaBuilder*), HloOpcode... kOpcodes>
BuilderDef ScalarRow(std::string_view name, std::string_view doc, std::string_view example) {
  return {
      name,
      0,
      kScalarComputations,
      kBuiltOps<kOpcodes...>,
      kScalarTypeArguments,
      {},
      nullptr,
      doc,
      kScalarSource,
      example,
      [](XlaBuilder* builder, Arguments a) { return kCreate(a[0].Get<PrimitiveType>(), builder); }};
}

template <XlaComputation (*kCreate)(const Types&, XlaBuilder*)>
BuilderDef ComparatorRow(std::string_view name, std::string_view doc, std::string_view example) {
  return {name,
          0,
          kScalarComputations,
          kBuiltOps<HloOpcode::kCompare>,
          kComparatorArguments,
          ComparatorRules(),
          nullptr,
          doc,
          kComparatorSource,
          example,
          [](XlaBuilder* builder, Arguments a) { return kCreate(a[0].Get<Types>(), builder); }};
}

// The functions stand in the order of KeyComparison.
constexpr ScalarComparator kComparators[] = {nullptr, LtTotalOrder, LeTotalOrder, GtTotalOrder,
                                             GeTotalOrder};

XlaComputation CallComparison(XlaBuilder* builder, Arguments a) {
  std::vector<std::optional<ScalarComparator>> comparators;
  for (const KeyComparison comparison : a[2].Get<KeyComparisons>()) {
    const ScalarComparator comparator = kComparators[static_cast<size_t>(comparison)];
    comparators.push_back(comparator == nullptr ? std::nullopt : std::optional(comparator));
  }
  return CreateScalarComparisonComputation(a[0].Get<std::string>(), a[1].Get<Types>(), comparators,
                                           builder);
}

}  // namespace

Span<const BuilderDef> ScalarComputationBuilderDefs() {
  static const BuilderDef kDefs[] = {
      ScalarRow<CreateScalarAddComputation, HloOpcode::kAdd>(
          "CreateScalarAddComputation", "Builds a computation that adds two scalars.",
          "const y = b.reduce(x, 0, b.createScalarAddComputation('F32'), [0]);"),
      ScalarRow<CreateScalarMultiplyComputation, HloOpcode::kMultiply>(
          "CreateScalarMultiplyComputation", "Builds a computation that multiplies two scalars.",
          "const y = b.reduce(x, 1, b.createScalarMultiplyComputation('F32'), [1]);"),
      ScalarRow<CreateScalarMaxComputation, HloOpcode::kMaximum>(
          "CreateScalarMaxComputation", "Builds a computation that takes the greater scalar.",
          "const max = b.createScalarMaxComputation('F32');\n"
          "const y = b.reduce(x, b.minValue('F32'), max, [1]);"),
      ScalarRow<CreateScalarMinComputation, HloOpcode::kMinimum>(
          "CreateScalarMinComputation", "Builds a computation that takes the lesser scalar.",
          "const min = b.createScalarMinComputation('F32');\n"
          "const y = b.reduce(x, b.maxValue('F32'), min, [1]);"),
      ScalarRow<CreateScalarAndComputation, HloOpcode::kAnd>(
          "CreateScalarAndComputation",
          "Builds a computation that gives the AND of two PREDs, or of the bits of two integers.",
          "const y = b.reduce(p, true, b.createScalarAndComputation('PRED'), [1]);"),
      ScalarRow<CreateScalarOrComputation, HloOpcode::kOr>(
          "CreateScalarOrComputation",
          "Builds a computation that gives the OR of two PREDs, or of the bits of two integers.",
          "const y = b.reduce(p, false, b.createScalarOrComputation('PRED'), [1]);"),
      ScalarRow<CreateScalarGeComputation, HloOpcode::kCompare>(
          "CreateScalarGeComputation",
          "Builds a computation that tells whether the first scalar is greater than the second, "
          "or equal, for SelectAndScatter. Floats compare in the partial order.",
          "const ge = b.createScalarGeComputation('F32');\n"
          "const y = b.selectAndScatter(v, ge, [3], [1], 'VALID', b.constant([1]), 0, sum);"),
      ScalarRow<CreateScalarIdentityWithZeroComputation, HloOpcode::kOr, HloOpcode::kAdd>(
          "CreateScalarIdentityWithZeroComputation",
          "Builds a computation that folds one number with zeros: or for integers and PRED, add "
          "for other types.",
          "const keep = b.createScalarIdentityWithZeroComputation('F32');\n"
          "const y = b.reduce(b.constant([0, 7, 0]), 0, keep, [0]);"),
      ComparatorRow<CreateScalarLtComputation>(
          "CreateScalarLtComputation",
          "Builds a comparator for Sort that puts the least elements of the first array first. "
          "Floats compare in the total order: -NaN, -Infinity, ..., -0, +0, ..., Infinity, NaN.",
          "const y = b.sort([w], b.createScalarLtComputation(['F32']));"),
      ComparatorRow<CreateScalarGtComputation>(
          "CreateScalarGtComputation",
          "Builds a comparator for Sort that puts the greatest elements of the first array first. "
          "Floats compare in the total order.",
          "const greater = b.createScalarGtComputation(['F32', 'S32']);\n"
          "const y = b.sort([v, b.iota('S32', 3)], greater);"),
      {"CreateScalarComparisonComputation", 0, kScalarComputations,
       kBuiltOps<HloOpcode::kSelect, HloOpcode::kCompare>, kComparisonArguments, ComparatorRules(),
       nullptr,
       "Builds a comparator for Sort that compares several arrays in the total order: the first "
       "that is not NONE decides, and where its elements are equal, the next.",
       kComparatorSource,
       "const types = ['S32', 'F32'];\n"
       "const order = b.createScalarComparisonComputation('order', types, ['LT', 'GT']);\n"
       "const y = b.sort([b.constant([2, 1, 2], 'S32'), v], order);",
       CallComparison},
  };
  return kDefs;
}

}  // namespace hloom
