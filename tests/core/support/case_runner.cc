#include "support/case_runner.h"

#include <cstring>

#include "base/json_writer.h"
#include "base/str_cat.h"
#include "builder/builder_def.h"
#include "support/round_trip.h"

namespace hloom::testing_support {

namespace {

Status CaseRunnerError(std::string text) { return Internal(Rule{"case", ""}).Say(std::move(text)); }

StatusCode CodeOf(std::string_view name) {
  for (StatusCode code :
       {StatusCode::kCancelled, StatusCode::kInvalidArgument, StatusCode::kDeadlineExceeded,
        StatusCode::kResourceExhausted, StatusCode::kFailedPrecondition, StatusCode::kAborted,
        StatusCode::kOutOfRange, StatusCode::kUnimplemented}) {
    if (StatusCodeName(code) == name) return code;
  }
  return StatusCode::kInternal;
}

std::string TextOf(const Json* json) { return json == nullptr ? std::string() : json->text(); }

// The overload that a step means: the one it names, or the first whose required arguments are
// there.
const BuilderDef* ResolveFunction(std::string_view name, const Json& arguments,
                                  const Json* overload) {
  if (overload != nullptr) {
    const StatusOr<int64_t> number = overload->AsInt64();
    return number.ok() ? FindBuilderDef(name, static_cast<int>(*number)) : nullptr;
  }
  for (int i = 0;; ++i) {
    const BuilderDef* def = FindBuilderDef(name, i);
    if (def == nullptr) return FindBuilderDef(name, 0);
    bool complete = true;
    for (const ArgumentSpec& spec : def->arguments) {
      complete = complete && (!spec.required || arguments.Find(spec.name) != nullptr);
    }
    if (complete) return def;
  }
}

StatusOr<int64_t> HandleOf(const std::map<std::string, int64_t, std::less<>>& names,
                           const Json& json) {
  const auto found = names.find(json.text());
  if (found == names.end())
    return CaseRunnerError(StrCat(json.Path(), ": nothing is named \"", json.text(), "\""));
  return found->second;
}

// The expectations of a case in addition to its program.
std::string DevicesText(const Json& json) {
  std::string text;
  for (const std::string_view name : {"replicas", "partitions"}) {
    if (const Json* count = json.Find(name)) StrAppend(text, ",\"", name, "\":", count->text());
  }
  return text;
}

// The value on a device: its own of `values`, or the `value` that all have; null where it has none.
const Json* ValueFor(const Json& literal, size_t device) {
  const Json* values = literal.Find("values");
  if (values == nullptr) return literal.Find("value");
  return device < values->size() ? &values->items()[device] : nullptr;
}

}  // namespace

StatusOr<Json> CaseRunner::Call(std::string_view method, std::string arguments) {
  if (record_ != nullptr) StrAppend(record_->calls, method, " ", arguments, "\n");
  const StatusOr<Json> answer = ParseJson(CallCore(state_, method, arguments));
  if (!answer.ok()) return answer.status();
  if (const Json* error = answer->Find("error")) {
    return ErrorBuilder(CodeOf(TextOf(error->Find("code"))), TextOf(error->Find("rule")))
        .Op(TextOf(error->Find("op")))
        .Say(TextOf(error->Find("message")));
  }
  HLOOM_ASSIGN_OR_RETURN(const Json* result, answer->Get("result"));
  return *result;
}

StatusOr<int64_t> CaseRunner::CallForHandle(std::string_view method, std::string arguments,
                                            std::string_view key) {
  HLOOM_ASSIGN_OR_RETURN(const Json result, Call(method, std::move(arguments)));
  return result.GetInt64(key);
}

StatusOr<std::string> CaseRunner::LiteralText(const Json& value) {
  HLOOM_ASSIGN_OR_RETURN(const std::string text, value.GetString("shape"));
  HLOOM_ASSIGN_OR_RETURN(const Shape shape, ShapeUtil::ParseShape(text));
  HLOOM_ASSIGN_OR_RETURN(const Json* elements, value.Get("value"));
  HLOOM_ASSIGN_OR_RETURN(const std::vector<CaseLeaf> leaves,
                         EncodeCaseValue(shape, *elements, value.Find("sizes")));
  std::vector<int64_t> handles;
  std::vector<std::string> sizes;
  for (const CaseLeaf& leaf : leaves) {
    const Bytes& bytes = leaf.bytes;
    const int64_t handle = AllocateBuffer(state_, static_cast<int64_t>(bytes.size()));
    if (handle == 0) return CaseRunnerError("no memory for an argument");
    if (!bytes.empty()) std::memcpy(BufferAddress(state_, handle), bytes.data(), bytes.size());
    handles.push_back(handle);
    sizes.push_back(StrCat("[", StrJoin(leaf.sizes, ","), "]"));
  }
  const std::string dynamic =
      shape.is_static() ? "" : StrCat(",\"dynamic_sizes\":[", StrJoin(sizes, ","), "]");
  return StrCat("{\"shape\":", JsonQuote(text), dynamic, ",\"leaves\":[", StrJoin(handles, ","),
                "]}");
}

StatusOr<std::string> CaseRunner::ArgumentText(const Json& value, const ArgumentSpec* spec,
                                               const Names& ops) {
  using Operand = ArgumentKind::Operand;
  if (spec == nullptr) return CaseJsonText(value);  // an argument that the function does not have
  if (spec->kind.attribute == AttributeKindOf<Literal>) return LiteralText(value);
  if (spec->kind.operand == Operand::kNone) return CaseJsonText(value);
  const bool is_op = spec->kind.operand == Operand::kOp || spec->kind.operand == Operand::kOps;
  const Names& names = is_op ? ops : computations_;
  if (!value.is_array()) {
    HLOOM_ASSIGN_OR_RETURN(const int64_t handle, HandleOf(names, value));
    return StrCat(handle);
  }
  std::vector<int64_t> handles;
  for (const Json& item : value.items()) {
    HLOOM_ASSIGN_OR_RETURN(const int64_t handle, HandleOf(names, item));
    handles.push_back(handle);
  }
  return StrCat("[", StrJoin(handles, ","), "]");
}

Status CaseRunner::AddStep(int64_t builder, const Json& step, Names& ops) {
  if (step.size() < 3)
    return CaseRunnerError(
        StrCat(step.Path(), ": a step is [name, function, arguments, overload?]"));
  const std::string& function = step.items()[1].text();
  const Json& arguments = step.items()[2];
  const BuilderDef* def =
      ResolveFunction(function, arguments, step.size() > 3 ? &step.items()[3] : nullptr);
  if (def == nullptr)
    return CaseRunnerError(StrCat(step.Path(), ": there is no function ", function));
  std::string text;
  for (size_t i = 0; i < arguments.size(); ++i) {
    const std::string& key = arguments.key(i);
    const ArgumentSpec* known = nullptr;
    for (const ArgumentSpec& spec : def->arguments) {
      if (spec.name == key) known = &spec;
    }
    HLOOM_ASSIGN_OR_RETURN(const std::string value, ArgumentText(arguments.items()[i], known, ops));
    StrAppend(text, i > 0 ? "," : "", JsonQuote(key), ":", value);
  }
  const std::string& name = step.items()[0].text();
  const std::string call = StrCat("{\"builder\":", builder, ",\"function\":", JsonQuote(function),
                                  ",\"overload\":", def->overload, ",\"arguments\":{", text, "}}");
  if (def->make == nullptr) {
    HLOOM_ASSIGN_OR_RETURN(ops[name], CallForHandle("builder.call", call, "op"));
    return OkStatus();
  }
  HLOOM_ASSIGN_OR_RETURN(computations_[name], CallForHandle("builder.make", call, "computation"));
  releases_.push_back(StrCat("computation.release {\"computation\":", computations_[name], "}"));
  return OkStatus();
}

StatusOr<int64_t> CaseRunner::BuildComputation(std::string_view name,
                                               const std::vector<std::string>& parameters,
                                               const Json* steps, const Json* root) {
  HLOOM_ASSIGN_OR_RETURN(
      const int64_t builder,
      CallForHandle("builder.create", StrCat("{\"name\":", JsonQuote(name), "}"), "builder"));
  releases_.push_back(StrCat("builder.release {\"builder\":", builder, "}"));
  Names ops;
  for (size_t i = 0; i < parameters.size(); ++i) {
    HLOOM_ASSIGN_OR_RETURN(
        ops[StrCat("p", i)],
        CallForHandle("builder.call",
                      StrCat("{\"builder\":", builder,
                             ",\"function\":\"Parameter\",\"arguments\":{\"parameter_number\":", i,
                             ",\"shape\":", JsonQuote(parameters[i]), ",\"name\":\"p", i, "\"}}"),
                      "op"));
  }
  if (steps != nullptr) {
    for (const Json& step : steps->items()) HLOOM_RETURN_IF_ERROR(AddStep(builder, step, ops));
  }
  std::string at_root;
  if (root != nullptr) {
    HLOOM_ASSIGN_OR_RETURN(const int64_t op, HandleOf(ops, *root));
    at_root = StrCat(",\"root\":", op);
  }
  HLOOM_ASSIGN_OR_RETURN(
      const int64_t computation,
      CallForHandle("builder.build", StrCat("{\"builder\":", builder, at_root, "}"),
                    "computation"));
  releases_.push_back(StrCat("computation.release {\"computation\":", computation, "}"));
  return computation;
}

Status CaseRunner::Execute(const Json& json) {
  static constexpr std::string_view kKeys[] = {
      "name", "source", "parameters", "arguments",    "computations", "hlo",       "steps",
      "root", "limits", "expect",     "expect_error", "replicas",     "partitions"};
  HLOOM_RETURN_IF_ERROR(json.CheckKeys(kKeys));
  if (const Json* computations = json.Find("computations")) {
    for (size_t i = 0; i < computations->size(); ++i) {
      const Json& computation = computations->items()[i];
      HLOOM_ASSIGN_OR_RETURN(const std::vector<std::string> parameters,
                             computation.GetStringList("parameters"));
      HLOOM_ASSIGN_OR_RETURN(computations_[computations->key(i)],
                             BuildComputation(computations->key(i), parameters,
                                              computation.Find("steps"), computation.Find("root")));
    }
  }
  if (const Json* hlo = json.Find("hlo")) return RunText(*hlo, json);
  std::vector<std::string> parameters;
  if (const Json* list = json.Find("parameters")) {
    for (const Json& parameter : list->items()) {
      HLOOM_ASSIGN_OR_RETURN(std::string shape, parameter.GetString("shape"));
      parameters.push_back(std::move(shape));
    }
  }
  HLOOM_ASSIGN_OR_RETURN(
      const int64_t computation,
      BuildComputation("main", parameters, json.Find("steps"), json.Find("root")));
  running_ = true;
  return RunComputation(computation, json);
}

Status CaseRunner::RunText(const Json& hlo, const Json& json) {
  std::string text;
  for (const Json& line : hlo.items()) StrAppend(text, line.text(), "\n");
  const int64_t buffer = AllocateBuffer(state_, static_cast<int64_t>(text.size()));
  std::memcpy(BufferAddress(state_, buffer), text.data(), text.size());
  HLOOM_ASSIGN_OR_RETURN(const int64_t computation,
                         CallForHandle("computation.from_hlo_text",
                                       StrCat("{\"buffer\":", buffer, "}"), "computation"));
  releases_.push_back(StrCat("computation.release {\"computation\":", computation, "}"));
  running_ = true;
  return RunComputation(computation, json);
}

Status CaseRunner::RunComputation(int64_t computation, const Json& json) {
  HLOOM_ASSIGN_OR_RETURN(
      const int64_t bytes,
      CallForHandle("computation.proto", StrCat("{\"computation\":", computation, "}"), "buffer"));
  HLOOM_ASSIGN_OR_RETURN(
      const std::unique_ptr<HloModule> module,
      HloModuleFromProto({reinterpret_cast<const char*>(BufferAddress(state_, bytes)),
                          static_cast<size_t>(BufferSize(state_, bytes))}));
  const std::string difference = RoundTrip(*module);
  if (!difference.empty()) return CaseRunnerError(difference);
  if (record_ != nullptr) {
    record_->module.assign(reinterpret_cast<const char*>(BufferAddress(state_, bytes)),
                           static_cast<size_t>(BufferSize(state_, bytes)));
  }
  HLOOM_ASSIGN_OR_RETURN(
      const Json compiled,
      Call("engine.compile", StrCat("{\"buffer\":", bytes, DevicesText(json), "}")));
  HLOOM_ASSIGN_OR_RETURN(const int64_t executable, compiled.GetInt64("executable"));
  releases_.push_back(StrCat("engine.release_executable {\"executable\":", executable, "}"));
  run_ = JsRun(state_, executable);
  const Json* given = json.Find("arguments");
  if (given == nullptr) given = json.Find("parameters");
  const size_t count = given == nullptr ? 0 : given->size();
  const ExecutableEntry& entry = **state_.executables.Find(executable);
  if (count != entry.program_shape.parameters.size()) {
    // The memory has one place for each parameter: JavaScript counts what it is given.
    const Status status = Execution::Start(entry.executable, std::vector<Literal>(count)).status();
    return ErrorBuilder(status.code(), status.rule()).Op(status.fields().op).Say(status.ToString());
  }
  size_t array = 0;
  devices_ = static_cast<size_t>(entry.executable->grid().size());
  for (size_t device = 0; device < devices_; ++device) {
    for (size_t i = 0; i < count; ++i) {
      HLOOM_RETURN_IF_ERROR(
          GiveArgument(given->items()[i], entry.program_shape.parameters[i], device, array));
    }
  }
  if (const Json* limits = json.Find("limits")) HLOOM_RETURN_IF_ERROR(SetLimits(*limits));
  if (traced_) run_.words()[kTraceElements] = 4;
  const std::string run = StrCat("\"run\":", run_.handle());
  RunMemoryState state = RunMemoryState::kRunning;
  while (state == RunMemoryState::kRunning || state == RunMemoryState::kWaiting) {
    state = run_.GoOn();
    // Nobody feeds the programs of cases.
    if (state == RunMemoryState::kWaiting) {
      HLOOM_RETURN_IF_ERROR(Call("engine.request", StrCat("{", run, "}")).status());
      const std::string answer = StrCat("{", run, R"(,"error":"nobody feeds it","help":"none"})");
      HLOOM_RETURN_IF_ERROR(Call("engine.answer", answer).status());
    }
    if (traced_) {
      HLOOM_RETURN_IF_ERROR(Call("engine.trace", StrCat("{", run, "}")).status());
    }
  }
  if (state == RunMemoryState::kFailed) {
    return Call("engine.error", StrCat("{", run, "}")).status();
  }
  if (state != RunMemoryState::kDone && state != RunMemoryState::kHolding) {
    return CaseRunnerError(StrCat("the run ended in state ", static_cast<int>(state)));
  }
  result_shape_ = CaseJsonText(*compiled.Find("program_shape")->Find("result"));
  for (size_t result = array; result < run_.array_count(); ++result) {
    leaves_.push_back({run_.Read<std::byte>(result), run_.Sizes(result)});
  }
  return OkStatus();
}

// An argument of the parameter's shape crosses as its bytes. One of another shape, or layout, is a
// value that was put on the engine.
Status CaseRunner::GiveArgument(const Json& argument, const Shape& parameter, size_t device,
                                size_t& array) {
  HLOOM_ASSIGN_OR_RETURN(const std::string text, argument.GetString("shape"));
  HLOOM_ASSIGN_OR_RETURN(const Shape shape, ShapeUtil::ParseShape(text));
  const Json* elements = ValueFor(argument, device);
  if (elements == nullptr)
    return CaseRunnerError("an argument has a value, or values for all devices");
  if (shape != parameter) {
    if (!shape.IsArray()) return CaseRunnerError("a tuple has the parameter's shape");
    const auto value = static_cast<int64_t>(array) + 1;
    HLOOM_ASSIGN_OR_RETURN(const std::string literal, LiteralText(argument));
    HLOOM_RETURN_IF_ERROR(
        Call("engine.put", StrCat("{\"value\":", value, ",\"array\":", literal, "}")).status());
    values_.push_back(value);
    run_.Words(array++)[kValue] = static_cast<double>(value);
    return OkStatus();
  }
  HLOOM_ASSIGN_OR_RETURN(const std::vector<CaseLeaf> leaves,
                         EncodeCaseValue(shape, *elements, argument.Find("sizes")));
  for (const CaseLeaf& leaf : leaves) {
    if (run_.Write(array++, leaf.bytes, leaf.sizes) != RunMemoryState::kDone) {
      return CaseRunnerError("no memory for an argument");
    }
  }
  return OkStatus();
}

Status CaseRunner::SetLimits(const Json& limits) {
  static constexpr std::string_view kKeys[] = {"instructions", "bytes"};
  static constexpr RunWord kWords[] = {kInstructionLimit, kByteLimit};
  HLOOM_RETURN_IF_ERROR(limits.CheckKeys(kKeys));
  for (size_t i = 0; i < std::size(kKeys); ++i) {
    if (limits.Find(kKeys[i]) == nullptr) continue;
    HLOOM_ASSIGN_OR_RETURN(const int64_t limit, limits.GetInt64(kKeys[i]));
    run_.words()[kWords[i]] = static_cast<double>(limit);
  }
  return OkStatus();
}

std::string CaseRunner::CompareResult(const Json& expected) const {
  static constexpr std::string_view kKeys[] = {"shape", "value",          "values",
                                               "sizes", "tolerance_ulps", "storage"};
  const Status keys = expected.CheckKeys(kKeys);
  if (!keys.ok()) return keys.ToString();
  InstanceState other;
  const std::string text = TextOf(expected.Find("shape"));
  const StatusOr<Shape> shape = ShapeUtil::ParseShape(text);
  if (!shape.ok()) return shape.status().ToString();
  const StatusOr<Json> parsed =
      ParseJson(CallCore(other, "shape.parse", StrCat("{\"shape\":", JsonQuote(text), "}")));
  if (!parsed.ok() || parsed->Find("result") == nullptr) return "shape.parse failed";
  const std::string wanted = CaseJsonText(*parsed->Find("result")->Find("shape"));
  if (wanted != result_shape_) return StrCat("the shape is ", result_shape_, ", expected ", wanted);
  const Json* tolerance = expected.Find("tolerance_ulps");
  const int64_t ulps = tolerance ? tolerance->AsInt64().value() : 0;
  const size_t each = leaves_.size() / devices_;
  std::string wrong;
  for (size_t device = 0; device < devices_ && wrong.empty(); ++device) {
    const Json* value = ValueFor(expected, device);
    if (value == nullptr) return "the case expects no value";
    const auto first = leaves_.begin() + static_cast<ptrdiff_t>(device * each);
    const std::vector<CaseLeaf> leaves(first, first + static_cast<ptrdiff_t>(each));
    wrong = CompareCaseValue(*shape, *value, leaves, ulps, expected.Find("sizes"));
    if (!wrong.empty() && devices_ > 1) wrong = StrCat("device ", device, ": ", wrong);
  }
  const Json* storage = expected.Find("storage");
  if (!wrong.empty() || storage == nullptr) return wrong;
  // The memory, padding included, is a vector of elements.
  const int64_t stored = static_cast<int64_t>(storage->size());
  return CompareCaseValue(ShapeUtil::MakeShape(shape->element_type(), {stored}), *storage, leaves_,
                          ulps);
}

std::string CaseRunner::CompareError(const Status& status, const Json& expected) const {
  const std::string want =
      StrCat(TextOf(expected.Find("code")), " [", TextOf(expected.Find("rule")), "] at ",
             TextOf(expected.Find("at")));
  const std::string have = StrCat(StatusCodeName(status.code()), " [", status.rule(), "] at ",
                                  running_ ? "run" : "build");
  if (have != want)
    return StrCat("failed with ", have, ", expected ", want, "\n", status.fields().headline.text());
  // An error has a headline and a help.
  if (status.fields().op.empty() && status.rule().substr(0, 5) != "shape" &&
      status.rule() != "layout.c1") {
    return StrCat("the error names no operation: ", status.fields().headline.text());
  }
  return status.fields().headline.text().find("help: ") == std::string::npos
             ? StrCat("the error has no help: ", status.fields().headline.text())
             : "";
}

// Nothing may be left behind, even after an error.
std::string CaseRunner::ReleaseAll() {
  run_.Close();
  for (const int64_t value : values_) ReleaseValue(state_, value);
  for (const std::string& release : releases_) {
    const size_t space = release.find(' ');
    const StatusOr<Json> answer = Call(release.substr(0, space), release.substr(space + 1));
    if (!answer.ok()) return answer.status().ToString();
  }
  const StatusOr<Json> statistics = Call("statistics", "{}");
  if (!statistics.ok()) return statistics.status().ToString();
  for (size_t i = 0; i < statistics->size(); ++i) {
    // The client's pool may keep memory for the next run.
    if (statistics->items()[i].text() != "0" && statistics->key(i) != "pooled_bytes")
      return StrCat("left behind: ", CaseJsonText(*statistics));
  }
  return "";
}

std::string CaseRunner::Run(const Json& json) {
  const Status status = Execute(json);
  const Json* error = json.Find("expect_error");
  const Json* expect = json.Find("expect");
  std::string wrong;
  if (status.rule() == "case" || (error == nullptr) == (expect == nullptr)) {
    wrong = StrCat("the case itself is wrong: ", status.ToString());
  } else if (error != nullptr) {
    wrong = status.ok() ? "succeeded, but must fail" : CompareError(status, *error);
  } else {
    wrong = status.ok() ? CompareResult(*expect) : status.fields().headline.text();
  }
  const std::string left = ReleaseAll();
  return wrong.empty() ? left : wrong;
}

}  // namespace hloom::testing_support
