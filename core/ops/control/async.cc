// async-start, async-update, async-done: a computation that may run in parallel with others.
//
//   %start = ((f32[8]), f32[], u32[]) async-start(%x), calls=%sum
//   %done = f32[] async-done(%start)
//
// Parameters may be bound later, and the memory of the result may be left open:
//
//   %start = ((f32[8]), (), u32[]) async-start(%x), calls=%plus
//   %update = ((f32[8], f32[8]), f32[8], u32[]) async-update(%start, %y)
//
// The value may go through tuples, loops, conditionals and calls to its end.
//
// call_verifier.cc and context_flow.cc check async.c5, .c6 and .c10 to .c13, for whole modules.
#include "ops/control/async.h"

#include "ops/control/aliasing.h"
#include "ops/infer_util.h"
#include "ops/rules.h"

namespace hloom {

namespace {

constexpr OperandSpec kStartOperands[] = {{"operands", "the arguments of the computation"}};
constexpr OperandSpec kUpdateOperands[] = {{"start", "the result of async-start or async-update"},
                                           {"operands", "further arguments of the computation"}};
constexpr OperandSpec kChainOperand[] = {{"start", "the result of async-start or async-update"}};
constexpr RegionSpec kAsyncCalls[] = {{"calls"}};
bool HasCallee(const HloInstruction& instruction) {
  return !instruction.called_computations().empty();
}
// Older texts and bytes repeat the computation all along the chain.
constexpr RegionSpec kOptionalCalls[] = {{"calls", 0, 1, HasCallee}};
constexpr Rule kAsyncC7 = {"async.c7",
                           "output_to_operand_aliasing names parts of the result and of operands "
                           "that are there, of the same shape"};
constexpr Rule kAsyncC1 = {
    "async.c1",
    "the operands are the computation's parameters in number and shape, whichever dimensions "
    "are dynamic; the last ones may be missing: async-update binds them"};
constexpr Rule kAsyncC2 = {
    "async.c2",
    "the result is ((operands), the computation's result, and any further arrays, tokens or "
    "() of a back end); with () in the place of the computation's result, a later operation "
    "adds it"};
constexpr Rule kStartRules[] = {kAsyncC1, kAsyncC2, kAsyncC6, kAsyncC7};
constexpr Rule kAsyncC3 = {
    "async.c3",
    "the operand has the shape of the result of async-start: ((operands), result, ...)"};
constexpr Rule kAsyncC4 = {"async.c4",
                           "a computation that is named again is one of the chain's shape"};
constexpr Rule kAsyncC8 = {"async.c8", "async-done has no output_to_operand_aliasing"};
constexpr Rule kAsyncC9 = {
    "async.c9",
    "async-update continues the shape of its operand: it appends the shapes of further "
    "operands, and replaces () by a result"};
constexpr Rule kChainRules[] = {kAsyncC7, kAsyncC3,  kAsyncC4,  kAsyncC5,  kAsyncC8,
                                kAsyncC9, kAsyncC10, kAsyncC11, kAsyncC12, kAsyncC13};

// ((operands), result, contexts...)
bool IsAsyncShape(const Shape& shape) {
  if (!shape.IsTuple() || shape.tuple_shapes().size() < 2) return false;
  if (!shape.tuple_shapes()[0].IsTuple()) return false;
  for (size_t i = 2; i < shape.tuple_shapes().size(); ++i) {
    if (!shape.tuple_shapes()[i].tuple_shapes().empty()) return false;
  }
  return true;
}

// Gives `given` the dynamic dimensions of the bound arguments and of `result`.
Shape FollowChain(const Shape& given, Span<const Shape> arguments, const Shape& result) {
  if (!IsAsyncShape(given)) return given;
  std::vector<Shape> parts = given.tuple_shapes().ToVector();
  std::vector<Shape> bound = parts[0].tuple_shapes().ToVector();
  for (size_t i = 0; i < bound.size() && i < arguments.size(); ++i) {
    if (!ShapeUtil::Compatible(bound[i], arguments[i])) continue;
    bound[i] = WithDynamicDimensionsOf(arguments[i], bound[i]);
  }
  parts[0] = Shape(std::move(bound));
  if (ShapeUtil::Compatible(parts[1], result)) {
    parts[1] = WithDynamicDimensionsOf(result, parts[1]);
  }
  return Shape(std::move(parts));
}

// The arguments that are bound, followed by the parameters that are not.
std::vector<Shape> WithUnbound(Span<const Shape> bound, const HloComputation& callee) {
  std::vector<Shape> all = bound.ToVector();
  for (size_t i = all.size(); i < callee.parameters().size(); ++i) {
    all.push_back(callee.parameters()[i]->shape());
  }
  return all;
}

// The declared shape of the result; its actual shape if () declares none.
const Shape& ResultOr(const Shape& said, const HloComputation& callee) {
  return ShapeUtil::IsEmptyTuple(said) ? callee.root()->shape() : said;
}

StatusOr<Shape> InferAsyncStart(const InferContext& context) {
  HLOOM_RETURN_IF_ERROR(ExpectRegions(context, 1));
  const HloComputation& callee = *context.called_computations[0];
  const std::vector<Shape> arguments = OperandShapes(context);
  const Shape& result = callee.root()->shape();
  HLOOM_RETURN_IF_ERROR(ExpectSignature(kAsyncC1, "asynchronous computation", callee,
                                        WithUnbound(arguments, callee), result));
  const Shape wanted = ShapeUtil::MakeTupleShape({ShapeUtil::MakeTupleShape(arguments), result});
  const Shape given = context.given_follows ? FollowChain(*context.given_shape, arguments, result)
                                            : *context.given_shape;
  const bool right =
      IsAsyncShape(given) &&
      ShapeUtil::EqualIgnoringLayout(given.tuple_shapes()[0], wanted.tuple_shapes()[0]) &&
      ShapeUtil::EqualIgnoringLayout(ResultOr(given.tuple_shapes()[1], callee), result);
  if (right) {
    HLOOM_RETURN_IF_ERROR(ExpectAliases(
        kAsyncC7, context, given, context.attrs<AsyncAttributes>().output_to_operand_aliasing));
    return given;
  }
  return InvalidArgument(kAsyncC2)
      .Say(StrCat("the result is ", given.ToString()))
      .Help(StrCat("with these operands and this computation it is ", wanted.ToString(),
                   ", with more arrays or tokens behind if the back end needs them"));
}

// `chain`: the bound values after the step.
Status CheckChain(const InferContext& context, const Shape& chain) {
  const Shape& operand = context.operand(0);
  if (!IsAsyncShape(operand)) {
    return InvalidArgument(kAsyncC3)
        .Say(StrCat("the operand is ", operand.ToString()))
        .Help("give the result of async-start or of async-update");
  }
  if (context.called_computations.empty()) return OkStatus();
  HLOOM_RETURN_IF_ERROR(ExpectRegions(context, 1));
  if (!IsAsyncShape(chain)) return OkStatus();  // the caller refuses it
  const HloComputation& callee = *context.called_computations[0];
  return ExpectSignature(kAsyncC4, "asynchronous computation", callee,
                         WithUnbound(chain.tuple_shapes()[0].tuple_shapes(), callee),
                         ResultOr(chain.tuple_shapes()[1], callee));
}

// Returns whether `to` has the arguments and the result of `from`, and takes the operands from
// number 1 on as further arguments, possibly without the last ones.
bool GoesOn(const Shape& from, const Shape& to, Span<const Shape* const> operands) {
  if (!IsAsyncShape(to)) return false;
  const Span<const Shape> before = from.tuple_shapes()[0].tuple_shapes();
  const Span<const Shape> after = to.tuple_shapes()[0].tuple_shapes();
  if (after.size() < before.size() || after.size() - before.size() > operands.size() - 1) {
    return false;
  }
  for (size_t i = 0; i < after.size(); ++i) {
    const Shape& wanted = i < before.size() ? before[i] : *operands[1 + i - before.size()];
    if (!ShapeUtil::EqualIgnoringLayout(after[i], wanted)) return false;
  }
  const Shape& said = from.tuple_shapes()[1];
  return ShapeUtil::IsEmptyTuple(said) ||
         ShapeUtil::EqualIgnoringLayout(said, to.tuple_shapes()[1]);
}

// The arguments that async-start binds, and the rest, which async-update binds.
std::vector<Shape> StartArguments(const InferContext& context, size_t, Span<const Shape>) {
  return WithUnbound(OperandShapes(context), *context.called_computations[0]);
}

// The shape of an async-update whose operands have become dynamic. async-start chooses the version
// of the computation that runs, and later arguments must fit it.
StatusOr<Shape> FollowUpdate(const InferContext& context) {
  const HloComputation& callee = *context.called_computations[0];
  std::vector<Shape> arguments = context.operand(0).tuple_shapes()[0].tuple_shapes().ToVector();
  for (size_t i = 1; i < context.operands.size(); ++i) arguments.push_back(context.operand(i));
  for (size_t i = 0; i < arguments.size() && i < callee.parameters().size(); ++i) {
    const Shape& parameter = callee.parameters()[i]->shape();
    if (!ShapeUtil::Compatible(arguments[i], parameter)) continue;  // inference refuses it
    if (ShapeUtil::EqualIgnoringLayout(DynamicInEither(parameter, arguments[i]), parameter)) {
      continue;
    }
    return InvalidArgument(kAsyncC10)
        .Say(StrCat("argument ", i, " is bound after async-start, and becomes ",
                    arguments[i].ToString(), "; the parameter is ", parameter.ToString()))
        .Help("bind it with async-start, or declare the parameter as dynamic as it is");
  }
  return FollowChain(*context.given_shape, arguments, callee.root()->shape());
}

StatusOr<Shape> InferAsyncUpdate(const InferContext& context) {
  const Shape& from = context.operand(0);
  const bool appends = context.operands.size() > 1;
  Shape to = context.given_shape != nullptr ? *context.given_shape : from;
  if (context.given_follows) {
    HLOOM_ASSIGN_OR_RETURN(to, FollowUpdate(context));
  }
  HLOOM_RETURN_IF_ERROR(CheckChain(context, to));
  if (appends && context.given_shape == nullptr) {
    return InvalidArgument(kAsyncC9)
        .Say("it appends operands, and has no shape")
        .Help(
            "give it, ((all operands so far), result or (), ...): more operands do not tell "
            "whether they are arguments or memory for the result");
  }
  if (GoesOn(from, to, context.operands)) {
    HLOOM_RETURN_IF_ERROR(ExpectAliases(
        kAsyncC7, context, to, context.attrs<AsyncAttributes>().output_to_operand_aliasing));
    return to;
  }
  return InvalidArgument(kAsyncC9)
      .Say(StrCat("it goes on from ", from.ToString(), appends ? " and further operands" : "",
                  " to ", to.ToString()))
      .Help(
          "arguments that are bound, and a result that is not (), stay as they are; the shapes of "
          "further operands come after those of the first");
}
StatusOr<Shape> InferAsyncDone(const InferContext& context) {
  HLOOM_RETURN_IF_ERROR(CheckChain(context, context.operand(0)));
  if (!context.attrs<AsyncAttributes>().output_to_operand_aliasing.empty()) {
    return InvalidArgument(kAsyncC8)
        .Say("async-done has `output_to_operand_aliasing`"_msg)
        .Help("give it to async-start or async-update");
  }
  const Shape& result = context.operand(0).tuple_shapes()[1];
  const bool open = ShapeUtil::IsEmptyTuple(result) && context.given_shape != nullptr;
  if (open && context.given_follows) return context.called_computations[0]->root()->shape();
  return open ? *context.given_shape : result;
}

}  // namespace

bool IsAsyncStep(HloOpcode opcode) {
  return opcode == HloOpcode::kAsyncUpdate || opcode == HloOpcode::kAsyncDone;
}

bool IsCarriedTo(const HloInstruction& step) {
  const HloOpcode before = step.operand(0)->opcode();
  return before != HloOpcode::kAsyncStart && before != HloOpcode::kAsyncUpdate;
}

const HloInstruction& AsyncBegin(const HloInstruction& step) {
  const HloInstruction* begin = &step;
  while (IsAsyncStep(begin->opcode()) && !IsCarriedTo(*begin)) begin = begin->operand(0);
  return *begin;
}

bool IsCollectivesGroup(const HloInstruction& instruction) {
  const InstructionExtras* extras = instruction.extras();
  return extras != nullptr && extras->frontend_attributes.count(std::string(kCollectivesGroup)) > 0;
}

constexpr OpDef kAsyncStartDef = {
    .opcode = HloOpcode::kAsyncStart,
    .name = "async-start",
    .operands = kStartOperands,
    .max_operands = -1,
    .make_attributes = MakeDefaultAttributes<AsyncAttributes>,
    .regions = kAsyncCalls,
    .rules = kStartRules,
    .infer_shape = InferAsyncStart,
    .callee_arguments = StartArguments,
    .traits = {.control_flow = true, .shape_given = true, .keeps_type = true},
    .doc =
        "Starts a computation, which runs in parallel with the instructions up to its async-done. "
        "Only async-update and async-done may use its result: the operands, the result of the "
        "computation, and state of the back end. hloom runs the computation immediately, or when "
        "async-update binds the last of its parameters.",
    .source = "XLA, HloAsyncInstruction",
};

constexpr OpDef kAsyncUpdateDef = {
    .opcode = HloOpcode::kAsyncUpdate,
    .name = "async-update",
    .operands = kUpdateOperands,
    .min_operands = 1,
    .max_operands = -1,
    .make_attributes = MakeDefaultAttributes<AsyncAttributes>,
    .regions = kOptionalCalls,
    .rules = kChainRules,
    .infer_shape = InferAsyncUpdate,
    .traits = {.control_flow = true, .shape_may_be_given = true, .keeps_type = true},
    .doc =
        "Continues an asynchronous computation between async-start and async-done: returns the "
        "same value, or one with further arguments for the computation, which runs when it has all "
        "of them. If operands are appended, HLO text must give the shape. In hloom a tuple, a "
        "loop, a conditional or a call may carry the value.",
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
    .traits = {.shape_may_be_given = true, .keeps_type = true},
    .doc =
        "Waits for the computation that async-start began and returns its result. In hloom a "
        "tuple, a loop, a conditional or a call may carry the value.",
    .source = "XLA, HloAsyncInstruction",
};

}  // namespace hloom
