// Embind: the generic entry and the buffers, for JavaScript. Each instance has one state.
#include <emscripten/bind.h>
#include <emscripten/emscripten.h>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <string_view>

#include "wasm/api.h"
#include "wasm/run_memory.h"

namespace {

hloom::InstanceState& State() {
  static hloom::InstanceState* const state =
      new hloom::InstanceState();  // lives as long as the instance
  return *state;
}

// The texts of a call. They bypass Embind's strings, whose conversion is slow until V8 has optimized
// it. The request's memory is reused: JavaScript writes "statistics{}", then Call(10, 2) reads it.
struct CallTexts {
  char* request = nullptr;
  size_t capacity = 0;
  std::string answer;
};

CallTexts& Texts() {
  static CallTexts* const texts = new CallTexts();  // lives as long as the instance
  return *texts;
}

double Request(double bytes) {
  constexpr size_t kLeast = 4096;
  constexpr size_t kMostKept = 1 << 20;
  CallTexts& texts = Texts();
  const size_t needed = std::max(kLeast, static_cast<size_t>(bytes));
  if (needed > texts.capacity || texts.capacity > kMostKept) {
    std::free(texts.request);
    texts.request = static_cast<char*>(std::malloc(needed));
    texts.capacity = texts.request == nullptr ? 0 : needed;
  }
  return static_cast<double>(reinterpret_cast<uintptr_t>(texts.request));
}
double Call(double method_bytes, double json_bytes) {
  CallTexts& texts = Texts();
  const std::string_view request(texts.request, static_cast<size_t>(method_bytes + json_bytes));
  const size_t split = static_cast<size_t>(method_bytes);
  texts.answer = hloom::CallCore(State(), request.substr(0, split), request.substr(split));
  return static_cast<double>(texts.answer.size());
}
double Answer() { return static_cast<double>(reinterpret_cast<uintptr_t>(Texts().answer.data())); }
// JavaScript's numbers are exact up to 2^53, and a size beyond the memory returns 0 anyway.
double Allocate(double bytes) {
  if (!(bytes >= 0 && bytes <= 9007199254740991.0)) return 0;
  return static_cast<double>(hloom::AllocateBuffer(State(), static_cast<int64_t>(bytes)));
}
double Address(double handle) {
  return static_cast<double>(
      reinterpret_cast<uintptr_t>(hloom::BufferAddress(State(), static_cast<int64_t>(handle))));
}
double Size(double handle) {
  return static_cast<double>(hloom::BufferSize(State(), static_cast<int64_t>(handle)));
}
void Release(double handle) { hloom::ReleaseBuffer(State(), static_cast<int64_t>(handle)); }

}  // namespace

// The functions of runs and their values, which bypass Embind, because it takes longer than the run of a small
// program.
extern "C" {
EMSCRIPTEN_KEEPALIVE double hloom_open_run(double executable) {
  return static_cast<double>(hloom::OpenRun(State(), static_cast<int64_t>(executable)));
}
EMSCRIPTEN_KEEPALIVE double hloom_run_words(double run) {
  return static_cast<double>(
      reinterpret_cast<uintptr_t>(hloom::RunWords(State(), static_cast<int64_t>(run))));
}
EMSCRIPTEN_KEEPALIVE int hloom_prepare_run(double run) {
  return static_cast<int>(hloom::PrepareRun(State(), static_cast<int64_t>(run)));
}
EMSCRIPTEN_KEEPALIVE int hloom_go_on(double run, double milliseconds) {
  return static_cast<int>(hloom::GoOnWithRun(State(), static_cast<int64_t>(run), milliseconds));
}
EMSCRIPTEN_KEEPALIVE void hloom_reset_run(double run) {
  hloom::ResetRun(State(), static_cast<int64_t>(run));
}
EMSCRIPTEN_KEEPALIVE void hloom_close_run(double run) {
  hloom::CloseRun(State(), static_cast<int64_t>(run));
}
EMSCRIPTEN_KEEPALIVE void hloom_release_value(double value) {
  hloom::ReleaseValue(State(), static_cast<int64_t>(value));
}
}

EMSCRIPTEN_BINDINGS(hloom) {
  emscripten::function("request", &Request);
  emscripten::function("call", &Call);
  emscripten::function("answer", &Answer);
  emscripten::function("allocate", &Allocate);
  emscripten::function("address", &Address);
  emscripten::function("size", &Size);
  emscripten::function("release", &Release);
}
