#include "kernels/iota.h"

#include "kernels/copy.h"
#include "ops/data_movement/iota.h"
#include "ops/op_eval.h"
#include "shape/index_util.h"

namespace hloom {

namespace {

// Counts in a row of scratch memory, and copies that along the other dimensions, so that the
// padding between elements stays as it is.
Kernel IotaBetweenPadding(const Shape& shape, int64_t dimension, Destination& destination) {
  const PrimitiveType type = shape.element_type();
  const int64_t size = shape.dimensions(dimension);
  std::byte* const numbers = co_await Scratch<std::byte>(size * ByteWidth(type));
  co_await FillIota(type, numbers, 1, size, 1);
  const std::vector<int64_t> to_strides = IndexUtil::Strides(shape);
  std::vector<int64_t> from_strides(static_cast<size_t>(shape.rank()), 0);
  from_strides[static_cast<size_t>(dimension)] = 1;
  co_await CopyStrided(shape.dimensions(), destination.data(), to_strides, numbers, from_strides,
                       ByteWidth(type));
  co_return OkStatus();
}

// s32[4,8] along dimension 0: seen as [before, size, after] = [1, 4, 8] in memory order, each of
// the `size` numbers fills a run of `after` elements.
Kernel EvaluateIota(EvalContext&, const HloInstruction& instruction, Operands,
                    Destination& destination) {
  const Shape& shape = instruction.shape();
  const int64_t elements = ShapeUtil::ElementsIn(shape);
  if (elements == 0) return {};
  const int64_t dimension = instruction.attributes<IotaAttributes>().iota_dimension;
  if (shape.layout().has_padding()) return IotaBetweenPadding(shape, dimension, destination);
  const int64_t size = shape.dimensions(dimension);
  const int64_t after = IndexUtil::Strides(shape)[static_cast<size_t>(dimension)];
  return FillIota(shape.element_type(), destination.data(), elements / (size * after), size, after);
}

}  // namespace

extern const OpEval kIotaEval;
constexpr OpEval kIotaEval = {
    .evaluate = EvaluateIota,
};

}  // namespace hloom
