// ExplainBroadcast agrees with the builder for every function that takes broadcast_dimensions, on
// random questions of all kinds.
#include <algorithm>
#include <string>
#include <vector>

#include "base/str_cat.h"
#include "builder/builder_def.h"
#include "gtest/gtest.h"
#include "support/random.h"

namespace hloom {
namespace {

using namespace testing_support;  // NOLINT
using ExplanationAgreesDims = std::vector<int64_t>;

constexpr int64_t kHuge = int64_t{1} << 40;

struct Question {
  Shape lhs;
  Shape rhs;
  ExplanationAgreesDims dims;

  std::string ToString() const {
    return StrCat(lhs.ToString(/*print_layout=*/true), " and ", rhs.ToString(/*print_layout=*/true),
                  " by ", Braced(dims));
  }
};

// Shapes that would often go together, if only one or two things were not wrong with them.
class Questions {
 public:
  explicit Questions(uint64_t seed) : random_(seed) {
#define HLOOM_TYPE(name, text, value, bits, kind, compute) \
  if (IsArrayType(name)) types_.push_back(name);
    HLOOM_PRIMITIVE_TYPES(HLOOM_TYPE)
#undef HLOOM_TYPE
  }

  Question Next() {
    const size_t high_rank = static_cast<size_t>(random_.Below(6));
    ExplanationAgreesDims high, low, dims;
    const bool huge = random_.OneIn(6);
    for (size_t d = 0; d < high_rank; ++d) high.push_back(Size(huge));
    const bool equal_rank = random_.OneIn(3);
    for (size_t d = 0; d < high_rank; ++d) {
      if (!equal_rank && random_.OneIn(3)) continue;
      dims.push_back(static_cast<int64_t>(d));
      const int64_t luck = random_.Below(12);
      low.push_back(luck == 0 ? Size(huge) : luck < 4 ? 1 : high[d]);
    }
    // A message may show either size of a huge pair.
    if (random_.OneIn(4)) std::replace(high.begin(), high.end(), kHuge, int64_t{1});
    if (low.size() == high.size() || low.empty()) {
      if (!random_.OneIn(3)) dims.clear();
    }
    Spoil(static_cast<int64_t>(high_rank), dims);
    const PrimitiveType type = Type();
    const PrimitiveType other = random_.OneIn(10) ? Type() : type;
    Question question = {ShapeOf(type, low), ShapeOf(other, high), dims};
    if (random_.OneIn(2)) std::swap(question.lhs, question.rhs);
    return question;
  }

 private:
  int64_t Size(bool huge) {
    if (huge && random_.OneIn(2)) return random_.OneIn(4) ? kHuge << 18 : kHuge;
    constexpr int64_t kSizes[] = {0, 1, 1, 2, 2, 2, 3, 3};
    return kSizes[random_.Below(8)];
  }
  PrimitiveType Type() {
    // Half of the questions are about the type that all functions but the bitwise ones take.
    if (random_.OneIn(2)) return F32;
    return types_[static_cast<size_t>(random_.Below(static_cast<int64_t>(types_.size())))];
  }

  void Spoil(int64_t rank, ExplanationAgreesDims& dims) {
    if (random_.OneIn(12)) dims.push_back(random_.Between(-1, rank));
    if (random_.OneIn(12) && !dims.empty()) dims.pop_back();
    if (random_.OneIn(12) && !dims.empty()) {
      dims[static_cast<size_t>(random_.Below(static_cast<int64_t>(dims.size())))] =
          random_.OneIn(8) ? INT64_MIN : random_.Between(-1, rank + 1);
    }
    if (random_.OneIn(20)) std::reverse(dims.begin(), dims.end());
  }

  // An array that a program can have, or now and then something else.
  Shape ShapeOf(PrimitiveType type, const ExplanationAgreesDims& sizes) {
    Shape array = ShapeUtil::MakeShape(type, sizes);
    if (random_.OneIn(3)) {
      array = ShapeUtil::MakeShapeWithLayout(type, sizes, random_.Permutation(sizes.size()));
    }
    for (size_t d = 0; d < sizes.size(); ++d) {
      if (random_.OneIn(9)) array.set_dynamic_dimension(static_cast<int64_t>(d), true);
    }
    if (!ShapeUtil::ValidateShape(array).ok()) array = ShapeUtil::MakeShape(type, {kHuge, 1});
    if (!random_.OneIn(25)) return array;
    const Shape others[] = {ShapeUtil::MakeTokenShape(), ShapeUtil::MakeOpaqueShape(),
                            ShapeUtil::MakeTupleShape({}), ShapeUtil::MakeTupleShape({array}),
                            Shape::Buffer(array)};
    return others[random_.Below(5)];
  }

  Random random_;
  std::vector<PrimitiveType> types_;
};

// The functions of two operands whose whole work is one operation.
std::vector<const BuilderDef*> BinaryFunctions() {
  std::vector<const BuilderDef*> functions;
  for (const Span<const BuilderDef> table : AllBuilderDefs()) {
    for (const BuilderDef& def : table) {
      const bool broadcasts =
          std::any_of(def.arguments.begin(), def.arguments.end(),
                      [](const ArgumentSpec& spec) { return spec.name == "broadcast_dimensions"; });
      if (broadcasts && def.lowers_to.size() == 1) functions.push_back(&def);
    }
  }
  return functions;
}

// The builder's answer, for parameters that it accepted.
StatusOr<Shape> Built(const BuilderDef& def, const Question& question) {
  XlaBuilder b("built");
  const XlaOp operands[] = {Parameter(&b, 0, question.lhs, "x"),
                            Parameter(&b, 1, question.rhs, "y")};
  EXPECT_TRUE(b.GetCurrentStatus().ok()) << question.ToString();
  std::vector<Argument> arguments(def.arguments.size());
  size_t ops = 0;
  for (size_t i = 0; i < arguments.size(); ++i) {
    const ArgumentSpec& spec = def.arguments[i];
    arguments[i].given = true;
    if (spec.kind.attribute == nullptr) {
      arguments[i].op = operands[ops++];
      continue;
    }
    arguments[i].kind = &spec.kind.attribute();
    arguments[i].value = spec.kind.make();
    if (spec.name == "broadcast_dimensions") {
      *ValueAs<ExplanationAgreesDims>(*arguments[i].kind, arguments[i].value.get()) = question.dims;
    }
  }
  EXPECT_EQ(ops, 2u) << def.name;
  const XlaOp result = def.invoke(&b, arguments);
  HLOOM_RETURN_IF_ERROR(b.GetCurrentStatus());
  return b.GetShape(result);
}

// The rule by which a function refuses scalars of these types: nothing is broadcast between them.
std::string RuleOfTypes(const BuilderDef& def, const Question& question) {
  const Question scalars = {ShapeUtil::MakeScalarShape(question.lhs.element_type()),
                            ShapeUtil::MakeScalarShape(question.rhs.element_type()),
                            {}};
  return std::string(Built(def, scalars).status().rule());
}

// The first difference, or empty.
std::string Difference(const BuilderDef& def, const Question& question) {
  const BroadcastExplanation told = ExplainBroadcast(question.lhs, question.rhs, question.dims);
  const StatusOr<Shape> built = Built(def, question);
  if (!told.ok()) {
    if (built.ok()) return StrCat("the builder gives ", built->ToString());
    const ErrorFields &a = told.status.fields(), &b = built.status().fields();
    const bool same = a.code == b.code && a.rule == b.rule && a.headline == b.headline &&
                      a.details == b.details && a.help == b.help && a.operands == b.operands;
    return same ? ""
                : StrCat(told.status.ToString(), "\nthe builder:\n", built.status().ToString());
  }
  if (!built.ok()) {
    return built.status().rule() == RuleOfTypes(def, question) ? "" : built.status().ToString();
  }
  // Comparisons give PRED, and complex() a complex type: the rest of the shape is the same.
  Shape expected = ShapeUtil::ChangeElementType(told.result, built->element_type());
  return *built == expected
             ? ""
             : StrCat("told ", expected.ToString(true), ", built ", built->ToString(true));
}

TEST(ExplanationAgreesTest, WithTheBuilder) {
  const std::vector<const BuilderDef*> functions = BinaryFunctions();
  EXPECT_GT(functions.size(), 25u);
  Questions questions(20261124);
  int legal = 0;
  std::vector<std::string> rules;
  for (int i = 0; i < Rounds(20000, 3000); ++i) {
    const Question question = questions.Next();
    const BroadcastExplanation told = ExplainBroadcast(question.lhs, question.rhs, question.dims);
    if (told.ok()) ++legal;
    const std::string rule(told.status.rule());
    if (std::find(rules.begin(), rules.end(), rule) == rules.end()) rules.push_back(rule);
    // Add each time, and each of the others in turn.
    for (const size_t f : {size_t{0}, static_cast<size_t>(i) % functions.size()}) {
      ASSERT_EQ(Difference(*functions[f], question), "")
          << functions[f]->name << " of " << question.ToString();
    }
  }
  EXPECT_EQ(functions[0]->name, "Add");
  EXPECT_GT(legal, Rounds(20000, 3000) / 4);
  // Every way to be right or wrong came about.
  std::sort(rules.begin(), rules.end());
  EXPECT_EQ(StrJoin(rules, " "),
            " broadcast.c1 broadcast.c2 broadcast.c3 broadcast.c4 broadcast.c5 broadcast.c6 "
            "broadcast.c7 broadcast.c8 shape.c3 type.c2");
}

}  // namespace
}  // namespace hloom
