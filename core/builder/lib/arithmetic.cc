#include "builder/lib/arithmetic.h"

#include "base/str_cat.h"
#include "builder/lib/constants.h"
#include "builder/lib/library_util.h"

namespace hloom {

namespace {

constexpr Rule kArithmeticRules[] = {
    {"arg_max.c1", "axis is a dimension of the input"},
    {"arg_max.c2", "there is an element to find: the size along the axis is not 0"},
    {"arg_max.c3", "output_type is an integer type that holds every index along the axis"},
};

using BinaryFunction = XlaOp (*)(XlaOp, XlaOp, Span<const int64_t>);

XlaComputation ScalarComputation(std::string_view name, PrimitiveType type, XlaBuilder* builder,
                                 BinaryFunction function) {
  return CreateScalarComputation(name, type, builder,
                                 [=](XlaOp lhs, XlaOp rhs) { return function(lhs, rhs, {}); });
}

// ---- ArgMax, ArgMin ----

// Which of two elements is found.
struct Search {
  std::string_view name;         // "arg_max"
  std::string_view computation;  // the name of the computation that compares
  BinaryFunction better;         // Gt or Lt
  TypeValue worst;               // what every element is at least as good as
};
constexpr Search kMaxSearch = {"arg_max", "find_max", Gt, TypeValue::kMin};
constexpr Search kMinSearch = {"arg_min", "find_min", Lt, TypeValue::kMax};

XlaOp IsNaN(XlaOp x) { return Ne(x, x); }

// (value, index, value, index) -> (value, index). It must not matter in which order it is applied:
// a NaN is better than any number, and of what is equal, NaNs among it, the lower index is taken.
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

// Whether an integer type holds 0, 1, ..., size - 1.
bool HoldsIndices(PrimitiveType type, int64_t size) {
  if (!IsIntegralType(type)) return false;
  const int bits = BitWidth(type) - (IsSignedIntegralType(type) ? 1 : 0);
  return bits >= 63 || size <= (int64_t{1} << bits);
}

Status CheckSearch(const Search& search, const Shape& shape, int64_t size, PrimitiveType type) {
  if (size == 0) {
    return InvalidArgument("arg_max.c2")
        .Op(search.name)
        .Operand(shape)
        .Say(StrCat(shape.ToString(), " has no element to find"))
        .Help("search where there is an element");
  }
  if (HoldsIndices(type, size)) return OkStatus();
  return InvalidArgument("arg_max.c3")
      .Op(search.name)
      .Operand(shape)
      .Say(StrCat("output_type=", PrimitiveTypeName(type), " cannot hold the indices 0 to ",
                  size - 1))
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
      return InvalidArgument("arg_max.c1")
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

}  // namespace hloom
