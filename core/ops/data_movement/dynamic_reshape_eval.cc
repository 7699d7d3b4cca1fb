#include "base/str_cat.h"
#include "kernels/reshape.h"
#include "ops/literal_copies_eval.h"
#include "ops/op_eval.h"
#include "ops/rules.h"
#include "shape/index_util.h"

namespace hloom {

namespace {

std::vector<int64_t> GivenSizes(Operands operands) {
  std::vector<int64_t> sizes;
  for (size_t i = 1; i < operands.size(); ++i) {
    sizes.push_back(operands[i]->GetFirstElement<int32_t>());
  }
  return sizes;
}

Status CheckLiveSize(const Shape& result, int64_t d, int64_t size) {
  const int64_t bound = result.dimensions(d);
  const bool dynamic = result.is_dynamic_dimension(d);
  if (size >= (dynamic ? 0 : bound) && size <= bound) return OkStatus();
  return InvalidArgument(kDynamicReshapeC4)
      .Say(StrCat("dimension ", d, " of ", result.ToString(), " cannot have the size ", size))
      .Help(dynamic ? StrCat("a live size is in 0..", bound)
                    : StrCat("the dimension is static: its size is ", bound));
}

Status CheckReshapedSizes(const Shape& shape, Operands operands) {
  const std::vector<int64_t> sizes = GivenSizes(operands);
  for (size_t d = 0; d < sizes.size(); ++d) {
    HLOOM_RETURN_IF_ERROR(CheckLiveSize(shape, static_cast<int64_t>(d), sizes[d]));
  }
  const PrimitiveType type = shape.element_type();
  const Shape live = ShapeUtil::MakeShape(type, operands[0]->live_sizes());
  const int64_t have = ShapeUtil::ElementsIn(live);
  const int64_t want = ShapeUtil::ElementsIn(ShapeUtil::MakeShape(type, sizes));
  if (want == have) return OkStatus();
  return InvalidArgument(kDynamicReshapeC5)
      .Say(StrCat("the operand has ", Count(have, "live element"), ", the sizes ", Braced(sizes),
                  " have ", want))
      .Operand(live)
      .Help(
          "the product of the sizes must be the number of live elements: ask for those with "
          "`GetDimensionSize`"_msg);
}

// Returns a view if all elements are live, in row-major order or in another order that is the same
// for both.
StatusOr<Literal> DynamicReshapeViewOfSameOrder(EvalContext&, const HloInstruction& instruction,
                                                Operands operands) {
  const Shape& from = operands[0]->shape();
  const Shape& to = instruction.shape();
  HLOOM_RETURN_IF_ERROR(CheckReshapedSizes(to, operands));
  const std::vector<int64_t> live = operands[0]->live_sizes();
  const std::vector<int64_t> sizes = GivenSizes(operands);
  const bool all = SpanEquals(Span<const int64_t>(live), from.dimensions()) &&
                   SpanEquals(Span<const int64_t>(sizes), to.dimensions()) &&
                   !from.layout().has_padding() && !to.layout().has_padding();
  if (!all || !LieAlike(sizes, IndexUtil::Strides(to), live, IndexUtil::Strides(from))) {
    return Literal();
  }
  return Literal::OverStorage(instruction.shape_ptr(), operands[0]->storage());
}

// Dead elements are zero bytes.
Kernel EvaluateDynamicReshape(EvalContext&, const HloInstruction& instruction, Operands operands,
                              Destination& destination) {
  const Shape& from = operands[0]->shape();
  const Shape& to = instruction.shape();
  const std::vector<int64_t> sizes = GivenSizes(operands);
  HLOOM_CO_RETURN_IF_ERROR(SetLiveSizes(sizes, destination.array()));
  if (!SpanEquals(Span<const int64_t>(sizes), to.dimensions())) {
    co_await ClearElements(destination.array());
  }
  const std::vector<int64_t> live = operands[0]->live_sizes();
  const std::vector<int64_t> to_strides = IndexUtil::Strides(to);
  const std::vector<int64_t> from_strides = IndexUtil::Strides(from);
  co_await ReshapeInto(sizes, destination.data(), to_strides, live, operands[0]->data<std::byte>(),
                       from_strides, ByteWidth(to.element_type()));
  co_return OkStatus();
}

}  // namespace

constexpr OpEval kDynamicReshapeEval = {
    .kind = Computes{.evaluate = EvaluateDynamicReshape, .view = DynamicReshapeViewOfSameOrder},
    .live = kHandlesLiveSizes,
};

}  // namespace hloom
