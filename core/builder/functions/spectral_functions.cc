#include "builder/functions/spectral_functions.h"

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

}  // namespace hloom
