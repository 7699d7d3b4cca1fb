// Softmax regression learns from which of three clouds a point is: each cloud has a score, a sum of
// weighed coordinates. The twin of examples/learning/softmax-regression.mjs.
#include <cmath>

#include "support.h"

using namespace hloom;

constexpr int kPoints = 300;

// (weights, points, clouds) -> (new weights, loss, accuracy)
void BuildStep(XlaBuilder* b) {
  const XlaOp weights = Parameter(b, 0, ShapeUtil::MakeShape(F32, {3, 3}), "weights");
  const XlaOp points = Parameter(b, 1, ShapeUtil::MakeShape(F32, {kPoints, 3}), "points");
  const XlaOp clouds = Parameter(b, 2, ShapeUtil::MakeShape(S32, {kPoints}), "clouds");

  const XlaOp chances = Softmax(Dot(points, weights), {1});
  const XlaOp truth = OneHot(clouds, /*depth=*/3, /*axis=*/1, F32);
  const XlaOp loss = -Mean(Log(Sum(chances * truth, {1})));
  const XlaOp right = Eq(ArgMax(chances, S32, /*axis=*/1), clouds);
  const XlaOp accuracy = Mean(ConvertElementType(right, F32));

  const XlaOp errors = (chances - truth) / ConstantR0<float>(b, kPoints);
  const XlaOp gradient = Dot(Transpose(points, {1, 0}), errors);
  Tuple(b, {weights - gradient, loss, accuracy});
}

int main() {
  const double centers[3][2] = {{-2, -1}, {2, -1}, {0, 2}};
  std::vector<float> coordinates;
  std::vector<int32_t> numbers;
  for (int i = 0; i < kPoints; ++i) {
    const auto& [x, y] = centers[i % 3];
    numbers.push_back(i % 3);
    for (const double value : {1.0, x + 2 * std::sin(i * i), y + 2 * std::sin(i * i * i)})
      coordinates.push_back(static_cast<float>(value));
  }
  const Literal points = LiteralUtil::CreateFromSpan<float>({kPoints, 3}, coordinates);
  const Literal clouds = LiteralUtil::CreateR1<int32_t>(numbers);

  XlaBuilder b("step");
  BuildStep(&b);
  const Program step = Compile(b);
  Literal weights = LiteralUtil::Zero(ShapeUtil::MakeShape(F32, {3, 3}));
  for (int round = 0; round <= 100; ++round) {
    std::vector<Literal> next = Run(step, {weights, points, clouds});
    if (round % 20 == 0) {
      std::printf("step %d: loss %.4f, accuracy %.2f\n", round,
                  static_cast<double>(next[1].GetFirstElement<float>()),
                  static_cast<double>(next[2].GetFirstElement<float>()));
    }
    weights = std::move(next[0]);
  }
  std::printf("weights of 1, x and y in the scores of the clouds: %s\n",
              weights.ToString().c_str());
}
