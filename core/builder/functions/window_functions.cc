#include "builder/functions/window_functions.h"

#include "base/str_cat.h"
#include "builder/functions/function_util.h"
#include "ops/windows/reduce_window.h"
#include "ops/windows/select_and_scatter.h"
#include "ops/windows/window_util.h"

namespace hloom {

namespace {

using window_internal::PaddingOf;
using window_internal::WindowArguments;
using WindowPairs = std::vector<std::pair<int64_t, int64_t>>;

constexpr Rule kFunctionsWindowRules[] = {
    {"window.c1",
     "strides, dilations and padding have as many entries as window_dimensions; strides and "
     "dilations may be left empty"},
};

Status CheckCount(std::string_view name, size_t count, const WindowArguments& window,
                  bool may_be_empty) {
  if (count == window.dimensions.size() || (may_be_empty && count == 0)) return OkStatus();
  return InvalidArgument("window.c1")
      .Say(StrCat(name, " has ", Count(static_cast<int64_t>(count), "entry"),
                  ", window_dimensions=", Braced(window.dimensions), " has ",
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
    // Without an operand, shape inference says that there is none.
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

}  // namespace hloom
