// Functions that call computations, and tuples and tokens.
#include "base/str_cat.h"
#include "builder/functions/function_util.h"
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
      return Status(InvalidArgument("after-all.b1")
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

}  // namespace hloom
