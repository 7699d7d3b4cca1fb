#include "ops/random/rng.h"

#include "base/str_cat.h"
#include "kernels/random/random_numbers.h"
#include "literal/literal_util.h"
#include "ops/op_eval.h"
#include "ops/rules.h"
#include "shape/index_util.h"

namespace hloom {

namespace {

Kernel FillNumbers(RandomNumbersArray numbers, RandomState state, Operands operands,
                   Destination& destination) {
  co_await numbers.Fill(state, operands[0]->data<std::byte>(), operands[1]->data<std::byte>(),
                        destination.data());
  co_return OkStatus();
}

Kernel EvaluateRng(EvalContext& context, const HloInstruction& instruction, Operands operands,
                   Destination& destination) {
  const Shape& shape = instruction.shape();
  const bool normal =
      instruction.attributes<RngAttributes>().distribution == RandomDistribution::RNG_NORMAL;
  RandomNumbersArray numbers(normal, shape.element_type(), shape.dimensions(),
                             IndexUtil::Strides(shape));
  RandomState& random = context.random();
  const RandomState start = random;
  random.counter = start.counter.After(static_cast<uint64_t>(numbers.counters()));
  return FillNumbers(std::move(numbers), start, operands, destination);
}

StatusOr<Literal> ViewOfState(EvalContext& context, const HloInstruction& instruction, Operands) {
  PhiloxCounter& counter = context.random().counter;
  const uint64_t given[] = {counter.low, counter.high};
  const int64_t delta = instruction.attributes<RngGetAndUpdateStateAttributes>().delta;
  counter = counter.After(static_cast<uint64_t>(delta));
  return LiteralUtil::CreateR1<uint64_t>(given);
}

Status CheckRngRuns(const HloInstruction& instruction) {
  if (instruction.operands().size() == kRngParameters) return OkStatus();
  return Unimplemented(kRngC7)
      .Say(StrCat("its numbers would follow from a state, ",
                  instruction.operand(kRngParameters)->shape().ToString()))
      .Detail("only the back end for which the program was compiled knows that state")
      .Help("leave the third operand out, or use rng-bit-generator");
}

Status CheckStateRuns(const HloInstruction& instruction) {
  if (ShapeUtil::Compatible(instruction.shape(), ShapeUtil::MakeShape(U64, {2}))) {
    return OkStatus();
  }
  return Unimplemented(kRngGetAndUpdateStateC2)
      .Say(StrCat("the state of the run's stream is u64[2], not ", instruction.shape().ToString()))
      .Help("write u64[2]: the low and the high half of the counter");
}

}  // namespace

constexpr OpEval kRngEval = {
    .kind = Computes{.evaluate = EvaluateRng},
    .check_runs = CheckRngRuns,
};
constexpr OpEval kRngGetAndUpdateStateEval = {
    .kind = Computes{.view = ViewOfState},
    .check_runs = CheckStateRuns,
};

}  // namespace hloom
