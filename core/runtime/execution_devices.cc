// Runs on several devices: the assignment of devices to threads, waiting, and the error if no
// device can go on.
#include <algorithm>

#include "base/str_cat.h"
#include "runtime/execution.h"

namespace hloom {

namespace {

constexpr Rule kCommC2 = {"comm.c2",
                          "devices that wait for each other come to the same collectives equally "
                          "often, and to both ends of a channel"};
constexpr Rule kCommC3 = {"comm.c3",
                          "a device waits for others at most as long as the run's limit allows"};
constexpr Rule kExecutionDevicesRules[] = {kCommC2, kCommC3};

// The maximum number of devices that a table names.
constexpr size_t kMostNamed = 16;

std::string Numbers(const std::vector<int64_t>& devices) {
  std::string text = devices.size() == 1 ? "device " : "devices ";
  for (size_t i = 0; i < std::min(devices.size(), kMostNamed); ++i) {
    text += StrCat(i == 0 ? "" : ", ", devices[i]);
  }
  if (devices.size() > kMostNamed) text += StrCat(" and ", devices.size() - kMostNamed, " more");
  return text;
}

// Whom a machine waits for that is blocked.
std::string WhomFor(const Machine& machine) {
  if (machine.blocked().on == Blocked::On::kHost) return "the host";
  const std::vector<int64_t> missing = machine.MissingDevices();
  if (!missing.empty()) return Numbers(missing);
  return machine.blocked().on == Blocked::On::kChannel ? "a device at the other end of its channel"
                                                       : "the result";
}

std::string_view OperationOf(const HloInstruction& instruction) {
  return GetOpDef(instruction.opcode()).name;
}

constexpr MarkedText kHelp =
    "all devices of a group must execute a collective equally often: look for a `While` that goes "
    "around a different number of times, a `Conditional` that branches otherwise, or collectives "
    "in "
    "another order. Every value sent must be received: a cycle of devices that each wait at "
    "send-done before they receive never ends"_msg;

}  // namespace

Span<const Rule> DeviceRules() { return kExecutionDevicesRules; }

StatusOr<bool> Execution::RunAll() {
  do {
    stop_ = false;
    // Only one thread may call a tracer.
    ThreadPool* const pool = run_.tracer == nullptr ? run_.threads : nullptr;
    if (pool == nullptr) {
      Loop(nullptr);
    } else {
      const auto most = static_cast<int64_t>(pool->threads());
      pool->RunLoops(static_cast<int>(std::min(most, run_.grid.size())), [&] {
        Loop(pool);
        return true;
      });
    }
    HLOOM_RETURN_IF_ERROR(FirstError());
    if (running_ == 0) return true;
    HLOOM_RETURN_IF_ERROR(AskHost());
    if (has_question()) return false;
    if (queue_->is_idle() && FirstAsking() == nullptr) return Stuck();
    // The one for which others wait may itself wait for the host, which takes its time.
    HLOOM_RETURN_IF_ERROR(CheckWaiting());
    if (queue_->is_idle()) return false;
    if (run_.tracer != nullptr && run_.tracer->full()) return false;
  } while (RunState::Clock::now() <= slice_end_);
  return false;
}

// The loop of each thread: it runs one device after the other until all are to stop.
void Execution::Loop(ThreadPool* pool) {
  while (!stop_) {
    const int64_t number = queue_->Take();
    if (number != DeviceQueue::kNone) {
      RunTurn(*devices_[static_cast<size_t>(number)]);
    } else if (queue_->is_idle() || pool == nullptr) {
      Stop();
    } else {
      pool->HelpUntil([this] { return stop_ || queue_->has_runnable() || queue_->is_idle(); });
    }
  }
}

void Execution::Stop() {
  stop_ = true;
  if (run_.threads != nullptr) run_.threads->Ring();
}

// Runs a device for a while. Once it is back in the queue, it may be another thread's.
void Execution::RunTurn(Device& device) {
  constexpr std::chrono::milliseconds kTurn(1);
  Watch& watch = device.machine.watch();
  watch.Read();
  const RunState::Clock::time_point turn_end = watch.now() + kTurn;
  while (true) {
    const StatusOr<Machine::State> state = Step(device);
    if (!state.ok()) {
      device.error = state.status();
      queue_->End(device.number);
      return Stop();
    }
    if (*state == Machine::State::kDone) return queue_->End(device.number);
    if (*state == Machine::State::kBlocked) {
      const bool asks = device.machine.blocked().on == Blocked::On::kHost;
      device.waits_since = watch.now();
      queue_->Block(device.number);
      if (asks) Stop();
      return;
    }
    const bool full = run_.tracer != nullptr && run_.tracer->full();
    if (full || watch.now() > slice_end_) {
      queue_->Pause(device.number);
      return Stop();
    }
    if (stop_ || watch.now() > turn_end) return queue_->Pause(device.number);
  }
}

// The error of the device with the lowest number that has one.
Status Execution::FirstError() const {
  for (const auto& device : devices_) {
    if (!device->error.ok()) return WithDevices(device->error);
  }
  return OkStatus();
}

// Asks the host the devices' questions, on the thread that the host knows.
Status Execution::AskHost() {
  for (const auto& device : devices_) {
    Machine& machine = device->machine;
    const Blocked& blocked = machine.blocked();
    if (device->done || blocked.instruction == nullptr || blocked.on != Blocked::On::kHost) {
      continue;
    }
    if (device->asked) continue;
    const StatusOr<bool> answered = machine.AskNow();
    if (!answered.ok()) return machine.Located(answered.status());
    if (*answered) {
      queue_->Wake(device->number);
    } else {
      Asked(*device);
    }
  }
  return OkStatus();
}

// comm.c3
Status Execution::CheckWaiting() const {
  if (rendezvous_milliseconds_ == std::numeric_limits<int64_t>::max()) return OkStatus();
  const RunState::Clock::time_point now = RunState::Clock::now();
  for (const auto& device : devices_) {
    const Blocked& blocked = device->machine.blocked();
    if (device->done || blocked.instruction == nullptr || blocked.on == Blocked::On::kHost) {
      continue;
    }
    const auto waited =
        std::chrono::duration_cast<std::chrono::milliseconds>(now - device->waits_since);
    if (waited.count() <= rendezvous_milliseconds_) continue;
    Status error = DeadlineExceeded(kCommC3)
                       .Op("run")
                       .Say(StrCat("device ", device->number, " waited longer than ",
                                   Count(rendezvous_milliseconds_, "millisecond"), " for others"))
                       .Help(MessageCat(kHelp, "; or raise `limits.rendezvousMilliseconds`"_msg));
    return WithDevices(error);
  }
  return OkStatus();
}

// The error if no device can go on.
Status Execution::Stuck() const {
  Status error = FailedPrecondition(kCommC2)
                     .Op("run")
                     .Say("no device can go on: each that is left waits for another")
                     .Help(kHelp);
  return WithDevices(error);
}

std::vector<Execution::DeviceProgress> Execution::Progress() const {
  std::vector<DeviceProgress> progress;
  for (const auto& device : devices_) {
    if (device->done) {
      progress.push_back({DeviceState::kHasEnded});
    } else if (device->machine.blocked().instruction != nullptr) {
      progress.push_back({DeviceState::kWaits, device->machine.Place()});
    } else {
      progress.push_back({DeviceState::kRuns});
    }
  }
  return progress;
}

std::vector<std::string> Execution::DeviceTable() const {
  std::vector<std::string> lines;
  const bool waits = std::any_of(devices_.begin(), devices_.end(), [](const auto& device) {
    return !device->done && device->machine.blocked().instruction != nullptr;
  });
  if (!waits) return lines;
  for (const auto& device : devices_) {
    if (lines.size() == kMostNamed) {
      lines.push_back(StrCat("and ", devices_.size() - kMostNamed, " more devices"));
      break;
    }
    const Machine& machine = device->machine;
    const Blocked& blocked = machine.blocked();
    std::string doing = "runs";
    if (device->done) {
      doing = "has ended";
    } else if (!device->error.ok()) {
      doing = "ended with this error";
    } else if (blocked.instruction != nullptr) {
      doing = StrCat("waits at ", OperationOf(*blocked.instruction), " ", machine.Place(), " for ",
                     WhomFor(machine));
    }
    if (devices_.size() == 1) return {StrCat("it ", doing)};
    const std::string where =
        run_.grid.partitions == 1
            ? ""
            : StrCat(" (replica ", run_.grid.replica_of(device->number), ", partition ",
                     run_.grid.partition_of(device->number), ")");
    lines.push_back(StrCat("device ", device->number, where, " ", doing));
  }
  return lines;
}

// Describes two devices that wait at different collectives of one channel_id; empty if there are
// none:
//
//   devices 0 and 1 are at all-reduce %sum and all-reduce %sum.1, which have one channel_id and do
//   not meet, as they differ: f32[2] and f32[3]
std::string Execution::Mismatch() const {
  for (const auto& device : devices_) {
    const CollectiveEntry* const awaited = device->machine.AwaitedCollective();
    if (device->done || awaited == nullptr) continue;
    for (const auto& other : devices_) {
      const CollectiveEntry* const others = other->machine.AwaitedCollective();
      if (other->number <= device->number || other->done || others == nullptr) continue;
      if (others->meets_at == awaited->meets_at) continue;
      const std::string difference = DifferenceOf(*awaited, *others);
      if (difference.empty()) continue;
      return StrCat("devices ", device->number, " and ", other->number, " are at ",
                    OperationOf(*awaited->instruction), " %", awaited->instruction->name(), " and ",
                    OperationOf(*others->instruction), " %", others->instruction->name(),
                    ", which have one channel_id and do not meet, as they differ: ", difference);
    }
  }
  return "";
}

// Adds the table of devices to an error, if one of them waits for others.
Status Execution::WithDevices(const Status& error) const {
  const bool waits = std::any_of(devices_.begin(), devices_.end(), [](const auto& device) {
    const Blocked& blocked = device->machine.blocked();
    return !device->done && blocked.instruction != nullptr && blocked.on != Blocked::On::kHost;
  });
  if (!waits) return error;
  ErrorFields fields = error.fields();
  if (std::string mismatch = Mismatch(); !mismatch.empty()) {
    fields.details.push_back(std::move(mismatch));
  }
  for (std::string& line : DeviceTable()) fields.details.push_back(std::move(line));
  fields.lists_devices = true;
  return Status(std::move(fields));
}

}  // namespace hloom
