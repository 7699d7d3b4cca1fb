// Shared by the examples: values without their errors, and runs that give their arguments up.
#ifndef HLOOM_EXAMPLES_CPP_SUPPORT_H_
#define HLOOM_EXAMPLES_CPP_SUPPORT_H_

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <utility>
#include <vector>

#include "hloom.h"

// The value; where there is an error instead, it is printed and the program ends.
template <typename T>
T ValueOf(hloom::StatusOr<T> result) {
  if (result.ok()) return *std::move(result);
  std::puts(result.status().ToString().c_str());
  std::exit(1);
}

using Program = std::shared_ptr<const hloom::Executable>;

// A program that is prepared once can run many times.
inline Program Compile(std::shared_ptr<const hloom::HloModule> module) {
  return ValueOf(hloom::Executable::Create(std::move(module)));
}
inline Program Compile(hloom::XlaBuilder& builder) {
  return Compile(ValueOf(builder.Build()).CreateModule());
}

// One run. A Literal is a handle, so that arguments and results are not copied. An argument
// that the caller moves in belongs to the run, which may compute in its memory.
inline std::vector<hloom::Literal> Run(const Program& program,
                                       std::vector<hloom::Literal> arguments) {
  const auto execution = ValueOf(hloom::Execution::Start(program, arguments));
  arguments.clear();
  const hloom::Literal result = ValueOf(execution->RunToEnd());
  if (!result.shape().IsTuple()) return {result};
  return {result.elements().begin(), result.elements().end()};
}

#endif  // HLOOM_EXAMPLES_CPP_SUPPORT_H_
