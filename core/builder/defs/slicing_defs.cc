// Rows of the client library's functions that slice and select.
#include "builder/defs/argument_specs.h"
#include "builder/lib/broadcast.h"
#include "builder/lib/slicing.h"

namespace hloom {

Span<const Rule> MinorDimsRules();
Span<const Rule> UpdateSliceRules();
Span<const Rule> TorchGatherRules();
Span<const Rule> TorchScatterRules();
Span<const Rule> TorchIndexSelectRules();
Span<const Rule> BroadcastToRules();

namespace {

constexpr std::string_view kSlicingGroup = "slices and selections";
constexpr std::string_view kSlicingSource = "XLA, client library, slicing";

constexpr ArgumentSpec kX = {"x", ArgumentKind::kOp, "an array"};
constexpr ArgumentSpec kUpdate = {"update", ArgumentKind::kOp, "what is written, of x's type"};
constexpr ArgumentSpec kStart = {"start", kKind<Int64s>,
                                 "where it starts, for the last dimensions"};
constexpr ArgumentSpec kStarts = {"starts", ArgumentKind::kOps,
                                  "where it starts, for the last dimensions: integer scalars"};
constexpr ArgumentSpec kIndex = {"index", ArgumentKind::kOp, "an array of integers"};
constexpr ArgumentSpec kInput = {"input", ArgumentKind::kOp, "the array that is taken from"};

constexpr ArgumentSpec kSliceArguments[] = {
    kX, kStart, {"end", kKind<Int64s>, "the limits, for the last dimensions"}};
constexpr ArgumentSpec kDynamicSliceArguments[] = {
    kX, kStarts, {"sizes", kKind<Int64s>, "the sizes of the slice, for the last dimensions"}};
constexpr ArgumentSpec kDynamicUpdateArguments[] = {kX, kUpdate, kStarts};
constexpr ArgumentSpec kMinorUpdateArguments[] = {kX, kUpdate, kStart};
constexpr ArgumentSpec kUpdateArguments[] = {
    kX, kUpdate, {"start", kKind<Int64s>, "where it starts, for each dimension"}};
constexpr ArgumentSpec kStridedArguments[] = {
    kInput,
    {"base_indices", ArgumentKind::kOps, "where it starts, for each dimension: integer scalars"},
    {"window_sizes", kKind<Int64s>, "the sizes of the box"},
    {"strides", kKind<Int64s>, "which elements of the box are taken: every so many"}};
constexpr ArgumentSpec kSlicingBroadcastArguments[] = {
    kInput, {"output_dims", kKind<Int64s>, "the sizes of the result"}};
constexpr ArgumentSpec kSlicingScatterArguments[] = {
    kInput,
    kIndex,
    {"src", ArgumentKind::kOp, "what is combined, an array of the sizes of the index"},
    {"dim", kKind<int64_t>, "the dimension along which an index is a place"},
    {"combiner", ArgumentKind::kComputation,
     "(T, T) -> T: the element that was found and that of src"}};
constexpr ArgumentSpec kGatherArguments[] = {
    kInput,
    kIndex,
    {"dim", kKind<int64_t>, "the dimension along which an index is a place"},
    {.name = "sparse",
     .kind = kKind<bool>,
     .doc = "a hint for back ends, which changes nothing here",
     .required = false,
     .default_json = "true",
     .default_text = "true"}};
constexpr ArgumentSpec kSelectArguments[] = {
    kInput,
    kIndex,
    {"dim", kKind<int64_t>, "the dimension along which an index is a place"},
    {"batch_dims", kKind<int64_t>,
     "how many dimensions of input and index go along with each other, the first ones",
     /*required=*/false}};

constexpr HloOpcode kSliceOps[] = {HloOpcode::kSlice};
constexpr HloOpcode kDynamicSliceOps[] = {HloOpcode::kConstant, HloOpcode::kConvert,
                                          HloOpcode::kDynamicSlice};
constexpr HloOpcode kUpdateOps[] = {HloOpcode::kConstant, HloOpcode::kConvert,
                                    HloOpcode::kDynamicUpdateSlice};
constexpr HloOpcode kTorchGatherOps[] = {HloOpcode::kSlice, HloOpcode::kGather};
constexpr HloOpcode kStridedOps[] = {HloOpcode::kSlice, HloOpcode::kDynamicSlice};
constexpr HloOpcode kTorchScatterOps[] = {HloOpcode::kSlice, HloOpcode::kConstant,
                                          HloOpcode::kDynamicUpdateSlice, HloOpcode::kScatter};
constexpr HloOpcode kBroadcastOps[] = {HloOpcode::kReshape, HloOpcode::kBroadcast};
constexpr HloOpcode kSelectOps[] = {HloOpcode::kGather};

}  // namespace

Span<const BuilderDef> SlicingBuilderDefs() {
  static const BuilderDef kDefs[] = {
      {"SliceInMinorDims", 0, kSlicingGroup, kSliceOps, kSliceArguments, MinorDimsRules(),
       [](XlaBuilder*, Arguments a) {
         return SliceInMinorDims(a[0].op, a[1].Get<Int64s>(), a[2].Get<Int64s>());
       },
       "Slices the last dimensions, and takes everything of the others.", kSlicingSource,
       "const y = b.sliceInMinorDims(b.constant([[1, 2, 3], [4, 5, 6]]), [1], [3]);"},
      {"DynamicSliceInMinorDims", 0, kSlicingGroup, kDynamicSliceOps, kDynamicSliceArguments,
       MinorDimsRules(),
       [](XlaBuilder*, Arguments a) {
         return DynamicSliceInMinorDims(a[0].op, a[1].ops, a[2].Get<Int64s>());
       },
       "Takes a box of the last dimensions that starts at places which are computed, and "
       "everything of the others.",
       kSlicingSource,
       "const column = b.constant(1, 'S32');\n"
       "const y = b.dynamicSliceInMinorDims(b.constant([[1, 2, 3], [4, 5, 6]]), [column], [2]);"},
      {"DynamicUpdateSliceInMinorDims", 0, kSlicingGroup, kUpdateOps, kDynamicUpdateArguments,
       MinorDimsRules(),
       [](XlaBuilder*, Arguments a) {
         return DynamicUpdateSliceInMinorDims(a[0].op, a[1].op, a[2].ops);
       },
       "Writes an update at places of the last dimensions which are computed, from the beginning "
       "of "
       "the others.",
       kSlicingSource,
       "const column = b.constant(1, 'S32');\n"
       "const y = b.dynamicUpdateSliceInMinorDims(b.constant([[1, 2], [3, 4]]), "
       "b.constant([[20], [40]]), [column]);"},
      {"UpdateSliceInMinorDims", 0, kSlicingGroup, kUpdateOps, kMinorUpdateArguments,
       MinorDimsRules(),
       [](XlaBuilder*, Arguments a) {
         return UpdateSliceInMinorDims(a[0].op, a[1].op, a[2].Get<Int64s>());
       },
       "Writes an update at a place of the last dimensions, from the beginning of the others. The "
       "place is moved, so that the update lies inside x.",
       kSlicingSource,
       "const y = b.updateSliceInMinorDims(b.constant([[1, 2], [3, 4]]), b.constant([[20], [40]]), "
       "[1]);"},
      {"UpdateSlice", 0, kSlicingGroup, kUpdateOps, kUpdateArguments, UpdateSliceRules(),
       [](XlaBuilder*, Arguments a) { return UpdateSlice(a[0].op, a[1].op, a[2].Get<Int64s>()); },
       "Writes an update at a place, which is moved, so that the update lies inside x.",
       kSlicingSource,
       "const y = b.updateSlice(b.constant([[1, 2], [3, 4]]), b.constant([[20]]), [0, 1]);"},
      {"DynamicStridedSlice",
       0,
       kSlicingGroup,
       kStridedOps,
       kStridedArguments,
       {},
       [](XlaBuilder*, Arguments a) {
         return DynamicStridedSlice(a[0].op, a[1].ops, a[2].Get<Int64s>(), a[3].Get<Int64s>());
       },
       "Takes every so many elements of a box that starts at places which are computed. The box is "
       "moved, so that it lies inside the input.",
       kSlicingSource,
       "const start = b.constant(1, 'S32');\n"
       "const y = b.dynamicStridedSlice(b.constant([0, 1, 2, 3, 4, 5]), [start], [4], [2]);"},
      {"BroadcastTo", 0, kSlicingGroup, kBroadcastOps, kSlicingBroadcastArguments,
       BroadcastToRules(),
       [](XlaBuilder* builder, Arguments a) {
         return builder->ReportErrorOrReturn(BroadcastTo(a[0].op, a[1].Get<Int64s>()));
       },
       "Gives an array other sizes: its dimensions are the last ones of the result, and are "
       "repeated as often as they fit, from size 1 to 3, or from size 2 to 6.",
       "XLA, client library, broadcast", "const y = b.broadcastTo(b.constant([1, 2]), [3, 2]);"},
      {"TorchGather", 0, kSlicingGroup, kTorchGatherOps, kGatherArguments, TorchGatherRules(),
       [](XlaBuilder*, Arguments a) {
         return TorchGather(a[0].op, a[1].op, a[2].Get<int64_t>(), a[3].Get<bool>());
       },
       "Gives an element of the input for each index: the one whose place along dim is the index, "
       "and whose place along others is that of the index. Indices are moved into the input.",
       kSlicingSource,
       "const index = b.constant([[1, 0]], 'S32');\n"
       "const y = b.torchGather(b.constant([[1, 2], [3, 4]]), index, 0);"},
      {"TorchScatterDense", 0, kSlicingGroup, kTorchScatterOps, kSlicingScatterArguments,
       TorchScatterRules(),
       [](XlaBuilder*, Arguments a) {
         return TorchScatterDense(a[0].op, a[1].op, a[2].op, a[3].Get<int64_t>(),
                                  a[4].computation());
       },
       "Combines each element of src with an element of the input: the one whose place along dim "
       "is the index, and whose place along others is that of the index. An index beyond the input "
       "finds none. (XLA combines elements that no index finds with 0.)",
       kSlicingSource,
       "const index = b.constant([[1, 1]], 'S32');\n"
       "const src = b.constant([[10, 20]]);\n"
       "const y = b.torchScatterDense(b.constant([[1, 2], [3, 4]]), index, src, 0, sum);"},
      {"TorchIndexSelect", 0, kSlicingGroup, kSelectOps, kSelectArguments, TorchIndexSelectRules(),
       [](XlaBuilder*, Arguments a) {
         return TorchIndexSelect(a[0].op, a[1].op, a[2].Get<int64_t>(), a[3].Get<int64_t>());
       },
       "Gives slices of the input along dim, one for each index, in place of that dimension. "
       "Indices are moved into the input.",
       kSlicingSource,
       "const index = b.constant([2, 0], 'S32');\n"
       "const y = b.torchIndexSelect(b.constant([[1, 2, 3], [4, 5, 6]]), index, 1);"},
  };
  return kDefs;
}

}  // namespace hloom
