// Rules of operations that no builder function can break: what XlaBuilder never emits, but bytes
// may hold.
#include "gtest/gtest.h"
#include "literal/literal_util.h"
#include "ops/control/structural.h"
#include "ops/data_movement/broadcast.h"
#include "ops/data_movement/dimension_size.h"
#include "ops/data_movement/iota.h"
#include "ops/elementwise/compare.h"
#include "ops/op_def.h"
#include "support/attribute_fields.h"
#include "support/module_builder.h"

namespace hloom {
namespace {

using namespace testing_support;  // NOLINT

struct Wanted {
  std::unique_ptr<Attributes> attributes;
  std::optional<Shape> given;
};

std::string InferShapeRuleOf(HloOpcode opcode, const std::vector<Shape>& operands,
                             Wanted wanted = {}) {
  std::vector<const Shape*> shapes;
  for (const Shape& operand : operands) shapes.push_back(&operand);
  const Status status =
      InferShape({.opcode = opcode,
                  .operands = Span<const Shape* const>(shapes.data(), shapes.size()),
                  .attributes = wanted.attributes.get(),
                  .called_computations = {},
                  .given_shape = wanted.given ? &*wanted.given : nullptr})
          .status();
  if (status.ok()) return "";
  EXPECT_EQ(status.fields().op, GetOpDef(opcode).name);
  EXPECT_EQ(status.fields().operands.size(), operands.size());
  EXPECT_FALSE(status.fields().help.empty()) << status.ToString();
  return std::string(status.rule());
}

std::string BroadcastRule(const Shape& from, const Shape& to, std::vector<int64_t> dimensions) {
  return InferShapeRuleOf(HloOpcode::kBroadcast, {from},
                          {MakeAttributes(BroadcastAttributes{std::move(dimensions)}), to});
}

TEST(HloBroadcastTest, Legal) {
  EXPECT_EQ(BroadcastRule(F32Of({3}), F32Of({2, 3}), {1}), "");
  EXPECT_EQ(BroadcastRule(F32Of({}), F32Of({2, 3}), {}), "");
  // They are not increasing: HLO knows this as a transpose in one go; only the builder's functions
  // refuse it.
  EXPECT_EQ(BroadcastRule(F32Of({3, 2}), F32Of({2, 3}), {1, 0}), "");
}
TEST(HloBroadcastTest, C1Length) {
  EXPECT_EQ(BroadcastRule(F32Of({3}), F32Of({2, 3}), {}), "hlo_broadcast.c1");
  EXPECT_EQ(BroadcastRule(F32Of({3}), F32Of({2, 3}), {0, 1}), "hlo_broadcast.c1");
}
TEST(HloBroadcastTest, C2Range) {
  EXPECT_EQ(BroadcastRule(F32Of({3}), F32Of({2, 3}), {2}), "hlo_broadcast.c2");
  EXPECT_EQ(BroadcastRule(F32Of({3}), F32Of({2, 3}), {-1}), "hlo_broadcast.c2");
}
TEST(HloBroadcastTest, C3Twice) {
  EXPECT_EQ(BroadcastRule(F32Of({3, 3}), F32Of({2, 3}), {1, 1}), "hlo_broadcast.c3");
}
TEST(HloBroadcastTest, C4Size) {
  EXPECT_EQ(BroadcastRule(F32Of({3}), F32Of({2, 3}), {0}), "hlo_broadcast.c4");
  // A size of 1 is not stretched here.
  EXPECT_EQ(BroadcastRule(F32Of({1}), F32Of({2, 3}), {1}), "hlo_broadcast.c4");
}
TEST(HloBroadcastTest, C5Type) {
  EXPECT_EQ(BroadcastRule(F32Of({3}), ShapeUtil::MakeShape(S32, {3}), {0}), "hlo_broadcast.c5");
}
TEST(HloBroadcastTest, TheGivenShapeIsValidated) {
  EXPECT_EQ(BroadcastRule(F32Of({}), F32Of({-1}), {}), "shape.c2");
  EXPECT_EQ(BroadcastRule(F32Of({}), F32Of({int64_t{1} << 62}), {}), "shape.c3");
  EXPECT_EQ(BroadcastRule(F32Of({}), ShapeUtil::MakeShapeWithLayout(F32, {2, 3}, {0, 0}), {}),
            "layout.c1");
}

TEST(HloBroadcastTest, DynamicDimensionsFollowTheOperands) {
  const Shape operand = ShapeUtil::MakeShape(F32, {3}, {true});
  EXPECT_EQ(BroadcastRule(operand, ShapeUtil::MakeShape(F32, {2, 3}, {false, true}), {1}), "");
  EXPECT_EQ(BroadcastRule(operand, F32Of({2, 3}), {1}), "dynamic.c2");
  EXPECT_EQ(BroadcastRule(operand, ShapeUtil::MakeShape(F32, {2, 3}, {true, true}), {1}),
            "dynamic.c2");
}

TEST(DimensionSizeInferTest, C2Shape) {
  const auto rule = [](const Shape& given) {
    return InferShapeRuleOf(HloOpcode::kSetDimensionSize,
                            {F32Of({2, 3}), ShapeUtil::MakeScalarShape(S32)},
                            {MakeAttributes(DimensionSizeAttributes{{1}}), given});
  };
  EXPECT_EQ(rule(ShapeUtil::MakeShape(F32, {2, 3}, {false, true})), "");
  EXPECT_EQ(rule(F32Of({2, 3})), "");
  EXPECT_EQ(rule(ShapeUtil::MakeShape(F32, {2, 3}, {true, false})), "set_dimension_size.c2");
  EXPECT_EQ(rule(F32Of({2, 4})), "set_dimension_size.c2");
  EXPECT_EQ(rule(F32Of({2})), "set_dimension_size.c2");
  EXPECT_EQ(rule(ShapeUtil::MakeShape(S32, {2, 3})), "set_dimension_size.c2");
}

TEST(DynamicReshapeInferTest, C3Type) {
  EXPECT_EQ(
      InferShapeRuleOf(HloOpcode::kDynamicReshape, {F32Of({4}), ShapeUtil::MakeScalarShape(S32)},
                       {nullptr, ShapeUtil::MakeShape(S32, {4}, {true})}),
      "dynamic_reshape.c3");
}

TEST(ReshapeInferTest, C2Type) {
  EXPECT_EQ(InferShapeRuleOf(HloOpcode::kReshape, {F32Of({4})},
                             {nullptr, ShapeUtil::MakeShape(S32, {2, 2})}),
            "reshape.c2");
}

TEST(ConstantInferTest, C1Shape) {
  const auto rule = [](Literal literal, Shape shape) {
    return InferShapeRuleOf(
        HloOpcode::kConstant, {},
        {MakeAttributes(ConstantAttributes{std::move(literal)}), std::move(shape)});
  };
  EXPECT_EQ(rule(LiteralUtil::CreateR1<float>({1, 2}), F32Of({2})), "");
  EXPECT_EQ(rule(LiteralUtil::CreateR1<float>({1, 2}), F32Of({3})), "constant.c1");
  EXPECT_EQ(rule(Literal(), F32Of({3})), "constant.c1");
}

TEST(ElementwiseInferTest, NothingIsBroadcastInHlo) {
  EXPECT_EQ(InferShapeRuleOf(HloOpcode::kAdd, {F32Of({2, 3}), F32Of({3})}), "elementwise.c1");
  EXPECT_EQ(InferShapeRuleOf(HloOpcode::kAdd, {F32Of({2, 1}), F32Of({2, 3})}), "elementwise.c1");
  EXPECT_EQ(InferShapeRuleOf(HloOpcode::kAdd, {F32Of({2}), F32Of({})}), "elementwise.c1");
  EXPECT_EQ(InferShapeRuleOf(HloOpcode::kAdd, {F32Of({2}), ShapeUtil::MakeShape(F64, {2})}),
            "elementwise.c2");
  EXPECT_EQ(InferShapeRuleOf(HloOpcode::kCompare, {F32Of({2}), F32Of({3})},
                             {MakeAttributes(CompareAttributes{}), {}}),
            "elementwise.c1");
}

TEST(ElementwiseInferTest, LayoutOfTheResult) {
  const Shape row = F32Of({2, 3});
  const Shape column = ShapeUtil::MakeShapeWithLayout(F32, {2, 3}, {0, 1});
  const auto layout_of = [](const Shape& a, const Shape& b) {
    const Shape* shapes[] = {&a, &b};
    return InferShape({HloOpcode::kAdd, shapes, nullptr, {}, nullptr}).value().ToString(true);
  };
  EXPECT_EQ(layout_of(column, column), "f32[2,3]{0,1}");
  EXPECT_EQ(layout_of(row, column), "f32[2,3]{1,0}");
}

TEST(ArityTest, EveryOperation) {
  for (const OpDef* def : AllOpDefs()) {
    const auto attributes = [&] { return def->make_attributes ? def->make_attributes() : nullptr; };
    const auto rule_with = [&](int count) {
      return InferShapeRuleOf(def->opcode,
                              std::vector<Shape>(static_cast<size_t>(count), F32Of({2})),
                              {attributes(), F32Of({2})});
    };
    if (def->min_operands > 0) {
      EXPECT_EQ(rule_with(def->min_operands - 1), "arity.c1") << def->name;
    }
    if (def->max_operands >= 0) {
      EXPECT_EQ(rule_with(def->max_operands + 1), "arity.c1") << def->name;
    }
    // Operations whose computation is optional, or that check something else first.
    constexpr std::string_view kOthers[] = {"conditional", "custom-call", "async-update",
                                            "async-done"};
    const bool other =
        std::find(std::begin(kOthers), std::end(kOthers), def->name) != std::end(kOthers);
    if (!def->regions.empty() && !other) {
      EXPECT_EQ(rule_with(std::max(def->min_operands, 1)), "arity.c1")
          << def->name << " without computations";
    }
  }
}

TEST(TypeTest, EveryOperation) {
  for (const OpDef* def : AllOpDefs()) {
    const bool plain =
        def->make_attributes == nullptr || (def->traits.elementwise && NeedsNoAttributes(*def));
    if (def->types == TypeSet::kAny || !plain) continue;
    for (const PrimitiveTypeInfo& type : AllPrimitiveTypes()) {
      const Shape shape = type.type == TUPLE    ? ShapeUtil::MakeTupleShape({})
                          : type.type == TOKEN  ? ShapeUtil::MakeTokenShape()
                          : type.type == BUFFER ? Shape::Buffer(ShapeUtil::MakeShape(F32, {2}))
                                                : ShapeUtil::MakeShape(type.type, {2});
      const std::string rule = InferShapeRuleOf(
          def->opcode, std::vector<Shape>(static_cast<size_t>(def->min_operands), shape),
          {def->make_attributes ? def->make_attributes() : nullptr});
      EXPECT_EQ(rule, TypeSetContains(def->types, type.type) ? ""
                      : shape.IsArray()                      ? "type.c1"
                                                             : "type.c2")
          << def->name << " of " << type.text;
    }
  }
}

}  // namespace
}  // namespace hloom
