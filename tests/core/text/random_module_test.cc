// Random modules, of computations that call each other: text in every form, and bytes, give them
// back, and what comes back computes the same.
#include <functional>
#include <map>

#include "gtest/gtest.h"
#include "runtime/execution.h"
#include "support/models/array_model.h"
#include "support/round_trip.h"
#include "support/run.h"

namespace hloom {
namespace {

using namespace testing_support;  // NOLINT

constexpr int kModules = Rounds(1000, 100);

constexpr PrimitiveType kTypes[] = {PRED, S4, U8, S32, U64, F8E4M3FN, BF16, F32, F64, C64};

PrimitiveType TypeOf(Random& random) { return kTypes[random.Below(std::size(kTypes))]; }

Literal RandomLiteral(Random& random) {
  const PrimitiveType type = TypeOf(random);
  const Shape shape = WithRandomLayout(
      random,
      ShapeUtil::MakeShape(type, RandomSizes(random, static_cast<size_t>(random.Below(4)))));
  return ToLiteral(RandomArray(random, type, shape.dimensions().ToVector()), shape);
}

// Grows a program by operations, one kind after the other, on random values that are there already.
class Grower {
 public:
  // The kinds of operations have their turns from that one on.
  Grower(Random& random, XlaBuilder& b, uint64_t first) : random_(random), b_(b), turn_(first) {}

  void Add(XlaOp op) { ops_.push_back(op); }
  // A constant, or a step whose operands fit it: where they do not, the constant.
  void Grow() {
    using Step = std::function<XlaOp(XlaOp, const Shape&)>;
    const Step steps[] = {
        [](XlaOp x, const Shape&) { return Neg(x); },
        [](XlaOp x, const Shape&) { return ConvertElementType(x, F32); },
        [](XlaOp x, const Shape&) { return hloom::Add(x, x); },
        [](XlaOp x, const Shape&) { return Eq(x, x); },
        [](XlaOp x, const Shape&) { return Broadcast(x, {2}); },
        [](XlaOp x, const Shape& shape) {
          return Reshape(x, {ShapeUtil::ElementsIn(shape), 1});
        },
        [&](XlaOp x, const Shape& shape) {
          return Transpose(x, random_.Permutation(static_cast<size_t>(shape.rank())));
        },
        [&](XlaOp x, const Shape&) {
          return Tuple(&b_, {x, Any(), x});
        },
        [](XlaOp x, const Shape&) { return GetTupleElement(x, 1); },
        [](XlaOp x, const Shape&) { return OptimizationBarrier(x); },
        [](XlaOp x, const Shape& shape) {
          return Slice(x, Sizes(static_cast<size_t>(shape.rank()), 0), shape.dimensions());
        },
        [&](XlaOp x, const Shape&) { return SetDimensionSize(x, ConstantR0<int32_t>(&b_, 1), 0); },
        [](XlaOp x, const Shape&) { return GetDimensionSize(x, 0); },
        [&](XlaOp x, const Shape&) {
          return Reduce(ConvertElementType(x, S32), ConstantR0<int32_t>(&b_, 1), sum_, {0});
        },
        [&](XlaOp x, const Shape& shape) {
          return Sort({x, x}, AlwaysLess(shape), random_.Below(3) - 1, random_.OneIn(2));
        },
        [&](XlaOp x, const Shape&) { return TopK(x, random_.Below(3), random_.OneIn(2)); },
        [&](XlaOp x, const Shape& shape) {
          const Shape scalar =
              ShapeUtil::MakeScalarShape(shape.IsArray() ? shape.element_type() : F32);
          Sizes all;
          for (int64_t d = 0; d < shape.rank(); ++d) all.push_back(d);
          return Map(&b_, {x}, Identity(scalar), all);
        },
        [&](XlaOp x, const Shape& shape) { return Call(&b_, Identity(shape), {x}); },
        [&](XlaOp x, const Shape& shape) { return While(Never(shape), Identity(shape), x); },
        [&](XlaOp x, const Shape& shape) {
          const XlaComputation same = Identity(shape);
          return Conditional(ConstantR0<bool>(&b_, random_.OneIn(2)), x, same, x, same);
        },
    };
    if (ops_.empty() || random_.OneIn(6))
      ops_.push_back(ConstantLiteral(&b_, RandomLiteral(random_)));
    const Step& step = steps[turn_++ % std::size(steps)];
    // A step that fits no value of a few is as if it had not been made.
    constexpr int kAttempts = 4;
    for (int i = 0; i < kAttempts; ++i) {
      const XlaOp x = Any();
      const XlaOp y = step(x, *b_.GetShape(x));
      if (b_.TakeError().ok()) return ops_.push_back(y);
    }
    ops_.push_back(ConstantLiteral(&b_, RandomLiteral(random_)));
  }

 private:
  XlaOp Any() {
    return ops_[static_cast<size_t>(random_.Below(static_cast<int64_t>(ops_.size())))];
  }
  static XlaComputation Identity(const Shape& shape) {
    XlaBuilder b("same");
    Parameter(&b, 0, shape, "x");
    return *b.Build();
  }
  // A comparator of two pairs of scalars that is always true.
  static XlaComputation AlwaysLess(const Shape& shape) {
    XlaBuilder b("less");
    const Shape scalar = ShapeUtil::MakeScalarShape(shape.IsArray() ? shape.element_type() : F32);
    for (int64_t i = 0; i < 4; ++i) Parameter(&b, i, scalar, StrCat("x", i));
    return *b.Build(ConstantR0<bool>(&b, true));
  }
  static XlaComputation Never(const Shape& shape) {
    XlaBuilder b("never");
    Parameter(&b, 0, shape, "x");
    return *b.Build(ConstantR0<bool>(&b, false));
  }

  Random& random_;
  XlaBuilder& b_;
  uint64_t turn_;
  std::vector<XlaOp> ops_;
  const XlaComputation sum_ = ScalarAdd(S32);
};

// Empty, or what is wrong with the module of this seed. Its operations are added to `seen`.
std::string Trial(uint64_t seed, std::map<HloOpcode, int>& seen) {
  Random random(seed);
  XlaBuilder b(StrCat("random_", seed));
  // Each module has about ten operations: the turns of the next one go on where these end.
  Grower grower(random, b, seed * 10);
  std::vector<Literal> arguments;
  for (int64_t i = random.Below(3); i > 0; --i) {
    arguments.push_back(RandomLiteral(random));
    const int64_t number = static_cast<int64_t>(arguments.size()) - 1;
    grower.Add(Parameter(&b, number, arguments.back().shape(), StrCat("p", number)));
  }
  for (int64_t i = random.Between(1, 20); i > 0; --i) grower.Grow();
  const StatusOr<XlaComputation> computation = b.Build();
  if (!computation.ok()) return computation.status().ToString();
  const std::unique_ptr<HloModule> module = computation->CreateModule();
  for (const auto& part : module->computations()) {
    for (const auto& instruction : part->instructions()) ++seen[instruction->opcode()];
  }
  const std::string difference = RoundTrip(*module);
  if (!difference.empty()) return difference;
  const StatusOr<Literal> value = Evaluate(*module, arguments);
  const StatusOr<Literal> again = Evaluate(**ParseHloModule(HloModuleToText(*module)), arguments);
  if (value.ok() != again.ok()) return "only one of the two runs";
  if (!value.ok()) return value.status().rule() == again.status().rule() ? "" : "another error";
  return *value == *again ? "" : StrCat("gives ", again->ToString(), ", not ", value->ToString());
}

TEST(RandomModuleTest, TextAndBytesGiveItBack) {
  std::map<HloOpcode, int> seen;
  for (int seed = 0; seed < kModules; ++seed) {
    ASSERT_EQ(Trial(static_cast<uint64_t>(seed), seen), "") << "seed " << seed;
  }
  // Each kind of operation has its turn in every second module or so, and fits now and then.
  for (const HloOpcode opcode :
       {HloOpcode::kWhile, HloOpcode::kConditional, HloOpcode::kCall, HloOpcode::kReduce,
        HloOpcode::kSetDimensionSize, HloOpcode::kGetDimensionSize, HloOpcode::kGetTupleElement,
        HloOpcode::kTranspose, HloOpcode::kSlice, HloOpcode::kReshape, HloOpcode::kBroadcast,
        HloOpcode::kCompare, HloOpcode::kNegate, HloOpcode::kConvert, HloOpcode::kSort,
        HloOpcode::kTopK, HloOpcode::kMap}) {
    EXPECT_GT(seen[opcode], 0) << HloOpcodeString(opcode);
  }
}

}  // namespace
}  // namespace hloom
