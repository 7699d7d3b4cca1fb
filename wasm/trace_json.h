// The trace of a run as JSON, until JavaScript fetches it.
#ifndef HLOOM_WASM_TRACE_JSON_H_
#define HLOOM_WASM_TRACE_JSON_H_

#include <string>

#include "base/json_writer.h"
#include "comm/comm_log.h"
#include "runtime/trace.h"

namespace hloom {

class JsonTrace final : public Tracer {
 public:
  // The trace shows at most `max_elements` elements of each value.
  explicit JsonTrace(int64_t max_elements) : max_elements_(max_elements) {}

  void Executed(const TraceEvent& event) override;
  bool full() const override { return events_.size() >= kFullBytes; }
  // The events since the last time, a JSON array.
  std::string Take();

 private:
  // The approximate number of bytes that JavaScript reads in a millisecond.
  static constexpr size_t kFullBytes = 256 << 10;

  const int64_t max_elements_;
  std::string events_;  // separated by commas
};

// Writes an array of the communication between devices; times count from `started`.
void WriteCommEvents(const std::vector<CommEvent>& events, CommEvent::Clock::time_point started,
                     JsonWriter& out);

}  // namespace hloom

#endif  // HLOOM_WASM_TRACE_JSON_H_
