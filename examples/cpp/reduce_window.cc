// The largest element in each window of 2x3: the snippet of the text on ReduceWindow, with today's
// builder functions. The original took a client for its builders, called methods of them, and
// passed *max.
#include <cstdio>

#include "hloom.h"

using namespace hloom;

int main() {
  // A computation for the reduction (maximum).
  XlaBuilder reduction("max");
  XlaOp y = Parameter(&reduction, 0, ShapeUtil::MakeShape(F32, {}), "y");
  XlaOp x = Parameter(&reduction, 1, ShapeUtil::MakeShape(F32, {}), "x");
  Max(y, x);
  XlaComputation max = reduction.Build().value();

  XlaBuilder builder("reduce_window_2x3");
  XlaOp input = Parameter(&builder, 0, ShapeUtil::MakeShape(F32, {4, 6}), "input");
  XlaOp init = ConstantLiteral(&builder, LiteralUtil::MinValue(F32).value());
  ReduceWindow(input, init, max, /*window_dimensions=*/{2, 3}, /*window_strides=*/{2, 3},
               Padding::kValid);

  StatusOr<XlaComputation> computation = builder.Build();
  if (!computation.ok()) {
    std::puts(computation.status().ToString().c_str());
    return 1;
  }
  Literal matrix = LiteralUtil::CreateR2<float>({{1, 2, 3, 4, 5, 6},
                                                 {7, 8, 9, 10, 11, 12},
                                                 {24, 23, 22, 21, 20, 19},
                                                 {18, 17, 16, 15, 14, 13}});
  StatusOr<Literal> result = Evaluate(*computation->CreateModule(), {matrix});
  std::puts(result.ok() ? result->ToString().c_str() : result.status().ToString().c_str());
  return result.ok() ? 0 : 1;
}
