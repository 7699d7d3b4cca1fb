// Functions that call computations, and tuples and tokens.
#include <algorithm>

#include "base/str_cat.h"
#include "builder/argument_specs.h"
#include "builder/closures.h"
#include "builder/functions/function_util.h"
#include "builder/rules.h"
#include "ops/control/call.h"
#include "ops/control/structural.h"
#include "ops/windows/reduce.h"

namespace hloom {

namespace {

StatusOr<XlaOp> DoReduce(XlaBuilder* builder, std::vector<XlaOp> operands,
                         const XlaComputation& computation, std::vector<int64_t> dimensions) {
  return builder->AddInstruction(
      {.opcode = HloOpcode::kReduce,
       .operands = std::move(operands),
       .attributes = MakeAttributes(ReduceAttributes{std::move(dimensions)}),
       .called_computations = {&computation}});
}

std::vector<XlaOp> Joined(Span<const XlaOp> first, Span<const XlaOp> second) {
  std::vector<XlaOp> all = first.ToVector();
  all.insert(all.end(), second.begin(), second.end());
  return all;
}

}  // namespace

XlaOp Reduce(XlaOp operand, XlaOp init_value, const XlaComputation& computation,
             Span<const int64_t> dimensions_to_reduce) {
  XlaBuilder* builder = operand.builder();
  return InBuilder(builder, [&] {
    return DoReduce(builder, {operand, init_value}, computation, dimensions_to_reduce.ToVector());
  });
}

XlaOp Reduce(XlaOp operand, XlaOp init_value, const XlaComputation& computation,
             Span<const int64_t> dimensions_to_reduce, bool keep_dims) {
  const XlaOp reduced = Reduce(operand, init_value, computation, dimensions_to_reduce);
  if (!keep_dims) return reduced;
  return InBuilder(operand.builder(), [&]() -> StatusOr<XlaOp> {
    HLOOM_ASSIGN_OR_RETURN(const Shape* shape, operand.builder()->ShapeOf(operand));
    // f32[2,3,4] reduced along {1}: sizes {2, 1, 4}, to which {0, 2} of f32[2,4] are mapped.
    std::vector<int64_t> sizes = shape->dimensions().ToVector();
    std::vector<int64_t> kept;
    for (const int64_t d : dimensions_to_reduce) sizes[static_cast<size_t>(d)] = 1;
    for (int64_t d = 0; d < shape->rank(); ++d) {
      const bool is_reduced = std::find(dimensions_to_reduce.begin(), dimensions_to_reduce.end(),
                                        d) != dimensions_to_reduce.end();
      if (!is_reduced) kept.push_back(d);
    }
    return BroadcastInDim(reduced, sizes, kept);
  });
}

XlaOp Reduce(XlaBuilder* builder, Span<const XlaOp> operands, Span<const XlaOp> init_values,
             const XlaComputation& computation, Span<const int64_t> dimensions_to_reduce) {
  return InBuilder(builder, [&] {
    return DoReduce(builder, Joined(operands, init_values), computation,
                    dimensions_to_reduce.ToVector());
  });
}

XlaOp ReduceAll(XlaOp operand, XlaOp init_value, const XlaComputation& computation) {
  XlaBuilder* builder = operand.builder();
  return InBuilder(builder, [&]() -> StatusOr<XlaOp> {
    HLOOM_ASSIGN_OR_RETURN(const Shape shape, builder->GetShape(operand));
    std::vector<int64_t> all;
    for (int64_t i = 0; i < shape.rank(); ++i) all.push_back(i);
    return DoReduce(builder, {operand, init_value}, computation, std::move(all));
  });
}

XlaOp Call(XlaBuilder* builder, const XlaComputation& computation, Span<const XlaOp> operands) {
  return InBuilder(builder, [&] {
    return builder->AddInstruction({.opcode = HloOpcode::kCall,
                                    .operands = operands.ToVector(),
                                    .attributes = MakeAttributes(CallAttributes{}),
                                    .called_computations = {&computation}});
  });
}

XlaOp While(const XlaComputation& condition, const XlaComputation& body, XlaOp init) {
  XlaBuilder* builder = init.builder();
  return InBuilder(builder, [&] {
    return builder->AddInstruction({.opcode = HloOpcode::kWhile,
                                    .operands = {init},
                                    .called_computations = {&body, &condition}});
  });
}

XlaOp Conditional(XlaOp predicate, XlaOp true_operand, const XlaComputation& true_computation,
                  XlaOp false_operand, const XlaComputation& false_computation) {
  const XlaComputation* const branches[] = {&true_computation, &false_computation};
  const XlaOp operands[] = {true_operand, false_operand};
  return Conditional(predicate, branches, operands);
}

XlaOp Conditional(XlaOp branch_index, Span<const XlaComputation* const> branch_computations,
                  Span<const XlaOp> branch_operands) {
  XlaBuilder* builder = branch_index.builder();
  return InBuilder(builder, [&] {
    return builder->AddInstruction(
        {.opcode = HloOpcode::kConditional,
         .operands = Joined(Span<const XlaOp>(&branch_index, 1), branch_operands),
         .called_computations = std::vector<const XlaComputation*>(branch_computations.begin(),
                                                                   branch_computations.end())});
  });
}

XlaOp Tuple(XlaBuilder* builder, Span<const XlaOp> elements) {
  return InBuilder(builder, [&] {
    return builder->AddInstruction({.opcode = HloOpcode::kTuple, .operands = elements.ToVector()});
  });
}

XlaOp GetTupleElement(XlaOp tuple_data, int64_t index) {
  XlaBuilder* builder = tuple_data.builder();
  return InBuilder(builder, [&] {
    return builder->AddInstruction(
        {.opcode = HloOpcode::kGetTupleElement,
         .operands = {tuple_data},
         .attributes = MakeAttributes(GetTupleElementAttributes{index})});
  });
}

XlaOp AfterAll(XlaBuilder* builder, Span<const XlaOp> tokens) {
  return InBuilder(builder, [&]() -> StatusOr<XlaOp> {
    for (size_t i = 0; i < tokens.size(); ++i) {
      HLOOM_ASSIGN_OR_RETURN(const Shape* shape, builder->ShapeOf(tokens[i]));
      if (shape->IsToken()) continue;
      return Status(InvalidArgument(kAfterAllB1)
                        .Op("after-all")
                        .Say(StrCat("joins tokens, operand ", i, " is ", shape->ToString()))
                        .Help("pass the tokens of the operations to wait for, not their values")
                        .At(builder->NextLocation(HloOpcode::kAfterAll)));
    }
    return builder->AddInstruction({.opcode = HloOpcode::kAfterAll, .operands = tokens.ToVector()});
  });
}

XlaOp CreateToken(XlaBuilder* builder) { return AfterAll(builder, {}); }

XlaOp ReplicaId(XlaBuilder* builder) {
  return InBuilder(builder, [&]() -> StatusOr<XlaOp> {
    return builder->AddInstruction({.opcode = HloOpcode::kReplicaId});
  });
}

namespace {

constexpr ArgumentSpec kReductionArguments[] = {
    {"computation", ArgumentKind::kComputation, "(T, T) -> T: the accumulator and an element"},
    {"dimensions_to_reduce", kKind<Int64s>, "the dimensions to reduce, in any order"},
};
constexpr ArgumentSpec kComputationReduceArguments[] = {
    kOperandArgument,
    OrNumber("operand", {"init_value", ArgumentKind::kOp,
                         "a scalar of the operand's type, the initial value of each fold"}),
    kReductionArguments[0],
    kReductionArguments[1],
    {"keep_dims", kKind<bool>, "true to keep the reduced dimensions, with size 1",
     /*required=*/false},
};
constexpr ArgumentSpec kVariadicReduceArguments[] = {
    {"operands", ArgumentKind::kOps, "N arrays of the same dimensions"},
    OrNumber("operands", {"init_values", ArgumentKind::kOps, "N scalars of the arrays' types"}),
    {"computation", ArgumentKind::kComputation,
     "(T_0, ..., T_N-1, T_0, ..., T_N-1) -> the tuple of T_0, ..., T_N-1 (T_0 itself when N is 1): "
     "the accumulators, then "
     "one element of each array"},
    kReductionArguments[1],
};
constexpr ArgumentSpec kReduceAllArguments[] = {
    kComputationReduceArguments[0], kComputationReduceArguments[1], kComputationReduceArguments[2]};
constexpr ArgumentSpec kCallArguments[] = {
    {"computation", ArgumentKind::kComputation, "the computation to call"},
    {"operands", ArgumentKind::kOps, "its arguments, possibly none"},
};
constexpr ArgumentSpec kWhileArguments[] = {
    {"condition", ArgumentKind::kComputation, "T -> PRED[]: true to run the body again"},
    {"body", ArgumentKind::kComputation, "T -> T: the next state"},
    {"init", ArgumentKind::kOp, "the first state, of any shape T"},
};
constexpr ArgumentSpec kConditionalArguments[] = {
    {"predicate", ArgumentKind::kOp, "PRED[]"},
    {"true_operand", ArgumentKind::kOp, "the argument of true_computation"},
    {"true_computation", ArgumentKind::kComputation, "the computation to run if predicate is true"},
    {"false_operand", ArgumentKind::kOp, "the argument of false_computation"},
    {"false_computation", ArgumentKind::kComputation,
     "the computation to run if predicate is false; its result has the same shape"},
};
constexpr ArgumentSpec kSwitchArguments[] = {
    {"branch_index", ArgumentKind::kOp,
     "the number of the branch, S32[]; if it is out of range, the last branch runs"},
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
constexpr HloOpcode kComputationCallOp[] = {HloOpcode::kCall};
constexpr HloOpcode kWhileOp[] = {HloOpcode::kWhile};
constexpr HloOpcode kConditionalOp[] = {HloOpcode::kConditional};
constexpr HloOpcode kTupleOp[] = {HloOpcode::kTuple};
constexpr HloOpcode kComputationGetOp[] = {HloOpcode::kGetTupleElement};
constexpr HloOpcode kReplicaIdOp[] = {HloOpcode::kReplicaId};
constexpr HloOpcode kAfterAllOp[] = {HloOpcode::kAfterAll};
constexpr Rule kAfterAllRules[] = {kAfterAllB1};

constexpr std::string_view kComputationCalls = "computations";
constexpr std::string_view kTuples = "tuples and tokens";
constexpr std::string_view kComputationDevices = "devices";

XlaOp CallSwitch(XlaBuilder*, Arguments a) {
  std::vector<const XlaComputation*> branches;
  for (const XlaComputation& branch : a[1].computations) branches.push_back(&branch);
  return Conditional(a[0].op, Span<const XlaComputation* const>(branches.data(), branches.size()),
                     a[2].ops);
}

XlaOp CallClosure(XlaBuilder* builder, Arguments a) {
  return Call(builder, a[0].closure(), a[1].ops);
}

XlaOp CallWhileClosures(XlaBuilder*, Arguments a) {
  return While(a[0].closure(), a[1].closure(), a[2].op);
}

XlaOp CallConditionalClosures(XlaBuilder*, Arguments a) {
  const Closure branches[] = {a[2].closure(), a[4].closure()};
  const XlaOp operands[] = {a[1].op, a[3].op};
  return Conditional(a[0].op, branches, operands);
}

XlaOp CallSwitchClosures(XlaBuilder*, Arguments a) {
  std::vector<Closure> branches;
  for (size_t i = 0; i < a[1].computations.size(); ++i) branches.push_back(a[1].closure(i));
  return Conditional(a[0].op, branches, a[2].ops);
}

}  // namespace

Span<const BuilderDef> ComputationBuilderDefs() {
  static constexpr BuilderDef kDefs[] = {
      {.name = "Reduce",
       .group = kComputationCalls,
       .lowers_to = kReduceOp,
       .arguments = kComputationReduceArguments,
       .invoke =
           InvokeOverload<XlaOp(XlaOp, XlaOp, const XlaComputation&, Span<const int64_t>, bool),
                          Reduce>,
       .doc = "Folds an array along dimensions with a computation, starting from init_value and "
              "taking "
              "the elements in row-major order.",
       .source = "Operation Semantics, Reduce",
       .example = "const y = b.reduce(x, 0, sum, [0]);"},
      {.name = "Reduce",
       .overload = 1,
       .group = kComputationCalls,
       .lowers_to = kReduceOp,
       .arguments = kVariadicReduceArguments,
       .invoke = InvokeOverload<XlaOp(XlaBuilder*, Span<const XlaOp>, Span<const XlaOp>,
                                      const XlaComputation&, Span<const int64_t>),
                                Reduce>,
       .doc = "Folds N arrays in step; the result is the tuple of the N folded arrays (the array "
              "itself "
              "when N is 1).",
       .source = "Operation Semantics, Variadic Reduce",
       .example = "const y = b.reduce([x], [b.constant(0)], sum, [0]);"},
      {.name = "ReduceAll",
       .group = kComputationCalls,
       .lowers_to = kReduceOp,
       .arguments = kReduceAllArguments,
       .invoke = Invoke<ReduceAll>,
       .doc = "Folds an array along all its dimensions into a scalar.",
       .source = "Operation Semantics, Reduce",
       .example = "const y = b.reduceAll(x, 0, sum);"},
      {.name = "Call",
       .group = kComputationCalls,
       .lowers_to = kComputationCallOp,
       .arguments = kCallArguments,
       .invoke = InvokeOverload<XlaOp(XlaBuilder*, const XlaComputation&, Span<const XlaOp>), Call>,
       .doc = "Applies a computation to arguments and returns its result.",
       .source = "Operation Semantics, Call",
       .example = "const y = b.call(sum, [b.constant(1), b.constant(2)]);",
       .invoke_closures = CallClosure},
      {.name = "While",
       .group = kComputationCalls,
       .lowers_to = kWhileOp,
       .arguments = kWhileArguments,
       .invoke = InvokeOverload<XlaOp(const XlaComputation&, const XlaComputation&, XlaOp), While>,
       .doc = "Applies body to a state repeatedly while condition returns true for it, and returns "
              "the "
              "last state.",
       .source = "Operation Semantics, While",
       .example = "const y = b.while(below, doubled, b.constant(1));",
       .invoke_closures = CallWhileClosures},
      {.name = "Conditional",
       .group = kComputationCalls,
       .lowers_to = kConditionalOp,
       .arguments = kConditionalArguments,
       .invoke =
           InvokeOverload<XlaOp(XlaOp, XlaOp, const XlaComputation&, XlaOp, const XlaComputation&),
                          Conditional>,
       .doc = "Runs one of two computations, each with its own operand.",
       .source = "Operation Semantics, Conditional",
       .example =
           "const y = b.conditional(b.constant(true), b.constant(1), doubled, b.constant(2), "
           "doubled);",
       .invoke_closures = CallConditionalClosures},
      {.name = "Conditional",
       .overload = 1,
       .group = kComputationCalls,
       .lowers_to = kConditionalOp,
       .arguments = kSwitchArguments,
       .invoke = CallSwitch,
       .doc = "Runs the computation at branch_index; each has its own operand.",
       .source = "Operation Semantics, Conditional",
       .example =
           "const y = b.conditional(b.constant(1, 'S32'), [doubled, doubled], [b.constant(1), "
           "b.constant(2)]);",
       .invoke_closures = CallSwitchClosures},
      {.name = "Tuple",
       .group = kTuples,
       .lowers_to = kTupleOp,
       .arguments = kTupleArguments,
       .invoke = Invoke<Tuple>,
       .doc = "Makes a tuple of values, which may have different shapes.",
       .source = "Operation Semantics, Tuple",
       .example = "const t = b.tuple([x, v]);"},
      {.name = "GetTupleElement",
       .group = kTuples,
       .lowers_to = kComputationGetOp,
       .arguments = kComputationGetArguments,
       .invoke = Invoke<GetTupleElement>,
       .doc = "Returns the element of a tuple at a constant index.",
       .source = "Operation Semantics, GetTupleElement",
       .example = "const y = b.getTupleElement(b.tuple([x, v]), 1);"},
      {.name = "AfterAll",
       .group = kTuples,
       .lowers_to = kAfterAllOp,
       .arguments = kTokensArguments,
       .rules = kAfterAllRules,
       .invoke = Invoke<AfterAll>,
       .doc = "Makes a token that comes after all the given ones.",
       .source = "Operation Semantics, AfterAll",
       .example = "const t = b.afterAll([b.createToken(), b.createToken()]);"},
      {.name = "CreateToken",
       .group = kTuples,
       .lowers_to = kAfterAllOp,
       .arguments = {},
       .invoke = Invoke<CreateToken>,
       .doc = "Makes a fresh token.",
       .source = "Operation Semantics, AfterAll",
       .example = "const t = b.createToken();"},
      {.name = "ReplicaId",
       .group = kComputationDevices,
       .lowers_to = kReplicaIdOp,
       .arguments = {},
       .invoke = Invoke<ReplicaId>,
       .doc = "Returns the number of the replica that this device belongs to, a scalar U32.",
       .source = "Operation Semantics, ReplicaId",
       .example = "const y = b.add(b.replicaId(), 1);"},
  };
  return kDefs;
}

}  // namespace hloom
