// Rows of parameters, constants, and functions that give shapes.
#include "base/str_cat.h"
#include "builder/defs/argument_specs.h"
#include "ops/control/structural.h"
#include "ops/data_movement/iota.h"

namespace hloom {

Span<const Rule> BroadcastInDimRules();

namespace {

constexpr ArgumentSpec kParameterArguments[] = {
    AttributeArgument<int64_t>(ParameterAttributes::kParameterNumber),
    {"shape", kKind<Shape>, "its shape"},
    {"name", kKind<std::string>, "its name, for people"},
};
constexpr ArgumentSpec kUnnamedParameterArguments[] = {kParameterArguments[0],
                                                       kParameterArguments[1]};
constexpr ArgumentSpec kConstantArguments[] = {
    AttributeArgument<Literal>(ConstantAttributes::kLiteral)};
constexpr ArgumentSpec kIotaArguments[] = {
    {"shape", kKind<Shape>, "the result's shape: an array, not PRED, not a scalar"},
    AttributeArgument<int64_t>(IotaAttributes::kIotaDimension),
};
constexpr ArgumentSpec kIotaVectorArguments[] = {
    {"type", kKind<PrimitiveType>, "the element type, not PRED"},
    {"size", kKind<int64_t>, "the number of elements"},
};
constexpr ArgumentSpec kShapeBroadcastArguments[] = {
    kOperandArgument,
    {"broadcast_sizes", kKind<Int64s>, "the sizes of the new dimensions, put on the left"},
};
constexpr ArgumentSpec kBroadcastInDimArguments[] = {
    kOperandArgument,
    {"out_dim_size", kKind<Int64s>, "the sizes of the result"},
    {"broadcast_dimensions", kKind<Int64s>,
     "for each dimension of the operand, the dimension of the result that it becomes; strictly "
     "increasing"},
};
constexpr ArgumentSpec kReshapeArguments[] = {
    kOperandArgument,
    {"new_sizes", kKind<Int64s>, "the sizes of the result; their product is that of the operand's"},
};

constexpr HloOpcode kParameterOp[] = {HloOpcode::kParameter};
constexpr HloOpcode kConstantOp[] = {HloOpcode::kConstant};
constexpr HloOpcode kIotaOp[] = {HloOpcode::kIota};
constexpr HloOpcode kBroadcastOp[] = {HloOpcode::kBroadcast};
constexpr HloOpcode kBroadcastInDimOps[] = {HloOpcode::kReshape, HloOpcode::kBroadcast};
constexpr HloOpcode kReshapeOp[] = {HloOpcode::kReshape};

XlaOp CallParameter(XlaBuilder* builder, Arguments a) {
  return Parameter(builder, a[0].Get<int64_t>(), a[1].Get<Shape>(), a[2].Get<std::string>());
}
XlaOp CallUnnamedParameter(XlaBuilder* builder, Arguments a) {
  return Parameter(builder, a[0].Get<int64_t>(), a[1].Get<Shape>(),
                   StrCat("p", a[0].Get<int64_t>()));
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
       "Declares an argument of the computation.",
       "Operation Semantics, Call",
       "const p0 = b.parameter(0, f32(2, 3), 'x');"},
      {"Parameter",
       1,
       "parameters and constants",
       kParameterOp,
       kUnnamedParameterArguments,
       {},
       CallUnnamedParameter,
       "Declares an argument of the computation, named p0, p1 ... by its number.",
       "Operation Semantics, Call",
       "const p0 = b.parameter(0, f32(2, 3));"},
      {"ConstantLiteral",
       0,
       "parameters and constants",
       kConstantOp,
       kConstantArguments,
       {},
       [](XlaBuilder* builder, Arguments a) {
         return ConstantLiteral(builder, a[0].Get<Literal>());
       },
       "Gives a value that is part of the program.",
       "Operation Semantics, Iota",
       "const c = b.constantLiteral(Literal.from([1, 2, 3]));"},
      {"Iota",
       0,
       "parameters and constants",
       kIotaOp,
       kIotaArguments,
       {},
       [](XlaBuilder* builder, Arguments a) {
         return Iota(builder, a[0].Get<Shape>(), a[1].Get<int64_t>());
       },
       "Counts along iota_dimension: each element is its own index along that dimension, 0, 1, 2 "
       "and so on.",
       "Operation Semantics, Iota",
       "const i = b.iota(s32(4, 8), 0);"},
      {"Iota",
       1,
       "parameters and constants",
       kIotaOp,
       kIotaVectorArguments,
       {},
       [](XlaBuilder* builder, Arguments a) {
         return Iota(builder, a[0].Get<PrimitiveType>(), a[1].Get<int64_t>());
       },
       "Makes the vector 0, 1, ..., size-1.",
       "Operation Semantics, Iota",
       "const i = b.iota('S32', 8);"},
      {"Broadcast",
       0,
       "shapes",
       kBroadcastOp,
       kShapeBroadcastArguments,
       {},
       [](XlaBuilder*, Arguments a) { return Broadcast(a[0].op, a[1].Get<Int64s>()); },
       "Adds dimensions on the left, along which the operand repeats: sizes {a0, ..., aN} turn "
       "[b0, ..., bM] into [a0, ..., aN, b0, ..., bM].",
       "Operation Semantics, Broadcast",
       "const y = b.broadcast(v, [2]);"},
      {"BroadcastInDim", 0, "shapes", kBroadcastInDimOps, kBroadcastInDimArguments,
       BroadcastInDimRules(),
       [](XlaBuilder*, Arguments a) {
         return BroadcastInDim(a[0].op, a[1].Get<Int64s>(), a[2].Get<Int64s>());
       },
       "Broadcasts to the sizes out_dim_size: dimension i of the operand becomes dimension "
       "broadcast_dimensions[i] of the result, where a size of 1 is stretched; the operand repeats "
       "along all other dimensions.",
       "Operation Semantics, BroadcastInDim", "const y = b.broadcastInDim(v, [2, 3], [1]);"},
      {"Reshape",
       0,
       "shapes",
       kReshapeOp,
       kReshapeArguments,
       {},
       [](XlaBuilder*, Arguments a) { return Reshape(a[0].op, a[1].Get<Int64s>()); },
       "Gives the elements new sizes; in row-major order they stay the same.",
       "Operation Semantics, Reshape",
       "const y = b.reshape(x, [3, 2]);"},
  };
  return kDefs;
}

}  // namespace hloom
