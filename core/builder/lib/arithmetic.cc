#include "builder/lib/arithmetic.h"

#include "base/str_cat.h"
#include "builder/builder_def.h"
#include "builder/kinds/key_comparison.h"
#include "builder/lib/comparators.h"
#include "builder/lib/constants.h"
#include "builder/lib/library_util.h"
#include "hlo/kinds/shapes.h"
#include "hlo/kinds/text.h"

namespace hloom {

namespace {

constexpr Rule kArgMaxC1 = {"arg_max.c1", "axis is a dimension of the input"};
constexpr Rule kArgMaxC2 = {"arg_max.c2", "the size along the axis is not 0"};
constexpr Rule kArgMaxC3 = {"arg_max.c3",
                            "output_type is an integer type that holds every index along the axis"};
constexpr Rule kArithmeticRules[] = {kArgMaxC1, kArgMaxC2, kArgMaxC3};

using BinaryFunction = XlaOp (*)(XlaOp, XlaOp, Span<const int64_t>);

XlaComputation ScalarComputation(std::string_view name, PrimitiveType type, XlaBuilder* builder,
                                 BinaryFunction function) {
  return CreateScalarComputation(name, type, builder,
                                 [=](XlaOp lhs, XlaOp rhs) { return function(lhs, rhs, {}); });
}

// ---- ArgMax, ArgMin ----

// The properties of a search for one of two elements.
struct Search {
  std::string_view name;         // "arg_max"
  std::string_view computation;  // the name of the computation that compares
  BinaryFunction better;         // Gt or Lt
  TypeValue worst;               // the neutral value, which every element beats or equals
};
constexpr Search kMaxSearch = {"arg_max", "find_max", Gt, TypeValue::kMin};
constexpr Search kMinSearch = {"arg_min", "find_min", Lt, TypeValue::kMax};

XlaOp IsNaN(XlaOp x) { return Ne(x, x); }

// (value, index, value, index) -> (value, index). The result must not depend on the order of
// application: a NaN beats any number, and among equal elements, including NaNs, the lower index
// wins.
StatusOr<XlaComputation> Finder(XlaBuilder* builder, const Search& search, PrimitiveType value,
                                PrimitiveType index) {
  const std::unique_ptr<XlaBuilder> b = builder->CreateSubBuilder(search.computation);
  const Shape values = ShapeUtil::MakeScalarShape(value);
  const Shape indices = ShapeUtil::MakeScalarShape(index);
  const XlaOp lhs = Parameter(b.get(), 0, values, "lhs_value");
  const XlaOp lhs_index = Parameter(b.get(), 1, indices, "lhs_index");
  const XlaOp rhs = Parameter(b.get(), 2, values, "rhs_value");
  const XlaOp rhs_index = Parameter(b.get(), 3, indices, "rhs_index");
  XlaOp better = search.better(lhs, rhs, {});
  XlaOp equal = Eq(lhs, rhs);
  if (IsFloatingPointType(value)) {
    better = Or(better, And(IsNaN(lhs), Not(IsNaN(rhs))));
    equal = Or(equal, And(IsNaN(lhs), IsNaN(rhs)));
  }
  const XlaOp taken = Or(better, And(equal, Lt(lhs_index, rhs_index)));
  const XlaOp found[] = {Select(taken, lhs, rhs), Select(taken, lhs_index, rhs_index)};
  return b->Build(Tuple(b.get(), found));
}

// Returns whether an integer type holds 0, 1, ..., size - 1.
bool HoldsIndices(PrimitiveType type, int64_t size) {
  if (!IsIntegralType(type)) return false;
  const int bits = BitWidth(type) - (IsSignedIntegralType(type) ? 1 : 0);
  return bits >= 63 || size <= (int64_t{1} << bits);
}

Status CheckSearch(const Search& search, const Shape& shape, int64_t size, PrimitiveType type) {
  if (size == 0) {
    return InvalidArgument(kArgMaxC2)
        .Op(search.name)
        .Operand(shape)
        .Say(StrCat(shape.ToString(), " has no element to find"))
        .Help("search where there is an element");
  }
  if (HoldsIndices(type, size)) return OkStatus();
  return InvalidArgument(kArgMaxC3)
      .Op(search.name)
      .Operand(shape)
      .Say(MessageCat(WithChoice("output_type", PrimitiveTypeName(type)),
                      " cannot hold the indices 0 to ", size - 1))
      .Help(HoldsIndices(S32, size) ? "use S32" : "use S64");
}

StatusOr<XlaOp> FindAlong(XlaBuilder* builder, const Search& search, XlaOp input,
                          const Shape& shape, PrimitiveType type, int64_t axis, bool keep_dims) {
  HLOOM_ASSIGN_OR_RETURN(const XlaComputation finder,
                         Finder(builder, search, shape.element_type(), type));
  HLOOM_ASSIGN_OR_RETURN(const Literal worst,
                         LiteralUtil::Make(shape.element_type(), search.worst));
  const XlaOp indices = WithLiveSizesOf(
      input, shape, Iota(builder, ShapeUtil::MakeShape(type, shape.dimensions()), axis));
  const XlaOp operands[] = {input, indices};
  const XlaOp starts[] = {ConstantLiteral(builder, worst), Zero(builder, type)};
  const XlaOp found = GetTupleElement(Reduce(builder, operands, starts, finder, {axis}), 1);
  return keep_dims ? WithReducedDimensions(found, shape, {axis}) : found;
}

XlaOp Find(const Search& search, XlaOp input, PrimitiveType type, int64_t axis, bool keep_dims) {
  XlaBuilder* builder = input.builder();
  return InBuilder(builder, [&]() -> StatusOr<XlaOp> {
    HLOOM_ASSIGN_OR_RETURN(const Shape shape, ArrayShapeFor(search.name, *builder, input,
                                                            TypeSet::kOrdered, kOrderHelp));
    if (axis < 0 || axis >= shape.rank()) {
      return InvalidArgument(kArgMaxC1)
          .Op(search.name)
          .Operand(shape)
          .Say(StrCat(shape.ToString(), " has no dimension ", axis))
          .Help(shape.rank() == 0 ? std::string("leave the axis out for a scalar")
                                  : StrCat("its dimensions are 0..", shape.rank() - 1));
    }
    HLOOM_RETURN_IF_ERROR(CheckSearch(search, shape, shape.dimensions(axis), type));
    return FindAlong(builder, search, input, shape, type, axis, keep_dims);
  });
}

XlaOp FindAmongAll(const Search& search, XlaOp input, PrimitiveType type) {
  XlaBuilder* builder = input.builder();
  return InBuilder(builder, [&]() -> StatusOr<XlaOp> {
    HLOOM_ASSIGN_OR_RETURN(const Shape shape, ArrayShapeFor(search.name, *builder, input,
                                                            TypeSet::kOrdered, kOrderHelp));
    const int64_t size = ShapeUtil::ElementsIn(shape);
    HLOOM_RETURN_IF_ERROR(CheckSearch(search, shape, size, type));
    if (shape.rank() == 1) return FindAlong(builder, search, input, shape, type, 0, false);
    const XlaOp flat = Reshape(input, {size});
    HLOOM_RETURN_IF_ERROR(builder->GetCurrentStatus());
    HLOOM_ASSIGN_OR_RETURN(const Shape flat_shape, builder->GetShape(flat));
    return FindAlong(builder, search, flat, flat_shape, type, 0, false);
  });
}

}  // namespace

Span<const Rule> ArgMaxRules() { return kArithmeticRules; }

XlaComputation CreateScalarComputation(std::string_view name, PrimitiveType type,
                                       XlaBuilder* builder, const XlaOpGenerator& generator) {
  const std::unique_ptr<XlaBuilder> b = builder->CreateSubBuilder(
      type == PRED ? std::string(name) : StrCat(name, "_", PrimitiveTypeName(type)));
  const Shape scalar = ShapeUtil::MakeScalarShape(type);
  const XlaOp lhs = Parameter(b.get(), 0, scalar, "lhs");
  const XlaOp rhs = Parameter(b.get(), 1, scalar, "rhs");
  return BuiltOrNoted(builder, b->Build(generator(lhs, rhs)));
}

XlaComputation CreateScalarIdentityWithZeroComputation(PrimitiveType type, XlaBuilder* builder) {
  return type == PRED || IsIntegralType(type) ? CreateScalarOrComputation(type, builder)
                                              : CreateScalarAddComputation(type, builder);
}

#define HLOOM_SCALAR_COMPUTATION(Name, name, Function)                                      \
  XlaComputation CreateScalar##Name##Computation(PrimitiveType type, XlaBuilder* builder) { \
    return ScalarComputation(name, type, builder, Function);                                \
  }
HLOOM_SCALAR_COMPUTATION(Add, "add", Add)
HLOOM_SCALAR_COMPUTATION(Multiply, "mul", Mul)
HLOOM_SCALAR_COMPUTATION(Max, "max", Max)
HLOOM_SCALAR_COMPUTATION(Min, "min", Min)
HLOOM_SCALAR_COMPUTATION(And, "and", And)
HLOOM_SCALAR_COMPUTATION(Or, "or", Or)
HLOOM_SCALAR_COMPUTATION(Ge, "ge", Ge)
#undef HLOOM_SCALAR_COMPUTATION

XlaOp ArgMax(XlaOp input, PrimitiveType output_type, int64_t axis, bool keep_dims) {
  return Find(kMaxSearch, input, output_type, axis, keep_dims);
}
XlaOp ArgMin(XlaOp input, PrimitiveType output_type, int64_t axis, bool keep_dims) {
  return Find(kMinSearch, input, output_type, axis, keep_dims);
}
XlaOp ArgMinMax(XlaOp input, PrimitiveType output_type, int64_t axis, bool is_min) {
  return is_min ? ArgMin(input, output_type, axis) : ArgMax(input, output_type, axis);
}
XlaOp ArgMax(XlaOp input, PrimitiveType output_type) {
  return FindAmongAll(kMaxSearch, input, output_type);
}
XlaOp ArgMin(XlaOp input, PrimitiveType output_type) {
  return FindAmongAll(kMinSearch, input, output_type);
}

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
     "the comparison of each array: LT or GT, LE or GE, or NONE for an array whose elements are "
     "not compared"}};

template <HloOpcode... kOpcodes>
constexpr HloOpcode kBuiltOps[] = {kOpcodes...};

template <XlaComputation (*kCreate)(PrimitiveType, XlaBuilder*), HloOpcode... kOpcodes>
BuilderDef ScalarRow(std::string_view name, Documentation doc, Documentation example) {
  return {.name = name,
          .group = kScalarComputations,
          .lowers_to = kBuiltOps<kOpcodes...>,
          .arguments = kScalarTypeArguments,
          .doc = doc,
          .source = kScalarSource,
          .example = example,
          .make = [](XlaBuilder* builder, Arguments a) {
            return kCreate(a[0].Get<PrimitiveType>(), builder);
          }};
}

template <XlaComputation (*kCreate)(const Types&, XlaBuilder*)>
BuilderDef ComparatorRow(std::string_view name, Documentation doc, Documentation example) {
  return {
      .name = name,
      .group = kScalarComputations,
      .lowers_to = kBuiltOps<HloOpcode::kCompare>,
      .arguments = kComparatorArguments,
      .rules = ComparatorRules(),
      .doc = doc,
      .source = kComparatorSource,
      .example = example,
      .make = [](XlaBuilder* builder, Arguments a) { return kCreate(a[0].Get<Types>(), builder); }};
}

// The functions are in the order of KeyComparison.
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
          "Builds a computation that returns the AND of two PREDs, or of the bits of two integers.",
          "const y = b.reduce(p, true, b.createScalarAndComputation('PRED'), [1]);"),
      ScalarRow<CreateScalarOrComputation, HloOpcode::kOr>(
          "CreateScalarOrComputation",
          "Builds a computation that returns the OR of two PREDs, or of the bits of two integers.",
          "const y = b.reduce(p, false, b.createScalarOrComputation('PRED'), [1]);"),
      ScalarRow<CreateScalarGeComputation, HloOpcode::kCompare>(
          "CreateScalarGeComputation",
          "Builds a computation that returns true if the first scalar is greater than or equal to "
          "the second, for SelectAndScatter. Floats compare in the partial order.",
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
      {.name = "CreateScalarComparisonComputation",
       .group = kScalarComputations,
       .lowers_to = kBuiltOps<HloOpcode::kSelect, HloOpcode::kCompare>,
       .arguments = kComparisonArguments,
       .rules = ComparatorRules(),
       .doc = "Builds a comparator for Sort that compares several arrays in the total order: the "
              "first "
              "array that is not NONE decides, and if its elements are equal, the next one.",
       .source = kComparatorSource,
       .example =
           "const types = ['S32', 'F32'];\n"
           "const order = b.createScalarComparisonComputation('order', types, ['LT', 'GT']);\n"
           "const y = b.sort([b.constant([2, 1, 2], 'S32'), v], order);",
       .make = CallComparison},
  };
  return kDefs;
}

}  // namespace hloom
