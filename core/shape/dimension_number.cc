#include "shape/dimension_number.h"

#include "base/str_cat.h"
#include "shape/rules.h"

namespace hloom {

namespace {

// An array of rank N has the last N of these letters.
constexpr std::string_view kLetters = "pzyx";

std::string_view LettersOf(int64_t rank) {
  if (rank < 2 || rank > 4) return {};
  return kLetters.substr(kLetters.size() - static_cast<size_t>(rank));
}

ErrorBuilder NoLetters(int64_t rank) {
  return InvalidArgument(kShapeC8)
      .Say(StrCat("the dimensions of an array of rank ", rank, " have no letters"))
      .Help("only those of the ranks 2 (y, x), 3 (z, y, x) and 4 (p, z, y, x) do");
}

}  // namespace

StatusOr<int64_t> ResolveDimensionNumber(int64_t dimension, int64_t rank) {
  if (dimension >= -rank && dimension < rank) return dimension < 0 ? dimension + rank : dimension;
  return InvalidArgument(kShapeC7)
      .Say(StrCat("an array of rank ", rank, " has no dimension ", dimension))
      .Help(rank == 0 ? std::string("a scalar has no dimensions")
                      : StrCat("the dimensions are 0..", rank - 1, ", or ", -rank,
                               "..-1 counted from the end"));
}

StatusOr<char> DimensionLetter(int64_t dimension, int64_t rank) {
  HLOOM_ASSIGN_OR_RETURN(const int64_t resolved, ResolveDimensionNumber(dimension, rank));
  const std::string_view letters = LettersOf(rank);
  if (letters.empty()) return NoLetters(rank);
  return letters[static_cast<size_t>(resolved)];
}

StatusOr<int64_t> DimensionOfLetter(char letter, int64_t rank) {
  const std::string_view letters = LettersOf(rank);
  if (letters.empty()) return NoLetters(rank);
  const size_t at = letters.find(letter);
  if (at != std::string_view::npos) return static_cast<int64_t>(at);
  return InvalidArgument(kShapeC8)
      .Say(StrCat("an array of rank ", rank, " has no dimension '", letter, "'"))
      .Help(StrCat("the letters of its dimensions 0..", rank - 1, " are ", letters));
}

}  // namespace hloom
