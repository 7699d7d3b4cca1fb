// Rows of the functions of windows.
#include "builder/defs/argument_specs.h"
#include "builder/lib/pooling/pooling.h"

namespace hloom {

namespace {

constexpr std::string_view kWindowGroup = "windows";

constexpr ArgumentSpec kInitValue = OrNumber(
    "operand",
    {"init_value", ArgumentKind::kOp, "a scalar of the operand's type, where every fold starts"});
constexpr ArgumentSpec kOperands = {"operands", ArgumentKind::kOps,
                                    "N arrays of the same dimensions"};
constexpr ArgumentSpec kInitValues = {"init_values", ArgumentKind::kOps,
                                      "N scalars of the arrays' types"};
constexpr ArgumentSpec kComputation = {"computation", ArgumentKind::kComputation,
                                       "(T, T) -> T: the accumulator and an element"};
constexpr ArgumentSpec kComputationOfN = {
    "computation", ArgumentKind::kComputation,
    "(T_0, ..., T_N-1, T_0, ..., T_N-1) -> the tuple of T_0, ..., T_N-1 (T_0 itself when N is 1): "
    "the accumulators, then one element of each array"};
constexpr ArgumentSpec kWindowDimensions = {"window_dimensions", kKind<Int64s>,
                                            "the size of the window along each dimension"};
constexpr ArgumentSpec kWindowStrides = {
    "window_strides", kKind<Int64s>,
    "by how many elements the window moves along each dimension; []: 1"};
constexpr ArgumentSpec kPadding = {
    "padding", kKind<WindowPadding>,
    "'VALID' for none, 'SAME' for as many outputs as strides fit, or the low and high padding of "
    "each dimension"};
constexpr ArgumentSpec kPairs = {
    "padding", kKind<std::vector<Int64Pair>>,
    "the low and high padding of each dimension; a negative number leaves so many elements out"};
constexpr ArgumentSpec kBaseDilations = {
    "base_dilations", kKind<Int64s>,
    "along each dimension, how far apart the elements of the array lie; []: 1"};
constexpr ArgumentSpec kWindowDilations = {
    "window_dilations", kKind<Int64s>,
    "along each dimension, how far apart the elements of the window lie; []: 1"};

constexpr ArgumentSpec kReduceArguments[] = {kOperandArgument,
                                             kInitValue,
                                             kComputation,
                                             kWindowDimensions,
                                             kWindowStrides,
                                             kPadding,
                                             Optional(kBaseDilations),
                                             Optional(kWindowDilations)};
constexpr ArgumentSpec kVariadicArguments[] = {
    kOperands,      kInitValues, kComputationOfN,          kWindowDimensions,
    kWindowStrides, kPadding,    Optional(kBaseDilations), Optional(kWindowDilations)};
constexpr ArgumentSpec kGeneralArguments[] = {kOperandArgument,  kInitValue,     kComputation,
                                              kWindowDimensions, kWindowStrides, kBaseDilations,
                                              kWindowDilations,  kPairs};
constexpr ArgumentSpec kVariadicGeneralArguments[] = {
    kOperands,      kInitValues,    kComputationOfN,  kWindowDimensions,
    kWindowStrides, kBaseDilations, kWindowDilations, kPairs};

constexpr ArgumentSpec kSelect = {
    "select", ArgumentKind::kComputation,
    "(T, T) -> PRED: whether the first element, the pick so far, is picked rather than the second"};
constexpr ArgumentSpec kWindowSource = {
    "source", ArgumentKind::kOp,
    "an array with a value for each window, of the shape that ReduceWindow gives"};
constexpr ArgumentSpec kScatterInit =
    OrNumber("operand", {"init_value", ArgumentKind::kOp,
                         "a scalar of the operand's type, the value of the result where nothing is "
                         "picked"});
constexpr ArgumentSpec kScatter = {
    "scatter", ArgumentKind::kComputation,
    "(T, T) -> T: the current value at the picked place, and one of the source"};
constexpr ArgumentSpec kWindowScatterArguments[] = {kOperandArgument, kSelect,  kWindowDimensions,
                                                    kWindowStrides,   kPadding, kWindowSource,
                                                    kScatterInit,     kScatter};
constexpr ArgumentSpec kGeneralScatterArguments[] = {kOperandArgument, kSelect, kWindowDimensions,
                                                     kWindowStrides,   kPairs,  kWindowSource,
                                                     kScatterInit,     kScatter};

constexpr HloOpcode kSelectAndScatterOp[] = {HloOpcode::kSelectAndScatter};
constexpr HloOpcode kReduceWindowOp[] = {HloOpcode::kReduceWindow};

constexpr std::string_view kScatterSource = "Operation Semantics, SelectAndScatter";
constexpr std::string_view kReduceSource = "Operation Semantics, ReduceWindow";
constexpr std::string_view kReduceDoc =
    "Folds the elements in each window of an array, in row-major order, starting from init_value. "
    "Padding and holes are left out. With base_dilations or window_dilations, 'SAME' goes by the "
    "dilated sizes.";
constexpr std::string_view kVariadicDoc =
    "Folds the elements in each window of N arrays in step; the result is the tuple of the N "
    "folded arrays (the array itself when N is 1).";

XlaOp ReduceWindowOf(XlaBuilder* builder, Span<const XlaOp> operands, Span<const XlaOp> inits,
                     Arguments a, const WindowPadding& padding, size_t base_dilations) {
  return window_internal::ReduceWindow(
      builder, operands, inits, a[2].computation(),
      {a[3].Get<Int64s>(), a[4].Get<Int64s>(), a[base_dilations].Get<Int64s>(),
       a[base_dilations + 1].Get<Int64s>(), padding});
}

XlaOp SelectAndScatterOf(Arguments a, const WindowPadding& padding) {
  return window_internal::SelectAndScatter(
      a[0].op, a[1].computation(),
      {.dimensions = a[2].Get<Int64s>(), .strides = a[3].Get<Int64s>(), .padding = padding},
      a[5].op, a[6].op, a[7].computation());
}

// ---- pooling ----

using pooling_internal::PoolArguments;

constexpr std::string_view kPoolSource = "XLA, client library, pooling";

constexpr ArgumentSpec kKernelSize = {
    "kernel_size", kKind<Int64s>,
    "the size of the window along each dimension, 1 for the batch and for features"};
constexpr ArgumentSpec kPoolStride = {"stride", kKind<Int64s>,
                                      "by how many elements the window moves along each dimension"};
constexpr ArgumentSpec kPoolPadding = {
    "padding", kKind<WindowPadding>,
    "'VALID' for none, 'SAME' for as many outputs as strides fit, or the low and high padding of "
    "each dimension of space"};
constexpr ArgumentSpec kDataFormat = {.name = "data_format",
                                      .kind = kKind<TensorFormat>,
                                      .doc = "which dimension is which",
                                      .required = false,
                                      .default_text = "batch first, features last"};
constexpr ArgumentSpec kCountsIncludePadding = {
    "counts_include_padding", kKind<bool>,
    "whether each sum is divided by the size of the window, instead of how many elements lie in it",
    /*required=*/false};

constexpr ArgumentSpec kMaxArguments[] = {kOperandArgument, kKernelSize, kPoolStride, kPoolPadding,
                                          kDataFormat};
constexpr ArgumentSpec kAvgArguments[] = {kOperandArgument, kKernelSize, kPoolStride,
                                          kPoolPadding,     kDataFormat, kCountsIncludePadding};
constexpr ArgumentSpec kGradArguments[] = {
    {"out_backprop", ArgumentKind::kOp, "the gradient of each mean, an array"},
    {"gradients_size", kKind<Int64s>, "the sizes of the array that was pooled"},
    kKernelSize,
    kPoolStride,
    kPoolPadding,
    kDataFormat,
    kCountsIncludePadding};

constexpr HloOpcode kMaxOps[] = {HloOpcode::kConstant, HloOpcode::kReduceWindow};
constexpr HloOpcode kAvgOps[] = {HloOpcode::kConstant, HloOpcode::kConvert, HloOpcode::kBroadcast,
                                 HloOpcode::kDivide, HloOpcode::kReduceWindow};

// The arguments from number `i` on.
PoolArguments PoolFrom(Arguments a, size_t i) {
  PoolArguments pool = {a[i].Get<Int64s>(), a[i + 1].Get<Int64s>(), a[i + 2].Get<WindowPadding>(),
                        std::nullopt};
  if (a[i + 3].given) pool.data_format = a[i + 3].Get<TensorFormat>();
  if (i + 4 < a.size()) pool.counts_include_padding = a[i + 4].Get<bool>();
  return pool;
}

}  // namespace

Span<const BuilderDef> WindowBuilderDefs() {
  static const BuilderDef kDefs[] = {
      {"ReduceWindow", 0, kWindowGroup, kReduceWindowOp, kReduceArguments,
       window_internal::WindowFunctionRules(),
       [](XlaBuilder* builder, Arguments a) {
         return ReduceWindowOf(builder, {&a[0].op, 1}, {&a[1].op, 1}, a, a[5].Get<WindowPadding>(),
                               6);
       },
       kReduceDoc, kReduceSource, "const y = b.reduceWindow(x, 0, sum, [1, 2], [1, 1], 'VALID');"},
      {"ReduceWindow", 1, kWindowGroup, kReduceWindowOp, kVariadicArguments,
       window_internal::WindowFunctionRules(),
       [](XlaBuilder* builder, Arguments a) {
         return ReduceWindowOf(builder, a[0].ops, a[1].ops, a, a[5].Get<WindowPadding>(), 6);
       },
       kVariadicDoc, kReduceSource,
       "const y = b.reduceWindow([x], [b.constant(0)], sum, [2, 2], [1, 1], [[1, 0], [0, 0]], "
       "{ windowDilations: [1, 2] });"},
      {"ReduceWindowWithGeneralPadding", 0, kWindowGroup, kReduceWindowOp, kGeneralArguments,
       window_internal::WindowFunctionRules(),
       [](XlaBuilder* builder, Arguments a) {
         return ReduceWindowOf(builder, {&a[0].op, 1}, {&a[1].op, 1}, a,
                               a[7].Get<std::vector<Int64Pair>>(), 5);
       },
       "Folds windows as ReduceWindow does, with the padding of each dimension given as numbers, "
       "which may be negative.",
       kReduceSource,
       "const y = b.reduceWindowWithGeneralPadding(v, 0, sum, [2], [1], [2], [1], "
       "[[1, -1]]);"},
      {"ReduceWindowWithGeneralPadding", 1, kWindowGroup, kReduceWindowOp,
       kVariadicGeneralArguments, window_internal::WindowFunctionRules(),
       [](XlaBuilder* builder, Arguments a) {
         return ReduceWindowOf(builder, a[0].ops, a[1].ops, a, a[7].Get<std::vector<Int64Pair>>(),
                               5);
       },
       "Folds windows of N arrays in step as ReduceWindow does, with the padding of each dimension "
       "given as numbers.",
       kReduceSource,
       "const y = b.reduceWindowWithGeneralPadding([v], [b.constant(0)], sum, [2], [1], [], [], "
       "[[1, 0]]);"},
      {"SelectAndScatter", 0, kWindowGroup, kSelectAndScatterOp, kWindowScatterArguments,
       window_internal::WindowFunctionRules(),
       [](XlaBuilder*, Arguments a) { return SelectAndScatterOf(a, a[4].Get<WindowPadding>()); },
       "Picks an element in each window of the operand, and folds the values of source into the "
       "places of the picked elements: the gradient of pooling.",
       kScatterSource,
       "const atLeast = new XlaBuilder('at_least');\n"
       "atLeast.ge(atLeast.parameter(0, f32(), 'pick'), atLeast.parameter(1, f32(), 'next'));\n"
       "const ge = atLeast.build();\n"
       "const source = b.constant([[10, 20]]);\n"
       "const y = b.selectAndScatter(x, ge, [2, 2], [2, 1], 'VALID', source, 0, sum);"},
      {"SelectAndScatterWithGeneralPadding", 0, kWindowGroup, kSelectAndScatterOp,
       kGeneralScatterArguments, window_internal::WindowFunctionRules(),
       [](XlaBuilder*, Arguments a) {
         return SelectAndScatterOf(a, a[4].Get<std::vector<Int64Pair>>());
       },
       "Picks and folds as SelectAndScatter does, with the padding of each dimension given as "
       "numbers.",
       kScatterSource,
       "const atLeast = new XlaBuilder('at_least');\n"
       "atLeast.ge(atLeast.parameter(0, f32(), 'pick'), atLeast.parameter(1, f32(), 'next'));\n"
       "const ge = atLeast.build();\n"
       "const y = b.selectAndScatterWithGeneralPadding(v, ge, [2], [2], [[1, 0]], b.constant([1, "
       "2]), 0, sum);"},
      {"MaxPool", 0, kWindowGroup, kMaxOps, kMaxArguments, pooling_internal::PoolRules(),
       [](XlaBuilder*, Arguments a) { return pooling_internal::MaxPool(a[0].op, PoolFrom(a, 1)); },
       "Gives the greatest element of each window, NaN where one is NaN. Padding is never the "
       "greatest.",
       kPoolSource,
       "const picture = b.constant([[[1], [3], [2], [0]]]); // f32[1,4,1]: batch, space, features\n"
       "const y = b.maxPool(picture, [1, 2, 1], [1, 2, 1], 'VALID');"},
      {"AvgPool", 0, kWindowGroup, kAvgOps, kAvgArguments, pooling_internal::PoolRules(),
       [](XlaBuilder*, Arguments a) { return pooling_internal::AvgPool(a[0].op, PoolFrom(a, 1)); },
       "Gives the mean of each window. Padding counts only if that is asked for. Types narrower "
       "than F32 are computed in F32 and rounded once.",
       kPoolSource,
       "const picture = b.constant([[[1], [3], [2]]]); // f32[1,3,1]: batch, space, features\n"
       "const y = b.avgPool(picture, [1, 2, 1], [1, 1, 1], 'SAME');"},
      {"AvgPoolGrad", 0, kWindowGroup, kAvgOps, kGradArguments,
       pooling_internal::AvgPoolGradRules(),
       [](XlaBuilder*, Arguments a) {
         return pooling_internal::AvgPoolGrad(a[0].op, a[1].Get<Int64s>(), PoolFrom(a, 2));
       },
       "Gives the gradient of AvgPool: shares what is given for each mean among the elements that "
       "it was of, and adds up what each element gets.",
       kPoolSource,
       "const given = b.constant([[[6], [12]]]);\n"
       "const y = b.avgPoolGrad(given, [1, 4, 1], [1, 2, 1], [1, 2, 1], 'VALID');"},
  };
  return kDefs;
}

}  // namespace hloom
