// Complex powers where they are defined by themselves and not by exp(w log z), and where they are
// exact.
#include <cmath>
#include <limits>

#include "support/run.h"

namespace hloom {
namespace {

using namespace testing_support;  // NOLINT

constexpr double kComplexPowerInf = std::numeric_limits<double>::infinity();
constexpr double kComplexPowerNan = std::numeric_limits<double>::quiet_NaN();

struct ComplexPowerRow {
  double z[2], w[2], want[2];
};
constexpr ComplexPowerRow kComplexPowerRows[] = {
    // z^0 and 1^w are always 1.
    {{kComplexPowerNan, kComplexPowerNan}, {0, 0}, {1, 0}},
    {{0, 0}, {0, 0}, {1, 0}},
    {{kComplexPowerInf, -kComplexPowerInf}, {-0.0, 0}, {1, 0}},
    {{1, 0}, {kComplexPowerNan, 2}, {1, 0}},
    {{1, 0}, {kComplexPowerInf, kComplexPowerInf}, {1, 0}},
    // A power of 0 depends on the sign of the exponent's real part; there is none where that is 0,
    // or with an imaginary part.
    {{0, 0}, {2, 0}, {0, 0}},
    {{0, -0.0}, {0.5, 3}, {0, 0}},
    {{0, 0}, {-1, 0}, {kComplexPowerInf, 0}},
    {{0, 0}, {-1, 1}, {kComplexPowerNan, kComplexPowerNan}},
    {{0, 0}, {0, 1}, {kComplexPowerNan, kComplexPowerNan}},
    // Powers of an infinity with a real exponent.
    {{kComplexPowerInf, 0}, {2, 0}, {kComplexPowerInf, 0}},
    {{3, -kComplexPowerInf}, {0.5, 0}, {kComplexPowerInf, 0}},
    {{kComplexPowerNan, kComplexPowerInf}, {-2, 0}, {0, 0}},
    {{-kComplexPowerInf, kComplexPowerInf}, {-0.5, 0}, {0, 0}},
    // NaN otherwise stays.
    {{kComplexPowerNan, 0}, {2, 0}, {kComplexPowerNan, kComplexPowerNan}},
    {{2, 1}, {kComplexPowerNan, 0}, {kComplexPowerNan, kComplexPowerNan}},
    {{2, 0}, {1, kComplexPowerNan}, {kComplexPowerNan, kComplexPowerNan}},
    // Integer exponents multiply, which is exact here.
    {{0, 1}, {2, 0}, {-1, 0}},
    {{0, 1}, {3, 0}, {0, -1}},
    {{1, 1}, {8, 0}, {16, 0}},
    {{-2, 0}, {3, 0}, {-8, 0}},
    {{3, 4}, {2, 0}, {-7, 24}},
    {{1, -1}, {-4, 0}, {-0.25, 0}},
    // A positive real base with a real exponent stays real.
    {{4, 0}, {0.5, 0}, {2, 0}},
    {{2, 0}, {-1074, 0}, {5e-324, 0}},
    {{0.5, 0}, {-2000, 0}, {kComplexPowerInf, 0}},
};

// Powers on the way that are out of range, where the result is not. C64 has none of these.
constexpr ComplexPowerRow kFarComplexPowerRows[] = {
    {{0, 0x1p+520}, {-2, 0}, {-0x1p-1040, 0}},
    {{0, 0x1p-511}, {-2, 0}, {-0x1p+1022, 0}},
    {{0, -0x1p-537}, {2, 0}, {-0x1p-1074, 0}},
    {{0x1p+511, 0x1p+511}, {2, 0}, {0, 0x1p+1023}},
    {{-1e-300, 1e-300}, {1e+308, -1e+308}, {0, 0}},
    {{-1e+300, -1e+300}, {-1e+308, -1e+308}, {0, 0}},
};

template <typename T>
void ExpectAll(Span<const ComplexPowerRow> rows) {
  for (const ComplexPowerRow& row : rows) {
    const auto operand = [](const double* parts) {
      return std::complex<T>(static_cast<T>(parts[0]), static_cast<T>(parts[1]));
    };
    XlaBuilder b("power");
    Pow(ConstantR0<std::complex<T>>(&b, operand(row.z)),
        ConstantR0<std::complex<T>>(&b, operand(row.w)));
    const StatusOr<Literal> value = BuildAndRun(b);
    ASSERT_TRUE(value.ok()) << value.status().ToString();
    const std::complex<T> have = value->GetFirstElement<std::complex<T>>();
    const std::complex<T> want = operand(row.want);
    const auto same = [](T x, T y) { return x == y || (std::isnan(x) && std::isnan(y)); };
    EXPECT_TRUE(same(have.real(), want.real()) && same(have.imag(), want.imag()))
        << operand(row.z) << " ^ " << operand(row.w) << " is " << have << ", not " << want;
  }
}

TEST(ComplexPowerTest, SpecialAndExactC128) { ExpectAll<double>(kComplexPowerRows); }
TEST(ComplexPowerTest, SpecialAndExactC64) { ExpectAll<float>(kComplexPowerRows); }
TEST(ComplexPowerTest, FarC128) { ExpectAll<double>(kFarComplexPowerRows); }

}  // namespace
}  // namespace hloom
