// Slots are places for runs of an executable, at addresses that JavaScript knows. It writes the
// bytes of arguments there, makes one call with numbers only, and reads the bytes of results.
//
// What is said beside the bytes are doubles in a row, the slot's words; wasm/README.md has them.
#ifndef HLOOM_WASM_CALL_SLOT_H_
#define HLOOM_WASM_CALL_SLOT_H_

#include "wasm/instance_state.h"

namespace hloom {

// How a call of GoOn ended.
enum class CallState : int {
  // The results lie in the slot, or on the engine; the slot is ready for the next run.
  kDone = 0,
  kRunning = 1,
  // The run waits for the answer to a custom call.
  kWaiting = 2,
  // engine.error has the error; the slot is ready for the next run.
  kFailed = 3,
  // As kDone, but some results lie where they were computed: they stay there until Reset.
  kHolding = 4,
  // All devices wait for answers to questions that were written before.
  kResting = 5,
};

// The words that all slots have. Those of the arrays follow: of the parameters, then of the result;
// on several devices, of the parameters of each, then of the results of each.
enum CallWord : size_t {
  // Limits; Infinity where there is none.
  kInstructionLimit,
  kByteLimit,
  kMillisecondLimit,
  kMillisecondsSpent,
  kRendezvousMilliseconds,
  // How many elements of each value a trace shows; negative without a trace.
  kTraceElements,
  // Not 0: what devices do together is told.
  kCommunication,
  // What the run has executed, and the bytes that it holds.
  kInstructions,
  kBytesInUse,
  kCallWords,
};

// The words of an array, in the order in which the arrays stand in their value, depth-first.
enum ArrayWord : size_t {
  // The number of a value on the engine: an argument that is it, a result that becomes it. 0 for an
  // array that crosses.
  kValue,
  // Not 0: the value is given up for the run, which may overwrite it.
  kDonated,
  // How many bytes cross, and where they lie: 0 before Prepare made room.
  kByteSize,
  kAddress,
  // Where the shape is dynamic, the live size of each dimension.
  kSizes,
};

class CallSlot {
 public:
  explicit CallSlot(const ExecutableEntry& executable);

  double* words() { return words_.data(); }
  // Makes room for the bytes of arguments. RESOURCE_EXHAUSTED where there is none. Large ones are
  // booked as the client's.
  Status Prepare(const InstanceState& state);
  // Starts a run where none is under way, and goes on with it for about so many milliseconds.
  CallState GoOn(InstanceState& state, RunEntry& run, double milliseconds);
  // Gives up the run, if one is under way, and everything large.
  void Reset(RunEntry& run);

 private:
  struct Array {
    ShapePtr shape;
    size_t words = 0;
    // Whether its memory stays, at the same address, from run to run.
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
  StatusOr<CallState> Finish(InstanceState& state, RunEntry& run);
  StatusOr<CallState> FinishQuestion(RunEntry& run);
  Status Deliver(InstanceState& state, const Literal& result, size_t& next, bool& holding);
  Status DeliverArray(InstanceState& state, const Literal& result, Array& array, bool& holding);
  // The slot is left by its run.
  void Settle();

  const std::shared_ptr<const Executable> executable_;
  std::vector<ShapePtr> parameters_;
  std::vector<Array> arguments_;
  std::vector<Array> results_;
  std::vector<double> words_;
  // The arguments of each device, while they are put together.
  std::vector<std::vector<Literal>> literals_;
};

// The same by the handles that JavaScript has. Open gives 0 where there is no such executable; what
// is asked about a slot that there is not does nothing, and fails.
int64_t OpenCall(InstanceState& state, int64_t executable);
double* CallWords(InstanceState& state, int64_t call);
CallState PrepareCall(InstanceState& state, int64_t call);
CallState GoOnWithCall(InstanceState& state, int64_t call, double milliseconds);
void ResetCall(InstanceState& state, int64_t call);
void CloseCall(InstanceState& state, int64_t call);

}  // namespace hloom

#endif  // HLOOM_WASM_CALL_SLOT_H_
