// Reach: the elements of a program's values that an element has an effect on. It is the reverse of
// explain/explainer.h: it follows a run, and marks the elements of each instruction that are computed
// from marked ones.
#ifndef HLOOM_EXPLAIN_REACH_H_
#define HLOOM_EXPLAIN_REACH_H_

#include <memory>
#include <string>
#include <vector>

#include "explain/explainer.h"
#include "explain/marks.h"

namespace hloom {

// Elements of an array that are reached.
struct ReachedArray {
  ReachedArray();
  ReachedArray(const ReachedArray& other);
  ReachedArray(ReachedArray&& other) noexcept;
  ReachedArray& operator=(const ReachedArray& other);
  ReachedArray& operator=(ReachedArray&& other) noexcept;
  ~ReachedArray();

  ShapeIndex leaf;  // the place of the array in its value
  int64_t count = 0;
  // Exactly the box, or within it.
  bool is_box = false;
  ElementBox box;
  // If it is not a box: the first elements, at most kMostElementsListed.
  std::vector<ElementIndex> elements;
};

struct ReachedValue {
  std::string instruction;
  std::vector<ReachedArray> arrays;  // the arrays with a reached element
};

struct ElementReach {
  ElementReach();
  ElementReach(const ElementReach& other);
  ElementReach(ElementReach&& other) noexcept;
  ElementReach& operator=(const ElementReach& other);
  ElementReach& operator=(ElementReach&& other) noexcept;
  ~ElementReach();

  std::string instruction;
  ShapeIndex leaf;
  ElementIndex index;
  // The instructions that take the element, with the elements that they compute from it.
  std::vector<ReachedValue> users;
  // Finally: the requested instruction, or the root.
  ReachedValue result;
  std::vector<std::string> sentences;
};

class ReachTracer final : public Tracer {
 public:
  // `to` is the name of the instruction whose elements are requested; "": the root. The last time
  // that it is executed counts.
  static StatusOr<std::unique_ptr<ReachTracer>> Create(std::shared_ptr<const Executable> executable,
                                                       ElementQuestion question, std::string to,
                                                       const RunLimits& limits);

  void Executed(const TraceEvent& event) override;
  bool full() const override { return !status_.ok(); }
  // After the run.
  StatusOr<ElementReach> Take();
  // The reached elements of `result`.
  const Marks& reached() const { return reached_; }

 private:
  // The state of a computation's last call.
  struct Activation {
    std::vector<Literal> values;  // by instruction, as long as they are needed
    std::vector<Marks> marks;
    std::vector<int64_t> last_use;
  };
  // The result of the last computation that an instruction called, and whether its calls depend on
  // a marked element.
  struct Returned {
    Marks marks;
    bool decided = false;
  };

  ReachTracer(std::shared_ptr<const Executable> executable, ElementQuestion question,
              const RunLimits& limits)
      : executable_(std::move(executable)), question_(std::move(question)), context_(limits) {}

  Status Look(const TraceEvent& event);
  Activation& ActivationOf(const HloComputation& computation);
  const Literal& ValueOf(const Activation& activation, const HloInstruction& instruction) const;
  StatusOr<Marks> Follow(const TraceEvent& event, const Activation& activation);
  StatusOr<Marks> FollowSources(const TraceEvent& event, const Activation& activation,
                                Span<const Marks* const> operands);
  Marks FollowArgument(const TraceEvent& event);
  Marks FollowCall(const TraceEvent& event, const Activation& activation, Marks stated);
  Status AddUser(const TraceEvent& event, const Activation& activation);
  void Return(const TraceEvent& event, const Marks& marks);
  void DropUnneeded(const TraceEvent& event, Activation& activation) const;

  const std::shared_ptr<const Executable> executable_;
  const ElementQuestion question_;
  RunsOnNumbers context_;
  const HloInstruction* from_ = nullptr;
  const HloInstruction* to_ = nullptr;
  std::unordered_map<const HloInstruction*, const HloComputation*> homes_;
  std::unordered_map<const HloComputation*, Activation> activations_;
  std::unordered_map<const HloInstruction*, Returned> returned_;
  bool started_ = false;
  Marks start_;  // only the element, for the instructions that take it
  ElementReach answer_;
  Marks reached_;
  int64_t work_ = 0;
  Status status_;
};

// Runs a program with these arguments to its end, and finds the elements that an element has an
// effect on: directly, and finally in the instruction `to`, or in the root if `to` is "":
//
//   FindReach(*module, {.instruction = "v", .index = {2}}, "", {x, v})->sentences
//     "v[2] reaches add.4[0..1,2]."
//
// The rest is as in ExplainElement. explain.c5: there are too many elements to look at.
StatusOr<ElementReach> FindReach(const HloModule& module, const ElementQuestion& question,
                                 const std::string& to, Span<const Literal> arguments,
                                 const RunLimits& limits = {}, Host* host = nullptr);
// The same for a program that was compiled before.
StatusOr<ElementReach> FindReach(std::shared_ptr<const Executable> executable,
                                 const ElementQuestion& question, const std::string& to,
                                 Span<const Literal> arguments, const RunLimits& limits = {},
                                 Host* host = nullptr);

void WriteJson(const ElementReach& reach, JsonWriter& json);

}  // namespace hloom

#endif  // HLOOM_EXPLAIN_REACH_H_
