// Parts of a program that are for each of several devices: shard_map.
#ifndef HLOOM_TEXT_STABLEHLO_IMPORT_MANUAL_H_
#define HLOOM_TEXT_STABLEHLO_IMPORT_MANUAL_H_

#include <optional>
#include <string_view>

#include "hlo/devices/mesh.h"
#include "text/stablehlo/import_scope.h"

namespace hloom::stablehlo {

// Reads the text of sdy.mesh: ["x"=2, "y"=4], device_ids=[0, 2, 1, 3]. Returns false if it is not
// that, or has more devices than ReplicaGroups::kMostIds.
bool ReadMeshText(std::string_view text, Mesh& mesh);

// sdy.manual_computation.
XlaOp ImportManualComputation(OpScope& op);

// The custom calls SPMDFullToShardShape and SPMDShardToFullShape. nullopt: the shapes are equal, or
// the sharding has no tiles.
std::optional<XlaOp> ImportShardBoundary(OpScope& op, bool to_tile);

// The custom calls xla.sdy.GlobalToLocalShape and xla.sdy.LocalToGlobalShape, the boundaries of
// sdy.manual_computation in a file of jax.export. nullopt: they have no shardings.
std::optional<XlaOp> ImportManualBoundary(OpScope& op, bool to_tile);

}  // namespace hloom::stablehlo

#endif  // HLOOM_TEXT_STABLEHLO_IMPORT_MANUAL_H_
