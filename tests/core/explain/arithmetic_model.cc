#include "explain/arithmetic_model.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace hloom::testing_support {

namespace {

std::vector<std::string> Split(const std::string& text, const std::string& separator) {
  std::vector<std::string> parts;
  size_t begin = 0;
  while (true) {
    const size_t end = text.find(separator, begin);
    parts.push_back(text.substr(begin, end == std::string::npos ? end : end - begin));
    if (end == std::string::npos) return parts;
    begin = end + separator.size();
  }
}

// "2*k+1", "3-2*k0", "k div 32", "7".
int64_t IndexOf(const std::string& text, const std::map<std::string, int64_t>& letters) {
  if (const auto parts = Split(text, " div "); parts.size() == 2) {
    return IndexOf(parts[0], letters) / std::atoll(parts[1].c_str());
  }
  int64_t sum = 0;
  for (size_t begin = 0; begin < text.size();) {
    size_t end = text.find_first_of("+-", begin + 1);
    if (end == std::string::npos) end = text.size();
    std::string term = text.substr(begin, end - begin);
    begin = end;
    const int64_t sign = term[0] == '-' ? -1 : 1;
    if (term[0] == '-' || term[0] == '+') term.erase(0, 1);
    int64_t product = sign;
    for (const std::string& factor : Split(term, "*")) {
      const auto letter = letters.find(factor);
      product *= letter != letters.end() ? letter->second : std::atoll(factor.c_str());
    }
    sum += product;
  }
  return sum;
}

}  // namespace

std::optional<double> ArithmeticModel::Element(const std::string& text,
                                               const Letters& letters) const {
  std::vector<int64_t> index;
  const size_t bracket = text.find('[');
  const std::string array = text.substr(0, bracket);
  if (array.find_first_of(" ()") != std::string::npos) return std::nullopt;
  if (bracket != std::string::npos) {
    if (text.find(']') != text.size() - 1) return std::nullopt;
    for (const std::string& part :
         Split(text.substr(bracket + 1, text.size() - bracket - 2), ",")) {
      index.push_back(IndexOf(part, letters));
    }
  }
  return look_(array, index);
}

std::optional<double> ArithmeticModel::Product(const std::string& text,
                                               const Letters& letters) const {
  double product = 1;
  for (const std::string& factor : Split(text, " * ")) {
    const auto value = Element(factor, letters);
    if (!value) return std::nullopt;
    product *= *value;
  }
  return product;
}

std::optional<ArithmeticValue> ArithmeticModel::Sum(const std::string& text,
                                                    const Letters& letters) const {
  ArithmeticValue sum;
  for (const std::string& term : Split(text, " + ")) {
    const auto product = Product(term, letters);
    if (!product) return std::nullopt;
    sum.value += *product;
    sum.size += std::fabs(*product);
  }
  return sum;
}

// "sum over k0, k1 of x[0,k0] * y[k0,k1] (k0 in 0..1, k1 in 0..2)"
std::optional<ArithmeticValue> ArithmeticModel::SumOver(const std::string& text) const {
  const size_t of = text.find(" of "), ranges = text.rfind(" (");
  if (of == std::string::npos || ranges == std::string::npos) return std::nullopt;
  std::vector<std::pair<std::string, int64_t>> letters;
  for (const std::string& range : Split(text.substr(ranges + 2, text.size() - ranges - 3), ", ")) {
    const auto parts = Split(range, " in 0..");
    if (parts.size() != 2) return std::nullopt;
    letters.emplace_back(parts[0], std::atoll(parts[1].c_str()) + 1);
  }
  const std::string product = text.substr(of + 4, ranges - of - 4);
  Letters at;
  for (const auto& [letter, size] : letters) at[letter] = 0;
  ArithmeticValue sum;
  while (true) {
    const auto value = Product(product, at);
    if (!value) return std::nullopt;
    sum.value += *value;
    sum.size += std::fabs(*value);
    size_t d = letters.size();
    while (d > 0 && ++at[letters[d - 1].first] == letters[d - 1].second) {
      at[letters[--d].first] = 0;
    }
    if (d == 0) return sum;
  }
}

// "maximum(init, x[0], x[1])"
std::optional<ArithmeticValue> ArithmeticModel::Extreme(const std::string& text) const {
  const bool greatest = text.rfind("maximum(", 0) == 0;
  std::optional<double> best;
  for (const std::string& element : Split(text.substr(8, text.size() - 9), ", ")) {
    const auto value = Element(element, {});
    if (!value || std::isnan(*value)) return std::nullopt;
    best = !best ? *value : greatest ? std::max(*best, *value) : std::min(*best, *value);
  }
  return ArithmeticValue{*best, std::fabs(*best)};
}

std::optional<ArithmeticValue> ArithmeticModel::Compute(const std::string& right) const {
  if (right.find("...") != std::string::npos) return std::nullopt;
  if (right.rfind("0, ", 0) == 0) return ArithmeticValue();
  if (right.rfind("sum over ", 0) == 0) return SumOver(right);
  if (right.rfind("maximum(", 0) == 0 || right.rfind("minimum(", 0) == 0) return Extreme(right);
  return Sum(right, {});
}

}  // namespace hloom::testing_support
