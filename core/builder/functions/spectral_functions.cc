#include "builder/functions/spectral_functions.h"

#include "builder/argument_specs.h"
#include "builder/functions/function_util.h"
#include "ops/spectral/fft.h"

namespace hloom {

XlaOp Fft(XlaOp operand, FftType fft_type, Span<const int64_t> fft_length) {
  return InBuilder(operand.builder(), [&] {
    return operand.builder()->AddInstruction(
        {.opcode = HloOpcode::kFft,
         .operands = {operand},
         .attributes = MakeAttributes(FftAttributes{fft_type, fft_length.ToVector()})});
  });
}

namespace {

constexpr ArgumentSpec kSpectralArguments[] = {
    kOperandArgument, AttributeArgument<FftType>(FftAttributes::kFftType),
    AttributeArgument<Int64s>(FftAttributes::kFftLength)};
constexpr HloOpcode kOp[] = {HloOpcode::kFft};

}  // namespace

Span<const BuilderDef> SpectralBuilderDefs() {
  static const BuilderDef kDefs[] = {
      {.name = "Fft",
       .group = "spectral",
       .lowers_to = kOp,
       .arguments = kSpectralArguments,
       .invoke = Invoke<Fft>,
       .doc = "Computes the discrete Fourier transform of the innermost dimensions, one for each "
              "entry of fft_length.",
       .source = "Operation Semantics, Fft",
       .example = "const signal = b.constant([1, 2, 3, 4]);\n"
                  "const y = b.fft(signal, 'RFFT', [4]);"},
  };
  return kDefs;
}

}  // namespace hloom
