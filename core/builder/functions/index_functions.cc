#include "builder/functions/index_functions.h"

#include "builder/argument_specs.h"
#include "builder/functions/function_util.h"
#include "ops/indexing/dynamic_slice.h"

namespace hloom {

XlaOp DynamicSlice(XlaOp operand, Span<const XlaOp> start_indices,
                   Span<const int64_t> slice_sizes) {
  XlaBuilder* builder = operand.builder();
  return InBuilder(builder, [&] {
    std::vector<XlaOp> operands = {operand};
    operands.insert(operands.end(), start_indices.begin(), start_indices.end());
    return builder->AddInstruction(
        {.opcode = HloOpcode::kDynamicSlice,
         .operands = std::move(operands),
         .attributes = MakeAttributes(DynamicSliceAttributes{slice_sizes.ToVector()})});
  });
}

XlaOp DynamicSlice(XlaOp operand, XlaOp start_indices, Span<const int64_t> slice_sizes) {
  return DynamicSlice(operand, Span<const XlaOp>(&start_indices, 1), slice_sizes);
}

XlaOp DynamicUpdateSlice(XlaOp operand, XlaOp update, Span<const XlaOp> start_indices) {
  XlaBuilder* builder = BuilderOf(operand, update);
  return InBuilder(builder, [&] {
    std::vector<XlaOp> operands = {operand, update};
    operands.insert(operands.end(), start_indices.begin(), start_indices.end());
    return builder->AddInstruction(
        {.opcode = HloOpcode::kDynamicUpdateSlice, .operands = std::move(operands)});
  });
}

XlaOp DynamicUpdateSlice(XlaOp operand, XlaOp update, XlaOp start_indices) {
  return DynamicUpdateSlice(operand, update, Span<const XlaOp>(&start_indices, 1));
}

namespace {

constexpr ArgumentSpec kStarts =
    OrNumbers({"start_indices", ArgumentKind::kOps,
               "the start index in each dimension, an integer scalar; all of one type"});
constexpr ArgumentSpec kStartVector = {"start_indices", ArgumentKind::kOp,
                                       "a vector of integers, the start index in each dimension"};
constexpr ArgumentSpec kSliceSizes = {"slice_sizes", kKind<Int64s>,
                                      "the size of the slice in each dimension"};
constexpr ArgumentSpec kUpdate = {"update", ArgumentKind::kOp,
                                  "an array of the operand's rank and type, not larger in any "
                                  "dimension"};
constexpr ArgumentSpec kIndexSliceArguments[] = {kOperandArgument, kStarts, kSliceSizes};
constexpr ArgumentSpec kSliceAtVectorArguments[] = {kOperandArgument, kStartVector, kSliceSizes};
constexpr ArgumentSpec kIndexUpdateArguments[] = {kOperandArgument, kUpdate, kStarts};
constexpr ArgumentSpec kUpdateAtVectorArguments[] = {kOperandArgument, kUpdate, kStartVector};

constexpr HloOpcode kIndexSliceOp[] = {HloOpcode::kDynamicSlice};
constexpr HloOpcode kUpdateOp[] = {HloOpcode::kDynamicUpdateSlice};

constexpr std::string_view kSliceDoc =
    "Takes a slice of the operand that starts at indices computed when the program runs. Start "
    "indices are clamped so that the slice stays in bounds.";
constexpr std::string_view kUpdateDoc =
    "Returns the operand with the update written over the box that starts at indices computed when "
    "the program runs. Start indices are clamped so that the box stays in bounds.";

}  // namespace

Span<const BuilderDef> IndexBuilderDefs() {
  static const BuilderDef kDefs[] = {
      {.name = "DynamicSlice",
       .group = "data movement",
       .lowers_to = kIndexSliceOp,
       .arguments = kIndexSliceArguments,
       .invoke = InvokeOverload<XlaOp(XlaOp, Span<const XlaOp>, Span<const int64_t>), DynamicSlice>,
       .doc = kSliceDoc,
       .source = "Operation Semantics, DynamicSlice",
       .example =
           "const y = b.dynamicSlice(x, [b.constant(1, 'S32'), b.constant(0, 'S32')], [1, 2]);"},
      {.name = "DynamicSlice",
       .overload = 1,
       .group = "data movement",
       .lowers_to = kIndexSliceOp,
       .arguments = kSliceAtVectorArguments,
       .invoke = InvokeOverload<XlaOp(XlaOp, XlaOp, Span<const int64_t>), DynamicSlice>,
       .doc = kSliceDoc,
       .source = "Operation Semantics, DynamicSlice",
       .example = "const y = b.dynamicSlice(x, b.constant([1, 0], 'S32'), [1, 2]);"},
      {.name = "DynamicUpdateSlice",
       .group = "data movement",
       .lowers_to = kUpdateOp,
       .arguments = kIndexUpdateArguments,
       .invoke = InvokeOverload<XlaOp(XlaOp, XlaOp, Span<const XlaOp>), DynamicUpdateSlice>,
       .doc = kUpdateDoc,
       .source = "Operation Semantics, DynamicUpdateSlice",
       .example = "const zero = b.constant(0, 'S32');\n"
                  "const y = b.dynamicUpdateSlice(x, b.constant([[7, 8]]), [zero, zero]);"},
      {.name = "DynamicUpdateSlice",
       .overload = 1,
       .group = "data movement",
       .lowers_to = kUpdateOp,
       .arguments = kUpdateAtVectorArguments,
       .invoke = InvokeOverload<XlaOp(XlaOp, XlaOp, XlaOp), DynamicUpdateSlice>,
       .doc = kUpdateDoc,
       .source = "Operation Semantics, DynamicUpdateSlice",
       .example =
           "const y = b.dynamicUpdateSlice(x, b.constant([[7, 8]]), b.constant([0, 1], 'S32'));"},
  };
  return kDefs;
}

}  // namespace hloom
