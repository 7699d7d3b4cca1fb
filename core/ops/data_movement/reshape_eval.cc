#include "kernels/reshape.h"

#include "ops/data_movement/reshape.h"
#include "ops/data_movement/strided_source_eval.h"
#include "ops/prepared_eval.h"
#include "shape/index_util.h"

namespace hloom {

namespace {

StatusOr<Shape> LiveReshape(const HloInstruction& instruction, Span<const Shape* const> operands) {
  return LiveReshapeShape(instruction.operand(0)->shape(), instruction.shape(), *operands[0],
                          instruction.attributes<ReshapeAttributes>().inferred_dimension.value);
}

// In row-major order both shapes are the same run of elements, and there are other such orders.
bool IsReshapeView(const Shape& to, const Shape& from) {
  if (from.layout().has_padding() || to.layout().has_padding()) return false;
  return LieAlike(to.dimensions(), IndexUtil::Strides(to), from.dimensions(),
                  IndexUtil::Strides(from));
}

// Through scratch memory, for shapes between which no strided copy leads.
class PreparedReshape final : public PreparedOp {
 public:
  PreparedReshape(const Shape& to, const Shape& from) : to_(to), from_(from) {}
  Kernel Run(const std::byte* const* operands, std::byte* const* results) const override {
    return ReshapeInto(to_.dimensions(), results[0], IndexUtil::Strides(to_), from_.dimensions(),
                       operands[0], IndexUtil::Strides(from_), ByteWidth(to_.element_type()));
  }

 private:
  const Shape to_, from_;
};

std::unique_ptr<const PreparedOp> MakeReshape(const HloInstruction& instruction,
                                              Span<const Shape* const> operands) {
  const Shape& from = *operands[0];
  const Shape& to = instruction.shape();
  if (IsReshapeView(to, from)) return PreparedView(0);
  if (ShapeUtil::ElementsIn(to) == 0) return nullptr;
  const auto copy = ReshapeAsCopy(to.dimensions(), IndexUtil::Strides(to), from.dimensions(),
                                  IndexUtil::Strides(from));
  if (!copy.has_value()) return std::make_unique<PreparedReshape>(to, from);
  return PreparedCopyBy(StridedCopyTasks(copy->sizes, copy->to_strides, copy->from_strides,
                                         ByteWidth(to.element_type())),
                        0);
}

}  // namespace

constexpr OpEval kReshapeEval = {
    .kind = Computes{.prepare = MakeReshape},
    .live = {.shape = LiveReshape},
};

}  // namespace hloom
