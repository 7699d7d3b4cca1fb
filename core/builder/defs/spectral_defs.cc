// The row of Fourier transforms.
#include "builder/defs/argument_specs.h"
#include "builder/functions/spectral_functions.h"
#include "ops/spectral/fft.h"

namespace hloom {

namespace {

constexpr ArgumentSpec kSpectralArguments[] = {
    kOperandArgument, AttributeArgument<FftType>(FftAttributes::kFftType),
    AttributeArgument<Int64s>(FftAttributes::kFftLength)};
constexpr HloOpcode kOp[] = {HloOpcode::kFft};

}  // namespace

Span<const BuilderDef> SpectralBuilderDefs() {
  static const BuilderDef kDefs[] = {
      {"Fft",
       0,
       "spectral",
       kOp,
       kSpectralArguments,
       {},
       [](XlaBuilder*, Arguments a) {
         return Fft(a[0].op, a[1].Get<FftType>(), a[2].Get<Int64s>());
       },
       "Gives the discrete Fourier transforms of the innermost dimensions, one for each entry of "
       "fft_length.",
       "Operation Semantics, Fft",
       "const signal = b.constant([1, 2, 3, 4]);\n"
       "const y = b.fft(signal, 'RFFT', [4]);"},
  };
  return kDefs;
}

}  // namespace hloom
