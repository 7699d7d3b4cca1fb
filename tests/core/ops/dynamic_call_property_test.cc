// A program whose callees are static, handed dynamic arrays, gives what the same program gives with
// the callees' instructions in their place, where all shapes are dynamic from the start.
#include <string>

#include "base/str_cat.h"
#include "ops/dynamic_dimension_inference.h"
#include "ops/verify/verifier.h"
#include "support/array_model.h"
#include "support/run.h"

namespace hloom {
namespace {

using namespace testing_support;  // NOLINT

constexpr int kRounds = Rounds(3000, 200);

// All arrays of a program are S32 of these bounds, so that any operation takes any of them.
const std::vector<int64_t> kBounds = {4, 3};
Shape StaticShape() { return ShapeUtil::MakeShape(S32, kBounds); }

// What both programs are made of: each decision is a random number.
class ProgramWriter {
 public:
  // `calls`: sub-programs are computations of static parameters, otherwise in place.
  ProgramWriter(uint64_t seed, bool calls) : random_(seed), calls_(calls) {}

  // The error of a callee, or of a branch that is not taken.
  const Status& error() const { return error_; }

  XlaOp Write(XlaBuilder& b, std::vector<XlaOp> values, int depth) {
    const int64_t steps = random_.Between(1, 4);
    for (int64_t i = 0; i < steps; ++i) {
      XlaOp next;
      if (depth > 0 && random_.OneIn(3)) {
        next = SubProgram(b, Pick(values), Pick(values), depth - 1);
      } else {
        next = Step(b, Pick(values), Pick(values));
      }
      values.push_back(next);
    }
    return values.back();
  }

 private:
  XlaOp Pick(const std::vector<XlaOp>& values) {
    return values[static_cast<size_t>(random_.Below(static_cast<int64_t>(values.size())))];
  }

  XlaOp SubProgram(XlaBuilder& b, XlaOp x, XlaOp y, int depth) {
    const bool chooses = random_.OneIn(3);
    const bool choice = random_.OneIn(2);
    if (!calls_) {
      return chooses ? Taken(b, choice, x, y, depth) : Write(b, {x, y}, depth);
    }
    if (!chooses) {
      const XlaComputation f = Computation(2, depth);
      return Call(&b, f, {x, y});
    }
    const XlaComputation when_true = Computation(1, depth);
    const XlaComputation when_false = Computation(1, depth);
    return Conditional(ConstantR0<bool>(&b, choice), x, when_true, y, when_false);
  }

  // The branch that is taken, as dynamic as either: the other one takes its random numbers, too.
  XlaOp Taken(XlaBuilder& b, bool choice, XlaOp x, XlaOp y, int depth) {
    XlaBuilder aside("aside");
    const StatusOr<Shape> shape = b.GetShape(choice ? y : x);
    const XlaOp z = Parameter(&aside, 0, shape.ok() ? *shape : StaticShape(), "z");
    XlaOp taken = Write(choice ? b : aside, {choice ? x : z}, depth);
    XlaOp other = Write(choice ? aside : b, {choice ? z : y}, depth);
    if (!choice) std::swap(taken, other);
    const StatusOr<Shape> other_shape = aside.GetShape(other);
    if (!other_shape.ok()) {
      if (error_.ok()) error_ = aside.GetCurrentStatus();
      return taken;
    }
    for (int64_t d = 0; d < other_shape->rank(); ++d) {
      if (!other_shape->is_dynamic_dimension(d)) continue;
      taken = SetDimensionSize(taken, GetDimensionSize(taken, d), d);
    }
    return taken;
  }

  XlaComputation Computation(int64_t parameters, int depth) {
    XlaBuilder callee("f");
    std::vector<XlaOp> values;
    for (int64_t i = 0; i < parameters; ++i) {
      values.push_back(Parameter(&callee, i, StaticShape(), StrCat("x", i)));
    }
    const XlaOp result = Write(callee, values, depth);
    StatusOr<XlaComputation> computation = callee.Build(result);
    if (computation.ok()) return *std::move(computation);
    if (error_.ok()) error_ = callee.GetCurrentStatus();
    return XlaComputation();
  }

  // Makes an array of the bounds from arrays of the bounds.
  XlaOp Step(XlaBuilder& b, XlaOp x, XlaOp y) {
    const int64_t d = random_.Below(2);
    const auto at = static_cast<size_t>(d);
    const XlaOp zero = ConstantR0<int32_t>(&b, 0);
    switch (random_.Below(16)) {
      case 0:
        return Neg(x);
      case 1:
        return Add(x, y);
      case 2:
        return Select(Lt(x, y), x, y);
      case 3:
        return Rev(x, {d});
      case 4: {
        std::vector<int64_t> limits = kBounds;
        const int64_t start = random_.Below(kBounds[at]);
        std::vector<int64_t> starts = {0, 0};
        starts[at] = start;
        limits[at] += start;
        return Slice(ConcatInDim(&b, {x, y}, d), starts, limits, {1, 1});
      }
      case 5:
        return PadInDim(x, ConstantR0<int32_t>(&b, 7), d, 1, -1);
      case 6: {
        const XlaOp sums = Reduce(x, zero, ScalarAdd(S32), {d});
        return BroadcastInDim(sums, kBounds, {1 - d});
      }
      case 7:
        return Sort({x}, Less(), d, /*is_stable=*/true);
      case 8:
        return ConvertElementType(ConvertElementType(x, F32), S32);
      case 9:
        return Reshape(Reshape(x, {4, 1, 3}), kBounds);
      case 10:
        return Reshape(Reshape(x, {12}), kBounds);  // ambiguous where x is dynamic
      case 11:
        return Add(x, BroadcastInDim(GetDimensionSize(y, d), kBounds, {}));
      case 12: {
        // No more than any live size there is: sizes that meet are the same, or an error of both.
        const XlaOp size = Min(GetDimensionSize(x, d), ConstantR0<int32_t>(&b, 2));
        return SetDimensionSize(x, size, d);
      }
      case 13:
        return Transpose(Transpose(x, {1, 0}), {1, 0});
      case 14: {
        std::vector<int64_t> window = {1, 1};
        window[at] = 2;
        return ReduceWindow(x, zero, ScalarAdd(S32), window, {1, 1}, Padding::kSame);
      }
      default:
        return RemoveDynamicDimension(x, d);
    }
  }

  static XlaComputation Less() {
    XlaBuilder b("less");
    const Shape scalar = ShapeUtil::MakeScalarShape(S32);
    Lt(Parameter(&b, 0, scalar, "a"), Parameter(&b, 1, scalar, "b"));
    return BuildOrDie(b);
  }

  Random random_;
  const bool calls_;
  Status error_;
};

struct Trial {
  uint64_t seed;
  Shape shape;       // of the first parameter
  Literal argument;  // for it
  Literal other;     // for the second one, which is static
};

StatusOr<Literal> RunTrial(const Trial& trial, bool calls, Shape* declared) {
  XlaBuilder b("main");
  const XlaOp x = Parameter(&b, 0, trial.shape, "x");
  const XlaOp y = Parameter(&b, 1, StaticShape(), "y");
  ProgramWriter writer(trial.seed, calls);
  const XlaOp result = writer.Write(b, {x, y}, 2);
  HLOOM_RETURN_IF_ERROR(writer.error());
  HLOOM_RETURN_IF_ERROR(b.GetCurrentStatus());
  HLOOM_ASSIGN_OR_RETURN(const XlaComputation computation, b.Build(result));
  const auto module = computation.CreateModule();
  if (declared != nullptr) *declared = DeclaredResult(*module);
  HLOOM_ASSIGN_OR_RETURN(const auto inferred, InferDynamicDimensions(*module));
  if (inferred != nullptr) HLOOM_RETURN_IF_ERROR(VerifyModule(*inferred));
  return Evaluate(*module, {trial.argument, trial.other});
}

TEST(DynamicCallPropertyTest, CalledIsInPlace) {
  Random random(11);
  int values = 0;
  for (int i = 0; i < kRounds; ++i) {
    Trial trial = {static_cast<uint64_t>(i), StaticShape(), Literal(), Literal()};
    std::vector<int64_t> live = kBounds;
    for (int64_t d = 0; d < 2; ++d) {
      if (random.OneIn(3)) continue;
      trial.shape.set_dynamic_dimension(d, true);
      live[static_cast<size_t>(d)] = random.Below(kBounds[static_cast<size_t>(d)] + 1);
    }
    const auto some = [&] { return ToLiteral(RandomArray(random, S32, kBounds), StaticShape()); };
    trial.argument = *some().Slice({0, 0}, live);
    trial.other = some();
    const StatusOr<Literal> in_place = RunTrial(trial, false, nullptr);
    Shape declared;
    const StatusOr<Literal> called = RunTrial(trial, true, &declared);
    const std::string what =
        StrCat("seed ", i, ", ", trial.shape.ToString(), " of ", trial.argument.ToString(), ": ",
               called.ok() ? called->ToString() : called.status().ToString(), " and in place ",
               in_place.ok() ? in_place->ToString() : in_place.status().ToString());
    ASSERT_EQ(called.status().rule(), in_place.status().rule()) << what;
    if (!called.ok()) continue;
    ++values;
    ASSERT_EQ(called->shape().ToString(), declared.ToString()) << what;
    ASSERT_TRUE(*called == *in_place->PadToStatic(declared)) << what;
  }
  EXPECT_GT(values, kRounds / 3);  // the others are errors
}

}  // namespace
}  // namespace hloom
