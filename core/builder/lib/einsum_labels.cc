#include "builder/lib/einsum_labels.h"

#include <algorithm>
#include <array>

#include "base/str_cat.h"
#include "base/utf8.h"
#include "builder/lib/matrix.h"
#include "builder/rules.h"

namespace hloom {

namespace {

constexpr std::string_view kEllipsis = "...";
constexpr std::string_view kArrow = "->";

bool IsLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

Message GivenText(const GivenEinsum& given) {
  return MessageCat("`einsum_config`=\""_msg, given.config, "\"");
}

ErrorBuilder WrongConfig(const GivenEinsum& given, std::string what) {
  return InvalidArgument(kEinsumC1).Op("einsum").Say(MessageCat(GivenText(given), " ", what));
}

std::string Example(const GivenEinsum& given) {
  return given.of_one ? "give labels for the array and for the result, like \"ab->ba\""
                      : "give labels for both arrays and for the result, like \"ab,bc->ac\"";
}

// Reads the labels of one array. `rank` is that of an operand, which is `shape` where that is
// known, or -1 for the result, where "..." means `ellipsis` dimensions. Returns the number of
// dimensions that "..." means.
StatusOr<int64_t> ReadLabels(const GivenEinsum& given, std::string_view part, int64_t rank,
                             const Shape* shape, int64_t ellipsis, EinsumLabels* labels) {
  const size_t dots = part.find(kEllipsis);
  const bool has_ellipsis = dots != std::string_view::npos;
  const std::string_view head = part.substr(0, dots);
  const std::string_view tail =
      has_ellipsis ? part.substr(dots + kEllipsis.size()) : std::string_view();
  for (const std::string_view letters : {head, tail}) {
    const auto* const wrong = std::find_if_not(letters.begin(), letters.end(), IsLetter);
    if (wrong == letters.end()) continue;
    if (*wrong == '.') {
      return Status(WrongConfig(given, "has a point that is not part of one \"...\"")
                        .Help("write \"...\" once for each array at most"));
    }
    const auto at = static_cast<size_t>(wrong - letters.begin());
    const size_t width = std::max<size_t>(Utf8Length(letters, at), 1);
    return Status(
        WrongConfig(given, StrCat("has '", letters.substr(at, width), "', which is not a label"))
            .Help("labels are letters, with nothing between them"));
  }
  const auto named = static_cast<int64_t>(head.size() + tail.size());
  if (rank >= 0 && (has_ellipsis ? named > rank : named != rank)) {
    return InvalidArgument(kEinsumC2)
        .Op("einsum")
        .Say(MessageCat("\"", part, "\" of ", GivenText(given), " has ", Count(named, "label"),
                        ", and its array", shape == nullptr ? "" : StrCat(" ", shape->ToString()),
                        " has ", Count(rank, "dimension")))
        .Help("give each dimension of an array a label; \"...\" stands for any number of them");
  }
  if (rank >= 0) ellipsis = has_ellipsis ? rank - named : 0;
  labels->assign(head.begin(), head.end());
  for (int64_t i = has_ellipsis ? ellipsis : 0; i > 0; --i) labels->push_back(-i);
  labels->insert(labels->end(), tail.begin(), tail.end());
  return ellipsis;
}

}  // namespace

StatusOr<std::array<EinsumLabels, 3>> ParseEinsum(std::string_view config, const GivenEinsum& given,
                                                  int64_t x_rank, int64_t y_rank) {
  const size_t comma = config.find(',');
  const size_t arrow = config.find(kArrow);
  if (comma == std::string_view::npos || config.find(',', comma + 1) != std::string_view::npos) {
    return Status(WrongConfig(given, given.of_one ? "has a comma, and there is one array"
                                                  : "does not have exactly one comma")
                      .Help(Example(given)));
  }
  if (arrow == std::string_view::npos || arrow < comma ||
      config.find(kArrow, arrow + 1) != std::string_view::npos) {
    return Status(WrongConfig(given, given.of_one
                                         ? "has more than one \"->\""
                                         : "does not have exactly one \"->\" after its comma")
                      .Help(Example(given)));
  }
  std::array<EinsumLabels, 3> all;
  HLOOM_ASSIGN_OR_RETURN(const int64_t x_ellipsis,
                         ReadLabels(given, config.substr(0, comma), x_rank, given.x, 0, &all[0]));
  HLOOM_ASSIGN_OR_RETURN(
      const int64_t y_ellipsis,
      ReadLabels(given, config.substr(comma + 1, arrow - comma - 1), y_rank, given.y, 0, &all[1]));
  HLOOM_RETURN_IF_ERROR(ReadLabels(given, config.substr(arrow + kArrow.size()), -1, nullptr,
                                   std::max(x_ellipsis, y_ellipsis), &all[2])
                            .status());
  return all;
}

StatusOr<std::array<EinsumLabels, 3>> ParseEinsumString(std::string_view einsum_config,
                                                        int64_t x_rank, int64_t y_rank) {
  return ParseEinsum(einsum_config, {einsum_config, /*of_one=*/false}, x_rank, y_rank);
}

std::string NormalizeEinsumString(std::string_view einsum_config) {
  if (einsum_config.find(kArrow) != std::string_view::npos) return "";
  std::array<size_t, 128> counts = {};
  for (const char c : einsum_config) {
    if (IsLetter(c)) ++counts[static_cast<size_t>(c)];
  }
  std::string result(einsum_config);
  result.append(kArrow);
  if (einsum_config.find(kEllipsis) != std::string_view::npos) result.append(kEllipsis);
  for (size_t c = 0; c < counts.size(); ++c) {
    if (counts[c] == 1) result.push_back(static_cast<char>(c));
  }
  return result;
}

}  // namespace hloom
