// Rows of parameters, constants, and functions that give shapes.
#include "base/str_cat.h"
#include "builder/defs/argument_specs.h"

namespace hloom {

Span<const Rule> BroadcastInDimRules();

namespace {

constexpr ArgumentSpec kParameterArguments[] = {
    {"parameter_number", ArgumentKind::kInt64, "its position among the arguments, from 0"},
    {"shape", ArgumentKind::kShape, "its shape"},
    {"name", ArgumentKind::kString, "its name, for people"},
};
constexpr ArgumentSpec kUnnamedParameterArguments[] = {kParameterArguments[0],
                                                       kParameterArguments[1]};
constexpr ArgumentSpec kConstantArguments[] = {{"literal", ArgumentKind::kLiteral, "the value"}};
constexpr ArgumentSpec kIotaArguments[] = {
    {"shape", ArgumentKind::kShape, "the result's shape: an array, not PRED, not a scalar"},
    {"iota_dimension", ArgumentKind::kInt64, "the dimension along which the values increase"},
};
constexpr ArgumentSpec kIotaVectorArguments[] = {
    {"type", ArgumentKind::kType, "the element type, not PRED"},
    {"size", ArgumentKind::kInt64, "the number of elements"},
};
constexpr ArgumentSpec kBroadcastArguments[] = {
    kOperandArgument,
    {"broadcast_sizes", ArgumentKind::kInt64s, "the sizes of the new dimensions, put on the left"},
};
constexpr ArgumentSpec kBroadcastInDimArguments[] = {
    kOperandArgument,
    {"out_dim_size", ArgumentKind::kInt64s, "the sizes of the result"},
    {"broadcast_dimensions", ArgumentKind::kInt64s,
     "for each dimension of the operand, the dimension of the result that it becomes; strictly "
     "increasing"},
};
constexpr ArgumentSpec kReshapeArguments[] = {
    kOperandArgument,
    {"new_sizes", ArgumentKind::kInt64s,
     "the sizes of the result; their product is that of the operand's"},
};

constexpr HloOpcode kParameterOp[] = {HloOpcode::kParameter};
constexpr HloOpcode kConstantOp[] = {HloOpcode::kConstant};
constexpr HloOpcode kIotaOp[] = {HloOpcode::kIota};
constexpr HloOpcode kBroadcastOp[] = {HloOpcode::kBroadcast};
constexpr HloOpcode kBroadcastInDimOps[] = {HloOpcode::kReshape, HloOpcode::kBroadcast};
constexpr HloOpcode kReshapeOp[] = {HloOpcode::kReshape};

XlaOp CallParameter(XlaBuilder* builder, Arguments a) {
  return Parameter(builder, a[0].integer, a[1].shape, a[2].text);
}
XlaOp CallUnnamedParameter(XlaBuilder* builder, Arguments a) {
  return Parameter(builder, a[0].integer, a[1].shape, StrCat("p", a[0].integer));
}

}  // namespace

Span<const BuilderDef> ShapeBuilderDefs() {
  static const BuilderDef kDefs[] = {
      {"Parameter",
       0,
       "parameters and constants",
       kParameterOp,
       kParameterArguments,
       {},
       CallParameter,
       "An argument of the computation.",
       "Operation Semantics, Call",
       "const p0 = b.parameter(0, f32(2, 3), 'x');"},
      {"Parameter",
       1,
       "parameters and constants",
       kParameterOp,
       kUnnamedParameterArguments,
       {},
       CallUnnamedParameter,
       "An argument of the computation, named p0, p1 ... by its number.",
       "Operation Semantics, Call",
       "const p0 = b.parameter(0, f32(2, 3));"},
      {"ConstantLiteral",
       0,
       "parameters and constants",
       kConstantOp,
       kConstantArguments,
       {},
       [](XlaBuilder* builder, Arguments a) { return ConstantLiteral(builder, a[0].literal); },
       "A value that is part of the program.",
       "Operation Semantics, Iota",
       "const c = b.constantLiteral(Literal.from([1, 2, 3]));"},
      {"Iota",
       0,
       "parameters and constants",
       kIotaOp,
       kIotaArguments,
       {},
       [](XlaBuilder* builder, Arguments a) { return Iota(builder, a[0].shape, a[1].integer); },
       "An array whose element at an index is that index's entry for iota_dimension: from 0, by "
       "one.",
       "Operation Semantics, Iota",
       "const i = b.iota(s32(4, 8), 0);"},
      {"Iota",
       1,
       "parameters and constants",
       kIotaOp,
       kIotaVectorArguments,
       {},
       [](XlaBuilder* builder, Arguments a) { return Iota(builder, a[0].type, a[1].integer); },
       "The vector 0, 1, ..., size-1.",
       "Operation Semantics, Iota",
       "const i = b.iota('S32', 8);"},
      {"Broadcast",
       0,
       "shapes",
       kBroadcastOp,
       kBroadcastArguments,
       {},
       [](XlaBuilder*, Arguments a) { return Broadcast(a[0].op, a[1].integers); },
       "Adds dimensions on the left, along which the operand repeats: sizes {a0, ..., aN} on [b0, "
       "..., bM] give "
       "[a0, ..., aN, b0, ..., bM].",
       "Operation Semantics, Broadcast",
       "const y = b.broadcast(v, [2]);"},
      {"BroadcastInDim", 0, "shapes", kBroadcastInDimOps, kBroadcastInDimArguments,
       BroadcastInDimRules(),
       [](XlaBuilder*, Arguments a) {
         return BroadcastInDim(a[0].op, a[1].integers, a[2].integers);
       },
       "Broadcasts to the sizes out_dim_size: dimension i of the operand becomes dimension "
       "broadcast_dimensions[i], with "
       "its size or stretched from size 1; the operand repeats along all others.",
       "Operation Semantics, BroadcastInDim", "const y = b.broadcastInDim(v, [2, 3], [1]);"},
      {"Reshape",
       0,
       "shapes",
       kReshapeOp,
       kReshapeArguments,
       {},
       [](XlaBuilder*, Arguments a) { return Reshape(a[0].op, a[1].integers); },
       "The same elements, in row-major order, under new sizes.",
       "Operation Semantics, Reshape",
       "const y = b.reshape(x, [3, 2]);"},
  };
  return kDefs;
}

}  // namespace hloom
