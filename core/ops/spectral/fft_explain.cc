#include <algorithm>

#include "ops/op_explain.h"
#include "ops/spectral/fft.h"

namespace hloom {

namespace {

// The lines of the element: all elements of the transformed dimensions that are read, at the
// element's position in the other dimensions. Padded complex lines have cut results, and an element
// beyond the computed ones has no sources.
void SourcesOfFft(const ExecutedOp& op, const ElementPlace& at, std::vector<Source>& sources) {
  const auto& attributes = op.instruction.attributes<FftAttributes>();
  const std::vector<int64_t>& lengths = attributes.fft_length;
  const bool is_complex =
      attributes.fft_type == FftType::FFT || attributes.fft_type == FftType::IFFT;
  ElementBox box = WholeOf(*op.operands[0]);
  const size_t batch = box.size() - lengths.size();
  for (size_t d = 0; d < box.size(); ++d) {
    if (d < batch) {
      box[d] = One(at.index[d]);
    } else if (is_complex) {
      const int64_t length = lengths[d - batch];
      if (at.index[d] >= length) return;
      box[d].size = std::min(box[d].size, length);
    }
  }
  sources.push_back(BoxOf(0, std::move(box)));
}

}  // namespace

constexpr OpExplain kFftExplain = {.sources = SourcesOfFft, .linear = true};

}  // namespace hloom
