// Triangular systems and Cholesky factors by kernels: of matrices of small whole numbers, whose
// answers are exact in every type, of any sizes, batches and strides, with tasks in any order.
#include <gtest/gtest.h>

#include <cmath>
#include <complex>

#include "base/str_cat.h"
#include "kernels/linear_algebra/cholesky.h"
#include "kernels/linear_algebra/triangular_solve.h"
#include "kernels/linear_algebra/wide_copy.h"
#include "kernels/sizes.h"
#include "support/conjugate.h"
#include "support/kernel_runner.h"
#include "support/random.h"

namespace hloom {
namespace {

using namespace testing_support;  // NOLINT

using LinearAlgebraKernelSizes = std::vector<int64_t>;

template <typename E>
constexpr PrimitiveType kTypeOf = PRIMITIVE_TYPE_INVALID;
template <>
constexpr PrimitiveType kTypeOf<float> = F32;
template <>
constexpr PrimitiveType kTypeOf<double> = F64;
template <>
constexpr PrimitiveType kTypeOf<std::complex<float>> = C64;
template <>
constexpr PrimitiveType kTypeOf<std::complex<double>> = C128;

template <typename E>
E WholeNumber(Random& random, int64_t most) {
  const auto part = [&] { return static_cast<double>(random.Below(2 * most + 1) - most); };
  if constexpr (kComplex<E>) {
    using T = typename E::value_type;
    const double real = part(), imaginary = part();
    return {static_cast<T>(real), static_cast<T>(imaginary)};
  } else {
    return static_cast<E>(part());
  }
}

// Matrices in memory with their dimensions in any order, some of them padded. All elements begin as
// NaN.
template <typename E>
class MatrixArray {
 public:
  MatrixArray(const LinearAlgebraKernelSizes& sizes, Random& random)
      : sizes_(sizes), strides_(sizes.size(), 0) {
    int64_t stride = 1;
    for (const int64_t d : random.Permutation(sizes.size())) {
      strides_[static_cast<size_t>(d)] = stride;
      stride *= sizes[static_cast<size_t>(d)] + (random.OneIn(4) ? random.Below(3) : 0);
    }
    data_.assign(static_cast<size_t>(stride), E(NAN));
  }
  const LinearAlgebraKernelSizes& sizes() const { return sizes_; }
  const LinearAlgebraKernelSizes& strides() const { return strides_; }
  std::byte* bytes() { return reinterpret_cast<std::byte*>(data_.data()); }
  // Element [row, column] of a matrix, counted in row-major order.
  E& At(int64_t matrix, int64_t row, int64_t column) {
    int64_t place = row * strides_[sizes_.size() - 2] + column * strides_.back();
    for (size_t d = sizes_.size() - 2; d-- > 0; matrix /= sizes_[d]) {
      place += matrix % sizes_[d] * strides_[d];
    }
    return data_[static_cast<size_t>(place)];
  }

 private:
  LinearAlgebraKernelSizes sizes_, strides_;
  std::vector<E> data_;
};

int64_t LinearAlgebraKernelCountOf(const LinearAlgebraKernelSizes& batch) {
  return ElementCount(batch);
}

LinearAlgebraKernelSizes WithMatrix(LinearAlgebraKernelSizes batch, int64_t rows, int64_t columns) {
  batch.push_back(rows);
  batch.push_back(columns);
  return batch;
}

struct Flags {
  bool left_side, lower, unit_diagonal, transpose, conjugate;
};

template <typename E>
void SolveAndCompare(const LinearAlgebraKernelSizes& batch, int64_t n, int64_t sides, Flags flags,
                     TaskOrder order, uint64_t seed) {
  SCOPED_TRACE(StrCat("batch ", StrJoin(batch, "x"), ", n ", n, ", sides ", sides, ", left ",
                      flags.left_side, ", lower ", flags.lower, ", unit ", flags.unit_diagonal,
                      ", transpose ", flags.transpose, ", conjugate ", flags.conjugate, ", seed ",
                      seed));
  Random random(seed);
  MatrixArray<E> a(WithMatrix(batch, n, n), random);
  const LinearAlgebraKernelSizes sizes =
      flags.left_side ? WithMatrix(batch, n, sides) : WithMatrix(batch, sides, n);
  MatrixArray<E> b(sizes, random), x(sizes, random), expected(sizes, random);
  for (int64_t m = 0; m < LinearAlgebraKernelCountOf(batch); ++m) {
    // Rows have few nonzero numbers, so that sums stay exact.
    for (int64_t i = 0; i < n; ++i) {
      for (int64_t k = 0; k <= i; ++k) {
        E element = random.OneIn(1 + n / 16) ? WholeNumber<E>(random, 2) : E(0);
        if (k == i) {
          element = flags.unit_diagonal ? E(NAN) : E(random.OneIn(2) ? 2 : -1);
          if constexpr (kComplex<E>) {
            if (!flags.unit_diagonal && random.OneIn(2)) element = E(0, 1);
          }
        }
        (flags.lower ? a.At(m, i, k) : a.At(m, k, i)) = element;
      }
    }
    const auto op = [&](int64_t row, int64_t column) {
      if (row == column && flags.unit_diagonal) return E(1);
      if (flags.transpose) std::swap(row, column);
      if (flags.lower ? column > row : column < row) return E(0);
      const E element = a.At(m, row, column);
      return flags.conjugate ? Conj(element) : element;
    };
    for (int64_t i = 0; i < n; ++i) {
      for (int64_t j = 0; j < sides; ++j) {
        (flags.left_side ? expected.At(m, i, j) : expected.At(m, j, i)) = WholeNumber<E>(random, 3);
      }
    }
    for (int64_t i = 0; i < n; ++i) {
      std::vector<E> row(static_cast<size_t>(n));
      for (int64_t k = 0; k < n; ++k) {
        row[static_cast<size_t>(k)] = flags.left_side ? op(i, k) : op(k, i);
      }
      for (int64_t j = 0; j < sides; ++j) {
        E sum = 0;
        for (int64_t k = 0; k < n; ++k) {
          sum += row[static_cast<size_t>(k)] *
                 (flags.left_side ? expected.At(m, k, j) : expected.At(m, j, k));
        }
        (flags.left_side ? b.At(m, i, j) : b.At(m, j, i)) = sum;
      }
    }
  }
  const std::unique_ptr<const TriangularSolver> solver =
      PlanTriangularSolve({.type = kTypeOf<E>,
                           .left_side = flags.left_side,
                           .lower = flags.lower,
                           .unit_diagonal = flags.unit_diagonal,
                           .transpose = flags.transpose,
                           .conjugate = flags.conjugate,
                           .a_sizes = a.sizes(),
                           .a_strides = a.strides(),
                           .b_sizes = sizes,
                           .b_strides = b.strides(),
                           .x_strides = x.strides()});
  const Status status = RunKernel(solver->Solve(a.bytes(), b.bytes(), x.bytes()), order).status;
  ASSERT_TRUE(status.ok()) << status.ToString();
  for (int64_t m = 0; m < LinearAlgebraKernelCountOf(batch); ++m) {
    for (int64_t i = 0; i < sizes[sizes.size() - 2]; ++i) {
      for (int64_t j = 0; j < sizes.back(); ++j) {
        ASSERT_EQ(x.At(m, i, j), expected.At(m, i, j)) << m << ", " << i << ", " << j;
      }
    }
  }
}

constexpr TaskOrder kOrders[] = {TaskOrder::kForwards, TaskOrder::kBackwards, TaskOrder::kShuffled,
                                 TaskOrder::kSideBySide};

template <typename E>
class LinearAlgebraTest : public testing::Test {};
using ElementTypes = testing::Types<float, double, std::complex<float>, std::complex<double>>;
TYPED_TEST_SUITE(LinearAlgebraTest, ElementTypes);

TYPED_TEST(LinearAlgebraTest, SolvesTriangularSystemsOfEverySmallSize) {
  uint64_t seed = 0;
  for (int64_t n = 1; n <= 13; ++n) {
    for (int64_t sides = 1; sides <= 9; ++sides) {
      const uint64_t bits = seed * 0x9e3779b97f4a7c15u >> 40;
      const Flags flags = {(bits & 1) != 0, (bits & 2) != 0, (bits & 4) != 0, (bits & 8) != 0,
                           (bits & 16) != 0};
      SolveAndCompare<TypeParam>({}, n, sides, flags, kOrders[seed % 4], seed);
      ++seed;
    }
  }
}

TYPED_TEST(LinearAlgebraTest, SolvesTriangularSystemsOfAnySizesAndFlags) {
  for (uint64_t seed = 0; seed < 64; ++seed) {
    Random random(1000 + seed);
    const LinearAlgebraKernelSizes batch =
        random.OneIn(2) ? LinearAlgebraKernelSizes{}
                        : LinearAlgebraKernelSizes{1 + random.Below(3), 1 + random.Below(2)};
    const int64_t n = 1 + random.Below(random.OneIn(3) ? 300 : 40);
    const int64_t sides = 1 + random.Below(random.OneIn(3) ? 90 : 20);
    // All 32 sets of flags are used twice.
    const Flags flags = {(seed & 1) != 0, (seed & 2) != 0, (seed & 4) != 0, (seed & 8) != 0,
                         (seed & 16) != 0};
    SolveAndCompare<TypeParam>(batch, n, sides, flags, kOrders[seed % 4], seed);
  }
}

TYPED_TEST(LinearAlgebraTest, SolvesLargeTriangularSystemsInSeveralPhases) {
  SolveAndCompare<TypeParam>({2}, 517, 130, {true, true, false, false, false},
                             TaskOrder::kSideBySide, 1);
  SolveAndCompare<TypeParam>({}, 650, 3, {false, true, false, false, true}, TaskOrder::kShuffled,
                             2);
}

// L has ones, twos and fours on its diagonal, and few other nonzero numbers.
template <typename E>
void FactorAndCompare(const LinearAlgebraKernelSizes& batch, int64_t n, bool lower, TaskOrder order,
                      uint64_t seed, int64_t bad_matrix = -1, int64_t bad_row = 0) {
  SCOPED_TRACE(StrCat("batch ", StrJoin(batch, "x"), ", n ", n, ", lower ", lower, ", seed ", seed,
                      ", bad matrix ", bad_matrix, ", row ", bad_row));
  Random random(seed);
  const LinearAlgebraKernelSizes sizes = WithMatrix(batch, n, n);
  MatrixArray<E> a(sizes, random), result(sizes, random), expected(sizes, random);
  for (int64_t m = 0; m < LinearAlgebraKernelCountOf(batch); ++m) {
    std::vector<E> l(static_cast<size_t>(n * n));
    const auto at = [&](int64_t i, int64_t k) -> E& { return l[static_cast<size_t>(i * n + k)]; };
    for (int64_t i = 0; i < n; ++i) {
      for (int64_t k = 0; k < i; ++k) {
        at(i, k) = random.OneIn(1 + n / 16) ? WholeNumber<E>(random, 2) : E(0);
      }
      at(i, i) = E(static_cast<float>(1 << random.Below(3)));
    }
    for (int64_t i = 0; i < n; ++i) {
      for (int64_t k = 0; k <= i; ++k) {
        E sum = 0;
        for (int64_t j = 0; j <= k; ++j) sum += at(i, j) * Conj(at(k, j));
        if (m == bad_matrix && i == bad_row && k == bad_row) sum -= at(i, i) * at(i, i);
        if constexpr (kComplex<E>) {
          if (i == k) sum += E(0, 7);  // is ignored
        }
        // Elements above the diagonal of a lower factor's matrix stay NaN.
        (lower ? a.At(m, i, k) : a.At(m, k, i)) = lower ? sum : Conj(sum);
        (lower ? expected.At(m, i, k) : expected.At(m, k, i)) = lower ? at(i, k) : Conj(at(i, k));
        if (k < i) (lower ? expected.At(m, k, i) : expected.At(m, i, k)) = E(0);
      }
    }
  }
  const std::unique_ptr<const CholeskyFactorizer> factorizer =
      PlanCholesky({.type = kTypeOf<E>,
                    .lower = lower,
                    .sizes = sizes,
                    .a_strides = a.strides(),
                    .l_strides = result.strides()});
  const Status status = RunKernel(factorizer->Factor(a.bytes(), result.bytes()), order).status;
  ASSERT_TRUE(status.ok()) << status.ToString();
  for (int64_t m = 0; m < LinearAlgebraKernelCountOf(batch); ++m) {
    for (int64_t i = 0; i < n; ++i) {
      for (int64_t k = 0; k < n; ++k) {
        if (m == bad_matrix) {
          ASSERT_TRUE(std::isnan(std::real(result.At(m, i, k)))) << m << ", " << i << ", " << k;
        } else {
          ASSERT_EQ(result.At(m, i, k), expected.At(m, i, k)) << m << ", " << i << ", " << k;
        }
      }
    }
  }
}

TYPED_TEST(LinearAlgebraTest, FactorsMatricesOfEverySmallSize) {
  for (int64_t n = 1; n <= 70; ++n) {
    FactorAndCompare<TypeParam>({}, n, n % 3 != 0, kOrders[n % 4], static_cast<uint64_t>(n));
  }
}

TYPED_TEST(LinearAlgebraTest, FactorsBatchesOfMatrices) {
  for (uint64_t seed = 0; seed < 24; ++seed) {
    Random random(seed);
    const LinearAlgebraKernelSizes batch = {1 + random.Below(4), 1 + random.Below(3)};
    const int64_t n = 1 + random.Below(random.OneIn(4) ? 200 : 30);
    FactorAndCompare<TypeParam>(batch, n, random.OneIn(2), kOrders[seed % 4], seed);
  }
  FactorAndCompare<TypeParam>({300}, 3, true, TaskOrder::kSideBySide, 9);
}

TYPED_TEST(LinearAlgebraTest, FactorsLargeMatricesInSeveralPhases) {
  FactorAndCompare<TypeParam>({}, 333, true, TaskOrder::kSideBySide, 1);
  // Blocks are longer from some size on.
  if (sizeof(TypeParam) == 4) {
    FactorAndCompare<TypeParam>({}, 1027, false, TaskOrder::kShuffled, 2);
  }
}

TYPED_TEST(LinearAlgebraTest, GivesNanWhereAMatrixIsNotPositiveDefinite) {
  for (const int64_t row : {0, 1, 5, 6}) {
    FactorAndCompare<TypeParam>({3}, 7, row % 2 == 0, TaskOrder::kForwards, 3, 1, row);
  }
  for (const int64_t row : {0, 63, 64, 299}) {
    FactorAndCompare<TypeParam>({2}, 300, true, TaskOrder::kSideBySide, 4, 0, row);
  }
}

TYPED_TEST(LinearAlgebraTest, TakesOverTheMemoryOfItsOperands) {
  for (const int64_t n : {3, 37, 150}) {
    Random random(static_cast<uint64_t>(n));
    using E = TypeParam;
    const LinearAlgebraKernelSizes sizes = {2, n, n};
    const LinearAlgebraKernelSizes strides = RowMajorStrides(sizes);
    std::vector<E> a(static_cast<size_t>(2 * n * n)), b = a;
    for (size_t i = 0; i < a.size(); ++i) {
      const int64_t row = static_cast<int64_t>(i) / n % n, column = static_cast<int64_t>(i) % n;
      a[i] = row == column ? E(static_cast<float>(n)) : E(0.25f);
      b[i] = WholeNumber<E>(random, 9);
    }
    const auto bytes = [](std::vector<E>& v) { return reinterpret_cast<std::byte*>(v.data()); };
    const TriangularSystems systems = {.type = kTypeOf<E>,
                                       .a_sizes = sizes,
                                       .a_strides = strides,
                                       .b_sizes = sizes,
                                       .b_strides = strides,
                                       .x_strides = strides};
    const auto solver = PlanTriangularSolve(systems);
    std::vector<E> x(a.size()), in_a = a, in_b = b;
    ASSERT_TRUE(RunKernel(solver->Solve(bytes(a), bytes(b), bytes(x))).status.ok());
    ASSERT_TRUE(RunKernel(solver->Solve(bytes(in_a), bytes(b), bytes(in_a))).status.ok());
    ASSERT_TRUE(RunKernel(solver->Solve(bytes(a), bytes(in_b), bytes(in_b))).status.ok());
    EXPECT_EQ(in_a, x);
    EXPECT_EQ(in_b, x);
    const auto factorizer = PlanCholesky(
        {.type = kTypeOf<E>, .sizes = sizes, .a_strides = strides, .l_strides = strides});
    std::vector<E> l(a.size()), in_place = a;
    ASSERT_TRUE(RunKernel(factorizer->Factor(bytes(a), bytes(l))).status.ok());
    ASSERT_TRUE(RunKernel(factorizer->Factor(bytes(in_place), bytes(in_place))).status.ok());
    EXPECT_EQ(in_place, l);
    EXPECT_EQ(std::real(l[0]), std::sqrt(std::real(a[0])));
  }
}

TEST(WideCopyTest, ConvertsInTasks) {
  std::vector<double> numbers(200'000), back(numbers.size());
  for (size_t i = 0; i < numbers.size(); ++i) numbers[i] = static_cast<double>(i) / 8;
  std::vector<float> narrow(numbers.size());
  const auto count = static_cast<int64_t>(numbers.size());
  auto* const floats = reinterpret_cast<std::byte*>(narrow.data());
  const KernelReport report = RunKernel(
      ConvertElements(F64, reinterpret_cast<const std::byte*>(numbers.data()), F32, floats, count),
      TaskOrder::kShuffled);
  ASSERT_TRUE(report.status.ok());
  EXPECT_GT(report.most_tasks, 1);
  EXPECT_EQ(narrow[123'457], 15432.125f);
  ASSERT_TRUE(
      RunKernel(ConvertElements(F32, floats, F64, reinterpret_cast<std::byte*>(back.data()), count))
          .status.ok());
  EXPECT_EQ(back, numbers);
}

}  // namespace
}  // namespace hloom
