#include "builder/lib/reductions.h"

#include <optional>

#include "builder/lib/arithmetic.h"
#include "builder/lib/constants.h"
#include "builder/lib/library_util.h"
#include "literal/convert.h"

namespace hloom {

namespace {

// A reduction that is one fold.
struct Fold {
  std::string_view name;
  TypeSet types;
  std::string_view help;  // what to do with other types
  TypeValue start;
  XlaComputation (*computation)(PrimitiveType type, XlaBuilder* builder);
};

constexpr std::string_view kReductionsNumbersHelp =
    "ConvertElementType makes numbers of PREDs, to count them; Any and All reduce PREDs";
constexpr std::string_view kPredHelp = "compare numbers first: Ne with 0";
constexpr std::string_view kFloatHelp =
    "ConvertElementType to F32 or F64 first: the result is no integer";
constexpr std::string_view kRealHelp =
    "ConvertElementType to F32 or F64 first; for complex numbers there is no such function";

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

// Calls `body(builder, operand, dimensions)` with the operand, whose type is judged, and with the
// dimensions, all where none are given.
template <typename Body>
XlaOp Reducing(std::string_view function, TypeSet types, std::string_view help, XlaOp operand,
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

// How many elements are reduced into one: a number of the type `type`, rounded if it is great. The
// dimensions were judged before.
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

}  // namespace hloom
