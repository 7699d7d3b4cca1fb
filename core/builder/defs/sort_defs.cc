// Rows of functions that map and sort.
#include "builder/defs/argument_specs.h"

namespace hloom {

namespace {

constexpr ArgumentSpec kMapArguments[] = {
    {"operands", ArgumentKind::kOps, "arrays of the same dimensions, of any types"},
    {"computation", ArgumentKind::kComputation,
     "(T_0, ..., T_N-1, then the types of static_operands) -> S, scalars all of them"},
    {"dimensions", ArgumentKind::kInt64s, "all dimensions in order: 0, 1, ... rank-1"},
    {"static_operands", ArgumentKind::kOps,
     "scalars that are passed to each application after the elements", false, "{}"},
};
constexpr ArgumentSpec kSortArguments[] = {
    {"operands", ArgumentKind::kOps, "N arrays of the same dimensions, of any types"},
    {"comparator", ArgumentKind::kComputation,
     "(T_0, T_0, ..., T_N-1, T_N-1) -> PRED: whether the elements of the first place go before "
     "those of the second"},
    {"dimension", ArgumentKind::kInt64, "along which to sort; -1 is the last", false, "-1"},
    {"is_stable", ArgumentKind::kBool,
     "whether elements that the comparator does not tell apart must keep their order; here they "
     "always do",
     false, "false"},
};

constexpr ArgumentSpec kTopKArguments[] = {
    {"operand", ArgumentKind::kOp, "an array of at least one dimension, not complex"},
    {"k", ArgumentKind::kInt64, "how many: 0 up to the size of the last dimension"},
    {"largest", ArgumentKind::kBool, "true: the largest elements, false: the smallest", false,
     "true"},
};

constexpr Rule kMapRules[] = {{"map.c5", "static operands are scalars"}};

constexpr HloOpcode kMapOp[] = {HloOpcode::kMap};
constexpr HloOpcode kSortOp[] = {HloOpcode::kSort};
constexpr HloOpcode kTopKOp[] = {HloOpcode::kTopK};

}  // namespace

Span<const BuilderDef> SortBuilderDefs() {
  static constexpr BuilderDef kDefs[] = {
      {"Map", 0, "computations", kMapOp, kMapArguments, kMapRules,
       [](XlaBuilder* builder, Arguments a) {
         return Map(builder, a[0].ops, a[1].computation(), a[2].integers, a[3].ops);
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
         return Sort(builder, a[0].ops, a[1].computation(), a[2].given ? a[2].integer : -1,
                     a[3].boolean);
       },
       "Sorts arrays in step along one dimension, as a comparator says; the result is the tuple "
       "of the sorted arrays, the array itself when it is one.",
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
         return TopK(a[0].op, a[1].integer, a[2].given ? a[2].boolean : true);
       },
       "The k largest, or smallest, elements of each row along the last dimension, in order, and "
       "their indices: a tuple of two arrays.",
       "Operation Semantics, TopK",
       "const y = b.topK(x, 2);"},
  };
  return kDefs;
}

}  // namespace hloom
