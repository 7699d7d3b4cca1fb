#include "explain/reach.h"

#include <algorithm>
#include <utility>

#include "base/str_cat.h"
#include "explain/rules.h"
#include "ops/control/structural.h"
#include "ops/control/while.h"
#include "ops/op_eval.h"

namespace hloom {

ReachedArray::ReachedArray() = default;
ReachedArray::ReachedArray(const ReachedArray& other) = default;
ReachedArray::ReachedArray(ReachedArray&& other) noexcept = default;
ReachedArray& ReachedArray::operator=(const ReachedArray& other) = default;
ReachedArray& ReachedArray::operator=(ReachedArray&& other) noexcept = default;
ReachedArray::~ReachedArray() = default;

ElementReach::ElementReach() = default;
ElementReach::ElementReach(const ElementReach& other) = default;
ElementReach::ElementReach(ElementReach&& other) noexcept = default;
ElementReach& ElementReach::operator=(const ElementReach& other) = default;
ElementReach& ElementReach::operator=(ElementReach&& other) noexcept = default;
ElementReach::~ElementReach() = default;

namespace {

// Finding an element's sources costs as much as checking this many marks. kMostWork takes a few
// seconds.
constexpr int64_t kElementWork = 16;
constexpr int64_t kMostWork = int64_t{1} << 26;

Status TooMuchWork(const HloInstruction& instruction) {
  return ResourceExhausted(kExplainC5)
      .Op("explainElement")
      .Say(StrCat("it takes too long to find what the element reaches: ", instruction.name(),
                  " is ", instruction.shape().ToString()))
      .Help("ask about a program of smaller shapes, or about an instruction before that one");
}

// All elements that the array may have.
ElementBox BoundsOf(const Shape& shape) {
  ElementBox box;
  for (const int64_t size : shape.dimensions()) box.push_back({0, size, 1});
  return box;
}

// The intersection of a box and the hull of marks.
ElementBox Clipped(const ElementBox& box, const ElementBox& hull) {
  ElementBox clipped;
  for (size_t d = 0; d < box.size(); ++d) {
    const IndexRange& range = box[d];
    const int64_t skipped = std::max<int64_t>(hull[d].start - range.start, 0);
    const int64_t first = (skipped + range.step - 1) / range.step;
    const int64_t reach = hull[d].start + hull[d].size - 1 - range.start;
    const int64_t count = reach < 0 ? 0 : std::min(range.size, reach / range.step + 1) - first;
    clipped.push_back({range.start + first * range.step, std::max<int64_t>(count, 0), range.step});
  }
  return clipped;
}

// True if one of a source's elements is marked.
bool IsMarked(const Source& source, const ArrayMarks& marks, const Shape& shape, int64_t& work) {
  if (!marks.any()) return false;
  const auto has = [&](Span<const int64_t> index) {
    ++work;
    return Contains(marks.hull(), index) && marks.Has(shape, index);
  };
  if (!source.is_box) {
    return std::any_of(source.elements.begin(), source.elements.end(),
                       [&](const ElementIndex& index) { return has(index); });
  }
  bool found = false;
  ForEachIn(Clipped(source.box, marks.hull()), [&](Span<const int64_t> index) {
    found = has(index);
    return !found;
  });
  return found;
}

// Finds whether the sources of an element are marked.
class MarkedSources {
 public:
  MarkedSources(const ExecutedOp& op, const ElementSources& sources,
                Span<const Marks* const> operands)
      : op_(op), sources_(sources), operands_(operands) {}

  // True if the element is computed from a marked one.
  bool Reaches(const ElementPlace& at, int64_t& work) {
    found_.clear();
    sources_.Find(at, found_);
    work += kElementWork;
    for (const Source& source : found_) {
      const Marks& marks = *operands_[source.operand];
      const Literal& operand = *op_.operands[source.operand];
      const ArrayMarks& array = marks.arrays[FirstLeaf(operand.shape(), source.leaf)];
      if (IsMarked(source, array, LeafOf(operand, source.leaf).shape(), work)) return true;
    }
    return false;
  }

 private:
  const ExecutedOp& op_;
  const ElementSources& sources_;
  const Span<const Marks* const> operands_;
  std::vector<Source> found_;
};

bool AnyMarked(Span<const Marks* const> operands) {
  return std::any_of(operands.begin(), operands.end(),
                     [](const Marks* marks) { return marks->any(); });
}

// The live sizes of the result depend on marked elements.
bool SizesDepend(const HloInstruction& instruction, Span<const Marks* const> operands) {
  const OpExplain& explain = OpExplainOf(instruction);
  for (size_t i = 0; i < operands.size(); ++i) {
    if (operands[i]->sizes) return true;
    const bool says = (explain.sets_sizes && i > 0) || IsFromOutside(explain.origin);
    if (says && operands[i]->any() && instruction.shape().is_dynamic()) return true;
  }
  return false;
}

void Join(const Marks& from, const Literal& value, Marks& to) {
  const std::vector<LeafPlace> leaves = LeavesOf(value);
  to.sizes = to.sizes || from.sizes;
  for (size_t i = 0; i < leaves.size(); ++i) {
    if (!from.arrays[i].any()) continue;
    const Shape& shape = leaves[i].value->shape();
    from.arrays[i].ForEach(shape,
                           [&](Span<const int64_t> index) { to.arrays[i].Add(shape, index); });
  }
}

ReachedArray ReachedArrayOf(const ArrayMarks& marks, const LeafPlace& leaf) {
  const Shape& shape = leaf.value->shape();
  ReachedArray reached;
  reached.leaf = leaf.leaf;
  reached.count = marks.count();
  reached.box = marks.Bounds(shape);
  reached.is_box = ElementsIn(reached.box) == reached.count;
  if (reached.is_box) return reached;
  marks.ForEach(shape, [&](Span<const int64_t> index) {
    if (reached.elements.size() < kMostElementsListed) reached.elements.push_back(index.ToVector());
  });
  return reached;
}

ReachedValue ReachedValueOf(const HloInstruction& instruction, const Marks& marks,
                            const Literal& value) {
  ReachedValue reached = {instruction.name(), {}};
  const std::vector<LeafPlace> leaves = LeavesOf(value);
  for (size_t i = 0; i < leaves.size(); ++i) {
    if (marks.arrays[i].any()) reached.arrays.push_back(ReachedArrayOf(marks.arrays[i], leaves[i]));
  }
  return reached;
}

std::string ReachSentenceOf(const std::string& name, const ReachedValue& value,
                            std::string_view how) {
  if (value.arrays.empty()) return StrCat(name, " reaches nothing of ", value.instruction, ".");
  std::string what;
  for (const ReachedArray& array : value.arrays) {
    StrAppend(what, what.empty() ? "" : " and ");
    if (!array.is_box) StrAppend(what, Count(array.count, "element"), " within ");
    what.append(BoxName(value.instruction, array.leaf, array.box));
  }
  return StrCat(name, " reaches ", what, how, ".");
}

}  // namespace

StatusOr<std::unique_ptr<ReachTracer>> ReachTracer::Create(
    std::shared_ptr<const Executable> executable, ElementQuestion question, std::string to,
    const RunLimits& limits) {
  const HloModule& module = executable->module();
  HLOOM_ASSIGN_OR_RETURN(const HloInstruction* const from, FindInstruction(module, question));
  const HloInstruction* last = module.entry_computation().root();
  if (!to.empty()) {
    HLOOM_ASSIGN_OR_RETURN(last, FindByName(module, to));
  }
  std::unique_ptr<ReachTracer> tracer(
      new ReachTracer(std::move(executable), std::move(question), limits));
  tracer->from_ = from;
  tracer->to_ = last;
  for (const auto& computation : module.computations()) {
    for (const auto& instruction : computation->instructions()) {
      tracer->homes_[instruction.get()] = computation.get();
    }
  }
  tracer->answer_.instruction = from->name();
  tracer->answer_.leaf = tracer->question_.leaf;
  tracer->answer_.index = tracer->question_.index;
  tracer->answer_.result.instruction = last->name();
  return tracer;
}

ReachTracer::Activation& ReachTracer::ActivationOf(const HloComputation& computation) {
  Activation& activation = activations_[&computation];
  const size_t count = computation.instructions().size();
  if (activation.values.size() == count) return activation;
  activation.values.resize(count);
  activation.marks.resize(count);
  activation.last_use.resize(count, -1);
  for (const auto& instruction : computation.instructions()) {
    for (const HloInstruction* operand : instruction->operands()) {
      activation.last_use[static_cast<size_t>(operand->index())] = instruction->index();
    }
  }
  return activation;
}

const Literal& ReachTracer::ValueOf(const Activation& activation,
                                    const HloInstruction& instruction) const {
  return activation.values[static_cast<size_t>(instruction.index())];
}

void ReachTracer::Executed(const TraceEvent& event) {
  if (status_.ok()) status_ = Look(event);
}

Status ReachTracer::Look(const TraceEvent& event) {
  Activation& activation = ActivationOf(event.computation);
  const auto at = static_cast<size_t>(event.instruction.index());
  Marks marks = NoMarks(event.value);
  if (started_) {
    HLOOM_RETURN_IF_ERROR(AddUser(event, activation));
    HLOOM_ASSIGN_OR_RETURN(marks, Follow(event, activation));
  } else if (&event.instruction == from_ && IsAskedFor(question_, event)) {
    HLOOM_RETURN_IF_ERROR(CheckLive(question_, event));
    marks.arrays[FirstLeaf(event.value.shape(), question_.leaf)].Add(
        LeafOf(event.value, question_.leaf).shape(), question_.index);
    start_ = marks;
    started_ = true;
  }
  if (&event.instruction == to_) {
    answer_.result = ReachedValueOf(event.instruction, marks, event.value);
    reached_ = marks;
  }
  Return(event, marks);
  activation.values[at] = event.value;
  activation.marks[at] = std::move(marks);
  DropUnneeded(event, activation);
  return OkStatus();
}

// Drops values that no later instruction takes.
void ReachTracer::DropUnneeded(const TraceEvent& event, Activation& activation) const {
  for (const HloInstruction* operand : event.instruction.operands()) {
    const auto at = static_cast<size_t>(operand->index());
    if (activation.last_use[at] <= event.instruction.index()) activation.values[at] = Literal();
  }
  const auto at = static_cast<size_t>(event.instruction.index());
  if (activation.last_use[at] < 0) activation.values[at] = Literal();
}

StatusOr<Marks> ReachTracer::Follow(const TraceEvent& event, const Activation& activation) {
  const OpExplain& explain = OpExplainOf(event.instruction);
  if (explain.origin == Origin::kArgument) return FollowArgument(event);
  std::vector<const Marks*> operands;
  for (const HloInstruction* operand : event.instruction.operands()) {
    operands.push_back(&activation.marks[static_cast<size_t>(operand->index())]);
  }
  HLOOM_ASSIGN_OR_RETURN(
      Marks stated,
      FollowSources(event, activation, Span<const Marks* const>(operands.data(), operands.size())));
  if (explain.origin != Origin::kComputation) return stated;
  return FollowCall(event, activation, std::move(stated));
}

StatusOr<Marks> ReachTracer::FollowSources(const TraceEvent& event, const Activation& activation,
                                           Span<const Marks* const> operands) {
  Marks marks = NoMarks(event.value);
  if (!AnyMarked(operands)) return marks;
  if (SizesDepend(event.instruction, operands)) {
    marks = AllMarks(event.value);
    marks.sizes = event.value.shape().is_dynamic();
    return marks;
  }
  std::vector<const Literal*> values;
  for (const HloInstruction* operand : event.instruction.operands()) {
    values.push_back(&ValueOf(activation, *operand));
  }
  const ExecutedOp op = {event.instruction, Operands(values.data(), values.size()), event.value};
  HLOOM_ASSIGN_OR_RETURN(const auto sources, PrepareSources(context_, op));
  MarkedSources marked(op, *sources, operands);
  const std::vector<LeafPlace> leaves = LeavesOf(event.value);
  for (size_t i = 0; i < leaves.size(); ++i) {
    const Literal& array = *leaves[i].value;
    if (!array.shape().IsArray()) continue;
    // Dead elements may become live again by an operation that sets sizes, if only such operations
    // and operations that pass elements on are in between.
    const OpExplain& explain = OpExplainOf(event.instruction);
    const bool all = explain.sets_sizes || (explain.linear && explain.sources != nullptr);
    ForEachIn(all ? BoundsOf(array.shape()) : WholeOf(array), [&](Span<const int64_t> index) {
      if (marked.Reaches({leaves[i].leaf, index}, work_)) marks.arrays[i].Add(array.shape(), index);
      return work_ < kMostWork;
    });
    if (work_ >= kMostWork) return TooMuchWork(event.instruction);
  }
  return marks;
}

// An argument has the caller's marks, and in later iterations of a loop the marks of the body's
// result.
Marks ReachTracer::FollowArgument(const TraceEvent& event) {
  const Marks none = NoMarks(event.value);
  if (event.callers.empty()) return none;
  const TraceCaller& caller = event.callers.back();
  if (caller.iteration > 0) return returned_[caller.instruction].marks;
  const auto argument = OpExplainOf(*caller.instruction).argument;
  if (argument == nullptr || caller.instruction->operands().empty()) return none;
  const int64_t number = event.instruction.attributes<ParameterAttributes>().parameter_number;
  const Activation& outer = ActivationOf(*homes_[caller.instruction]);
  const auto place =
      argument(*caller.instruction, ValueOf(outer, *caller.instruction->operand(0)), number);
  const HloInstruction& operand = *caller.instruction->operand(place.operand);
  const Marks& marks = outer.marks[static_cast<size_t>(operand.index())];
  if (place.leaf.empty()) return marks;
  return PartOf(marks, ValueOf(outer, operand).shape(), place.leaf);
}

// The result of a computation has the marks of its root, and depends on the condition under which
// it was called.
Marks ReachTracer::FollowCall(const TraceEvent& event, const Activation& activation, Marks stated) {
  const HloInstruction& instruction = event.instruction;
  const auto found = returned_.find(&instruction);
  const OpEval& eval = GetOpEval(instruction.opcode());
  bool decided = found != returned_.end() && found->second.decided;
  const auto operand_marks = [&](size_t i) -> const Marks& {
    return activation.marks[static_cast<size_t>(instruction.operand(i)->index())];
  };
  if (eval.calls(Calls::kBranch)) decided = decided || operand_marks(0).any();
  Marks marks = std::move(stated);
  if (decided) {
    marks = AllMarks(event.value);
  } else if (found != returned_.end() && !found->second.marks.arrays.empty()) {
    const int part = OpExplainOf(instruction).returned_part;
    const size_t first = part < 0 ? 0 : FirstLeaf(event.value.shape(), {part});
    const Marks& given = found->second.marks;
    marks.sizes = marks.sizes || given.sizes;
    for (size_t i = 0; i < given.arrays.size(); ++i) marks.arrays[first + i] = given.arrays[i];
  } else if (eval.calls(Calls::kLoop)) {
    // It did not go around once.
    Join(operand_marks(0), event.value, marks);
  }
  returned_.erase(&instruction);
  return marks;
}

// The root's value is the caller's value.
void ReachTracer::Return(const TraceEvent& event, const Marks& marks) {
  if (event.callers.empty() || event.computation.root() != &event.instruction) return;
  const HloInstruction* const caller = event.callers.back().instruction;
  Returned& returned = returned_[caller];
  // Scans go around as well, and have no condition.
  const bool is_condition = GetOpEval(caller->opcode()).calls(Calls::kLoop) &&
                            caller->called_computation(kWhileCondition) == &event.computation;
  if (is_condition) {
    returned.decided = returned.decided || marks.any();
    if (returned.marks.arrays.empty()) {
      // The result of a loop without an iteration is its initial state.
      const Activation& outer = ActivationOf(*homes_[caller]);
      returned.marks = outer.marks[static_cast<size_t>(caller->operand(0)->index())];
    }
  } else {
    returned.marks = marks;
  }
}

// Records a user only at its first execution after the element was made: at that time it takes this
// very element.
Status ReachTracer::AddUser(const TraceEvent& event, const Activation& activation) {
  const HloInstruction& user = event.instruction;
  const auto operands = user.operands();
  if (std::find(operands.begin(), operands.end(), from_) == operands.end()) return OkStatus();
  for (const ReachedValue& found : answer_.users) {
    if (found.instruction == user.name()) return OkStatus();
  }
  if (OpExplainOf(user).argument != nullptr || IsUnderWay(user)) {
    answer_.users.push_back({user.name(), {}});
    return OkStatus();
  }
  std::vector<Marks> none;
  std::vector<const Marks*> marks;
  none.reserve(operands.size());
  for (const HloInstruction* operand : operands) {
    none.push_back(NoMarks(ValueOf(activation, *operand)));
    marks.push_back(operand == from_ ? &start_ : &none.back());
  }
  HLOOM_ASSIGN_OR_RETURN(
      const Marks reached,
      FollowSources(event, activation, Span<const Marks* const>(marks.data(), marks.size())));
  answer_.users.push_back(ReachedValueOf(user, reached, event.value));
  return OkStatus();
}

StatusOr<ElementReach> ReachTracer::Take() {
  HLOOM_RETURN_IF_ERROR(status_);
  if (!started_) return NeverExecuted(executable_->module(), question_);
  const std::string name = ElementName(answer_.instruction, answer_.leaf, answer_.index);
  for (const ReachedValue& user : answer_.users) {
    answer_.sentences.push_back(ReachSentenceOf(name, user, " in one step"));
  }
  answer_.sentences.push_back(ReachSentenceOf(name, answer_.result, ""));
  return std::move(answer_);
}

StatusOr<ElementReach> FindReach(std::shared_ptr<const Executable> executable,
                                 const ElementQuestion& question, const std::string& to,
                                 Span<const Literal> arguments, const RunLimits& limits,
                                 Host* host) {
  HLOOM_ASSIGN_OR_RETURN(const auto tracer, ReachTracer::Create(executable, question, to, limits));
  HLOOM_RETURN_IF_ERROR(RunUntilFull(executable, arguments, limits, host, *tracer));
  return tracer->Take();
}

StatusOr<ElementReach> FindReach(const HloModule& module, const ElementQuestion& question,
                                 const std::string& to, Span<const Literal> arguments,
                                 const RunLimits& limits, Host* host) {
  HLOOM_ASSIGN_OR_RETURN(auto executable, Executable::CreateFor(module));
  return FindReach(std::move(executable), question, to, arguments, limits, host);
}

namespace {

void WriteValue(const ReachedValue& value, JsonWriter& json) {
  json.BeginObject().Key("instruction").String(value.instruction).Key("arrays").BeginArray();
  for (const ReachedArray& array : value.arrays) {
    json.BeginObject().Key("tuple_index").Int64List(array.leaf);
    json.Key("count").Int64AsString(array.count).Key("is_box").Bool(array.is_box).Key("box");
    WriteBox(array.box, json);
    json.Key("elements").BeginArray();
    for (const ElementIndex& index : array.elements) json.Int64List(index);
    json.EndArray().EndObject();
  }
  json.EndArray().EndObject();
}

}  // namespace

void WriteJson(const ElementReach& reach, JsonWriter& json) {
  json.BeginObject().Key("instruction").String(reach.instruction);
  json.Key("tuple_index").Int64List(reach.leaf).Key("index").Int64List(reach.index);
  json.Key("users").BeginArray();
  for (const ReachedValue& user : reach.users) WriteValue(user, json);
  json.EndArray().Key("result");
  WriteValue(reach.result, json);
  json.Key("sentences").StringList(reach.sentences).EndObject();
}

}  // namespace hloom
