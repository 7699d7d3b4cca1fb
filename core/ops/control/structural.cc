// Operations that carry values without computing: parameter, constant, tuple, get-tuple-element,
// after-all.
#include "ops/control/structural.h"

#include "base/str_cat.h"
#include "ops/op_def.h"

namespace hloom {

namespace {

StatusOr<Shape> InferGiven(const InferContext& context) { return *context.given_shape; }

constexpr Rule kConstantC1 = {
    "constant.c1",
    "the literal is a valid value and has the shape of the instruction, which is static"};
constexpr Rule kConstantRules[] = {kConstantC1};

StatusOr<Shape> InferConstant(const InferContext& context) {
  const Literal& literal = context.attrs<ConstantAttributes>().literal;
  const Shape& given = *context.given_shape;
  if (!literal.valid()) {
    return InvalidArgument(kConstantC1)
        .Say("the literal holds no value")
        .Help("a nested list must not be ragged, and the value must fit into memory");
  }
  if (!literal.shape().is_static() || !given.is_static()) {
    return InvalidArgument(kConstantC1)
        .Say(StrCat("a constant cannot be ",
                    (given.is_static() ? literal.shape() : given).ToString(),
                    ": constants are static"))
        .Help("`SetDimensionSize` makes a dimension of a constant dynamic"_msg);
  }
  if (!ShapeUtil::Compatible(literal.shape(), given)) {
    return InvalidArgument(kConstantC1)
        .Say(StrCat("the literal has the shape ", literal.shape().ToString(), ", not ",
                    given.ToString()))
        .Help("the instruction has the shape of its literal");
  }
  return *context.given_shape;
}

StatusOr<Shape> InferTuple(const InferContext& context) {
  std::vector<Shape> elements;
  for (const Shape* shape : context.operands) elements.push_back(*shape);
  return Shape(std::move(elements));
}

constexpr OperandSpec kTupleOperands[] = {{"elements", "values of any shapes, tuples included"}};
constexpr OperandSpec kStructuralGetOperands[] = {{"tuple_data", "a tuple"}};
constexpr Rule kGetTupleElementC1 = {"get_tuple_element.c1", "the operand is a tuple"};
constexpr Rule kGetTupleElementC2 = {"get_tuple_element.c2", "the index is that of an element"};
constexpr Rule kStructuralGetRules[] = {kGetTupleElementC1, kGetTupleElementC2};

StatusOr<Shape> InferGetTupleElement(const InferContext& context) {
  const Shape& tuple = context.operand(0);
  if (!tuple.IsTuple()) {
    return InvalidArgument(kGetTupleElementC1)
        .Say(StrCat(tuple.ToString(), " is not a tuple"))
        .Help("use the value itself");
  }
  const int64_t index = context.attrs<GetTupleElementAttributes>().index;
  const int64_t size = static_cast<int64_t>(tuple.tuple_shapes().size());
  if (index < 0 || index >= size) {
    return InvalidArgument(kGetTupleElementC2)
        .Say(StrCat(tuple.ToString(), " has no element ", index))
        .Detail(StrCat("it has ", Count(size, "element")))
        .Help(size == 0 ? std::string("an empty tuple has nothing to get")
                        : StrCat("the index must be in 0..", size - 1));
  }
  return tuple.tuple_shapes(index);
}

constexpr OperandSpec kWaitedFor[] = {{"operands", "tokens, or values to wait for, any number"}};

StatusOr<Shape> InferAfterAll(const InferContext&) { return ShapeUtil::MakeTokenShape(); }

}  // namespace

constexpr OpDef kParameterDef = {
    .opcode = HloOpcode::kParameter,
    .name = "parameter",
    .make_attributes = MakeDefaultAttributes<ParameterAttributes>,
    .infer_shape = InferGiven,
    .traits = {.shape_given = true, .keeps_type = true},
    .doc = "Returns an argument of the computation. Its shape is part of the instruction.",
    .source = "Operation Semantics, Call (parameters of a computation)",
};

constexpr OpDef kConstantDef = {
    .opcode = HloOpcode::kConstant,
    .name = "constant",
    .make_attributes = MakeDefaultAttributes<ConstantAttributes>,
    .rules = kConstantRules,
    .infer_shape = InferConstant,
    .traits = {.shape_given = true, .keeps_type = true},
    .doc = "Returns a value that is part of the program.",
    .source = "Operation Semantics, Iota (constant literals)",
};

constexpr OpDef kTupleDef = {
    .opcode = HloOpcode::kTuple,
    .name = "tuple",
    .operands = kTupleOperands,
    .max_operands = -1,
    .infer_shape = InferTuple,
    .traits = {.keeps_type = true},
    .doc =
        "Makes a tuple of the operands, which may have different shapes. Elements are not copied. "
        "Tuples nest at most 64 levels deep.",
    .source = "Operation Semantics, Tuple",
};

constexpr OpDef kGetTupleElementDef = {
    .opcode = HloOpcode::kGetTupleElement,
    .name = "get-tuple-element",
    .operands = kStructuralGetOperands,
    .min_operands = 1,
    .max_operands = 1,
    .make_attributes = MakeDefaultAttributes<GetTupleElementAttributes>,
    .rules = kStructuralGetRules,
    .infer_shape = InferGetTupleElement,
    .traits = {.keeps_type = true},
    .doc =
        "Returns the element of a tuple at a constant index, so that its shape is known when the "
        "program is built.",
    .source = "Operation Semantics, GetTupleElement",
};

constexpr OpDef kAfterAllDef = {
    .opcode = HloOpcode::kAfterAll,
    .name = "after-all",
    .operands = kWaitedFor,
    .max_operands = -1,
    .infer_shape = InferAfterAll,
    .doc =
        "Joins tokens, which order operations with side effects: returns a token that comes after "
        "all operands. Without operands it is a fresh token. Compiled programs may also name "
        "values to wait for; the builder takes only tokens.",
    .source = "Operation Semantics, AfterAll",
};

}  // namespace hloom
