// A small convolutional network, forward: it reads digits that are drawn in 12 x 8 dots. Its
// weights are not learned but designed, so that each number has a meaning. The twin of
// examples/learning/convolutional-network.mjs.
#include <algorithm>
#include <numeric>
#include <string>

#include "support.h"

using namespace hloom;

// The pictures, side by side. The last might be a 5 or a 6.
constexpr int kPictures = 3;
const char* const kDrawn[12] = {
    "........  ........  .......#",  //
    ".#....#.  ..####..  ..#####.",  //
    ".#....#.  .#....#.  .#......",  //
    ".#....#.  ......#.  .#......",  //
    ".#....#.  ......#.  .#......",  //
    ".######.  .....#..  .#####..",  //
    "......#.  ..###...  ......#.",  //
    "......#.  .#......  .#....#.",  //
    "...#..#.  .#......  .#....#.",  //
    "......#.  .#....#.  ......#.",  //
    "......#.  .######.  .#####..",  //
    "........  ........  ........",  //
};

// Layer 1, a convolution: two kernels, each of which finds the middle of a stroke in one direction.
// A dot on the stroke counts for it, a dot next to it against it; three in a row give 3.
constexpr float kStrokeKernels[2][1][3][3] = {
    {{{-1, -1, -1}, {1, 1, 1}, {-1, -1, -1}}},
    {{{-1, 1, -1}, {-1, 1, -1}, {-1, 1, -1}}},
};

// Layer 2, a dense one: digits are made of seven strokes, as on a pocket calculator, and these are
// the strokes of each.
const char* const kStrokeNames[7] = {"top",         "middle",     "bottom",     "upper left",
                                     "upper right", "lower left", "lower right"};
constexpr float kStrokesOfDigits[10][7] = {
    {1, 0, 1, 1, 1, 1, 1}, {0, 0, 0, 0, 1, 0, 1}, {1, 1, 1, 0, 1, 1, 0}, {1, 1, 1, 0, 1, 0, 1},
    {0, 1, 0, 1, 1, 0, 1}, {1, 1, 1, 1, 0, 0, 1}, {1, 1, 1, 1, 0, 1, 1}, {1, 0, 0, 0, 1, 0, 1},
    {1, 1, 1, 1, 1, 1, 1}, {1, 1, 1, 1, 1, 0, 1},
};

// f32[3,1,12,8] -> the maps of strokes f32[3,2,12,8], the strokes f32[3,7], and the chances of the
// digits f32[3,10].
void BuildNetwork(XlaBuilder* b) {
  const auto number = [b](float value) { return ConstantR0<float>(b, value); };
  const XlaOp pictures =
      Parameter(b, 0, ShapeUtil::MakeShape(F32, {kPictures, 1, 12, 8}), "pictures");

  // A stroke has at least two dots: 3 becomes 2, 2 becomes 1, and all other counts become 0.
  const XlaOp kernels = ConstantLiteral(b, LiteralUtil::CreateFromArray(kStrokeKernels));
  const XlaOp found = Conv(pictures, kernels, {1, 1}, Padding::kSame);
  const XlaOp maps = Max(found - number(1), number(0));

  // Pooling keeps the most certain stroke of each part of a picture: horizontal ones of each third,
  // vertical ones of each quarter.
  const XlaComputation greater = CreateScalarMaxComputation(F32, b);
  const XlaOp across = SliceInDim(maps, 0, 1, 1, /*dimno=*/1);
  const XlaOp down = SliceInDim(maps, 1, 2, 1, /*dimno=*/1);
  const XlaOp thirds =
      ReduceWindow(across, number(0), greater, {1, 1, 4, 8}, {1, 1, 4, 8}, Padding::kValid);
  const XlaOp quarters =
      ReduceWindow(down, number(0), greater, {1, 1, 6, 4}, {1, 1, 6, 4}, Padding::kValid);
  const XlaOp pooled =
      ConcatInDim(b, {Reshape(thirds, {kPictures, 3}), Reshape(quarters, {kPictures, 4})}, 1);
  const XlaOp strokes = pooled / number(2);

  // A stroke that a digit has counts for it, one that it has not against it. The score of a digit
  // is then -2 times the number of strokes that are missing or too many.
  const XlaOp digits = ConstantLiteral(b, LiteralUtil::CreateFromArray(kStrokesOfDigits));
  const XlaOp weights = (digits * number(2) - number(1)) * number(2);
  const XlaOp bias = Sum(digits, {1}) * number(-2);
  const XlaOp scores = Add(Dot(strokes, Transpose(weights, {1, 0})), bias, {1});
  Tuple(b, {maps, strokes, Softmax(scores, {1})});
}

// The pictures as an array of zeros and ones.
Literal Pictures() {
  Literal pictures = LiteralUtil::Zero(ShapeUtil::MakeShape(F32, {kPictures, 1, 12, 8}));
  for (int64_t i = 0; i < kPictures; ++i) {
    for (int64_t y = 0; y < 12; ++y) {
      for (int64_t x = 0; x < 8; ++x) {
        if (kDrawn[y][10 * i + x] == '#') pictures.Set<float>({i, 0, y, x}, 1);
      }
    }
  }
  return pictures;
}

// A row of small numbers, each as its character.
std::string Dots(const Literal& maps, int64_t picture, int64_t map, int64_t y,
                 const char* characters) {
  std::string text;
  for (int64_t x = 0; x < 8; ++x)
    text += characters[static_cast<int>(maps.Get<float>({picture, map, y, x}))];
  return text;
}

void PrintMaps(const Literal& pictures, const Literal& maps) {
  for (int i = 0; i < kPictures; ++i)
    std::printf("picture   across    down%s", i + 1 < kPictures ? "        " : "\n");
  for (int64_t y = 0; y < 12; ++y) {
    for (int64_t i = 0; i < kPictures; ++i) {
      std::printf("%s  %s  %s%s", Dots(pictures, i, 0, y, ".#").c_str(),
                  Dots(maps, i, 0, y, ".+#").c_str(), Dots(maps, i, 1, y, ".+#").c_str(),
                  i + 1 < kPictures ? "    " : "\n");
    }
  }
}

// The strokes that were found; behind one that was not certain, how certain it was.
void PrintStrokes(const Literal& strokes, int64_t picture) {
  const char* separator = "";
  for (int64_t stroke = 0; stroke < 7; ++stroke) {
    const double certain = static_cast<double>(strokes.Get<float>({picture, stroke}));
    if (certain == 0) continue;
    std::printf("%s%s", separator, kStrokeNames[stroke]);
    if (certain < 1) std::printf(" (%g)", certain);
    separator = ", ";
  }
}

// The digits that have a chance of at least one per cent, the most likely first.
void PrintChances(const Literal& chances, int64_t picture) {
  const auto chance = [&](int64_t digit) {
    return static_cast<double>(chances.Get<float>({picture, digit}));
  };
  std::vector<int64_t> digits(10);
  std::iota(digits.begin(), digits.end(), 0);
  std::stable_sort(digits.begin(), digits.end(),
                   [&](int64_t x, int64_t y) { return chance(x) > chance(y); });
  const char* separator = "";
  for (const int64_t digit : digits) {
    if (chance(digit) < 0.01) break;
    std::printf("%s%d %.0f%%", separator, static_cast<int>(digit), 100 * chance(digit));
    separator = ", ";
  }
}

int main() {
  XlaBuilder b("network");
  BuildNetwork(&b);
  const Literal pictures = Pictures();
  const std::vector<Literal> result = Run(Compile(b), {pictures});
  PrintMaps(pictures, result[0]);
  std::printf("\n");
  for (int64_t i = 0; i < kPictures; ++i) {
    std::printf("picture %d: ", static_cast<int>(i + 1));
    PrintStrokes(result[1], i);
    std::printf("\n  it is ");
    PrintChances(result[2], i);
    std::printf("\n");
  }
}
