// A question to a run about an element, instead of its result: the element's origin, or the
// elements that it reaches.
#ifndef HLOOM_WASM_ELEMENT_QUESTION_H_
#define HLOOM_WASM_ELEMENT_QUESTION_H_

#include <memory>
#include <string>

#include "base/json.h"
#include "explain/reach.h"

namespace hloom {

class ElementQuestionRun {
 public:
  // The arguments of engine.explain.
  static StatusOr<std::unique_ptr<ElementQuestionRun>> FromJson(const Json& arguments);

  // The run is about to start, under these limits: afterwards they name the tracer.
  Status Begin(std::shared_ptr<const Executable> executable, RunLimits& limits);
  bool begun() const { return explainer_ != nullptr || reach_ != nullptr; }
  // Returns whether the rest of the run is not needed.
  bool answered() const { return begun() && tracer().full(); }
  // Called when the run has ended, or is not needed any more: stores the answer, or returns its
  // error.
  Status End();
  // Returns the answer, one JSON value in a list, only once.
  std::string Take();

 private:
  const Tracer& tracer() const {
    return explainer_ != nullptr ? static_cast<const Tracer&>(*explainer_) : *reach_;
  }

  ElementQuestion question_;
  bool reaches_ = false;
  std::string to_;
  std::unique_ptr<Explainer> explainer_;
  std::unique_ptr<ReachTracer> reach_;
  std::string answer_;
};

}  // namespace hloom

#endif  // HLOOM_WASM_ELEMENT_QUESTION_H_
