// Rows of functions that take or update many windows of arrays at places which are computed.
#include "builder/defs/argument_specs.h"
#include "builder/functions.h"

namespace hloom {

namespace {

constexpr RecordSpec kGatherNumbers = {
    "GatherDimensionNumbers",
    "How gather finds its slices and lays them out: which dimension is which.",
    MakeDefaultAttributes<GatherDimensionNumbers>};

constexpr ArgumentSpec kSortedArgument = {
    "indices_are_sorted", ArgumentKind::kBool,
    "a promise that the indices come in ascending order; it never changes the result",
    /*required=*/false, "false"};

constexpr ArgumentSpec kGatherArguments[] = {
    {"input", ArgumentKind::kOp, "the array that slices are taken of"},
    {"start_indices", ArgumentKind::kOp,
     "an array of integers: along index_vector_dim lie vectors that say where slices start"},
    {.name = "dimension_numbers",
     .kind = ArgumentKind::kRecord,
     .doc = "which dimension is which",
     .record = &kGatherNumbers},
    {"slice_sizes", ArgumentKind::kInt64s, "for each dimension of the input the size of a slice"},
    kSortedArgument,
};
constexpr HloOpcode kGatherOp[] = {HloOpcode::kGather};

}  // namespace

Span<const BuilderDef> GatherBuilderDefs() {
  static const BuilderDef kDefs[] = {
      {"Gather",
       0,
       "data movement",
       kGatherOp,
       kGatherArguments,
       {},
       [](XlaBuilder*, Arguments a) {
         return Gather(a[0].op, a[1].op, a[2].As<GatherDimensionNumbers>(), a[3].integers,
                       a[4].boolean);
       },
       "Slices of the input, all of the same sizes, put together: one for each index vector, which "
       "says where it starts. A start from which the slice would leave the input is moved to the "
       "nearest from which it does not.",
       "Operation Semantics, Gather",
       "// rows 1, 0 and 1\n"
       "const rows = b.constant([1, 0, 1], 'S32');\n"
       "const numbers = { offsetDims: [1], collapsedSliceDims: [0], startIndexMap: [0], "
       "indexVectorDim: 1 };\n"
       "const y = b.gather(x, rows, numbers, [1, 3]);"},
  };
  return kDefs;
}

}  // namespace hloom
