// Rows of functions that take or put elements at places which are computed.
#include "builder/defs/argument_specs.h"

namespace hloom {

namespace {

constexpr ArgumentSpec kStarts = {
    "start_indices", ArgumentKind::kOps,
    "for each dimension its start, an integer scalar; all of one type"};
constexpr ArgumentSpec kStartVector = {"start_indices", ArgumentKind::kOp,
                                       "a vector of integers, for each dimension its start"};
constexpr ArgumentSpec kSliceSizes = {"slice_sizes", kKind<Int64s>,
                                      "for each dimension the size of the slice"};
constexpr ArgumentSpec kUpdate = {
    "update", ArgumentKind::kOp, "an array of the operand's rank and type, in no dimension larger"};
constexpr ArgumentSpec kSliceArguments[] = {kOperandArgument, kStarts, kSliceSizes};
constexpr ArgumentSpec kSliceAtVectorArguments[] = {kOperandArgument, kStartVector, kSliceSizes};
constexpr ArgumentSpec kUpdateArguments[] = {kOperandArgument, kUpdate, kStarts};
constexpr ArgumentSpec kUpdateAtVectorArguments[] = {kOperandArgument, kUpdate, kStartVector};

constexpr HloOpcode kSliceOp[] = {HloOpcode::kDynamicSlice};
constexpr HloOpcode kUpdateOp[] = {HloOpcode::kDynamicUpdateSlice};

constexpr std::string_view kSliceDoc =
    "Takes a box of the operand that starts at indices computed when the program runs. Starts are "
    "clamped, so that the box lies inside the operand.";
constexpr std::string_view kUpdateDoc =
    "Writes the update over a box of the operand that starts at indices computed when the program "
    "runs. Starts are clamped, so that the box lies inside the operand.";

}  // namespace

Span<const BuilderDef> IndexBuilderDefs() {
  static const BuilderDef kDefs[] = {
      {"DynamicSlice",
       0,
       "data movement",
       kSliceOp,
       kSliceArguments,
       {},
       [](XlaBuilder*, Arguments a) { return DynamicSlice(a[0].op, a[1].ops, a[2].Get<Int64s>()); },
       kSliceDoc,
       "Operation Semantics, DynamicSlice",
       "const y = b.dynamicSlice(x, [b.constant(1, 'S32'), b.constant(0, 'S32')], "
       "[1, 2]);"},
      {"DynamicSlice",
       1,
       "data movement",
       kSliceOp,
       kSliceAtVectorArguments,
       {},
       [](XlaBuilder*, Arguments a) { return DynamicSlice(a[0].op, a[1].op, a[2].Get<Int64s>()); },
       kSliceDoc,
       "Operation Semantics, DynamicSlice",
       "const y = b.dynamicSlice(x, b.constant([1, 0], 'S32'), [1, 2]);"},
      {"DynamicUpdateSlice",
       0,
       "data movement",
       kUpdateOp,
       kUpdateArguments,
       {},
       [](XlaBuilder*, Arguments a) { return DynamicUpdateSlice(a[0].op, a[1].op, a[2].ops); },
       kUpdateDoc,
       "Operation Semantics, DynamicUpdateSlice",
       "const zero = b.constant(0, 'S32');\n"
       "const y = b.dynamicUpdateSlice(x, b.constant([[7, 8]]), [zero, zero]);"},
      {"DynamicUpdateSlice",
       1,
       "data movement",
       kUpdateOp,
       kUpdateAtVectorArguments,
       {},
       [](XlaBuilder*, Arguments a) { return DynamicUpdateSlice(a[0].op, a[1].op, a[2].op); },
       kUpdateDoc,
       "Operation Semantics, DynamicUpdateSlice",
       "const y = b.dynamicUpdateSlice(x, b.constant([[7, 8]]), b.constant([0, 1], "
       "'S32'));"},
  };
  return kDefs;
}

}  // namespace hloom
