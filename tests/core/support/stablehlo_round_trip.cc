#include "support/stablehlo_round_trip.h"

#include <string_view>
#include <vector>

#include "base/json_writer.h"
#include "base/str_cat.h"
#include "ops/control/structural.h"
#include "support/case_runner.h"
#include "support/case_values.h"
#include "text/hlo/hlo_text.h"
#include "text/mlir/mlir_text.h"
#include "text/stablehlo/stablehlo_importer.h"

namespace hloom::testing_support {

namespace {

// HLO text of a program with the signature of `original` that calls `imported`, whose parameters and
// results are the arrays in the tuples of the original's.
class Wrapper {
 public:
  static std::string Text(const HloModule& original, const HloModule& imported) {
    Wrapper wrapper;
    const HloComputation& entry = imported.entry_computation();
    std::string text = HloModuleToText(imported);
    text.erase(0, text.find('\n'));
    const size_t at = text.find("\nENTRY ");
    text.erase(at + 1, std::string_view("ENTRY ").size());
    const HloModuleConfig& config = original.config();
    text = StrCat("HloModule again, replica_count=", config.replica_count,
                  ", num_partitions=", config.num_partitions, "\n", text);
    for (const HloInstruction* parameter : original.entry_computation().parameters()) {
      const int64_t number = parameter->attributes<ParameterAttributes>().parameter_number;
      wrapper.Flatten(parameter->shape(),
                      wrapper.Add(parameter->shape(), StrCat("parameter(", number, ")")));
    }
    const Shape& result = entry.root()->shape();
    wrapper.called_ = wrapper.Add(
        result, StrCat("call(", StrJoin(wrapper.leaves_, ", "), "), to_apply=%", entry.name()));
    wrapper.is_tuple_ = result.IsTuple();
    const std::string root = wrapper.Rebuild(original.entry_computation().root()->shape());
    wrapper.lines_.insert(wrapper.lines_.find("  " + root + " = ") + 2, "ROOT ");
    return StrCat(text, "\nENTRY %wrapper_of_all {\n", wrapper.lines_, "}\n");
  }

 private:
  std::string Add(const Shape& shape, std::string_view operation) {
    const std::string name = StrCat("%wrap", next_++);
    StrAppend(lines_, "  ", name, " = ", shape.ToString(true), " ", operation, "\n");
    return name;
  }
  std::string Get(const Shape& shape, const std::string& tuple, int64_t index) {
    return Add(shape, StrCat("get-tuple-element(", tuple, "), index=", index));
  }
  void Flatten(const Shape& shape, const std::string& name) {
    if (!shape.IsTuple()) return leaves_.push_back(name);
    for (size_t i = 0; i < shape.tuple_shapes().size(); ++i) {
      const Shape& element = shape.tuple_shapes()[i];
      Flatten(element, Get(element, name, static_cast<int64_t>(i)));
    }
  }
  std::string Rebuild(const Shape& shape) {
    if (!shape.IsTuple()) {
      return Add(shape, StrCat("copy(", is_tuple_ ? Get(shape, called_, result_++) : called_, ")"));
    }
    std::vector<std::string> elements;
    for (const Shape& element : shape.tuple_shapes()) elements.push_back(Rebuild(element));
    return Add(shape, StrCat("tuple(", StrJoin(elements, ", "), ")"));
  }

  std::string lines_;
  std::vector<std::string> leaves_;
  std::string called_;
  bool is_tuple_ = false;
  int64_t result_ = 0;
  int next_ = 0;
};

// The case with another program.
std::string WithProgram(const Json& json, std::string_view hlo) {
  std::string text;
  JsonWriter writer(&text);
  writer.BeginObject();
  for (size_t i = 0; i < json.size(); ++i) {
    const std::string& key = json.key(i);
    if (key == "steps" || key == "root" || key == "computations" || key == "hlo") continue;
    writer.Key(key).Raw(CaseJsonText(json.items()[i]));
  }
  std::vector<std::string> lines;
  for (size_t begin = 0; begin < hlo.size();) {
    const size_t end = hlo.find('\n', begin);
    lines.emplace_back(hlo.substr(begin, end - begin));
    begin = end + 1;
  }
  writer.Key("hlo").StringList(lines).EndObject();
  return text;
}

}  // namespace

std::string StableHloRoundTrip(const Json& json, const HloModule& module, const std::string& text) {
  const auto trees = mlir::ParseMlirText(text);
  if (!trees.ok()) return trees.status().ToString();
  const StatusOr<XlaComputation> computation = ImportStableHlo(*(*trees)[0], {.source = text});
  if (!computation.ok()) return computation.status().ToString();
  const std::string hlo = Wrapper::Text(module, *computation->CreateModule());
  const StatusOr<Json> again = ParseJson(WithProgram(json, hlo));
  if (!again.ok()) return again.status().ToString();
  const std::string failure = CaseRunner().Run(*again);
  return failure.empty() ? "" : StrCat(failure, "\n", hlo);
}

std::string ProtoOfCase(const Json& json) {
  CaseRunner runner;
  CaseRunner::Record record;
  runner.set_record(&record);
  return json.Find("expect") != nullptr && runner.Run(json).empty() ? record.module : "";
}

}  // namespace hloom::testing_support
