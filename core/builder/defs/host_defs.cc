// Rows of functions that reach out of the program.
#include "builder/defs/argument_specs.h"
#include "builder/functions/host_functions.h"
#include "ops/host/custom_call.h"
#include "ops/host/transfer.h"

namespace hloom {

namespace {

constexpr ArgumentSpec kTarget = {"call_target_name", kKind<std::string>,
                                  "the name under which the function is registered"};
constexpr ArgumentSpec kCallOperands = {"operands", ArgumentKind::kOps,
                                        "the arguments of the function"};
constexpr ArgumentSpec kResultShape = {"shape", kKind<Shape>, "the shape of the function's result"};
constexpr ArgumentSpec kOpaque = {"opaque", kKind<std::string>, "bytes for the function", false};
constexpr ArgumentSpec kSideEffect = {"has_side_effect", kKind<bool>,
                                      "whether it does more than give a value", false};
constexpr ArgumentSpec kAliasing = {
    "output_operand_aliasing", kKind<OutputOperandAliasing>,
    "the parts of the result that may lie where parts of operands do; it means nothing here",
    /*required=*/false};
constexpr ArgumentSpec kLiteral = AttributeArgument<Literal>(CustomCallAttributes::kLiteral);
constexpr ArgumentSpec kSchedule =
    AttributeArgument<CustomCallSchedule>(CustomCallAttributes::kSchedule);
constexpr ArgumentSpec kVersion =
    AttributeArgument<CustomCallApiVersion>(CustomCallAttributes::kApiVersion);
constexpr ArgumentSpec kLaidOutResult = {
    "shape_with_layout", kKind<Shape>,
    "the shape of the function's result, with the layout in which it gives it"};
constexpr ArgumentSpec kLaidOutOperands = {
    "operand_shapes_with_layout", kKind<std::vector<Shape>>,
    "for each operand its shape, with the layout in which the function gets it"};
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
    "which dimension of the convolution is which, for back ends: labels such as "
    "'b01f_01io->b01f', or an object with XLA's names"};
constexpr ArgumentSpec kWithConvDnumsArguments[] = {
    kTarget, kCallOperands, kResultShape, kConvWindow, kConvNumbers, Optional(kLaidOutOperands),
    kOpaque, kSideEffect,   kAliasing,    kLiteral,    kSchedule,    kVersion};

constexpr ArgumentSpec kCompositeArguments[] = {
    {"computation", ArgumentKind::kComputation, "what the operation means"},
    {"operands", ArgumentKind::kOps, "the arguments of the operation"},
    {"name", kKind<std::string>,
     "the name of the operation that it stands for, such as \"chlo.tan\""},
    {"attributes", kKind<std::string>, "the attributes of that operation, as MLIR's text", false,
     /*default_json=*/"\"{}\"", /*default_text=*/"{}"},
    {"version", kKind<int64_t>, "the version of that operation", false},
};

constexpr ArgumentSpec kToken = {"token", ArgumentKind::kOp, "the token of what happens before"};
constexpr ArgumentSpec kReadShape = {"shape", kKind<Shape>, "the shape of the value that is read"};
constexpr ArgumentSpec kInfeedConfig = {"config", kKind<std::string>,
                                        "what back ends are told; it means nothing here", false};
constexpr ArgumentSpec kWritten = {"operand", ArgumentKind::kOp, "an array, or a tuple of arrays"};
constexpr ArgumentSpec kWrittenShape = {"shape_with_layout", kKind<Shape>,
                                        "the operand's, in the layout in which it goes out"};
constexpr ArgumentSpec kOutfeedConfig =
    AttributeArgument<std::string>(OutfeedAttributes::kOutfeedConfig);
constexpr ArgumentSpec kChannel = {"channel_id", kKind<int64_t>,
                                   "which send and receive belong together; 1 or more"};
constexpr ArgumentSpec kInfeedArguments[] = {kReadShape, kInfeedConfig};
constexpr ArgumentSpec kInfeedTokenArguments[] = {kToken, kReadShape, kInfeedConfig};
constexpr ArgumentSpec kOutfeedArguments[] = {kWritten, kWrittenShape, kOutfeedConfig};
constexpr ArgumentSpec kOutfeedTokenArguments[] = {kWritten, kToken, kWrittenShape, kOutfeedConfig};
constexpr ArgumentSpec kSendArguments[] = {kWritten, kChannel};
constexpr ArgumentSpec kSendTokenArguments[] = {kWritten, kToken, kChannel};
constexpr ArgumentSpec kSendHostArguments[] = {kWritten, kToken, kWrittenShape, kChannel};
constexpr ArgumentSpec kRecvArguments[] = {kReadShape, kChannel};
constexpr ArgumentSpec kRecvTokenArguments[] = {kToken, kReadShape, kChannel};

constexpr Rule kCustomCallRules[] = {
    {"custom_call.b1", "the name of a custom call does not begin with '$'"}};
constexpr Rule kCompositeRules[] = {
    {"composite.b1", "a composite has a name"},
    {"composite.b2", "its attributes are not empty, its version is 0 or more"}};
constexpr Rule kChannelRules[] = {
    {"channel.b1", "a channel is 1 or more, and of the type that the function is for"},
    {"channel.b2", "shape_with_layout is the operand's shape, layouts aside"}};

constexpr HloOpcode kCustomCallOp[] = {HloOpcode::kCustomCall};
constexpr HloOpcode kCallOp[] = {HloOpcode::kCall};
// The operation that a function is about comes last.
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

// What all custom calls may be given at the end: the last six arguments.
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
      {"CustomCall", 0, kHost, kCustomCallOp, kCustomCallArguments, kCustomCallRules,
       [](XlaBuilder* builder, Arguments a) {
         const CustomCallOptions options(a);
         return CustomCall(builder, a[0].Get<std::string>(), a[1].ops, a[2].Get<Shape>(),
                           options.opaque, options.has_side_effect, options.aliasing,
                           options.literal, options.schedule, options.version);
       },
       "Calls a function outside of the program, which the run knows by its name.",
       "Operation Semantics, CustomCall", "const y = b.customCall('myfunc', [x], f32(3, 3));"},
      {"CustomCallWithComputation", 0, kHost, kCustomCallOp, kWithComputationArguments,
       kCustomCallRules,
       [](XlaBuilder* builder, Arguments a) {
         const CustomCallOptions options(a);
         return CustomCallWithComputation(builder, a[0].Get<std::string>(), a[1].ops,
                                          a[2].computation(), a[3].Get<Shape>(), options.opaque,
                                          options.has_side_effect, options.aliasing,
                                          options.literal, options.schedule, options.version);
       },
       "Calls a function as CustomCall does, and names a computation that the function may use.",
       "XLA's XlaBuilder, CustomCallWithComputation",
       "const y = b.customCallWithComputation('myfunc', [x], sum, f32(3, 3));"},
      {"CustomCallWithLayout", 0, kHost, kCustomCallOp, kWithLayoutArguments, kCustomCallRules,
       [](XlaBuilder* builder, Arguments a) {
         const CustomCallOptions options(a);
         return CustomCallWithLayout(builder, a[0].Get<std::string>(), a[1].ops, a[2].Get<Shape>(),
                                     a[3].Get<std::vector<Shape>>(), options.opaque,
                                     options.has_side_effect, options.aliasing, options.literal,
                                     options.schedule, options.version);
       },
       "Calls a function as CustomCall does, with its operands and its result in given layouts; "
       "here it gets the columns of x one after the other.",
       "XLA's XlaBuilder, CustomCallWithLayout",
       "const y = b.customCallWithLayout('myfunc', [x], f32(3, 3), ['f32[2,3]{0,1}']);"},
      {"CustomCallWithComputationAndLayouts", 0, kHost, kCustomCallOp,
       kWithComputationAndLayoutsArguments, kCustomCallRules,
       [](XlaBuilder* builder, Arguments a) {
         const CustomCallOptions options(a);
         return CustomCallWithComputationAndLayouts(
             builder, a[0].Get<std::string>(), a[1].ops, a[2].computation(), a[3].Get<Shape>(),
             a[4].Get<std::vector<Shape>>(), options.opaque, options.has_side_effect,
             options.aliasing, options.literal, options.schedule, options.version);
       },
       "Calls a function as CustomCall does, names a computation that the function may use, and "
       "has its operands and its result in given layouts.",
       "XLA's XlaBuilder, CustomCallWithComputationAndLayouts",
       "const layouts = ['f32[2,3]{0,1}'];\n"
       "const y = b.customCallWithComputationAndLayouts('myfunc', [x], sum, f32(3, 3), layouts);"},
      {"CustomCallWithConvDnums", 0, kHost, kCustomCallOp, kWithConvDnumsArguments,
       kCustomCallRules,
       [](XlaBuilder* builder, Arguments a) {
         const CustomCallOptions options(a);
         return CustomCallWithConvDnums(
             builder, a[0].Get<std::string>(), a[1].ops, a[2].Get<Shape>(),
             a[5].Get<std::vector<Shape>>(), options.opaque, options.has_side_effect,
             options.aliasing, options.literal, a[3].Get<Window>(),
             a[4].Get<ConvolutionDimensionNumbers>(), options.schedule, options.version);
       },
       "Calls a function as CustomCall does, and says of the convolution that it computes how its "
       "kernel moves and which dimension is which: XLA's back ends have convolutions of this kind. "
       "The function here gets the operands alone.",
       "XLA's XlaBuilder, CustomCallWithConvDnums",
       "const window = [{ size: 2, paddingLow: 1 }];\n"
       "const y = b.customCallWithConvDnums('myfunc', [x], f32(3, 3), window, 'b0f_0io->b0f');"},
      {"CompositeCall", 0, kHost, kCallOp, kCompositeArguments, kCompositeRules,
       [](XlaBuilder* builder, Arguments a) {
         return CompositeCall(builder, a[0].computation(), a[1].ops, a[2].Get<std::string>(),
                              a[3].Get<std::string>(), a[4].Get<int64_t>());
       },
       "Calls a computation that stands for an operation of a higher level; its value is the "
       "computation's.",
       "XLA's XlaBuilder, CompositeCall",
       "const y = b.compositeCall(doubled, [b.constant(1)], 'my.double');"},
  };
  return kDefs;
}

Span<const BuilderDef> TransferBuilderDefs() {
  static const BuilderDef kDefs[] = {
      {"Infeed",
       0,
       kHost,
       kInfeedOps,
       kInfeedArguments,
       {},
       [](XlaBuilder* builder, Arguments a) {
         return Infeed(builder, a[0].Get<Shape>(), a[1].Get<std::string>());
       },
       "Reads a value from the infeed, where the host has put it.",
       "Operation Semantics, Infeed",
       "const y = b.infeed(f32(3));"},
      {"InfeedWithToken",
       0,
       kHost,
       kInfeedOp,
       kInfeedTokenArguments,
       {},
       [](XlaBuilder*, Arguments a) {
         return InfeedWithToken(a[0].op, a[1].Get<Shape>(), a[2].Get<std::string>());
       },
       "Reads a value from the infeed after what gave the token; gives (value, token).",
       "Operation Semantics, Infeed",
       "const y = b.infeedWithToken(b.createToken(), f32(3));"},
      {"Outfeed",
       0,
       kHost,
       kOutfeedOps,
       kOutfeedArguments,
       {},
       [](XlaBuilder*, Arguments a) {
         return Outfeed(a[0].op, a[1].Get<Shape>(), a[2].Get<std::string>());
       },
       "Writes a value to the outfeed, from which the host takes it, and gives a token.",
       "Operation Semantics, Outfeed",
       "const t = b.outfeed(x, f32(2, 3));"},
      {"OutfeedWithToken",
       0,
       kHost,
       kOutfeedOp,
       kOutfeedTokenArguments,
       {},
       [](XlaBuilder*, Arguments a) {
         return OutfeedWithToken(a[0].op, a[1].op, a[2].Get<Shape>(), a[3].Get<std::string>());
       },
       "Writes a value to the outfeed after what gave the token, and gives a token.",
       "Operation Semantics, Outfeed",
       "const t = b.outfeedWithToken(x, b.createToken(), f32(2, 3));"},
      {"Send", 0, kHost, kSendOps, kSendArguments, kChannelRules,
       [](XlaBuilder*, Arguments a) {
         return Send(a[0].op, Channel(a[1], ChannelHandle::DEVICE_TO_DEVICE));
       },
       "Sends a value to the device that receives on the channel, and gives a token.", kSendSource,
       "const t = b.send(x, 1);"},
      {"SendWithToken", 0, kHost, kSendOp, kSendTokenArguments, kChannelRules,
       [](XlaBuilder*, Arguments a) {
         return SendWithToken(a[0].op, a[1].op, Channel(a[2], ChannelHandle::DEVICE_TO_DEVICE));
       },
       "Sends a value after what gave the token, and gives a token.", kSendSource,
       "const t = b.sendWithToken(x, b.createToken(), 1);"},
      {"SendToHost", 0, kHost, kSendOp, kSendHostArguments, kChannelRules,
       [](XlaBuilder*, Arguments a) {
         return SendToHost(a[0].op, a[1].op, a[2].Get<Shape>(),
                           Channel(a[3], ChannelHandle::DEVICE_TO_HOST));
       },
       "Sends a value to the host after what gave the token, and gives a token.", kSendSource,
       "const t = b.sendToHost(x, b.createToken(), f32(2, 3), 1);"},
      {"Recv", 0, kHost, kRecvOps, kRecvArguments, kChannelRules,
       [](XlaBuilder* builder, Arguments a) {
         return Recv(builder, a[0].Get<Shape>(), Channel(a[1], ChannelHandle::DEVICE_TO_DEVICE));
       },
       "Receives a value from the device that sends on the channel.", kRecvSource,
       "const y = b.recv(f32(3), 1);"},
      {"RecvWithToken", 0, kHost, kRecvOp, kRecvTokenArguments, kChannelRules,
       [](XlaBuilder*, Arguments a) {
         return RecvWithToken(a[0].op, a[1].Get<Shape>(),
                              Channel(a[2], ChannelHandle::DEVICE_TO_DEVICE));
       },
       "Receives a value after what gave the token; gives (value, token).", kRecvSource,
       "const y = b.recvWithToken(b.createToken(), f32(3), 1);"},
      {"RecvFromHost", 0, kHost, kRecvOp, kRecvTokenArguments, kChannelRules,
       [](XlaBuilder*, Arguments a) {
         return RecvFromHost(a[0].op, a[1].Get<Shape>(),
                             Channel(a[2], ChannelHandle::HOST_TO_DEVICE));
       },
       "Receives a value from the host after what gave the token; gives (value, token).",
       kRecvSource, "const y = b.recvFromHost(b.createToken(), f32(3), 1);"},
  };
  return kDefs;
}

}  // namespace hloom
