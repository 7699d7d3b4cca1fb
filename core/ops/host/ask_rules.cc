#include "ops/host/ask_rules.h"

#include "ops/rules.h"

namespace hloom {

namespace {

constexpr Rule kAskRules[] = {kAskC1, kAskC2};

}  // namespace

Span<const Rule> AskRules() { return kAskRules; }

}  // namespace hloom
