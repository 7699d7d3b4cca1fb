// Kind result_accuracy: the accuracy that the caller requests for a function such as exp.
#ifndef HLOOM_HLO_ATTRIBUTES_RESULT_ACCURACY_H_
#define HLOOM_HLO_ATTRIBUTES_RESULT_ACCURACY_H_

#include <cstdint>
#include <string>

#include "hlo/attribute.h"

namespace hloom {

// XLA's message: a mode, or a tolerance. Setting the one clears the other.
class ResultAccuracy {
 public:
  enum Mode : int { DEFAULT = 0, HIGHEST = 1 };

  class Tolerance {
   public:
    double atol() const { return atol_; }
    double rtol() const { return rtol_; }
    int64_t ulps() const { return ulps_; }  // units in the last place
    void set_atol(double value) { atol_ = value; }
    void set_rtol(double value) { rtol_ = value; }
    void set_ulps(int64_t value) { ulps_ = value; }

    friend bool operator==(const Tolerance&, const Tolerance&) = default;

   private:
    double atol_ = 0;
    double rtol_ = 0;
    int64_t ulps_ = 0;
  };

  Mode mode() const { return mode_; }
  bool has_tolerance() const { return has_tolerance_; }
  const Tolerance& tolerance() const { return tolerance_; }
  void set_mode(Mode mode) {
    *this = ResultAccuracy();
    mode_ = mode;
  }
  Tolerance* mutable_tolerance() {
    mode_ = DEFAULT;
    has_tolerance_ = true;
    return &tolerance_;
  }

  // "{mode=highest}", "{tolerance={atol=1.5,rtol=0.5,ulps=1}}".
  std::string ToString() const;

  friend bool operator==(const ResultAccuracy&, const ResultAccuracy&) = default;

 private:
  Mode mode_ = DEFAULT;
  bool has_tolerance_ = false;
  Tolerance tolerance_;
};

// Attributes of the functions that XLA has several implementations of.
struct AccuracyAttributes {
  static constexpr AttributeField kResultAccuracy = {
      .name = "result_accuracy",
      .proto_field = 91,
      .doc =
          "how exact the results must be: a mode, DEFAULT or HIGHEST, or a tolerance. By default "
          "they are within 1 ulp, of F64 within 2; HIGHEST and tighter tolerances take slower "
          "functions, whose results are rounded once",
      .omit_default = true};
  ResultAccuracy result_accuracy;
  template <typename V>
  void visit(V& v) {
    v(kResultAccuracy, result_accuracy);
  }
};

template <>
const AttributeKind& AttributeKindOf<ResultAccuracy>();

}  // namespace hloom

#endif  // HLOOM_HLO_ATTRIBUTES_RESULT_ACCURACY_H_
