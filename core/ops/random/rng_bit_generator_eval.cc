#include "base/str_cat.h"
#include "kernels/random/random_bits.h"
#include "ops/prepared_eval.h"
#include "ops/random/rng_bit_generator.h"
#include "ops/rules.h"
#include "shape/index_util.h"

namespace hloom {

namespace {

class PreparedRngBitGenerator final : public PreparedOp {
 public:
  PreparedRngBitGenerator(const HloInstruction& instruction, RandomGenerator generator)
      : bits_(generator, Bits(instruction).element_type(), Bits(instruction).dimensions(),
              IndexUtil::Strides(Bits(instruction))),
        three_fry_(generator == RandomGenerator::kThreeFry),
        words_(ResultShape(instruction, 0).dimensions(0)) {}

  Kernel Run(const std::byte* const* operands, std::byte* const* results) const override {
    const auto* const state = reinterpret_cast<const uint64_t*>(operands[0]);
    auto* const next = reinterpret_cast<uint64_t*>(results[0]);
    // In a Philox state of two words the key is the high half of the counter as well, and a carry
    // into that half is lost.
    const PhiloxCounter counter = {state[1], three_fry_ ? 0 : words_ == 3 ? state[2] : state[0]};
    const PhiloxCounter after = counter.After(static_cast<uint64_t>(bits_.counters()));
    const RandomState start = {state[0], counter};
    next[0] = state[0];
    next[1] = after.low;
    if (words_ == 3) next[2] = after.high;
    return bits_.Fill(start, results[1]);
  }
  bool is_small() const override { return bits_.is_small(); }

 private:
  static const Shape& Bits(const HloInstruction& instruction) {
    return ResultShape(instruction, 1);
  }

  const RandomBitsArray bits_;
  const bool three_fry_;
  const int64_t words_;  // of the state
};

std::unique_ptr<const PreparedOp> MakeRngBitGenerator(const HloInstruction& instruction,
                                                      Span<const Shape* const>) {
  const bool three_fry = instruction.attributes<RngBitGeneratorAttributes>().algorithm ==
                         RandomAlgorithm::RNG_THREE_FRY;
  return std::make_unique<PreparedRngBitGenerator>(
      instruction, three_fry ? RandomGenerator::kThreeFry : RandomGenerator::kPhilox);
}

Status CheckRandomBitsRun(const HloInstruction& instruction) {
  const Shape& state = instruction.operand(0)->shape();
  if (IsRandomState(state, instruction.attributes<RngBitGeneratorAttributes>().algorithm)) {
    return OkStatus();
  }
  return Unimplemented(kRngBitGeneratorC6)
      .Say(StrCat("a state ", state.ToString(), " is that of a back end"))
      .Help(
          "make u64[2] of it, or u64[3] for Philox: bitcast-convert takes two words of U32 for "
          "one");
}

}  // namespace

constexpr OpEval kRngBitGeneratorEval = {
    .kind = Computes{.prepare = MakeRngBitGenerator},
    .check_runs = CheckRandomBitsRun,
};

}  // namespace hloom
