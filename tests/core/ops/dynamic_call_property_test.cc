// A program whose callees are static, handed dynamic arrays, gives what the same program gives
// with the callees' instructions in their place, where all shapes are dynamic from the start. So
// does one with loops, whose turns are written out in their place, and with parameters that are
// dynamic at random.
#include <string>

#include "base/str_cat.h"
#include "ops/dynamic_dimension_inference.h"
#include "ops/verify/verifier.h"
#include "support/models/array_model.h"
#include "support/run.h"

namespace hloom {
namespace {

using namespace testing_support;  // NOLINT

constexpr int kDynamicCallRounds = Rounds(3000, 200);

// All arrays of a program are S32 of these bounds, so that any operation takes any of them.
const std::vector<int64_t> kBounds = {4, 3};
Shape StaticShape() { return ShapeUtil::MakeShape(S32, kBounds); }

// The ways to write sub-programs.
struct Form {
  bool calls = false;      // as computations, otherwise in place
  bool has_loops = false;  // loops are among them
  bool declares = false;   // parameters are dynamic at random, otherwise static
};

// The decisions for both programs, each a random number.
class ProgramWriter {
 public:
  ProgramWriter(uint64_t seed, Form form) : random_(seed), declared_(~seed), form_(form) {}

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
    if (form_.has_loops && random_.OneIn(2)) return Loop(b, x, y, depth);
    const bool chooses = random_.OneIn(3);
    const bool choice = random_.OneIn(2);
    if (!form_.calls) {
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
      values.push_back(Parameter(&callee, i, DeclaredShape(), StrCat("x", i)));
    }
    return Build(callee, Write(callee, values, depth));
  }

  XlaComputation Build(XlaBuilder& callee, XlaOp result) {
    StatusOr<XlaComputation> computation = callee.Build(result);
    if (computation.ok()) return *std::move(computation);
    if (error_.ok()) error_ = callee.GetCurrentStatus();
    return XlaComputation();
  }

  Shape DeclaredShape() {
    Shape shape = StaticShape();
    for (int64_t d = 0; form_.declares && d < shape.rank(); ++d) {
      shape.set_dynamic_dimension(d, declared_.OneIn(3));
    }
    return shape;
  }

  // A few turns of the same steps, each from what the one before gave.
  XlaOp Loop(XlaBuilder& b, XlaOp x, XlaOp y, int depth) {
    const int64_t turns = random_.Below(4);
    const auto seed = static_cast<uint64_t>(random_.Below(1 << 30));
    if (form_.calls) {
      const XlaComputation condition = Condition(turns, seed);
      const XlaComputation body = Body(seed, depth);
      const XlaOp init = State(ConstantR0<int32_t>(&b, 0), x, y);
      const XlaOp end = While(condition, body, init);
      return GetTupleElement(GetTupleElement(GetTupleElement(end, 1), 0), 0);
    }
    for (int64_t i = 0; i < turns; ++i) WriteTurn(b, &x, &y, seed, depth);
    return x;
  }

  void WriteTurn(XlaBuilder& b, XlaOp* x, XlaOp* y, uint64_t seed, int depth) {
    ProgramWriter turn(seed, form_);
    const XlaOp before = *x;
    *x = turn.Write(b, {*x, *y}, depth);
    *y = turn.Write(b, {before, *y, *x}, depth);
    if (error_.ok()) error_ = turn.error();
  }

  static XlaOp State(XlaOp i, XlaOp x, XlaOp y) {
    XlaBuilder* b = i.builder();
    return Tuple(b, {i, Tuple(b, {Tuple(b, {x}), y})});
  }

  XlaOp StateParameter(XlaBuilder& b) {
    const Shape x = ShapeUtil::MakeTupleShape({DeclaredShape()});
    const Shape arrays = ShapeUtil::MakeTupleShape({x, DeclaredShape()});
    const Shape counter = ShapeUtil::MakeScalarShape(S32);
    return Parameter(&b, 0, ShapeUtil::MakeTupleShape({counter, arrays}), "state");
  }

  // It computes with the state, and what it computes there changes nothing.
  XlaComputation Condition(int64_t turns, uint64_t seed) {
    XlaBuilder b("condition");
    const XlaOp state = StateParameter(b);
    const XlaOp go =
        Lt(GetTupleElement(state, 0), ConstantR0<int32_t>(&b, static_cast<int32_t>(turns)));
    const XlaOp arrays = GetTupleElement(state, 1);
    ProgramWriter aside(seed + 1, form_);
    const XlaOp size = GetDimensionSize(
        aside.Write(b, {GetTupleElement(GetTupleElement(arrays, 0), 0), GetTupleElement(arrays, 1)},
                    0),
        0);
    if (error_.ok()) error_ = aside.error();
    return Build(b, And(go, Ge(size, ConstantR0<int32_t>(&b, 0))));
  }

  XlaComputation Body(uint64_t seed, int depth) {
    XlaBuilder b("body");
    const XlaOp state = StateParameter(b);
    const XlaOp next = Add(GetTupleElement(state, 0), ConstantR0<int32_t>(&b, 1));
    const XlaOp arrays = GetTupleElement(state, 1);
    XlaOp x = GetTupleElement(GetTupleElement(arrays, 0), 0);
    XlaOp y = GetTupleElement(arrays, 1);
    WriteTurn(b, &x, &y, seed, depth);
    return Build(b, State(next, x, y));
  }

  // Makes an array of the bounds from arrays of the bounds.
  XlaOp Step(XlaBuilder& b, XlaOp x, XlaOp y) {
    const int64_t d = random_.Below(2);
    const auto at = static_cast<size_t>(d);
    const XlaOp zero = ConstantR0<int32_t>(&b, 0);
    switch (random_.Below(form_.has_loops ? 15 : 16)) {
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
      default:  // looks at what is dead, which a loop may lose
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
  Random declared_;
  const Form form_;
  Status error_;
};

// Every traced value has the shape of its instruction.
class ShapeTracer final : public Tracer {
 public:
  void Executed(const TraceEvent& event) override {
    if (ShapeUtil::EqualIgnoringLayout(event.value.shape(), event.instruction.shape())) return;
    StrAppend(wrong, event.instruction.name(), " says ", event.instruction.shape().ToString(),
              " and is ", event.value.shape().ToString(), "\n");
  }
  std::string wrong;
};

struct Trial {
  uint64_t seed;
  Shape shape;       // of the first parameter
  Literal argument;  // for it
  Literal other;     // for the second one, which is static
};

struct Outcome {
  StatusOr<Literal> value;
  Shape declared;           // of the result
  bool is_refused = false;  // before it runs
  std::string wrong = {};   // with a trace
};

StatusOr<std::unique_ptr<HloModule>> Write(const Trial& trial, Form form) {
  XlaBuilder b("main");
  const XlaOp x = Parameter(&b, 0, trial.shape, "x");
  const XlaOp y = Parameter(&b, 1, StaticShape(), "y");
  ProgramWriter writer(trial.seed, form);
  const XlaOp result = writer.Write(b, {x, y}, 2);
  HLOOM_RETURN_IF_ERROR(writer.error());
  HLOOM_RETURN_IF_ERROR(b.GetCurrentStatus());
  HLOOM_ASSIGN_OR_RETURN(const XlaComputation computation, b.Build(result));
  std::unique_ptr<HloModule> module = computation.CreateModule();
  HLOOM_ASSIGN_OR_RETURN(const auto inferred, InferDynamicDimensions(*module));
  if (inferred != nullptr) HLOOM_RETURN_IF_ERROR(VerifyModule(*inferred));
  return module;
}

StatusOr<Literal> RunTraced(std::unique_ptr<HloModule> module, const Trial& trial,
                            std::string* wrong) {
  HLOOM_ASSIGN_OR_RETURN(std::shared_ptr<const Executable> executable,
                         Executable::Create(std::move(module)));
  const std::vector<Literal> arguments = {trial.argument, trial.other};
  HLOOM_ASSIGN_OR_RETURN(std::unique_ptr<Execution> run,
                         Execution::Start(std::move(executable), arguments, {}));
  ShapeTracer tracer;
  run->SetTracer(&tracer);
  StatusOr<Literal> value = run->RunToEnd();
  *wrong = tracer.wrong;
  return value;
}

std::string TextOf(const StatusOr<Literal>& value) {
  return value.ok() ? value->ToString() : value.status().ToString();
}

// Runs it with and without a trace.
Outcome RunTrial(const Trial& trial, Form form) {
  auto module = Write(trial, form);
  if (!module.ok()) return {module.status(), Shape(), true};
  Outcome outcome = {Evaluate(**module, {trial.argument, trial.other}), DeclaredResult(**module)};
  const std::string text = TextOf(outcome.value);
  const std::string traced = TextOf(RunTraced(*std::move(module), trial, &outcome.wrong));
  if (traced != text) StrAppend(outcome.wrong, text, " and with a trace ", traced);
  return outcome;
}

Trial RandomTrial(Random& random, int number) {
  Trial trial = {static_cast<uint64_t>(number), StaticShape(), Literal(), Literal()};
  std::vector<int64_t> live = kBounds;
  for (int64_t d = 0; d < 2; ++d) {
    if (random.OneIn(3)) continue;
    trial.shape.set_dynamic_dimension(d, true);
    live[static_cast<size_t>(d)] = random.Below(kBounds[static_cast<size_t>(d)] + 1);
  }
  const auto some = [&] { return ToLiteral(RandomArray(random, S32, kBounds), StaticShape()); };
  trial.argument = *some().Slice({0, 0}, live);
  trial.other = some();
  return trial;
}

std::string TextOf(const Trial& trial, const Outcome& called, const Outcome& in_place) {
  return StrCat("seed ", trial.seed, ", ", trial.shape.ToString(), " of ",
                trial.argument.ToString(), ": ", TextOf(called.value), " and in place ",
                TextOf(in_place.value));
}

TEST(DynamicCallPropertyTest, CalledIsInPlace) {
  Random random(11);
  int values = 0;
  for (int i = 0; i < kDynamicCallRounds; ++i) {
    const Trial trial = RandomTrial(random, i);
    const Outcome in_place = RunTrial(trial, {});
    const Outcome called = RunTrial(trial, {.calls = true});
    const std::string what = TextOf(trial, called, in_place);
    ASSERT_EQ(called.value.status().rule(), in_place.value.status().rule()) << what;
    ASSERT_EQ(called.wrong, "") << what;
    if (!called.value.ok()) continue;
    ++values;
    ASSERT_EQ(called.value->shape().ToString(), called.declared.ToString()) << what;
    ASSERT_TRUE(*called.value == *in_place.value->PadToStatic(called.declared)) << what;
  }
  EXPECT_GT(values, kDynamicCallRounds / 3);  // the others are errors
}

// A static array may meet a shorter dynamic one, which a dynamic array of its size may not: where a
// loop or a parameter makes something dynamic, dynamic.c1 may end a run that has a value in place.
// Operations that are not defined for what their operands become are refused before the run.
TEST(DynamicCallPropertyTest, LoopsAndDeclaredParameters) {
  Random random(12);
  int values = 0;
  for (int i = 0; i < kDynamicCallRounds; ++i) {
    const Trial trial = RandomTrial(random, i);
    const Outcome in_place = RunTrial(trial, {.has_loops = true});
    const Outcome called = RunTrial(trial, {.calls = true, .has_loops = true, .declares = true});
    const std::string what = TextOf(trial, called, in_place);
    ASSERT_EQ(called.wrong, "") << what;
    if (!called.value.ok()) {
      ASSERT_TRUE(called.is_refused || called.value.status().rule() == "dynamic.c1") << what;
      continue;
    }
    ASSERT_EQ(called.value->shape().ToString(), called.declared.ToString()) << what;
    ASSERT_TRUE(in_place.value.ok()) << what;
    ++values;
    ASSERT_TRUE(*called.value == *in_place.value->PadToStatic(called.declared)) << what;
  }
  EXPECT_GT(values, kDynamicCallRounds / 3);
}

}  // namespace
}  // namespace hloom
