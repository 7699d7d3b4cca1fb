// Rows of functions about arrays of dynamic size.
#include "builder/defs/argument_specs.h"

namespace hloom {

Span<const Rule> DynamicReshapeRules();

namespace {

constexpr ArgumentSpec kDimension = {"dimension", kKind<int64_t>, "the dimension"};
constexpr ArgumentSpec kDynamicGetArguments[] = {kOperandArgument, kDimension};
constexpr ArgumentSpec kSetArguments[] = {
    kOperandArgument,
    {"size", ArgumentKind::kOp, "S32[], the live size: 0 up to the size, or bound"},
    kDimension,
};
constexpr ArgumentSpec kReshapeArguments[] = {
    kOperandArgument,
    {"dim_sizes", ArgumentKind::kOps, "S32[], for each dimension of the result its live size"},
    {"new_size_bounds", kKind<Int64s>, "for each dimension of the result its bound"},
    {"dims_are_dynamic", kKind<std::vector<bool>>,
     "for each dimension of the result, whether its live size may be less than the bound"},
};

constexpr HloOpcode kDynamicGetOp[] = {HloOpcode::kGetDimensionSize};
constexpr HloOpcode kSetOp[] = {HloOpcode::kSetDimensionSize};
constexpr HloOpcode kRemoveOps[] = {HloOpcode::kConstant, HloOpcode::kSetDimensionSize};
constexpr HloOpcode kDynamicReshapeOp[] = {HloOpcode::kDynamicReshape};

}  // namespace

Span<const BuilderDef> DynamicBuilderDefs() {
  static const BuilderDef kDefs[] = {
      {"GetDimensionSize",
       0,
       "dynamic sizes",
       kDynamicGetOp,
       kDynamicGetArguments,
       {},
       [](XlaBuilder*, Arguments a) { return GetDimensionSize(a[0].op, a[1].Get<int64_t>()); },
       "Gives the live size of a dimension, S32[]: where the dimension is dynamic, the size that "
       "the value has when the program runs.",
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
       "Gives a dimension of the operand another live size, and makes it dynamic: f32[10] becomes "
       "f32[<=10]. Operations that follow see the first `size` elements along it. A constant size "
       "that equals the bound makes the dimension static again.",
       "Operation Semantics, SetDimensionSize",
       "const y = b.setDimensionSize(x, b.constant(2, 'S32'), 1);"},
      {"RemoveDynamicDimension",
       0,
       "dynamic sizes",
       kRemoveOps,
       kDynamicGetArguments,
       {},
       [](XlaBuilder*, Arguments a) {
         return RemoveDynamicDimension(a[0].op, a[1].Get<int64_t>());
       },
       "Makes a dynamic dimension static: the result has all elements up to the bound. XLA does "
       "not define the elements beyond the live size; here they are what lies in memory: those "
       "that were there before SetDimensionSize, or else zeros.",
       "XLA, RemoveDynamicDimension",
       "const y = b.removeDynamicDimension(b.setDimensionSize(x, b.constant(2, 'S32'), 1), "
       "1);"},
      {"DynamicReshape", 0, "dynamic sizes", kDynamicReshapeOp, kReshapeArguments,
       DynamicReshapeRules(),
       [](XlaBuilder*, Arguments a) {
         return DynamicReshape(a[0].op, a[1].ops, a[2].Get<Int64s>(),
                               a[3].Get<std::vector<bool>>());
       },
       "Reshapes to sizes that are operands: in row-major order, the live elements get the live "
       "sizes dim_sizes. The bounds of operand and result must hold the same number of elements.",
       "Operation Semantics, DynamicReshape",
       "const rows = b.setDimensionSize(x, b.constant(1, 'S32'), 0);\n"
       "const y = b.dynamicReshape(rows, [b.constant(3, 'S32')], [6], [true]);"},
  };
  return kDefs;
}

}  // namespace hloom
