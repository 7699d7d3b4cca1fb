// clamp: each element within bounds.
#include <algorithm>
#include <cmath>

#include "ops/elementwise.h"
#include "ops/infer_util.h"
#include "ops/mixed_precision.h"

namespace hloom {

namespace {

constexpr OperandSpec kOperands[] = {
    {"min", "the lower bounds; of the operand's dimensions, or a scalar"},
    {"operand", "an array"},
    {"max", "the upper bounds; of the operand's dimensions, or a scalar"},
};
constexpr Rule kRules[] = {
    {"clamp.c1", "min and max are scalars or have the dimension sizes of the operand"},
    kSameTypeRule,
};

StatusOr<Shape> InferClamp(const InferContext& context) {
  HLOOM_RETURN_IF_ERROR(ExpectArrays(context));
  const Shape& operand = context.operand(1);
  for (size_t i : {0, 2}) {
    const Shape& bound = context.operand(i);
    if (bound.rank() != 0 && !ShapeUtil::SameDimensions(bound, operand)) {  // clamp.c1
      return InvalidArgument("clamp.c1")
          .Say(StrCat(kOperands[i].name, " is ", bound.ToString(), ", the operand ",
                      operand.ToString()))
          .Help("a bound is a scalar or has exactly the dimensions of the operand");
    }
    if (bound.element_type() != operand.element_type()) {  // elementwise.c2
      return InvalidArgument(kSameTypeRule.id)
          .Say(StrCat(kOperands[i].name, " is ", bound.ToString(), ", the operand ",
                      operand.ToString()))
          .Help("convert one of them: types are never converted implicitly");
    }
  }
  Shape result = operand;
  for (size_t i : {0, 2}) {
    if (context.operand(i).rank() != 0) MergeDynamicDimensions(context.operand(i), &result);
  }
  if (!operand.layout().padded_dimensions().empty()) {
    result.set_layout(LayoutUtil::GetDefaultLayoutForRank(operand.rank()));
  }
  return result;
}

// min(high, max(low, x)): NaN in any of them gives NaN, and -0 is less than +0.
template <typename T>
T ClampOne(T low, T x, T high) {
  if constexpr (std::is_floating_point_v<T>) {
    if (std::isnan(x)) return x;
    if (std::isnan(low)) return low;
    if (std::isnan(high)) return high;
    const auto less = [](T a, T b) {
      return a < b || (a == b && std::signbit(a) > std::signbit(b));
    };
    const T raised = less(x, low) ? low : x;
    return less(high, raised) ? high : raised;
  } else {
    return std::min(high, std::max(low, x));
  }
}

// Bounds are read at steps of 1, or 0 for a scalar.
template <typename T>
void ClampElements(const T* low, int64_t low_step, const T* in, const T* high, int64_t high_step,
                   T* out, int64_t count) {
  for (int64_t i = 0; i < count; ++i) {
    out[i] = ClampOne<T>(low[i * low_step], in[i], high[i * high_step]);
  }
}

template <typename T>
void ClampLoop(const HloInstruction&, const std::byte* const* operands, std::byte* result,
               int64_t count) {
  ClampElements<T>(OperandAt<T>(operands, 0), 1, OperandAt<T>(operands, 1),
                   OperandAt<T>(operands, 2), 1, reinterpret_cast<T*>(result), count);
}
ElementKernel::Loop ClampLoopFor(const HloInstruction&, PrimitiveType type) {
  ElementKernel::Loop loop = nullptr;
  DispatchComputeType(type, [&]<typename T>() {
    if constexpr (kTakes<TypeSet::kOrdered, T>) loop = ClampLoop<T>;
  });
  return loop;
}
constexpr ElementKernel kKernel = {ClampLoopFor};

StatusOr<Literal> LoadBound(EvalContext& context, const Literal& bound, const Shape& shape) {
  if (bound.shape().rank() == 0) return LoadForCompute(context, bound, bound.shape());
  return LoadForCompute(context, bound, shape);
}

StatusOr<Literal> EvaluateClamp(EvalContext& context, const HloInstruction& instruction,
                                Operands operands) {
  const Shape& shape = instruction.shape();
  HLOOM_ASSIGN_OR_RETURN(const Literal low, LoadBound(context, *operands[0], shape));
  HLOOM_ASSIGN_OR_RETURN(const Literal operand, LoadForCompute(context, *operands[1], shape));
  HLOOM_ASSIGN_OR_RETURN(const Literal high, LoadBound(context, *operands[2], shape));
  HLOOM_ASSIGN_OR_RETURN(Literal result, CreateForCompute(context, instruction));
  DispatchComputeType(operand.shape().element_type(), [&]<typename T>() {
    if constexpr (kTakes<TypeSet::kOrdered, T>) {
      ClampElements<T>(low.data<T>(), low.shape().rank() == 0 ? 0 : 1, operand.data<T>(),
                       high.data<T>(), high.shape().rank() == 0 ? 0 : 1, result.mutable_data<T>(),
                       result.size_bytes() / static_cast<int64_t>(sizeof(T)));
    }
  });
  return StoreComputed(context, instruction, std::move(result));
}

}  // namespace

extern const OpDef kClampDef;
constexpr OpDef kClampDef = {
    .opcode = HloOpcode::kClamp,
    .name = "clamp",
    .operands = kOperands,
    .min_operands = 3,
    .max_operands = 3,
    .types = TypeSet::kOrdered,
    .rules = kRules,
    .unify_types = UnifyToSecond,
    .infer_shape = InferClamp,
    .evaluate = EvaluateClamp,
    .elements = &kKernel,
    .traits = {.elementwise = true},
    .doc =
        "Each element of the operand, or the bound that it is beyond: min(max, max(min, x)), so "
        "that crossed bounds give max. NaN in any of the three gives NaN.",
    .source = "Operation Semantics, Clamp",
};

}  // namespace hloom
