// Fourier transforms by kernels against their definition: every small length, primes, powers of
// two, any number of dimensions and any strides, with tasks in any order.
#include "kernels/fft/fft.h"

#include <gtest/gtest.h>

#include <cstring>

#include "base/str_cat.h"
#include "kernels/fft/unit_roots.h"
#include "kernels/fft_model.h"
#include "support/kernel_runner.h"

namespace hloom {
namespace {

using namespace testing_support;  // NOLINT

constexpr FftKind kKinds[] = {FftKind::kForward, FftKind::kInverse, FftKind::kForwardReal,
                              FftKind::kInverseReal};

using FftKernelSizes = std::vector<int64_t>;

int64_t FftKernelCountOf(const FftKernelSizes& sizes) {
  int64_t count = 1;
  for (const int64_t size : sizes) count *= size;
  return count;
}

// An array in memory with its dimensions in any order, some of them padded.
template <typename T>
class FftStrided {
 public:
  FftStrided(const FftKernelSizes& sizes, bool is_complex, Random& random)
      : sizes_(sizes), strides_(sizes.size(), 0), parts_(is_complex ? 2 : 1) {
    int64_t stride = 1;
    for (const int64_t d : random.Permutation(sizes.size())) {
      strides_[static_cast<size_t>(d)] = stride;
      stride *= sizes[static_cast<size_t>(d)] + (random.OneIn(4) ? random.Below(3) : 0);
    }
    data_.assign(static_cast<size_t>(stride * parts_), T(NAN));
  }

  const FftKernelSizes& sizes() const { return sizes_; }
  const FftKernelSizes& strides() const { return strides_; }
  const std::byte* bytes() const { return reinterpret_cast<const std::byte*>(data_.data()); }
  std::byte* bytes() { return reinterpret_cast<std::byte*>(data_.data()); }
  size_t size_bytes() const { return data_.size() * sizeof(T); }

  void Set(int64_t position, Exact number) {
    T* const at = data_.data() + OffsetOf(position) * parts_;
    at[0] = static_cast<T>(number.real());
    if (parts_ == 2) at[1] = static_cast<T>(number.imag());
  }
  Exact Get(int64_t position) const {
    const T* const at = data_.data() + OffsetOf(position) * parts_;
    return {at[0], parts_ == 2 ? at[1] : T(0)};
  }
  ExactArray Read() const {
    ExactArray array = {sizes_, {}};
    for (int64_t i = 0; i < FftKernelCountOf(sizes_); ++i) array.numbers.push_back(Get(i));
    return array;
  }

 private:
  int64_t OffsetOf(int64_t position) const {
    int64_t offset = 0;
    for (size_t d = sizes_.size(); d-- > 0; position /= sizes_[d])
      offset += position % sizes_[d] * strides_[d];
    return offset;
  }

  FftKernelSizes sizes_;
  FftKernelSizes strides_;
  int64_t parts_;
  std::vector<T> data_;
};

// A transform, its operand filled with random numbers, and its result.
template <typename T>
struct Transform {
  Transform(FftKind fft_kind, const FftKernelSizes& batch, const FftKernelSizes& fft_lengths,
            const FftKernelSizes& kept, Random& random, uint64_t seed)
      : kind(fft_kind),
        lengths(fft_lengths),
        operand(SizesOf(batch, kept, fft_kind == FftKind::kInverseReal),
                fft_kind != FftKind::kForwardReal, random),
        result(SizesOf(batch, kept, fft_kind == FftKind::kForwardReal),
               fft_kind != FftKind::kInverseReal, random) {
    RandomBits bits(seed);
    for (int64_t i = 0; i < FftKernelCountOf(operand.sizes()); ++i) {
      const double re = bits.Uniform(-1, 1), im = bits.Uniform(-1, 1);
      operand.Set(i, {re, im});
    }
  }

  static FftKernelSizes SizesOf(const FftKernelSizes& batch, const FftKernelSizes& kept,
                                bool halved) {
    FftKernelSizes sizes = batch;
    sizes.insert(sizes.end(), kept.begin(), kept.end());
    if (halved) sizes.back() = sizes.back() / 2 + 1;
    return sizes;
  }

  FftArrays Arrays() const {
    return {.kind = kind,
            .wide = sizeof(T) == sizeof(double),
            .lengths = lengths,
            .operand_sizes = operand.sizes(),
            .operand_strides = operand.strides(),
            .result_sizes = result.sizes(),
            .result_strides = result.strides()};
  }
  void Run(TaskOrder order) {
    const FourierTransform fft(Arrays());
    const Status status = RunKernel(fft.Run(operand.bytes(), result.bytes()), order).status;
    ASSERT_TRUE(status.ok()) << status.ToString();
  }
  std::string Name() const {
    return StrCat("kind ", static_cast<int>(kind), " of ", StrJoin(operand.sizes(), "x"),
                  ", lengths ", StrJoin(lengths, "x"), ", parts of ",
                  static_cast<int64_t>(sizeof(T)), " bytes");
  }

  FftKind kind;
  FftKernelSizes lengths;
  FftStrided<T> operand;
  FftStrided<T> result;
};

// The allowed distance of an element from the sum that defines it: roundings grow with the
// logarithm of the length, and with the root of the sum of squares. Bluestein's way rounds three
// times as often.
template <typename T>
long double SlackOf(int64_t length, long double squares) {
  const long double unit = sizeof(T) == sizeof(float) ? 0x1p-24L : 0x1p-53L;
  return unit * 3 * (2 + std::log2(static_cast<long double>(length + 1))) * std::sqrt(squares);
}

template <typename T>
void ExpectAsDefined(const Transform<T>& transform) {
  const ExactArray operand = transform.operand.Read();
  const ExactArray expected = ExactFft(transform.kind, transform.lengths, operand);
  ASSERT_EQ(expected.sizes, transform.result.sizes()) << transform.Name();
  long double squares = 0;
  for (const Exact& number : operand.numbers) squares += std::norm(number);
  const int64_t length = FftKernelCountOf(transform.lengths);
  const bool real_side = transform.kind == FftKind::kInverseReal;
  if (real_side) squares *= 2;
  long double slack = SlackOf<T>(length, squares);
  if (real_side || transform.kind == FftKind::kInverse) {
    slack /= static_cast<long double>(std::max<int64_t>(length, 1));
  }
  for (size_t i = 0; i < expected.numbers.size(); ++i) {
    const Exact have = transform.result.Get(static_cast<int64_t>(i));
    ASSERT_LE(std::abs(have - expected.numbers[i]), slack)
        << transform.Name() << ", element " << i << ": " << static_cast<double>(have.real())
        << " + " << static_cast<double>(have.imag()) << " i, should be "
        << static_cast<double>(expected.numbers[i].real()) << " + "
        << static_cast<double>(expected.numbers[i].imag()) << " i";
  }
}

template <typename T>
void TestOne(FftKind kind, const FftKernelSizes& batch, const FftKernelSizes& lengths,
             const FftKernelSizes& kept, Random& random, size_t round) {
  Transform<T> transform(kind, batch, lengths, kept, random, round + 1);
  transform.Run(OneOfTaskOrders(round));
  ExpectAsDefined(transform);
}

TEST(FftKernelTest, RootsOfUnity) {
  for (const int64_t n : {1, 2, 3, 4, 5, 8, 12, 30, 97, 4096, 4097, 65536, 100003}) {
    const RootTable table(n);
    const int64_t step = n < 5000 ? 1 : 37;
    for (int64_t k = 0; k < n; k += step) {
      const Exact exact = ExactRoot(k, n);
      const UnitRoot root = RootOfUnity(k, n), listed = table.At(k);
      ASSERT_NEAR(root.re, static_cast<double>(exact.real()), 1.2e-16) << k << " of " << n;
      ASSERT_NEAR(root.im, static_cast<double>(exact.imag()), 1.2e-16) << k << " of " << n;
      ASSERT_NEAR(listed.re, static_cast<double>(exact.real()), 5e-16) << k << " of " << n;
      ASSERT_NEAR(listed.im, static_cast<double>(exact.imag()), 5e-16) << k << " of " << n;
    }
  }
  EXPECT_EQ(RootOfUnity(1, 4).re, 0);
  EXPECT_EQ(RootOfUnity(1, 4).im, -1);
  EXPECT_EQ(RootOfUnity(2, 4).re, -1);
  EXPECT_EQ(RootOfUnity(6, 8).im, 1);
}

TEST(FftKernelTest, EveryLengthUpTo70) {
  Random random(1);
  size_t round = 0;
  for (int64_t n = 0; n <= 70; ++n) {
    for (const FftKind kind : kKinds) {
      const bool has_real_side = kind == FftKind::kForwardReal || kind == FftKind::kInverseReal;
      if (n == 0 && has_real_side) continue;  // such arrays are empty
      const FftKernelSizes batch = {random.Between(1, 19)};
      // An array of size 0 has nothing to transform: of complex ones the length alone is 0.
      const FftKernelSizes kept = {n == 0 ? 3 : n};
      TestOne<float>(kind, batch, {n}, kept, random, ++round);
      TestOne<double>(kind, batch, {n}, kept, random, ++round);
    }
  }
}

bool IsPrime(int64_t n) {
  for (int64_t d = 2; d * d <= n; ++d) {
    if (n % d == 0) return false;
  }
  return true;
}

// Checks some elements of a transform of one dimension.
template <typename T>
void TestLong(FftKind kind, int64_t batch, int64_t n, Random& random, size_t round) {
  Transform<T> transform(kind, {batch}, {n}, {n}, random, round);
  transform.Run(OneOfTaskOrders(round));
  const bool to_real = kind == FftKind::kInverseReal;
  const bool inverse = to_real || kind == FftKind::kInverse;
  const std::vector<Exact> roots = ExactRoots(n);
  const int64_t row = random.Below(batch);
  const int64_t size = transform.operand.sizes()[1];
  std::vector<Exact> line;
  for (int64_t j = 0; j < size; ++j) line.push_back(transform.operand.Get(row * size + j));
  if (to_real) line = Mirrored(std::move(line), n);
  long double squares = 0;
  for (const Exact& number : line) squares += std::norm(number);
  long double slack = SlackOf<T>(n, squares);
  if (inverse) slack /= static_cast<long double>(n);
  const int64_t results = transform.result.sizes()[1];
  for (int i = 0; i < 12; ++i) {
    const int64_t k = i == 0 ? 0 : i == 1 ? results - 1 : random.Below(results);
    const Exact have = transform.result.Get(row * results + k);
    ASSERT_LE(std::abs(have - ExactElement(line, k, inverse, roots)), slack)
        << transform.Name() << ", element " << k;
  }
}

TEST(FftKernelTest, PrimesUpTo1009) {
  Random random(2);
  size_t round = 0;
  for (int64_t n = 71; n <= 1009; n += 2) {
    if (!IsPrime(n)) continue;
    if (Rounds(1, 0) == 0 && n < 1000 && !random.OneIn(8)) continue;
    const FftKind kind = kKinds[round % 4];
    TestLong<float>(kind, random.Between(1, 9), n, random, ++round);
    TestLong<double>(kind, random.Between(1, 9), n, random, ++round);
  }
}

TEST(FftKernelTest, PowersOfTwo) {
  Random random(3);
  size_t round = 0;
  for (int64_t n = 128; n <= 65536; n *= 2) {
    for (const FftKind kind : kKinds) {
      TestLong<float>(kind, 1, n, random, ++round);
      TestLong<double>(kind, n > 4096 ? 2 : 5, n, random, ++round);
    }
  }
}

// Lines that are cut into shorter ones, of lengths that vectors do not divide, and primes beyond
// what fits into a block.
TEST(FftKernelTest, LongLines) {
  Random random(4);
  size_t round = 0;
  for (const int64_t n : {258, 260, 343, 375, 1001, 2401, 2500, 3003, 6006, 2053, 4099, 10007}) {
    for (const FftKind kind : kKinds) {
      TestLong<float>(kind, random.Between(1, 3), n, random, ++round);
      TestLong<double>(kind, random.Between(1, 6), n, random, ++round);
    }
  }
}

TEST(FftKernelTest, AnyNumberOfDimensions) {
  Random random(5);
  for (size_t round = 0; round < Rounds(400, 60); ++round) {
    const auto axes = static_cast<size_t>(random.Between(1, 3));
    FftKernelSizes batch, lengths;
    for (int64_t i = random.Between(0, 2); i > 0; --i) batch.push_back(random.Between(1, 5));
    for (size_t i = 0; i < axes; ++i) lengths.push_back(random.Between(1, axes == 3 ? 8 : 14));
    const FftKind kind = kKinds[random.Below(4)];
    TestOne<float>(kind, batch, lengths, lengths, random, round);
    TestOne<double>(kind, batch, lengths, lengths, random, round);
  }
}

TEST(FftKernelTest, ComplexLinesAreCutAndFilledUp) {
  Random random(6);
  for (size_t round = 0; round < Rounds(300, 60); ++round) {
    const auto axes = static_cast<size_t>(random.Between(1, 3));
    FftKernelSizes lengths, kept;
    for (size_t i = 0; i < axes; ++i) {
      kept.push_back(random.Between(1, 9));
      lengths.push_back(random.Between(0, 12));
    }
    const FftKind kind = kKinds[random.Below(2)];
    TestOne<double>(kind, {random.Between(1, 4)}, lengths, kept, random, round);
  }
  TestOne<float>(FftKind::kForward, {}, {300}, {70}, random, 1);
  TestOne<float>(FftKind::kInverse, {2}, {300}, {310}, random, 2);
}

// A transform and its inverse, of lines that are too long for the definition; and the sum of
// squares is preserved (Parseval's theorem).
TEST(FftKernelTest, ThereAndBack) {
  Random random(7);
  for (const FftKernelSizes& lengths : {FftKernelSizes{64, 96}, FftKernelSizes{257, 30},
                                        FftKernelSizes{12000}, FftKernelSizes{8, 9, 70}}) {
    Transform<double> there(FftKind::kForward, {2}, lengths, lengths, random, 9);
    there.Run(TaskOrder::kShuffled);
    Transform<double> back(FftKind::kInverse, {2}, lengths, lengths, random, 10);
    long double squares = 0, transformed = 0;
    const int64_t count = 2 * FftKernelCountOf(lengths);
    for (int64_t i = 0; i < count; ++i) {
      squares += std::norm(there.operand.Get(i));
      transformed += std::norm(there.result.Get(i));
      back.operand.Set(i, there.result.Get(i));
    }
    const auto n = static_cast<long double>(FftKernelCountOf(lengths));
    EXPECT_LE(std::fabs(transformed / (squares * n) - 1), 1e-14L) << there.Name();
    back.Run(TaskOrder::kShuffled);
    for (int64_t i = 0; i < count; ++i)
      ASSERT_LE(std::abs(back.result.Get(i) - there.operand.Get(i)), 4e-15L) << there.Name();
  }
}

TEST(FftKernelTest, TheSameBitsInAnyOrderOfTasks) {
  Random random(8);
  for (const FftKernelSizes& lengths : {FftKernelSizes{4096}, FftKernelSizes{64, 64},
                                        FftKernelSizes{2053}, FftKernelSizes{16, 16, 16}}) {
    for (const FftKind kind : kKinds) {
      Transform<float> transform(kind, {3}, lengths, lengths, random, 1);
      std::string first;
      for (const TaskOrder order : kTaskOrders) {
        transform.Run(order);
        const std::string bytes(reinterpret_cast<const char*>(transform.result.bytes()),
                                transform.result.size_bytes());
        if (first.empty()) first = bytes;
        EXPECT_TRUE(bytes == first) << transform.Name();
      }
    }
  }
}

TEST(FftKernelTest, InTheOperandsMemory) {
  Random random(9);
  for (const FftKernelSizes& lengths :
       {FftKernelSizes{5}, FftKernelSizes{4096}, FftKernelSizes{12, 40}, FftKernelSizes{2053}}) {
    Transform<float> transform(FftKind::kForward, {4}, lengths, lengths, random, 1);
    FftArrays arrays = transform.Arrays();
    arrays.result_strides = arrays.operand_strides;
    const FourierTransform fft(arrays);
    const ExactArray operand = transform.operand.Read();
    FftStrided<float> same = transform.operand;
    ASSERT_TRUE(RunKernel(fft.Run(same.bytes(), same.bytes())).status.ok());
    FftStrided<float> other = transform.operand;
    ASSERT_TRUE(RunKernel(fft.Run(transform.operand.bytes(), other.bytes())).status.ok());
    EXPECT_EQ(std::memcmp(same.bytes(), other.bytes(), same.size_bytes()), 0) << transform.Name();
  }
}

// A million numbers are many tasks, none of which is long.
TEST(FftKernelTest, TasksAreSmall) {
  Random random(10);
  Transform<float> line(FftKind::kForward, {}, {1 << 16}, {1 << 16}, random, 1);
  const FourierTransform fft(line.Arrays());
  EXPECT_FALSE(fft.is_small());
  const KernelReport report = RunKernel(fft.Run(line.operand.bytes(), line.result.bytes()));
  EXPECT_GE(report.most_tasks, 16);
  Transform<float> few(FftKind::kForward, {}, {8}, {8}, random, 1);
  EXPECT_TRUE(FourierTransform(few.Arrays()).is_small());
}

}  // namespace
}  // namespace hloom
