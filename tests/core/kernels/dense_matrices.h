// Matrices for tests of decompositions, with the plain arithmetic of the definitions.
#ifndef HLOOM_TESTS_CORE_KERNELS_DENSE_MATRICES_H_
#define HLOOM_TESTS_CORE_KERNELS_DENSE_MATRICES_H_

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <vector>

#include "kernels/linear_algebra/decompose.h"
#include "kernels/linear_algebra/decompositions.h"
#include "support/conjugate.h"
#include "support/random.h"

namespace hloom::testing_support {

using Complex = std::complex<double>;

// A matrix column by column, with the plain arithmetic of the definitions.
template <typename E>
struct Dense {
  Dense(int64_t row_count, int64_t column_count)
      : rows(row_count),
        columns(column_count),
        elements(static_cast<size_t>(row_count * column_count)) {}
  E& operator()(int64_t i, int64_t k) { return elements[static_cast<size_t>(k * rows + i)]; }
  E operator()(int64_t i, int64_t k) const { return elements[static_cast<size_t>(k * rows + i)]; }

  int64_t rows, columns;
  std::vector<E> elements;
};

template <typename E>
Dense<E> operator*(const Dense<E>& a, const Dense<E>& b) {
  Dense<E> c(a.rows, b.columns);
  for (int64_t i = 0; i < a.rows; ++i) {
    for (int64_t k = 0; k < b.columns; ++k) {
      for (int64_t j = 0; j < a.columns; ++j) c(i, k) += a(i, j) * b(j, k);
    }
  }
  return c;
}

template <typename E>
Dense<E> Adjoint(const Dense<E>& a) {
  Dense<E> b(a.columns, a.rows);
  for (int64_t i = 0; i < a.rows; ++i) {
    for (int64_t k = 0; k < a.columns; ++k) b(k, i) = Conj(a(i, k));
  }
  return b;
}

template <typename E>
double Difference(const Dense<E>& a, const Dense<E>& b) {
  double most = 0;
  for (size_t i = 0; i < a.elements.size(); ++i) {
    const double difference = std::abs(a.elements[i] - b.elements[i]);
    // Once it is NaN, it stays so.
    if (!(difference <= most) && !std::isnan(most)) most = difference;
  }
  return most;
}

template <typename E>
double Size(const Dense<E>& a) {
  // If one argument of std::max is a NaN, the first one is the result.
  return std::max(Difference(a, Dense<E>(a.rows, a.columns)), 1e-300);
}

template <typename E>
Dense<E> Identity(int64_t rows, int64_t columns) {
  Dense<E> one(rows, columns);
  for (int64_t i = 0; i < std::min(rows, columns); ++i) one(i, i) = 1;
  return one;
}

template <typename E>
void ExpectOrthonormalColumns(const Dense<E>& q) {
  EXPECT_LT(Difference(Adjoint(q) * q, Identity<E>(q.columns, q.columns)), 1e-13);
}

enum class Kind { kRandom, kSingular, kGraded, kRepeated, kZero, kHuge };
inline constexpr Kind kKinds[] = {Kind::kRandom,   Kind::kSingular, Kind::kGraded,
                                  Kind::kRepeated, Kind::kZero,     Kind::kHuge};

template <typename E>
Dense<E> MakeMatrix(Kind kind, int64_t rows, int64_t columns, Random& random) {
  Dense<E> a(rows, columns);
  const auto part = [&] { return static_cast<double>(random.Between(-1000, 1000)) / 512; };
  for (int64_t k = 0; k < columns; ++k) {
    for (int64_t i = 0; i < rows; ++i) {
      const double real = part(), imaginary = part();
      E x;
      if constexpr (kComplex<E>) {
        x = {real, imaginary};
      } else {
        x = real + 0 * imaginary;
      }
      if (kind == Kind::kGraded) x *= std::pow(10.0, static_cast<double>(-i - k));
      if (kind == Kind::kRepeated) x = i == k ? E(2) : E(0);
      if (kind == Kind::kZero) x = 0;
      if (kind == Kind::kHuge) x *= 1e200;
      if (kind == Kind::kSingular && k > 1) x = a(i, k - 1) - 2.0 * a(i, 0);
      a(i, k) = x;
    }
  }
  return a;
}

// Runs a decomposition of one matrix.
template <typename E>
void Run(DecomposeMatrix decompose, MatrixSizes sizes, bool lower,
         std::vector<const Dense<E>*> operands, std::vector<Dense<E>*> results,
         std::vector<double>* values = nullptr,
         std::vector<std::vector<int32_t>>* indices = nullptr) {
  std::vector<const std::byte*> in;
  for (const Dense<E>* operand : operands) {
    in.push_back(reinterpret_cast<const std::byte*>(operand->elements.data()));
  }
  std::vector<std::byte*> out;
  for (Dense<E>* result : results) {
    out.push_back(reinterpret_cast<std::byte*>(result->elements.data()));
  }
  if (values != nullptr) {
    out.insert(out.begin() + 1, reinterpret_cast<std::byte*>(values->data()));
  }
  if (indices != nullptr) {
    for (std::vector<int32_t>& list : *indices) {
      out.push_back(reinterpret_cast<std::byte*>(list.data()));
    }
  }
  decompose(sizes, {.lower = lower}, in.data(), out.data());
}

// The matrices q [m,m] and r [m,n] of reflectors and taus.
template <typename E>
struct QrMatrices {
  Dense<E> q, r;
};
template <typename E>
QrMatrices<E> MatricesOf(const Dense<E>& qr, const Dense<E>& taus) {
  Dense<E> r(qr.rows, qr.columns), reflectors(qr.rows, qr.rows), q(qr.rows, qr.rows);
  for (int64_t k = 0; k < qr.columns; ++k) {
    for (int64_t i = 0; i < qr.rows; ++i) {
      if (i <= k) r(i, k) = qr(i, k);
      if (i > k && k < qr.rows) reflectors(i, k) = qr(i, k);
    }
  }
  Run<E>(HouseholderProduct<E>, {qr.rows, qr.rows, taus.rows}, true, {&reflectors, &taus}, {&q});
  return {q, r};
}

// The results of HouseholderQr, and the matrices that they represent.
template <typename E>
struct QrFactors {
  Dense<E> qr, taus, q, r;
};
template <typename E>
QrFactors<E> FactorsOf(const Dense<E>& a) {
  const MatrixSizes sizes = {a.rows, a.columns, std::min(a.rows, a.columns)};
  Dense<E> qr(a.rows, a.columns), taus(sizes.least(), 1);
  Run<E>(HouseholderQr<E>, sizes, true, {&a}, {&qr, &taus});
  const auto [q, r] = MatricesOf(qr, taus);
  return {qr, taus, q, r};
}

}  // namespace hloom::testing_support

#endif  // HLOOM_TESTS_CORE_KERNELS_DENSE_MATRICES_H_
