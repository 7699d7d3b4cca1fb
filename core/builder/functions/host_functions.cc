#include "builder/functions/host_functions.h"

#include "base/str_cat.h"
#include "builder/functions/function_util.h"
#include "builder/functions/functions.h"
#include "ops/control/call.h"
#include "ops/host/custom_call.h"
#include "ops/host/transfer.h"

namespace hloom {

namespace {

Status CheckTarget(const XlaBuilder& builder, const std::string& name) {
  if (name.empty() || name[0] != '$') return OkStatus();
  return InvalidArgument("custom_call.b1")
      .Op("custom-call")
      .Say(StrCat("\"", name.substr(0, 100), "\" begins with '$'"))
      .Help("such names are for compilers; choose another")
      .At(builder.NextLocation(HloOpcode::kCustomCall));
}

std::unique_ptr<InstructionExtras> OpaqueExtras(const std::string& opaque) {
  if (opaque.empty()) return nullptr;
  auto extras = std::make_unique<InstructionExtras>();
  extras->backend_config = opaque;
  return extras;
}

CustomCallAttributes AttributesOfCall(const std::string& target, bool has_side_effect,
                                      const OutputOperandAliasing& aliasing, const Literal* literal,
                                      CustomCallSchedule schedule,
                                      CustomCallApiVersion api_version) {
  return {.custom_call_target = target,
          .has_side_effect = has_side_effect,
          .literal = {literal == nullptr ? Literal() : *literal},
          .output_to_operand_aliasing = aliasing,
          .schedule = schedule,
          .api_version = api_version};
}

CustomCallAttributes WithLayouts(Span<const Shape> operand_shapes_with_layout,
                                 CustomCallAttributes attributes) {
  attributes.operand_layout_constraints = {.constrained = true,
                                           .operands = operand_shapes_with_layout.ToVector()};
  return attributes;
}

XlaOp DoCustomCall(XlaBuilder* builder, Span<const XlaOp> operands,
                   std::vector<const XlaComputation*> computations, const Shape& shape,
                   const std::string& opaque, CustomCallAttributes attributes) {
  return InBuilder(builder, [&]() -> StatusOr<XlaOp> {
    HLOOM_RETURN_IF_ERROR(CheckTarget(*builder, attributes.custom_call_target));
    return builder->AddInstruction({.opcode = HloOpcode::kCustomCall,
                                    .operands = operands.ToVector(),
                                    .attributes = MakeAttributes(std::move(attributes)),
                                    .called_computations = std::move(computations),
                                    .given_shape = shape,
                                    .extras = OpaqueExtras(opaque)});
  });
}

Status CheckChannel(const XlaBuilder& builder, const ChannelHandle& handle,
                    ChannelHandle::ChannelType type, HloOpcode opcode) {
  constexpr std::string_view kNames[] = {"CHANNEL_TYPE_INVALID", "DEVICE_TO_DEVICE",
                                         "DEVICE_TO_HOST", "HOST_TO_DEVICE"};
  if (handle.handle() >= 1 && handle.type() == type) return OkStatus();
  return InvalidArgument("channel.b1")
      .Op(GetOpDef(opcode).name)
      .Say(StrCat("the channel is ", handle.handle(), ", of type ", kNames[handle.type()]))
      .Help(StrCat("give a channel of 1 or more, of type ", kNames[type]))
      .At(builder.NextLocation(opcode));
}

// Adds the operation that begins, with a given shape where the shape does not follow, and then the
// one that is done.
StatusOr<XlaOp> BeginAndDone(XlaBuilder* builder, HloOpcode begin, HloOpcode done,
                             std::vector<XlaOp> operands, std::optional<Shape> shape,
                             const ChannelHandle& handle) {
  const ChannelAttributes attributes = {
      .channel_id = handle.handle(),
      .is_host_transfer = handle.type() != ChannelHandle::DEVICE_TO_DEVICE};
  HLOOM_ASSIGN_OR_RETURN(const XlaOp context,
                         builder->AddInstruction({.opcode = begin,
                                                  .operands = std::move(operands),
                                                  .attributes = MakeAttributes(attributes),
                                                  .given_shape = std::move(shape)}));
  return builder->AddInstruction(
      {.opcode = done, .operands = {context}, .attributes = MakeAttributes(attributes)});
}

XlaOp DoSend(XlaOp operand, XlaOp token, const ChannelHandle& handle,
             ChannelHandle::ChannelType type) {
  XlaBuilder* builder = BuilderOf(operand, token);
  return InBuilder(builder, [&]() -> StatusOr<XlaOp> {
    HLOOM_RETURN_IF_ERROR(CheckChannel(*builder, handle, type, HloOpcode::kSend));
    return BeginAndDone(builder, HloOpcode::kSend, HloOpcode::kSendDone, {operand, token},
                        std::nullopt, handle);
  });
}

XlaOp DoRecv(XlaOp token, const Shape& shape, const ChannelHandle& handle,
             ChannelHandle::ChannelType type) {
  XlaBuilder* builder = token.builder();
  return InBuilder(builder, [&]() -> StatusOr<XlaOp> {
    HLOOM_RETURN_IF_ERROR(CheckChannel(*builder, handle, type, HloOpcode::kRecv));
    return BeginAndDone(builder, HloOpcode::kRecv, HloOpcode::kRecvDone, {token},
                        TransferContextShape(shape), handle);
  });
}

}  // namespace

XlaOp CustomCall(XlaBuilder* builder, const std::string& call_target_name,
                 Span<const XlaOp> operands, const Shape& shape, const std::string& opaque,
                 bool has_side_effect, const OutputOperandAliasing& output_operand_aliasing,
                 const Literal* literal, CustomCallSchedule schedule,
                 CustomCallApiVersion api_version) {
  return DoCustomCall(builder, operands, {}, shape, opaque,
                      AttributesOfCall(call_target_name, has_side_effect, output_operand_aliasing,
                                       literal, schedule, api_version));
}

XlaOp CustomCallWithComputation(XlaBuilder* builder, const std::string& call_target_name,
                                Span<const XlaOp> operands, const XlaComputation& computation,
                                const Shape& shape, const std::string& opaque, bool has_side_effect,
                                const OutputOperandAliasing& output_operand_aliasing,
                                const Literal* literal, CustomCallSchedule schedule,
                                CustomCallApiVersion api_version) {
  return DoCustomCall(builder, operands, {&computation}, shape, opaque,
                      AttributesOfCall(call_target_name, has_side_effect, output_operand_aliasing,
                                       literal, schedule, api_version));
}

XlaOp CustomCallWithLayout(XlaBuilder* builder, const std::string& call_target_name,
                           Span<const XlaOp> operands, const Shape& shape_with_layout,
                           Span<const Shape> operand_shapes_with_layout, const std::string& opaque,
                           bool has_side_effect,
                           const OutputOperandAliasing& output_operand_aliasing,
                           const Literal* literal, CustomCallSchedule schedule,
                           CustomCallApiVersion api_version) {
  return DoCustomCall(
      builder, operands, {}, shape_with_layout, opaque,
      WithLayouts(operand_shapes_with_layout,
                  AttributesOfCall(call_target_name, has_side_effect, output_operand_aliasing,
                                   literal, schedule, api_version)));
}

XlaOp CustomCallWithComputationAndLayouts(
    XlaBuilder* builder, const std::string& call_target_name, Span<const XlaOp> operands,
    const XlaComputation& computation, const Shape& shape_with_layout,
    Span<const Shape> operand_shapes_with_layout, const std::string& opaque, bool has_side_effect,
    const OutputOperandAliasing& output_operand_aliasing, const Literal* literal,
    CustomCallSchedule schedule, CustomCallApiVersion api_version) {
  return DoCustomCall(
      builder, operands, {&computation}, shape_with_layout, opaque,
      WithLayouts(operand_shapes_with_layout,
                  AttributesOfCall(call_target_name, has_side_effect, output_operand_aliasing,
                                   literal, schedule, api_version)));
}

XlaOp CustomCallWithConvDnums(XlaBuilder* builder, const std::string& call_target_name,
                              Span<const XlaOp> operands, const Shape& shape,
                              Span<const Shape> operand_shapes_with_layout,
                              const std::string& opaque, bool has_side_effect,
                              const OutputOperandAliasing& output_operand_aliasing,
                              const Literal* literal, const Window& window,
                              const ConvolutionDimensionNumbers& dnums, CustomCallSchedule schedule,
                              CustomCallApiVersion api_version) {
  CustomCallAttributes attributes = AttributesOfCall(
      call_target_name, has_side_effect, output_operand_aliasing, literal, schedule, api_version);
  attributes.window = window;
  attributes.dimension_numbers = dnums;
  if (!operand_shapes_with_layout.empty()) {
    attributes.operand_layout_constraints = {.constrained = true,
                                             .operands = operand_shapes_with_layout.ToVector()};
  }
  return DoCustomCall(builder, operands, {}, shape, opaque, std::move(attributes));
}

XlaOp CompositeCall(XlaBuilder* builder, const XlaComputation& computation,
                    Span<const XlaOp> operands, const std::string& name,
                    std::optional<std::string_view> attributes, std::optional<int64_t> version) {
  return InBuilder(builder, [&]() -> StatusOr<XlaOp> {
    if (name.empty()) {
      return Status(InvalidArgument("composite.b1")
                        .Op("call")
                        .Say("the composite has no name")
                        .Help("name the operation that it stands for, as in \"chlo.tan\"")
                        .At(builder->NextLocation(HloOpcode::kCall)));
    }
    if ((attributes && attributes->empty()) || version.value_or(0) < 0) {
      return Status(InvalidArgument("composite.b2")
                        .Op("call")
                        .Say(attributes && attributes->empty()
                                 ? StrCat("the attributes of the composite ", name, " are empty")
                                 : StrCat("the version of the composite ", name, " is ", *version))
                        .Help("leave attributes out, or give \"{}\"; versions count from 0"));
    }
    auto extras = std::make_unique<InstructionExtras>();
    FrontendAttributes& stated = extras->frontend_attributes;
    stated["composite.attributes"] = std::string(attributes.value_or("{}"));
    stated["composite.name"] = name;
    stated["composite.version"] = StrCat(version.value_or(0));
    return builder->AddInstruction(
        {.opcode = HloOpcode::kCall,
         .operands = operands.ToVector(),
         .attributes = MakeAttributes(CallAttributes{.is_composite = true}),
         .called_computations = {&computation},
         .extras = std::move(extras)});
  });
}

XlaOp Infeed(XlaBuilder* builder, const Shape& shape, const std::string& config) {
  return GetTupleElement(InfeedWithToken(CreateToken(builder), shape, config), 0);
}

XlaOp InfeedWithToken(XlaOp token, const Shape& shape, const std::string& config) {
  XlaBuilder* builder = token.builder();
  return InBuilder(builder, [&] {
    return builder->AddInstruction(
        {.opcode = HloOpcode::kInfeed,
         .operands = {token},
         .attributes = MakeAttributes(InfeedAttributes{{config}}),
         .given_shape = ShapeUtil::MakeTupleShape({shape, ShapeUtil::MakeTokenShape()})});
  });
}

XlaOp Outfeed(XlaOp operand, const Shape& shape_with_layout, const std::string& outfeed_config) {
  if (operand.builder() == nullptr) return XlaOp();
  return OutfeedWithToken(operand, CreateToken(operand.builder()), shape_with_layout,
                          outfeed_config);
}

XlaOp OutfeedWithToken(XlaOp operand, XlaOp token, const Shape& shape_with_layout,
                       const std::string& outfeed_config) {
  XlaBuilder* builder = BuilderOf(operand, token);
  return InBuilder(builder, [&] {
    return builder->AddInstruction(
        {.opcode = HloOpcode::kOutfeed,
         .operands = {operand, token},
         .attributes = MakeAttributes(OutfeedAttributes{shape_with_layout, {outfeed_config}})});
  });
}

XlaOp Send(XlaOp operand, const ChannelHandle& handle) {
  if (operand.builder() == nullptr) return XlaOp();
  return SendWithToken(operand, CreateToken(operand.builder()), handle);
}
XlaOp SendWithToken(XlaOp operand, XlaOp token, const ChannelHandle& handle) {
  return DoSend(operand, token, handle, ChannelHandle::DEVICE_TO_DEVICE);
}
XlaOp SendToHost(XlaOp operand, XlaOp token, const Shape& shape_with_layout,
                 const ChannelHandle& handle) {
  XlaBuilder* builder = BuilderOf(operand, token);
  const XlaOp checked = InBuilder(builder, [&]() -> StatusOr<XlaOp> {
    HLOOM_ASSIGN_OR_RETURN(const Shape* shape, builder->ShapeOf(operand));
    if (ShapeUtil::Compatible(*shape, shape_with_layout)) return operand;
    return Status(InvalidArgument("channel.b2")
                      .Op("send")
                      .Say(StrCat("shape_with_layout is ", shape_with_layout.ToString(),
                                  ", the operand ", shape->ToString()))
                      .Help("give the operand's shape, with the layout in which it is to go out")
                      .At(builder->NextLocation(HloOpcode::kSend)));
  });
  return DoSend(checked, token, handle, ChannelHandle::DEVICE_TO_HOST);
}

XlaOp Recv(XlaBuilder* builder, const Shape& shape, const ChannelHandle& handle) {
  return GetTupleElement(RecvWithToken(CreateToken(builder), shape, handle), 0);
}
XlaOp RecvWithToken(XlaOp token, const Shape& shape, const ChannelHandle& handle) {
  return DoRecv(token, shape, handle, ChannelHandle::DEVICE_TO_DEVICE);
}
XlaOp RecvFromHost(XlaOp token, const Shape& shape, const ChannelHandle& handle) {
  return DoRecv(token, shape, handle, ChannelHandle::HOST_TO_DEVICE);
}

}  // namespace hloom
