// Every transcendental function within the tolerances of support/tolerances.h, on a sample of the
// values of `npm run accuracy`. The reference is libquadmath's: without GCC there is no test.
#include "support/accuracy.h"

#include "gtest/gtest.h"
#include "support/tolerances.h"

namespace hloom {
namespace {

using namespace testing_support;  // NOLINT

#ifdef HLOOM_HAS_REFERENCE

class AccuracyTest : public ::testing::TestWithParam<Tolerance> {
 protected:
  void Expect(PrimitiveType type, double tolerance, Magnitudes magnitudes = Magnitudes::kMiddle) {
    const Accuracy accuracy = Measure(GetParam().operation, type, /*samples=*/500, magnitudes);
    EXPECT_EQ(accuracy.wrong, "") << PrimitiveTypeName(type);
    EXPECT_GT(accuracy.samples, 0);
    EXPECT_LE(accuracy.worst, tolerance) << PrimitiveTypeName(type) << " at " << accuracy.at;
  }
};

TEST_P(AccuracyTest, F32) { Expect(F32, GetParam().single); }
TEST_P(AccuracyTest, F64) { Expect(F64, GetParam().real); }
TEST_P(AccuracyTest, Complex) {
  if (GetParam().complex == 0) return;  // not defined for complex numbers
  Expect(C64, GetParam().narrow);
  Expect(C128, GetParam().complex);
}
TEST_P(AccuracyTest, ComplexOfAllMagnitudes) {
  if (GetParam().complex == 0) return;
  Expect(C64, GetParam().narrow, Magnitudes::kAll);
  Expect(C128, GetParam().complex, Magnitudes::kAll);
}

INSTANTIATE_TEST_SUITE_P(Functions, AccuracyTest, ::testing::ValuesIn(kTolerances),
                         [](const auto& info) {
                           std::string name(info.param.operation);
                           for (char& c : name) c = c == '-' ? '_' : c;
                           return name;
                         });

TEST(AccuracyTableTest, HasEveryMeasuredFunction) {
  const std::vector<std::string_view> names = MeasuredFunctions();
  ASSERT_EQ(names.size(), std::size(kTolerances));
  for (size_t i = 0; i < names.size(); ++i) EXPECT_EQ(names[i], kTolerances[i].operation);
}

#endif

}  // namespace
}  // namespace hloom
