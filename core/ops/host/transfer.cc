// add-dependency, infeed, outfeed, send, send-done, recv, recv-done: operations in an order that
// tokens define.
#include "ops/host/transfer.h"

#include <set>

#include "base/str_cat.h"
#include "base/utf8.h"
#include "ops/collectives/device_groups.h"
#include "ops/rules.h"

namespace hloom {

Shape TransferContextShape(const Shape& value) {
  return ShapeUtil::MakeTupleShape(
      {value, ShapeUtil::MakeScalarShape(U32), ShapeUtil::MakeTokenShape()});
}

namespace {

// Returns whether a value can be fed: an array, or a flat tuple of arrays.
bool IsFlatData(const Shape& shape) {
  if (!shape.IsTuple()) return shape.IsArray();
  for (const Shape& element : shape.tuple_shapes()) {
    if (!element.IsArray()) return false;
  }
  return true;
}
// Returns whether a shape has arrays only; the recursion is as deep as the shape.
bool IsData(const Shape& shape) {
  if (!shape.IsTuple()) return shape.IsArray();
  for (const Shape& element : shape.tuple_shapes()) {
    if (!IsData(element)) return false;
  }
  return true;
}

Status ExpectToken(const Rule& rule, const InferContext& context, size_t i) {
  if (context.operand(i).IsToken()) return OkStatus();
  return InvalidArgument(rule)
      .Say(StrCat("operand ", i, " must be a token, it is ", context.operand(i).ToString()))
      .Help("make one with `CreateToken`, or pass on that of the operation that comes before"_msg);
}

// ---- add-dependency ----

constexpr OperandSpec kDependencyOperands[] = {
    {"operand", "a value of any shape"},
    {"token", "a token; its operation happens before the value is used"},
};
constexpr Rule kAddDependencyC1 = {"add_dependency.c1", "the second operand is a token"};
constexpr Rule kDependencyRules[] = {kAddDependencyC1};

StatusOr<Shape> InferAddDependency(const InferContext& context) {
  HLOOM_RETURN_IF_ERROR(ExpectToken(kAddDependencyC1, context, 1));
  return context.operand(0);
}

// ---- infeed, outfeed ----

constexpr OperandSpec kToken[] = {{"token", "a token; its operation happens before"}};
constexpr OperandSpec kValueAndToken[] = {{"operand", "an array, or a tuple of arrays"},
                                          {"token", "a token; its operation happens before"}};
constexpr Rule kInfeedC1 = {"infeed.c1", "the operand is a token"};
constexpr Rule kInfeedC2 = {"infeed.c2", "the result is a pair of the value read and a token"};
constexpr Rule kInfeedC3 = {"infeed.c3",
                            "the value read is an array or a tuple of arrays, not nested"};
constexpr Rule kInfeedRules[] = {kInfeedC1, kInfeedC2, kInfeedC3};
constexpr Rule kOutfeedC1 = {"outfeed.c1", "the second operand is a token"};
constexpr Rule kOutfeedC2 = {"outfeed.c2",
                             "the value written is an array or a tuple of arrays, not nested"};
constexpr Rule kOutfeedC3 = {"outfeed.c3", "outfeed_shape is the operand's shape, layouts aside"};
constexpr Rule kOutfeedRules[] = {kOutfeedC1, kOutfeedC2, kOutfeedC3};

StatusOr<Shape> InferInfeed(const InferContext& context) {
  HLOOM_RETURN_IF_ERROR(ExpectToken(kInfeedC1, context, 0));
  const Shape& result = *context.given_shape;
  const bool pair =
      result.IsTuple() && result.tuple_shapes().size() == 2 && result.tuple_shapes()[1].IsToken();
  if (!pair) {
    return InvalidArgument(kInfeedC2)
        .Say(StrCat("the result is ", result.ToString()))
        .Help("the shape of an infeed of f32[3] is (f32[3], token[])");
  }
  if (!IsFlatData(result.tuple_shapes()[0])) {
    return InvalidArgument(kInfeedC3)
        .Say(StrCat(result.tuple_shapes()[0].ToString(), " cannot be read from an infeed"))
        .Help("read an array, or a tuple of arrays that holds no tuples");
  }
  return result;
}

StatusOr<Shape> InferOutfeed(const InferContext& context) {
  HLOOM_RETURN_IF_ERROR(ExpectToken(kOutfeedC1, context, 1));
  const Shape& operand = context.operand(0);
  if (!IsFlatData(operand)) {
    return InvalidArgument(kOutfeedC2)
        .Say(StrCat(operand.ToString(), " cannot be written to an outfeed"))
        .Help("write an array, or a tuple of arrays that holds no tuples");
  }
  const Shape& stated = context.attrs<OutfeedAttributes>().outfeed_shape;
  if (stated != Shape() && !ShapeUtil::Compatible(stated, operand)) {
    return InvalidArgument(kOutfeedC3)
        .Say(MessageCat("`outfeed_shape` is "_msg, stated.ToString(), ", the operand ",
                        operand.ToString()))
        .Help("give the operand's shape, with the layout in which it is to go out");
  }
  return ShapeUtil::MakeTokenShape();
}

// ---- send, recv ----

constexpr OperandSpec kSendContext[] = {{"context", "the result of send"}};
constexpr OperandSpec kRecvContext[] = {{"context", "the result of recv"}};
constexpr Rule kSendC1 = {"send.c1", "the second operand is a token"};
constexpr Rule kSendC2 = {"send.c2", "the value sent is an array, or a tuple of arrays"};
constexpr Rule kSendRules[] = {kSendC1, kSendC2};
constexpr Rule kRecvC1 = {"recv.c1", "the operand is a token"};
constexpr Rule kRecvC2 = {
    "recv.c2", "the result is (value, u32[], token[]), the value an array or a tuple of such"};
constexpr Rule kRecvRules[] = {kRecvC1, kRecvC2};
constexpr Rule kSendDoneC1 = {"send_done.c1", "the operand is the result of send"};
constexpr Rule kSendDoneRules[] = {kSendDoneC1};
constexpr Rule kRecvDoneC1 = {"recv_done.c1", "the operand is the result of recv"};
constexpr Rule kRecvDoneRules[] = {kRecvDoneC1};

bool IsTransferContext(const Shape& shape) {
  return shape.IsTuple() && !shape.tuple_shapes().empty() && IsData(shape.tuple_shapes()[0]) &&
         ShapeUtil::Compatible(shape, TransferContextShape(shape.tuple_shapes()[0]));
}

StatusOr<Shape> InferSend(const InferContext& context) {
  HLOOM_RETURN_IF_ERROR(ExpectToken(kSendC1, context, 1));
  if (!IsData(context.operand(0))) {
    return InvalidArgument(kSendC2)
        .Say(StrCat(context.operand(0).ToString(), " cannot be sent"))
        .Help("send an array or a tuple of arrays; tokens stay where they are");
  }
  return TransferContextShape(context.operand(0));
}

StatusOr<Shape> InferRecv(const InferContext& context) {
  HLOOM_RETURN_IF_ERROR(ExpectToken(kRecvC1, context, 0));
  if (IsTransferContext(*context.given_shape)) return *context.given_shape;
  return InvalidArgument(kRecvC2)
      .Say(StrCat("the result is ", context.given_shape->ToString()))
      .Help("the shape of a recv of f32[3] is (f32[3], u32[], token[])");
}

Status ExpectTransferContext(const Rule& rule, const InferContext& context) {
  if (IsTransferContext(context.operand(0))) return OkStatus();
  return InvalidArgument(rule)
      .Say(StrCat("the operand is ", context.operand(0).ToString()))
      .Help(
          "it must be the result of the operation that began the transfer: (value, u32[], "
          "token[])");
}

StatusOr<Shape> InferSendDone(const InferContext& context) {
  HLOOM_RETURN_IF_ERROR(ExpectTransferContext(kSendDoneC1, context));
  return ShapeUtil::MakeTokenShape();
}
StatusOr<Shape> InferRecvDone(const InferContext& context) {
  HLOOM_RETURN_IF_ERROR(ExpectTransferContext(kRecvDoneC1, context));
  return ShapeUtil::MakeTupleShape(
      {context.operand(0).tuple_shapes()[0], ShapeUtil::MakeTokenShape()});
}

}  // namespace

constexpr OpDef kAddDependencyDef = {
    .opcode = HloOpcode::kAddDependency,
    .name = "add-dependency",
    .operands = kDependencyOperands,
    .min_operands = 2,
    .max_operands = 2,
    .rules = kDependencyRules,
    .infer_shape = InferAddDependency,
    .traits = {.keeps_type = true},
    .doc =
        "Returns the operand's value, which is not used before the operation that produced the "
        "token has happened. Compilers insert it between operations that have side effects.",
    .source = "XLA, HloAddDependencyInstruction",
};

constexpr OpTraits kTransferTraits = {.asks_host = true, .side_effect = true, .keeps_type = true};
constexpr OpTraits kGivenTransferTraits = {
    .asks_host = true, .side_effect = true, .shape_given = true, .keeps_type = true};

constexpr OpDef kInfeedDef = {
    .opcode = HloOpcode::kInfeed,
    .name = "infeed",
    .operands = kToken,
    .min_operands = 1,
    .max_operands = 1,
    .make_attributes = MakeDefaultAttributes<InfeedAttributes>,
    .rules = kInfeedRules,
    .infer_shape = InferInfeed,
    .traits = kGivenTransferTraits,
    .doc =
        "Reads one value, which the host has written, from the device's infeed; returns (value, "
        "token). Infeeds read one after the other, in the order of their tokens. Reading an empty "
        "tuple needs no value from the host.",
    .source = "Operation Semantics, Infeed",
};

constexpr OpDef kOutfeedDef = {
    .opcode = HloOpcode::kOutfeed,
    .name = "outfeed",
    .operands = kValueAndToken,
    .min_operands = 2,
    .max_operands = 2,
    .make_attributes = MakeDefaultAttributes<OutfeedAttributes>,
    .rules = kOutfeedRules,
    .infer_shape = InferOutfeed,
    .traits = kTransferTraits,
    .doc =
        "Writes the value to the device's outfeed, from which the host reads it, and returns a "
        "token. Values arrive in the order of the tokens.",
    .source = "Operation Semantics, Outfeed",
};

constexpr OpDef kSendDef = {
    .opcode = HloOpcode::kSend,
    .name = "send",
    .operands = kValueAndToken,
    .min_operands = 2,
    .max_operands = 2,
    .make_attributes = MakeDefaultAttributes<ChannelAttributes>,
    .rules = kSendRules,
    .infer_shape = InferSend,
    .traits = kTransferTraits,
    .doc =
        "Starts to send the value to the recv of the same channel, or to the host. The frontend "
        "attribute `_xla_send_recv_source_target_pairs` lists sources and targets, numbers of "
        "replicas or of partitions: with {{0,1},{1,2}}, 0 sends to 1, and 1 to 2. A device that is "
        "not the source of a pair sends nothing. Without the attribute one device sends and one "
        "receives. Only send-done may use its result, the context (value, u32[], token[]). XLA's "
        "page is older than tokens: there Send takes none, and the context is {operand, request "
        "identifier (U32)}.",
    .source = "Operation Semantics, Send",
};

constexpr OpDef kSendDoneDef = {
    .opcode = HloOpcode::kSendDone,
    .name = "send-done",
    .operands = kSendContext,
    .min_operands = 1,
    .max_operands = 1,
    .make_attributes = MakeDefaultAttributes<ChannelAttributes>,
    .rules = kSendDoneRules,
    .infer_shape = InferSendDone,
    .traits = kTransferTraits,
    .doc =
        "Waits until the value that send began to send has been received, and returns a token. On "
        "XLA's page, which is older than tokens, it returns nothing.",
    .source = "Operation Semantics, Send",
};

constexpr OpDef kRecvDef = {
    .opcode = HloOpcode::kRecv,
    .name = "recv",
    .operands = kToken,
    .min_operands = 1,
    .max_operands = 1,
    .make_attributes = MakeDefaultAttributes<ChannelAttributes>,
    .rules = kRecvRules,
    .infer_shape = InferRecv,
    .traits = kGivenTransferTraits,
    .doc =
        "Starts to receive a value from the send of the same channel, or from the host. The "
        "frontend attribute `_xla_send_recv_source_target_pairs`, which is equal to the send's, "
        "lists sources and targets, numbers of replicas or of partitions: with {{0,1},{1,2}}, 0 "
        "sends to 1, and 1 to 2. A device that is not the target of a pair receives zeros. Without "
        "the attribute one device sends and one receives. Only recv-done may use its result, the "
        "context (value, u32[], token[]). XLA's page is older than tokens: there Recv takes none, "
        "and the context is {receive buffer, request identifier (U32)}.",
    .source = "Operation Semantics, Recv",
};

constexpr OpDef kRecvDoneDef = {
    .opcode = HloOpcode::kRecvDone,
    .name = "recv-done",
    .operands = kRecvContext,
    .min_operands = 1,
    .max_operands = 1,
    .make_attributes = MakeDefaultAttributes<ChannelAttributes>,
    .rules = kRecvDoneRules,
    .infer_shape = InferRecvDone,
    .traits = kTransferTraits,
    .doc =
        "Waits for the value that recv began to receive; returns (value, token). On XLA's page, "
        "which is older than tokens, it returns only the value.",
    .source = "Operation Semantics, Recv",
};

std::optional<SendRecvPairs> ParseSendRecvPairs(std::string_view text) {
  std::string dense;
  for (const char c : text) {
    if (c != ' ') dense.push_back(c);
  }
  if (dense == "{}") return SendRecvPairs();
  if (dense.size() < 2 || dense.front() != '{' || dense.back() != '}') return std::nullopt;
  SendRecvPairs pairs;
  size_t at = 1;
  const auto number = [&](char end) -> std::optional<int64_t> {
    int64_t value = 0;
    size_t digits = 0;
    for (; at < dense.size() && dense[at] >= '0' && dense[at] <= '9' && digits < 9; ++at) {
      value = 10 * value + (dense[at] - '0');
      ++digits;
    }
    if (digits == 0 || at >= dense.size() || dense[at] != end) return std::nullopt;
    ++at;
    return value;
  };
  while (at < dense.size() && dense[at] == '{') {
    ++at;
    const std::optional<int64_t> source = number(',');
    const std::optional<int64_t> target = source ? number('}') : std::nullopt;
    if (!target) return std::nullopt;
    pairs.emplace_back(*source, *target);
    if (at + 1 == dense.size()) return pairs;
    if (dense[at++] != ',') return std::nullopt;
  }
  return std::nullopt;
}

bool PairsArePartitions(const HloInstruction& instruction, const DeviceGrid& grid) {
  const bool has_channel = instruction.attributes<ChannelAttributes>().channel_id > 0;
  return has_channel ? grid.partitions > 1 : grid.replicas == 1;
}

namespace {

// True if each id exists, and is at most once a source and at most once a target.
bool AreProper(const SendRecvPairs& pairs, int64_t ids) {
  std::set<int64_t> sources;
  std::set<int64_t> targets;
  for (const auto& [source, target] : pairs) {
    if (source >= ids || target >= ids) return false;
    if (!sources.insert(source).second || !targets.insert(target).second) return false;
  }
  return true;
}

}  // namespace

StatusOr<SendRecvPairs> ReadSendRecvPairs(const HloInstruction& instruction,
                                          const std::string& text, const DeviceGrid& grid) {
  const bool of_partitions = PairsArePartitions(instruction, grid);
  const int64_t ids = of_partitions ? grid.partitions : grid.replicas;
  std::optional<SendRecvPairs> pairs = ParseSendRecvPairs(text);
  if (pairs && AreProper(*pairs, ids)) return *std::move(pairs);
  const std::string_view id = of_partitions ? "partition" : "replica";
  return InvalidArgument(kCommC6)
      .Op(GetOpDef(instruction.opcode()).name)
      .Say(StrCat(kSendRecvPairs, "=\"", text, "\" in a run with ", Count(ids, id)))
      .Help(StrCat("write {{0,1},{1,2}}, where ", id, " 0 sends to 1, and 1 to 2, each once"));
}

}  // namespace hloom
