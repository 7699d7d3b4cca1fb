#include "builder/lib/reductions.h"

#include <optional>

#include "builder/argument_specs.h"
#include "builder/lib/arithmetic.h"
#include "builder/lib/constants.h"
#include "builder/lib/library_util.h"
#include "builder/lib/one_hot.h"
#include "literal/convert.h"
#include "ops/windows/reduce.h"

namespace hloom {

namespace {

// A reduction that is one fold.
struct Fold {
  std::string_view name;
  TypeSet types;
  MarkedText help;  // what to do with other types
  TypeValue start;
  XlaComputation (*computation)(PrimitiveType type, XlaBuilder* builder);
};

constexpr MarkedText kReductionsNumbersHelp =
    "`ConvertElementType` makes numbers of PREDs, to count them; `Any` and `All` reduce PREDs"_msg;
constexpr MarkedText kPredHelp = "compare numbers first: `Ne` with 0"_msg;
constexpr MarkedText kFloatHelp =
    "`ConvertElementType` to F32 or F64 first: the result is not an integer"_msg;
constexpr MarkedText kRealHelp =
    "`ConvertElementType` to F32 or F64 first; complex numbers have no such function"_msg;

constexpr Fold kReductionsSum = {"sum", TypeSet::kArithmetic, kReductionsNumbersHelp,
                                 TypeValue::kZero, CreateScalarAddComputation};
constexpr Fold kProd = {"prod", TypeSet::kArithmetic, kReductionsNumbersHelp, TypeValue::kOne,
                        CreateScalarMultiplyComputation};
constexpr Fold kMax = {"reduce_max", TypeSet::kOrdered, kOrderHelp, TypeValue::kMin,
                       CreateScalarMaxComputation};
constexpr Fold kMin = {"reduce_min", TypeSet::kOrdered, kOrderHelp, TypeValue::kMax,
                       CreateScalarMinComputation};
constexpr Fold kAny = {"any", TypeSet::kPred, kPredHelp, TypeValue::kZero,
                       CreateScalarOrComputation};
constexpr Fold kAll = {"all", TypeSet::kPred, kPredHelp, TypeValue::kOne,
                       CreateScalarAndComputation};

// The operand of a function with its shape.
struct Operand {
  XlaOp op;
  Shape shape;
};

StatusOr<XlaOp> Folded(XlaBuilder* builder, const Fold& fold, const Operand& operand,
                       Span<const int64_t> dimensions, bool keep_dims) {
  const PrimitiveType type = operand.shape.element_type();
  const StatusOr<Literal> start = LiteralUtil::Make(type, fold.start);
  if (!start.ok()) return start.status().WithOp(fold.name);
  const XlaComputation computation = fold.computation(type, builder);
  const XlaOp reduced =
      Reduce(operand.op, ConstantLiteral(builder, *start), computation, dimensions);
  return keep_dims ? WithReducedDimensions(reduced, operand.shape, dimensions) : reduced;
}

// Calls `body(builder, operand, dimensions)` with the operand, after a check of its type, and with
// the dimensions, all by default.
template <typename Body>
XlaOp Reducing(std::string_view function, TypeSet types, MarkedText help, XlaOp operand,
               const std::optional<Span<const int64_t>>& dimensions, Body&& body) {
  XlaBuilder* builder = operand.builder();
  return InBuilder(builder, [&]() -> StatusOr<XlaOp> {
    HLOOM_ASSIGN_OR_RETURN(Shape shape, ArrayShapeFor(function, *builder, operand, types, help));
    const std::vector<int64_t> all = AllDimensions(shape.rank());
    const Span<const int64_t> reduced = dimensions ? *dimensions : Span<const int64_t>(all);
    return body(builder, Operand{operand, std::move(shape)}, reduced);
  });
}

XlaOp FoldAlong(const Fold& fold, XlaOp operand,
                const std::optional<Span<const int64_t>>& dimensions, bool keep_dims) {
  return Reducing(fold.name, fold.types, fold.help, operand, dimensions,
                  [&](XlaBuilder* builder, const Operand& x, Span<const int64_t> reduced) {
                    return Folded(builder, fold, x, reduced, keep_dims);
                  });
}

// The operand in the type in which functions of several steps compute.
Operand ReductionsInStepType(const Operand& x) {
  const PrimitiveType type = StepType(x.shape.element_type());
  return {Converted(x.op, x.shape.element_type(), type),
          ShapeUtil::ChangeElementType(x.shape, type)};
}

// The number of elements that are reduced into one, a number of type `type`, rounded if it is
// large. The dimensions have been checked.
StatusOr<XlaOp> CountOf(XlaBuilder* builder, const Operand& x, Span<const int64_t> dimensions) {
  double fixed = 1;
  for (const int64_t d : dimensions) {
    if (!x.shape.is_dynamic_dimension(d)) fixed *= static_cast<double>(x.shape.dimensions(d));
  }
  const PrimitiveType type = x.shape.element_type();
  HLOOM_ASSIGN_OR_RETURN(const Literal literal,
                         ConvertElements(LiteralUtil::CreateR0<double>(fixed), type));
  XlaOp count = ConstantLiteral(builder, literal);
  for (const int64_t d : dimensions) {
    if (!x.shape.is_dynamic_dimension(d)) continue;
    count = Mul(count, ConvertElementType(GetDimensionSize(x.op, d), type));
  }
  return count;
}

XlaOp MeanAlong(XlaOp operand, const std::optional<Span<const int64_t>>& dimensions,
                bool keep_dims) {
  const auto body = [&](XlaBuilder* builder, const Operand& given,
                        Span<const int64_t> reduced) -> StatusOr<XlaOp> {
    const Operand x = ReductionsInStepType(given);
    HLOOM_ASSIGN_OR_RETURN(const XlaOp sum, Folded(builder, kReductionsSum, x, reduced, keep_dims));
    HLOOM_RETURN_IF_ERROR(builder->GetCurrentStatus());
    HLOOM_ASSIGN_OR_RETURN(const XlaOp count, CountOf(builder, x, reduced));
    return Converted(Div(sum, count), x.shape.element_type(), given.shape.element_type());
  };
  return Reducing("mean", TypeSet::kFloatingOrComplex, kFloatHelp, operand, dimensions, body);
}

XlaOp LogSumExpAlong(XlaOp operand, const std::optional<Span<const int64_t>>& dimensions,
                     bool keep_dims) {
  const auto body = [&](XlaBuilder* builder, const Operand& given,
                        Span<const int64_t> reduced) -> StatusOr<XlaOp> {
    const Operand x = ReductionsInStepType(given);
    const PrimitiveType type = x.shape.element_type();
    HLOOM_ASSIGN_OR_RETURN(const XlaOp greatest, Folded(builder, kMax, x, reduced, false));
    // An infinite maximum is not subtracted: inf - inf would be NaN.
    const XlaOp shift = Select(IsFinite(greatest), greatest, Zero(builder, type));
    const std::vector<int64_t> kept = OtherDimensions(x.shape.rank(), reduced);
    const Operand powers = {Exp(Sub(x.op, shift, kept)), x.shape};
    HLOOM_ASSIGN_OR_RETURN(const XlaOp sum,
                           Folded(builder, kReductionsSum, powers, reduced, false));
    const XlaOp result = Converted(Add(Log(sum), shift), type, given.shape.element_type());
    return keep_dims ? WithReducedDimensions(result, x.shape, reduced) : result;
  };
  return Reducing("log_sum_exp", TypeSet::kFloating, kRealHelp, operand, dimensions, body);
}

}  // namespace

#define HLOOM_FOLD(Function, fold)                                                        \
  XlaOp Function(XlaOp operand) { return FoldAlong(fold, operand, std::nullopt, false); } \
  XlaOp Function(XlaOp operand, Span<const int64_t> dimensions, bool keep_dims) {         \
    return FoldAlong(fold, operand, dimensions, keep_dims);                               \
  }
HLOOM_FOLD(Sum, kReductionsSum)
HLOOM_FOLD(Prod, kProd)
HLOOM_FOLD(ReduceMax, kMax)
HLOOM_FOLD(ReduceMin, kMin)
HLOOM_FOLD(Any, kAny)
HLOOM_FOLD(All, kAll)
#undef HLOOM_FOLD

XlaOp Mean(XlaOp operand) { return MeanAlong(operand, std::nullopt, false); }
XlaOp Mean(XlaOp operand, Span<const int64_t> dimensions, bool keep_dims) {
  return MeanAlong(operand, dimensions, keep_dims);
}

XlaOp LogSumExp(XlaOp operand) { return LogSumExpAlong(operand, std::nullopt, false); }
XlaOp LogSumExp(XlaOp operand, Span<const int64_t> dimensions, bool keep_dims) {
  return LogSumExpAlong(operand, dimensions, keep_dims);
}

XlaOp Softmax(XlaOp operand, Span<const int64_t> dimensions) {
  const auto body = [](XlaBuilder* builder, const Operand& given,
                       Span<const int64_t> reduced) -> StatusOr<XlaOp> {
    const Operand x = ReductionsInStepType(given);
    HLOOM_ASSIGN_OR_RETURN(const XlaOp greatest, Folded(builder, kMax, x, reduced, false));
    const std::vector<int64_t> kept = OtherDimensions(x.shape.rank(), reduced);
    const Operand powers = {Exp(Sub(x.op, greatest, kept)), x.shape};
    HLOOM_ASSIGN_OR_RETURN(const XlaOp sum,
                           Folded(builder, kReductionsSum, powers, reduced, false));
    return Converted(Div(powers.op, sum, kept), x.shape.element_type(), given.shape.element_type());
  };
  return Reducing("softmax", TypeSet::kFloating, kRealHelp, operand, dimensions, body);
}

Span<const Rule> FullRules();
Span<const Rule> ArgMaxRules();
Span<const Rule> OneHotRules();

namespace {

constexpr std::string_view kFilled = "filled arrays";
constexpr std::string_view kReductions = "reductions";
constexpr std::string_view kConstantsSource = "XLA, client library, constants";
constexpr std::string_view kArithmeticSource = "XLA, client library, arithmetic";
constexpr std::string_view kReductionsReduceSource = "Operation Semantics, Reduce";

constexpr ArgumentSpec kShapeArgument = {"shape", kKind<Shape>,
                                         "the shape, without dynamic dimensions"};
constexpr ArgumentSpec kPrototype = {"prototype", ArgumentKind::kOp,
                                     "an array; the result has its sizes and element type"};
constexpr ArgumentSpec kShapeArguments[] = {kShapeArgument};
constexpr ArgumentSpec kFullArguments[] = {
    kShapeArgument,
    OrNumber("shape", {"value", ArgumentKind::kOp, "a scalar of the shape's element type"})};
constexpr ArgumentSpec kLikeArguments[] = {kPrototype};
constexpr ArgumentSpec kFullLikeArguments[] = {
    kPrototype,
    OrNumber("prototype", {"value", ArgumentKind::kOp, "a scalar of the array's element type"})};
constexpr ArgumentSpec kOneHotArguments[] = {
    {"indices", ArgumentKind::kOp, "an array of integers"},
    {"depth", kKind<int64_t>, "the number of classes: the length of each vector"},
    {.name = "axis",
     .kind = kKind<int64_t>,
     .doc = "the dimension of the result that holds the vectors; by default the last one",
     .required = false,
     .default_text = ""},
    {.name = "element_type",
     .kind = kKind<PrimitiveType>,
     .doc = "the element type of the result",
     .required = false,
     .default_json = "\"F32\"",
     .default_text = "'F32'"},
};

constexpr ArgumentSpec kDimensionsArgument =
    AttributeArgument<Int64s>(ReduceAttributes::kDimensions);
constexpr ArgumentSpec kKeepDims = {"keep_dims", kKind<bool>,
                                    "true to keep the reduced dimensions, with size 1",
                                    /*required=*/false};
constexpr ArgumentSpec kAlongArguments[] = {kOperandArgument, kDimensionsArgument, kKeepDims};
constexpr ArgumentSpec kAllArguments[] = {kOperandArgument, kKeepDims};
constexpr ArgumentSpec kSoftmaxArguments[] = {kOperandArgument, kDimensionsArgument};
constexpr ArgumentSpec kInput = {"input", ArgumentKind::kOp, "an array"};
constexpr ArgumentSpec kOutputType = {.name = "output_type",
                                      .kind = kKind<PrimitiveType>,
                                      .doc = "the type of the index, an integer type",
                                      .required = false,
                                      .default_json = "\"S32\"",
                                      .default_text = "'S32'"};
constexpr ArgumentSpec kArgAlongArguments[] = {
    kInput, {"axis", kKind<int64_t>, "the dimension to search"}, kOutputType, kKeepDims};
constexpr ArgumentSpec kArgMinMaxArguments[] = {
    kInput,
    {"axis", kKind<int64_t>, "the dimension to search"},
    {"is_min", kKind<bool>, "true to find the least element instead of the greatest"},
    kOutputType};
constexpr ArgumentSpec kArgAllArguments[] = {kInput, kOutputType};

constexpr HloOpcode kFullOps[] = {HloOpcode::kConstant, HloOpcode::kBroadcast};
constexpr HloOpcode kOneHotOps[] = {HloOpcode::kBroadcast, HloOpcode::kIota, HloOpcode::kConvert,
                                    HloOpcode::kCompare};
constexpr HloOpcode kReductionOps[] = {HloOpcode::kConstant, HloOpcode::kBroadcast,
                                       HloOpcode::kReduce};
constexpr HloOpcode kMeanOps[] = {HloOpcode::kConstant, HloOpcode::kConvert, HloOpcode::kDivide,
                                  HloOpcode::kBroadcast, HloOpcode::kReduce};
constexpr HloOpcode kSoftmaxOps[] = {
    HloOpcode::kConstant, HloOpcode::kConvert,   HloOpcode::kSubtract, HloOpcode::kExp,
    HloOpcode::kDivide,   HloOpcode::kBroadcast, HloOpcode::kReduce};
constexpr HloOpcode kLogSumExpOps[] = {
    HloOpcode::kConstant,  HloOpcode::kConvert, HloOpcode::kIsFinite, HloOpcode::kSelect,
    HloOpcode::kSubtract,  HloOpcode::kExp,     HloOpcode::kLog,      HloOpcode::kAdd,
    HloOpcode::kBroadcast, HloOpcode::kReduce};
constexpr HloOpcode kArgMaxOps[] = {HloOpcode::kConstant, HloOpcode::kIota, HloOpcode::kReshape,
                                    HloOpcode::kBroadcast, HloOpcode::kReduce};

// A reduction has a row for given dimensions, and one for all dimensions.
using Reduction = XlaOp (*)(XlaOp, Span<const int64_t>, bool);

template <Reduction kReduction>
constexpr BuilderDef Along(std::string_view name, Span<const HloOpcode> lowers_to,
                           Documentation doc, Documentation source, Documentation example) {
  return {.name = name,
          .group = kReductions,
          .lowers_to = lowers_to,
          .arguments = kAlongArguments,
          .invoke = Invoke<kReduction>,
          .doc = doc,
          .source = source,
          .example = example};
}

template <Reduction kReduction>
constexpr BuilderDef OfAll(std::string_view name, Span<const HloOpcode> lowers_to,
                           Documentation doc, Documentation source, Documentation example) {
  return {.name = name,
          .overload = 1,
          .group = kReductions,
          .lowers_to = lowers_to,
          .arguments = kAllArguments,
          .invoke =
              [](XlaBuilder* builder, Arguments a) {
                const StatusOr<const Shape*> shape = builder->ShapeOf(a[0].op);
                const int64_t rank = shape.ok() && (*shape)->IsArray() ? (*shape)->rank() : 0;
                return kReduction(a[0].op, AllDimensions(rank), a[1].Get<bool>());
              },
          .doc = doc,
          .source = source,
          .example = example};
}

using SearchAlong = XlaOp (*)(XlaOp, PrimitiveType, int64_t, bool);
using SearchAll = XlaOp (*)(XlaOp, PrimitiveType);

template <SearchAlong kSearch>
BuilderDef IndexAlong(std::string_view name, Documentation doc, Documentation example) {
  return {.name = name,
          .group = kReductions,
          .lowers_to = kArgMaxOps,
          .arguments = kArgAlongArguments,
          .rules = ArgMaxRules(),
          .invoke =
              [](XlaBuilder*, Arguments a) {
                return kSearch(a[0].op, a[2].Get<PrimitiveType>(), a[1].Get<int64_t>(),
                               a[3].Get<bool>());
              },
          .doc = doc,
          .source = kArithmeticSource,
          .example = example};
}

template <SearchAll kSearch>
BuilderDef IndexOfAll(std::string_view name, Documentation doc, Documentation example) {
  return {.name = name,
          .overload = 1,
          .group = kReductions,
          .lowers_to = kArgMaxOps,
          .arguments = kArgAllArguments,
          .rules = ArgMaxRules(),
          .invoke = Invoke<kSearch>,
          .doc = doc,
          .source = kArithmeticSource,
          .example = example};
}

XlaOp CallOneHot(XlaBuilder* builder, Arguments a) {
  const StatusOr<const Shape*> shape = builder->ShapeOf(a[0].op);
  const int64_t last = shape.ok() && (*shape)->IsArray() ? (*shape)->rank() : 0;
  return OneHot(a[0].op, a[1].Get<int64_t>(), a[2].given ? a[2].Get<int64_t>() : last,
                a[3].Get<PrimitiveType>());
}

}  // namespace

Span<const BuilderDef> FilledBuilderDefs() {
  static const BuilderDef kDefs[] = {
      {.name = "Zeros",
       .group = kFilled,
       .lowers_to = kFullOps,
       .arguments = kShapeArguments,
       .rules = FullRules(),
       .invoke = Invoke<Zeros>,
       .doc = "Makes an array of zeros; for PRED, all elements are false.",
       .source = kConstantsSource,
       .example = "const y = b.zeros(f32(2, 3));"},
      {.name = "Ones",
       .group = kFilled,
       .lowers_to = kFullOps,
       .arguments = kShapeArguments,
       .rules = FullRules(),
       .invoke = Invoke<Ones>,
       .doc = "Makes an array of ones; for PRED, all elements are true.",
       .source = kConstantsSource,
       .example = "const y = b.ones(s32(4));"},
      {.name = "Full",
       .group = kFilled,
       .lowers_to = kFullOps,
       .arguments = kFullArguments,
       .rules = FullRules(),
       .invoke = Invoke<Full>,
       .doc = "Makes an array in which all elements have one value.",
       .source = kConstantsSource,
       .example = "const y = b.full(f32(2, 3), 0.5);"},
      {.name = "ZerosLike",
       .group = kFilled,
       .lowers_to = kFullOps,
       .arguments = kLikeArguments,
       .rules = FullRules(),
       .invoke = Invoke<ZerosLike>,
       .doc = "Makes an array of zeros of the prototype's shape, live sizes included.",
       .source = kConstantsSource,
       .example = "const y = b.zerosLike(x);"},
      {.name = "OnesLike",
       .group = kFilled,
       .lowers_to = kFullOps,
       .arguments = kLikeArguments,
       .rules = FullRules(),
       .invoke = Invoke<OnesLike>,
       .doc = "Makes an array of ones of the prototype's shape, live sizes included.",
       .source = kConstantsSource,
       .example = "const y = b.onesLike(x);"},
      {.name = "FullLike",
       .group = kFilled,
       .lowers_to = kFullOps,
       .arguments = kFullLikeArguments,
       .rules = FullRules(),
       .invoke = InvokeOverload<XlaOp(XlaOp, XlaOp), FullLike>,
       .doc = "Makes an array of the prototype's shape, live sizes included, in which all elements "
              "have one value.",
       .source = kConstantsSource,
       .example = "const y = b.fullLike(x, -1);"},
      {.name = "OneHot",
       .group = kFilled,
       .lowers_to = kOneHotOps,
       .arguments = kOneHotArguments,
       .rules = OneHotRules(),
       .invoke = CallOneHot,
       .doc = "Turns each index into a vector with 1 at the index and 0 elsewhere. An index that "
              "is negative, or not below depth, gives a vector of zeros.",
       .source = "jax.nn.one_hot",
       .example = "const y = b.oneHot(b.constant([2, 0, 7], 'S32'), 3);"},
  };
  return kDefs;
}

Span<const BuilderDef> ReductionBuilderDefs() {
  static const BuilderDef kDefs[] = {
      Along<Sum>(
          "Sum", kReductionOps,
          "Adds the elements along dimensions. Integers wrap; without elements the sum is 0. For "
          "PREDs use Any; to count them, convert them first.",
          kReductionsReduceSource, "const y = b.sum(x, [1]);"),
      OfAll<Sum>("Sum", kReductionOps, "Adds all elements.", kReductionsReduceSource,
                 "const y = b.sum(x);"),
      Along<Prod>("Prod", kReductionOps,
                  "Multiplies the elements along dimensions. Integers wrap; without elements the "
                  "product is 1.",
                  kReductionsReduceSource, "const y = b.prod(x, [0]);"),
      OfAll<Prod>("Prod", kReductionOps, "Multiplies all elements.", kReductionsReduceSource,
                  "const y = b.prod(x);"),
      Along<ReduceMax>(
          "ReduceMax", kReductionOps,
          "Returns the greatest element along dimensions, or NaN if one is NaN. Without elements "
          "it is -inf, or the least value of a type without -inf. (max compares the elements of "
          "two arrays.)",
          kReductionsReduceSource, "const y = b.reduceMax(x, [1], { keepDims: true });"),
      OfAll<ReduceMax>("ReduceMax", kReductionOps, "Takes the greatest of all elements.",
                       kReductionsReduceSource, "const y = b.reduceMax(x);"),
      Along<ReduceMin>("ReduceMin", kReductionOps,
                       "Returns the least element along dimensions, or NaN if one is NaN. Without "
                       "elements it is +inf, or the greatest value of a type without +inf.",
                       kReductionsReduceSource, "const y = b.reduceMin(x, [0]);"),
      OfAll<ReduceMin>("ReduceMin", kReductionOps, "Takes the least of all elements.",
                       kReductionsReduceSource, "const y = b.reduceMin(x);"),
      Along<Mean>(
          "Mean", kMeanOps,
          "Divides the sum of floating-point or complex elements along dimensions by their number; "
          "in dynamic dimensions the live elements count. Types narrower than F32 are computed in "
          "F32 and rounded once. Without elements the mean is NaN.",
          kReductionsReduceSource, "const y = b.mean(x, [1]);"),
      OfAll<Mean>("Mean", kMeanOps, "Computes the mean of all elements.", kReductionsReduceSource,
                  "const y = b.mean(b.convertElementType(p, 'F32')); // how many of p are true"),
      Along<Any>("Any", kReductionOps,
                 "Returns true if any of the PREDs along dimensions is true; without elements the "
                 "result is false.",
                 kArithmeticSource, "const y = b.any(p, [0]);"),
      OfAll<Any>("Any", kReductionOps, "Returns true if any of all PREDs is true.",
                 kArithmeticSource, "const y = b.any(b.lt(x, 0));"),
      Along<All>("All", kReductionOps,
                 "Returns true if all of the PREDs along dimensions are true; without elements the "
                 "result is true.",
                 kArithmeticSource, "const y = b.all(p, [0]);"),
      OfAll<All>("All", kReductionOps, "Returns true if all PREDs are true.", kArithmeticSource,
                 "const y = b.all(b.gt(x, 0));"),
      IndexAlong<ArgMax>(
          "ArgMax",
          "Returns the index of the greatest element along a dimension, the one that reduceMax "
          "returns: the lowest index of equal elements, or the index of the first NaN, as in NumPy "
          "and JAX. (XLA's own library returns a NaN only if all elements are NaN.)",
          "const y = b.argMax(b.constant([[1, 3, 3], [5, NaN, 9]]), 1);"),
      IndexOfAll<ArgMax>(
          "ArgMax",
          "Returns the index of the greatest of all elements, counted in row-major order.",
          "const y = b.argMax(x);"),
      IndexAlong<ArgMin>(
          "ArgMin",
          "Returns the index of the least element along a dimension, the one that reduceMin "
          "returns: the lowest index of equal elements, or the index of the first NaN.",
          "const y = b.argMin(x, 0, { outputType: 'U8', keepDims: true });"),
      IndexOfAll<ArgMin>(
          "ArgMin", "Returns the index of the least of all elements, counted in row-major order.",
          "const y = b.argMin(x);"),
      {.name = "ArgMinMax",
       .group = kReductions,
       .lowers_to = kArgMaxOps,
       .arguments = kArgMinMaxArguments,
       .rules = ArgMaxRules(),
       .invoke =
           [](XlaBuilder*, Arguments a) {
             return ArgMinMax(a[0].op, a[3].Get<PrimitiveType>(), a[1].Get<int64_t>(),
                              a[2].Get<bool>());
           },
       .doc = "Returns the index of the least or the greatest element along a dimension, as argMin "
              "and argMax do.",
       .source = kArithmeticSource,
       .example = "const y = b.argMinMax(x, 1, true);"},
      {.name = "Softmax",
       .group = kReductions,
       .lowers_to = kSoftmaxOps,
       .arguments = kSoftmaxArguments,
       .invoke = Invoke<Softmax>,
       .doc = "Divides exp(x) by its sum along dimensions, so that the results along them add up "
              "to 1. The maximum is subtracted first, so nothing overflows; if it is infinite or "
              "NaN, the results are NaN. Types narrower than F32 are computed in F32 and rounded "
              "once.",
       .source = "jax.nn.softmax",
       .example = "const y = b.softmax(x, [1]);"},
      Along<LogSumExp>(
          "LogSumExp", kLogSumExpOps,
          "Computes log(sum(exp(x))) along dimensions without overflow. Without elements, or if "
          "all are -inf, the result is -inf. Types narrower than F32 are computed in F32 and "
          "rounded once.",
          "jax.nn.logsumexp", "const y = b.logSumExp(x, [1]);"),
      OfAll<LogSumExp>("LogSumExp", kLogSumExpOps, "Computes log(sum(exp(x))) of all elements.",
                       "jax.nn.logsumexp", "const y = b.logSumExp(b.constant([1000, 1000]));"),
  };
  return kDefs;
}

}  // namespace hloom
