// The names of frontend attributes in which HLO carries attributes of MLIR that it has no place for.
#ifndef HLOOM_TEXT_STABLEHLO_KEPT_ATTRIBUTES_H_
#define HLOOM_TEXT_STABLEHLO_KEPT_ATTRIBUTES_H_

namespace hloom::stablehlo {

// Shardy's, by the names that XLA gives them: #sdy.sharding<@mesh, [{"x"}]> of a parameter,
// #sdy.sharding_per_value<[<@mesh, [{"x"}]>]> of other instructions, and of the module
// {mesh = #sdy.mesh<["x"=2]>}.
inline constexpr char kSdySharding[] = "xla.sdy.sharding";
inline constexpr char kSdyMeshes[] = "xla.sdy.meshes";
// The shardings and axes at the boundaries of shard_map, as jax.export writes them:
// "#sdy.sharding_per_value<[...]>" and "#sdy<manual_axes{"x"}>".
inline constexpr char kSdyInShardings[] = "xla.sdy.in_shardings";
inline constexpr char kSdyOutShardings[] = "xla.sdy.out_shardings";
inline constexpr char kSdyManualAxes[] = "xla.sdy.manual_axes";

// The attributes of an argument of the entry, {mhlo.memory_kind = "device"}, and of all its results,
// [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}]: those without a place in HLO.
inline constexpr char kArgumentAttributes[] = "func.arg_attrs";
inline constexpr char kResultAttributes[] = "func.res_attrs";

}  // namespace hloom::stablehlo

#endif  // HLOOM_TEXT_STABLEHLO_KEPT_ATTRIBUTES_H_
