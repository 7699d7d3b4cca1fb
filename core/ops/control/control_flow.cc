// call, fusion, while, conditional: operations that call computations.
#include "ops/control/aliasing.h"
#include "ops/control/call.h"
#include "ops/control/fusion.h"
#include "ops/control/while.h"
#include "ops/infer_util.h"
#include "ops/rules.h"

namespace hloom {

namespace {

// ---- call ----

constexpr OperandSpec kCallOperands[] = {{"operands", "the arguments, possibly none"}};
constexpr RegionSpec kToApply[] = {{"to_apply"}};
constexpr Rule kCallC1 = {"call.c1",
                          "number and shapes of the arguments are those of the computation's "
                          "parameters, whichever dimensions are dynamic"};
constexpr Rule kCallC3 = {"call.c3",
                          "output_to_operand_aliasing names parts of the result and of operands "
                          "that are there, of the same shape"};
constexpr Rule kCallRules[] = {kCallC1, kCallC2, kCallC3};

// Checks call.c1 where an argument is missing, or one is too many.
Status CheckArgumentCount(const HloComputation& callee, Span<const Shape* const> given) {
  const std::vector<Shape> parameters = callee.ComputeProgramShape().parameters;
  if (given.size() == parameters.size()) return OkStatus();
  const bool missing = given.size() < parameters.size();
  return InvalidArgument(kCallC1)
      .Say(StrCat("the called computation takes ",
                  Count(static_cast<int64_t>(parameters.size()), "argument"), ", ", given.size(),
                  given.size() == 1 ? " is given" : " are given"))
      .Detail(StrCat("it is ", SignatureText(callee)))
      .Help(missing ? StrCat("give a value for parameter ", given.size(), ", ",
                             parameters[given.size()].ToString(), ", too")
                    : StrCat("leave operand ", parameters.size(), " out"));
}

StatusOr<Shape> InferCall(const InferContext& context) {
  HLOOM_RETURN_IF_ERROR(ExpectRegions(context, 1));
  const HloComputation& callee = *context.called_computations[0];
  HLOOM_RETURN_IF_ERROR(CheckArgumentCount(callee, context.operands));
  HLOOM_RETURN_IF_ERROR(ExpectSignature(kCallC1, "called computation", callee,
                                        OperandShapes(context), callee.root()->shape()));
  HLOOM_RETURN_IF_ERROR(ExpectAliases(kCallC3, context, callee.root()->shape(),
                                      context.attrs<CallAttributes>().output_to_operand_aliasing));
  return callee.root()->shape();
}

// ---- fusion ----

constexpr OperandSpec kFusionOperands[] = {{"operands", "the arguments of the fused computation"}};
constexpr RegionSpec kControlFlowCalls[] = {{"calls"}};
constexpr Rule kFusionC1 = {"fusion.c1",
                            "number and shapes of the operands are those of the fused "
                            "computation's parameters, whichever dimensions are dynamic"};
constexpr Rule kFusionC2 = {"fusion.c2",
                            "output_to_operand_aliasing names parts of the result and of operands "
                            "that are there, of the same shape"};
constexpr Rule kFusionRules[] = {kFusionC1, kFusionC2, kFusionC3, kFusionC4};

StatusOr<Shape> InferFusion(const InferContext& context) {
  HLOOM_RETURN_IF_ERROR(ExpectRegions(context, 1));
  const HloComputation& fused = *context.called_computations[0];
  HLOOM_RETURN_IF_ERROR(ExpectSignature(kFusionC1, "fused computation", fused,
                                        OperandShapes(context), fused.root()->shape()));
  HLOOM_RETURN_IF_ERROR(
      ExpectAliases(kFusionC2, context, fused.root()->shape(),
                    context.attrs<FusionAttributes>().output_to_operand_aliasing));
  return fused.root()->shape();
}

// ---- while ----

constexpr OperandSpec kWhileOperands[] = {
    {"init", "the initial value of the loop's state, of any shape T"}};
constexpr RegionSpec kWhileRegions[] = {{"condition", kWhileCondition}, {"body", kWhileBody}};
constexpr Rule kWhileRules[] = {kWhileC1, kWhileC2};

// The state is the input of the body: init, or the body's previous result.
std::vector<Shape> StateArguments(const InferContext& context, size_t, Span<const Shape> results) {
  return {DynamicInEither(context.operand(0), results[kWhileBody])};
}

// A dimension of the state is dynamic if it is dynamic in init or in the body's result. The
// declaration of a parameter does not matter: as in a call, a static array can be passed to a
// dynamic parameter, and all of it is live then.
StatusOr<Shape> InferWhile(const InferContext& context) {
  HLOOM_RETURN_IF_ERROR(ExpectRegions(context, 2));
  const Shape& init = context.operand(0);
  const HloComputation& condition = *context.called_computations[kWhileCondition];
  const HloComputation& body = *context.called_computations[kWhileBody];
  HLOOM_RETURN_IF_ERROR(
      ExpectSignature(kWhileC1, "condition", condition, {init}, ShapeUtil::MakeScalarShape(PRED)));
  HLOOM_RETURN_IF_ERROR(ExpectSignature(kWhileC2, "body", body, {init}, init));
  return DynamicInEither(init, body.root()->shape());
}

// ---- conditional ----

constexpr OperandSpec kConditionalOperands[] = {
    {"branch_index", "the number of the branch, S32[]; or PRED[], where true takes branch 0"},
    {"branch_operands", "one argument for each branch"},
};
bool ByPred(const HloInstruction& i) { return i.operand(0)->shape().element_type() == PRED; }
bool ByIndex(const HloInstruction& i) { return !ByPred(i); }
constexpr RegionSpec kConditionalRegions[] = {
    {"true_computation", 0, 1, ByPred},
    {"false_computation", 1, 1, ByPred},
    {"branch_computations", 0, -1, ByIndex},
};
constexpr Rule kConditionalC1 = {"conditional.c1", "the first operand is a PRED or S32 scalar"};
constexpr Rule kConditionalC2 = {
    "conditional.c2",
    "a PRED has two branches, an index at least one; each branch has one operand"};
constexpr Rule kConditionalC3 = {
    "conditional.c3",
    "each branch takes one parameter, of its operand's shape, whichever dimensions are dynamic"};
constexpr Rule kConditionalC4 = {"conditional.c4", "all branches have the same result shape"};
constexpr Rule kConditionalRules[] = {kConditionalC1, kConditionalC2, kConditionalC3,
                                      kConditionalC4};

Status CheckBranchCount(const InferContext& context) {
  const Shape& index = context.operand(0);
  const size_t branches = context.called_computations.size();
  const bool by_pred = ShapeUtil::IsScalarWithElementType(index, PRED);
  if (!by_pred && !ShapeUtil::IsScalarWithElementType(index, S32)) {
    return InvalidArgument(kConditionalC1)
        .Say(StrCat("chooses by ", index.ToString()))
        .Help("choose by a pred[] or by an s32[]");
  }
  const bool enough = by_pred ? branches == 2 : branches >= 1;
  if (!enough || context.operands.size() != branches + 1) {
    return InvalidArgument(kConditionalC2)
        .Say(StrCat("has ", Count(static_cast<int64_t>(branches), "branch computation"), " and ",
                    Count(static_cast<int64_t>(context.operands.size()) - 1, "branch operand")))
        .Help(by_pred ? "a PRED chooses between two branches, with one operand each"
                      : "give at least one branch, and one operand for each");
  }
  return OkStatus();
}

// Each branch has an operand of its own.
std::vector<Shape> BranchArguments(const InferContext& context, size_t branch, Span<const Shape>) {
  return {context.operand(branch + 1)};
}

// The branches' results may differ in which dimensions are dynamic: f32[<=10] and f32[10] give
// f32[<=10].
StatusOr<Shape> InferConditional(const InferContext& context) {
  HLOOM_RETURN_IF_ERROR(CheckBranchCount(context));
  Shape result = context.called_computations[0]->root()->shape();
  for (size_t b = 0; b < context.called_computations.size(); ++b) {
    const HloComputation& branch = *context.called_computations[b];
    const Shape& actual = branch.root()->shape();
    HLOOM_RETURN_IF_ERROR(ExpectSignature(kConditionalC3, StrCat("computation of branch ", b),
                                          branch, {context.operand(b + 1)}, actual));
    if (!ShapeUtil::Compatible(actual, result)) {
      return InvalidArgument(kConditionalC4)
          .Say(StrCat("branch ", b, " gives ", actual.ToString(), ", branch 0 gives ",
                      result.ToString()))
          .Help("all branches must give values of the same shape");
    }
    result = DynamicInEither(result, actual);
  }
  return result;
}

}  // namespace

constexpr OpDef kCallDef = {
    .opcode = HloOpcode::kCall,
    .name = "call",
    .operands = kCallOperands,
    .max_operands = -1,
    .make_attributes = MakeDefaultAttributes<CallAttributes>,
    .regions = kToApply,
    .rules = kCallRules,
    .infer_shape = InferCall,
    .callee_arguments = OperandShapes,
    .traits = {.control_flow = true, .keeps_type = true},
    .doc =
        "Applies a computation to the arguments and returns its result. The arguments may be "
        "empty; XLA's page requires that, but means that it is allowed. You can pass a dynamic "
        "argument to a static parameter of the same bounds: the computation then gets only the "
        "live elements. A composite is a call of a computation that stands for a higher-level "
        "operation.",
    .source = "Operation Semantics, Call",
};

constexpr OpDef kFusionDef = {
    .opcode = HloOpcode::kFusion,
    .name = "fusion",
    .operands = kFusionOperands,
    .max_operands = -1,
    .make_attributes = MakeDefaultAttributes<FusionAttributes>,
    .regions = kControlFlowCalls,
    .rules = kFusionRules,
    .infer_shape = InferFusion,
    .callee_arguments = OperandShapes,
    .traits = {.control_flow = true},
    .doc =
        "Applies the fused computation to the operands. Compilers put instructions into a fusion "
        "to run them as one; the result is the same.",
    .source = "XLA, HloFusionInstruction",
};

constexpr OpDef kWhileDef = {
    .opcode = HloOpcode::kWhile,
    .name = "while",
    .operands = kWhileOperands,
    .min_operands = 1,
    .max_operands = 1,
    .regions = kWhileRegions,
    .rules = kWhileRules,
    .infer_shape = InferWhile,
    .callee_arguments = StateArguments,
    .traits = {.control_flow = true, .loop = true, .keeps_type = true},
    .doc =
        "Applies the body to the state repeatedly while the condition returns true for it, and "
        "returns the last state. Its shape is the same in every iteration. A dimension of the "
        "state is dynamic if it is dynamic in the initial value or in the body's result. Each "
        "parameter may be static where the state is dynamic, and dynamic where the state is "
        "static.",
    .source = "Operation Semantics, While",
};

constexpr OpDef kConditionalDef = {
    .opcode = HloOpcode::kConditional,
    .name = "conditional",
    .operands = kConditionalOperands,
    .min_operands = 1,
    .max_operands = -1,
    .regions = kConditionalRegions,
    .rules = kConditionalRules,
    .infer_shape = InferConditional,
    .callee_arguments = BranchArguments,
    .traits = {.control_flow = true, .keeps_type = true},
    .doc =
        "Runs exactly one of the branches, each of which has its own operand. A PRED selects the "
        "first branch if it is true, and the second if it is false. An S32 selects the branch with "
        "that index, or the last branch if the index is out of range. You can pass a dynamic "
        "operand to a static parameter of the same bounds. A dimension of the result is dynamic if "
        "it is dynamic in the result of any branch.",
    .source = "Operation Semantics, Conditional",
};

}  // namespace hloom
