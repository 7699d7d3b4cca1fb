#include "wasm/run_memory.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "base/str_cat.h"
#include "wasm/host_requests.h"
#include "wasm/leaves.h"

namespace hloom {

namespace {

// The bytes of small arrays belong to the RunMemory; those of others belong to the run, which may
// compute in them.
constexpr int64_t kSmallBytes = 16 << 10;
constexpr int64_t kStayingBytes = 64 << 10;  // of all arguments, and of all results

// Clamps values that do not fit an int64, such as Infinity, to the maximum.
int64_t Whole(double value) {
  if (value >= 9.2e18) return std::numeric_limits<int64_t>::max();
  return value > -9.2e18 ? static_cast<int64_t>(value) : 0;
}

double AddressOf(const Buffer& buffer) {
  return static_cast<double>(reinterpret_cast<uintptr_t>(buffer.data()));
}

}  // namespace

RunMemory::RunMemory(const ExecutableEntry& executable)
    : executable_(executable.executable), words_(kRunWords) {
  for (const Shape& parameter : executable.program_shape.parameters) {
    parameters_.push_back(std::make_shared<const Shape>(parameter));
  }
  const auto result = std::make_shared<const Shape>(executable.program_shape.result);
  const int64_t devices = executable_->grid().size();
  int64_t room = kStayingBytes;
  for (int64_t device = 0; device < devices; ++device) {
    for (const ShapePtr& parameter : parameters_) AddArrays(parameter, arguments_, room);
  }
  room = kStayingBytes;
  for (int64_t device = 0; device < devices; ++device) AddArrays(result, results_, room);
  for (size_t limit : {kInstructionLimit, kByteLimit, kMillisecondLimit, kRendezvousMilliseconds}) {
    words_[limit] = std::numeric_limits<double>::infinity();
  }
  words_[kTraceElements] = -1;
}

// Depth is bounded by ShapeUtil::kMaxTupleDepth.
void RunMemory::AddArrays(const ShapePtr& shape, std::vector<Array>& arrays, int64_t& room) {
  for (const Shape& element : shape->tuple_shapes()) {
    if (shape->IsTuple()) AddArrays(std::make_shared<const Shape>(element), arrays, room);
  }
  if (!shape->IsArray()) return;
  Array array{shape, words_.size()};
  const size_t sizes = shape->is_dynamic() ? static_cast<size_t>(shape->rank()) : 0;
  words_.resize(words_.size() + kSizes + sizes);
  if (sizes == 0) {
    const int64_t bytes = ShapeUtil::ByteSizeOf(*shape);
    word(array, kByteSize) = static_cast<double>(bytes);
    array.stays = bytes <= std::min(kSmallBytes, room);
    if (array.stays) room -= bytes;
  }
  arrays.push_back(std::move(array));
}

Status RunMemory::Prepare(const InstanceState& state) {
  for (Array& array : arguments_) {
    if (word(array, kValue) != 0) continue;
    const int64_t bytes = Whole(word(array, kByteSize));
    if (!array.storage || array.storage.size() != bytes) {
      array.storage = Buffer();
      HLOOM_ASSIGN_OR_RETURN(array.storage,
                             Buffer::Allocate(bytes, array.stays ? nullptr : state.client_ledger));
    }
    word(array, kAddress) = AddressOf(array.storage);
  }
  return OkStatus();
}

std::vector<int64_t> RunMemory::SizesOf(const Array& array) {
  std::vector<int64_t> sizes;
  if (!array.shape->is_dynamic()) return sizes;
  for (int64_t d = 0; d < array.shape->rank(); ++d) {
    sizes.push_back(Whole(word(array, kSizes + static_cast<size_t>(d))));
  }
  return sizes;
}

RunLimits RunMemory::Limits(InstanceState& state) const {
  RunLimits limits;
  limits.instructions = Whole(words_[kInstructionLimit]);
  if (!std::isinf(words_[kByteLimit])) limits.bytes = Whole(words_[kByteLimit]);
  limits.client = state.client_ledger;
  limits.threads = state.Threads();
  limits.seed = state.seed;
  limits.milliseconds = Whole(words_[kMillisecondLimit]);
  limits.milliseconds_spent = Whole(words_[kMillisecondsSpent]);
  limits.rendezvous_milliseconds = Whole(words_[kRendezvousMilliseconds]);
  return limits;
}

StatusOr<Literal> RunMemory::ArrayArgument(InstanceState& state, Array& array) {
  const int64_t value = Whole(word(array, kValue));
  if (value != 0) {
    return word(array, kDonated) != 0 ? state.values.Take(value) : state.values.Find(value);
  }
  Leaf leaf{array.stays ? array.storage : std::move(array.storage), SizesOf(array)};
  if (!array.stays) {
    array.storage = Buffer();
    word(array, kAddress) = 0;
  }
  return LiteralFromLeaf(array.shape, std::move(leaf), state.client_ledger);
}

StatusOr<Literal> RunMemory::Argument(InstanceState& state, const ShapePtr& shape, size_t& next) {
  if (shape->IsArray()) return ArrayArgument(state, arguments_[next++]);
  if (shape->IsToken()) return Literal::MakeToken();
  if (!shape->IsTuple()) return NoSuchValue(*shape);
  std::vector<Literal> elements;
  for (const Shape& element : shape->tuple_shapes()) {
    HLOOM_ASSIGN_OR_RETURN(Literal literal,
                           Argument(state, std::make_shared<const Shape>(element), next));
    elements.push_back(std::move(literal));
  }
  // Values on the engine may have other layouts than the parameter.
  return Literal::MakeTuple(std::move(elements));
}

// Even on failure, every argument is read first, because donated bytes and values belong to the
// run.
Status RunMemory::ReadArguments(InstanceState& state) {
  literals_.assign(static_cast<size_t>(executable_->grid().size()), {});
  Status first_error;
  size_t next = 0;
  for (std::vector<Literal>& of_device : literals_) {
    for (const ShapePtr& shape : parameters_) {
      StatusOr<Literal> literal = Argument(state, shape, next);
      if (literal.ok()) {
        of_device.push_back(*std::move(literal));
      } else if (first_error.ok()) {
        first_error = literal.status();
      }
    }
  }
  return first_error;
}

Status RunMemory::Start(InstanceState& state, RunEntry& run) {
  HLOOM_RETURN_IF_ERROR(ReadArguments(state));
  run.trace = nullptr;
  run.comm_log = words_[kCommunication] == 0 ? nullptr : std::make_unique<CommLog>();
  if (words_[kTraceElements] >= 0) {
    run.trace = std::make_unique<JsonTrace>(Whole(words_[kTraceElements]));
  }
  RunLimits limits = Limits(state);
  // A question is about one run.
  if (run.question != nullptr && run.question->begun()) run.question = nullptr;
  if (run.question != nullptr) HLOOM_RETURN_IF_ERROR(run.question->Begin(executable_, limits));
  HLOOM_ASSIGN_OR_RETURN(
      run.execution, Execution::StartOnDevices(executable_, literals_, limits, HostOfRuns(state)));
  // Only the run holds them now.
  for (std::vector<Literal>& of_device : literals_) of_device.clear();
  if (run.question == nullptr) run.execution->SetTracer(run.trace.get());
  run.execution->SetCommLog(run.comm_log.get());
  run.started = run.execution->started();
  return OkStatus();
}

Status RunMemory::DeliverArray(InstanceState& state, const Literal& result, Array& array,
                               bool& holding) {
  if (array.shape->is_dynamic()) {
    for (int64_t d = 0; d < array.shape->rank(); ++d) {
      word(array, kSizes + static_cast<size_t>(d)) = static_cast<double>(result.GetDynamicSize(d));
    }
  }
  if (const int64_t value = Whole(word(array, kValue)); value != 0) {
    state.values.Add(value, result);
    return OkStatus();
  }
  HLOOM_ASSIGN_OR_RETURN(const Literal live, result.ToStatic());
  if (!array.stays) {
    array.storage = live.storage();
    holding = true;
  } else if (!array.storage) {
    HLOOM_ASSIGN_OR_RETURN(array.storage, Buffer::Allocate(live.size_bytes()));
  }
  if (array.stays && live.size_bytes() > 0) {
    std::memcpy(array.storage.data(), live.storage().data(),
                static_cast<size_t>(live.size_bytes()));
  }
  word(array, kByteSize) = static_cast<double>(live.size_bytes());
  word(array, kAddress) = AddressOf(array.storage);
  return OkStatus();
}

// Depth is bounded by ShapeUtil::kMaxTupleDepth.
Status RunMemory::Deliver(InstanceState& state, const Literal& result, size_t& next,
                          bool& holding) {
  if (result.shape().IsArray()) return DeliverArray(state, result, results_[next++], holding);
  for (const Literal& element : result.elements()) {
    HLOOM_RETURN_IF_ERROR(Deliver(state, element, next, holding));
  }
  return OkStatus();
}

StatusOr<RunMemoryState> RunMemory::Finish(InstanceState& state, RunEntry& run) {
  // They have the program's declared shape, even if intermediate parts differed.
  std::vector<Literal> results;
  for (size_t device = 0; device < literals_.size(); ++device) {
    results.push_back(run.execution->TakeResult(device));
  }
  run.execution = nullptr;
  size_t next = 0;
  bool holding = false;
  for (const Literal& result : results) {
    HLOOM_RETURN_IF_ERROR(Deliver(state, result, next, holding));
  }
  return holding ? RunMemoryState::kHolding : RunMemoryState::kDone;
}

// The result is not needed, and may not exist.
StatusOr<RunMemoryState> RunMemory::FinishQuestion(RunEntry& run) {
  run.execution = nullptr;
  HLOOM_RETURN_IF_ERROR(run.question->End());
  return RunMemoryState::kDone;
}

RunMemoryState RunMemory::GoOn(InstanceState& state, RunEntry& run, double milliseconds) {
  const StatusOr<RunMemoryState> reached = [&]() -> StatusOr<RunMemoryState> {
    if (run.execution == nullptr) HLOOM_RETURN_IF_ERROR(Start(state, run));
    const StatusOr<bool> done = run.execution->RunFor(Whole(milliseconds));
    words_[kInstructions] = static_cast<double>(run.execution->instructions());
    words_[kBytesInUse] = static_cast<double>(run.execution->bytes_in_use());
    if (run.question != nullptr && run.question->answered()) return FinishQuestion(run);
    HLOOM_RETURN_IF_ERROR(done.status());
    if (*done) return run.question != nullptr ? FinishQuestion(run) : Finish(state, run);
    if (run.execution->has_question()) return RunMemoryState::kWaiting;
    return run.execution->is_waiting() ? RunMemoryState::kResting : RunMemoryState::kRunning;
  }();
  if (!reached.ok()) {
    run.execution = nullptr;
    run.error = reached.status();
    Settle();
    return RunMemoryState::kFailed;
  }
  if (run.execution == nullptr) Settle();
  return *reached;
}

// A result may share the memory of an argument, and stay on the engine.
void RunMemory::Settle() {
  literals_.clear();
  for (Array& array : arguments_) {
    if (!array.stays || !array.storage || array.storage.unique()) continue;
    array.storage = Buffer();
    word(array, kAddress) = 0;
  }
}

void RunMemory::Reset(RunEntry& run) {
  run.execution = nullptr;
  run.trace = nullptr;
  run.comm_log = nullptr;
  run.question = nullptr;
  run.error = OkStatus();
  for (std::vector<Array>* arrays : {&arguments_, &results_}) {
    for (Array& array : *arrays) {
      if (array.stays) continue;
      array.storage = Buffer();
      word(array, kAddress) = 0;
    }
  }
  Settle();
}

namespace {

RunEntry* RunOrNull(InstanceState& state, int64_t handle) {
  const StatusOr<RunEntry*> run = state.runs.Find(handle);
  return run.ok() ? *run : nullptr;
}

}  // namespace

int64_t OpenRun(InstanceState& state, int64_t executable) {
  const StatusOr<ExecutableEntry*> entry = state.executables.Find(executable);
  if (!entry.ok()) return 0;
  RunEntry run;
  run.memory = std::make_shared<RunMemory>(**entry);
  return state.runs.Add(std::move(run));
}

double* RunWords(InstanceState& state, int64_t run) {
  RunEntry* entry = RunOrNull(state, run);
  return entry == nullptr ? nullptr : entry->memory->words();
}

RunMemoryState PrepareRun(InstanceState& state, int64_t run) {
  RunEntry* entry = RunOrNull(state, run);
  if (entry == nullptr) return RunMemoryState::kFailed;
  entry->error = entry->memory->Prepare(state);
  return entry->error.ok() ? RunMemoryState::kDone : RunMemoryState::kFailed;
}

RunMemoryState GoOnWithRun(InstanceState& state, int64_t run, double milliseconds) {
  RunEntry* entry = RunOrNull(state, run);
  if (entry == nullptr) return RunMemoryState::kFailed;
  return entry->memory->GoOn(state, *entry, milliseconds);
}

void ResetRun(InstanceState& state, int64_t run) {
  if (RunEntry* entry = RunOrNull(state, run)) entry->memory->Reset(*entry);
}

void CloseRun(InstanceState& state, int64_t run) {
  if (RunOrNull(state, run) != nullptr) state.runs.Release(run);
}

void ReleaseValue(InstanceState& state, int64_t value) { state.values.Release(value); }

}  // namespace hloom
