// replica-id: the number of the replica that this device belongs to.
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
        "Returns the number of the replica that this device belongs to, a scalar U32 from 0 to one "
        "less than the number of replicas. It is the same on all partitions of a replica. If the "
        "program runs on one device, the number is 0.",
    .source = "Operation Semantics, ReplicaId",
};

}  // namespace hloom
