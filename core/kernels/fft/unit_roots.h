// Roots of unity, exp(-2 pi i k / n), computed in double.
#ifndef HLOOM_KERNELS_FFT_UNIT_ROOTS_H_
#define HLOOM_KERNELS_FFT_UNIT_ROOTS_H_

#include <cstddef>
#include <cstdint>
#include <vector>

namespace hloom {

struct UnitRoot {
  double re = 1;
  double im = 0;
};
inline UnitRoot operator*(UnitRoot a, UnitRoot b) {
  return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}

// exp(-2 pi i k / n) for 0 <= k < n <= 2^60. The angle is reduced below pi / 4 in integers first,
// so that quarters of the circle are exact: k = n / 4 gives -i.
UnitRoot RootOfUnity(int64_t k, int64_t n);

// All roots for one n. Beyond 4096 of them each is the product of two, of which there are about
// 2 sqrt(n): for n = 65536, that for k = 1000 is that for 232 times that for 3 * 256.
class RootTable {
 public:
  RootTable() = default;
  explicit RootTable(int64_t n);

  UnitRoot At(int64_t k) const {
    const UnitRoot fine = fine_[static_cast<size_t>(k & mask_)];
    if (coarse_.empty()) return fine;
    return coarse_[static_cast<size_t>(k >> shift_)] * fine;
  }

 private:
  int shift_ = 0;
  int64_t mask_ = 0;
  std::vector<UnitRoot> fine_;
  std::vector<UnitRoot> coarse_;
};

}  // namespace hloom

#endif  // HLOOM_KERNELS_FFT_UNIT_ROOTS_H_
