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
  Relation values = Relation::kEqual;
  Relation indices = Relation::kEqual;
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
// Takes indices only, because the maximum of -0 and +0 depends on their signs.
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

// The choice of the computation in a scenario.
std::optional<ArgMinMaxOrder::Choice> ChoiceIn(const HloComputation& computation,
                                               const Scenario& scenario) {
  Terms terms(computation.instructions().size(), Term::kUnknown);
  for (const auto& instruction : computation.instructions()) {
    const auto* const row =
        std::find_if(std::begin(kEvaluated), std::end(kEvaluated),
                     [&](const auto& entry) { return entry.opcode == instruction->opcode(); });
    if (row == std::end(kEvaluated)) return std::nullopt;
    terms[static_cast<size_t>(instruction->index())] =
        row->evaluate({scenario, *instruction, terms});
  }
  const HloInstruction& root = *computation.root();
  const Term value = terms[static_cast<size_t>(root.operand(0)->index())];
  const Term index = terms[static_cast<size_t>(root.operand(1)->index())];
  if (value != Term::kLhsValue && value != Term::kRhsValue) return std::nullopt;
  if (index != Term::kLhsIndex && index != Term::kRhsIndex) return std::nullopt;
  return ArgMinMaxOrder::Choice{value == Term::kRhsValue, index == Term::kRhsIndex};
}

// Returns whether the better of two numbers wins, and of equal ones the earlier index stays.
bool ChoosesBest(const ArgMinMaxOrder& order) {
  for (size_t i = 0; i < ArgMinMaxOrder::kIndices; ++i) {
    const auto less = order.choices[ArgMinMaxOrder::kLess][i];
    const auto greater = order.choices[ArgMinMaxOrder::kGreater][i];
    if (less.takes_value != order.greatest || less.takes_index != order.greatest) return false;
    if (greater.takes_value == order.greatest || greater.takes_index == order.greatest) {
      return false;
    }
  }
  // Only the initial index can be the same as an element's, or above it.
  return !order.choices[ArgMinMaxOrder::kEqual][ArgMinMaxOrder::kBelow].takes_index;
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
  // In the order of ArgMinMaxOrder::Values.
  constexpr Scenario kScenarios[] = {
      {Relation::kLess},
      {Relation::kEqual},
      {Relation::kGreater},
      {Relation::kUnordered, Relation::kEqual, true, false},
      {Relation::kUnordered, Relation::kEqual, false, true},
      {Relation::kUnordered, Relation::kEqual, true, true},
  };
  ArgMinMaxOrder order;
  for (size_t v = 0; v < (floats ? ArgMinMaxOrder::kValues : 3); ++v) {
    for (size_t i = 0; i < ArgMinMaxOrder::kIndices; ++i) {
      Scenario scenario = kScenarios[v];
      scenario.indices = kOrders[i];
      const auto choice = ChoiceIn(computation, scenario);
      if (!choice.has_value()) return std::nullopt;
      order.choices[v][i] = *choice;
    }
  }
  for (const bool greatest : {true, false}) {
    order.greatest = greatest;
    if (ChoosesBest(order)) return order;
  }
  return std::nullopt;
}

}  // namespace hloom
