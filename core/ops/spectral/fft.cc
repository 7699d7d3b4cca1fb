// fft: Fourier transforms of the innermost dimensions.
//
//   c64[2,4,8], FFT, fft_length={4,8}     c64[2,4,8]: two transforms of 4x8 numbers
//   f32[2,4,8], RFFT, fft_length={4,8}    c64[2,4,5]: 5 = 8 / 2 + 1, the rest mirrors it
//   c64[2,4,5], IRFFT, fft_length={4,8}   f32[2,4,8]
//   c64[2,4,5], IRFFT, fft_length={4,9}   f32[2,4,9]: 5 = 9 / 2 + 1 too
#include "ops/spectral/fft.h"

#include "ops/infer_util.h"

namespace hloom {

namespace {

constexpr OperandSpec kFftOperands[] = {
    {"operand", "the array to transform: real for RFFT, complex for the other types"}};

constexpr size_t kMostAxes = 3;
constexpr Rule kFftC1 = {"fft.c1", "fft_length has one, two or three entries"};
constexpr Rule kFftC2 = {"fft.c2", "no entry of fft_length is negative"};
constexpr Rule kFftC3 = {"fft.c3", "the operand has a dimension for each entry of fft_length"};
constexpr Rule kFftC4 = {
    "fft.c4", "the operand is C64 or C128 for FFT, IFFT and IRFFT, and F32 or F64 for RFFT"};
constexpr Rule kFftC5 = {"fft.c5",
                         "for RFFT, the innermost dimensions have the sizes of fft_length"};
constexpr Rule kFftC6 = {
    "fft.c6",
    "for IRFFT, the innermost dimensions have the sizes of fft_length, but for the last of them: "
    "it has size fft_length[-1] / 2 + 1, or 0 where fft_length[-1] is 0"};
constexpr Rule kFftC7 = {"fft.c7", "the dimensions that are transformed are static"};
constexpr Rule kFftRules[] = {kFftC1, kFftC2, kFftC3, kFftC4, kFftC5, kFftC6, kFftC7};

Status CheckType(const InferContext& context, FftType type) {
  const Shape& operand = context.operand(0);
  const PrimitiveType element = operand.element_type();
  const bool takes_real = type == FftType::RFFT;
  if (takes_real ? element == F32 || element == F64 : IsComplexType(element)) return OkStatus();
  const bool wide = ComplexComponentType(element) == F64;
  const std::string_view wanted = takes_real ? (wide ? "F64" : "F32") : (wide ? "C128" : "C64");
  Message help = MessageCat("convert it to ", wanted,
                            " with `ConvertElementType`: types are never converted implicitly"_msg);
  if (takes_real && IsComplexType(element))
    help = "FFT transforms complex numbers; `Real` gives the real parts of an array"_msg;
  if (type == FftType::FFT && (element == F32 || element == F64))
    help = StrCat("RFFT transforms real numbers; for the whole result, convert them to ", wanted);
  return InvalidArgument(kFftC4)
      .Say(StrCat(FftTypeName(type), " takes ", takes_real ? "real" : "complex",
                  " numbers, the operand is ", operand.ToString()))
      .Help(help);
}

// Returns whether a dimension of the operand has the size that a transform with a real side needs.
bool HasSize(FftType type, int64_t size, int64_t length, bool is_last) {
  if (type == FftType::IRFFT && is_last)
    return size == length / 2 + 1 || (size == 0 && length == 0);
  return size == length;
}

Status CheckSizes(const InferContext& context, const FftAttributes& attributes) {
  const Shape& operand = context.operand(0);
  const FftType type = attributes.fft_type;
  const Span<const int64_t> lengths = attributes.fft_length;
  const auto axes = static_cast<int64_t>(lengths.size());
  for (int64_t axis = 0; axis < axes; ++axis) {
    const int64_t d = operand.rank() - axes + axis;
    const int64_t size = operand.dimensions(d), length = lengths[static_cast<size_t>(axis)];
    const bool is_last = axis + 1 == axes;
    if (operand.is_dynamic_dimension(d)) {
      return InvalidArgument(kFftC7)
          .Say(StrCat("dimension ", d, " of ", operand.ToString(), " is dynamic"))
          .Help(
              "only dimensions before the transformed ones may be dynamic: give it a size with "
              "`Pad` or `Slice`"_msg);
    }
    const bool any_size = type == FftType::FFT || type == FftType::IFFT;
    if (any_size || HasSize(type, size, length, is_last)) continue;
    if (type == FftType::RFFT) {
      return InvalidArgument(kFftC5)
          .Say(MessageCat("dimension ", d, " of ", operand.ToString(), " has size ", size,
                          ", `fft_length` has "_msg, length))
          .Help(MessageCat(WithValue("fft_length", operand.dimensions().subspan(
                                                       static_cast<size_t>(operand.rank() - axes),
                                                       static_cast<size_t>(axes))),
                           " would fit; `Pad` and `Slice` change sizes"_msg));
    }
    return InvalidArgument(kFftC6)
        .Say(MessageCat("dimension ", d, " of ", operand.ToString(), " has size ", size, ", but ",
                        is_last ? length / 2 + 1 : length, " is needed for ",
                        WithValue("fft_length", lengths)))
        .Help(
            !is_last
                ? MessageCat("an entry of ", size, " would fit; `Pad` and `Slice` change sizes"_msg)
            : size == 0 ? std::string("an entry of 0 would fit")
                        : MessageCat("a last entry of ", 2 * (size - 1), " or ", 2 * (size - 1) + 1,
                                     " would fit; `Pad` and `Slice` change sizes"_msg));
  }
  return OkStatus();
}

// The operand's shape, except for the element type and the last dimension of transforms with a real
// side.
Shape ResultOf(const Shape& operand, FftType type, int64_t last_length) {
  std::vector<int64_t> sizes = operand.dimensions().ToVector();
  PrimitiveType element = operand.element_type();
  if (type == FftType::RFFT) {
    element = element == F64 ? C128 : C64;
    if (last_length > 0) sizes.back() = last_length / 2 + 1;
  } else if (type == FftType::IRFFT) {
    element = ComplexComponentType(element);
    sizes.back() = last_length;
  }
  std::vector<bool> dynamic(sizes.size(), false);
  for (int64_t d = 0; d < operand.rank(); ++d)
    dynamic[static_cast<size_t>(d)] = operand.is_dynamic_dimension(d);
  Shape result = ShapeUtil::MakeShape(element, sizes, dynamic);
  if (operand.layout().padded_dimensions().empty()) result.set_layout(operand.layout());
  return result;
}

StatusOr<Shape> InferFft(const InferContext& context) {
  HLOOM_RETURN_IF_ERROR(ExpectArrays(context));
  const Shape& operand = context.operand(0);
  const auto& attributes = context.attrs<FftAttributes>();
  const std::vector<int64_t>& lengths = attributes.fft_length;
  if (lengths.empty() || lengths.size() > kMostAxes) {
    return InvalidArgument(kFftC1)
        .Say(MessageCat(WithValue("fft_length", lengths), " has ",
                        Count(static_cast<int64_t>(lengths.size()), "entry")))
        .Help("one, two or three innermost dimensions are transformed at a time");
  }
  for (const int64_t length : lengths) {
    if (length >= 0) continue;
    return InvalidArgument(kFftC2)
        .Say(MessageCat(WithValue("fft_length", lengths), " has the entry ", length))
        .Help("entries are the sizes of the dimensions that are transformed");
  }
  if (operand.rank() < static_cast<int64_t>(lengths.size())) {
    return InvalidArgument(kFftC3)
        .Say(MessageCat(WithValue("fft_length", lengths), " is for ",
                        Count(static_cast<int64_t>(lengths.size()), "dimension"), ", ",
                        operand.ToString(), " has ", Count(operand.rank(), "dimension")))
        .Help("give an entry for each dimension that is transformed, the innermost last");
  }
  HLOOM_RETURN_IF_ERROR(CheckType(context, attributes.fft_type));
  HLOOM_RETURN_IF_ERROR(CheckSizes(context, attributes));
  return ResultOf(operand, attributes.fft_type, lengths.back());
}

}  // namespace

constexpr OpDef kFftDef = {
    .opcode = HloOpcode::kFft,
    .name = "fft",
    .operands = kFftOperands,
    .min_operands = 1,
    .max_operands = 1,
    .types = TypeSet::kFloatingOrComplex,
    .make_attributes = MakeDefaultAttributes<FftAttributes>,
    .rules = kFftRules,
    .infer_shape = InferFft,
    .doc =
        "Computes the discrete Fourier transform of the innermost one, two or three dimensions. "
        "FFT: along a dimension of n elements x[j], element k becomes the sum of x[j] * exp(-2 pi "
        "i j k / n). IFFT is its inverse: the sum of x[j] * exp(2 pi i j k / n), divided by n. "
        "RFFT is the FFT of real numbers; it keeps the elements 0 to n / 2 of the last dimension, "
        "because the other elements are their conjugates. IRFFT is its inverse, where n is "
        "fft_length[-1]. It ignores the imaginary parts of element 0 and, if n is even, of element "
        "n / 2, which are 0 in the transform of real numbers. The last of several dimensions is "
        "transformed first, by IRFFT last. If fft_length of FFT or IFFT differs from the size of a "
        "dimension, the dimension is cut to fft_length or padded with zeros, and the result is cut "
        "or padded back to the size of the dimension, as in XLA's evaluator. In XLA's page the "
        "last dimension of RFFT shrinks \"if fft_length[-1] is a zero value\"; it means if it is "
        "not zero: a dimension of size 0 keeps its size. The time for any length grows with n log "
        "n. C64 is computed in F32, C128 in F64.",
    .source = "Operation Semantics, Fft",
};

}  // namespace hloom
