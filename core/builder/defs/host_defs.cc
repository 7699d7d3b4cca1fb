// Rows of functions that reach out of the program.
#include "builder/defs/argument_specs.h"
#include "builder/functions/host_functions.h"
#include "hlo/kinds/enum_kind.h"

namespace hloom {

namespace {

constexpr ArgumentSpec kTarget = {"call_target_name", ArgumentKind::kString,
                                  "the name under which the function is registered"};
constexpr ArgumentSpec kCallOperands = {"operands", ArgumentKind::kOps, "what it is given"};
constexpr ArgumentSpec kResultShape = {"shape", ArgumentKind::kShape, "of its result"};
constexpr ArgumentSpec kOpaque = {"opaque", ArgumentKind::kString, "bytes for the function", false,
                                  "nothing"};
constexpr ArgumentSpec kSideEffect = {"has_side_effect", ArgumentKind::kBool,
                                      "whether it does more than give a value", false, "false"};
constexpr RecordSpec kAlias = {
    "OutputOperandAlias",
    "A part of the result of a custom call that may lie where a part of an operand does.",
    MakeDefaultAttributes<OutputOperandAlias>};
constexpr ArgumentSpec kAliasing = {
    .name = "output_operand_aliasing",
    .kind = ArgumentKind::kRecords,
    .doc = "parts of the result that may lie where parts of operands do; means nothing here",
    .required = false,
    .default_text = "{}",
    .record = &kAlias};
constexpr ArgumentSpec kLiteral = {"literal", ArgumentKind::kLiteral,
                                   "a value that goes with the call; means nothing here", false,
                                   "none"};
constexpr std::string_view kScheduleNames[] = {"SCHEDULE_NONE", "SCHEDULE_LATEST",
                                               "SCHEDULE_EARLIEST"};
constexpr ArgumentSpec kSchedule = {
    "schedule", ArgumentKind::kEnum, "when a back end should run it; means nothing here",
    false,      "SCHEDULE_NONE",     kScheduleNames};
constexpr std::string_view kVersionNames[] = {
    "API_VERSION_ORIGINAL", "API_VERSION_STATUS_RETURNING", "API_VERSION_STATUS_RETURNING_UNIFIED",
    "API_VERSION_TYPED_FFI"};
constexpr ArgumentSpec kVersion = {
    "api_version", ArgumentKind::kEnum,    "how XLA's back ends call it; means nothing here",
    false,         "API_VERSION_ORIGINAL", kVersionNames};
constexpr ArgumentSpec kLaidOutResult = {"shape_with_layout", ArgumentKind::kShape,
                                         "of its result, in the layout that it gives"};
constexpr ArgumentSpec kLaidOutOperands = {
    "operand_shapes_with_layout", ArgumentKind::kShapes,
    "for each operand its shape, in the layout in which the function gets it"};
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

constexpr ArgumentSpec kCompositeArguments[] = {
    {"computation", ArgumentKind::kComputation, "what the operation means"},
    {"operands", ArgumentKind::kOps, "its arguments"},
    {"name", ArgumentKind::kString, "of the operation that it stands for: \"chlo.tan\""},
    {"attributes", ArgumentKind::kString, "of that operation, as text of MLIR", false, "{}"},
    {"version", ArgumentKind::kInt64, "of that operation", false, "0"},
};

constexpr ArgumentSpec kToken = {"token", ArgumentKind::kOp, "of what happens before"};
constexpr ArgumentSpec kReadShape = {"shape", ArgumentKind::kShape, "of what is read"};
constexpr ArgumentSpec kInfeedConfig = {"config", ArgumentKind::kString,
                                        "for back ends; means nothing here", false, "nothing"};
constexpr ArgumentSpec kWritten = {"operand", ArgumentKind::kOp, "an array, or a tuple of arrays"};
constexpr ArgumentSpec kWrittenShape = {"shape_with_layout", ArgumentKind::kShape,
                                        "the operand's, in the layout in which it goes out"};
constexpr ArgumentSpec kOutfeedConfig = {"outfeed_config", ArgumentKind::kString,
                                         "for back ends; means nothing here", false, "nothing"};
constexpr ArgumentSpec kChannel = {"channel_id", ArgumentKind::kInt64,
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
  return {.handle = argument.integer, .type = type};
}

// What all custom calls may be given at the end: the last six arguments.
struct CustomCallOptions {
  explicit CustomCallOptions(Arguments a)
      : last(&a[a.size() - 6]),
        opaque(last[0].text),
        has_side_effect(last[1].boolean),
        aliasing(last[2].AllAs<OutputOperandAlias>()),
        literal(last[3].given ? &last[3].literal : nullptr) {}
  CustomCallSchedule schedule() const {
    return ParseEnum<CustomCallSchedule>(kScheduleNames, last[4].text)
        .value_or(CustomCallSchedule::kNone);
  }
  // The names begin with that of 1.
  CustomCallApiVersion version() const {
    const auto index = ParseEnum<size_t>(kVersionNames, last[5].text).value_or(0);
    return static_cast<CustomCallApiVersion>(index + 1);
  }

  const Argument* last;
  const std::string& opaque;
  bool has_side_effect;
  OutputOperandAliasing aliasing;
  const Literal* literal;
};

}  // namespace

Span<const BuilderDef> CallOutBuilderDefs() {
  static const BuilderDef kDefs[] = {
      {"CustomCall", 0, kHost, kCustomCallOp, kCustomCallArguments, kCustomCallRules,
       [](XlaBuilder* builder, Arguments a) {
         const CustomCallOptions options(a);
         return CustomCall(builder, a[0].text, a[1].ops, a[2].shape, options.opaque,
                           options.has_side_effect, options.aliasing, options.literal,
                           options.schedule(), options.version());
       },
       "What a function gives that is not part of the program: the run knows it by its name.",
       "Operation Semantics, CustomCall", "const y = b.customCall('myfunc', [x], f32(3, 3));"},
      {"CustomCallWithComputation", 0, kHost, kCustomCallOp, kWithComputationArguments,
       kCustomCallRules,
       [](XlaBuilder* builder, Arguments a) {
         const CustomCallOptions options(a);
         return CustomCallWithComputation(builder, a[0].text, a[1].ops, a[2].computation(),
                                          a[3].shape, options.opaque, options.has_side_effect,
                                          options.aliasing, options.literal, options.schedule(),
                                          options.version());
       },
       "A custom call that names a computation for the function's use.",
       "XLA's XlaBuilder, CustomCallWithComputation",
       "const y = b.customCallWithComputation('myfunc', [x], sum, f32(3, 3));"},
      {"CustomCallWithLayout", 0, kHost, kCustomCallOp, kWithLayoutArguments, kCustomCallRules,
       [](XlaBuilder* builder, Arguments a) {
         const CustomCallOptions options(a);
         return CustomCallWithLayout(builder, a[0].text, a[1].ops, a[2].shape, a[3].shapes,
                                     options.opaque, options.has_side_effect, options.aliasing,
                                     options.literal, options.schedule(), options.version());
       },
       "A custom call whose function gets its operands in given layouts, here the columns of x one "
       "after the other, and gives its result in one.",
       "XLA's XlaBuilder, CustomCallWithLayout",
       "const y = b.customCallWithLayout('myfunc', [x], f32(3, 3), ['f32[2,3]{0,1}']);"},
      {"CompositeCall", 0, kHost, kCallOp, kCompositeArguments, kCompositeRules,
       [](XlaBuilder* builder, Arguments a) {
         const auto attributes = a[3].given ? std::optional<std::string_view>(a[3].text)
                                            : std::optional<std::string_view>();
         return CompositeCall(builder, a[0].computation(), a[1].ops, a[2].text, attributes,
                              a[4].integer);
       },
       "A call of a computation that stands for an operation of a higher level; its value is the "
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
       [](XlaBuilder* builder, Arguments a) { return Infeed(builder, a[0].shape, a[1].text); },
       "Reads a value from the infeed, where the host has put it.",
       "Operation Semantics, Infeed",
       "const y = b.infeed(f32(3));"},
      {"InfeedWithToken",
       0,
       kHost,
       kInfeedOp,
       kInfeedTokenArguments,
       {},
       [](XlaBuilder*, Arguments a) { return InfeedWithToken(a[0].op, a[1].shape, a[2].text); },
       "Reads a value from the infeed after what gave the token: (value, token).",
       "Operation Semantics, Infeed",
       "const y = b.infeedWithToken(b.createToken(), f32(3));"},
      {"Outfeed",
       0,
       kHost,
       kOutfeedOps,
       kOutfeedArguments,
       {},
       [](XlaBuilder*, Arguments a) { return Outfeed(a[0].op, a[1].shape, a[2].text); },
       "Writes a value to the outfeed, from which the host takes it; a token.",
       "Operation Semantics, Outfeed",
       "const t = b.outfeed(x, f32(2, 3));"},
      {"OutfeedWithToken",
       0,
       kHost,
       kOutfeedOp,
       kOutfeedTokenArguments,
       {},
       [](XlaBuilder*, Arguments a) {
         return OutfeedWithToken(a[0].op, a[1].op, a[2].shape, a[3].text);
       },
       "Writes a value to the outfeed after what gave the token; a token.",
       "Operation Semantics, Outfeed",
       "const t = b.outfeedWithToken(x, b.createToken(), f32(2, 3));"},
      {"Send", 0, kHost, kSendOps, kSendArguments, kChannelRules,
       [](XlaBuilder*, Arguments a) {
         return Send(a[0].op, Channel(a[1], ChannelHandle::DEVICE_TO_DEVICE));
       },
       "Sends a value to the device that receives on the channel; a token.", kSendSource,
       "const t = b.send(x, 1);"},
      {"SendWithToken", 0, kHost, kSendOp, kSendTokenArguments, kChannelRules,
       [](XlaBuilder*, Arguments a) {
         return SendWithToken(a[0].op, a[1].op, Channel(a[2], ChannelHandle::DEVICE_TO_DEVICE));
       },
       "Sends a value after what gave the token; a token.", kSendSource,
       "const t = b.sendWithToken(x, b.createToken(), 1);"},
      {"SendToHost", 0, kHost, kSendOp, kSendHostArguments, kChannelRules,
       [](XlaBuilder*, Arguments a) {
         return SendToHost(a[0].op, a[1].op, a[2].shape,
                           Channel(a[3], ChannelHandle::DEVICE_TO_HOST));
       },
       "Sends a value to the host after what gave the token; a token.", kSendSource,
       "const t = b.sendToHost(x, b.createToken(), f32(2, 3), 1);"},
      {"Recv", 0, kHost, kRecvOps, kRecvArguments, kChannelRules,
       [](XlaBuilder* builder, Arguments a) {
         return Recv(builder, a[0].shape, Channel(a[1], ChannelHandle::DEVICE_TO_DEVICE));
       },
       "Receives a value from the device that sends on the channel.", kRecvSource,
       "const y = b.recv(f32(3), 1);"},
      {"RecvWithToken", 0, kHost, kRecvOp, kRecvTokenArguments, kChannelRules,
       [](XlaBuilder*, Arguments a) {
         return RecvWithToken(a[0].op, a[1].shape, Channel(a[2], ChannelHandle::DEVICE_TO_DEVICE));
       },
       "Receives a value after what gave the token: (value, token).", kRecvSource,
       "const y = b.recvWithToken(b.createToken(), f32(3), 1);"},
      {"RecvFromHost", 0, kHost, kRecvOp, kRecvTokenArguments, kChannelRules,
       [](XlaBuilder*, Arguments a) {
         return RecvFromHost(a[0].op, a[1].shape, Channel(a[2], ChannelHandle::HOST_TO_DEVICE));
       },
       "Receives a value from the host after what gave the token: (value, token).", kRecvSource,
       "const y = b.recvFromHost(b.createToken(), f32(3), 1);"},
  };
  return kDefs;
}

}  // namespace hloom
