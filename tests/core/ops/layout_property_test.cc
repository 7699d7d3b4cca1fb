// Layouts change no values: every operation gives the same on random layouts and padding of its
// operands, of its result and of what it calls as on the default ones. Ranks 0 to 5, sizes of 0
// among them.
#include <cmath>
#include <cstdio>
#include <functional>
#include <map>
#include <optional>

#include "kernels/number_format.h"
#include "literal/literal_util.h"
#include "ops/data_movement/iota.h"
#include "ops/elementwise/compare.h"
#include "ops/windows/reduce.h"
#include "runtime/execution.h"
#include "support/attribute_fields.h"
#include "support/models/array_model.h"
#include "support/module_builder.h"

namespace hloom {
namespace {

using namespace testing_support;  // NOLINT

constexpr int kLayoutRounds = Rounds(600, 60);

// Gives a shape the layout that it shall have in this run: the default one, or any.
using Vary = std::function<Shape(const Shape&)>;

struct LayoutProgram {
  std::vector<std::pair<PrimitiveType, ArrayModel>> arguments;
  // The computations to call, if any; the instruction that is the root.
  std::function<ModuleBuilder::Callees(ModuleBuilder&, const Vary&)> callees;
  std::function<HloInstruction*(ModuleBuilder&, const ModuleBuilder::Operands&,
                                const ModuleBuilder::Callees&, const Vary&)>
      root;

  StatusOr<Literal> Run(const Vary& vary) const {
    ModuleBuilder b("m");
    const ModuleBuilder::Callees called = callees ? callees(b, vary) : ModuleBuilder::Callees();
    b.Begin("main");
    ModuleBuilder::Operands parameters;
    std::vector<Literal> values;
    for (const auto& [type, model] : arguments) {
      const Shape shape = vary(ShapeUtil::MakeShape(type, model.sizes));
      values.push_back(ToLiteral(model, shape));
      parameters.push_back(b.Parameter(static_cast<int64_t>(parameters.size()), shape,
                                       StrCat("p", parameters.size())));
    }
    HloInstruction* result = root(b, parameters, called, vary);
    const Shape shape = result->shape();
    b.Finish(result);
    const std::unique_ptr<HloModule> module = b.Take();
    HLOOM_RETURN_IF_ERROR(VerifyModule(*module));
    HLOOM_ASSIGN_OR_RETURN(Literal value, Evaluate(*module, values));
    EXPECT_EQ(value.shape().ToString(true), shape.ToString(true));
    return value;
  }
};

template <typename T>
bool IsNan(const char* bytes) {
  T value;
  std::memcpy(&value, bytes, sizeof(T));
  return std::isnan(value);
}

// NaNs are one value: which of two a sum gives is the compiler's affair.
bool SameElement(PrimitiveType type, const std::string& a, const std::string& b) {
  if (a == b) return true;
  if (IsComplexType(type)) {
    const PrimitiveType part = ComplexComponentType(type);
    const size_t half = a.size() / 2;
    return SameElement(part, a.substr(0, half), b.substr(0, half)) &&
           SameElement(part, a.substr(half), b.substr(half));
  }
  if (type == F32) return IsNan<float>(a.data()) && IsNan<float>(b.data());
  if (type == F64) return IsNan<double>(a.data()) && IsNan<double>(b.data());
  if (!IsNarrowFloat(type)) return false;
  const auto is_nan = [type](const std::string& bytes) {
    uint16_t bits = 0;
    std::memcpy(&bits, bytes.data(), bytes.size());
    return std::isnan(DecodeNarrowFloat(type, bits));
  };
  return is_nan(a) && is_nan(b);
}

bool SameValues(const Literal& a, const Literal& b) {
  if (!ShapeUtil::Compatible(a.shape(), b.shape())) return false;
  for (size_t i = 0; i < a.elements().size(); ++i) {
    if (!SameValues(a.elements()[i], b.elements()[i])) return false;
  }
  if (!a.shape().IsArray()) return true;
  const ArrayModel x = ToModel(a);
  const ArrayModel y = ToModel(b);
  for (size_t i = 0; i < x.elements.size(); ++i) {
    if (!SameElement(a.shape().element_type(), x.elements[i], y.elements[i])) return false;
  }
  return true;
}

void CheckOpsLayout(Random& random, const LayoutProgram& program, std::string_view what) {
  const StatusOr<Literal> plain = program.Run([](const Shape& shape) { return shape; });
  ASSERT_TRUE(plain.ok()) << what << ": " << plain.status().ToString();
  const auto vary = [&random](const Shape& shape) { return WithRandomLayout(random, shape); };
  for (int i = 0; i < 3; ++i) {
    const StatusOr<Literal> varied = program.Run(vary);
    ASSERT_TRUE(varied.ok()) << what << ": " << varied.status().ToString();
    ASSERT_TRUE(SameValues(*plain, *varied))
        << what << " of " << plain->shape().ToString() << " in the layout "
        << varied->shape().ToString(true) << "\n"
        << plain->ToString() << "\n"
        << varied->ToString();
  }
}

std::optional<Shape> LayoutInferred(HloOpcode opcode, const ModuleBuilder::Operands& operands,
                                    const Attributes* attributes, const Shape* given) {
  std::vector<const Shape*> shapes;
  for (const HloInstruction* operand : operands) shapes.push_back(&operand->shape());
  StatusOr<Shape> shape =
      InferShape({.opcode = opcode,
                  .operands = Span<const Shape* const>(shapes.data(), shapes.size()),
                  .attributes = attributes,
                  .called_computations = {},
                  .given_shape = given});
  if (!shape.ok()) return std::nullopt;
  return *shape;
}

std::unique_ptr<Attributes> RandomAttributes(Random& random, const OpDef& def) {
  if (def.opcode == HloOpcode::kCompare) {
    return MakeAttributes(CompareAttributes{static_cast<ComparisonDirection>(random.Below(6))});
  }
  return def.make_attributes ? def.make_attributes() : nullptr;
}

PrimitiveType RandomTypeOf(Random& random, const OpDef& def) {
  while (true) {
    const PrimitiveType type = RandomType(random);
    if (TypeSetContains(def.types, type)) return type;
  }
}

// The operation on arrays of one shape; false where its inference refuses these types or
// attributes.
bool CheckElementwise(Random& random, const OpDef& def) {
  const Sizes sizes = RandomSizes(random);
  LayoutProgram program;
  const PrimitiveType type = RandomTypeOf(random, def);
  for (int i = 0; i < def.min_operands; ++i) {
    // Select takes a PRED first, an array or a scalar.
    const bool pred = i == 0 && def.opcode == HloOpcode::kSelect;
    const PrimitiveType of = pred ? PRED : type;
    program.arguments.emplace_back(
        of, RandomArray(random, of, pred && random.OneIn(4) ? Sizes{} : sizes));
  }
  const Shape given = ShapeUtil::MakeShape(RandomType(random), sizes);
  const std::shared_ptr<Attributes> attributes = RandomAttributes(random, def);
  bool allowed = true;
  program.root = [&](ModuleBuilder& b, const ModuleBuilder::Operands& p,
                     const ModuleBuilder::Callees&, const Vary& vary) {
    std::optional<Shape> shape =
        LayoutInferred(def.opcode, p, attributes.get(), def.traits.shape_given ? &given : nullptr);
    allowed = shape.has_value();
    if (!allowed) return p[0];
    return b.Add(def.opcode, p, attributes ? attributes->Clone() : nullptr, {}, vary(*shape));
  };
  CheckOpsLayout(random, program, def.name);
  return allowed;
}

TEST(LayoutPropertyTest, EveryElementwiseOperation) {
  Random random(20240301);
  int operations = 0;
  int combinations = 0;
  for (const OpDef* def : AllOpDefs()) {
    if (!def->traits.elementwise) continue;
    int allowed = 0;
    for (int i = 0; i < kLayoutRounds; ++i) {
      if (CheckElementwise(random, *def)) ++allowed;
      if (HasFatalFailure()) return;
    }
    // With attributes or a shape of their own, random ones need not suit.
    if (NeedsNoAttributes(*def) && !def->traits.shape_given) {
      EXPECT_GT(allowed, kLayoutRounds / 8) << def->name;
    }
    combinations += allowed * 3;
    ++operations;
  }
  std::printf("    %d elementwise operations, %d combinations\n", operations, combinations);
}

TEST(LayoutPropertyTest, Iota) {
  Random random(2);
  for (int i = 0; i < kLayoutRounds; ++i) {
    const Sizes sizes = RandomSizes(random, static_cast<size_t>(random.Between(1, 5)));
    PrimitiveType type = PRED;
    while (type == PRED) type = RandomType(random);
    const int64_t dimension = random.Below(static_cast<int64_t>(sizes.size()));
    LayoutProgram program;
    program.root = [&](ModuleBuilder& b, const ModuleBuilder::Operands&,
                       const ModuleBuilder::Callees&, const Vary& vary) {
      return b.Add(HloOpcode::kIota, {}, MakeAttributes(IotaAttributes{dimension}), {},
                   vary(ShapeUtil::MakeShape(type, sizes)));
    };
    CheckOpsLayout(random, program, "iota");
    if (HasFatalFailure()) return;
  }
}

// The computation of a reduction: op(a, b), or one that no fold replaces.
HloComputation* Reducer(ModuleBuilder& b, HloOpcode opcode, PrimitiveType type, bool general) {
  b.Begin("reducer");
  HloInstruction* x = b.Parameter(0, ScalarOf(type), "reducer.x");
  HloInstruction* y = b.Parameter(1, ScalarOf(type), "reducer.y");
  HloInstruction* result = b.Add(opcode, {x, y});
  if (general) result = b.Add(HloOpcode::kCopy, {result});
  return b.Finish(result);
}

TEST(LayoutPropertyTest, Reduce) {
  Random random(3);
  constexpr HloOpcode kOpcodes[] = {HloOpcode::kAdd, HloOpcode::kMultiply, HloOpcode::kMaximum,
                                    HloOpcode::kMinimum, HloOpcode::kAnd};
  int done = 0;
  for (int i = 0; i < kLayoutRounds * 4; ++i) {
    const HloOpcode opcode = kOpcodes[random.Below(5)];
    const Sizes sizes = RandomSizes(random);
    const PrimitiveType type = RandomTypeOf(random, GetOpDef(opcode));
    const bool general = random.OneIn(3);
    Sizes dimensions = random.Permutation(sizes.size());
    dimensions.resize(static_cast<size_t>(random.Below(static_cast<int64_t>(sizes.size()) + 1)));
    LayoutProgram program;
    program.arguments = {{type, RandomArray(random, type, sizes)},
                         {type, RandomArray(random, type, {})}};
    program.callees = [&](ModuleBuilder& b, const Vary&) {
      return ModuleBuilder::Callees{Reducer(b, opcode, type, general)};
    };
    Sizes kept;
    for (size_t d = 0; d < sizes.size(); ++d) {
      bool reduced = false;
      for (int64_t r : dimensions) reduced = reduced || r == static_cast<int64_t>(d);
      if (!reduced) kept.push_back(sizes[d]);
    }
    program.root = [&](ModuleBuilder& b, const ModuleBuilder::Operands& p,
                       const ModuleBuilder::Callees& called, const Vary& vary) {
      return b.Add(HloOpcode::kReduce, p, MakeAttributes(ReduceAttributes{dimensions}), called,
                   vary(ShapeUtil::MakeShape(type, kept)));
    };
    CheckOpsLayout(random, program, "reduce");
    if (HasFatalFailure()) return;
    ++done;
  }
  std::printf("    reduce: %d combinations\n", done * 3);
}

// Two arrays in step, each result in a layout of its own: (a, b, x, y) -> (a + x, b * y).
TEST(LayoutPropertyTest, VariadicReduce) {
  Random random(4);
  for (int i = 0; i < kLayoutRounds; ++i) {
    const Sizes sizes = RandomSizes(random, static_cast<size_t>(random.Between(1, 5)));
    LayoutProgram program;
    program.arguments = {{S32, RandomArray(random, S32, sizes)},
                         {F32, RandomArray(random, F32, sizes)},
                         {S32, RandomArray(random, S32, {})},
                         {F32, RandomArray(random, F32, {})}};
    program.callees = [&](ModuleBuilder& b, const Vary&) {
      b.Begin("reducer");
      HloInstruction* a = b.Parameter(0, ScalarOf(S32), "a");
      HloInstruction* c = b.Parameter(1, ScalarOf(F32), "c");
      HloInstruction* x = b.Parameter(2, ScalarOf(S32), "x");
      HloInstruction* y = b.Parameter(3, ScalarOf(F32), "y");
      HloInstruction* sum = b.Add(HloOpcode::kAdd, {a, x});
      HloInstruction* product = b.Add(HloOpcode::kMultiply, {c, y});
      return ModuleBuilder::Callees{b.Finish(b.Add(HloOpcode::kTuple, {sum, product}))};
    };
    const int64_t dimension = random.Below(static_cast<int64_t>(sizes.size()));
    Sizes kept = sizes;
    kept.erase(kept.begin() + dimension);
    program.root = [&](ModuleBuilder& b, const ModuleBuilder::Operands& p,
                       const ModuleBuilder::Callees& called, const Vary& vary) {
      const Shape results({ShapeUtil::MakeShape(S32, kept), ShapeUtil::MakeShape(F32, kept)});
      return b.Add(HloOpcode::kReduce, p, MakeAttributes(ReduceAttributes{{dimension}}), called,
                   vary(results));
    };
    CheckOpsLayout(random, program, "variadic reduce");
    if (HasFatalFailure()) return;
  }
}

// Values that pass through tuples, calls, branches and loops whose shapes have different layouts.
TEST(LayoutPropertyTest, TuplesAndControlFlow) {
  Random random(5);
  for (int i = 0; i < kLayoutRounds; ++i) {
    const Sizes sizes = RandomSizes(random);
    const Shape array = ShapeUtil::MakeShape(S32, sizes);
    const Shape state({ScalarOf(S32), array});
    LayoutProgram program;
    program.arguments = {{S32, RandomArray(random, S32, sizes)},
                         {PRED, RandomArray(random, PRED, {})}};
    program.callees = [&](ModuleBuilder& b, const Vary& vary) {
      b.Begin("double");
      HloInstruction* x = b.Parameter(0, vary(array), "x");
      HloComputation* twice = b.Finish(b.Add(HloOpcode::kAdd, {x, x}, nullptr, {}, vary(array)));
      b.Begin("flip");
      HloInstruction* y = b.Parameter(0, vary(array), "y");
      HloComputation* flip = b.Finish(b.Add(HloOpcode::kNegate, {y}, nullptr, {}, vary(array)));
      b.Begin("body");
      HloInstruction* s = b.Parameter(0, vary(state), "s");
      HloInstruction* n = b.GetTupleElement(s, 0);
      HloInstruction* v = b.Add(HloOpcode::kGetTupleElement, {s},
                                MakeAttributes(GetTupleElementAttributes{1}), {}, vary(array));
      HloInstruction* next =
          b.Add(HloOpcode::kAdd, {n, b.Constant(LiteralUtil::CreateR0<int32_t>(1))});
      HloInstruction* grown = b.Add(HloOpcode::kAdd, {v, v}, nullptr, {}, vary(array));
      HloComputation* body =
          b.Finish(b.Add(HloOpcode::kTuple, {next, grown}, nullptr, {}, vary(state)));
      b.Begin("condition");
      HloInstruction* t = b.Parameter(0, vary(state), "t");
      HloInstruction* count = b.GetTupleElement(t, 0);
      HloComputation* condition = b.Finish(
          b.Add(HloOpcode::kCompare, {count, b.Constant(LiteralUtil::CreateR0<int32_t>(3))},
                MakeAttributes(CompareAttributes{ComparisonDirection::kLt})));
      return ModuleBuilder::Callees{twice, flip, body, condition};
    };
    program.root = [&](ModuleBuilder& b, const ModuleBuilder::Operands& p,
                       const ModuleBuilder::Callees& called, const Vary& vary) {
      HloInstruction* sent = b.Add(HloOpcode::kCall, {p[0]}, nullptr, {called[0]}, vary(array));
      HloInstruction* chosen = b.Add(HloOpcode::kConditional, {p[1], sent, p[0]}, nullptr,
                                     {called[0], called[1]}, vary(array));
      HloInstruction* zero = b.Constant(LiteralUtil::CreateR0<int32_t>(0));
      HloInstruction* start = b.Add(HloOpcode::kTuple, {zero, chosen}, nullptr, {}, vary(state));
      HloInstruction* end =
          b.Add(HloOpcode::kWhile, {start}, nullptr, {called[2], called[3]}, vary(state));
      const Shape both({state, array});
      return b.Add(HloOpcode::kTuple, {end, sent}, nullptr, {}, vary(both));
    };
    CheckOpsLayout(random, program, "control flow");
    if (HasFatalFailure()) return;
  }
}

}  // namespace
}  // namespace hloom
