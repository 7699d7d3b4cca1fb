#include "runtime/element_loop.h"

#include <algorithm>
#include <cstring>

namespace hloom {

StatusOr<std::unique_ptr<ElementLoop>> ElementLoop::Create(const ElementProgram& condition,
                                                           const ElementProgram& body,
                                                           Operands state,
                                                           const LedgerPtr& ledger) {
  std::unique_ptr<ElementLoop> loop(new ElementLoop(condition, body));
  HLOOM_ASSIGN_OR_RETURN(loop->condition_, ElementMachine::Create(condition, ledger));
  HLOOM_ASSIGN_OR_RETURN(loop->body_, ElementMachine::Create(body, ledger));
  for (const Literal* leaf : state) {
    loop->state_.emplace_back();
    std::memcpy(loop->state_.back().bytes, leaf->data<std::byte>(),
                static_cast<size_t>(leaf->size_bytes()));
  }
  for (Scalar& scalar : loop->state_) {
    loop->arguments_.push_back(scalar.bytes);
    loop->results_.push_back(scalar.bytes);
  }
  return loop;
}

bool ElementLoop::Run(int64_t most_work, int64_t* executed) {
  const Span<const std::byte* const> arguments(arguments_.data(), arguments_.size());
  const Span<std::byte* const> results(results_.data(), results_.size());
  // Each instruction is some work, even one that costs nothing.
  const auto work_of = [](const ElementProgram& program) {
    return std::max(program.cost(), program.instructions());
  };
  const int64_t work_around = work_of(condition_program_) + work_of(body_program_) + 2;
  int64_t work = 0;
  int64_t count = 0;
  bool more = true;
  for (; more && work < most_work; work += work_around) {
    std::byte answer;
    std::byte* const answers[] = {&answer};
    condition_->Run(arguments, answers, 1);
    // Each time around a while is executed twice itself, to call the one and the other.
    count += condition_program_.instructions() + 2;
    more = answer != std::byte{0};
    if (!more) break;
    body_->Run(arguments, results, 1);
    count += body_program_.instructions();
    ++iterations_;
  }
  *executed = count - 1;
  return !more;
}

void ElementLoop::Store(size_t i, std::byte* out, int64_t bytes) const {
  std::memcpy(out, state_[i].bytes, static_cast<size_t>(bytes));
}

}  // namespace hloom
