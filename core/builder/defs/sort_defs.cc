// Rows of functions that map and sort.
#include "builder/defs/argument_specs.h"
#include "builder/lib/approx_topk.h"
#include "hlo/kinds/number.h"
#include "ops/control/map.h"
#include "ops/sorting/sort.h"
#include "ops/sorting/top_k.h"

namespace hloom {

Span<const Rule> TopKFunctionRules();
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
     "(T_0, T_0, ..., T_N-1, T_N-1) -> PRED: whether the elements of the first place go before "
     "those of the second"},
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
     "into how many parts a back end may split each row; it does not change the result", false,
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
    {"init_values", ArgumentKind::kOps,
     "a scalar of each array's type, which comes last: it pads arrays on TPUs, and nothing here"},
    {"top_k", kKind<int64_t>, "how many elements to give"},
    {"reduction_dim", kKind<int64_t>, "the dimension along which to search"},
    kSortArguments[1],
    {"recall_target", kKind<float>,
     "which part of the elements a back end must find, on average; here it finds all", false,
     /*default_json=*/"0.9"},
    {"aggregate_to_topk", kKind<bool>,
     "whether the result has top_k elements, and not as many as TPUs leave over", false,
     /*default_json=*/"true"},
    {"reduction_input_size_override", kKind<int64_t>,
     "the size of the dimension of the whole, where the arrays are a part of it", false,
     /*default_json=*/"-1"},
};

constexpr Rule kMapRules[] = {{"map.c5", "static operands are scalars"}};

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
      {"Map", 0, "computations", kMapOp, kMapArguments, kMapRules,
       [](XlaBuilder* builder, Arguments a) {
         return Map(builder, a[0].ops, a[1].computation(), a[2].Get<Int64s>(), a[3].ops);
       },
       "Applies a computation of scalars to each element of arrays.", "Operation Semantics, Map",
       "const y = b.map([x], doubled, [0, 1]);"},
      {"Sort",
       0,
       "sorting",
       kSortOp,
       kSortArguments,
       {},
       [](XlaBuilder* builder, Arguments a) {
         return Sort(builder, a[0].ops, a[1].computation(), a[2].Get<int64_t>(), a[3].Get<bool>());
       },
       "Sorts arrays in step along one dimension, as a comparator says; the result is the tuple of "
       "the sorted arrays, or the array itself if there is only one.",
       "Operation Semantics, Sort",
       "const greater = new XlaBuilder('greater');\n"
       "greater.gt(greater.parameter(0, f32(), 'a'), greater.parameter(1, f32(), 'b'));\n"
       "const y = b.sort([x], greater.build(), { dimension: 1 });"},
      {"TopK",
       0,
       "sorting",
       kTopKOp,
       kTopKArguments,
       {},
       [](XlaBuilder*, Arguments a) {
         return TopK(a[0].op, a[1].Get<int64_t>(), a[2].Get<bool>());
       },
       "Finds the k largest, or smallest, elements of each row along the last dimension; gives a "
       "tuple of two arrays, those elements in order and their indices.",
       "Operation Semantics, TopK",
       "const y = b.topK(x, 2);"},
      {"TopKWithPartitions", 0, "sorting", kTopKPartitionOps, kTopKPartitionArguments,
       TopKFunctionRules(),
       [](XlaBuilder*, Arguments a) {
         return TopKWithPartitions(a[0].op, a[1].Get<int64_t>(), a[2].Get<int64_t>(),
                                   a[3].Get<PrimitiveType>());
       },
       "Finds the k largest elements of each row along the last dimension, as TopK does, and gives "
       "their indices in another type, too.",
       "XLA, client library, sorting",
       "const y = b.topKWithPartitions(x, 2, { numPartitions: 3, indexType: 'U8' });"},
      {"ApproxTopK", 0, "sorting", kApproxTopKOps, kApproxTopKArguments, ApproxTopKRules(),
       [](XlaBuilder* builder, Arguments a) {
         return ApproxTopK(builder, a[0].ops, a[1].ops, a[2].Get<int64_t>(), a[3].Get<int64_t>(),
                           a[4].computation(), a[5].Get<float>(), a[6].Get<bool>(),
                           a[7].Get<int64_t>());
       },
       "Sorts arrays in step along a dimension, as a comparator says, and gives the tuple of their "
       "first elements. XLA may leave some of them out, on TPUs; here the result is exact.",
       "XLA, client library, approx_topk",
       "const greater = b.createScalarGtComputation(['F32', 'S32']);\n"
       "const starts = [b.constant(-Infinity), b.constant(-1, 'S32')];\n"
       "const y = b.approxTopK([v, b.iota('S32', 3)], starts, 2, 0, greater);"},
  };
  return kDefs;
}

}  // namespace hloom
