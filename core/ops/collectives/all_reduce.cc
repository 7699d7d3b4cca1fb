// all-reduce, all-reduce-start, all-reduce-done: reduce the arrays of all devices of a group, for
// example to their sum.
#include "ops/collectives/collective_util.h"
#include "ops/infer_util.h"
#include "ops/mixed_precision.h"

namespace hloom {

namespace {

constexpr OperandSpec kAllReduceOperands[] = {
    {"operands", "one array or more, of one element type"}};
constexpr OperandSpec kAllReduceDoneOperand[] = {{"start", "the result of all-reduce-start"}};
constexpr Rule kAllReduceRules[] = {kCollectiveC1, kCollectiveC2, kCollectiveC3, kCollectiveC5,
                                    kCollectiveC6, kCollectiveC7, kCollectiveC9, kCollectiveC10};

// Groups may have different sizes, because a result is as large as the operand.
StatusOr<Shape> InferAllReduce(const InferContext& context) {
  HLOOM_RETURN_IF_ERROR(
      CheckGroups(context, context.attrs<AllReduceAttributes>(), {.even = false}));
  HLOOM_RETURN_IF_ERROR(CheckReducer(context));
  return OperandsAsOne(context);
}

StatusOr<Shape> InferAllReduceDone(const InferContext& context) { return context.operand(0); }

StatusOr<DeviceGroups> GroupsOfAllReduce(const HloInstruction& instruction,
                                         const DeviceGrid& grid) {
  const auto& attributes = instruction.attributes<AllReduceAttributes>();
  return ExpandGroups(instruction, attributes.replica_groups, ModeOfReduction(attributes), grid,
                      /*all_named=*/true);
}

constexpr CollectiveDef kAllReduceDevices = {ModeOfReductionWith<AllReduceAttributes>,
                                             GroupsOfAllReduce};

}  // namespace

constexpr OpDef kAllReduceDef = {
    .opcode = HloOpcode::kAllReduce,
    .name = "all-reduce",
    .operands = kAllReduceOperands,
    .min_operands = 1,
    .max_operands = -1,
    .types = TypeSet::kArray,
    .make_attributes = MakeDefaultAttributes<AllReduceAttributes>,
    .regions = kReducerRegion,
    .rules = kAllReduceRules,
    .imply_converts = AdaptReducer,
    .infer_shape = InferAllReduce,
    .collective = &kAllReduceDevices,
    .traits = kReducingTraits,
    .doc =
        "Reduces the operands of all devices of a group, element by element, and returns the "
        "result on each of them. The order is that of the group: f(f(x_0, x_1), x_2) and so on. "
        "Each step, also of a sum, is rounded to the element type, so the same groups give the "
        "same bits with any number of threads. Several operands are reduced separately, each by "
        "the same computation, and the result is a tuple. In a group of one device the result is "
        "the operand. A device waits until all devices of its group have arrived.",
    .source = "Operation Semantics, AllReduce",
};

constexpr OpDef kAllReduceStartDef = {
    .opcode = HloOpcode::kAllReduceStart,
    .name = "all-reduce-start",
    .operands = kAllReduceOperands,
    .min_operands = 1,
    .max_operands = -1,
    .types = TypeSet::kArray,
    .make_attributes = MakeDefaultAttributes<AllReduceAttributes>,
    .regions = kReducerRegion,
    .rules = kAllReduceRules,
    .imply_converts = AdaptReducer,
    .infer_shape = InferAllReduce,
    .collective = &kAllReduceDevices,
    .traits = kReducingStartTraits,
    .doc =
        "Starts an all-reduce, which all-reduce-done completes. It contributes the operands and "
        "does not wait. Only all-reduce-done may use its result.",
    .source = "XLA, HloAllReduceInstruction",
};

constexpr OpDef kAllReduceDoneDef = {
    .opcode = HloOpcode::kAllReduceDone,
    .name = "all-reduce-done",
    .operands = kAllReduceDoneOperand,
    .min_operands = 1,
    .max_operands = 1,
    .infer_shape = InferAllReduceDone,
    .traits = kCollectiveTraits,
    .doc = "Waits for the all-reduce that all-reduce-start began and returns its result.",
    .source = "XLA, HloAllReduceInstruction",
};

}  // namespace hloom
