// Uses exceptions, RTTI and XLA's own include path and namespace: none of it may bother hloom's
// headers.
#include "builder/xla_builder.h"

#include <cstdio>
#include <stdexcept>
#include <typeinfo>
#include <vector>

#include "xla.h"

namespace {

xla::XlaComputation Sum() {
  xla::XlaBuilder builder("sum");
  const xla::Shape scalar = xla::ShapeUtil::MakeShape(xla::F32, {});
  xla::XlaOp a = xla::Parameter(&builder, 0, scalar, "a");
  xla::XlaOp b = xla::Parameter(&builder, 1, scalar, "b");
  xla::StatusOr<xla::XlaComputation> sum = builder.Build(xla::Add(a, b));
  if (!sum.ok()) throw std::runtime_error(sum.status().ToString());
  return std::move(sum).value();
}

}  // namespace

int main() {
  try {
    xla::XlaBuilder builder("main");
    const std::vector<int64_t> dimensions = {2, 3};
    xla::XlaOp x =
        xla::Parameter(&builder, 0, xla::ShapeUtil::MakeShape(xla::F32, dimensions), "x");
    xla::Reduce(x, xla::ConstantR0<float>(&builder, 0), Sum(), {0});
    xla::StatusOr<xla::XlaComputation> computation = builder.Build();
    if (!computation.ok()) throw std::runtime_error(computation.status().ToString());
    xla::Literal value = xla::LiteralUtil::CreateR2<float>({{1, 2, 3}, {4, 5, 6}});
    xla::StatusOr<xla::Literal> result = xla::Evaluate(*computation->CreateModule(), {value});
    std::puts(result.value().ToString().c_str());
  } catch (const std::exception& error) {
    std::printf("%s: %s\n", typeid(error).name(), error.what());
    return 1;
  }
}
