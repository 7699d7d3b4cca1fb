// Calls of the generic entry, for tests of what JavaScript sends and gets.
#ifndef HLOOM_TESTS_SUPPORT_CORE_CALLER_H_
#define HLOOM_TESTS_SUPPORT_CORE_CALLER_H_

#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/str_cat.h"
#include "gtest/gtest.h"
#include "wasm/api.h"

namespace hloom::testing_support {

class CoreCaller {
 public:
  // The answer is always a JSON object with exactly one of "result" and "error".
  Json Answer(std::string_view method, std::string_view arguments) {
    StatusOr<Json> answer = ParseJson(CallCore(state_, method, arguments));
    EXPECT_TRUE(answer.ok()) << answer.status().ToString();
    EXPECT_EQ(answer->size(), 1u);
    return *std::move(answer);
  }
  Json Result(std::string_view method, std::string_view arguments) {
    const Json answer = Answer(method, arguments);
    if (const Json* error = answer.Find("error")) {
      ADD_FAILURE() << method << ": " << error->GetString("message").value();
      return Json();
    }
    return *answer.Find("result");
  }
  Json Error(std::string_view method, std::string_view arguments) {
    const Json answer = Answer(method, arguments);
    if (const Json* error = answer.Find("error")) return *error;
    ADD_FAILURE() << method << " gave no error";
    return Json();
  }

  Json Build(int builder, std::string_view function, std::string_view arguments) {
    return Answer("builder.call", StrCat(R"({"builder":)", builder, R"(,"function":")", function,
                                         R"(","arguments":)", arguments, "}"));
  }
  // Makes that builder, whose operations 1, 2 ... are parameters of these shapes.
  void Begin(int builder, std::initializer_list<std::string_view> shapes) {
    EXPECT_EQ(Result("builder.create", R"({"name":"b"})").GetInt64("builder").value(), builder);
    int number = 0;
    for (const std::string_view shape : shapes) {
      Build(builder, "Parameter",
            StrCat(R"({"parameter_number":)", number, R"(,"shape":")", shape, R"(","name":"p)",
                   number, R"("})"));
      ++number;
    }
  }

  // Compiles a computation, or a program's text, and gives the executable's handle.
  int64_t CompileComputation(int64_t computation) {
    const Json proto = Result("computation.proto", StrCat(R"({"computation":)", computation, "}"));
    return Result("engine.compile", StrCat(R"({"buffer":)", proto.GetInt64("buffer").value(), "}"))
        .GetInt64("executable")
        .value();
  }
  int64_t CompileText(std::string_view text) {
    const int64_t buffer = BufferOf(text.data(), text.size());
    const Json built = Result("computation.from_hlo_text", StrCat(R"({"buffer":)", buffer, "}"));
    return CompileComputation(built.GetInt64("computation").value());
  }

  int64_t BufferOf(const void* data, size_t size) {
    const int64_t handle = AllocateBuffer(state_, static_cast<int64_t>(size));
    if (size > 0) std::memcpy(BufferAddress(state_, handle), data, size);
    return handle;
  }
  template <typename T>
  int64_t BufferOf(const std::vector<T>& values) {
    return BufferOf(values.data(), values.size() * sizeof(T));
  }

 protected:
  InstanceState state_;
};

inline std::string RuleOf(const Json& answer) {
  const Json* error = answer.Find("error");
  return error == nullptr ? "no error" : error->GetString("rule").value();
}
// The sizes of the array that an operation gives, or the rule that it breaks.
inline std::string SizesOrRule(const Json& answer) {
  const Json* result = answer.Find("result");
  if (result == nullptr) return RuleOf(answer);
  return StrJoin(result->Find("shape")->Find("dimensions")->AsInt64List().value(), ",");
}

}  // namespace hloom::testing_support

#endif  // HLOOM_TESTS_SUPPORT_CORE_CALLER_H_
