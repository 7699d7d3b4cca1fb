// Elementwise operations give the same values in every layout: each on ranks 0 to 5
// with sizes of 0, in random layouts, against the same operation in the default layout.
#include "base/str_cat.h"
#include "builder/builder_def.h"
#include "literal/convert.h"
#include "literal/relayout.h"
#include "support/random.h"
#include "support/run.h"

namespace hloom {
namespace {

using namespace testing_support;  // NOLINT

// The first type that the operation takes.
PrimitiveType TypeFor(TypeSet types) {
  for (PrimitiveType type : {F32, S32, PRED}) {
    if (TypeSetContains(types, type)) return type;
  }
  return F32;
}

Literal Values(PrimitiveType type, Span<const int64_t> sizes, Random& random) {
  const Shape shape = ShapeUtil::MakeShape(F32, sizes);
  std::vector<float> values(static_cast<size_t>(ShapeUtil::ElementsIn(shape)));
  for (float& value : values) value = static_cast<float>(random.Below(64)) / 8 - 3;
  const Literal floats = LiteralUtil::CreateFromSpan<float>(sizes, Span<const float>(values));
  return *ConvertElements(floats, type);
}

Layout RandomLayout(size_t rank, Random& random) {
  std::vector<int64_t> order;
  for (size_t i = 0; i < rank; ++i) {
    order.insert(order.begin() + random.Below(static_cast<uint32_t>(i + 1)),
                 static_cast<int64_t>(i));
  }
  return Layout(order);
}

StatusOr<Literal> Apply(const OpDef& def, const std::vector<Literal>& operands) {
  XlaBuilder b("layouts");
  XlaBuilder::Instruction instruction{.opcode = def.opcode};
  for (size_t i = 0; i < operands.size(); ++i) {
    instruction.operands.push_back(ParameterLike(b, static_cast<int64_t>(i), operands[i]));
  }
  if (def.make_attributes != nullptr) instruction.attributes = def.make_attributes();
  HLOOM_RETURN_IF_ERROR(b.AddInstruction(std::move(instruction)).status());
  return BuildAndRun(b, operands);
}

TEST(ElementwiseLayoutTest, SameValues) {
  Random random(7);
  int compared = 0;
  for (const OpDef* def : AllOpDefs()) {
    // Those whose operands are all of one type and whose result follows from them.
    if (!def->traits.elementwise || def->traits.shape_given || def->types == TypeSet::kAny)
      continue;
    if (def->opcode == HloOpcode::kReducePrecision) continue;  // its attributes have no default
    const PrimitiveType type = TypeFor(def->types);
    for (size_t rank = 0; rank <= 5; ++rank) {
      for (int repeat = 0; repeat < 3; ++repeat) {
        std::vector<int64_t> sizes;
        for (size_t i = 0; i < rank; ++i) {
          sizes.push_back(repeat == 2 && i == 1 ? 0 : 1 + random.Below(3));
        }
        std::vector<Literal> operands;
        std::vector<Literal> turned;
        for (int i = 0; i < def->min_operands; ++i) {
          operands.push_back(Values(type, sizes, random));
          turned.push_back(*Relayout(operands.back(), RandomLayout(rank, random)));
        }
        const StatusOr<Literal> want = Apply(*def, operands);
        const StatusOr<Literal> have = Apply(*def, turned);
        ASSERT_TRUE(want.ok()) << def->name << ": " << want.status().ToString();
        ASSERT_TRUE(have.ok()) << def->name << ": " << have.status().ToString();
        EXPECT_TRUE(*have == *want) << def->name << " of " << turned[0].shape().ToString();
        ++compared;
      }
    }
  }
  EXPECT_GT(compared, 50 * 18);
}

}  // namespace
}  // namespace hloom
