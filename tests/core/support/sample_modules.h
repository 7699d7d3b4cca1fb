// Small modules that between them have every kind of attribute, region and shape.
#ifndef HLOOM_TESTS_SUPPORT_SAMPLE_MODULES_H_
#define HLOOM_TESTS_SUPPORT_SAMPLE_MODULES_H_

#include "literal/literal_util.h"
#include "ops/contractions/convolution.h"
#include "ops/contractions/dot.h"
#include "ops/contractions/ragged_dot.h"
#include "ops/control/map.h"
#include "ops/data_movement/broadcast.h"
#include "ops/data_movement/concatenate.h"
#include "ops/data_movement/iota.h"
#include "ops/data_movement/pad.h"
#include "ops/data_movement/reshape.h"
#include "ops/data_movement/reverse.h"
#include "ops/data_movement/slice.h"
#include "ops/data_movement/transpose.h"
#include "ops/elementwise/compare.h"
#include "ops/indexing/gather.h"
#include "ops/indexing/scatter.h"
#include "ops/sorting/sort.h"
#include "ops/sorting/top_k.h"
#include "ops/windows/reduce.h"
#include "support/module_builder.h"

namespace hloom::testing_support {

// x + v, v along dimension 1.
inline std::unique_ptr<HloModule> BroadcastModule() {
  ModuleBuilder b("axis_demo");
  b.Begin("main.5");
  HloInstruction* x = b.Parameter(0, F32Of({2, 3}), "x");
  HloInstruction* v = b.Parameter(1, F32Of({3}), "v");
  HloInstruction* wide = b.Add(HloOpcode::kBroadcast, {v}, MakeAttributes(BroadcastAttributes{{1}}),
                               {}, F32Of({2, 3}));
  b.Finish(b.Add(HloOpcode::kAdd, {x, wide}));
  return b.Take();
}

// Sums the columns of a column-major matrix.
inline std::unique_ptr<HloModule> ReduceModule() {
  ModuleBuilder b("sums");
  HloComputation* add = b.FinishScalar(HloOpcode::kAdd, "add_f32");
  b.Begin("main");
  HloInstruction* x = b.Parameter(0, ShapeUtil::MakeShapeWithLayout(F32, {2, 3}, {0, 1}), "x");
  HloInstruction* zero = b.Constant(LiteralUtil::CreateR0<float>(0));
  b.Finish(b.Add(HloOpcode::kReduce, {x, zero}, MakeAttributes(ReduceAttributes{{0}}), {add}));
  return b.Take();
}

// Counts to ten: condition i < 10, body i + 1.
inline std::unique_ptr<HloModule> WhileModule() {
  ModuleBuilder b("counter");
  b.Begin("body");
  HloInstruction* i = b.Parameter(0, ScalarOf(S32), "i");
  const HloComputation* body =
      b.Finish(b.Add(HloOpcode::kAdd, {i, b.Constant(LiteralUtil::CreateR0<int32_t>(1))}));
  b.Begin("condition");
  HloInstruction* j = b.Parameter(0, ScalarOf(S32), "j");
  HloInstruction* ten = b.Constant(LiteralUtil::CreateR0<int32_t>(10));
  const HloComputation* condition = b.Finish(b.Add(
      HloOpcode::kCompare, {j, ten}, MakeAttributes(CompareAttributes{ComparisonDirection::kLt})));
  b.Begin("main");
  HloInstruction* start = b.Constant(LiteralUtil::CreateR0<int32_t>(0));
  b.Finish(b.Add(HloOpcode::kWhile, {start}, nullptr, {body, condition}));
  return b.Take();
}

// Has both kinds of conditional, a call, tuples, a token, iota, total order, constants of several
// types and ranks.
inline std::unique_ptr<HloModule> KitchenSinkModule() {
  ModuleBuilder b("sink");
  b.Begin("negate");
  const HloComputation* negate =
      b.Finish(b.Add(HloOpcode::kNegate, {b.Parameter(0, F32Of({2}), "n")}));
  b.Begin("same");
  const HloComputation* same = b.Finish(b.Parameter(0, F32Of({2}), "s"));
  b.Begin("main");
  HloInstruction* p = b.Parameter(1, ScalarOf(PRED), "p");
  HloInstruction* x = b.Parameter(0, F32Of({2}), "x");
  HloInstruction* index = b.Parameter(2, ScalarOf(S32), "index");
  HloInstruction* by_pred = b.Add(HloOpcode::kConditional, {p, x, x}, nullptr, {negate, same});
  HloInstruction* by_index =
      b.Add(HloOpcode::kConditional, {index, x, x, by_pred}, nullptr, {same, negate, same});
  HloInstruction* called = b.Add(HloOpcode::kCall, {by_index}, nullptr, {negate});
  HloInstruction* less = b.Add(
      HloOpcode::kCompare, {called, x},
      MakeAttributes(CompareAttributes{ComparisonDirection::kEq, ComparisonType::kTotalOrder}));
  HloInstruction* iota = b.Add(HloOpcode::kIota, {}, MakeAttributes(IotaAttributes{0}), {},
                               ShapeUtil::MakeShape(S64, {4, 2}));
  HloInstruction* matrix = b.Constant(LiteralUtil::CreateR2<float>({{1, -0.5f}, {1e30f, 3}}));
  HloInstruction* flags = b.Constant(LiteralUtil::CreateR1<bool>({true, false}));
  HloInstruction* bytes = b.Constant(LiteralUtil::CreateR1<uint8_t>({1, 255}));
  HloInstruction* chosen = b.Add(HloOpcode::kSelect, {flags, called, x});
  HloInstruction* column =
      b.Add(HloOpcode::kReshape, {chosen}, MakeAttributes(ReshapeAttributes()), {}, F32Of({2, 1}));
  HloInstruction* token = b.Add(HloOpcode::kAfterAll);
  HloInstruction* inner = b.Add(HloOpcode::kTuple, {less, token});
  HloInstruction* again = b.GetTupleElement(inner, 0);
  b.Finish(b.Add(HloOpcode::kTuple, {inner, iota, matrix, again, bytes, column}));
  return b.Take();
}

// The operations that move elements, a strided slice and a plain one among them.
inline std::unique_ptr<HloModule> MovementModule() {
  ModuleBuilder b("movement");
  b.Begin("main");
  HloInstruction* x = b.Parameter(0, F32Of({4, 3}), "x");
  HloInstruction* strided =
      b.Add(HloOpcode::kSlice, {x}, MakeAttributes(SliceAttributes{{{0, 4, 2}, {1, 3, 1}}}));
  HloInstruction* turned =
      b.Add(HloOpcode::kTranspose, {strided}, MakeAttributes(TransposeAttributes{{1, 0}}));
  HloInstruction* column =
      b.Add(HloOpcode::kSlice, {turned}, MakeAttributes(SliceAttributes{{{0, 2, 1}, {0, 1, 1}}}));
  PaddingConfig padding = MakeEdgePaddingConfig({{0, 1}, {1, -1}});
  padding.mutable_dimensions(1)->set_interior_padding(2);
  HloInstruction* zero = b.Constant(LiteralUtil::CreateR0<float>(0));
  HloInstruction* padded =
      b.Add(HloOpcode::kPad, {column, zero}, MakeAttributes(PadAttributes{padding}));
  HloInstruction* reversed =
      b.Add(HloOpcode::kReverse, {padded}, MakeAttributes(ReverseAttributes{{0}}));
  HloInstruction* joined = b.Add(HloOpcode::kConcatenate, {padded, reversed},
                                 MakeAttributes(ConcatenateAttributes{{0}}));
  HloInstruction* barrier =
      b.Add(HloOpcode::kOptimizationBarrier, {b.Add(HloOpcode::kTuple, {joined, x})});
  b.Finish(b.Add(HloOpcode::kCopy, {b.GetTupleElement(barrier, 0)}));
  return b.Take();
}

// Rows that are gathered and added back; attributes that XLA keeps in messages of their own.
inline std::unique_ptr<HloModule> GatherModule() {
  ModuleBuilder b("window");
  const HloComputation* add = b.FinishScalar(HloOpcode::kAdd, "sum");
  b.Begin("main");
  HloInstruction* x = b.Parameter(0, F32Of({4, 3}), "x");
  HloInstruction* i = b.Parameter(1, ShapeUtil::MakeShape(S32, {4, 2}), "i");
  GatherAttributes gather;
  gather.dimension_numbers.add_offset_dims(1);
  gather.dimension_numbers.add_start_index_map(1);
  gather.dimension_numbers.add_operand_batching_dims(0);
  gather.dimension_numbers.add_start_indices_batching_dims(0);
  gather.dimension_numbers.set_index_vector_dim(2);
  gather.slice_sizes = {1, 2};
  gather.indices_are_sorted = true;
  HloInstruction* rows = b.Add(HloOpcode::kGather, {x, i}, MakeAttributes(gather));
  HloInstruction* updates =
      b.Add(HloOpcode::kTranspose, {rows}, MakeAttributes(TransposeAttributes{{0, 2, 1}}));
  ScatterAttributes scatter;
  scatter.dimension_numbers.add_update_window_dims(2);
  scatter.dimension_numbers.add_inserted_window_dims(0);
  scatter.dimension_numbers.add_scatter_dims_to_operand_dims(0);
  scatter.dimension_numbers.set_index_vector_dim(2);
  scatter.unique_indices = true;
  b.Finish(b.Add(HloOpcode::kScatter, {x, i, updates}, MakeAttributes(scatter), {add}));
  return b.Take();
}

// Map, sorts of one array and of two, and the least elements of each row.
inline std::unique_ptr<HloModule> SortModule() {
  ModuleBuilder b("sorting");
  HloComputation* product = b.FinishScalar(HloOpcode::kMultiply, "product");
  b.Begin("greater");
  HloInstruction* p = b.Parameter(0, ScalarOf(F32), "p");
  HloInstruction* q = b.Parameter(1, ScalarOf(F32), "q");
  HloComputation* greater = b.Finish(b.Add(
      HloOpcode::kCompare, {p, q}, MakeAttributes(CompareAttributes{ComparisonDirection::kGt})));
  b.Begin("less");
  HloInstruction* r = b.Parameter(0, ScalarOf(F32), "r");
  HloInstruction* s = b.Parameter(1, ScalarOf(F32), "s");
  b.Parameter(2, ScalarOf(S32), "i");
  b.Parameter(3, ScalarOf(S32), "j");
  HloComputation* less = b.Finish(b.Add(
      HloOpcode::kCompare, {r, s},
      MakeAttributes(CompareAttributes{ComparisonDirection::kLt, ComparisonType::kTotalOrder})));
  b.Begin("main");
  HloInstruction* x = b.Parameter(0, F32Of({2, 3}), "x");
  HloInstruction* squares =
      b.Add(HloOpcode::kMap, {x, x}, MakeAttributes(MapAttributes{{0, 1}}), {product});
  HloInstruction* sorted =
      b.Add(HloOpcode::kSort, {squares}, MakeAttributes(SortAttributes{{0}, false}), {greater});
  HloInstruction* places = b.Add(HloOpcode::kIota, {}, MakeAttributes(IotaAttributes{1}), {},
                                 ShapeUtil::MakeShape(S32, {2, 3}));
  HloInstruction* both =
      b.Add(HloOpcode::kSort, {x, places}, MakeAttributes(SortAttributes{{1}, true}), {less});
  HloInstruction* most = b.Add(HloOpcode::kTopK, {x}, MakeAttributes(TopKAttributes{2, true}));
  HloInstruction* least =
      b.Add(HloOpcode::kTopK, {x}, MakeAttributes(TopKAttributes{1, false, false}));
  b.Finish(b.Add(HloOpcode::kTuple, {sorted, both, most, least}));
  return b.Take();
}

// Products of matrices in batches, of groups of rows, and of scaled numbers.
inline std::unique_ptr<HloModule> DotModule() {
  ModuleBuilder b("products");
  b.Begin("main");
  HloInstruction* x = b.Parameter(0, F32Of({2, 3, 4}), "x");
  HloInstruction* y = b.Parameter(1, F32Of({2, 4, 5}), "y");
  DotAttributes dot;
  dot.dimension_numbers.add_lhs_batch_dimensions(0);
  dot.dimension_numbers.add_rhs_batch_dimensions(0);
  dot.dimension_numbers.add_lhs_contracting_dimensions(2);
  dot.dimension_numbers.add_rhs_contracting_dimensions(1);
  dot.precision_config.add_operand_precision(PrecisionConfig::HIGHEST);
  dot.precision_config.add_operand_precision(PrecisionConfig::DEFAULT);
  dot.precision_config.set_algorithm(PrecisionConfig::ALG_DOT_BF16_BF16_F32);
  HloInstruction* product = b.Add(HloOpcode::kDot, {x, y}, MakeAttributes(dot));
  RaggedDotAttributes ragged;
  *ragged.dimension_numbers.mutable_dot_dimension_numbers()
       ->mutable_lhs_contracting_dimensions() = {2};
  *ragged.dimension_numbers.mutable_dot_dimension_numbers()
       ->mutable_rhs_contracting_dimensions() = {1};
  ragged.dimension_numbers.add_lhs_ragged_dimensions(1);
  ragged.dimension_numbers.add_rhs_group_dimensions(0);
  HloInstruction* sizes = b.Constant(LiteralUtil::CreateR1<int32_t>({1, 2}));
  HloInstruction* groups =
      b.Add(HloOpcode::kRaggedDot, {x, y, sizes}, MakeAttributes(std::move(ragged)));
  ScaledDotAttributes scaled;
  scaled.dimension_numbers = dot.dimension_numbers;
  HloInstruction* one = b.Constant(LiteralUtil::CreateR3<float>({{{2}}}));
  HloInstruction* scales =
      b.Add(HloOpcode::kScaledDot, {x, y, one, one}, MakeAttributes(std::move(scaled)));
  b.Finish(b.Add(HloOpcode::kTuple, {product, groups, scales}));
  return b.Take();
}

// A dilated convolution of groups of features, and one without spatial dimensions.
inline std::unique_ptr<HloModule> ConvolutionModule() {
  ModuleBuilder b("convolutions");
  b.Begin("main");
  HloInstruction* x = b.Parameter(0, F32Of({1, 4, 5, 2}), "x");
  HloInstruction* w = b.Parameter(1, F32Of({2, 3, 1, 4}), "w");
  ConvolutionAttributes dilated;
  *dilated.dimension_numbers.mutable_input() = {0, 3, {1, 2}};
  *dilated.dimension_numbers.mutable_kernel() = {2, 3, {0, 1}};
  *dilated.dimension_numbers.mutable_output() = {0, 1, {3, 2}};
  for (const int64_t size : {2, 3}) {
    WindowDimension* dimension = dilated.window.add_dimensions();
    dimension->set_size(size);
    dimension->set_stride(2);
    dimension->set_padding_low(-1);
    dimension->set_padding_high(size);
    dimension->set_base_dilation(size);
    dimension->set_window_dilation(2);
    dimension->set_window_reversal(size == 2);
  }
  dilated.feature_group_count = {2};
  dilated.precision_config.add_operand_precision(PrecisionConfig::HIGH);
  dilated.precision_config.add_operand_precision(PrecisionConfig::DEFAULT);
  HloInstruction* images = b.Add(HloOpcode::kConvolution, {x, w}, MakeAttributes(dilated));
  HloInstruction* m = b.Parameter(2, F32Of({4, 3}), "m");
  ConvolutionAttributes plain;
  *plain.dimension_numbers.mutable_input() = {0, 1, {}};
  *plain.dimension_numbers.mutable_kernel() = {1, 0, {}};
  *plain.dimension_numbers.mutable_output() = {0, 1, {}};
  plain.batch_group_count = {2};
  HloInstruction* matrices = b.Add(HloOpcode::kConvolution, {m, m}, MakeAttributes(plain));
  b.Finish(b.Add(HloOpcode::kTuple, {images, matrices}));
  return b.Take();
}

inline std::vector<std::unique_ptr<HloModule>> SampleModules() {
  std::vector<std::unique_ptr<HloModule>> modules;
  modules.push_back(BroadcastModule());
  modules.push_back(ReduceModule());
  modules.push_back(WhileModule());
  modules.push_back(KitchenSinkModule());
  modules.push_back(MovementModule());
  modules.push_back(GatherModule());
  modules.push_back(SortModule());
  modules.push_back(DotModule());
  modules.push_back(ConvolutionModule());
  return modules;
}

}  // namespace hloom::testing_support

#endif  // HLOOM_TESTS_SUPPORT_SAMPLE_MODULES_H_
