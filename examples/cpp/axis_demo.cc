#include <cstdio>

#include "hloom.h"

using namespace hloom;

int main() {
  XlaBuilder b("axis_demo");
  XlaOp x = Parameter(&b, 0, ShapeUtil::MakeShape(F32, {2, 3}), "x");
  XlaOp v = Parameter(&b, 1, ShapeUtil::MakeShape(F32, {3}), "v");
  Add(x, v, /*broadcast_dimensions=*/{1});

  StatusOr<XlaComputation> computation = b.Build();
  if (!computation.ok()) {
    std::puts(computation.status().ToString().c_str());
    return 1;
  }
  Literal x_value = LiteralUtil::CreateR2<float>({{1, 2, 3}, {4, 5, 6}});
  Literal v_value = LiteralUtil::CreateR1<float>({7, 8, 9});
  StatusOr<Literal> y = Evaluate(*computation->CreateModule(), {x_value, v_value});
  std::puts(y.ok() ? y->ToString().c_str() : y.status().ToString().c_str());

  // A wrong call does not end the program: the builder keeps the first error until Build().
  XlaBuilder wrong("wrong");
  XlaOp matrix = Parameter(&wrong, 0, ShapeUtil::MakeShape(F32, {2, 3}), "matrix");
  XlaOp vector = Parameter(&wrong, 1, ShapeUtil::MakeShape(F32, {3}), "vector");
  Add(matrix, vector);
  std::puts(wrong.Build().status().ToString().c_str());
  return y.ok() ? 0 : 1;
}
