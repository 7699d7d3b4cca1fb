#include "builder/functions/window_functions.h"

#include "base/str_cat.h"
#include "builder/argument_specs.h"
#include "builder/functions/function_util.h"
#include "builder/lib/pooling/pooling.h"
#include "ops/windows/reduce_window.h"
#include "ops/windows/select_and_scatter.h"
#include "ops/windows/window_util.h"

namespace hloom {

namespace {

using window_internal::PaddingOf;
using window_internal::WindowArguments;
using WindowPairs = std::vector<std::pair<int64_t, int64_t>>;

constexpr Rule kWindowC1 = {"window.c1",
                            "strides, dilations and padding have as many entries as "
                            "window_dimensions; strides and dilations may be left empty"};
constexpr Rule kFunctionsWindowRules[] = {kWindowC1};

Status CheckCount(std::string_view name, size_t count, const WindowArguments& window,
                  bool may_be_empty) {
  if (count == window.dimensions.size() || (may_be_empty && count == 0)) return OkStatus();
  return InvalidArgument(kWindowC1)
      .Say(MessageCat(ArgumentName(name), " has ", Count(static_cast<int64_t>(count), "entry"),
                      ", ", WithValue("window_dimensions", window.dimensions), " has ",
                      window.dimensions.size()))
      .Help(may_be_empty
                ? StrCat("give one for each dimension of the window, or none, which means 1")
                : StrCat("give the low and high padding of each dimension of the window"));
}

int64_t EntryOr1(Span<const int64_t> list, size_t i) { return list.empty() ? 1 : list[i]; }

Status CheckCounts(const WindowArguments& arguments) {
  HLOOM_RETURN_IF_ERROR(CheckCount("window_strides", arguments.strides.size(), arguments, true));
  HLOOM_RETURN_IF_ERROR(
      CheckCount("base_dilations", arguments.base_dilations.size(), arguments, true));
  HLOOM_RETURN_IF_ERROR(
      CheckCount("window_dilations", arguments.window_dilations.size(), arguments, true));
  if (arguments.padding.is_explicit) {
    HLOOM_RETURN_IF_ERROR(
        CheckCount("padding", arguments.padding.low_high.size(), arguments, false));
  }
  return OkStatus();
}

// The window with which `opcode` moves over `base`.
StatusOr<Window> MakeWindow(XlaBuilder* builder, HloOpcode opcode, const Shape& base,
                            const WindowArguments& arguments) {
  const Status counts = CheckCounts(arguments);
  if (!counts.ok()) {
    return counts.WithOp(GetOpDef(opcode).name).WithLocation(builder->NextLocation(opcode));
  }
  const bool fits =
      base.IsArray() && static_cast<size_t>(base.rank()) == arguments.dimensions.size();
  Window window;
  for (size_t i = 0; i < arguments.dimensions.size(); ++i) {
    WindowDimension& dimension = *window.add_dimensions();
    dimension.set_size(arguments.dimensions[i]);
    dimension.set_stride(EntryOr1(arguments.strides, i));
    dimension.set_base_dilation(EntryOr1(arguments.base_dilations, i));
    dimension.set_window_dilation(EntryOr1(arguments.window_dilations, i));
    const int64_t size = fits ? base.dimensions(static_cast<int64_t>(i)) : 0;
    const auto [low, high] = PaddingOf(arguments.padding, i, size, dimension);
    dimension.set_padding_low(low);
    dimension.set_padding_high(high);
  }
  return window;
}

XlaBuilder* BuilderOfAny(Span<const XlaOp> operands, Span<const XlaOp> others) {
  for (const XlaOp& op : operands) {
    if (op.builder() != nullptr) return op.builder();
  }
  for (const XlaOp& op : others) {
    if (op.builder() != nullptr) return op.builder();
  }
  return nullptr;
}

}  // namespace

namespace window_internal {

Span<const Rule> WindowFunctionRules() { return kFunctionsWindowRules; }

std::pair<int64_t, int64_t> PaddingOf(const WindowPadding& padding, size_t i, int64_t size,
                                      const WindowDimension& window) {
  if (padding.is_explicit) return padding.low_high[i];
  const bool sound = window.size() > 0 && window.stride() > 0 && window.base_dilation() > 0 &&
                     window.window_dilation() > 0;
  if (!padding.same || !sound) return {0, 0};
  const std::optional<int64_t> dilated = DilatedBound(size, window.base_dilation());
  const std::optional<int64_t> reach = DilatedBound(window.size(), window.window_dilation());
  return dilated && reach ? SamePadding(*dilated, *reach, window.stride())
                          : std::make_pair(int64_t{0}, int64_t{0});
}

XlaOp ReduceWindow(XlaBuilder* builder, Span<const XlaOp> operands, Span<const XlaOp> init_values,
                   const XlaComputation& computation, const WindowArguments& window) {
  return InBuilder(builder, [&]() -> StatusOr<XlaOp> {
    // Shape inference reports a missing operand.
    Shape base;
    if (!operands.empty()) {
      HLOOM_ASSIGN_OR_RETURN(base, builder->GetShape(operands[0]));
    }
    HLOOM_ASSIGN_OR_RETURN(Window made,
                           MakeWindow(builder, HloOpcode::kReduceWindow, base, window));
    std::vector<XlaOp> all = operands.ToVector();
    all.insert(all.end(), init_values.begin(), init_values.end());
    return builder->AddInstruction(
        {.opcode = HloOpcode::kReduceWindow,
         .operands = std::move(all),
         .attributes = MakeAttributes(ReduceWindowAttributes{std::move(made)}),
         .called_computations = {&computation}});
  });
}

XlaOp SelectAndScatter(XlaOp operand, const XlaComputation& select, const WindowArguments& window,
                       XlaOp source, XlaOp init_value, const XlaComputation& scatter) {
  const XlaOp operands[] = {operand, source, init_value};
  XlaBuilder* builder = BuilderOfAny(operands, {});
  return InBuilder(builder, [&]() -> StatusOr<XlaOp> {
    HLOOM_ASSIGN_OR_RETURN(const Shape base, builder->GetShape(operand));
    HLOOM_ASSIGN_OR_RETURN(Window made,
                           MakeWindow(builder, HloOpcode::kSelectAndScatter, base, window));
    return builder->AddInstruction(
        {.opcode = HloOpcode::kSelectAndScatter,
         .operands = {operand, source, init_value},
         .attributes = MakeAttributes(SelectAndScatterAttributes{std::move(made)}),
         .called_computations = {&select, &scatter}});
  });
}

}  // namespace window_internal

std::vector<std::pair<int64_t, int64_t>> MakePadding(Span<const int64_t> input_dimensions,
                                                     Span<const int64_t> window_dimensions,
                                                     Span<const int64_t> window_strides,
                                                     Padding padding) {
  WindowPairs pairs;
  for (size_t i = 0; i < input_dimensions.size(); ++i) {
    WindowDimension window;
    if (i < window_dimensions.size()) window.set_size(window_dimensions[i]);
    if (i < window_strides.size()) window.set_stride(window_strides[i]);
    pairs.push_back(PaddingOf(padding, i, input_dimensions[i], window));
  }
  return pairs;
}

XlaOp ReduceWindow(XlaOp operand, XlaOp init_value, const XlaComputation& computation,
                   Span<const int64_t> window_dimensions, Span<const int64_t> window_strides,
                   Padding padding) {
  return ReduceWindow(Span<const XlaOp>(&operand, 1), Span<const XlaOp>(&init_value, 1),
                      computation, window_dimensions, window_strides, padding);
}

XlaOp ReduceWindow(Span<const XlaOp> operands, Span<const XlaOp> init_values,
                   const XlaComputation& computation, Span<const int64_t> window_dimensions,
                   Span<const int64_t> window_strides, Padding padding) {
  return window_internal::ReduceWindow(
      BuilderOfAny(operands, init_values), operands, init_values, computation,
      {.dimensions = window_dimensions, .strides = window_strides, .padding = padding});
}

XlaOp ReduceWindowWithGeneralPadding(XlaOp operand, XlaOp init_value,
                                     const XlaComputation& computation,
                                     Span<const int64_t> window_dimensions,
                                     Span<const int64_t> window_strides,
                                     Span<const int64_t> base_dilations,
                                     Span<const int64_t> window_dilations,
                                     Span<const std::pair<int64_t, int64_t>> padding) {
  return ReduceWindowWithGeneralPadding(
      Span<const XlaOp>(&operand, 1), Span<const XlaOp>(&init_value, 1), computation,
      window_dimensions, window_strides, base_dilations, window_dilations, padding);
}

XlaOp ReduceWindowWithGeneralPadding(Span<const XlaOp> operands, Span<const XlaOp> init_values,
                                     const XlaComputation& computation,
                                     Span<const int64_t> window_dimensions,
                                     Span<const int64_t> window_strides,
                                     Span<const int64_t> base_dilations,
                                     Span<const int64_t> window_dilations,
                                     Span<const std::pair<int64_t, int64_t>> padding) {
  return window_internal::ReduceWindow(BuilderOfAny(operands, init_values), operands, init_values,
                                       computation,
                                       {.dimensions = window_dimensions,
                                        .strides = window_strides,
                                        .base_dilations = base_dilations,
                                        .window_dilations = window_dilations,
                                        .padding = padding.ToVector()});
}

XlaOp SelectAndScatter(XlaOp operand, const XlaComputation& select,
                       Span<const int64_t> window_dimensions, Span<const int64_t> window_strides,
                       Padding padding, XlaOp source, XlaOp init_value,
                       const XlaComputation& scatter) {
  return window_internal::SelectAndScatter(
      operand, select,
      {.dimensions = window_dimensions, .strides = window_strides, .padding = padding}, source,
      init_value, scatter);
}

XlaOp SelectAndScatterWithGeneralPadding(XlaOp operand, const XlaComputation& select,
                                         Span<const int64_t> window_dimensions,
                                         Span<const int64_t> window_strides,
                                         Span<const std::pair<int64_t, int64_t>> padding,
                                         XlaOp source, XlaOp init_value,
                                         const XlaComputation& scatter) {
  return window_internal::SelectAndScatter(
      operand, select,
      {.dimensions = window_dimensions, .strides = window_strides, .padding = padding.ToVector()},
      source, init_value, scatter);
}

namespace {

constexpr std::string_view kWindowGroup = "windows";

constexpr ArgumentSpec kInitValue =
    OrNumber("operand", {"init_value", ArgumentKind::kOp,
                         "a scalar of the operand's type, the initial value of each fold"});
constexpr ArgumentSpec kOperands = {"operands", ArgumentKind::kOps,
                                    "N arrays of the same dimensions"};
constexpr ArgumentSpec kInitValues =
    OrNumber("operands", {"init_values", ArgumentKind::kOps, "N scalars of the arrays' types"});
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
    "the number of elements that the window moves along each dimension; []: 1"};
constexpr ArgumentSpec kWindowPadding = {
    "padding", kKind<WindowPadding>,
    "'VALID' for none, 'SAME' for ceil(size / stride) outputs, or the low and high padding of each "
    "dimension"};
constexpr ArgumentSpec kPairs = {
    "padding", kKind<std::vector<Int64Pair>>,
    "the low and high padding of each dimension; a negative number leaves that many elements out"};
constexpr ArgumentSpec kBaseDilations = {
    "base_dilations", kKind<Int64s>,
    "the distance between elements of the array along each dimension; []: 1"};
constexpr ArgumentSpec kWindowDilations = {
    "window_dilations", kKind<Int64s>,
    "the distance between elements of the window along each dimension; []: 1"};

constexpr ArgumentSpec kReduceArguments[] = {kOperandArgument,
                                             kInitValue,
                                             kComputation,
                                             kWindowDimensions,
                                             kWindowStrides,
                                             kWindowPadding,
                                             Optional(kBaseDilations),
                                             Optional(kWindowDilations)};
constexpr ArgumentSpec kVariadicArguments[] = {
    kOperands,      kInitValues,    kComputationOfN,          kWindowDimensions,
    kWindowStrides, kWindowPadding, Optional(kBaseDilations), Optional(kWindowDilations)};
constexpr ArgumentSpec kWindowGeneralArguments[] = {
    kOperandArgument, kInitValue,     kComputation,     kWindowDimensions,
    kWindowStrides,   kBaseDilations, kWindowDilations, kPairs};
constexpr ArgumentSpec kVariadicGeneralArguments[] = {
    kOperands,      kInitValues,    kComputationOfN,  kWindowDimensions,
    kWindowStrides, kBaseDilations, kWindowDilations, kPairs};

constexpr ArgumentSpec kSelect = {
    "select", ArgumentKind::kComputation,
    "(T, T) -> PRED: true if the first element, the selected one so far, stays selected instead of "
    "the second"};
constexpr ArgumentSpec kWindowSource = {
    "source", ArgumentKind::kOp,
    "an array with a value for each window, of the shape that ReduceWindow gives"};
constexpr ArgumentSpec kScatterInit =
    OrNumber("operand", {"init_value", ArgumentKind::kOp,
                         "a scalar of the operand's type, the value of elements that no window "
                         "selects"});
constexpr ArgumentSpec kScatter = {
    "scatter", ArgumentKind::kComputation,
    "(T, T) -> T: combines the current value at the selected position with a value of the source"};
constexpr ArgumentSpec kWindowScatterArguments[] = {
    kOperandArgument, kSelect,       kWindowDimensions, kWindowStrides,
    kWindowPadding,   kWindowSource, kScatterInit,      kScatter};
constexpr ArgumentSpec kGeneralScatterArguments[] = {kOperandArgument, kSelect, kWindowDimensions,
                                                     kWindowStrides,   kPairs,  kWindowSource,
                                                     kScatterInit,     kScatter};

constexpr HloOpcode kSelectAndScatterOp[] = {HloOpcode::kSelectAndScatter};
constexpr HloOpcode kReduceWindowOp[] = {HloOpcode::kReduceWindow};

constexpr std::string_view kScatterSource = "Operation Semantics, SelectAndScatter";
constexpr std::string_view kWindowReduceSource = "Operation Semantics, ReduceWindow";
constexpr std::string_view kReduceDoc =
    "Folds the elements in each window of an array, in row-major order, starting from init_value. "
    "Padding and holes are left out. With base_dilations or window_dilations, 'SAME' uses the "
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
                                      "the number of elements that the window moves along each "
                                      "dimension"};
constexpr ArgumentSpec kPoolPadding = {
    "padding", kKind<WindowPadding>,
    "'VALID' for none, 'SAME' for ceil(size / stride) outputs, or the low and high padding of each "
    "spatial dimension"};
constexpr ArgumentSpec kDataFormat = {.name = "data_format",
                                      .kind = kKind<TensorFormat>,
                                      .doc = "the order of the dimensions",
                                      .required = false,
                                      .default_text = "batch first, features last"};
constexpr ArgumentSpec kCountsIncludePadding = {
    "counts_include_padding", kKind<bool>,
    "true to divide each sum by the size of the window, instead of the number of elements in "
    "it",
    /*required=*/false};

constexpr ArgumentSpec kMaxArguments[] = {kOperandArgument, kKernelSize, kPoolStride, kPoolPadding,
                                          kDataFormat};
constexpr ArgumentSpec kAvgArguments[] = {kOperandArgument, kKernelSize, kPoolStride,
                                          kPoolPadding,     kDataFormat, kCountsIncludePadding};
constexpr ArgumentSpec kPoolGradArguments[] = {
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
      {.name = "ReduceWindow",
       .group = kWindowGroup,
       .lowers_to = kReduceWindowOp,
       .arguments = kReduceArguments,
       .rules = window_internal::WindowFunctionRules(),
       .invoke =
           [](XlaBuilder* builder, Arguments a) {
             return ReduceWindowOf(builder, {&a[0].op, 1}, {&a[1].op, 1}, a,
                                   a[5].Get<WindowPadding>(), 6);
           },
       .doc = kReduceDoc,
       .source = kWindowReduceSource,
       .example = "const y = b.reduceWindow(x, 0, sum, [1, 2], [1, 1], 'VALID');"},
      {.name = "ReduceWindow",
       .overload = 1,
       .group = kWindowGroup,
       .lowers_to = kReduceWindowOp,
       .arguments = kVariadicArguments,
       .rules = window_internal::WindowFunctionRules(),
       .invoke =
           [](XlaBuilder* builder, Arguments a) {
             return ReduceWindowOf(builder, a[0].ops, a[1].ops, a, a[5].Get<WindowPadding>(), 6);
           },
       .doc = kVariadicDoc,
       .source = kWindowReduceSource,
       .example = "const y = b.reduceWindow([x], [b.constant(0)], sum, [2, 2], [1, 1], [[1, 0], "
                  "[0, 0]], { windowDilations: [1, 2] });"},
      {.name = "ReduceWindowWithGeneralPadding",
       .group = kWindowGroup,
       .lowers_to = kReduceWindowOp,
       .arguments = kWindowGeneralArguments,
       .rules = window_internal::WindowFunctionRules(),
       .invoke =
           [](XlaBuilder* builder, Arguments a) {
             return ReduceWindowOf(builder, {&a[0].op, 1}, {&a[1].op, 1}, a,
                                   a[7].Get<std::vector<Int64Pair>>(), 5);
           },
       .doc = "Folds windows as ReduceWindow does, with the padding of each dimension given as "
              "numbers, which may be negative.",
       .source = kWindowReduceSource,
       .example =
           "const y = b.reduceWindowWithGeneralPadding(v, 0, sum, [2], [1], [2], [1], [[1, -1]]);"},
      {.name = "ReduceWindowWithGeneralPadding",
       .overload = 1,
       .group = kWindowGroup,
       .lowers_to = kReduceWindowOp,
       .arguments = kVariadicGeneralArguments,
       .rules = window_internal::WindowFunctionRules(),
       .invoke =
           [](XlaBuilder* builder, Arguments a) {
             return ReduceWindowOf(builder, a[0].ops, a[1].ops, a,
                                   a[7].Get<std::vector<Int64Pair>>(), 5);
           },
       .doc = "Folds windows of N arrays in step as ReduceWindow does, with the padding of each "
              "dimension given as numbers.",
       .source = kWindowReduceSource,
       .example = "const y = b.reduceWindowWithGeneralPadding([v], [b.constant(0)], sum, [2], [1], "
                  "[], [], [[1, 0]]);"},
      {.name = "SelectAndScatter",
       .group = kWindowGroup,
       .lowers_to = kSelectAndScatterOp,
       .arguments = kWindowScatterArguments,
       .rules = window_internal::WindowFunctionRules(),
       .invoke = [](XlaBuilder*,
                    Arguments a) { return SelectAndScatterOf(a, a[4].Get<WindowPadding>()); },
       .doc = "Selects an element in each window of the operand, and combines the values of source "
              "at the positions of the selected elements: the gradient of pooling.",
       .source = kScatterSource,
       .example =
           "const atLeast = new XlaBuilder('at_least');\n"
           "atLeast.ge(atLeast.parameter(0, f32(), 'pick'), atLeast.parameter(1, f32(), 'next'));\n"
           "const ge = atLeast.build();\n"
           "const source = b.constant([[10, 20]]);\n"
           "const y = b.selectAndScatter(x, ge, [2, 2], [2, 1], 'VALID', source, 0, sum);"},
      {.name = "SelectAndScatterWithGeneralPadding",
       .group = kWindowGroup,
       .lowers_to = kSelectAndScatterOp,
       .arguments = kGeneralScatterArguments,
       .rules = window_internal::WindowFunctionRules(),
       .invoke =
           [](XlaBuilder*, Arguments a) {
             return SelectAndScatterOf(a, a[4].Get<std::vector<Int64Pair>>());
           },
       .doc = "Selects and combines as SelectAndScatter does, with the padding of each dimension "
              "given as numbers.",
       .source = kScatterSource,
       .example =
           "const atLeast = new XlaBuilder('at_least');\n"
           "atLeast.ge(atLeast.parameter(0, f32(), 'pick'), atLeast.parameter(1, f32(), 'next'));\n"
           "const ge = atLeast.build();\n"
           "const y = b.selectAndScatterWithGeneralPadding(v, ge, [2], [2], [[1, 0]], "
           "b.constant([1, 2]), 0, sum);"},
      {.name = "MaxPool",
       .group = kWindowGroup,
       .lowers_to = kMaxOps,
       .arguments = kMaxArguments,
       .rules = pooling_internal::PoolRules(),
       .invoke = [](XlaBuilder*,
                    Arguments a) { return pooling_internal::MaxPool(a[0].op, PoolFrom(a, 1)); },
       .doc = "Returns the greatest element of each window, or NaN if one is NaN. Padding is never "
              "the greatest.",
       .source = kPoolSource,
       .example = "const picture = b.constant([[[1], [3], [2], [0]]]); // f32[1,4,1]: batch, "
                  "space, features\n"
                  "const y = b.maxPool(picture, [1, 2, 1], [1, 2, 1], 'VALID');"},
      {.name = "AvgPool",
       .group = kWindowGroup,
       .lowers_to = kAvgOps,
       .arguments = kAvgArguments,
       .rules = pooling_internal::PoolRules(),
       .invoke = [](XlaBuilder*,
                    Arguments a) { return pooling_internal::AvgPool(a[0].op, PoolFrom(a, 1)); },
       .doc = "Returns the mean of each window. Padding counts only with counts_include_padding. "
              "Types narrower than F32 are computed in F32 and rounded once.",
       .source = kPoolSource,
       .example =
           "const picture = b.constant([[[1], [3], [2]]]); // f32[1,3,1]: batch, space, features\n"
           "const y = b.avgPool(picture, [1, 2, 1], [1, 1, 1], 'SAME');"},
      {.name = "AvgPoolGrad",
       .group = kWindowGroup,
       .lowers_to = kAvgOps,
       .arguments = kPoolGradArguments,
       .rules = pooling_internal::AvgPoolGradRules(),
       .invoke =
           [](XlaBuilder*, Arguments a) {
             return pooling_internal::AvgPoolGrad(a[0].op, a[1].Get<Int64s>(), PoolFrom(a, 2));
           },
       .doc = "Returns the gradient of AvgPool: divides the gradient of each mean among the "
              "elements of its window, and sums the shares of each element.",
       .source = kPoolSource,
       .example = "const given = b.constant([[[6], [12]]]);\n"
                  "const y = b.avgPoolGrad(given, [1, 4, 1], [1, 2, 1], [1, 2, 1], 'VALID');"},
  };
  return kDefs;
}

}  // namespace hloom
