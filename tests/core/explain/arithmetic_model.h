// Computes the arithmetic of an explanation, "y[1] = x[1,0] * 2 + ...", from its text:
// sums, products, folds of comparisons and single elements. It knows nothing of operations.
#ifndef HLOOM_TESTS_EXPLAIN_ARITHMETIC_MODEL_H_
#define HLOOM_TESTS_EXPLAIN_ARITHMETIC_MODEL_H_

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace hloom::testing_support {

// A value, and the sum of the sizes of what was added up, for tolerances.
struct ArithmeticValue {
  double value = 0;
  double size = 0;
};

class ArithmeticModel {
 public:
  // The value of an element of an instruction: for "t{0}[1,2]", called with "t{0}" and {1,2}.
  // nullopt if it is not a number.
  using Look = std::function<std::optional<double>(const std::string& array,
                                                   const std::vector<int64_t>& index)>;

  explicit ArithmeticModel(Look look) : look_(std::move(look)) {}

  // The value of the right side; nothing for other forms, and for what leaves terms out by "...".
  std::optional<ArithmeticValue> Compute(const std::string& right) const;

 private:
  using Letters = std::map<std::string, int64_t>;

  std::optional<ArithmeticValue> Sum(const std::string& text, const Letters& letters) const;
  std::optional<double> Product(const std::string& text, const Letters& letters) const;
  std::optional<double> Element(const std::string& text, const Letters& letters) const;
  std::optional<ArithmeticValue> SumOver(const std::string& text) const;
  std::optional<ArithmeticValue> Extreme(const std::string& text) const;

  Look look_;
};

}  // namespace hloom::testing_support

#endif  // HLOOM_TESTS_EXPLAIN_ARITHMETIC_MODEL_H_
