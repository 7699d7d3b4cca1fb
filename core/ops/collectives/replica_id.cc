// replica-id: which of the devices that run the program this one is.
#include "ops/op_def.h"

namespace hloom {

namespace {

StatusOr<Shape> InferReplicaId(const InferContext&) { return ShapeUtil::MakeScalarShape(U32); }

}  // namespace

constexpr OpDef kReplicaIdDef = {
    .opcode = HloOpcode::kReplicaId,
    .name = "replica-id",
    .infer_shape = InferReplicaId,
    .traits = {.of_device = true},
    .doc =
        "Gives the number of the replica that runs, a scalar U32, the same on all its partitions: "
        "from 0 to one less than there are replicas. Where a program runs on one device alone it "
        "is 0.",
    .source = "Operation Semantics, ReplicaId",
};

}  // namespace hloom
