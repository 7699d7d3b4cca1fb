// Evaluation of map.
#include "kernels/map.h"

#include "ops/live_sizes_eval.h"
#include "ops/prepared_eval.h"
#include "shape/index_util.h"

namespace hloom {

namespace {

// Sorts one value for each dimension into the memory order of the layout, outermost first.
std::vector<int64_t> OutermostFirst(const Layout& layout, Span<const int64_t> of_dimensions) {
  std::vector<int64_t> ordered;
  const Span<const int64_t> minor_to_major = layout.minor_to_major();
  for (size_t i = minor_to_major.size(); i-- > 0;) {
    ordered.push_back(of_dimensions[static_cast<size_t>(minor_to_major[i])]);
  }
  return ordered;
}

class PreparedMap final : public PreparedOp {
 public:
  PreparedMap(const HloInstruction& instruction, Span<const Shape* const> operands) {
    const Shape& shape = instruction.shape();
    const Layout& layout = shape.layout();
    arrays_.sizes = OutermostFirst(layout, shape.dimensions());
    for (const Shape* from : operands) {
      MapArrays::Operand array = {nullptr, ByteWidth(from->element_type())};
      array.scalar = from->rank() == 0 && shape.rank() > 0;
      if (!array.scalar) array.strides = OutermostFirst(layout, IndexUtil::Strides(*from));
      arrays_.operands.push_back(std::move(array));
    }
    arrays_.width = ByteWidth(shape.element_type());
    arrays_.strides = OutermostFirst(layout, IndexUtil::Strides(shape));
  }
  Kernel Run(const std::byte* const* operands, std::byte* const* results) const override {
    MapArrays arrays = arrays_;
    for (size_t i = 0; i < arrays.operands.size(); ++i) arrays.operands[i].data = operands[i];
    arrays.result = results[0];
    return MapElements(std::move(arrays));
  }

 private:
  MapArrays arrays_;
};

std::unique_ptr<const PreparedOp> MakeMap(const HloInstruction& instruction,
                                          Span<const Shape* const> operands) {
  return std::make_unique<PreparedMap>(instruction, operands);
}

Status AlignMap(const HloInstruction& instruction, OperandSizes& sizes) {
  for (int64_t d = 0; d < instruction.shape().rank(); ++d) {
    HLOOM_RETURN_IF_ERROR(AlignDimension(instruction, d, 0, sizes.size(), sizes));
  }
  return OkStatus();
}

}  // namespace

constexpr OpEval kMapEval = {
    .kind = Computes{.prepare = MakeMap, .in_place = InPlace::kAnyOperand},
    .live = {.align = AlignMap},
};

}  // namespace hloom
