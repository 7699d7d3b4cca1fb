// partition-id: the number of the partition that this device runs.
#include "ops/op_def.h"

namespace hloom {

namespace {

StatusOr<Shape> InferPartitionId(const InferContext&) { return ShapeUtil::MakeScalarShape(U32); }

}  // namespace

constexpr OpDef kPartitionIdDef = {
    .opcode = HloOpcode::kPartitionId,
    .name = "partition-id",
    .infer_shape = InferPartitionId,
    .traits = {.of_device = true},
    .doc =
        "Returns the number of the partition that this device runs, a scalar U32. Each replica of "
        "the program is split into partitions. If the program runs on one device, the number is 0.",
    .source = "XLA, HloInstruction::CreatePartitionId",
};

}  // namespace hloom
