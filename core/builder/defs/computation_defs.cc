// Rows of the functions that call computations, and of tuples and tokens.
#include "builder/defs/argument_specs.h"
#include "ops/control/structural.h"

namespace hloom {

namespace {

constexpr ArgumentSpec kReductionArguments[] = {
    {"computation", ArgumentKind::kComputation, "(T, T) -> T: the accumulator and an element"},
    {"dimensions_to_reduce", kKind<Int64s>, "the dimensions that are reduced away, in any order"},
};
constexpr ArgumentSpec kComputationReduceArguments[] = {
    kOperandArgument,
    OrNumber("operand", {"init_value", ArgumentKind::kOp,
                         "a scalar of the operand's type, where every fold starts"}),
    kReductionArguments[0],
    kReductionArguments[1],
};
constexpr ArgumentSpec kVariadicReduceArguments[] = {
    {"operands", ArgumentKind::kOps, "N arrays of the same dimensions"},
    {"init_values", ArgumentKind::kOps, "N scalars of the arrays' types"},
    {"computation", ArgumentKind::kComputation,
     "(T_0, ..., T_N-1, T_0, ..., T_N-1) -> the tuple of T_0, ..., T_N-1 (T_0 itself when N is 1): "
     "the accumulators, then "
     "one element of each array"},
    kReductionArguments[1],
};
constexpr ArgumentSpec kReduceAllArguments[] = {
    kComputationReduceArguments[0], kComputationReduceArguments[1], kComputationReduceArguments[2]};
constexpr ArgumentSpec kCallArguments[] = {
    {"computation", ArgumentKind::kComputation, "what to call"},
    {"operands", ArgumentKind::kOps, "its arguments, possibly none"},
};
constexpr ArgumentSpec kWhileArguments[] = {
    {"condition", ArgumentKind::kComputation, "T -> PRED[]: whether to go on"},
    {"body", ArgumentKind::kComputation, "T -> T: the next state"},
    {"init", ArgumentKind::kOp, "the first state, of any shape T"},
};
constexpr ArgumentSpec kConditionalArguments[] = {
    {"predicate", ArgumentKind::kOp, "PRED[]"},
    {"true_operand", ArgumentKind::kOp, "the argument of true_computation"},
    {"true_computation", ArgumentKind::kComputation, "what runs when predicate is true"},
    {"false_operand", ArgumentKind::kOp, "the argument of false_computation"},
    {"false_computation", ArgumentKind::kComputation,
     "what runs when predicate is false; its result has the same shape"},
};
constexpr ArgumentSpec kSwitchArguments[] = {
    {"branch_index", ArgumentKind::kOp,
     "the number of the branch, S32[]; where there is no such branch, the last one runs"},
    {"branch_computations", ArgumentKind::kComputations,
     "the branches, all of the same result shape"},
    {"branch_operands", ArgumentKind::kOps, "one argument for each branch"},
};
constexpr ArgumentSpec kTupleArguments[] = {
    {"elements", ArgumentKind::kOps, "values of any shapes"}};
constexpr ArgumentSpec kComputationGetArguments[] = {
    {"tuple_data", ArgumentKind::kOp, "a tuple"},
    AttributeArgument<int64_t>(GetTupleElementAttributes::kIndex),
};
constexpr ArgumentSpec kTokensArguments[] = {{"tokens", ArgumentKind::kOps, "tokens, any number"}};

constexpr HloOpcode kReduceOp[] = {HloOpcode::kReduce};
constexpr HloOpcode kCallOp[] = {HloOpcode::kCall};
constexpr HloOpcode kWhileOp[] = {HloOpcode::kWhile};
constexpr HloOpcode kConditionalOp[] = {HloOpcode::kConditional};
constexpr HloOpcode kTupleOp[] = {HloOpcode::kTuple};
constexpr HloOpcode kComputationGetOp[] = {HloOpcode::kGetTupleElement};
constexpr HloOpcode kReplicaIdOp[] = {HloOpcode::kReplicaId};
constexpr HloOpcode kAfterAllOp[] = {HloOpcode::kAfterAll};
constexpr Rule kAfterAllRules[] = {{"after-all.b1", "every operand is a token"}};

constexpr std::string_view kComputationCalls = "computations";
constexpr std::string_view kTuples = "tuples and tokens";
constexpr std::string_view kComputationDevices = "devices";

XlaOp CallSwitch(XlaBuilder*, Arguments a) {
  std::vector<const XlaComputation*> branches;
  for (const XlaComputation& branch : a[1].computations) branches.push_back(&branch);
  return Conditional(a[0].op, Span<const XlaComputation* const>(branches.data(), branches.size()),
                     a[2].ops);
}

}  // namespace

Span<const BuilderDef> ComputationBuilderDefs() {
  static constexpr BuilderDef kDefs[] = {
      {"Reduce",
       0,
       kComputationCalls,
       kReduceOp,
       kComputationReduceArguments,
       {},
       [](XlaBuilder*, Arguments a) {
         return Reduce(a[0].op, a[1].op, a[2].computation(), a[3].Get<Int64s>());
       },
       "Folds an array along dimensions with a computation, starting from init_value and taking "
       "the elements in row-major order.",
       "Operation Semantics, Reduce",
       "const y = b.reduce(x, 0, sum, [0]);"},
      {"Reduce",
       1,
       kComputationCalls,
       kReduceOp,
       kVariadicReduceArguments,
       {},
       [](XlaBuilder* builder, Arguments a) {
         return Reduce(builder, a[0].ops, a[1].ops, a[2].computation(), a[3].Get<Int64s>());
       },
       "Folds N arrays in step; the result is the tuple of the N folded arrays (the array itself "
       "when N is 1).",
       "Operation Semantics, Variadic Reduce",
       "const y = b.reduce([x], [b.constant(0)], sum, [0]);"},
      {"ReduceAll",
       0,
       kComputationCalls,
       kReduceOp,
       kReduceAllArguments,
       {},
       [](XlaBuilder*, Arguments a) { return ReduceAll(a[0].op, a[1].op, a[2].computation()); },
       "Folds an array along all its dimensions into a scalar.",
       "Operation Semantics, Reduce",
       "const y = b.reduceAll(x, 0, sum);"},
      {"Call",
       0,
       kComputationCalls,
       kCallOp,
       kCallArguments,
       {},
       [](XlaBuilder* builder, Arguments a) { return Call(builder, a[0].computation(), a[1].ops); },
       "Applies a computation to arguments; its result is the value.",
       "Operation Semantics, Call",
       "const y = b.call(sum, [b.constant(1), b.constant(2)]);"},
      {"While",
       0,
       kComputationCalls,
       kWhileOp,
       kWhileArguments,
       {},
       [](XlaBuilder*, Arguments a) {
         return While(a[0].computation(), a[1].computation(), a[2].op);
       },
       "Applies body to a state again and again, as long as condition is true of it; the last "
       "state is the result.",
       "Operation Semantics, While",
       "const y = b.while(below, doubled, b.constant(1));"},
      {"Conditional",
       0,
       kComputationCalls,
       kConditionalOp,
       kConditionalArguments,
       {},
       [](XlaBuilder*, Arguments a) {
         return Conditional(a[0].op, a[1].op, a[2].computation(), a[3].op, a[4].computation());
       },
       "Runs one of two computations, each with an operand of its own.",
       "Operation Semantics, Conditional",
       "const y = b.conditional(b.constant(true), b.constant(1), doubled, b.constant(2), "
       "doubled);"},
      {"Conditional",
       1,
       kComputationCalls,
       kConditionalOp,
       kSwitchArguments,
       {},
       CallSwitch,
       "Runs the computation that branch_index names, each with an operand of its own.",
       "Operation Semantics, Conditional",
       "const y = b.conditional(b.constant(1, 'S32'), [doubled, doubled], [b.constant(1), "
       "b.constant(2)]);"},
      {"Tuple",
       0,
       kTuples,
       kTupleOp,
       kTupleArguments,
       {},
       [](XlaBuilder* builder, Arguments a) { return Tuple(builder, a[0].ops); },
       "Makes a tuple of values, each with its own shape.",
       "Operation Semantics, Tuple",
       "const t = b.tuple([x, v]);"},
      {"GetTupleElement",
       0,
       kTuples,
       kComputationGetOp,
       kComputationGetArguments,
       {},
       [](XlaBuilder*, Arguments a) { return GetTupleElement(a[0].op, a[1].Get<int64_t>()); },
       "Takes the element of a tuple at an index that is known when the program is built.",
       "Operation Semantics, GetTupleElement",
       "const y = b.getTupleElement(b.tuple([x, v]), 1);"},
      {"AfterAll", 0, kTuples, kAfterAllOp, kTokensArguments, kAfterAllRules,
       [](XlaBuilder* builder, Arguments a) { return AfterAll(builder, a[0].ops); },
       "Makes a token that comes after all the given ones.", "Operation Semantics, AfterAll",
       "const t = b.afterAll([b.createToken(), b.createToken()]);"},
      {"CreateToken",
       0,
       kTuples,
       kAfterAllOp,
       {},
       {},
       [](XlaBuilder* builder, Arguments) { return CreateToken(builder); },
       "Makes a fresh token.",
       "Operation Semantics, AfterAll",
       "const t = b.createToken();"},
      {"ReplicaId",
       0,
       kComputationDevices,
       kReplicaIdOp,
       {},
       {},
       [](XlaBuilder* builder, Arguments) { return ReplicaId(builder); },
       "Gives the number of the device that runs this replica of the program, a scalar U32.",
       "Operation Semantics, ReplicaId",
       "const y = b.add(b.replicaId(), 1);"},
  };
  return kDefs;
}

}  // namespace hloom
