#include "builder/functions/dynamic_functions.h"

#include "base/str_cat.h"
#include "builder/argument_specs.h"
#include "builder/functions/function_util.h"
#include "ops/control/structural.h"
#include "ops/data_movement/dimension_size.h"

namespace hloom {

namespace {

constexpr Rule kDynamicReshapeC6 = {"dynamic_reshape.c6",
                                    "there are as many dims_are_dynamic as new_size_bounds"};
constexpr Rule kRules[] = {kDynamicReshapeC6};

// Returns whether the op is a constant S32 of the value.
StatusOr<bool> IsConstant(const XlaBuilder& builder, XlaOp op, int64_t value) {
  HLOOM_ASSIGN_OR_RETURN(const HloInstruction* instruction, builder.InstructionOf(op));
  if (instruction->opcode() != HloOpcode::kConstant) return false;
  const Literal& literal = instruction->attributes<ConstantAttributes>().literal;
  return ShapeUtil::IsScalarWithElementType(literal.shape(), S32) &&
         literal.GetFirstElement<int32_t>() == value;
}

StatusOr<XlaOp> DoSetDimensionSize(XlaBuilder* builder, XlaOp operand, XlaOp size,
                                   int64_t dimension) {
  HLOOM_ASSIGN_OR_RETURN(Shape shape, builder->GetShape(operand));
  if (shape.IsArray() && dimension >= 0 && dimension < shape.rank()) {
    HLOOM_ASSIGN_OR_RETURN(const bool whole,
                           IsConstant(*builder, size, shape.dimensions(dimension)));
    shape.set_dynamic_dimension(dimension, !whole);
  }
  return builder->AddInstruction(
      {.opcode = HloOpcode::kSetDimensionSize,
       .operands = {operand, size},
       .attributes = MakeAttributes(DimensionSizeAttributes{{dimension}}),
       .given_shape = shape});
}

// Makes the checks of set-dimension-size before a constant is added for it.
Status CheckRemoval(XlaBuilder* builder, const Shape& shape, int64_t dimension) {
  const Shape size = ShapeUtil::MakeScalarShape(S32);
  const Shape* const operands[] = {&shape, &size};
  const AttributesOf<DimensionSizeAttributes> attributes(DimensionSizeAttributes{{dimension}});
  const Status status = InferShape({.opcode = HloOpcode::kSetDimensionSize,
                                    .operands = operands,
                                    .attributes = &attributes,
                                    .called_computations = {},
                                    .given_shape = &shape})
                            .status();
  return status.ok() ? status
                     : status.WithLocation(builder->NextLocation(HloOpcode::kSetDimensionSize));
}

}  // namespace

Span<const Rule> DynamicReshapeRules() { return kRules; }

XlaOp GetDimensionSize(XlaOp operand, int64_t dimension) {
  XlaBuilder* builder = operand.builder();
  return InBuilder(builder, [&] {
    return builder->AddInstruction(
        {.opcode = HloOpcode::kGetDimensionSize,
         .operands = {operand},
         .attributes = MakeAttributes(DimensionSizeAttributes{{dimension}})});
  });
}

XlaOp SetDimensionSize(XlaOp operand, XlaOp size, int64_t dimension) {
  XlaBuilder* builder = BuilderOf(operand, size);
  return InBuilder(builder, [&] { return DoSetDimensionSize(builder, operand, size, dimension); });
}

XlaOp RemoveDynamicDimension(XlaOp operand, int64_t dimension) {
  XlaBuilder* builder = operand.builder();
  return InBuilder(builder, [&]() -> StatusOr<XlaOp> {
    HLOOM_ASSIGN_OR_RETURN(const Shape shape, builder->GetShape(operand));
    HLOOM_RETURN_IF_ERROR(CheckRemoval(builder, shape, dimension));
    const XlaOp size =
        ConstantR0<int32_t>(builder, static_cast<int32_t>(shape.dimensions(dimension)));
    return DoSetDimensionSize(builder, operand, size, dimension);
  });
}

XlaOp DynamicReshape(XlaOp operand, Span<const XlaOp> dim_sizes,
                     Span<const int64_t> new_size_bounds,
                     const std::vector<bool>& dims_are_dynamic) {
  XlaBuilder* builder = operand.builder();
  return InBuilder(builder, [&]() -> StatusOr<XlaOp> {
    HLOOM_ASSIGN_OR_RETURN(const Shape shape, builder->GetShape(operand));
    if (new_size_bounds.size() != dims_are_dynamic.size()) {
      return InvalidArgument(kDynamicReshapeC6)
          .Op("dynamic_reshape")
          .Operand(shape)
          .Say(MessageCat(WithValue("new_size_bounds", new_size_bounds), " has ",
                          Count(static_cast<int64_t>(new_size_bounds.size()), "entry"),
                          ", `dims_are_dynamic` "_msg, dims_are_dynamic.size()))
          .Help("give both for each dimension of the result");
    }
    std::vector<XlaOp> operands = {operand};
    operands.insert(operands.end(), dim_sizes.begin(), dim_sizes.end());
    return builder->AddInstruction({.opcode = HloOpcode::kDynamicReshape,
                                    .operands = std::move(operands),
                                    .given_shape = ShapeUtil::MakeShape(
                                        shape.element_type(), new_size_bounds, dims_are_dynamic)});
  });
}

namespace {

constexpr ArgumentSpec kDimension = {"dimension", kKind<int64_t>, "the dimension"};
constexpr ArgumentSpec kDynamicGetArguments[] = {kOperandArgument, kDimension};
constexpr ArgumentSpec kDynamicSetArguments[] = {
    kOperandArgument,
    OrNumbers({"size", ArgumentKind::kOp, "S32[], the live size: 0 up to the size, or bound"}),
    kDimension,
};
constexpr ArgumentSpec kDynamicReshapeArguments[] = {
    kOperandArgument,
    OrNumbers(
        {"dim_sizes", ArgumentKind::kOps, "the live size of each dimension of the result, S32[]"}),
    {"new_size_bounds", kKind<Int64s>, "the bound of each dimension of the result"},
    {"dims_are_dynamic", kKind<std::vector<bool>>,
     "for each dimension of the result, true if its live size may be less than the bound"},
};

constexpr HloOpcode kDynamicGetOp[] = {HloOpcode::kGetDimensionSize};
constexpr HloOpcode kSetOp[] = {HloOpcode::kSetDimensionSize};
constexpr HloOpcode kRemoveOps[] = {HloOpcode::kConstant, HloOpcode::kSetDimensionSize};
constexpr HloOpcode kDynamicReshapeOp[] = {HloOpcode::kDynamicReshape};

}  // namespace

Span<const BuilderDef> DynamicBuilderDefs() {
  static const BuilderDef kDefs[] = {
      {.name = "GetDimensionSize",
       .group = "dynamic sizes",
       .lowers_to = kDynamicGetOp,
       .arguments = kDynamicGetArguments,
       .invoke = Invoke<GetDimensionSize>,
       .doc = "Returns the live size of a dimension, S32[]: for a dynamic dimension, the size that "
              "the value has when the program runs.",
       .source = "Operation Semantics, GetDimensionSize",
       .example = "const y = b.getDimensionSize(x, 1);"},
      {.name = "SetDimensionSize",
       .group = "dynamic sizes",
       .lowers_to = kSetOp,
       .arguments = kDynamicSetArguments,
       .invoke = Invoke<SetDimensionSize>,
       .doc = "Sets the live size of a dimension of the operand and makes it dynamic: f32[10] "
              "becomes f32[<=10]. Later operations use only the first `size` elements along it. A "
              "constant size that equals the bound makes the dimension static again.",
       .source = "Operation Semantics, SetDimensionSize",
       .example = "const y = b.setDimensionSize(x, b.constant(2, 'S32'), 1);"},
      {.name = "RemoveDynamicDimension",
       .group = "dynamic sizes",
       .lowers_to = kRemoveOps,
       .arguments = kDynamicGetArguments,
       .invoke = Invoke<RemoveDynamicDimension>,
       .doc = "Makes a dynamic dimension static: the result has all elements up to the bound. XLA "
              "does not define the elements beyond the live size. In hloom they are the contents "
              "of memory: the elements from before SetDimensionSize, or zeros.",
       .source = "XLA, RemoveDynamicDimension",
       .example = "const y = b.removeDynamicDimension(b.setDimensionSize(x, b.constant(2, 'S32'), "
                  "1), 1);"},
      {.name = "DynamicReshape",
       .group = "dynamic sizes",
       .lowers_to = kDynamicReshapeOp,
       .arguments = kDynamicReshapeArguments,
       .rules = DynamicReshapeRules(),
       .invoke = Invoke<DynamicReshape>,
       .doc = "Reshapes to sizes that are operands: in row-major order, the live elements get the "
              "live sizes dim_sizes. The bounds of operand and result must hold the same number of "
              "elements.",
       .source = "Operation Semantics, DynamicReshape",
       .example = "const rows = b.setDimensionSize(x, b.constant(1, 'S32'), 0);\n"
                  "const y = b.dynamicReshape(rows, [b.constant(3, 'S32')], [6], [true]);"},
  };
  return kDefs;
}

}  // namespace hloom
