#include "base/article.h"

#include "base/str_cat.h"

namespace hloom {

namespace {

bool IsArticleDigit(char c) { return c >= '0' && c <= '9'; }

bool BeginsWithVowelSound(std::string_view name) {
  if (name.empty()) return false;
  if (std::string_view("aeio").find(name[0]) != std::string_view::npos) return true;
  // These are pronounced letter by letter: "ef thirty-two", "es eight", "ar en gee", "ex or".
  if (name.size() > 1 && IsArticleDigit(name[1])) return name[0] == 'f' || name[0] == 's';
  for (const std::string_view spelled : {"fft", "rng", "rsqrt", "xor"}) {
    if (name.substr(0, spelled.size()) == spelled) return true;
  }
  return false;
}

}  // namespace

std::string WithArticle(std::string_view name) {
  return StrCat(BeginsWithVowelSound(name) ? "an " : "a ", name);
}

}  // namespace hloom
