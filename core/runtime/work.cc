#include "runtime/work.h"

#include <algorithm>

namespace hloom {

Status Work::Next(const LedgerPtr& ledger) {
  done_ = 0;
  // Scratch memory of several threads is freed, because the kernel may need the room.
  if (seats_.seats > 1) scratch_ = Buffer();
  while (true) {
    HLOOM_ASSIGN_OR_RETURN(need_, run_.Next());
    if (need_ != Kernel::Need::kMemory) break;
    HLOOM_ASSIGN_OR_RETURN(Buffer memory, Buffer::Allocate(run_.bytes(), ledger));
    run_.Give(memory.data());
    memory_.push_back(std::move(memory));
  }
  return need_ == Kernel::Need::kTasks ? MakeScratch(ledger) : OkStatus();
}

// Allocates scratch memory for every thread that has work. If that is too much, only one thread
// works: a phase that runs with several threads also runs with one.
Status Work::MakeScratch(const LedgerPtr& ledger) {
  const Phase& phase = run_.phase();
  const int threads = threads_ == nullptr ? 1 : threads_->threads();
  seats_.seats = static_cast<int>(std::min<int64_t>(threads, phase.tasks));
  seats_.bytes = phase.scratch_bytes;
  if (seats_.seats > 1) {
    constexpr int64_t kLine = 64;  // of the cache, which no two threads share
    seats_.bytes = (phase.scratch_bytes + kLine - 1) / kLine * kLine;
  }
  if (scratch_.size() < seats_.bytes * seats_.seats) {
    scratch_ = Buffer();
    StatusOr<Buffer> scratch = Buffer::Allocate(seats_.bytes * seats_.seats, ledger);
    if (!scratch.ok() && seats_.seats > 1) {
      seats_.seats = 1;
      scratch = Buffer::Allocate(phase.scratch_bytes, ledger);
    }
    HLOOM_ASSIGN_OR_RETURN(scratch_, std::move(scratch));
  }
  seats_.data = scratch_.data();
  return OkStatus();
}

bool Work::RunTasks(const PauseFunction& pause) {
  const Phase& phase = run_.phase();
  if (threads_ != nullptr) {
    TaskTime* const time = first_phase_ != nullptr ? first_phase_ : &last_phase_;
    done_ = threads_->Run(phase, done_, seats_, pause, time);
  } else {
    done_ = ThreadPool::RunAlone(phase, done_, seats_, pause);
  }
  if (done_ < phase.tasks) return false;
  // A kernel's tasks take about as long in all phases.
  if (first_phase_ != nullptr) last_phase_.Set(std::exchange(first_phase_, nullptr)->last());
  return true;
}

StatusOr<bool> Work::ApplyElements(const ElementProgram& program, int64_t count,
                                   const LedgerPtr& ledger) {
  const Application& application = run_.application();
  const bool in_rounds = ElementRounds::Takes(application);
  if (program_ != &program) {
    HLOOM_ASSIGN_OR_RETURN(elements_, ElementMachine::Create(program, ledger));
    rounds_ = nullptr;
    if (in_rounds) {
      HLOOM_ASSIGN_OR_RETURN(rounds_, ElementRounds::Create(program, application, ledger));
    }
    program_ = &program;
  }
  const int64_t all = application.count * application.rounds;
  const int64_t end = std::min(all, done_ + count);
  if (rounds_ != nullptr && in_rounds) {
    const int64_t first = done_ / application.count;
    const int64_t rounds = std::max<int64_t>((end - done_) / application.count, 1);
    rounds_->Run(application, first, rounds);
    done_ += rounds * application.count;
    return done_ == all;
  }
  while (done_ < end) {
    const int64_t round = done_ / application.count;
    const int64_t begin = done_ % application.count;
    const int64_t run = std::min(application.count - begin, end - done_);
    arguments_.resize(application.arguments.size());
    for (const int32_t leaf : program.used_leaves()) {
      const auto p = static_cast<size_t>(leaf);  // parameters are scalars
      arguments_[p] = ArgumentIn(round, p);
    }
    results_.resize(application.results.size());
    for (size_t r = 0; r < results_.size(); ++r) results_[r] = ResultIn(round, r);
    elements_->RunFrom(Span<const std::byte* const>(arguments_.data(), arguments_.size()),
                       Span<std::byte* const>(results_.data(), results_.size()), begin, run);
    done_ += run;
  }
  return done_ == all;
}

const std::byte* Work::ArgumentIn(int64_t round, size_t p) const {
  const Application& application = run_.application();
  return application.arguments[p] + (round == 0 ? 0 : round * application.advance[p]);
}

std::byte* Work::ResultIn(int64_t round, size_t r) const {
  const Application& application = run_.application();
  const bool stays = application.result_advance.empty();
  return application.results[r] + (stays ? 0 : round * application.result_advance[r]);
}

StatusOr<std::vector<Literal>> Work::ArgumentsOfNext(const HloComputation& computation,
                                                     Span<const size_t> parameters,
                                                     const LedgerPtr& ledger) const {
  const Application& application = run_.application();
  const int64_t round = done_ / application.count;
  const int64_t element = done_ % application.count;
  std::vector<Literal> values;
  for (const size_t p : parameters) {
    HLOOM_ASSIGN_OR_RETURN(Literal value,
                           Literal::Create(computation.parameters()[p]->shape_ptr(), ledger));
    const int64_t width = value.size_bytes();
    std::copy_n(ArgumentIn(round, p) + element * width, width, value.mutable_data<std::byte>());
    values.push_back(std::move(value));
  }
  return values;
}

bool Work::TakeResultOfNext(const Literal& result) {
  const Application& application = run_.application();
  for (size_t r = 0; r < application.results.size(); ++r) {
    const Literal& part = result.shape().IsTuple() ? result.elements()[r] : result;
    const int64_t width = part.size_bytes();
    std::copy_n(part.data<std::byte>(), width,
                ResultIn(done_ / application.count, r) + done_ % application.count * width);
  }
  return ++done_ == application.count * application.rounds;
}

}  // namespace hloom
