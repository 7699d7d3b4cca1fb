#include "wasm/element_question.h"

#include <utility>

#include "base/str_cat.h"

namespace hloom {

StatusOr<std::unique_ptr<ElementQuestionRun>> ElementQuestionRun::FromJson(const Json& arguments) {
  auto run = std::make_unique<ElementQuestionRun>();
  HLOOM_ASSIGN_OR_RETURN(run->question_.instruction, arguments.GetString("instruction"));
  HLOOM_ASSIGN_OR_RETURN(run->question_.leaf, arguments.GetInt64List("tuple_index"));
  HLOOM_ASSIGN_OR_RETURN(run->question_.index, arguments.GetInt64List("index"));
  if (const Json* round = arguments.Find("round")) {
    HLOOM_ASSIGN_OR_RETURN(run->question_.round, round->AsInt64());
  }
  if (const Json* reaches = arguments.Find("reach")) {
    HLOOM_ASSIGN_OR_RETURN(run->reaches_, reaches->AsBool());
  }
  if (const Json* to = arguments.Find("to")) {
    HLOOM_ASSIGN_OR_RETURN(run->to_, to->AsString());
  }
  return run;
}

Status ElementQuestionRun::Begin(std::shared_ptr<const Executable> executable, RunLimits& limits) {
  if (reaches_) {
    HLOOM_ASSIGN_OR_RETURN(reach_,
                           ReachTracer::Create(std::move(executable), question_, to_, limits));
    limits.tracer = reach_.get();
  } else {
    HLOOM_ASSIGN_OR_RETURN(explainer_, Explainer::Create(std::move(executable), question_, limits));
    limits.tracer = explainer_.get();
  }
  return OkStatus();
}

Status ElementQuestionRun::End() {
  JsonWriter json(&answer_);
  if (reach_ != nullptr) {
    HLOOM_ASSIGN_OR_RETURN(const ElementReach reach, reach_->Take());
    WriteJson(reach, json);
  } else {
    HLOOM_ASSIGN_OR_RETURN(const ElementExplanation explanation, explainer_->Take());
    WriteJson(explanation, json);
  }
  return OkStatus();
}

std::string ElementQuestionRun::Take() { return StrCat("[", std::exchange(answer_, ""), "]"); }

}  // namespace hloom
