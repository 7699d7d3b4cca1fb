#include "builder/functions/collectives/collective_instructions.h"

#include "base/str_cat.h"
#include "builder/functions/function_util.h"
#include "builder/functions/functions.h"
#include "builder/rules.h"
#include "ops/collectives/collective_util.h"
#include "ops/data_movement/reshape.h"
#include "shape/layout_util.h"

namespace hloom {
namespace collective_internal {

namespace {

Span<const XlaOp> SpanOf(const std::vector<XlaOp>& operands) {
  return {operands.data(), operands.size()};
}

// layout.c1 and the rules after it.
Status CheckLayout(const XlaBuilder& builder, HloOpcode opcode, const Layout& layout,
                   const Shape& shape) {
  const Status status = LayoutUtil::ValidateLayoutForShape(layout, shape);
  if (status.ok()) return status;
  return status.WithOp(GetOpDef(opcode).name).WithLocation(builder.NextLocation(opcode));
}

// The operand in this layout, which inference from it keeps.
StatusOr<XlaOp> InLayout(XlaBuilder* builder, HloOpcode opcode, XlaOp operand,
                         const Layout& layout) {
  HLOOM_ASSIGN_OR_RETURN(Shape shape, builder->GetShape(operand));
  if (!shape.IsArray()) return operand;  // the operation checks it
  HLOOM_RETURN_IF_ERROR(CheckLayout(*builder, opcode, layout, shape));
  if (shape.layout() == layout) return operand;
  shape.set_layout(layout);
  return builder->AddInstruction({.opcode = HloOpcode::kReshape,
                                  .operands = {operand},
                                  .attributes = MakeAttributes(ReshapeAttributes()),
                                  .given_shape = std::move(shape)});
}

Status CheckShapeWithLayout(const XlaBuilder& builder, HloOpcode opcode, const Shape& operand,
                            const Shape& shape_with_layout) {
  const Status valid = ShapeUtil::ValidateShape(shape_with_layout);
  if (!valid.ok()) {
    return valid.WithOp(GetOpDef(opcode).name).WithLocation(builder.NextLocation(opcode));
  }
  if (ShapeUtil::Compatible(operand, shape_with_layout)) return OkStatus();
  return InvalidArgument(kChannelB2)
      .Op(GetOpDef(opcode).name)
      .Say(MessageCat("`shape_with_layout` is "_msg, shape_with_layout.ToString(), ", the operand ",
                      operand.ToString()))
      .Help("give the operand's shape, with the layout that the result is to have")
      .At(builder.NextLocation(opcode));
}

StatusOr<XlaOp> AddAllReduce(XlaBuilder* builder, Span<const XlaOp> operands,
                             const XlaComputation& computation, const Meeting& meeting,
                             const std::optional<Shape>& shape_with_layout) {
  constexpr HloOpcode kOpcode = HloOpcode::kAllReduce;
  auto attributes = AttributesOfMeeting<AllReduceAttributes>(meeting);
  attributes.constrain_layout = shape_with_layout.has_value();
  std::vector<XlaOp> arrays = operands.ToVector();
  for (size_t i = 0; shape_with_layout && i < arrays.size(); ++i) {
    const Shape& given =
        shape_with_layout->IsTuple() ? shape_with_layout->tuple_shapes()[i] : *shape_with_layout;
    HLOOM_ASSIGN_OR_RETURN(arrays[i], InLayout(builder, kOpcode, arrays[i], given.layout()));
  }
  return builder->AddInstruction({.opcode = kOpcode,
                                  .operands = std::move(arrays),
                                  .attributes = MakeAttributes(std::move(attributes)),
                                  .called_computations = {&computation}});
}

}  // namespace

XlaBuilder* BuilderOfAll(Span<const XlaOp> operands) {
  for (const XlaOp& operand : operands) {
    if (operand.builder() != nullptr) return operand.builder();
  }
  return nullptr;
}

Status CheckShards(const XlaBuilder& builder, HloOpcode opcode, std::string_view name,
                   int64_t count) {
  if (count >= 1) return OkStatus();
  return InvalidArgument(kCollectiveB1)
      .Op(GetOpDef(opcode).name)
      .Say(MessageCat(ArgumentName(name), " is ", count))
      .Help("give the number of devices in a group, 1 or more")
      .At(builder.NextLocation(opcode));
}

StatusOr<Shape> Resized(const XlaBuilder& builder, HloOpcode opcode, XlaOp operand,
                        int64_t dimension, int64_t count, bool divide) {
  HLOOM_ASSIGN_OR_RETURN(Shape shape, builder.GetShape(operand));
  // The operation refuses operands that are not arrays, or have no such dimension.
  if (!shape.IsArray() || dimension < 0 || dimension >= shape.rank()) return shape;
  std::vector<int64_t> sizes = shape.dimensions().ToVector();
  int64_t& size = sizes[static_cast<size_t>(dimension)];
  constexpr int64_t kMost = int64_t{1} << 62;
  const bool fits = divide ? size % count == 0 : size == 0 || size <= kMost / count;
  if (!fits) {
    return InvalidArgument(kCollectiveB2)
        .Op(GetOpDef(opcode).name)
        .Operand(shape)
        .Say(StrCat(shape.ToString(), " cannot be ", divide ? "cut into " : "repeated ", count,
                    divide ? " shards" : " times"))
        .Detail(StrCat("dimension ", dimension, " has size ", size))
        .Help(divide ? StrCat("pad dimension ", dimension, " to a multiple of ", count)
                     : Message("make `shard_count` smaller"_msg))
        .At(builder.NextLocation(opcode));
  }
  size = divide ? size / count : size * count;
  return ShapeUtil::MakeValidatedShape(shape.element_type(),
                                       Span<const int64_t>(sizes.data(), sizes.size()));
}

Status CheckConcatDimension(const XlaBuilder& builder, const Shape& operand,
                            int64_t concat_dimension) {
  if (concat_dimension >= 0 && concat_dimension < operand.rank()) return OkStatus();
  return InvalidArgument(kCollectiveB3)
      .Op(GetOpDef(HloOpcode::kAllToAll).name)
      .Operand(operand)
      .Say(StrCat(operand.ToString(), " has no dimension ", concat_dimension))
      .Help(MessageCat("use a `concat_dimension` in 0.."_msg, operand.rank() - 1))
      .At(builder.NextLocation(HloOpcode::kAllToAll));
}

XlaOp GatherAll(Span<const XlaOp> operands, int64_t all_gather_dimension, int64_t shard_count,
                const Meeting& meeting, const std::optional<Layout>& layout) {
  XlaBuilder* builder = BuilderOfAll(operands);
  return InBuilder(builder, [&]() -> StatusOr<XlaOp> {
    constexpr HloOpcode kOpcode = HloOpcode::kAllGather;
    HLOOM_RETURN_IF_ERROR(CheckShards(*builder, kOpcode, "shard_count", shard_count));
    std::vector<Shape> shapes;
    for (const XlaOp& operand : operands) {
      HLOOM_ASSIGN_OR_RETURN(Shape shape, Resized(*builder, kOpcode, operand, all_gather_dimension,
                                                  shard_count, /*divide=*/false));
      if (layout && shape.IsArray()) {
        HLOOM_RETURN_IF_ERROR(CheckLayout(*builder, kOpcode, *layout, shape));
        shape.set_layout(*layout);
      }
      shapes.push_back(std::move(shape));
    }
    auto attributes = AttributesOfMeeting<AllGatherAttributes>(meeting);
    attributes.constrain_layout = layout.has_value();
    attributes.dimensions = {all_gather_dimension};
    return builder->AddInstruction(
        {.opcode = kOpcode,
         .operands = operands.ToVector(),
         .attributes = MakeAttributes(std::move(attributes)),
         .given_shape = shapes.size() == 1 ? shapes[0] : ShapeUtil::MakeTupleShape(shapes)});
  });
}

XlaOp ReduceAcross(XlaOp operand, const XlaComputation& computation, const Meeting& meeting,
                   const std::optional<Shape>& shape_with_layout) {
  XlaBuilder* builder = operand.builder();
  return InBuilder(builder, [&]() -> StatusOr<XlaOp> {
    HLOOM_ASSIGN_OR_RETURN(const Shape shape, builder->GetShape(operand));
    if (shape_with_layout) {
      HLOOM_RETURN_IF_ERROR(
          CheckShapeWithLayout(*builder, HloOpcode::kAllReduce, shape, *shape_with_layout));
    }
    if (!shape.IsTuple() || shape.tuple_shapes().empty()) {
      return AddAllReduce(builder, {&operand, 1}, computation, meeting, shape_with_layout);
    }
    std::vector<XlaOp> elements;
    for (size_t i = 0; i < shape.tuple_shapes().size(); ++i) {
      elements.push_back(GetTupleElement(operand, static_cast<int64_t>(i)));
    }
    HLOOM_ASSIGN_OR_RETURN(const XlaOp reduced, AddAllReduce(builder, SpanOf(elements), computation,
                                                             meeting, shape_with_layout));
    return elements.size() == 1 ? Tuple(builder, {&reduced, 1}) : reduced;
  });
}

XlaOp ReduceAllAcross(Span<const XlaOp> operands, const XlaComputation& computation,
                      const Meeting& meeting, const std::optional<Shape>& shape_with_layout) {
  XlaBuilder* builder = BuilderOfAll(operands);
  return InBuilder(builder, [&]() -> StatusOr<XlaOp> {
    if (shape_with_layout) {
      std::vector<Shape> shapes;
      for (const XlaOp& operand : operands) {
        HLOOM_ASSIGN_OR_RETURN(Shape shape, builder->GetShape(operand));
        shapes.push_back(std::move(shape));
      }
      const bool one = shapes.size() == 1 && !shape_with_layout->IsTuple();
      HLOOM_RETURN_IF_ERROR(CheckShapeWithLayout(
          *builder, HloOpcode::kAllReduce, one ? shapes[0] : ShapeUtil::MakeTupleShape(shapes),
          *shape_with_layout));
    }
    return AddAllReduce(builder, operands, computation, meeting, shape_with_layout);
  });
}

XlaOp ScatterReduced(XlaOp operand, const XlaComputation& computation, int64_t scatter_dimension,
                     int64_t shard_count, const Meeting& meeting,
                     const std::optional<Layout>& layout) {
  XlaBuilder* builder = operand.builder();
  return InBuilder(builder, [&]() -> StatusOr<XlaOp> {
    constexpr HloOpcode kOpcode = HloOpcode::kReduceScatter;
    HLOOM_RETURN_IF_ERROR(CheckShards(*builder, kOpcode, "shard_count", shard_count));
    HLOOM_ASSIGN_OR_RETURN(Shape shape, Resized(*builder, kOpcode, operand, scatter_dimension,
                                                shard_count, /*divide=*/true));
    if (layout && shape.IsArray()) {
      HLOOM_RETURN_IF_ERROR(CheckLayout(*builder, kOpcode, *layout, shape));
      shape.set_layout(*layout);
    }
    auto attributes = AttributesOfMeeting<ReduceScatterAttributes>(meeting);
    attributes.constrain_layout = layout.has_value();
    attributes.dimensions = {scatter_dimension};
    return builder->AddInstruction({.opcode = kOpcode,
                                    .operands = {operand},
                                    .attributes = MakeAttributes(std::move(attributes)),
                                    .called_computations = {&computation},
                                    .given_shape = std::move(shape)});
  });
}

XlaOp ExchangeOperands(Span<const XlaOp> operands, const Meeting& meeting,
                       const std::optional<Layout>& layout) {
  XlaBuilder* builder = BuilderOfAll(operands);
  return InBuilder(builder, [&]() -> StatusOr<XlaOp> {
    constexpr HloOpcode kOpcode = HloOpcode::kAllToAll;
    auto attributes = AttributesOfMeeting<AllToAllAttributes>(meeting);
    attributes.constrain_layout = layout.has_value();
    std::vector<XlaOp> arrays = operands.ToVector();
    for (size_t i = 0; layout && i < arrays.size(); ++i) {
      HLOOM_ASSIGN_OR_RETURN(arrays[i], InLayout(builder, kOpcode, arrays[i], *layout));
    }
    return builder->AddInstruction({.opcode = kOpcode,
                                    .operands = std::move(arrays),
                                    .attributes = MakeAttributes(std::move(attributes))});
  });
}

XlaOp ExchangeSlices(XlaOp operand, int64_t split_dimension, int64_t concat_dimension,
                     int64_t split_count, const Meeting& meeting,
                     const std::optional<Layout>& layout) {
  XlaBuilder* builder = operand.builder();
  return InBuilder(builder, [&]() -> StatusOr<XlaOp> {
    constexpr HloOpcode kOpcode = HloOpcode::kAllToAll;
    HLOOM_RETURN_IF_ERROR(CheckShards(*builder, kOpcode, "split_count", split_count));
    HLOOM_ASSIGN_OR_RETURN(const Shape block, Resized(*builder, kOpcode, operand, split_dimension,
                                                      split_count, /*divide=*/true));
    HLOOM_ASSIGN_OR_RETURN(const Shape shape, builder->GetShape(operand));
    // The other form reports errors of operands that are not arrays of that dimension.
    if (!shape.IsArray() || split_dimension < 0 || split_dimension >= shape.rank()) {
      return AllToAll(operand, split_dimension, concat_dimension, split_count, meeting.groups,
                      meeting.channel);
    }
    HLOOM_RETURN_IF_ERROR(CheckConcatDimension(*builder, shape, concat_dimension));
    const int64_t size = block.dimensions(split_dimension);
    std::vector<XlaOp> slices;
    for (int64_t i = 0; i < split_count && builder->GetCurrentStatus().ok(); ++i) {
      slices.push_back(
          SliceInDim(operand, i * size, (i + 1) * size, /*stride=*/1, split_dimension));
    }
    const XlaOp exchanged = ExchangeOperands(SpanOf(slices), meeting, layout);
    std::vector<XlaOp> received;
    for (int64_t i = 0; i < split_count && builder->GetCurrentStatus().ok(); ++i) {
      received.push_back(GetTupleElement(exchanged, i));
    }
    return ConcatInDim(builder, SpanOf(received), concat_dimension);
  });
}

}  // namespace collective_internal
}  // namespace hloom
