#include "ops/random/rng.h"

#include "kernels/random/random_numbers.h"
#include "literal/literal_util.h"
#include "ops/op_eval.h"
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
  random.counter = start.counter.After(static_cast<uint64_t>(numbers.calls()));
  return FillNumbers(std::move(numbers), start, operands, destination);
}

StatusOr<Literal> ViewOfState(EvalContext& context, const HloInstruction& instruction, Operands) {
  PhiloxCounter& counter = context.random().counter;
  const uint64_t given[] = {counter.low, counter.high};
  const int64_t delta = instruction.attributes<RngGetAndUpdateStateAttributes>().delta;
  counter = counter.After(static_cast<uint64_t>(delta));
  return LiteralUtil::CreateR1<uint64_t>(given);
}

}  // namespace

constexpr OpEval kRngEval = {.evaluate = EvaluateRng};
constexpr OpEval kRngGetAndUpdateStateEval = {.view = ViewOfState};

}  // namespace hloom
