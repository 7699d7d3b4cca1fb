#include "builder/functions/host_functions.h"

#include "base/str_cat.h"
#include "builder/argument_specs.h"
#include "builder/functions/function_util.h"
#include "builder/functions/functions.h"
#include "builder/rules.h"
#include "ops/control/call.h"
#include "ops/host/custom_call.h"
#include "ops/host/transfer.h"

namespace hloom {

namespace {

Status CheckTarget(const XlaBuilder& builder, const std::string& name) {
  if (name.empty() || name[0] != '$') return OkStatus();
  return InvalidArgument(kCustomCallB1)
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
  return InvalidArgument(kChannelB1)
      .Op(GetOpDef(opcode).name)
      .Say(StrCat("the channel is ", handle.handle(), ", of type ", kNames[handle.type()]))
      .Help(StrCat("give a channel of 1 or more, of type ", kNames[type]))
      .At(builder.NextLocation(opcode));
}

// Adds the start operation, with a given shape if it cannot be inferred, and then the done
// operation.
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
      return Status(InvalidArgument(kCompositeB1)
                        .Op("call")
                        .Say("the composite has no name")
                        .Help("name the operation that it stands for, as in \"chlo.tan\"")
                        .At(builder->NextLocation(HloOpcode::kCall)));
    }
    if ((attributes && attributes->empty()) || version.value_or(0) < 0) {
      return Status(InvalidArgument(kCompositeB2)
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
    return Status(InvalidArgument(kChannelB2)
                      .Op("send")
                      .Say(MessageCat("`shape_with_layout` is "_msg, shape_with_layout.ToString(),
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

namespace {

constexpr ArgumentSpec kTarget = {"call_target_name", kKind<std::string>,
                                  "the name under which the function is registered"};
constexpr ArgumentSpec kCallOperands = {"operands", ArgumentKind::kOps,
                                        "the arguments of the function"};
constexpr ArgumentSpec kResultShape = {"shape", kKind<Shape>, "the shape of the function's result"};
constexpr ArgumentSpec kOpaque = {"opaque", kKind<std::string>, "bytes for the function", false};
constexpr ArgumentSpec kSideEffect = {"has_side_effect", kKind<bool>,
                                      "true if the function has side effects", false};
constexpr ArgumentSpec kAliasing = {
    "output_operand_aliasing", kKind<OutputOperandAliasing>,
    "the parts of the result that may share memory with parts of operands; hloom ignores it",
    /*required=*/false};
constexpr ArgumentSpec kLiteral = AttributeArgument<Literal>(CustomCallAttributes::kLiteral);
constexpr ArgumentSpec kSchedule =
    AttributeArgument<CustomCallSchedule>(CustomCallAttributes::kSchedule);
constexpr ArgumentSpec kVersion =
    AttributeArgument<CustomCallApiVersion>(CustomCallAttributes::kApiVersion);
constexpr ArgumentSpec kLaidOutResult = {
    "shape_with_layout", kKind<Shape>,
    "the shape of the function's result, with the layout that the function returns"};
constexpr ArgumentSpec kLaidOutOperands = {
    "operand_shapes_with_layout", kKind<std::vector<Shape>>,
    "the shape of each operand, with the layout that the function receives"};
constexpr ArgumentSpec kComputationArgument = {"computation", ArgumentKind::kComputation,
                                               "a computation that the function may use"};
constexpr ArgumentSpec kCustomCallArguments[] = {kTarget,  kCallOperands, kResultShape,
                                                 kOpaque,  kSideEffect,   kAliasing,
                                                 kLiteral, kSchedule,     kVersion};
constexpr ArgumentSpec kWithComputationArguments[] = {
    kTarget,      kCallOperands, kComputationArgument,
    kResultShape, kOpaque,       kSideEffect,
    kAliasing,    kLiteral,      kSchedule,
    kVersion};
constexpr ArgumentSpec kWithLayoutArguments[] = {
    kTarget,     kCallOperands, kLaidOutResult, kLaidOutOperands, kOpaque,
    kSideEffect, kAliasing,     kLiteral,       kSchedule,        kVersion};
constexpr ArgumentSpec kWithComputationAndLayoutsArguments[] = {
    kTarget,        kCallOperands,    kComputationArgument,
    kLaidOutResult, kLaidOutOperands, kOpaque,
    kSideEffect,    kAliasing,        kLiteral,
    kSchedule,      kVersion};

constexpr ArgumentSpec kConvWindow =
    Required(AttributeArgument<Window>(CustomCallAttributes::kWindow));
constexpr ArgumentSpec kConvNumbers = {
    "dnums", kKind<ConvolutionDimensionNumbers>,
    "the order of the convolution's dimensions, for back ends: labels such as 'b01f_01io->b01f', "
    "or an object with XLA's names"};
constexpr ArgumentSpec kWithConvDnumsArguments[] = {
    kTarget, kCallOperands, kResultShape, kConvWindow, kConvNumbers, Optional(kLaidOutOperands),
    kOpaque, kSideEffect,   kAliasing,    kLiteral,    kSchedule,    kVersion};

constexpr ArgumentSpec kCompositeArguments[] = {
    {"computation", ArgumentKind::kComputation, "the computation that defines the operation"},
    {"operands", ArgumentKind::kOps, "the arguments of the operation"},
    {"name", kKind<std::string>,
     "the name of the operation that the call stands for, such as \"chlo.tan\""},
    {"attributes", kKind<std::string>, "the attributes of that operation, as MLIR text", false,
     /*default_json=*/"\"{}\"", /*default_text=*/"{}"},
    {"version", kKind<int64_t>, "the version of that operation", false},
};

constexpr ArgumentSpec kToken = {"token", ArgumentKind::kOp,
                                 "a token; its operation happens before"};
constexpr ArgumentSpec kReadShape = {"shape", kKind<Shape>, "the shape of the value that is read"};
constexpr ArgumentSpec kInfeedConfig = {"config", kKind<std::string>,
                                        "a text for back ends; hloom ignores it", false};
constexpr ArgumentSpec kWritten = {"operand", ArgumentKind::kOp, "an array, or a tuple of arrays"};
constexpr ArgumentSpec kWrittenShape = {"shape_with_layout", kKind<Shape>,
                                        "the operand's shape, with the layout in which the value "
                                        "is written"};
constexpr ArgumentSpec kOutfeedConfig =
    AttributeArgument<std::string>(OutfeedAttributes::kOutfeedConfig);
constexpr ArgumentSpec kHostChannel = {"channel_id", kKind<int64_t>,
                                       "the channel, which pairs a send with a receive; 1 or more"};
constexpr ArgumentSpec kInfeedArguments[] = {kReadShape, kInfeedConfig};
constexpr ArgumentSpec kInfeedTokenArguments[] = {kToken, kReadShape, kInfeedConfig};
constexpr ArgumentSpec kOutfeedArguments[] = {kWritten, kWrittenShape, kOutfeedConfig};
constexpr ArgumentSpec kOutfeedTokenArguments[] = {kWritten, kToken, kWrittenShape, kOutfeedConfig};
constexpr ArgumentSpec kSendArguments[] = {kWritten, kHostChannel};
constexpr ArgumentSpec kSendTokenArguments[] = {kWritten, kToken, kHostChannel};
constexpr ArgumentSpec kSendHostArguments[] = {kWritten, kToken, kWrittenShape, kHostChannel};
constexpr ArgumentSpec kRecvArguments[] = {kReadShape, kHostChannel};
constexpr ArgumentSpec kRecvTokenArguments[] = {kToken, kReadShape, kHostChannel};

constexpr Rule kCustomCallRules[] = {kCustomCallB1};
constexpr Rule kCompositeRules[] = {kCompositeB1, kCompositeB2};
constexpr Rule kChannelRules[] = {kChannelB1, kChannelB2};

constexpr HloOpcode kCustomCallOp[] = {HloOpcode::kCustomCall};
constexpr HloOpcode kHostCallOp[] = {HloOpcode::kCall};
// The main operation of a function comes last.
constexpr HloOpcode kInfeedOps[] = {HloOpcode::kAfterAll, HloOpcode::kGetTupleElement,
                                    HloOpcode::kInfeed};
constexpr HloOpcode kInfeedOp[] = {HloOpcode::kInfeed};
constexpr HloOpcode kOutfeedOps[] = {HloOpcode::kAfterAll, HloOpcode::kOutfeed};
constexpr HloOpcode kOutfeedOp[] = {HloOpcode::kOutfeed};
constexpr HloOpcode kSendOps[] = {HloOpcode::kAfterAll, HloOpcode::kSendDone, HloOpcode::kSend};
constexpr HloOpcode kSendOp[] = {HloOpcode::kSendDone, HloOpcode::kSend};
constexpr HloOpcode kRecvOps[] = {HloOpcode::kAfterAll, HloOpcode::kGetTupleElement,
                                  HloOpcode::kRecvDone, HloOpcode::kRecv};
constexpr HloOpcode kRecvOp[] = {HloOpcode::kRecvDone, HloOpcode::kRecv};

constexpr std::string_view kHost = "host";
constexpr std::string_view kSendSource = "Operation Semantics, Send";
constexpr std::string_view kRecvSource = "Operation Semantics, Recv";

ChannelHandle Channel(const Argument& argument, ChannelHandle::ChannelType type) {
  return {.handle = argument.Get<int64_t>(), .type = type};
}

// The optional arguments of all custom calls: the last six.
struct CustomCallOptions {
  explicit CustomCallOptions(Arguments a)
      : last(&a[a.size() - 6]),
        opaque(last[0].Get<std::string>()),
        has_side_effect(last[1].Get<bool>()),
        aliasing(last[2].Get<OutputOperandAliasing>()),
        literal(last[3].given ? &last[3].Get<Literal>() : nullptr),
        schedule(last[4].Get<CustomCallSchedule>()),
        version(last[5].Get<CustomCallApiVersion>()) {}

  const Argument* last;
  const std::string& opaque;
  bool has_side_effect;
  const OutputOperandAliasing& aliasing;
  const Literal* literal;
  CustomCallSchedule schedule;
  CustomCallApiVersion version;
};

}  // namespace

Span<const BuilderDef> CallOutBuilderDefs() {
  static const BuilderDef kDefs[] = {
      {.name = "CustomCall",
       .group = kHost,
       .lowers_to = kCustomCallOp,
       .arguments = kCustomCallArguments,
       .rules = kCustomCallRules,
       .invoke =
           [](XlaBuilder* builder, Arguments a) {
             const CustomCallOptions options(a);
             return CustomCall(builder, a[0].Get<std::string>(), a[1].ops, a[2].Get<Shape>(),
                               options.opaque, options.has_side_effect, options.aliasing,
                               options.literal, options.schedule, options.version);
           },
       .doc = "Calls a function outside of the program by its registered name.",
       .source = "Operation Semantics, CustomCall",
       .example = "const y = b.customCall('myfunc', [x], f32(3, 3));"},
      {.name = "CustomCallWithComputation",
       .group = kHost,
       .lowers_to = kCustomCallOp,
       .arguments = kWithComputationArguments,
       .rules = kCustomCallRules,
       .invoke =
           [](XlaBuilder* builder, Arguments a) {
             const CustomCallOptions options(a);
             return CustomCallWithComputation(builder, a[0].Get<std::string>(), a[1].ops,
                                              a[2].computation(), a[3].Get<Shape>(), options.opaque,
                                              options.has_side_effect, options.aliasing,
                                              options.literal, options.schedule, options.version);
           },
       .doc = "Calls a function as CustomCall does, and names a computation that the function may "
              "use.",
       .source = "XLA's XlaBuilder, CustomCallWithComputation",
       .example = "const y = b.customCallWithComputation('myfunc', [x], sum, f32(3, 3));"},
      {.name = "CustomCallWithLayout",
       .group = kHost,
       .lowers_to = kCustomCallOp,
       .arguments = kWithLayoutArguments,
       .rules = kCustomCallRules,
       .invoke =
           [](XlaBuilder* builder, Arguments a) {
             const CustomCallOptions options(a);
             return CustomCallWithLayout(builder, a[0].Get<std::string>(), a[1].ops,
                                         a[2].Get<Shape>(), a[3].Get<std::vector<Shape>>(),
                                         options.opaque, options.has_side_effect, options.aliasing,
                                         options.literal, options.schedule, options.version);
           },
       .doc = "Calls a function as CustomCall does, with its operands and its result in given "
              "layouts. In the example the function receives x in column-major order.",
       .source = "XLA's XlaBuilder, CustomCallWithLayout",
       .example = "const y = b.customCallWithLayout('myfunc', [x], f32(3, 3), ['f32[2,3]{0,1}']);"},
      {.name = "CustomCallWithComputationAndLayouts",
       .group = kHost,
       .lowers_to = kCustomCallOp,
       .arguments = kWithComputationAndLayoutsArguments,
       .rules = kCustomCallRules,
       .invoke =
           [](XlaBuilder* builder, Arguments a) {
             const CustomCallOptions options(a);
             return CustomCallWithComputationAndLayouts(
                 builder, a[0].Get<std::string>(), a[1].ops, a[2].computation(), a[3].Get<Shape>(),
                 a[4].Get<std::vector<Shape>>(), options.opaque, options.has_side_effect,
                 options.aliasing, options.literal, options.schedule, options.version);
           },
       .doc = "Calls a function as CustomCall does, with its operands and its result in given "
              "layouts, and names a computation that the function may use.",
       .source = "XLA's XlaBuilder, CustomCallWithComputationAndLayouts",
       .example = "const layouts = ['f32[2,3]{0,1}'];\n"
                  "const y = b.customCallWithComputationAndLayouts('myfunc', [x], sum, f32(3, 3), "
                  "layouts);"},
      {.name = "CustomCallWithConvDnums",
       .group = kHost,
       .lowers_to = kCustomCallOp,
       .arguments = kWithConvDnumsArguments,
       .rules = kCustomCallRules,
       .invoke =
           [](XlaBuilder* builder, Arguments a) {
             const CustomCallOptions options(a);
             return CustomCallWithConvDnums(
                 builder, a[0].Get<std::string>(), a[1].ops, a[2].Get<Shape>(),
                 a[5].Get<std::vector<Shape>>(), options.opaque, options.has_side_effect,
                 options.aliasing, options.literal, a[3].Get<Window>(),
                 a[4].Get<ConvolutionDimensionNumbers>(), options.schedule, options.version);
           },
       .doc = "Calls a function as CustomCall does, and describes the convolution that it computes "
              "by a window and dimension numbers, as XLA's back ends do. In hloom the function "
              "receives only the operands.",
       .source = "XLA's XlaBuilder, CustomCallWithConvDnums",
       .example = "const window = [{ size: 2, paddingLow: 1 }];\n"
                  "const y = b.customCallWithConvDnums('myfunc', [x], f32(3, 3), window, "
                  "'b0f_0io->b0f');"},
      {.name = "CompositeCall",
       .group = kHost,
       .lowers_to = kHostCallOp,
       .arguments = kCompositeArguments,
       .rules = kCompositeRules,
       .invoke =
           [](XlaBuilder* builder, Arguments a) {
             return CompositeCall(builder, a[0].computation(), a[1].ops, a[2].Get<std::string>(),
                                  a[3].Get<std::string>(), a[4].Get<int64_t>());
           },
       .doc = "Calls a computation that stands for a higher-level operation, and returns its "
              "result.",
       .source = "XLA's XlaBuilder, CompositeCall",
       .example = "const y = b.compositeCall(doubled, [b.constant(1)], 'my.double');"},
  };
  return kDefs;
}

Span<const BuilderDef> TransferBuilderDefs() {
  static const BuilderDef kDefs[] = {
      {.name = "Infeed",
       .group = kHost,
       .lowers_to = kInfeedOps,
       .arguments = kInfeedArguments,
       .invoke = Invoke<Infeed>,
       .doc = "Reads a value that the host has written from the infeed.",
       .source = "Operation Semantics, Infeed",
       .example = "const y = b.infeed(f32(3));"},
      {.name = "InfeedWithToken",
       .group = kHost,
       .lowers_to = kInfeedOp,
       .arguments = kInfeedTokenArguments,
       .invoke = Invoke<InfeedWithToken>,
       .doc = "Reads a value from the infeed after the operation that produced the token; returns "
              "(value, token).",
       .source = "Operation Semantics, Infeed",
       .example = "const y = b.infeedWithToken(b.createToken(), f32(3));"},
      {.name = "Outfeed",
       .group = kHost,
       .lowers_to = kOutfeedOps,
       .arguments = kOutfeedArguments,
       .invoke = Invoke<Outfeed>,
       .doc = "Writes a value to the outfeed, from which the host reads it, and returns a token.",
       .source = "Operation Semantics, Outfeed",
       .example = "const t = b.outfeed(x, f32(2, 3));"},
      {.name = "OutfeedWithToken",
       .group = kHost,
       .lowers_to = kOutfeedOp,
       .arguments = kOutfeedTokenArguments,
       .invoke = Invoke<OutfeedWithToken>,
       .doc = "Writes a value to the outfeed after the operation that produced the token, and "
              "returns a token.",
       .source = "Operation Semantics, Outfeed",
       .example = "const t = b.outfeedWithToken(x, b.createToken(), f32(2, 3));"},
      {.name = "Send",
       .group = kHost,
       .lowers_to = kSendOps,
       .arguments = kSendArguments,
       .rules = kChannelRules,
       .invoke =
           [](XlaBuilder*, Arguments a) {
             return Send(a[0].op, Channel(a[1], ChannelHandle::DEVICE_TO_DEVICE));
           },
       .doc = "Sends a value to the device that receives on the channel, and returns a token.",
       .source = kSendSource,
       .example = "const t = b.send(x, 1);"},
      {.name = "SendWithToken",
       .group = kHost,
       .lowers_to = kSendOp,
       .arguments = kSendTokenArguments,
       .rules = kChannelRules,
       .invoke =
           [](XlaBuilder*, Arguments a) {
             return SendWithToken(a[0].op, a[1].op, Channel(a[2], ChannelHandle::DEVICE_TO_DEVICE));
           },
       .doc = "Sends a value after the operation that produced the token, and returns a token.",
       .source = kSendSource,
       .example = "const t = b.sendWithToken(x, b.createToken(), 1);"},
      {.name = "SendToHost",
       .group = kHost,
       .lowers_to = kSendOp,
       .arguments = kSendHostArguments,
       .rules = kChannelRules,
       .invoke =
           [](XlaBuilder*, Arguments a) {
             return SendToHost(a[0].op, a[1].op, a[2].Get<Shape>(),
                               Channel(a[3], ChannelHandle::DEVICE_TO_HOST));
           },
       .doc = "Sends a value to the host after the operation that produced the token, and returns "
              "a token.",
       .source = kSendSource,
       .example = "const t = b.sendToHost(x, b.createToken(), f32(2, 3), 1);"},
      {.name = "Recv",
       .group = kHost,
       .lowers_to = kRecvOps,
       .arguments = kRecvArguments,
       .rules = kChannelRules,
       .invoke =
           [](XlaBuilder* builder, Arguments a) {
             return Recv(builder, a[0].Get<Shape>(),
                         Channel(a[1], ChannelHandle::DEVICE_TO_DEVICE));
           },
       .doc = "Receives a value from the device that sends on the channel.",
       .source = kRecvSource,
       .example = "const y = b.recv(f32(3), 1);"},
      {.name = "RecvWithToken",
       .group = kHost,
       .lowers_to = kRecvOp,
       .arguments = kRecvTokenArguments,
       .rules = kChannelRules,
       .invoke =
           [](XlaBuilder*, Arguments a) {
             return RecvWithToken(a[0].op, a[1].Get<Shape>(),
                                  Channel(a[2], ChannelHandle::DEVICE_TO_DEVICE));
           },
       .doc = "Receives a value after the operation that produced the token; returns (value, "
              "token).",
       .source = kRecvSource,
       .example = "const y = b.recvWithToken(b.createToken(), f32(3), 1);"},
      {.name = "RecvFromHost",
       .group = kHost,
       .lowers_to = kRecvOp,
       .arguments = kRecvTokenArguments,
       .rules = kChannelRules,
       .invoke =
           [](XlaBuilder*, Arguments a) {
             return RecvFromHost(a[0].op, a[1].Get<Shape>(),
                                 Channel(a[2], ChannelHandle::HOST_TO_DEVICE));
           },
       .doc = "Receives a value from the host after the operation that produced the token; returns "
              "(value, token).",
       .source = kRecvSource,
       .example = "const y = b.recvFromHost(b.createToken(), f32(3), 1);"},
  };
  return kDefs;
}

}  // namespace hloom
