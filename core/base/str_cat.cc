#include "base/str_cat.h"

#include <algorithm>
#include <vector>

#include "base/float_text.h"

namespace hloom {

namespace str_cat_internal {

void AppendUint(std::string& out, uint64_t value) {
  char digits[20];
  char* const end = digits + sizeof(digits);
  char* begin = end;
  do {
    *--begin = static_cast<char>('0' + value % 10);
    value /= 10;
  } while (value != 0);
  out.append(begin, end);
}

void AppendInt(std::string& out, int64_t value) {
  if (value < 0) out.push_back('-');
  // Negating as unsigned is right for INT64_MIN too.
  AppendUint(out, value < 0 ? 0 - static_cast<uint64_t>(value) : static_cast<uint64_t>(value));
}

void AppendDouble(std::string& out, double value) { out.append(DoubleToString(value)); }

}  // namespace str_cat_internal

std::string Count(int64_t n, std::string_view noun) {
  if (n == 1) return StrCat(n, " ", noun);
  // entry, entries; but array, arrays.
  const bool changes =
      noun.size() > 1 && noun.back() == 'y' &&
      std::string_view("aeiou").find(noun[noun.size() - 2]) == std::string_view::npos;
  if (changes) return StrCat(n, " ", noun.substr(0, noun.size() - 1), "ies");
  return StrCat(n, " ", noun, "s");
}

std::string_view NearestWord(std::string_view word, Span<const std::string_view> candidates) {
  std::string_view best;
  // A slip is at most a third of the word; beyond that a guess would mislead.
  size_t best_distance = std::max<size_t>(1, word.size() / 3) + 1;
  for (std::string_view candidate : candidates) {
    // The least number of letters that must be inserted or removed; avoids comparing names of
    // megabytes.
    const size_t difference =
        std::max(word.size(), candidate.size()) - std::min(word.size(), candidate.size());
    if (difference >= best_distance) continue;
    std::vector<size_t> row(candidate.size() + 1);
    for (size_t j = 0; j < row.size(); ++j) row[j] = j;
    for (size_t i = 1; i <= word.size(); ++i) {
      size_t diagonal = row[0];
      row[0] = i;
      for (size_t j = 1; j < row.size(); ++j) {
        const size_t substitute = diagonal + (word[i - 1] == candidate[j - 1] ? 0 : 1);
        diagonal = row[j];
        row[j] = std::min({row[j] + 1, row[j - 1] + 1, substitute});
      }
    }
    if (row.back() < best_distance) {
      best_distance = row.back();
      best = candidate;
    }
  }
  return best;
}

}  // namespace hloom
