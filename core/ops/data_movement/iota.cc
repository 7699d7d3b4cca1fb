// iota: values that count along one dimension.
#include "ops/data_movement/iota.h"

#include <algorithm>
#include <limits>

#include "kernels/convert.h"
#include "kernels/copy.h"
#include "kernels/number_format.h"
#include "literal/padding.h"
#include "ops/infer_util.h"
#include "ops/op_eval.h"
#include "shape/index_util.h"

namespace hloom {

namespace {

constexpr Rule kRules[] = {
    {"iota.c1", "the shape is an array of an integer, floating-point or complex type, not PRED"},
    {"iota.c2", "the shape is not a scalar"},
    {"iota.c3", "iota_dimension is a dimension of the shape"},
};

StatusOr<Shape> InferIota(const InferContext& context) {
  const Shape& shape = *context.given_shape;
  if (!TypeSetContains(TypeSet::kArithmetic, shape.element_type())) {  // iota.c1
    return InvalidArgument("iota.c1")
        .Say(StrCat("cannot count in ", shape.ToString()))
        .Help("use an integer, floating-point or complex element type");
  }
  if (shape.rank() == 0) {  // iota.c2
    return InvalidArgument("iota.c2")
        .Say(StrCat("cannot count along a scalar, ", shape.ToString()))
        .Help("a scalar has no dimension; use the constant 0, or a shape of rank 1 and size 1");
  }
  const int64_t dimension = context.attrs<IotaAttributes>().iota_dimension;
  if (dimension < 0 || dimension >= shape.rank()) {  // iota.c3
    return InvalidArgument("iota.c3")
        .Say(StrCat(shape.ToString(), " has no dimension ", dimension))
        .Help(StrCat("iota_dimension must be in 0..", shape.rank() - 1));
  }
  return GivenShape(context, ShapeUtil::MakeStaticShape(shape));
}

// So many values are counted and converted together.
constexpr int64_t kRun = 256;

// Writes first, first + 1, ... as elements of a type, counted in I.
template <PrimitiveType kCounts, typename I>
void CountIn(PrimitiveType type, int64_t first, int64_t count, std::byte* out) {
  I values[kRun];
  for (int64_t done = 0; done < count; done += kRun) {
    const int64_t run = std::min(kRun, count - done);
    for (int64_t i = 0; i < run; ++i) values[i] = static_cast<I>(first + done + i);
    ConvertRun(kCounts, reinterpret_cast<const std::byte*>(values), type,
               out + done * ByteWidth(type), run);
  }
}

// A float of few bits is the same for many integers: BF16 changes at every 128th from 2^15 to 2^16. So
// each value is rounded once, and its last integer searched for.
template <typename T>
void CountNarrowFloats(PrimitiveType type, int64_t first, int64_t count, T* out) {
  const auto round = [type](int64_t k) {
    return static_cast<T>(EncodeNarrowFloat(type, static_cast<double>(k)));
  };
  const int64_t end = first + count;
  for (int64_t k = first; k < end;) {
    const T value = round(k);
    int64_t step = 1;
    while (step < end - k && round(k + step) == value) step *= 2;
    int64_t same = k + step / 2;  // rounds to the value
    int64_t next = std::min(k + step, end);
    while (next - same > 1) {
      const int64_t middle = same + (next - same) / 2;
      (round(middle) == value ? same : next) = middle;
    }
    std::fill_n(out + (k - first), next - k, value);
    k = next;
  }
}

void Count(PrimitiveType type, int64_t first, int64_t count, std::byte* out) {
  if (IsNarrowFloat(type)) {
    if (ByteWidth(type) == 1) {
      return CountNarrowFloats(type, first, count, reinterpret_cast<uint8_t*>(out));
    }
    return CountNarrowFloats(type, first, count, reinterpret_cast<uint16_t*>(out));
  }
  // Conversions from 32 bits are vector instructions, those from 64 mostly not.
  if (first + count <= std::numeric_limits<int32_t>::max()) {
    return CountIn<S32, int32_t>(type, first, count, out);
  }
  CountIn<S64, int64_t>(type, first, count, out);
}

// The values 0 .. size-1, each `after` times.
template <typename T>
void FillBlock(PrimitiveType type, T* out, int64_t size, int64_t after) {
  if (after == 1) return Count(type, 0, size, reinterpret_cast<std::byte*>(out));
  T values[kRun];
  for (int64_t k = 0; k < size; ++k, out += after) {
    const int64_t i = k % kRun;
    if (i == 0) {
      Count(type, k, std::min(kRun, size - k), reinterpret_cast<std::byte*>(values));
    }
    std::fill_n(out, after, values[i]);
  }
}

// Copies the first `written` bytes again and again, up to `bytes` of them.
void Repeat(std::byte* out, int64_t written, int64_t bytes) {
  for (; written < bytes; written *= 2) {
    std::copy_n(out, std::min(written, bytes - written), out + written);
  }
}

// s32[4,8] along dimension 0: seen as [before, size, after] = [1, 4, 8] in memory order, each value
// k of `size` fills a run of `after` elements. The block of them is written once, and repeated; an
// S8 is the same again after 256 values.
StatusOr<Literal> EvaluateIota(EvalContext& context, const HloInstruction& instruction, Operands) {
  const Shape& shape = instruction.shape();
  HLOOM_ASSIGN_OR_RETURN(Literal result,
                         Literal::Create(instruction.shape_ptr(), context.ledger()));
  if (result.size_bytes() == 0) return result;
  const int64_t dimension = instruction.attributes<IotaAttributes>().iota_dimension;
  // Padding lies in memory too, and counts on.
  const Span<const int64_t> padded = shape.layout().padded_dimensions();
  const int64_t size =
      padded.empty() ? shape.dimensions(dimension) : padded[static_cast<size_t>(dimension)];
  const PrimitiveType type = shape.element_type();
  const int64_t width = ByteWidth(type);
  const int64_t after = IndexUtil::Strides(shape)[static_cast<size_t>(dimension)];
  std::byte* const out = result.mutable_data<std::byte>();
  const bool repeats = IsIntegralType(type) && BitWidth(type) < 32;
  const int64_t distinct = repeats ? std::min(size, int64_t{1} << BitWidth(type)) : size;
  DispatchWidth(width,
                [&]<typename T>() { FillBlock(type, reinterpret_cast<T*>(out), distinct, after); });
  Repeat(out, distinct * after * width, size * after * width);
  Repeat(out, size * after * width, result.size_bytes());
  FillPadding(shape, out);
  return result;
}

}  // namespace

extern const OpDef kIotaDef;
constexpr OpDef kIotaDef = {
    .opcode = HloOpcode::kIota,
    .name = "iota",
    .make_attributes = MakeDefaultAttributes<IotaAttributes>,
    .rules = kRules,
    .infer_shape = InferIota,
    .traits = {.shape_given = true},
    .doc =
        "An array whose element at an index is that index's entry for iota_dimension: from 0, by "
        "one. For floats, the "
        "integers converted.",
    .source = "Operation Semantics, Iota",
};
extern const OpEval kIotaEval;
constexpr OpEval kIotaEval = {
    .evaluate_whole = EvaluateIota,
};

}  // namespace hloom
