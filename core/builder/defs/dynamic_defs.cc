// Rows of functions about arrays of dynamic size.
#include "builder/defs/argument_specs.h"

namespace hloom {

Span<const Rule> DynamicReshapeRules();

namespace {

constexpr ArgumentSpec kDimension = {"dimension", kKind<int64_t>, "the dimension"};
constexpr ArgumentSpec kGetArguments[] = {kOperandArgument, kDimension};
constexpr ArgumentSpec kSetArguments[] = {
    kOperandArgument,
    {"size", ArgumentKind::kOp, "S32[], the live size: 0 up to the size, or bound"},
    kDimension,
};
constexpr ArgumentSpec kReshapeArguments[] = {
    kOperandArgument,
    {"dim_sizes", ArgumentKind::kOps, "S32[], for each dimension of the result its live size"},
    {"new_size_bounds", kKind<Int64s>, "for each of them, its bound"},
    {"dims_are_dynamic", kKind<std::vector<bool>>,
     "for each of them, whether its size may be less than the bound"},
};

constexpr HloOpcode kGetOp[] = {HloOpcode::kGetDimensionSize};
constexpr HloOpcode kSetOp[] = {HloOpcode::kSetDimensionSize};
constexpr HloOpcode kRemoveOps[] = {HloOpcode::kConstant, HloOpcode::kSetDimensionSize};
constexpr HloOpcode kReshapeOp[] = {HloOpcode::kDynamicReshape};

}  // namespace

Span<const BuilderDef> DynamicBuilderDefs() {
  static const BuilderDef kDefs[] = {
      {"GetDimensionSize",
       0,
       "dynamic sizes",
       kGetOp,
       kGetArguments,
       {},
       [](XlaBuilder*, Arguments a) { return GetDimensionSize(a[0].op, a[1].Get<int64_t>()); },
       "The live size of a dimension, S32[]: that of the value when the program runs, where the "
       "dimension is dynamic.",
       "Operation Semantics, GetDimensionSize",
       "const y = b.getDimensionSize(x, 1);"},
      {"SetDimensionSize",
       0,
       "dynamic sizes",
       kSetOp,
       kSetArguments,
       {},
       [](XlaBuilder*, Arguments a) {
         return SetDimensionSize(a[0].op, a[1].op, a[2].Get<int64_t>());
       },
       "The operand with another live size of a dimension, which becomes dynamic: f32[10] gives "
       "f32[<=10]. Operations that follow see the first `size` elements along it. A constant size "
       "that equals the bound makes the dimension static again.",
       "Operation Semantics, SetDimensionSize",
       "const y = b.setDimensionSize(x, b.constant(2, 'S32'), 1);"},
      {"RemoveDynamicDimension",
       0,
       "dynamic sizes",
       kRemoveOps,
       kGetArguments,
       {},
       [](XlaBuilder*, Arguments a) {
         return RemoveDynamicDimension(a[0].op, a[1].Get<int64_t>());
       },
       "The operand with all elements up to the bound of a dimension, which becomes static. What "
       "the elements beyond the live size are is not defined by XLA; here they are what lies in "
       "memory: the elements before SetDimensionSize made them dead, else zeros.",
       "XLA, RemoveDynamicDimension",
       "const y = b.removeDynamicDimension(b.setDimensionSize(x, b.constant(2, 'S32'), 1), "
       "1);"},
      {"DynamicReshape", 0, "dynamic sizes", kReshapeOp, kReshapeArguments, DynamicReshapeRules(),
       [](XlaBuilder*, Arguments a) {
         return DynamicReshape(a[0].op, a[1].ops, a[2].Get<Int64s>(),
                               a[3].Get<std::vector<bool>>());
       },
       "A reshape whose sizes are operands: the live elements, in row-major order, under the live "
       "sizes dim_sizes. By the bounds, operand and result have the same number of elements.",
       "Operation Semantics, DynamicReshape",
       "const rows = b.setDimensionSize(x, b.constant(1, 'S32'), 0);\n"
       "const y = b.dynamicReshape(rows, [b.constant(3, 'S32')], [6], [true]);"},
  };
  return kDefs;
}

}  // namespace hloom
