#include "builder/functions/sort_functions.h"

#include "base/str_cat.h"
#include "builder/functions/function_util.h"
#include "ops/control/map.h"
#include "ops/sorting/sort.h"
#include "ops/sorting/top_k.h"

namespace hloom {

namespace {

constexpr Rule kTopKFunctionRules[] = {{"topk.b1", "num_partitions is 1 or more"}};

}  // namespace

Span<const Rule> TopKFunctionRules() { return kTopKFunctionRules; }

XlaOp Map(XlaBuilder* builder, Span<const XlaOp> operands, const XlaComputation& computation,
          Span<const int64_t> dimensions, Span<const XlaOp> static_operands) {
  return InBuilder(builder, [&]() -> StatusOr<XlaOp> {
    std::vector<XlaOp> all = operands.ToVector();
    for (const XlaOp& operand : static_operands) {
      HLOOM_ASSIGN_OR_RETURN(const Shape* shape, builder->ShapeOf(operand));
      if (!shape->IsArray() || shape->rank() != 0) {  // map.c5
        return InvalidArgument("map.c5")
            .Op("map")
            .Operand(*shape)
            .Say(StrCat("a static operand is ", shape->ToString()))
            .Help("static operands are scalars, the same for every element; arrays are operands");
      }
      all.push_back(operand);
    }
    return builder->AddInstruction(
        {.opcode = HloOpcode::kMap,
         .operands = std::move(all),
         .attributes = MakeAttributes(MapAttributes{dimensions.ToVector()}),
         .called_computations = {&computation}});
  });
}

XlaOp Sort(XlaBuilder* builder, Span<const XlaOp> operands, const XlaComputation& comparator,
           int64_t dimension, bool is_stable) {
  return InBuilder(builder, [&]() -> StatusOr<XlaOp> {
    if (dimension == -1 && !operands.empty()) {
      HLOOM_ASSIGN_OR_RETURN(const Shape* shape, builder->ShapeOf(operands[0]));
      // The operation refuses what is no array.
      if (shape->IsArray() && shape->rank() > 0) dimension = shape->rank() - 1;
    }
    return builder->AddInstruction(
        {.opcode = HloOpcode::kSort,
         .operands = operands.ToVector(),
         .attributes = MakeAttributes(SortAttributes{{dimension}, is_stable}),
         .called_computations = {&comparator}});
  });
}

XlaOp Sort(Span<const XlaOp> operands, const XlaComputation& comparator, int64_t dimension,
           bool is_stable) {
  XlaBuilder* builder = nullptr;
  for (const XlaOp& operand : operands) builder = builder ? builder : operand.builder();
  return Sort(builder, operands, comparator, dimension, is_stable);
}

XlaOp TopK(XlaOp operand, int64_t k, bool largest) {
  XlaBuilder* builder = operand.builder();
  return InBuilder(builder, [&] {
    return builder->AddInstruction({.opcode = HloOpcode::kTopK,
                                    .operands = {operand},
                                    .attributes = MakeAttributes(TopKAttributes{k, largest})});
  });
}

// The operation itself gives S32, which holds every index that it can meet: topk.c3.
XlaOp TopK(XlaOp input, int64_t k, PrimitiveType index_type) {
  XlaBuilder* builder = input.builder();
  return InBuilder(builder, [&]() -> StatusOr<XlaOp> {
    const XlaOp found = TopK(input, k, /*largest=*/true);
    if (index_type == S32) return found;
    HLOOM_RETURN_IF_ERROR(builder->GetCurrentStatus());
    if (!TypeSetContains(TypeSet::kArithmetic, index_type)) {
      HLOOM_ASSIGN_OR_RETURN(const Shape shape, builder->GetShape(input));
      return InvalidArgument("type.c1")
          .Op("topk")
          .Operand(shape)
          .Say(StrCat("index_type=", PrimitiveTypeName(index_type), " has no numbers for indices"))
          .Detail(StrCat("the indices along dimension ", shape.rank() - 1, " of ", shape.ToString(),
                         " are numbers"))
          .Help("use S32 or S64");
    }
    const XlaOp parts[] = {GetTupleElement(found, 0),
                           ConvertElementType(GetTupleElement(found, 1), index_type)};
    return Tuple(builder, parts);
  });
}

XlaOp TopKWithPartitions(XlaOp input, int64_t k, int64_t num_partitions, PrimitiveType index_type) {
  XlaBuilder* builder = input.builder();
  return InBuilder(builder, [&]() -> StatusOr<XlaOp> {
    if (num_partitions < 1) {  // topk.b1
      HLOOM_ASSIGN_OR_RETURN(const Shape shape, builder->GetShape(input));
      return InvalidArgument("topk.b1")
          .Op("topk")
          .Operand(shape)
          .Say(StrCat("num_partitions is ", num_partitions))
          .Help("use 1, or the number of parts into which rows are split");
    }
    return TopK(input, k, index_type);
  });
}

}  // namespace hloom
