#include "ops/elementwise/elementwise.h"

#include <algorithm>
#include <array>

#include "literal/padding.h"

namespace hloom {

namespace {

// So many elements are widened, computed and rounded together, or computed with a scalar: what they
// take stays in the cache nearest to the processor.
constexpr int64_t kRun = 1024;

// Elements of the type in which the loop takes them.
class Source {
 public:
  // A scalar goes with every element; else `literal` has the result's order in memory.
  void Set(const Literal& literal, PrimitiveType wanted, bool is_scalar) {
    type_ = literal.shape().element_type();
    wanted_ = wanted;
    data_ = literal.data<std::byte>();
    is_scalar_ = is_scalar;
    if (!in_runs()) return;
    const int64_t width = ByteWidth(wanted);
    room_ = std::make_unique<std::byte[]>(static_cast<size_t>(kRun * width));
    if (!is_scalar) return;
    ConvertRun(type_, data_, wanted, room_.get(), 1);
    for (int64_t i = 1; i < kRun; ++i) std::copy_n(room_.get(), width, room_.get() + i * width);
  }

  bool in_runs() const { return is_scalar_ || type_ != wanted_; }

  // `count` elements from element `begin` on.
  const std::byte* Load(int64_t begin, int64_t count) {
    const std::byte* const in = is_scalar_ ? nullptr : data_ + begin * ByteWidth(type_);
    if (!in_runs()) return in;
    if (!is_scalar_) ConvertRun(type_, in, wanted_, room_.get(), count);
    return room_.get();
  }

 private:
  PrimitiveType type_ = PRED;
  PrimitiveType wanted_ = PRED;
  const std::byte* data_ = nullptr;
  bool is_scalar_ = false;
  std::unique_ptr<std::byte[]> room_;
};

}  // namespace

StatusOr<Literal> EvaluateElementwise(EvalContext& context, const HloInstruction& instruction,
                                      Operands operands) {
  const ElementKernel& kernel = *GetOpDef(instruction.opcode()).elements;
  const auto computed = [&kernel](PrimitiveType type) {
    return kernel.computes ? ComputeTypeOf(type) : type;
  };
  const Shape& shape = instruction.shape();
  std::array<Literal, ElementKernel::kMaxOperands> ordered;
  std::array<Source, ElementKernel::kMaxOperands> sources;
  const PrimitiveType type = shape.element_type();
  const PrimitiveType result_type = computed(type);
  bool in_runs = type != result_type;
  for (size_t i = 0; i < operands.size(); ++i) {
    const bool is_scalar = operands[i]->shape().rank() == 0 && shape.rank() != 0;
    if (!is_scalar) {
      HLOOM_ASSIGN_OR_RETURN(ordered[i], InLayoutOf(context, *operands[i], shape));
    }
    sources[i].Set(is_scalar ? *operands[i] : ordered[i],
                   computed(operands[i]->shape().element_type()), is_scalar);
    in_runs = in_runs || sources[i].in_runs();
  }
  const ElementKernel::Loop loop =
      kernel.loop_for(instruction, computed(operands[0]->shape().element_type()));
  HLOOM_ASSIGN_OR_RETURN(Literal result,
                         Literal::Create(instruction.shape_ptr(), context.ledger()));
  std::byte* const out = result.mutable_data<std::byte>();
  const int64_t width = ByteWidth(type);
  // Padding is computed too, and means nothing.
  const int64_t count = result.size_bytes() / width;
  const int64_t run = in_runs ? kRun : count;
  // Nothing that is rounded is wider than a float.
  alignas(16) std::byte wide[kRun * sizeof(float)];
  for (int64_t begin = 0; begin < count; begin += run) {
    const int64_t elements = std::min(run, count - begin);
    std::array<const std::byte*, ElementKernel::kMaxOperands> data = {};
    for (size_t i = 0; i < operands.size(); ++i) data[i] = sources[i].Load(begin, elements);
    if (type == result_type) {
      loop(instruction, data.data(), out + begin * width, elements);
    } else {
      loop(instruction, data.data(), wide, elements);
      ConvertRun(result_type, wide, type, out + begin * width, elements);
    }
  }
  if (type != result_type) FillPadding(shape, out);
  return result;
}

}  // namespace hloom
