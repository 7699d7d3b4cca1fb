// The objects that one wasm instance holds for its JavaScript side, by handle.
#ifndef HLOOM_WASM_INSTANCE_STATE_H_
#define HLOOM_WASM_INSTANCE_STATE_H_

#include <map>
#include <memory>
#include <string>

#include "base/buffer.h"
#include "base/memory_pool.h"
#include "base/str_cat.h"
#include "builder/xla_builder.h"
#include "comm/comm_log.h"
#include "runtime/execution.h"
#include "runtime/thread_pool.h"
#include "wasm/element_question.h"
#include "wasm/rules.h"
#include "wasm/trace_json.h"
#include "wasm/value_table.h"

namespace hloom {

// Handles count up and are never reused, so that a stale one is always recognized.
template <typename T>
class HandleTable {
 public:
  explicit HandleTable(std::string_view kind) : kind_(kind) {}

  int64_t Add(T value) {
    entries_.emplace(next_, std::move(value));
    return next_++;
  }
  // Refuses a stale or unknown handle: handle.c1.
  StatusOr<T*> Find(int64_t handle) {
    const auto found = entries_.find(handle);
    if (found != entries_.end()) return &found->second;
    return FailedPrecondition(kHandleC1)
        .Say(StrCat(kind_, " ", handle, " does not exist"))
        .Help(StrCat("it was released, or never existed; create a new ", kind_));
  }
  // Takes the value; its handle is invalid afterwards.
  StatusOr<T> Take(int64_t handle) {
    HLOOM_ASSIGN_OR_RETURN(T * entry, Find(handle));
    T value = std::move(*entry);
    entries_.erase(handle);
    return value;
  }
  void Release(int64_t handle) { entries_.erase(handle); }
  template <typename F>
  void ForEach(F f) const {
    for (const auto& [handle, value] : entries_) f(value);
  }
  int size() const { return static_cast<int>(entries_.size()); }

 private:
  const std::string_view kind_;
  std::map<int64_t, T> entries_;
  int64_t next_ = 1;
};

struct ExecutableEntry {
  std::shared_ptr<const Executable> executable;
  ProgramShape program_shape;
};

class RunMemory;

struct RunEntry {
  std::unique_ptr<JsonTrace> trace;   // null if not requested; outlives the execution
  std::unique_ptr<CommLog> comm_log;  // likewise
  CommEvent::Clock::time_point started;
  // The question to the next or the last run instead of its result; null for none. It outlives the
  // execution, too.
  std::unique_ptr<ElementQuestionRun> question;
  // Null if none is under way.
  std::unique_ptr<Execution> execution;
  // The memory of the run's arguments and results.
  std::shared_ptr<RunMemory> memory;
  // The error of the last run in the memory, if it failed.
  Status error;
};

struct InstanceState {
  // All threads that the instance was started with, which are waiting in Emscripten's pool; they
  // begin when first asked for. The variant without threads has a pool of one.
  const std::shared_ptr<ThreadPool>& Threads() {
    if (threads == nullptr) threads = std::make_shared<ThreadPool>(ThreadPool::kMostThreads);
    return threads;
  }

  std::shared_ptr<ThreadPool> threads;
  // The host that the runs ask; it outlives them.
  std::unique_ptr<Host> host;
  HandleTable<std::unique_ptr<XlaBuilder>> builders{"builder"};
  HandleTable<XlaComputation> computations{"computation"};
  HandleTable<ExecutableEntry> executables{"executable"};
  HandleTable<RunEntry> runs{"run"};
  HandleTable<Buffer> buffers{"buffer"};
  ValueTable values;
  // Counts the memory of runs and of values between them against the client's memoryLimit. It has
  // the pool of that memory.
  LedgerPtr client_ledger = std::make_shared<MemoryLedger>(kDefaultMemoryLimit, "", nullptr,
                                                           std::make_shared<MemoryPool>());
  uint64_t seed = 0;  // of the random numbers of runs
  // Counts the buffers' bytes; the limit is the instance's memory.
  LedgerPtr buffer_ledger = std::make_shared<MemoryLedger>(kDefaultMemoryLimit);
};

}  // namespace hloom

#endif  // HLOOM_WASM_INSTANCE_STATE_H_
