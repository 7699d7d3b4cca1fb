#include "literal/literal_comparison.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "base/article.h"
#include "base/str_cat.h"
#include "kernels/number_format.h"
#include "shape/index_util.h"

namespace hloom {

namespace {

constexpr uint64_t kFar = std::numeric_limits<uint64_t>::max();

// The comparison of two elements.
struct Distance {
  bool same_bits = false;
  bool equal = false;  // as numbers
  bool expected_nan = false;
  bool actual_nan = false;
  bool finite = false;   // both
  double absolute = 0;   // if both are finite
  double relative = 0;   // of |expected|; 0 if that is 0
  double magnitude = 0;  // |expected|
  uint64_t ulps = kFar;
};

template <typename T>
T Load(const std::byte* at) {
  T value;
  std::memcpy(&value, at, sizeof(T));
  return value;
}

// Maps the bits of floats to integers that grow with the value; both zeros become 0.
int64_t OrderKey(uint64_t bits, int width, bool has_sign) {
  if (!has_sign) return static_cast<int64_t>(bits);
  const uint64_t sign = uint64_t{1} << (width - 1);
  const int64_t magnitude = static_cast<int64_t>(bits & (sign - 1));
  return (bits & sign) != 0 ? -magnitude : magnitude;
}

uint64_t Apart(int64_t a, int64_t b) {
  return a < b ? static_cast<uint64_t>(b) - static_cast<uint64_t>(a)
               : static_cast<uint64_t>(a) - static_cast<uint64_t>(b);
}

uint64_t BitsOf(int64_t bytes, const std::byte* at) {
  uint64_t bits = 0;
  std::memcpy(&bits, at, static_cast<size_t>(bytes));  // little-endian
  return bits;
}

double FloatOf(PrimitiveType type, const std::byte* at) {
  if (type == F64) return Load<double>(at);
  if (type == F32) return static_cast<double>(Load<float>(at));
  return static_cast<double>(
      DecodeNarrowFloat(type, static_cast<uint32_t>(BitsOf(ByteWidth(type), at))));
}

void SetErrors(Distance& d) {
  if (d.magnitude > 0) d.relative = d.absolute / d.magnitude;
}

Distance CompareFloats(PrimitiveType type, const std::byte* expected, const std::byte* actual) {
  const double e = FloatOf(type, expected);
  const double a = FloatOf(type, actual);
  Distance d;
  d.equal = e == a;
  d.expected_nan = std::isnan(e);
  d.actual_nan = std::isnan(a);
  d.finite = std::isfinite(e) && std::isfinite(a);
  d.magnitude = std::fabs(e);
  if (d.finite) d.absolute = std::fabs(a - e);
  SetErrors(d);
  if (d.expected_nan && d.actual_nan) d.ulps = 0;
  if (d.expected_nan || d.actual_nan) return d;
  const auto key = [type](const std::byte* at) {
    return OrderKey(BitsOf(ByteWidth(type), at), BitWidth(type), type != F8E8M0FNU);
  };
  d.ulps = Apart(key(expected), key(actual));
  return d;
}

// Compares integers; PRED counts as 0 and 1.
Distance CompareIntegers(PrimitiveType type, const std::byte* expected, const std::byte* actual) {
  const int64_t width = ByteWidth(type);
  uint64_t e = BitsOf(width, expected);
  uint64_t a = BitsOf(width, actual);
  Distance d;
  if (IsSignedIntegralType(type)) {
    const int unused = static_cast<int>(64 - 8 * width);
    const int64_t signed_e = static_cast<int64_t>(e << unused) >> unused;
    const int64_t signed_a = static_cast<int64_t>(a << unused) >> unused;
    d.ulps = Apart(signed_e, signed_a);
    d.magnitude = std::fabs(static_cast<double>(signed_e));
  } else {
    d.ulps = e < a ? a - e : e - a;
    d.magnitude = static_cast<double>(e);
  }
  d.equal = d.ulps == 0;
  d.finite = true;
  d.absolute = static_cast<double>(d.ulps);
  SetErrors(d);
  return d;
}

Distance CompareComplex(PrimitiveType type, const std::byte* expected, const std::byte* actual) {
  const PrimitiveType part = ComplexComponentType(type);
  const int64_t width = ByteWidth(part);
  const Distance real = CompareFloats(part, expected, actual);
  const Distance imag = CompareFloats(part, expected + width, actual + width);
  Distance d;
  // A part that is NaN on both sides agrees; it is the NaN that nan_is_nan is about.
  const auto agrees = [](const Distance& x) { return x.equal || (x.expected_nan && x.actual_nan); };
  const bool any_nan = real.expected_nan || real.actual_nan || imag.expected_nan || imag.actual_nan;
  d.equal = real.equal && imag.equal;
  d.expected_nan = d.actual_nan = any_nan && agrees(real) && agrees(imag);
  if (any_nan && !d.expected_nan)
    (real.expected_nan || imag.expected_nan ? d.expected_nan : d.actual_nan) = true;
  d.finite = real.finite && imag.finite;
  d.magnitude = std::hypot(real.magnitude, imag.magnitude);
  if (d.finite) d.absolute = std::hypot(real.absolute, imag.absolute);
  SetErrors(d);
  d.ulps = std::max(real.ulps, imag.ulps);
  return d;
}

Distance Measure(PrimitiveType type, const std::byte* expected, const std::byte* actual) {
  Distance d;
  if (IsComplexType(type)) {
    d = CompareComplex(type, expected, actual);
  } else if (IsFloatingPointType(type)) {
    d = CompareFloats(type, expected, actual);
  } else {
    d = CompareIntegers(type, expected, actual);
  }
  d.same_bits = std::memcmp(expected, actual, static_cast<size_t>(ByteWidth(type))) == 0;
  return d;
}

bool Accepts(const ComparisonOptions& options, const Distance& d) {
  if (options.mode == ComparisonMode::kBits) return d.same_bits;
  if (d.expected_nan || d.actual_nan) {
    return options.nan_is_nan && d.expected_nan && d.actual_nan;
  }
  switch (options.mode) {
    case ComparisonMode::kUlps:
      return d.ulps <= options.ulps;
    case ComparisonMode::kTolerance:
      if (!d.finite) return d.equal;
      return d.absolute <= options.absolute + options.relative * d.magnitude;
    default:
      return d.equal;
  }
}

std::string DistanceText(const ComparisonOptions& options, const Distance& d) {
  if (options.mode == ComparisonMode::kUlps && d.ulps != kFar) {
    return Count(static_cast<int64_t>(std::min(d.ulps, kFar / 2)), "ulp");
  }
  if (!d.finite || d.absolute == 0) return std::string();
  return StrCat("off by ", d.absolute, " (relative ", d.relative, ")");
}

std::string ElementText(const Literal& literal, Span<const int64_t> index) {
  std::vector<int64_t> limits = index.ToVector();
  for (int64_t& limit : limits) ++limit;
  const StatusOr<Literal> one = literal.Slice(index, limits);
  if (!one.ok()) return std::string();
  // The braces around a single element carry no information.
  std::string text = one->ToStringWithoutShape();
  const size_t begin = text.find_first_not_of("{ ");
  return text.substr(begin, text.find_last_not_of("} ") + 1 - begin);
}

class Comparer {
 public:
  Comparer(const ComparisonOptions& options, ComparisonReport& report)
      : options_(options), report_(report) {}

  // Depth is that of the shapes, which are the same.
  void Compare(const Literal& expected, const Literal& actual) {
    for (size_t i = 0; i < expected.elements().size(); ++i) {
      shape_index_.push_back(static_cast<int64_t>(i));
      Compare(expected.elements()[i], actual.elements()[i]);
      shape_index_.pop_back();
    }
    if (!expected.shape().IsArray() || !report_.different_shapes.empty()) return;
    const std::vector<int64_t> sizes = expected.live_sizes();
    if (sizes != actual.live_sizes()) {
      report_.different_shapes =
          StrCat("expected the live sizes ", Braced(sizes), " of ", expected.shape().ToString(),
                 ", actual are ", Braced(actual.live_sizes()));
    } else if (std::find(sizes.begin(), sizes.end(), 0) == sizes.end()) {
      Arrays(expected, actual, sizes);
    }
  }

 private:
  void Arrays(const Literal& expected, const Literal& actual, Span<const int64_t> sizes) {
    const PrimitiveType type = expected.shape().element_type();
    const int64_t width = ByteWidth(type);
    const std::vector<int64_t> e_strides = IndexUtil::Strides(expected.shape());
    const std::vector<int64_t> a_strides = IndexUtil::Strides(actual.shape());
    std::vector<int64_t> index(e_strides.size(), 0);
    do {
      int64_t e = 0;
      int64_t a = 0;
      for (size_t i = 0; i < index.size(); ++i) {
        e += index[i] * e_strides[i];
        a += index[i] * a_strides[i];
      }
      const Distance d = Measure(type, expected.data<std::byte>() + e * width,
                                 actual.data<std::byte>() + a * width);
      ++report_.compared;
      if (d.finite) {
        report_.max_absolute_error = std::max(report_.max_absolute_error, d.absolute);
        report_.max_relative_error = std::max(report_.max_relative_error, d.relative);
        report_.max_ulps = std::max(report_.max_ulps, d.ulps);
      }
      if (Accepts(options_, d)) continue;
      if (report_.mismatched++ >= options_.max_mismatches) continue;
      report_.mismatches.push_back({shape_index_, index, ElementText(expected, index),
                                    ElementText(actual, index), DistanceText(options_, d)});
    } while (IndexUtil::BumpIndices(sizes, index));
  }

  const ComparisonOptions& options_;
  ComparisonReport& report_;
  ShapeIndex shape_index_;
};

}  // namespace

ComparisonReport CompareLiterals(const Literal& expected, const Literal& actual,
                                 const ComparisonOptions& options) {
  ComparisonReport report;
  if (!expected.valid() || !actual.valid() ||
      !ShapeUtil::EqualIgnoringLayout(expected.shape(), actual.shape())) {
    const auto text = [](const Literal& l) {
      return l.valid() ? WithArticle(l.shape().ToString()) : std::string("no value");
    };
    report.different_shapes = StrCat("expected ", text(expected), ", actual is ", text(actual));
    return report;
  }
  Comparer(options, report).Compare(expected, actual);
  return report;
}

uint64_t UlpDistance(PrimitiveType type, const std::byte* a, const std::byte* b) {
  return Measure(type, a, b).ulps;
}

std::string ComparisonReport::ToString() const {
  if (!different_shapes.empty()) return different_shapes;
  if (mismatched == 0) return "equal";
  std::string out =
      StrCat(mismatched, " of ", Count(compared, "element"), " differ", mismatched == 1 ? "s" : "",
             " (largest error ", max_absolute_error, ", relative ", max_relative_error, ", ",
             Count(static_cast<int64_t>(std::min(max_ulps, kFar / 2)), "ulp"), ")");
  for (const Mismatch& m : mismatches) {
    StrAppend(out, "\n  at ", m.shape_index.empty() ? std::string() : Braced(m.shape_index), "[",
              StrJoin(m.index, ","), "]: expected ", m.expected, ", actual ", m.actual,
              m.distance.empty() ? "" : ", ", m.distance);
  }
  const int64_t more = mismatched - static_cast<int64_t>(mismatches.size());
  if (more > 0) StrAppend(out, "\n  and ", more, " more");
  return out;
}

}  // namespace hloom
