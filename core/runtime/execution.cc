#include "runtime/execution.h"

#include <algorithm>
#include <chrono>

#include "base/str_cat.h"
#include "base/utf8.h"
#include "ops/literal_copies_eval.h"
#include "ops/verify/buffer_verifier.h"

namespace hloom {

namespace {

constexpr Rule kArgumentsC1 = {"arguments.c1", "a run has one argument for each parameter"};
constexpr Rule kArgumentsC2 = {
    "arguments.c2",
    "an argument has the shape of its parameter; where that is dynamic, at most its bound"};
constexpr Rule kArgumentsC3 = {"arguments.c3",
                               "a run on several devices has a list of arguments for each of them"};
constexpr Rule kExecutionRules[] = {kArgumentsC1, kArgumentsC2, kArgumentsC3};

Status CheckArguments(const HloComputation& entry, Span<const Literal> arguments) {
  const auto& parameters = entry.parameters();
  if (arguments.size() != parameters.size()) {
    return InvalidArgument(kArgumentsC1)
        .Op("run")
        .Say(StrCat("the program takes ",
                    Count(static_cast<int64_t>(parameters.size()), "argument"), ", ",
                    arguments.size(), arguments.size() == 1 ? " was given" : " were given"))
        .Help(StrCat("its signature is ", entry.ComputeProgramShape().ToString()));
  }
  for (size_t i = 0; i < parameters.size(); ++i) {
    const Shape& shape = parameters[i]->shape();
    if (!ShapeUtil::Holds(shape, arguments[i].shape())) {
      return InvalidArgument(kArgumentsC2)
          .Op("run")
          .Operand(arguments[i].shape())
          .Say(StrCat("argument ", i, " (", parameters[i]->name(), ") is ",
                      arguments[i].shape().ToString(), ", the parameter is ", shape.ToString()))
          .Help(StrCat("pass a value of shape ", shape.ToString(),
                       shape.is_static() ? "" : ", or one of sizes within its bounds"));
    }
  }
  return OkStatus();
}

Kernel ConvertThese(const HloComputation& entry, const LedgerPtr& ledger,
                    std::vector<Literal>* arguments) {
  for (size_t i = 0; i < arguments->size(); ++i) {
    Literal& argument = (*arguments)[i];
    const Shape& shape = entry.parameters()[i]->shape();
    if (argument.shape() == shape) continue;
    const auto convert = shape.is_static() ? RelayoutInTasks : ToBoundedDynamic;
    Literal converted;
    co_await convert(argument, shape, ledger, &converted);
    argument = std::move(converted);
  }
  co_return OkStatus();
}

// Brings arguments into the layouts of the parameters, and static ones into dynamic shapes.
Kernel ConvertArguments(const HloComputation& entry, const LedgerPtr& ledger,
                        std::vector<Literal>* arguments) {
  for (size_t i = 0; i < arguments->size(); ++i) {
    if ((*arguments)[i].shape() == entry.parameters()[i]->shape()) continue;
    return ConvertThese(entry, ledger, arguments);
  }
  return {};
}

// Tuples and calls pass values on in their own layout, which may differ from the shape's, and the
// value may be more dynamic than the program declares.
Kernel ConvertResult(const Literal& returned, const Shape& shape, const LedgerPtr& ledger,
                     Literal* result) {
  return ShapeUtil::Compatible(returned.shape(), shape)
             ? PadToStatic(returned, shape, ledger, result)
             : RelayoutInTasks(returned, shape, ledger, result);
}

}  // namespace

Span<const Rule> ArgumentRules() { return kExecutionRules; }

Execution::Execution(std::shared_ptr<const Executable> executable, const RunLimits& limits)
    : executable_(std::move(executable)),
      threads_(limits.threads),
      rendezvous_milliseconds_(limits.rendezvous_milliseconds) {
  run_.ledger = std::make_shared<MemoryLedger>(
      std::min(limits.bytes, kAddressableBytes), "limits.bytes", limits.client,
      limits.client == nullptr ? nullptr : limits.client->shared_pool());
  if (MemoryPool* pool = run_.ledger->pool()) pool->BeginRun();
  run_.threads = limits.threads.get();
  run_.seed = limits.seed;
  run_.tracer = limits.tracer;
  run_.instruction_limit = limits.instructions;
  run_.LimitTime(limits.milliseconds, limits.milliseconds_spent);
  run_.grid = executable_->grid();
  if (run_.grid.size() > 1) {
    queue_ = std::make_unique<DeviceQueue>(run_.grid.size(), run_.threads);
    run_.asks_later = true;
  }
  const StatusOr<CollectiveTable>& collectives = executable_->collectives();
  if (queue_ != nullptr || (collectives.ok() && collectives->size() > 0)) {
    meetings_ = std::make_unique<Meetings>(*collectives, run_.grid, queue_.get());
    run_.meetings = meetings_.get();
  }
  const StatusOr<ChannelTable>& channels = executable_->channels();
  if (channels.ok() && channels->size() > 0) {
    channels_ = std::make_unique<Channels>(*channels, run_.grid, queue_.get());
    run_.channels = channels_.get();
  }
}

Execution::~Execution() {
  // Releases the run's memory first.
  devices_.clear();
  if (MemoryPool* pool = run_.ledger->pool()) pool->EndRun();
}

Status Execution::Fail(const Status& error) {
  error_ = error;
  return error_;
}

StatusOr<std::unique_ptr<Execution>> Execution::Start(std::shared_ptr<const Executable> executable,
                                                      Span<const Literal> arguments,
                                                      const RunLimits& limits, Host* host) {
  const std::vector<Literal> on_device_0(arguments.begin(), arguments.end());
  return StartOnDevices(std::move(executable), Span<const std::vector<Literal>>(&on_device_0, 1),
                        limits, host);
}

StatusOr<std::unique_ptr<Execution>> Execution::StartOnDevices(
    std::shared_ptr<const Executable> executable, Span<const std::vector<Literal>> arguments,
    const RunLimits& limits, Host* host) {
  if (executable->buffer() != nullptr) return NoRunWithBuffers(*executable->buffer());
  HLOOM_RETURN_IF_ERROR(executable->CheckDevices());
  const DeviceGrid& grid = executable->grid();
  if (static_cast<int64_t>(arguments.size()) != grid.size()) {
    return InvalidArgument(kArgumentsC3)
        .Op("run")
        .Say(StrCat("the program runs on ", Count(grid.size(), "device"), " (replicas: ",
                    grid.replicas, ", partitions: ", grid.partitions, "), ", arguments.size(),
                    arguments.size() == 1 ? " list" : " lists", " of arguments given"))
        .Help("give one list of arguments for each device, in the order of their numbers");
  }
  std::unique_ptr<Execution> execution(new Execution(executable, limits));
  execution->run_.host = host;
  for (const std::vector<Literal>& of_device : arguments) {
    const Status added = execution->AddDevice(of_device);
    if (!added.ok()) return execution->Fail(added);
  }
  execution->running_ = arguments.size();
  return execution;
}

Status Execution::AddDevice(const std::vector<Literal>& arguments) {
  const HloComputation& entry = executable_->module().entry_computation();
  const auto number = static_cast<int64_t>(devices_.size());
  const std::string place = run_.grid.size() > 1 ? StrCat("device ", number) : "";
  const Status fit = CheckArguments(entry, Span<const Literal>(arguments.data(), arguments.size()));
  if (!fit.ok()) return place.empty() ? fit : fit.WithLocation(place);
  devices_.push_back(std::make_unique<Device>(executable_, &run_, number));
  Device& device = *devices_.back();
  device.arguments = arguments;
  return Begin(device, ConvertArguments(entry, run_.ledger, &device.arguments));
}

Status Execution::Begin(Device& device, Kernel kernel) {
  if (kernel.done()) {
    if (const Status& done = kernel.status(); !done.ok()) return done.WithOp("run");
    return GoOn(device);
  }
  device.work = std::make_unique<Work>(std::move(kernel), run_.threads);
  return NextNeed(device);
}

Status Execution::NextNeed(Device& device) {
  if (const Status next = device.work->Next(run_.ledger); !next.ok()) return next.WithOp("run");
  if (device.work->need() != Kernel::Need::kNothing) return OkStatus();
  device.work = nullptr;
  return GoOn(device);
}

// Starts the machine, or ends the run.
Status Execution::GoOn(Device& device) {
  if (device.started) return Finish(device);
  device.started = true;
  const std::vector<Literal> arguments = std::exchange(device.arguments, {});
  return device.machine.Start(executable_->module().entry_computation(), arguments);
}

// One step of the machine, or of the device's other work.
StatusOr<Machine::State> Execution::Step(Device& device) {
  Watch& watch = device.machine.watch();
  if (device.work == nullptr) {
    HLOOM_ASSIGN_OR_RETURN(const Machine::State state, device.machine.Run());
    if (state != Machine::State::kDone) return state;
    device.returned = device.machine.TakeResult();
    HLOOM_RETURN_IF_ERROR(Begin(device, ConvertResult(device.returned, *executable_->result_shape(),
                                                      run_.ledger, &device.result)));
  } else {
    HLOOM_RETURN_IF_ERROR(InTime(device, watch.now()));
    const bool last = device.work->RunTasks([&] { return watch.IsToPause(run_); });
    watch.Read();
    if (last) HLOOM_RETURN_IF_ERROR(NextNeed(device));
  }
  return device.done ? Machine::State::kDone : Machine::State::kRunning;
}

// A result after the time limit is an error, even after few instructions.
Status Execution::Finish(Device& device) {
  device.returned = Literal();
  Watch& watch = device.machine.watch();
  // Reading the clock would take a noticeable part of a small program.
  if (run_.has_deadline()) watch.Read();
  HLOOM_RETURN_IF_ERROR(InTime(device, watch.now()));
  device.done = true;
  --running_;
  return OkStatus();
}

// limits.c2, limits.c4
Status Execution::InTime(const Device& device, RunState::Clock::time_point now) const {
  const Status in_time = run_.Check(now);
  return in_time.ok() ? in_time : in_time.WithOp("run").WithLocation(PlaceOf(device));
}

// A device brings its arguments into the layouts of the parameters first, and its result into that
// of the program last.
std::string Execution::PlaceOf(const Device& device) const {
  if (device.machine.is_under_way()) return device.machine.Place();
  return StrCat(device.started ? "the result" : "the arguments", " of computation \"",
                Shortened(executable_->module().entry_computation().name()), "\"",
                run_.grid.size() > 1 ? StrCat(" on device ", device.number) : "");
}

std::string Execution::Place() const {
  const auto found = std::find_if(devices_.begin(), devices_.end(),
                                  [](const auto& device) { return !device->done; });
  return PlaceOf(found == devices_.end() ? *devices_.back() : **found);
}

StatusOr<bool> Execution::RunFor(int64_t milliseconds) {
  HLOOM_RETURN_IF_ERROR(error_);
  if (running_ == 0) return true;
  // The first slice begins with the run: a short run need not read the clock twice.
  const RunState::Clock::time_point now = is_begun_ ? RunState::Clock::now() : run_.started();
  is_begun_ = true;
  slice_end_ = now + std::chrono::milliseconds(milliseconds);
  for (const auto& device : devices_) device->machine.watch().Begin(now, slice_end_);
  const StatusOr<bool> done = queue_ == nullptr ? RunOne() : RunAll();
  return done.ok() ? done : Fail(done.status());
}

// Steps on the only device, until the slice is over or it waits for the host.
StatusOr<bool> Execution::RunOne() {
  Device& device = *devices_[0];
  do {
    HLOOM_ASSIGN_OR_RETURN(const Machine::State state, Step(device));
    if (state == Machine::State::kDone) return true;
    if (state == Machine::State::kBlocked) {
      // No other device exists that it could wait for.
      if (device.machine.blocked().on != Blocked::On::kHost) return Stuck();
      if (!device.asked) Asked(device);
      return false;
    }
    if (run_.tracer != nullptr && run_.tracer->full()) return false;
  } while (device.machine.watch().now() <= slice_end_);
  return false;
}

void Execution::Asked(Device& device) {
  device.asked = true;
  device.taken = false;
  ++questions_;
}

std::optional<Execution::Question> Execution::TakeQuestion() {
  for (const auto& device : devices_) {
    if (!device->asked || device->taken) continue;
    device->taken = true;
    --questions_;
    Machine& machine = device->machine;
    return Question{device->number, machine.blocked().instruction, machine.WaitingOperands(),
                    machine.Place()};
  }
  return std::nullopt;
}

Execution::Device* Execution::FirstAsking() const {
  for (const auto& device : devices_) {
    if (device->asked) return device.get();
  }
  return nullptr;
}

const HloInstruction* Execution::asking(int64_t device) const {
  if (device < 0 || static_cast<size_t>(device) >= devices_.size()) return nullptr;
  const Device& one = *devices_[static_cast<size_t>(device)];
  return one.asked ? one.machine.blocked().instruction : nullptr;
}

bool Execution::Answer(int64_t number, StatusOr<Literal> value) {
  if (asking(number) == nullptr) return false;
  Device& device = *devices_[static_cast<size_t>(number)];
  device.asked = false;
  if (!device.taken) --questions_;
  if (!value.ok()) {
    device.error = device.machine.Located(value.status());
    error_ = WithDevices(device.error);
    return true;
  }
  device.machine.Answer(*std::move(value));
  if (queue_ != nullptr) queue_->Wake(number);
  return true;
}

StatusOr<Literal> Execution::RunToEnd() {
  while (true) {
    HLOOM_ASSIGN_OR_RETURN(const bool done, RunFor(1000));
    if (done) return TakeResult();
    // RunToEnd does not return before the end, so nobody can answer.
    if (const auto question = TakeQuestion()) return NobodyAnswers(*question->instruction);
  }
}

StatusOr<Literal> Evaluate(const HloModule& module, Span<const Literal> arguments,
                           const RunLimits& limits, Host* host) {
  HLOOM_ASSIGN_OR_RETURN(std::shared_ptr<const Executable> executable,
                         Executable::CreateFor(module));
  HLOOM_ASSIGN_OR_RETURN(std::unique_ptr<Execution> execution,
                         Execution::Start(std::move(executable), arguments, limits, host));
  return execution->RunToEnd();
}

}  // namespace hloom
