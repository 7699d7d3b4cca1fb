#include "runtime/work.h"

#include <algorithm>

namespace hloom {

Status Work::Next(const LedgerPtr& ledger) {
  done_ = 0;
  while (true) {
    HLOOM_ASSIGN_OR_RETURN(need_, run_.Next());
    if (need_ != Kernel::Need::kMemory) break;
    HLOOM_ASSIGN_OR_RETURN(Buffer memory, Buffer::Allocate(run_.bytes(), ledger));
    run_.Give(memory.data());
    memory_.push_back(std::move(memory));
  }
  if (need_ == Kernel::Need::kTasks && scratch_.size() < run_.phase().scratch_bytes) {
    scratch_ = Buffer();
    HLOOM_ASSIGN_OR_RETURN(scratch_, Buffer::Allocate(run_.phase().scratch_bytes, ledger));
  }
  return OkStatus();
}

bool Work::RunTask() {
  const Phase& phase = run_.phase();
  phase.Run(done_, scratch_.data());
  return ++done_ == phase.tasks;
}

bool Work::ApplyElements(const ElementProgram& program, int64_t count) {
  if (program_ != &program) {
    elements_ = std::make_unique<ElementMachine>(program);
    program_ = &program;
  }
  const Application& application = run_.application();
  const int64_t run = std::min(count, application.count - done_);
  elements_->RunFrom(application.arguments, application.results, done_, run);
  done_ += run;
  return done_ == application.count;
}

StatusOr<std::vector<Literal>> Work::ArgumentsOfNext(const HloComputation& computation,
                                                     const LedgerPtr& ledger) const {
  const Span<const std::byte* const> arguments = run_.application().arguments;
  std::vector<Literal> values;
  for (size_t p = 0; p < arguments.size(); ++p) {
    HLOOM_ASSIGN_OR_RETURN(Literal value,
                           Literal::Create(computation.parameters()[p]->shape_ptr(), ledger));
    const int64_t width = value.size_bytes();
    std::copy_n(arguments[p] + done_ * width, width, value.mutable_data<std::byte>());
    values.push_back(std::move(value));
  }
  return values;
}

bool Work::TakeResultOfNext(const Literal& result) {
  const Application& application = run_.application();
  for (size_t r = 0; r < application.results.size(); ++r) {
    const Literal& part = result.shape().IsTuple() ? result.elements()[r] : result;
    const int64_t width = part.size_bytes();
    std::copy_n(part.data<std::byte>(), width, application.results[r] + done_ * width);
  }
  return ++done_ == application.count;
}

}  // namespace hloom
