#include "ops/contractions/dynamic_convolution_eval.h"

#include <algorithm>

#include "base/str_cat.h"
#include "ops/contractions/dynamic_convolution.h"
#include "ops/literal_copies_eval.h"
#include "ops/rules.h"
#include "ops/windows/window_util.h"

namespace hloom {

namespace {

// The sizes are live ones; products of sizes of existing arrays fit.
int64_t Dilated(int64_t size, int64_t dilation) {
  return size == 0 ? 0 : (size - 1) * dilation + 1;
}

// The convolution of one run: sizes of both operands, and a window whose padding fits them.
class LiveConvolution {
 public:
  LiveConvolution(DynamicConvolution kind, const HloInstruction& call, Operands operands)
      : kind_(kind),
        call_(call),
        operands_(operands),
        attributes_(AttributesOfDynamicConvolution(call.attributes<CustomCallAttributes>())),
        same_(call.attributes<CustomCallAttributes>().padding_type == PaddingType::kSame) {
    const size_t first = LhsOfDynamicConvolution(kind);
    lhs = operands[first]->live_sizes();
    rhs = operands[first + 1]->live_sizes();
  }

  std::vector<int64_t> lhs;
  std::vector<int64_t> rhs;
  const ConvolutionAttributes& attributes() const { return attributes_; }

  Status Fit() {
    AlignFeatures();
    for (size_t i = 0; i < numbers().input_spatial_dimensions().size(); ++i) {
      HLOOM_RETURN_IF_ERROR(FitDimension(i));
    }
    return OkStatus();
  }

 private:
  const ConvolutionDimensionNumbers& numbers() const { return attributes_.dimension_numbers; }

  // Unpaired features add nothing.
  void AlignFeatures() {
    if (attributes_.feature_group_count.value > 1) return;
    int64_t& a = lhs[static_cast<size_t>(numbers().input_feature_dimension())];
    int64_t& b = rhs[static_cast<size_t>(numbers().kernel_input_feature_dimension())];
    a = b = std::min(a, b);
  }

  // Sets the padding of spatial dimension i, if its size is dynamic.
  Status FitDimension(size_t i) {
    const size_t first = LhsOfDynamicConvolution(kind_);
    const int64_t lhs_d = numbers().input_spatial_dimensions()[i];
    const int64_t rhs_d = numbers().kernel_spatial_dimensions()[i];
    const bool dynamic = call_.operand(first)->shape().is_dynamic_dimension(lhs_d) ||
                         call_.operand(first + 1)->shape().is_dynamic_dimension(rhs_d);
    WindowDimension& window = *attributes_.window.mutable_dimensions(static_cast<int64_t>(i));
    const int64_t in = lhs[static_cast<size_t>(lhs_d)];
    window.set_size(rhs[static_cast<size_t>(rhs_d)]);
    if (!dynamic) return OkStatus();
    const int64_t out_d = numbers().output_spatial_dimensions()[i];
    switch (kind_) {
      case DynamicConvolution::kForward:
        if (same_) {
          const auto [low, high] =
              SamePadding(in, Dilated(window.size(), window.window_dilation()), window.stride());
          window.set_padding_low(low);
          window.set_padding_high(high);
        }
        return OkStatus();
      case DynamicConvolution::kKernelGrad: {
        // A kernel of `out` positions, dilated by the stride of this convolution and moved over the
        // input by its dilation.
        const int64_t out = call_.shape().dimensions(out_d);
        const int64_t kernel = Dilated(out, window.stride());
        if (same_) {
          window.set_padding_low(SamePadding(in, kernel, window.window_dilation()).first);
        }
        return GiveOutputs(in, out, window);
      }
      case DynamicConvolution::kInputGrad: {
        const int64_t out = operands_[0]->data<int32_t>()[lhs_d];
        if (out < 0 || out > call_.shape().dimensions(out_d)) {
          return InvalidArgument(kCustomCallC15)
              .Say(StrCat("the size of dimension ", out_d, " of ", call_.shape().ToString(),
                          " is given as ", out))
              .Help(StrCat("it is in 0..", call_.shape().dimensions(out_d)));
        }
        if (same_) {
          const int64_t kernel = Dilated(window.size(), window.window_dilation());
          const int64_t forward = SamePadding(out, kernel, window.base_dilation()).first;
          window.set_padding_low(kernel - 1 - forward);
        }
        return GiveOutputs(in, out, window);
      }
    }
    return OkStatus();
  }

  // Pads at the high end so that there are `out` positions:
  //   (out - 1) * stride + window = dilated input + low + high
  static Status GiveOutputs(int64_t in, int64_t out, WindowDimension& window) {
    const int64_t span =
        out == 0 ? 0
                 : (out - 1) * window.stride() + Dilated(window.size(), window.window_dilation());
    window.set_padding_high(span - Dilated(in, window.base_dilation()) - window.padding_low());
    return OkStatus();
  }

  const DynamicConvolution kind_;
  const HloInstruction& call_;
  const Operands operands_;
  ConvolutionAttributes attributes_;
  const bool same_;
};

// If no elements are paired, the result is zeros of the declared or given sizes.
bool MeetsNothing(const LiveConvolution& live) {
  const auto has_zero = [](const std::vector<int64_t>& sizes) {
    return std::find(sizes.begin(), sizes.end(), 0) != sizes.end();
  };
  return has_zero(live.lhs) || has_zero(live.rhs);
}

// The live sizes of a result that no element of the operands reaches.
std::vector<int64_t> SizesOfZeros(DynamicConvolution kind, const HloInstruction& call,
                                  Operands operands, const LiveConvolution& live) {
  const ConvolutionDimensionNumbers& numbers = live.attributes().dimension_numbers;
  std::vector<int64_t> sizes = call.shape().dimensions().ToVector();
  if (kind == DynamicConvolution::kKernelGrad) return sizes;
  const auto at = [](std::vector<int64_t>& list, int64_t d) -> int64_t& {
    return list[static_cast<size_t>(d)];
  };
  std::vector<int64_t> lhs = live.lhs;
  at(sizes, numbers.output_batch_dimension()) =
      at(lhs, numbers.input_batch_dimension()) / live.attributes().batch_group_count.value;
  for (size_t i = 0; i < numbers.input_spatial_dimensions().size(); ++i) {
    const int64_t in = numbers.input_spatial_dimensions()[i];
    const int64_t out = numbers.output_spatial_dimensions()[i];
    if (!call.shape().is_dynamic_dimension(out)) continue;
    const WindowDimension& window = live.attributes().window.dimensions(static_cast<int64_t>(i));
    at(sizes, out) =
        kind == DynamicConvolution::kInputGrad
            ? operands[0]->data<int32_t>()[in]
            : StridedBound(Dilated(at(lhs, in), window.base_dilation()) + window.padding_low() +
                               window.padding_high(),
                           Dilated(window.size(), window.window_dilation()), window.stride());
  }
  return sizes;
}

Kernel EvaluateDynamicConvolution(EvalContext& context, const HloInstruction& call,
                                  Operands operands, Destination& destination) {
  const DynamicConvolution kind =
      *FindDynamicConvolution(call.attributes<CustomCallAttributes>().custom_call_target);
  const size_t first = LhsOfDynamicConvolution(kind);
  LiveConvolution live(kind, call, operands);
  HLOOM_CO_RETURN_IF_ERROR(live.Fit());
  Literal& result = destination.array();
  if (MeetsNothing(live)) {
    HLOOM_CO_RETURN_IF_ERROR(SetLiveSizes(SizesOfZeros(kind, call, operands, live), result));
    co_await ClearElements(result);
    co_return OkStatus();
  }
  Literal lhs, rhs;
  co_await CutTo(live.lhs, *operands[first], context.ledger(), &lhs);
  co_await CutTo(live.rhs, *operands[first + 1], context.ledger(), &rhs);
  std::unique_ptr<Attributes> attributes = MakeAttributes(live.attributes());
  const Shape* const shapes[] = {&lhs.shape(), &rhs.shape()};
  const Shape type = ShapeUtil::MakeScalarShape(call.shape().element_type());
  const StatusOr<Shape> shape = InferShape({.opcode = HloOpcode::kConvolution,
                                            .operands = shapes,
                                            .attributes = attributes.get(),
                                            .called_computations = {},
                                            .given_shape = &type});
  HLOOM_CO_RETURN_IF_ERROR(shape.status());
  const HloInstruction convolution(HloOpcode::kConvolution, std::make_shared<const Shape>(*shape),
                                   {call.operands()[first], call.operands()[first + 1]},
                                   std::move(attributes), {});
  StatusOr<Literal> array = CreateUnpadded(convolution.shape_ptr(), context.ledger());
  HLOOM_CO_RETURN_IF_ERROR(array.status());
  Destination computed;
  computed.Add(*std::move(array));
  const Literal* const values[] = {&lhs, &rhs};
  const OpEval& eval = GetOpEval(HloOpcode::kConvolution);
  co_await EvaluateInto(
      eval, eval.As<Computes>()->prepare(convolution, Span<const Shape* const>(shapes, 2)), context,
      convolution, Operands(values, 2), computed);
  HLOOM_CO_RETURN_IF_ERROR(SetLiveSizes(shape->dimensions(), result));
  co_await ClearElements(result);
  co_await CopyBox(shape->dimensions(), computed.array(), result);
  co_return OkStatus();
}

constexpr OpEval kDynamicConvolution = {
    .kind = Computes{.evaluate = EvaluateDynamicConvolution},
    .live = kHandlesLiveSizes,
};

}  // namespace

const OpEval* DynamicConvolutionEval(const HloInstruction& instruction) {
  const std::string& target = instruction.attributes<CustomCallAttributes>().custom_call_target;
  return FindDynamicConvolution(target) ? &kDynamicConvolution : nullptr;
}

}  // namespace hloom
