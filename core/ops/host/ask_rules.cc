#include "ops/host/ask_rules.h"

namespace hloom {

namespace {

constexpr Rule kAskRules[] = {
    {"ask.c1", "what the host gives for an instruction has the instruction's shape"},
    {"ask.c2", "where a program asks the host, the run has somebody who answers"},
};

}  // namespace

Span<const Rule> AskRules() { return kAskRules; }

}  // namespace hloom
