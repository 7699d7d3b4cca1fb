// async-start, async-update, async-done: a computation that may run beside others.
//
//   %start = ((f32[8]), f32[], u32[]) async-start(%x), calls=%sum
//   %done = f32[] async-done(%start)
//
// Here it runs at its start, whole; what stands between start and done sees no difference.
// async.c5 and .c6 are judged where whole modules are: call_verifier.cc.
#include "ops/async.h"

#include <algorithm>

#include "literal/literal.h"
#include "ops/aliasing.h"
#include "ops/infer_util.h"

namespace hloom {

namespace {

constexpr OperandSpec kStartOperands[] = {{"operands", "the arguments of the computation"}};
constexpr OperandSpec kChainOperand[] = {{"start", "what async-start or async-update gave"}};
constexpr RegionSpec kCalls[] = {{"calls"}};
bool HasCallee(const HloInstruction& instruction) {
  return !instruction.called_computations().empty();
}
// Older texts and bytes repeat the computation all along the chain.
constexpr RegionSpec kOptionalCalls[] = {{"calls", 0, 1, HasCallee}};
constexpr Rule kStartRules[] = {
    {"async.c1",
     "number and shapes of the operands are those of the computation's parameters, whichever "
     "dimensions are dynamic"},
    {"async.c2",
     "the result is ((operands), the computation's result, and whatever else a back end keeps, "
     "arrays or tokens)"},
    {"async.c6",
     "a computation on the main thread is one operation, of its parameters or their elements, "
     "unless async-start has the frontend attribute _collectives_group"},
    {"async.c7",
     "output_to_operand_aliasing names parts of the result and of operands that are there, of the "
     "same shape"},
};
constexpr Rule kChainRules[] = {
    {"async.c3", "the operand has the shape of what async-start gives: ((operands), result, ...)"},
    {"async.c4", "a computation that is named again is one of the chain's shape"},
    {"async.c5", "a computation, or a thread, that is named again is that of async-start"},
    {"async.c8", "output_to_operand_aliasing is said of async-start alone"},
};

// ((operands), result, contexts...)
bool IsAsyncShape(const Shape& shape) {
  if (!shape.IsTuple() || shape.tuple_shapes().size() < 2) return false;
  if (!shape.tuple_shapes()[0].IsTuple()) return false;
  for (size_t i = 2; i < shape.tuple_shapes().size(); ++i) {
    if (shape.tuple_shapes()[i].IsTuple()) return false;
  }
  return true;
}

// `given`, as dynamic as `wanted` is in what both have: the operands and the result.
Shape FollowStart(const Shape& given, const Shape& wanted) {
  if (!IsAsyncShape(given)) return given;
  std::vector<Shape> parts = given.tuple_shapes().ToVector();
  for (size_t i = 0; i < wanted.tuple_shapes().size(); ++i) {
    if (!ShapeUtil::Compatible(parts[i], wanted.tuple_shapes()[i])) continue;
    parts[i] = WithDynamicDimensionsOf(wanted.tuple_shapes()[i], parts[i]);
  }
  return Shape(std::move(parts));
}

StatusOr<Shape> InferAsyncStart(const InferContext& context) {
  HLOOM_RETURN_IF_ERROR(ExpectRegions(context, 1));
  const HloComputation& callee = *context.called_computations[0];
  const std::vector<Shape> arguments = OperandShapes(context);
  const Shape& result = callee.root()->shape();
  HLOOM_RETURN_IF_ERROR(
      ExpectSignature("async.c1", "asynchronous computation", callee, arguments, result));
  const Shape wanted = ShapeUtil::MakeTupleShape({ShapeUtil::MakeTupleShape(arguments), result});
  const Shape given =
      context.given_follows ? FollowStart(*context.given_shape, wanted) : *context.given_shape;
  const bool right =
      IsAsyncShape(given) &&
      ShapeUtil::EqualIgnoringLayout(given.tuple_shapes()[0], wanted.tuple_shapes()[0]) &&
      ShapeUtil::EqualIgnoringLayout(given.tuple_shapes()[1], wanted.tuple_shapes()[1]);
  if (right) {
    HLOOM_RETURN_IF_ERROR(ExpectAliases(
        "async.c7", context, given, context.attrs<AsyncAttributes>().output_to_operand_aliasing));
    return given;
  }
  return InvalidArgument("async.c2")  // async.c2
      .Say(StrCat("the result is ", given.ToString()))
      .Help(StrCat("with these operands and this computation it is ", wanted.ToString(),
                   ", with more arrays or tokens behind if the back end needs them"));
}

Status CheckChain(const InferContext& context) {
  const Shape& operand = context.operand(0);
  if (!IsAsyncShape(operand)) {  // async.c3
    return InvalidArgument("async.c3")
        .Say(StrCat("the operand is ", operand.ToString()))
        .Help("give the result of async-start or of async-update");
  }
  if (!context.attrs<AsyncAttributes>().output_to_operand_aliasing.empty()) {
    return InvalidArgument("async.c8")  // async.c8
        .Say("output_to_operand_aliasing stands where an asynchronous operation goes on or ends")
        .Help("write it beside async-start");
  }
  if (context.called_computations.empty()) return OkStatus();
  HLOOM_RETURN_IF_ERROR(ExpectRegions(context, 1));
  return ExpectSignature("async.c4", "asynchronous computation", *context.called_computations[0],
                         operand.tuple_shapes()[0].tuple_shapes(), operand.tuple_shapes()[1]);
}

// What the chain began with.
std::vector<Shape> ChainArguments(const InferContext& context, size_t, Span<const Shape>) {
  return context.operand(0).tuple_shapes()[0].tuple_shapes().ToVector();
}

StatusOr<Shape> InferAsyncUpdate(const InferContext& context) {
  HLOOM_RETURN_IF_ERROR(CheckChain(context));
  return context.operand(0);
}
StatusOr<Shape> InferAsyncDone(const InferContext& context) {
  HLOOM_RETURN_IF_ERROR(CheckChain(context));
  return context.operand(0).tuple_shapes()[1];
}

// What a back end would keep: nothing reads it.
StatusOr<Literal> ContextOf(const Shape& shape, const LedgerPtr& ledger) {
  if (shape.IsToken()) return Literal::MakeToken();
  HLOOM_ASSIGN_OR_RETURN(Literal context, Literal::Create(shape, ledger));
  std::fill_n(context.mutable_data<std::byte>(), context.size_bytes(), std::byte{0});
  return context;
}

StatusOr<ControlAction> ResumeAsyncStart(const HloInstruction& instruction, Operands operands,
                                         ControlState& state) {
  if (state.phase++ == 0) {
    for (const Literal* operand : operands) state.arguments.push_back(*operand);
    std::vector<Literal> kept = state.arguments;
    state.carried = Literal::MakeTuple(std::move(kept));
    return ControlAction{.call = instruction.called_computation(0)};
  }
  std::vector<Literal> parts;
  parts.push_back(std::move(state.carried));
  parts.push_back(std::move(state.returned));
  for (size_t i = 2; i < instruction.shape().tuple_shapes().size(); ++i) {
    HLOOM_ASSIGN_OR_RETURN(Literal context,
                           ContextOf(instruction.shape().tuple_shapes()[i], state.ledger));
    parts.push_back(std::move(context));
  }
  return ControlAction{.value = Literal::MakeTuple(std::move(parts))};
}

StatusOr<Literal> EvaluateAsyncUpdate(EvalContext&, const HloInstruction&, Operands operands) {
  return *operands[0];
}
StatusOr<Literal> EvaluateAsyncDone(EvalContext&, const HloInstruction&, Operands operands) {
  return operands[0]->elements()[1];
}

}  // namespace

extern const OpDef kAsyncStartDef, kAsyncUpdateDef, kAsyncDoneDef;

constexpr OpDef kAsyncStartDef = {
    .opcode = HloOpcode::kAsyncStart,
    .name = "async-start",
    .operands = kStartOperands,
    .max_operands = -1,
    .make_attributes = MakeDefaultAttributes<AsyncAttributes>,
    .regions = kCalls,
    .rules = kStartRules,
    .infer_shape = InferAsyncStart,
    .resume = ResumeAsyncStart,
    .callee_arguments = OperandShapes,
    .traits = {.control_flow = true, .shape_given = true, .reads_live_sizes = true},
    .doc =
        "Begins to run a computation, beside what stands between this and its async-done. What it "
        "gives is for async-update and async-done: the operands, the result, and what a back end "
        "keeps. Here the computation runs at once.",
    .source = "XLA, HloAsyncInstruction",
};

constexpr OpDef kAsyncUpdateDef = {
    .opcode = HloOpcode::kAsyncUpdate,
    .name = "async-update",
    .operands = kChainOperand,
    .min_operands = 1,
    .max_operands = 1,
    .make_attributes = MakeDefaultAttributes<AsyncAttributes>,
    .regions = kOptionalCalls,
    .rules = kChainRules,
    .infer_shape = InferAsyncUpdate,
    .evaluate = EvaluateAsyncUpdate,
    .callee_arguments = ChainArguments,
    .traits = {.reads_live_sizes = true},
    .doc = "A step between async-start and async-done; the same value.",
    .source = "XLA, HloAsyncInstruction",
};

constexpr OpDef kAsyncDoneDef = {
    .opcode = HloOpcode::kAsyncDone,
    .name = "async-done",
    .operands = kChainOperand,
    .min_operands = 1,
    .max_operands = 1,
    .make_attributes = MakeDefaultAttributes<AsyncAttributes>,
    .regions = kOptionalCalls,
    .rules = kChainRules,
    .infer_shape = InferAsyncDone,
    .evaluate = EvaluateAsyncDone,
    .callee_arguments = ChainArguments,
    .traits = {.reads_live_sizes = true},
    .doc = "Waits for the computation that async-start began; its result.",
    .source = "XLA, HloAsyncInstruction",
};

}  // namespace hloom
