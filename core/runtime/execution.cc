#include "runtime/execution.h"

#include <algorithm>
#include <chrono>

#include "base/str_cat.h"
#include "ops/literal_copies_eval.h"
#include "ops/verify/buffer_verifier.h"

namespace hloom {

namespace {

constexpr Rule kRules[] = {
    {"arguments.c1", "a run has one argument for each parameter"},
    {"arguments.c2",
     "an argument has the shape of its parameter; where that is dynamic, at most its bound"},
};

Status CheckArguments(const HloComputation& entry, Span<const Literal> arguments) {
  const auto& parameters = entry.parameters();
  if (arguments.size() != parameters.size()) {
    return InvalidArgument("arguments.c1")
        .Op("run")
        .Say(StrCat("the program takes ",
                    Count(static_cast<int64_t>(parameters.size()), "argument"), ", ",
                    arguments.size(), arguments.size() == 1 ? " was given" : " were given"))
        .Help(StrCat("its signature is ", entry.ComputeProgramShape().ToString()));
  }
  for (size_t i = 0; i < parameters.size(); ++i) {
    const Shape& shape = parameters[i]->shape();
    if (!ShapeUtil::Holds(shape, arguments[i].shape())) {
      return InvalidArgument("arguments.c2")
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

// Tuples and calls hand values on in the layout they have, whatever their own shape says, and the
// value may be more dynamic than the program declares.
Kernel ConvertResult(const Literal& returned, const Shape& shape, const LedgerPtr& ledger,
                     Literal* result) {
  return ShapeUtil::Compatible(returned.shape(), shape)
             ? PadToStatic(returned, shape, ledger, result)
             : RelayoutInTasks(returned, shape, ledger, result);
}

}  // namespace

Span<const Rule> ArgumentRules() { return kRules; }

Execution::Execution(std::shared_ptr<const Executable> executable, const RunLimits& limits)
    : executable_(std::move(executable)), threads_(limits.threads) {
  run_.ledger = std::make_shared<MemoryLedger>(
      std::min(limits.bytes, kAddressableBytes), "limits.bytes", limits.client,
      limits.client == nullptr ? nullptr : limits.client->shared_pool());
  if (MemoryPool* pool = run_.ledger->pool()) pool->BeginRun();
  run_.threads = limits.threads.get();
  run_.seed = limits.seed;
  run_.tracer = limits.tracer;
  run_.instruction_limit = limits.instructions;
  run_.LimitTime(limits.milliseconds, limits.milliseconds_spent);
}

Execution::~Execution() {
  // What the run holds goes back first.
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
  const HloComputation& entry = executable->module().entry_computation();
  std::unique_ptr<Execution> execution(new Execution(executable, limits));
  execution->run_.host = host;
  for (const std::vector<Literal>& of_device : arguments) {
    if (const Status fit = CheckArguments(entry, of_device); !fit.ok()) {
      return execution->Fail(fit);
    }
    const auto number = static_cast<int64_t>(execution->devices_.size());
    execution->devices_.push_back(std::make_unique<Device>(executable, &execution->run_, number));
    Device& device = *execution->devices_.back();
    device.arguments = of_device;
    const Status begun = execution->Begin(
        device, ConvertArguments(entry, execution->run_.ledger, &device.arguments));
    if (!begun.ok()) return execution->Fail(begun);
  }
  execution->running_ = arguments.size();
  return execution;
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

// One step of the machine, or of what is around it.
StatusOr<Machine::State> Execution::Step(Device& device) {
  Watch& watch = device.machine.watch();
  if (device.work == nullptr) {
    HLOOM_ASSIGN_OR_RETURN(const Machine::State state, device.machine.Run());
    if (state != Machine::State::kDone) return state;
    device.returned = device.machine.TakeResult();
    HLOOM_RETURN_IF_ERROR(Begin(device, ConvertResult(device.returned, *executable_->result_shape(),
                                                      run_.ledger, &device.result)));
  } else {
    if (const Status in_time = run_.Check(watch.now()); !in_time.ok()) return in_time.WithOp("run");
    const bool last = device.work->RunTasks([&] { return watch.IsToPause(run_); });
    watch.Read();
    if (last) HLOOM_RETURN_IF_ERROR(NextNeed(device));
  }
  return device.done ? Machine::State::kDone : Machine::State::kRunning;
}

// A result that comes too late is none, however few instructions it took.
Status Execution::Finish(Device& device) {
  device.returned = Literal();
  if (const Status in_time = run_.Check(RunState::Clock::now()); !in_time.ok()) {
    return in_time.WithOp("run");
  }
  device.done = true;
  --running_;
  return OkStatus();
}

StatusOr<bool> Execution::RunFor(int64_t milliseconds) {
  HLOOM_RETURN_IF_ERROR(error_);
  if (running_ == 0) return true;
  for (const auto& device : devices_) device->machine.watch().Read();
  const auto slice_end =
      devices_[0]->machine.watch().now() + std::chrono::milliseconds(milliseconds);
  for (const auto& device : devices_) device->machine.watch().LetRunUntil(slice_end);
  do {
    const StatusOr<bool> went_on = StepAll();
    if (!went_on.ok()) return Fail(went_on.status());
    if (running_ == 0) return true;
    if (!*went_on) return false;
    if (run_.tracer != nullptr && run_.tracer->full()) return false;
  } while (now_ <= slice_end);
  return false;
}

// Takes some steps on each device that is not done; returns whether any of them could take one.
StatusOr<bool> Execution::StepAll() {
  bool went_on = false;
  for (const auto& device : devices_) {
    if (device->done) continue;
    HLOOM_ASSIGN_OR_RETURN(const Machine::State state, Step(*device));
    now_ = device->machine.watch().now();
    if (state != Machine::State::kBlocked) {
      went_on = true;
    } else if (asking_ == nullptr && device->machine.blocked().on == Blocked::On::kHost) {
      asking_ = device.get();
    }
  }
  return went_on;
}

void Execution::Answer(StatusOr<Literal> value) {
  Device& device = *std::exchange(asking_, nullptr);
  if (value.ok()) {
    device.machine.Answer(*std::move(value));
  } else {
    error_ = device.machine.Located(value.status());
  }
}

StatusOr<Literal> Execution::RunToEnd() {
  while (true) {
    HLOOM_ASSIGN_OR_RETURN(const bool done, RunFor(1000));
    if (done) return TakeResult();
    // Nobody can answer while this runs.
    if (waiting() != nullptr) return NobodyAnswers(*waiting());
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
