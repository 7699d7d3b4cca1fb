// Parameters, constants, and functions that set shapes.
#include "base/str_cat.h"
#include "builder/argument_specs.h"
#include "builder/functions/function_util.h"
#include "ops/control/structural.h"
#include "ops/data_movement/broadcast.h"
#include "ops/data_movement/iota.h"
#include "ops/data_movement/reshape.h"
#include "ops/infer_util.h"
#include "ops/rules.h"

namespace hloom {

namespace {
constexpr Rule kBroadcastInDimC1 = {
    "broadcast_in_dim.c1", "broadcast_dimensions has one entry for each dimension of the operand"};
constexpr Rule kBroadcastInDimC2 = {"broadcast_in_dim.c2",
                                    "each entry is a dimension of the result"};
constexpr Rule kBroadcastInDimC3 = {"broadcast_in_dim.c3",
                                    "broadcast_dimensions is strictly increasing"};
constexpr Rule kBroadcastInDimC4 = {"broadcast_in_dim.c4",
                                    "a dimension has the size of the one it becomes, or 1"};
constexpr Rule kBroadcastInDimC5 = {"broadcast_in_dim.c5",
                                    "only a static dimension of size 1 is stretched"};
constexpr Rule kShapeRules[] = {kBroadcastInDimC1, kBroadcastInDimC2, kBroadcastInDimC3,
                                kBroadcastInDimC4, kBroadcastInDimC5};

ErrorBuilder Refuse(const Rule& rule, const Shape& operand, Span<const int64_t> sizes) {
  return InvalidArgument(rule)
      .Op("broadcast_in_dim")
      .Operand(operand)
      .Say(MessageCat(operand.ToString(), " cannot be broadcast to the sizes ",
                      DimensionList(sizes)));
}

Status CheckBroadcastInDim(const Shape& operand, Span<const int64_t> sizes,
                           Span<const int64_t> dims) {
  const int64_t rank = static_cast<int64_t>(sizes.size());
  if (static_cast<int64_t>(dims.size()) != operand.rank()) {
    return Refuse(kBroadcastInDimC1, operand, sizes)
        .Detail(MessageCat(WithValue("broadcast_dimensions", dims), " has ", dims.size(),
                           dims.size() == 1 ? " entry, " : " entries, ", "the operand has rank ",
                           operand.rank()))
        .Help("name one dimension of the result for each dimension of the operand");
  }
  for (size_t i = 0; i < dims.size(); ++i) {
    const int64_t size = operand.dimensions(static_cast<int64_t>(i));
    if (dims[i] < 0 || dims[i] >= rank) {
      return Refuse(kBroadcastInDimC2, operand, sizes)
          .Detail(MessageCat(WithValue("broadcast_dimensions", dims), " names dimension ", dims[i],
                             ", the result has rank ", rank))
          .Help(rank == 0 ? std::string("a scalar has no dimensions")
                          : StrCat("use dimensions in 0..", rank - 1));
    }
    if (i > 0 && dims[i] <= dims[i - 1]) {
      return Refuse(kBroadcastInDimC3, operand, sizes)
          .Detail(
              MessageCat(WithValue("broadcast_dimensions", dims), " is not strictly increasing"))
          .Help("transpose the operand first; broadcasting keeps the order of dimensions");
    }
    if (size != 1 && size != sizes[static_cast<size_t>(dims[i])]) {
      return Refuse(kBroadcastInDimC4, operand, sizes)
          .Detail(StrCat("dimension ", i, " (size ", size, ") becomes dimension ", dims[i],
                         " (size ", sizes[static_cast<size_t>(dims[i])], ")"))
          .Help("the sizes must be equal, or the operand's 1");
    }
    const bool stretched = size != sizes[static_cast<size_t>(dims[i])];
    if (stretched && operand.is_dynamic_dimension(static_cast<int64_t>(i))) {
      return Refuse(kBroadcastInDimC5, operand, sizes)
          .Detail(StrCat("dimension ", i, " is dynamic, and its live size may be 0"))
          .Help("`RemoveDynamicDimension` makes it static; `Reshape` takes it away"_msg);
    }
  }
  return OkStatus();
}

StatusOr<XlaOp> DoBroadcastInDim(XlaBuilder* builder, XlaOp operand, Span<const int64_t> sizes,
                                 Span<const int64_t> dims) {
  HLOOM_ASSIGN_OR_RETURN(const Shape shape, builder->GetShape(operand));
  if (!shape.IsArray()) {
    return InvalidArgument(kTypeC2)
        .Op("broadcast_in_dim")
        .Operand(shape)
        .Say(StrCat("takes an array, not ", shape.ToString()))
        .Help(HelpToAnArray(shape));
  }
  HLOOM_RETURN_IF_ERROR(CheckBroadcastInDim(shape, sizes, dims));
  Shape result = ShapeUtil::MakeShape(shape.element_type(), sizes);
  const Status valid = ShapeUtil::ValidateShape(result);
  if (!valid.ok()) return valid.WithOp("broadcast_in_dim");
  // Dimensions of size 1 that grow are dropped first; the others are placed.
  std::vector<int64_t> kept_sizes;
  std::vector<int64_t> kept_dims;
  std::vector<bool> kept_dynamic;
  for (size_t i = 0; i < dims.size(); ++i) {
    const int64_t size = shape.dimensions(static_cast<int64_t>(i));
    if (size != sizes[static_cast<size_t>(dims[i])]) continue;
    kept_sizes.push_back(size);
    kept_dims.push_back(dims[i]);
    kept_dynamic.push_back(shape.is_dynamic_dimension(static_cast<int64_t>(i)));
    if (kept_dynamic.back()) result.set_dynamic_dimension(dims[i], true);
  }
  std::vector<BroadcastStep> steps;
  const Shape reshaped = ShapeUtil::MakeShape(shape.element_type(), kept_sizes, kept_dynamic);
  if (kept_dims.size() != dims.size()) steps.push_back({false, true, shape, reshaped, {}});
  steps.push_back({false, false, reshaped, result, kept_dims});
  return builder->ApplyBroadcastSteps(operand, false, steps);
}

}  // namespace

Span<const Rule> BroadcastInDimRules() { return kShapeRules; }

XlaOp Parameter(XlaBuilder* builder, int64_t parameter_number, const Shape& shape,
                const std::string& name) {
  return InBuilder(builder, [&] { return builder->AddParameter(parameter_number, shape, name); });
}

XlaOp ConstantLiteral(XlaBuilder* builder, const Literal& literal) {
  return InBuilder(builder, [&] {
    return builder->AddInstruction({.opcode = HloOpcode::kConstant,
                                    .attributes = MakeAttributes(ConstantAttributes{literal}),
                                    .given_shape = literal.shape()});
  });
}

XlaOp Iota(XlaBuilder* builder, const Shape& shape, int64_t iota_dimension) {
  return InBuilder(builder, [&] {
    return builder->AddInstruction({.opcode = HloOpcode::kIota,
                                    .attributes = MakeAttributes(IotaAttributes{iota_dimension}),
                                    .given_shape = shape});
  });
}

XlaOp Iota(XlaBuilder* builder, PrimitiveType type, int64_t size) {
  return Iota(builder, ShapeUtil::MakeShape(type, {size}), 0);
}

XlaOp Broadcast(XlaOp operand, Span<const int64_t> broadcast_sizes) {
  XlaBuilder* builder = operand.builder();
  return InBuilder(builder, [&]() -> StatusOr<XlaOp> {
    HLOOM_ASSIGN_OR_RETURN(const Shape shape, builder->GetShape(operand));
    std::vector<int64_t> sizes = broadcast_sizes.ToVector();
    std::vector<int64_t> dimensions;
    std::vector<bool> dynamic(sizes.size(), false);
    for (int64_t i = 0; i < shape.rank(); ++i) {
      dimensions.push_back(static_cast<int64_t>(sizes.size()));
      sizes.push_back(shape.dimensions(i));
      dynamic.push_back(shape.is_dynamic_dimension(i));
    }
    return builder->AddInstruction(
        {.opcode = HloOpcode::kBroadcast,
         .operands = {operand},
         .attributes = MakeAttributes(BroadcastAttributes{std::move(dimensions)}),
         .given_shape = ShapeUtil::MakeShape(shape.element_type(), sizes, dynamic)});
  });
}

XlaOp BroadcastInDim(XlaOp operand, Span<const int64_t> out_dim_size,
                     Span<const int64_t> broadcast_dimensions) {
  XlaBuilder* builder = operand.builder();
  return InBuilder(builder, [&] {
    return DoBroadcastInDim(builder, operand, out_dim_size, broadcast_dimensions);
  });
}

XlaOp Reshape(XlaOp operand, Span<const int64_t> new_sizes) {
  XlaBuilder* builder = operand.builder();
  return InBuilder(builder, [&]() -> StatusOr<XlaOp> {
    HLOOM_ASSIGN_OR_RETURN(const Shape shape, builder->GetShape(operand));
    HLOOM_ASSIGN_OR_RETURN(const Shape to, ReshapedShape(*builder, shape, new_sizes));
    return builder->AddInstruction({.opcode = HloOpcode::kReshape,
                                    .operands = {operand},
                                    .attributes = MakeAttributes(ReshapeAttributes()),
                                    .given_shape = to});
  });
}

namespace {

constexpr ArgumentSpec kParameterArguments[] = {
    AttributeArgument<int64_t>(ParameterAttributes::kParameterNumber),
    {"shape", kKind<Shape>, "its shape"},
    {"name", kKind<std::string>, "its name"},
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
constexpr ArgumentSpec kShapeReshapeArguments[] = {
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
      {.name = "Parameter",
       .group = "parameters and constants",
       .lowers_to = kParameterOp,
       .arguments = kParameterArguments,
       .invoke = CallParameter,
       .doc = "Declares an argument of the computation.",
       .source = "Operation Semantics, Call",
       .example = "const p0 = b.parameter(0, f32(2, 3), 'x');"},
      {.name = "Parameter",
       .overload = 1,
       .group = "parameters and constants",
       .lowers_to = kParameterOp,
       .arguments = kUnnamedParameterArguments,
       .invoke = CallUnnamedParameter,
       .doc = "Declares an argument of the computation, named p0, p1 ... by its number.",
       .source = "Operation Semantics, Call",
       .example = "const p0 = b.parameter(0, f32(2, 3));"},
      {.name = "ConstantLiteral",
       .group = "parameters and constants",
       .lowers_to = kConstantOp,
       .arguments = kConstantArguments,
       .invoke = Invoke<ConstantLiteral>,
       .doc = "Returns a value that is part of the program.",
       .source = "Operation Semantics, Iota",
       .example = "const c = b.constantLiteral(Literal.from([1, 2, 3]));"},
      {.name = "Iota",
       .group = "parameters and constants",
       .lowers_to = kIotaOp,
       .arguments = kIotaArguments,
       .invoke = InvokeOverload<XlaOp(XlaBuilder*, const Shape&, int64_t), Iota>,
       .doc = "Counts along iota_dimension: each element is its own index along that dimension, 0, "
              "1, 2 and so on.",
       .source = "Operation Semantics, Iota",
       .example = "const i = b.iota(s32(4, 8), 0);"},
      {.name = "Iota",
       .overload = 1,
       .group = "parameters and constants",
       .lowers_to = kIotaOp,
       .arguments = kIotaVectorArguments,
       .invoke = InvokeOverload<XlaOp(XlaBuilder*, PrimitiveType, int64_t), Iota>,
       .doc = "Makes the vector 0, 1, ..., size-1.",
       .source = "Operation Semantics, Iota",
       .example = "const i = b.iota('S32', 8);"},
      {.name = "Broadcast",
       .group = "shapes",
       .lowers_to = kBroadcastOp,
       .arguments = kShapeBroadcastArguments,
       .invoke = Invoke<Broadcast>,
       .doc = "Adds dimensions on the left, along which the operand repeats: sizes {a0, ..., aN} "
              "turn [b0, ..., bM] into [a0, ..., aN, b0, ..., bM].",
       .source = "Operation Semantics, Broadcast",
       .example = "const y = b.broadcast(v, [2]);"},
      {.name = "BroadcastInDim",
       .group = "shapes",
       .lowers_to = kBroadcastInDimOps,
       .arguments = kBroadcastInDimArguments,
       .rules = BroadcastInDimRules(),
       .invoke = Invoke<BroadcastInDim>,
       .doc = "Broadcasts the operand to the sizes out_dim_size: its dimension i becomes dimension "
              "broadcast_dimensions[i] of the result, where a size of 1 is stretched. The operand "
              "repeats along all other dimensions.",
       .source = "Operation Semantics, BroadcastInDim",
       .example = "const y = b.broadcastInDim(v, [2, 3], [1]);"},
      {.name = "Reshape",
       .group = "shapes",
       .lowers_to = kReshapeOp,
       .arguments = kShapeReshapeArguments,
       .invoke = InvokeOverload<XlaOp(XlaOp, Span<const int64_t>), Reshape>,
       .doc = "Reshapes the operand to new sizes; the elements keep their row-major order.",
       .source = "Operation Semantics, Reshape",
       .example = "const y = b.reshape(x, [3, 2]);"},
  };
  return kDefs;
}

}  // namespace hloom
