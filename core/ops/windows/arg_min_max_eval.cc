#include "ops/windows/arg_min_max_eval.h"

#include <algorithm>
#include <vector>

#include "hlo/hlo_instruction.h"
#include "ops/control/structural.h"
#include "ops/elementwise/compare.h"
#include "ops/windows/fold_eval.h"

namespace hloom {

namespace {

// The result of such a computation depends only on how the two values and the two indices compare.
// So it is evaluated on the names of its parameters, once for each way in which these can compare.
enum class Term { kLhsValue, kLhsIndex, kRhsValue, kRhsIndex, kFalse, kTrue, kUnknown };
enum class Relation { kLess, kEqual, kGreater, kUnordered };

struct Scenario {
  Relation values, indices;
  bool lhs_is_nan = false, rhs_is_nan = false;
};
constexpr Relation kOrders[] = {Relation::kLess, Relation::kEqual, Relation::kGreater};

constexpr Term TermOf(bool x) { return x ? Term::kTrue : Term::kFalse; }
constexpr bool IsTruth(Term x) { return x == Term::kFalse || x == Term::kTrue; }
constexpr Relation Reversed(Relation x) {
  if (x == Relation::kLess) return Relation::kGreater;
  return x == Relation::kGreater ? Relation::kLess : x;
}

Relation RelationOf(const Scenario& scenario, Term a, Term b) {
  const bool is_nan = (a == Term::kLhsValue && scenario.lhs_is_nan) ||
                      (a == Term::kRhsValue && scenario.rhs_is_nan);
  if (a == b) return is_nan ? Relation::kUnordered : Relation::kEqual;
  const bool of_values = a == Term::kLhsValue || a == Term::kRhsValue;
  const Relation relation = of_values ? scenario.values : scenario.indices;
  return a == Term::kLhsValue || a == Term::kLhsIndex ? relation : Reversed(relation);
}

bool Holds(ComparisonDirection direction, Relation relation) {
  // The relations for which each direction holds, in the order EQ, NE, GE, GT, LE, LT.
  constexpr bool kHolds[6][4] = {{false, true, false, false}, {true, false, true, true},
                                 {false, true, true, false},  {false, false, true, false},
                                 {true, true, false, false},  {true, false, false, false}};
  return kHolds[static_cast<size_t>(direction)][static_cast<size_t>(relation)];
}

using Terms = std::vector<Term>;
struct Inputs {
  const Scenario& scenario;
  const HloInstruction& instruction;
  const Terms& terms;

  Term operator[](size_t i) const {
    return terms[static_cast<size_t>(instruction.operand(i)->index())];
  }
};

Term EvaluateParameter(const Inputs& in) {
  return static_cast<Term>(in.instruction.attributes<ParameterAttributes>().parameter_number);
}
Term EvaluateCompare(const Inputs& in) {
  const auto is_value = [](Term x) { return x == Term::kLhsValue || x == Term::kRhsValue; };
  const auto is_index = [](Term x) { return x == Term::kLhsIndex || x == Term::kRhsIndex; };
  const Term a = in[0], b = in[1];
  const bool comparable = (is_value(a) && is_value(b)) || (is_index(a) && is_index(b));
  if (!comparable || IsTotalOrderOfFloats(in.instruction)) return Term::kUnknown;
  const auto direction = in.instruction.attributes<CompareAttributes>().direction;
  return TermOf(Holds(direction, RelationOf(in.scenario, a, b)));
}
Term EvaluateSelect(const Inputs& in) {
  if (!IsTruth(in[0])) return Term::kUnknown;
  return in[0] == Term::kTrue ? in[1] : in[2];
}
template <typename F>
Term EvaluateLogic(const Inputs& in, F f) {
  if (!IsTruth(in[0]) || !IsTruth(in[1])) return Term::kUnknown;
  return TermOf(f(in[0] == Term::kTrue, in[1] == Term::kTrue));
}
Term EvaluateAnd(const Inputs& in) {
  return EvaluateLogic(in, [](bool a, bool b) { return a && b; });
}
Term EvaluateOr(const Inputs& in) {
  return EvaluateLogic(in, [](bool a, bool b) { return a || b; });
}
Term EvaluateXor(const Inputs& in) {
  return EvaluateLogic(in, [](bool a, bool b) { return a != b; });
}
Term EvaluateNot(const Inputs& in) {
  return IsTruth(in[0]) ? TermOf(in[0] == Term::kFalse) : Term::kUnknown;
}
// Of indices only: the maximum of -0 and +0 is not either of two equal values.
template <Relation kFirst>
Term EvaluateExtreme(const Inputs& in) {
  const bool of_indices = (in[0] == Term::kLhsIndex && in[1] == Term::kRhsIndex) ||
                          (in[0] == Term::kRhsIndex && in[1] == Term::kLhsIndex);
  if (!of_indices) return Term::kUnknown;
  return RelationOf(in.scenario, in[0], in[1]) == kFirst ? in[0] : in[1];
}
Term EvaluateNothing(const Inputs&) { return Term::kUnknown; }

constexpr struct {
  HloOpcode opcode;
  Term (*evaluate)(const Inputs& in);
} kEvaluated[] = {
    {HloOpcode::kParameter, EvaluateParameter},
    {HloOpcode::kCompare, EvaluateCompare},
    {HloOpcode::kSelect, EvaluateSelect},
    {HloOpcode::kAnd, EvaluateAnd},
    {HloOpcode::kOr, EvaluateOr},
    {HloOpcode::kXor, EvaluateXor},
    {HloOpcode::kNot, EvaluateNot},
    {HloOpcode::kMinimum, EvaluateExtreme<Relation::kLess>},
    {HloOpcode::kMaximum, EvaluateExtreme<Relation::kGreater>},
    {HloOpcode::kTuple, EvaluateNothing},
};

// The value and the index that the computation gives.
struct Chosen {
  Term value = Term::kUnknown, index = Term::kUnknown;

  bool IsLhs() const { return value == Term::kLhsValue && index == Term::kLhsIndex; }
  bool IsRhs() const { return value == Term::kRhsValue && index == Term::kRhsIndex; }
};
Chosen ChosenIn(const HloComputation& computation, const Scenario& scenario) {
  Terms terms(computation.instructions().size(), Term::kUnknown);
  for (const auto& instruction : computation.instructions()) {
    const auto* const row =
        std::find_if(std::begin(kEvaluated), std::end(kEvaluated),
                     [&](const auto& entry) { return entry.opcode == instruction->opcode(); });
    if (row == std::end(kEvaluated)) return {};
    terms[static_cast<size_t>(instruction->index())] =
        row->evaluate({scenario, *instruction, terms});
  }
  const HloInstruction& root = *computation.root();
  return {terms[static_cast<size_t>(root.operand(0)->index())],
          terms[static_cast<size_t>(root.operand(1)->index())]};
}

// Checks values of which one is better.
bool ChoosesBetter(const HloComputation& computation, const Scenario& scenario, bool lhs) {
  const Chosen chosen = ChosenIn(computation, scenario);
  return lhs ? chosen.IsLhs() : chosen.IsRhs();
}

// Checks equal values: the lower index stays, and either value.
bool ChoosesLowerIndex(const HloComputation& computation, const Scenario& scenario, bool* later) {
  const Chosen chosen = ChosenIn(computation, scenario);
  *later = chosen.value == Term::kRhsValue;
  if (!*later && chosen.value != Term::kLhsValue) return false;
  const Term lower = scenario.indices == Relation::kLess ? Term::kLhsIndex : Term::kRhsIndex;
  if (scenario.indices != Relation::kEqual) return chosen.index == lower;
  return chosen.index == Term::kLhsIndex || chosen.index == Term::kRhsIndex;
}

bool HasOrder(const HloComputation& computation, bool floats, ArgMinMaxOrder& order) {
  for (size_t i = 0; i < 3; ++i) {
    const Relation indices = kOrders[i];
    const bool greatest = order.greatest;
    if (!ChoosesBetter(computation, {Relation::kGreater, indices}, greatest) ||
        !ChoosesBetter(computation, {Relation::kLess, indices}, !greatest) ||
        !ChoosesLowerIndex(computation, {Relation::kEqual, indices}, &order.takes_later[i])) {
      return false;
    }
    if (!floats) continue;
    bool later;  // one NaN is as good as another
    if (!ChoosesBetter(computation, {Relation::kUnordered, indices, true, false}, true) ||
        !ChoosesBetter(computation, {Relation::kUnordered, indices, false, true}, false) ||
        !ChoosesLowerIndex(computation, {Relation::kUnordered, indices, true, true}, &later)) {
      return false;
    }
  }
  return true;
}

}  // namespace

std::optional<ArgMinMaxOrder> RecognizeArgMinMax(const HloComputation& region) {
  const HloComputation& computation = InnermostCalled(region);
  const auto& parameters = computation.parameters();
  const HloInstruction& root = *computation.root();
  if (parameters.size() != 4 || root.opcode() != HloOpcode::kTuple || root.operands().size() != 2) {
    return std::nullopt;
  }
  if (!IsIntegralType(parameters[1]->shape().element_type())) return std::nullopt;
  const bool floats = IsFloatingPointType(parameters[0]->shape().element_type());
  for (const bool greatest : {true, false}) {
    ArgMinMaxOrder order;
    order.greatest = greatest;
    if (HasOrder(computation, floats, order)) return order;
  }
  return std::nullopt;
}

}  // namespace hloom
