// A training loop: a network with one hidden layer learns XOR, which no straight line divides, then
// two moons. The step, with its gradient derived by hand, is written as HLO:
//
//   training examples/programs/mlp_step.hlo
//
// Values lie where programs run, and weights are handed from step to step without being copied. The
// twin of examples/learning/training.mjs.
#include <cmath>
#include <cstdint>
#include <fstream>
#include <functional>
#include <sstream>
#include <string>

#include "support.h"

using namespace hloom;

constexpr int64_t kUnits = 16;
constexpr int64_t kBatchSize = 100;
constexpr int64_t kRows = 13;
constexpr int64_t kColumns = 41;

// Numbers in [0, 1) that look random and are the same in every run.
class Generator {
 public:
  double operator()() {
    state_ = state_ * 1664525 + 1013904223;
    return state_ / 4294967296.0;
  }

 private:
  uint32_t state_ = 1;
};

// Points of the plane, and the class of each.
struct Batch {
  Literal points;
  Literal classes;
};
using Weights = std::vector<Literal>;  // w1, b1, w2, b2

Literal Zeros(Span<const int64_t> sizes) {
  return LiteralUtil::Zero(ShapeUtil::MakeShape(F32, sizes));
}

// A literal is where programs run, so that weights are never copied to them.
Weights FirstWeights(Generator& random) {
  Weights weights = {Zeros({2, kUnits}), Zeros({kUnits}), Zeros({kUnits}), Zeros({})};
  for (Literal* of_product : {&weights[0], &weights[2]}) {
    for (int64_t i = 0; i < of_product->element_count(); ++i)
      of_product->mutable_data<float>()[i] = static_cast<float>(2 * random() - 1);
  }
  return weights;
}

// The network alone, for `count` points: the forward half of the step.
Program Network(int64_t count) {
  XlaBuilder b("network");
  const XlaOp w1 = Parameter(&b, 0, ShapeUtil::MakeShape(F32, {2, kUnits}), "w1");
  const XlaOp b1 = Parameter(&b, 1, ShapeUtil::MakeShape(F32, {kUnits}), "b1");
  const XlaOp w2 = Parameter(&b, 2, ShapeUtil::MakeShape(F32, {kUnits}), "w2");
  const XlaOp b2 = Parameter(&b, 3, ShapeUtil::MakeShape(F32, {}), "b2");
  const XlaOp points = Parameter(&b, 4, ShapeUtil::MakeShape(F32, {count, 2}), "points");
  const XlaOp hidden = Tanh(Add(Dot(points, w1), b1, /*broadcast_dimensions=*/{1}));
  Logistic(Dot(hidden, w2) + b2);
  return Compile(b);
}

// The chances of class 1.
Literal ChancesOf(const Program& network, Weights arguments, const Literal& points) {
  arguments.push_back(points);
  return Run(network, std::move(arguments))[0];
}

// Points of two moons that reach into each other, with their classes by turns.
Batch Moons(Generator& random) {
  Batch batch{Zeros({kBatchSize, 2}), Zeros({kBatchSize})};
  for (int64_t i = 0; i < kBatchSize; ++i) {
    const double angle = 3.141592653589793 * random();
    const double x = std::cos(angle);
    const double y = std::sin(angle);
    const double dx = 0.3 * (random() - 0.5);
    const double dy = 0.3 * (random() - 0.5);
    const bool second = i % 2 == 1;
    batch.classes.Set<float>({i}, second ? 1 : 0);
    batch.points.Set<float>({i, 0}, static_cast<float>((second ? 0.5 - x : x - 0.5) + dx));
    batch.points.Set<float>({i, 1}, static_cast<float>((second ? 0.25 - y : y - 0.25) + dy));
  }
  return batch;
}

using NextBatch = std::function<Batch()>;
using Report = std::function<void(const Weights& weights)>;

// Trains for 1000 steps on what `next_batch` gives, and reports some of them.
Weights Train(const Program& step, Generator& random, const NextBatch& next_batch,
              const Report& report) {
  const Literal rate = LiteralUtil::CreateR0<float>(1);
  Weights weights = FirstWeights(random);
  for (int n = 1; n <= 1000; ++n) {
    Batch batch = next_batch();
    // The old weights are given up, so that the step may compute the new ones in their memory.
    std::vector<Literal> arguments = std::move(weights);
    arguments.insert(arguments.end(), {batch.points, batch.classes, rate});
    weights = Run(step, std::move(arguments));
    const double loss = static_cast<double>(weights.back().GetFirstElement<float>());
    weights.pop_back();
    if (n != 1 && n != 10 && n != 100 && n != 1000) continue;
    std::printf("%5d  %.4f  ", n, loss);
    report(weights);
  }
  return weights;
}

// XOR: four points, so often that they fill a batch.
void LearnXor(const Program& step, Generator& random) {
  const Literal corners = LiteralUtil::CreateR2<float>({{0, 0}, {0, 1}, {1, 0}, {1, 1}});
  Batch batch{Zeros({kBatchSize, 2}), Zeros({kBatchSize})};
  for (int64_t i = 0; i < kBatchSize; ++i) {
    const int64_t x = i / 2 % 2;
    const int64_t y = i % 2;
    batch.points.Set<float>({i, 0}, static_cast<float>(x));
    batch.points.Set<float>({i, 1}, static_cast<float>(y));
    batch.classes.Set<float>({i}, x != y ? 1 : 0);
  }
  const Program network = Network(4);
  std::printf("XOR: the chance of class 1\n step    loss    (0,0)  (0,1)  (1,0)  (1,1)\n");
  const auto report = [&](const Weights& weights) {
    const Literal chances = ChancesOf(network, weights, corners);
    for (int64_t i = 0; i < 4; ++i)
      std::printf("%7.2f", static_cast<double>(chances.Get<float>({i})));
    std::printf("\n");
  };
  Train(
      step, random, [&] { return batch; }, report);
}

// Draws the plane from (-2,1.2) to (2,-1.2): dotted where the network predicts class 1, and the
// points as o and x.
void DrawPlane(const Weights& weights, const Batch& batch) {
  Literal cells = Zeros({kRows * kColumns, 2});
  for (int64_t i = 0; i < kRows * kColumns; ++i) {
    cells.Set<float>({i, 0}, static_cast<float>(static_cast<double>(i % kColumns) / 10 - 2));
    cells.Set<float>({i, 1}, static_cast<float>(1.2 - static_cast<double>(i / kColumns) / 5));
  }
  const Literal chances = ChancesOf(Network(kRows * kColumns), weights, cells);
  std::string characters;
  for (int64_t i = 0; i < kRows * kColumns; ++i)
    characters += chances.Get<float>({i}) > 0.5F ? '.' : ' ';
  for (int64_t i = 0; i < kBatchSize; ++i) {
    const auto place = [&](int64_t d) {
      return static_cast<double>(batch.points.Get<float>({i, d}));
    };
    const auto column = static_cast<int64_t>(std::lround(10 * (place(0) + 2)));
    const auto row = static_cast<int64_t>(std::lround(5 * (1.2 - place(1))));
    characters[static_cast<size_t>(row * kColumns + column)] =
        batch.classes.Get<float>({i}) == 1 ? 'x' : 'o';
  }
  for (size_t row = 0; row < kRows; ++row) {
    std::string line = "  " + characters.substr(row * kColumns, kColumns);
    line.erase(line.find_last_not_of(' ') + 1);
    std::puts(line.c_str());
  }
}

// Two moons: each step gets points that it has not seen before.
void LearnMoons(const Program& step, Generator& random) {
  const Batch unseen = Moons(random);
  const Program network = Network(kBatchSize);
  std::printf("\nTwo moons: how many of 100 points that it was not trained on it gets right\n");
  std::printf(" step    loss    right\n");
  const auto report = [&](const Weights& weights) {
    const Literal chances = ChancesOf(network, weights, unseen.points);
    int right = 0;
    for (int64_t i = 0; i < kBatchSize; ++i) {
      const float says = chances.Get<float>({i}) > 0.5F ? 1 : 0;
      right += says == unseen.classes.Get<float>({i}) ? 1 : 0;
    }
    std::printf("%7d\n", right);
  };
  const Weights weights = Train(
      step, random, [&] { return Moons(random); }, report);
  DrawPlane(weights, unseen);
}

int main(int argc, char** argv) {
  if (argc != 2) {
    std::puts("usage: training examples/programs/mlp_step.hlo");
    return 2;
  }
  std::stringstream text;
  text << std::ifstream(argv[1]).rdbuf();
  const Program step = Compile(ValueOf(ParseHloModule(text.str())));
  Generator random;
  LearnXor(step, random);
  LearnMoons(step, random);
}
