// Runs in a run memory, as JavaScript uses it: arguments in, calls with numbers only, results out.
#ifndef HLOOM_TESTS_SUPPORT_JS_RUN_H_
#define HLOOM_TESTS_SUPPORT_JS_RUN_H_

#include <cstdint>
#include <cstring>
#include <vector>

#include "wasm/api.h"
#include "wasm/run_memory.h"

namespace hloom::testing_support {

class JsRun {
 public:
  JsRun() = default;
  // `executable` is a handle. If it does not exist, the memory is not open.
  JsRun(InstanceState& state, int64_t executable)
      : state_(&state), handle_(OpenRun(state, executable)), words_(RunWords(state, handle_)) {
    if (handle_ == 0) return;
    const ExecutableEntry& entry = **state.executables.Find(executable);
    const ProgramShape& program = entry.program_shape;
    const int64_t devices = entry.executable->grid().size();
    size_t at = kRunWords;
    for (int64_t device = 0; device < devices; ++device) {
      for (const Shape& parameter : program.parameters) AddArrays(parameter, at);
    }
    for (int64_t device = 0; device < devices; ++device) AddArrays(program.result, at);
  }

  int64_t handle() const { return handle_; }
  // The words of the run, by RunWord.
  double* words() { return words_; }
  // The arrays of the parameters come first, device by device, then those of the results.
  size_t array_count() const { return arrays_.size(); }
  // The words of an array, by ArrayWord.
  double* Words(size_t array) { return words_ + arrays_[array].words; }

  // Gives the elements of an argument, and where it is dynamic its live sizes.
  template <typename T>
  RunMemoryState Write(size_t array, const std::vector<T>& values,
                       const std::vector<int64_t>& sizes = {}) {
    const size_t bytes = values.size() * sizeof(T);
    double* words = Words(array);
    words[kValue] = 0;
    words[kByteSize] = static_cast<double>(bytes);
    for (size_t d = 0; d < sizes.size(); ++d) words[kSizes + d] = static_cast<double>(sizes[d]);
    const RunMemoryState prepared = PrepareRun(*state_, handle_);
    if (prepared == RunMemoryState::kDone && bytes > 0) {
      std::memcpy(Address(array), values.data(), bytes);
    }
    return prepared;
  }

  RunMemoryState GoOn(double milliseconds = 1000) {
    return GoOnWithRun(*state_, handle_, milliseconds);
  }

  template <typename T>
  std::vector<T> Read(size_t array) {
    std::vector<T> values(static_cast<size_t>(Words(array)[kByteSize]) / sizeof(T));
    if (!values.empty()) std::memcpy(values.data(), Address(array), values.size() * sizeof(T));
    return values;
  }
  // The live sizes of an array; none where its shape is static.
  std::vector<int64_t> Sizes(size_t array) {
    std::vector<int64_t> sizes;
    for (size_t d = 0; d < arrays_[array].sizes; ++d) {
      sizes.push_back(static_cast<int64_t>(Words(array)[kSizes + d]));
    }
    return sizes;
  }

  void Reset() { ResetRun(*state_, handle_); }
  void Close() {
    if (handle_ != 0) CloseRun(*state_, handle_);
    handle_ = 0;
  }

 private:
  struct Array {
    size_t words;
    size_t sizes;
  };

  void AddArrays(const Shape& shape, size_t& at) {
    for (const Shape* array : ShapeUtil::ArrayLeaves(shape)) {
      const size_t sizes = array->is_dynamic() ? static_cast<size_t>(array->rank()) : 0;
      arrays_.push_back({at, sizes});
      at += kSizes + sizes;
    }
  }
  std::byte* Address(size_t array) {
    return reinterpret_cast<std::byte*>(static_cast<uintptr_t>(Words(array)[kAddress]));
  }

  InstanceState* state_ = nullptr;
  int64_t handle_ = 0;
  double* words_ = nullptr;
  std::vector<Array> arrays_;
};

}  // namespace hloom::testing_support

#endif  // HLOOM_TESTS_SUPPORT_JS_RUN_H_
