// Shapes with dynamic dimensions: text, bytes, comparison, and shapes made from others.
#include "gtest/gtest.h"
#include "shape/shape_proto.h"
#include "shape/shape_util.h"

namespace hloom {
namespace {

Shape DynamicShapeParsed(std::string_view text) {
  const StatusOr<Shape> shape = ShapeUtil::ParseShape(text);
  EXPECT_TRUE(shape.ok()) << shape.status().ToString();
  return shape.ok() ? *shape : Shape();
}

TEST(DynamicShapeTest, TextAndBytes) {
  for (const char* text :
       {"f32[<=10]", "f32[<=10,3]{0,1}", "s4[2,<=0,<=1]", "(f32[<=3], (pred[2,<=2], token[]))",
        "f32[2,<=3]{0,1:PAD(3,5)ZERO_PAD}", "bf16[<=9223372036854775807,0]"}) {
    const Shape shape = DynamicShapeParsed(text);
    EXPECT_EQ(DynamicShapeParsed(shape.ToString(/*print_layout=*/true)), shape) << text;
    EXPECT_FALSE(shape.is_static()) << text;
    EXPECT_TRUE(ShapeUtil::MakeStaticShape(shape).is_static()) << text;
    WireWriter out;
    WriteShapeProto(shape, out);
    const std::string bytes = out.TakeBytes();
    const StatusOr<Shape> read = ReadShapeProto(WireReader(bytes));
    ASSERT_TRUE(read.ok()) << read.status().ToString();
    EXPECT_TRUE(ShapeUtil::EqualIgnoringLayout(*read, shape)) << text;
  }
  EXPECT_EQ(DynamicShapeParsed("f32[ <=10, 3 ]").ToString(), "f32[<=10,3]");
  EXPECT_EQ(DynamicShapeParsed("f32[<=10,3]"), ShapeUtil::MakeShape(F32, {10, 3}, {true, false}));
}

TEST(DynamicShapeTest, TextThatIsNone) {
  for (const char* text : {"f32[<10]", "f32[<= ]", "f32[<=]", "f32[<", "f32[>=3]", "f32[=3]"}) {
    EXPECT_EQ(ShapeUtil::ParseShape(text).status().rule(), "shape.p1") << text;
  }
  for (const char* text : {"f32[?]", "f32[3,?]", "(s32[], f32[?,?])"}) {
    const Status status = ShapeUtil::ParseShape(text).status();
    EXPECT_EQ(status.rule(), "shape.c5") << text;
    EXPECT_EQ(status.code(), StatusCode::kUnimplemented) << text;
  }
  EXPECT_EQ(ShapeUtil::ParseShape("f32[<=-1]").status().rule(), "shape.c2");
}

TEST(DynamicShapeTest, Comparison) {
  const Shape dynamic = DynamicShapeParsed("f32[<=10,3]");
  const Shape still = DynamicShapeParsed("f32[10,3]");
  EXPECT_NE(dynamic, still);
  EXPECT_TRUE(ShapeUtil::Compatible(dynamic, still));
  EXPECT_FALSE(ShapeUtil::EqualIgnoringLayout(dynamic, still));
  EXPECT_TRUE(ShapeUtil::EqualIgnoringLayout(dynamic, DynamicShapeParsed("f32[<=10,3]{0,1}")));
  // Set and taken back is as if never set.
  Shape back = dynamic;
  back.set_dynamic_dimension(0, false);
  EXPECT_EQ(back, still);
}

TEST(DynamicShapeTest, Holds) {
  const Shape holder = DynamicShapeParsed("f32[<=10,3]");
  for (const char* text : {"f32[7,3]", "f32[0,3]", "f32[10,3]", "f32[<=10,3]", "f32[<=4,3]{0,1}"}) {
    EXPECT_TRUE(ShapeUtil::Holds(holder, DynamicShapeParsed(text))) << text;
  }
  for (const char* text :
       {"f32[11,3]", "f32[7,2]", "s32[7,3]", "f32[7]", "f32[7,<=3]", "f32[<=11,3]", "(f32[7,3])"}) {
    EXPECT_FALSE(ShapeUtil::Holds(holder, DynamicShapeParsed(text))) << text;
  }
  EXPECT_TRUE(ShapeUtil::Holds(DynamicShapeParsed("(f32[<=2], s32[])"),
                               DynamicShapeParsed("(f32[1], s32[])")));
  EXPECT_FALSE(ShapeUtil::Holds(DynamicShapeParsed("f32[10]"), DynamicShapeParsed("f32[<=10]")));
}

TEST(DynamicShapeTest, ShapesFromOthers) {
  const Shape shape = DynamicShapeParsed("f32[<=2,3,<=4]{0,2,1}");
  EXPECT_EQ(ShapeUtil::ChangeElementType(shape, S8).ToString(true), "s8[<=2,3,<=4]{0,2,1}");
  EXPECT_EQ(ShapeUtil::PermuteDimensions({2, 0, 1}, shape).value().ToString(), "f32[<=4,<=2,3]");
  EXPECT_EQ(ShapeUtil::DeleteDimension(0, shape).value().ToString(), "f32[3,<=4]");
  EXPECT_EQ(ShapeUtil::DropDegenerateDimensions(DynamicShapeParsed("f32[1,<=4,1]")).ToString(),
            "f32[<=4]");
  EXPECT_EQ(ShapeUtil::MoveDimToMajor(shape, 0).value().ToString(), "f32[<=2,3,<=4]");
  Shape grown = DynamicShapeParsed("f32[<=2,3]");
  ShapeUtil::AppendMajorDimension(5, &grown);
  ShapeUtil::AppendMinorDimension(6, &grown);
  EXPECT_EQ(grown.ToString(), "f32[5,<=2,3,6]");
  EXPECT_EQ(ShapeUtil::MakeShapeWithDescendingLayoutAndSamePhysicalLayout(
                DynamicShapeParsed("f32[<=2,3]{0,1}"))
                .ToString(),
            "f32[3,<=2]");
  EXPECT_EQ(ShapeUtil::MakeStaticShape(DynamicShapeParsed("(f32[<=2], (s32[<=3,1]{0,1}))"))
                .ToString(true),
            "(f32[2]{0}, (s32[3,1]{0,1}))");
}

}  // namespace
}  // namespace hloom
