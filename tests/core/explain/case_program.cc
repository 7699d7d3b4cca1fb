#include "explain/case_program.h"

#include <cstring>

#include "text/proto/hlo_proto.h"
#include "wasm/leaves.h"

namespace hloom::testing_support {

namespace {

StatusOr<Literal> ArgumentFrom(const Shape& shape, std::vector<CaseLeaf>& leaves, size_t& next) {
  if (shape.IsTuple()) {
    std::vector<Literal> elements;
    for (const Shape& element : shape.tuple_shapes()) {
      HLOOM_ASSIGN_OR_RETURN(Literal literal, ArgumentFrom(element, leaves, next));
      elements.push_back(std::move(literal));
    }
    return Literal::MakeTuple(std::move(elements));
  }
  if (!shape.IsArray()) return Literal::MakeToken();
  CaseLeaf& leaf = leaves[next++];
  HLOOM_ASSIGN_OR_RETURN(Buffer buffer, Buffer::Allocate(static_cast<int64_t>(leaf.bytes.size())));
  if (!leaf.bytes.empty()) std::memcpy(buffer.data(), leaf.bytes.data(), leaf.bytes.size());
  return LiteralFromLeaf(std::make_shared<const Shape>(shape), {std::move(buffer), leaf.sizes},
                         nullptr);
}

StatusOr<std::vector<Literal>> ArgumentsOf(const Json& json) {
  const Json* given = json.Find("arguments");
  if (given == nullptr) given = json.Find("parameters");
  std::vector<Literal> arguments;
  if (given == nullptr) return arguments;
  for (const Json& argument : given->items()) {
    HLOOM_ASSIGN_OR_RETURN(const std::string text, argument.GetString("shape"));
    HLOOM_ASSIGN_OR_RETURN(const Shape shape, ShapeUtil::ParseShape(text));
    HLOOM_ASSIGN_OR_RETURN(const Json* value, argument.Get("value"));
    HLOOM_ASSIGN_OR_RETURN(std::vector<CaseLeaf> leaves,
                           EncodeCaseValue(shape, *value, argument.Find("sizes")));
    size_t next = 0;
    HLOOM_ASSIGN_OR_RETURN(Literal literal, ArgumentFrom(shape, leaves, next));
    arguments.push_back(std::move(literal));
  }
  return arguments;
}

}  // namespace

StatusOr<CaseProgram> ReadCaseProgram(const Json& json) {
  // Explanations are of runs on one device.
  if (json.Find("replicas") != nullptr || json.Find("partitions") != nullptr) return CaseProgram();
  CaseRunner runner;
  CaseRunner::Record record;
  runner.set_record(&record);
  CaseProgram read;
  if (json.Find("expect") == nullptr || !runner.Run(json).empty()) return read;
  HLOOM_ASSIGN_OR_RETURN(auto module, HloModuleFromProto(record.module));
  HLOOM_ASSIGN_OR_RETURN(read.arguments, ArgumentsOf(json));
  HLOOM_ASSIGN_OR_RETURN(read.program, Executable::Create(std::move(module)));
  HLOOM_ASSIGN_OR_RETURN(const auto execution, Execution::Start(read.program, read.arguments));
  HLOOM_ASSIGN_OR_RETURN(read.result, execution->RunToEnd());
  return read;
}

std::vector<ElementIndex> Samples(const Literal& array) {
  std::vector<ElementIndex> samples;
  if (ElementsIn(WholeOf(array)) == 0) return samples;
  for (const int64_t part : {0, 1, 2}) {
    ElementIndex index;
    for (const int64_t size : array.live_sizes()) index.push_back((size - 1) * part / 2);
    if (samples.empty() || samples.back() != index) samples.push_back(std::move(index));
  }
  return samples;
}

std::string CaseTestName(const ::testing::TestParamInfo<std::string>& info) {
  std::string name = info.param;
  for (char& c : name) c = c == '-' ? '_' : c;
  return name;
}

}  // namespace hloom::testing_support
