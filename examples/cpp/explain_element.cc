// The origin of an element of a sum, and the elements that an element reaches.
#include <cstdio>

#include "hloom.h"

using namespace hloom;

int main() {
  XlaBuilder b("axis");
  XlaOp x = Parameter(&b, 0, ShapeUtil::MakeShape(F32, {2, 3}), "x");
  XlaOp v = Parameter(&b, 1, ShapeUtil::MakeShape(F32, {3}), "v");
  Add(x, v, /*broadcast_dimensions=*/{1});
  StatusOr<XlaComputation> computation = b.Build();
  if (!computation.ok()) {
    std::puts(computation.status().ToString().c_str());
    return 1;
  }
  const std::unique_ptr<HloModule> module = computation->CreateModule();
  const std::vector<Literal> arguments = {LiteralUtil::CreateR2<float>({{1, 2, 3}, {4, 5, 6}}),
                                          LiteralUtil::CreateR1<float>({7, 8, 9})};

  StatusOr<ElementExplanation> sum =
      ExplainElement(*module, {.instruction = "add.4", .index = {1, 2}}, arguments);
  std::puts(sum.ok() ? sum->ToString().c_str() : sum.status().ToString().c_str());
  StatusOr<ElementReach> reach =
      FindReach(*module, {.instruction = "v", .index = {2}}, /*to=*/"", arguments);
  std::puts(reach.ok() ? reach->sentences.back().c_str() : reach.status().ToString().c_str());

  // A question without an answer is an error with the reason.
  sum = ExplainElement(*module, {.instruction = "add.4", .index = {1, 3}}, arguments);
  std::puts(sum.status().ToString().c_str());
  return reach.ok() ? 0 : 1;
}
