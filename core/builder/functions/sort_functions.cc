#include "builder/functions/sort_functions.h"

#include "base/str_cat.h"
#include "builder/argument_specs.h"
#include "builder/closures.h"
#include "builder/functions/function_util.h"
#include "builder/lib/approx_topk.h"
#include "builder/rules.h"
#include "hlo/kinds/numbers.h"
#include "ops/control/map.h"
#include "ops/rules.h"
#include "ops/sorting/sort.h"
#include "ops/sorting/top_k.h"

namespace hloom {

namespace {

constexpr Rule kTopkB1 = {"topk.b1", "num_partitions is 1 or more"};
constexpr Rule kTopKFunctionRules[] = {kTopkB1};

}  // namespace

Span<const Rule> TopKFunctionRules() { return kTopKFunctionRules; }

XlaOp Map(XlaBuilder* builder, Span<const XlaOp> operands, const XlaComputation& computation,
          Span<const int64_t> dimensions, Span<const XlaOp> static_operands) {
  return InBuilder(builder, [&]() -> StatusOr<XlaOp> {
    std::vector<XlaOp> all = operands.ToVector();
    for (const XlaOp& operand : static_operands) {
      HLOOM_ASSIGN_OR_RETURN(const Shape* shape, builder->ShapeOf(operand));
      if (!shape->IsArray() || shape->rank() != 0) {
        return InvalidArgument(kMapC5)
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
      // The operation refuses operands that are not arrays.
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

// The operation itself returns S32, which holds every possible index: topk.c3.
XlaOp TopK(XlaOp input, int64_t k, PrimitiveType index_type) {
  XlaBuilder* builder = input.builder();
  return InBuilder(builder, [&]() -> StatusOr<XlaOp> {
    const XlaOp found = TopK(input, k, /*largest=*/true);
    if (index_type == S32) return found;
    HLOOM_RETURN_IF_ERROR(builder->GetCurrentStatus());
    if (!TypeSetContains(TypeSet::kArithmetic, index_type)) {
      HLOOM_ASSIGN_OR_RETURN(const Shape shape, builder->GetShape(input));
      return InvalidArgument(kTypeC1)
          .Op("topk")
          .Operand(shape)
          .Say(MessageCat(WithChoice("index_type", PrimitiveTypeName(index_type)),
                          " has no numbers for indices"))
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
    if (num_partitions < 1) {
      HLOOM_ASSIGN_OR_RETURN(const Shape shape, builder->GetShape(input));
      return InvalidArgument(kTopkB1)
          .Op("topk")
          .Operand(shape)
          .Say(MessageCat("`num_partitions` is "_msg, num_partitions))
          .Help("use 1, or the number of parts into which rows are split");
    }
    return TopK(input, k, index_type);
  });
}

Span<const Rule> ApproxTopKRules();

namespace {

constexpr ArgumentSpec kMapArguments[] = {
    {"operands", ArgumentKind::kOps, "arrays of the same dimensions, of any types"},
    {"computation", ArgumentKind::kComputation,
     "(T_0, ..., T_N-1, then the types of static_operands) -> S, scalars all of them"},
    Required(AttributeArgument<Int64s>(MapAttributes::kDimensions)),
    {"static_operands", ArgumentKind::kOps,
     "scalars that are passed to each application after the elements", false},
};
constexpr ArgumentSpec kSortArguments[] = {
    {"operands", ArgumentKind::kOps, "N arrays of the same dimensions, of any types"},
    {"comparator", ArgumentKind::kComputation,
     "(T_0, T_0, ..., T_N-1, T_N-1) -> PRED: true if the first elements of each pair go before the "
     "second ones"},
    {"dimension", kKind<int64_t>, "the dimension along which to sort; -1 is the last one",
     /*required=*/false, /*default_json=*/"-1"},
    AttributeArgument<bool>(SortAttributes::kIsStable),
};

constexpr ArgumentSpec kTopKArguments[] = {
    {"operand", ArgumentKind::kOp, "an array of at least one dimension, not complex"},
    AttributeArgument<int64_t>(TopKAttributes::kK),
    AttributeArgument<bool>(TopKAttributes::kLargest, /*default_json=*/"true"),
};

constexpr ArgumentSpec kTopKPartitionArguments[] = {
    {"input", ArgumentKind::kOp, "an array of at least one dimension, not complex"},
    AttributeArgument<int64_t>(TopKAttributes::kK),
    {"num_partitions", kKind<int64_t>,
     "the number of parts into which a back end may split each row; it does not change the result",
     false,
     /*default_json=*/"1"},
    {.name = "index_type",
     .kind = kKind<PrimitiveType>,
     .doc = "the element type of the indices",
     .required = false,
     .default_json = "\"S32\"",
     .default_text = "'S32'"},
};

constexpr ArgumentSpec kApproxTopKArguments[] = {
    kSortArguments[0],
    OrNumber("operands", {"init_values", ArgumentKind::kOps,
                          "a scalar of each array's type, which sorts last: it pads arrays on "
                          "TPUs, and hloom ignores it"}),
    {"top_k", kKind<int64_t>, "the number of elements to return"},
    {"reduction_dim", kKind<int64_t>, "the dimension along which to search"},
    kSortArguments[1],
    {"recall_target", kKind<float>,
     "the fraction of the elements that a back end must find, on average; hloom finds all", false,
     /*default_json=*/"0.9"},
    {"aggregate_to_topk", kKind<bool>,
     "true to return top_k elements, instead of as many as TPUs keep", false,
     /*default_json=*/"true"},
    {"reduction_input_size_override", kKind<int64_t>,
     "the size of the whole dimension, if the arrays are a part of it", false,
     /*default_json=*/"-1"},
};

constexpr Rule kMapRules[] = {kMapC5, kRegionC2};

XlaOp CallMapClosure(XlaBuilder* builder, Arguments a) {
  return Map(builder, a[0].ops, a[1].closure(), a[2].Get<Int64s>(), a[3].ops);
}

constexpr HloOpcode kMapOp[] = {HloOpcode::kMap};
constexpr HloOpcode kSortOp[] = {HloOpcode::kSort};
constexpr HloOpcode kTopKOp[] = {HloOpcode::kTopK};
constexpr HloOpcode kApproxTopKOps[] = {HloOpcode::kGetTupleElement, HloOpcode::kSlice,
                                        HloOpcode::kTuple, HloOpcode::kSort};
constexpr HloOpcode kTopKPartitionOps[] = {HloOpcode::kGetTupleElement, HloOpcode::kConvert,
                                           HloOpcode::kTuple, HloOpcode::kTopK};

}  // namespace

Span<const BuilderDef> SortBuilderDefs() {
  static const BuilderDef kDefs[] = {
      {.name = "Map",
       .group = "computations",
       .lowers_to = kMapOp,
       .arguments = kMapArguments,
       .rules = kMapRules,
       .invoke = InvokeOverload<XlaOp(XlaBuilder*, Span<const XlaOp>, const XlaComputation&,
                                      Span<const int64_t>, Span<const XlaOp>),
                                Map>,
       .doc = "Applies a computation of scalars to each element of arrays.",
       .source = "Operation Semantics, Map",
       .example = "const y = b.map([x], doubled, [0, 1]);",
       .invoke_closures = CallMapClosure},
      {.name = "Sort",
       .group = "sorting",
       .lowers_to = kSortOp,
       .arguments = kSortArguments,
       .invoke = InvokeOverload<
           XlaOp(XlaBuilder*, Span<const XlaOp>, const XlaComputation&, int64_t, bool), Sort>,
       .doc = "Sorts arrays in step along one dimension by a comparator; the result is the tuple "
              "of the sorted arrays, or the array itself if there is only one.",
       .source = "Operation Semantics, Sort",
       .example =
           "const greater = new XlaBuilder('greater');\n"
           "greater.gt(greater.parameter(0, f32(), 'a'), greater.parameter(1, f32(), 'b'));\n"
           "const y = b.sort([x], greater.build(), { dimension: 1 });"},
      {.name = "TopK",
       .group = "sorting",
       .lowers_to = kTopKOp,
       .arguments = kTopKArguments,
       .invoke = InvokeOverload<XlaOp(XlaOp, int64_t, bool), TopK>,
       .doc = "Finds the k largest, or smallest, elements of each row along the last dimension; "
              "returns a tuple of two arrays, these elements in order and their indices.",
       .source = "Operation Semantics, TopK",
       .example = "const y = b.topK(x, 2);"},
      {.name = "TopKWithPartitions",
       .group = "sorting",
       .lowers_to = kTopKPartitionOps,
       .arguments = kTopKPartitionArguments,
       .rules = TopKFunctionRules(),
       .invoke = Invoke<TopKWithPartitions>,
       .doc = "Finds the k largest elements of each row along the last dimension, as TopK does; "
              "the indices may have another type.",
       .source = "XLA, client library, sorting",
       .example = "const y = b.topKWithPartitions(x, 2, { numPartitions: 3, indexType: 'U8' });"},
      {.name = "ApproxTopK",
       .group = "sorting",
       .lowers_to = kApproxTopKOps,
       .arguments = kApproxTopKArguments,
       .rules = ApproxTopKRules(),
       .invoke = Invoke<ApproxTopK>,
       .doc = "Sorts arrays in step along a dimension by a comparator, and returns the tuple of "
              "their first elements. On TPUs, XLA may miss some of them; in hloom the result is "
              "exact.",
       .source = "XLA, client library, approx_topk",
       .example = "const greater = b.createScalarGtComputation(['F32', 'S32']);\n"
                  "const starts = [b.constant(-Infinity), b.constant(-1, 'S32')];\n"
                  "const y = b.approxTopK([v, b.iota('S32', 3)], starts, 2, 0, greater);"},
  };
  return kDefs;
}

}  // namespace hloom
