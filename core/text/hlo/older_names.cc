#include "text/hlo/older_names.h"

#include "base/span.h"
#include "base/str_cat.h"

namespace hloom::hlo_text {

namespace {

struct OlderName {
  std::string_view name;
  std::string_view now;
  std::string_view advice = {};  // additional changes
};

constexpr OlderName kOlderOperations[] = {
    {"cross-replica-sum", "all-reduce", "Write it with to_apply, a computation that adds."},
    {"generate-token", "after-all"},
    {"tuple-select", "select", "Between tuples, write conditional."},
};
constexpr OlderName kOlderAttributes[] = {
    {"all_reduce_id", "channel_id"},
    {"barrier", "channel_id", "An empty one can be left out."},
    {"opaque", "backend_config"},
    {"replica_group_ids", "replica_groups"},
};

std::string HelpWith(Span<const OlderName> names, std::string_view name) {
  for (const OlderName& older : names) {
    if (older.name != name) continue;
    return StrCat("did you mean ", older.now, "?",
                  older.advice.empty() ? std::string() : StrCat(" ", older.advice),
                  " Older versions of XLA called it ", name);
  }
  return std::string();
}

}  // namespace

std::string HelpWithOlderOperation(std::string_view name) {
  return HelpWith(kOlderOperations, name);
}
std::string HelpWithOlderAttribute(std::string_view name) {
  return HelpWith(kOlderAttributes, name);
}

}  // namespace hloom::hlo_text
