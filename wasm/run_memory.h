// Memory for runs of an executable, at addresses that JavaScript knows. JavaScript writes the bytes
// of arguments there, makes one call with numbers only, and reads the bytes of results.
//
// Everything else is an array of doubles, the memory's words; wasm/README.md lists them.
#ifndef HLOOM_WASM_RUN_MEMORY_H_
#define HLOOM_WASM_RUN_MEMORY_H_

#include "wasm/instance_state.h"

namespace hloom {

// The result of a call of GoOn.
enum class RunMemoryState : int {
  // The results are in the memory, or on the engine; the memory is ready for the next run.
  kDone = 0,
  kRunning = 1,
  // The run waits for the answer to a custom call.
  kWaiting = 2,
  // engine.error has the error; the memory is ready for the next run.
  kFailed = 3,
  // As kDone, but some results are still in the memory in which they were computed, until Reset.
  kHolding = 4,
  // All devices wait for answers to questions that were written before.
  kResting = 5,
};

// The words at the beginning of every run memory. The words of the arrays follow: first of the
// parameters, then of the result. With several devices, the parameters of all devices come first.
enum RunWord : size_t {
  // Limits; Infinity for none.
  kInstructionLimit,
  kByteLimit,
  kMillisecondLimit,
  kMillisecondsSpent,
  kRendezvousMilliseconds,
  // The number of elements of each value in a trace; negative without a trace.
  kTraceElements,
  // Not 0: the communication between devices is recorded.
  kCommunication,
  // The number of executed instructions, and the bytes that the run holds.
  kInstructions,
  kBytesInUse,
  kRunWords,
};

// The words of an array, in the depth-first order of the arrays in their value.
enum ArrayWord : size_t {
  // The number of a value on the engine, which is an argument or becomes a result. 0 for an array
  // that is copied.
  kValue,
  // Not 0: the value is donated to the run, which may overwrite it.
  kDonated,
  // The number of copied bytes, and their address: 0 before Prepare makes room.
  kByteSize,
  kAddress,
  // If the shape is dynamic, the live size of each dimension.
  kSizes,
};

class RunMemory {
 public:
  explicit RunMemory(const ExecutableEntry& executable);

  double* words() { return words_.data(); }
  // Makes room for the bytes of arguments. RESOURCE_EXHAUSTED if there is no memory. Large
  // arguments count for the client.
  Status Prepare(const InstanceState& state);
  // Starts a run if none is under way, and continues it for about this number of milliseconds.
  RunMemoryState GoOn(InstanceState& state, RunEntry& run, double milliseconds);
  // Cancels the run, if one is under way, and frees large memory.
  void Reset(RunEntry& run);

 private:
  struct Array {
    ShapePtr shape;
    size_t words = 0;
    // True if its memory stays at the same address from run to run.
    bool stays = false;
    Buffer storage;
  };

  // Adds the arrays of a value. Those that stay take their bytes from `room`.
  void AddArrays(const ShapePtr& shape, std::vector<Array>& arrays, int64_t& room);
  double& word(const Array& array, size_t which) { return words_[array.words + which]; }
  std::vector<int64_t> SizesOf(const Array& array);
  RunLimits Limits(InstanceState& state) const;
  Status ReadArguments(InstanceState& state);
  Status Start(InstanceState& state, RunEntry& run);
  StatusOr<Literal> Argument(InstanceState& state, const ShapePtr& shape, size_t& next);
  StatusOr<Literal> ArrayArgument(InstanceState& state, Array& array);
  StatusOr<RunMemoryState> Finish(InstanceState& state, RunEntry& run);
  StatusOr<RunMemoryState> FinishQuestion(RunEntry& run);
  Status Deliver(InstanceState& state, const Literal& result, size_t& next, bool& holding);
  Status DeliverArray(InstanceState& state, const Literal& result, Array& array, bool& holding);
  // The run leaves the memory.
  void Settle();

  const std::shared_ptr<const Executable> executable_;
  std::vector<ShapePtr> parameters_;
  std::vector<Array> arguments_;
  std::vector<Array> results_;
  std::vector<double> words_;
  // The arguments of each device, while they are collected.
  std::vector<std::vector<Literal>> literals_;
};

// The same functions, for JavaScript's handles of runs. OpenRun returns 0 if the executable does not
// exist. The others fail, without an effect, if the run does not exist.
int64_t OpenRun(InstanceState& state, int64_t executable);
double* RunWords(InstanceState& state, int64_t run);
RunMemoryState PrepareRun(InstanceState& state, int64_t run);
RunMemoryState GoOnWithRun(InstanceState& state, int64_t run, double milliseconds);
void ResetRun(InstanceState& state, int64_t run);
void CloseRun(InstanceState& state, int64_t run);
// Frees a value that stays on the engine. Unknown numbers have no effect.
void ReleaseValue(InstanceState& state, int64_t value);

}  // namespace hloom

#endif  // HLOOM_WASM_RUN_MEMORY_H_
