#include "tables.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include "base/json.h"
#include "base/str_cat.h"
#include "builder/builder_def.h"
#include "builder/xla_builder.h"
#include "literal/convert.h"
#include "literal/literal_util.h"
#include "runtime/execution.h"
#include "support/case_files.h"

namespace hloom::testing_support {

namespace {

// The contents of a function's tables of one type, and the distance of its results, in ulps.
struct Distances {
  int64_t values = 0, not_nearest = 0;
  double worst = 0;
  std::string at;
};

StatusOr<std::vector<double>> Numbers(const Json& array) {
  std::vector<double> numbers;
  HLOOM_ASSIGN_OR_RETURN(const Json* value, array.GetArray("value"));
  for (const Json& item : value->items()) {
    HLOOM_ASSIGN_OR_RETURN(const double number, item.AsDouble());
    numbers.push_back(number);
  }
  return numbers;
}

StatusOr<std::vector<double>> RunCase(const Json& json, std::string_view function,
                                      PrimitiveType type) {
  const BuilderDef* def = FindBuilderDef(function, 0);
  if (def == nullptr)
    return InvalidArgument(Rule{"json.c5", ""}).Say(StrCat("no function ", function));
  XlaBuilder builder("table");
  std::vector<Literal> values;
  std::vector<Argument> arguments;
  HLOOM_ASSIGN_OR_RETURN(const Json* parameters, json.GetArray("parameters"));
  for (const Json& parameter : parameters->items()) {
    HLOOM_ASSIGN_OR_RETURN(const std::vector<double> numbers, Numbers(parameter));
    HLOOM_ASSIGN_OR_RETURN(Literal value,
                           ConvertElements(LiteralUtil::CreateR1<double>(numbers), type));
    Argument argument;
    argument.op = Parameter(&builder, static_cast<int64_t>(values.size()), value.shape(),
                            StrCat("p", values.size()));
    arguments.push_back(std::move(argument));
    values.push_back(std::move(value));
  }
  def->invoke(&builder, arguments);
  HLOOM_ASSIGN_OR_RETURN(const XlaComputation computation, builder.Build());
  HLOOM_ASSIGN_OR_RETURN(const Literal result, Evaluate(*computation.CreateModule(), values));
  HLOOM_ASSIGN_OR_RETURN(const Literal wide, ConvertElements(result, F64));
  const double* const data = wide.data<double>();
  return std::vector<double>(data, data + ShapeUtil::ElementsIn(wide.shape()));
}

// The distance of neighboring numbers of a type at a value.
double UlpAt(double value, PrimitiveType type) {
  int exponent;
  std::frexp(value, &exponent);
  return type == F64 ? std::ldexp(1.0, std::max(exponent - 53, -1074))
                     : std::ldexp(1.0, std::max(exponent - 24, -149));
}

Status Measure(const Json& json, std::string_view function, PrimitiveType type,
               Distances& distances) {
  HLOOM_ASSIGN_OR_RETURN(const std::vector<double> results, RunCase(json, function, type));
  HLOOM_ASSIGN_OR_RETURN(const Json* expected, json.Get("expect"));
  HLOOM_ASSIGN_OR_RETURN(const std::vector<double> exact, Numbers(*expected));
  for (size_t i = 0; i < exact.size(); ++i) {
    // The table has the nearest F64; of F32, it is rounded here, as cases are.
    const double nearest =
        type == F32 ? static_cast<double>(static_cast<float>(exact[i])) : exact[i];
    const double ulps = std::fabs(results[i] - nearest) / UlpAt(nearest, type);
    ++distances.values;
    distances.not_nearest += ulps > 0;
    if (!(ulps <= distances.worst)) {
      distances.worst = ulps;
      distances.at.clear();
      for (const Json& parameter : json.Find("parameters")->items()) {
        StrAppend(distances.at, distances.at.empty() ? "" : ", ",
                  parameter.Find("value")->items()[i].text());
      }
    }
  }
  return OkStatus();
}

bool PrintCases(const Json& cases) {
  std::string last;
  Distances wide, narrow;
  const auto print = [&] {
    if (last.empty()) return;
    std::printf("| %s | %lld | %lld | %g | %lld | %g | %s |\n", last.c_str(),
                static_cast<long long>(narrow.values), static_cast<long long>(narrow.not_nearest),
                narrow.worst, static_cast<long long>(wide.values), wide.worst, wide.at.c_str());
  };
  for (const Json& json : cases.items()) {
    const std::string& name = json.Find("name")->text();
    const size_t comma = name.find(',');
    if (comma == std::string::npos) continue;
    const std::string function = name.substr(0, comma), rest = name.substr(comma);
    const bool is_wide = rest == ", f64, of a table";
    if (!is_wide && rest != ", f32, of a table") continue;
    if (function != last) {
      print();
      last = function;
      wide = narrow = Distances();
    }
    const Status status = Measure(json, function, is_wide ? F64 : F32, is_wide ? wide : narrow);
    if (!status.ok()) {
      std::fprintf(stderr, "%s: %s\n", name.c_str(), status.ToString().c_str());
      return false;
    }
  }
  print();
  return true;
}

}  // namespace

bool PrintTablesOfCases() {
  std::printf(
      "| function | F32 values | not the nearest | F32 worst | F64 values | F64 worst | worst F64 "
      "argument |\n|---|---|---|---|---|---|---|\n");
  for (const std::string_view name : {"special-functions", "gamma-functions"}) {
    const StatusOr<Json> file = ReadCaseFile(name);
    const Json* cases = file.ok() ? file->Find("cases") : nullptr;
    if (cases == nullptr || !PrintCases(*cases)) return false;
  }
  return true;
}

}  // namespace hloom::testing_support
