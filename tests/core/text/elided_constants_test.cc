// Constants that are left out of HLO text, {...}, written and read; and texts that would be too
// long.
#include "gtest/gtest.h"
#include "literal/literal_util.h"
#include "ops/control/structural.h"
#include "support/module_builder.h"
#include "text/hlo/hlo_parser.h"
#include "text/hlo/hlo_text.h"

namespace hloom {
namespace {

using namespace testing_support;  // NOLINT: the module builder

constexpr HloParserOptions kZeros = {.elided_constants = ElidedConstants::kZeros};

std::string TextOf(std::string_view text, const HloTextOptions& options,
                   const HloParserOptions& reading = {}) {
  const auto module = ParseHloModule(text, reading);
  return module.ok() ? HloModuleToText(**module, options) : module.status().ToString();
}

constexpr std::string_view kConstants = R"(HloModule m, entry_computation_layout={()->s32[11]{0}}

ENTRY %main () -> s32[11] {
  %ten = s32[10]{0} constant({0, 1, 2, 3, 4, 5, 6, 7, 8, 9})
  %matrix = f32[2,5]{1,0} constant({ { 0, 1, 2, 3, 4 }, { 5, 6, 7, 8, 9 } })
  %scalar = f32[] constant(7)
  %pair = (f32[], s32[1]{0}) constant(( 1, {2} ))
  ROOT %eleven = s32[11]{0} constant({0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
}

)";
constexpr std::string_view kElidedConstants =
    R"(HloModule m, entry_computation_layout={()->s32[11]{0}}

ENTRY %main () -> s32[11] {
  %ten = s32[10]{0} constant({0, 1, 2, 3, 4, 5, 6, 7, 8, 9})
  %matrix = f32[2,5]{1,0} constant({ { 0, 1, 2, 3, 4 }, { 5, 6, 7, 8, 9 } })
  %scalar = f32[] constant(7)
  %pair = (f32[], s32[1]{0}) constant({...})
  ROOT %eleven = s32[11]{0} constant({...})
}

)";

// XLA prints arrays of up to 10 elements; of tuples nothing.
TEST(ElidedConstantsTest, Printing) {
  EXPECT_EQ(TextOf(kConstants, {}), kConstants);
  EXPECT_EQ(TextOf(kConstants, {.print_large_constants = false}), kElidedConstants);
}

TEST(ElidedConstantsTest, ReadAsZeros) {
  EXPECT_EQ(TextOf(kElidedConstants, {.print_large_constants = false}, kZeros), kElidedConstants);
  const std::string text = TextOf(kElidedConstants, {}, kZeros);
  EXPECT_NE(text.find("%eleven = s32[11]{0} constant({0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0})"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("%pair = (f32[], s32[1]{0}) constant(( 0, {0} ))"), std::string::npos)
      << text;
  const auto read = [](std::string_view shape) {
    return TextOf(StrCat("ENTRY main { ROOT c = ", shape, " constant({...}) }"), {}, kZeros);
  };
  EXPECT_NE(read("pred[2]").find("constant({0, 0})"), std::string::npos) << read("pred[2]");
  EXPECT_NE(read("f32[]").find("constant(0)"), std::string::npos) << read("f32[]");
  EXPECT_NE(read("f32[0]").find("constant({})"), std::string::npos) << read("f32[0]");
  EXPECT_NE(read("c64[1]{0:PAD(4)ONE_PAD}").find("constant({(0, 0)})"), std::string::npos)
      << read("c64[1]{0:PAD(4)ONE_PAD}");
  EXPECT_NE(read("()").find("constant(())"), std::string::npos) << read("()");
}

TEST(ElidedConstantsTest, SpacesCountForNothing) {
  const auto module =
      ParseHloModule("ENTRY e { ROOT x = s32[11] constant( { ... /* all */ } ) }", kZeros);
  ASSERT_TRUE(module.ok()) << module.status().ToString();
  EXPECT_EQ(ParseHloModule("ENTRY e { ROOT x = s32[2] constant({1, 2}) }", kZeros).ok(), true);
  EXPECT_EQ(ParseHloModule("ENTRY e { ROOT x = s32[2] constant({ .. }) }", kZeros).ok(), false);
}

// An array of which anything is left out is all zeros; in a tuple only those arrays are.
TEST(ElidedConstantsTest, InPart) {
  const auto read = [](std::string_view constant, const HloParserOptions& options = kZeros) {
    const auto module = ParseHloModule(StrCat("ENTRY e { ROOT c = ", constant, " }"), options);
    if (!module.ok()) return std::string(module.status().rule());
    return (*module)
        ->entry_computation()
        .root()
        ->attributes<ConstantAttributes>()
        .literal.ToString();
  };
  EXPECT_EQ(read("s32[4] constant({1, 2, ...})"), "s32[4] {0, 0, 0, 0}");
  EXPECT_EQ(read("s32[3] constant({1, ..., 3})"), "s32[3] {0, 0, 0}");
  EXPECT_EQ(read("s32[2,2] constant({ {1, 2}, /* and */ ... })"),
            "s32[2,2] { { 0, 0 }, { 0, 0 } }");
  EXPECT_EQ(read("s32[2,1] constant({ { ... }, { 1 } })"), "s32[2,1] { { 0 }, { 0 } }");
  EXPECT_EQ(read("(s32[2], f32[]) constant(( {...}, 7 ))"), "(s32[2] {0, 0}, f32[] 7)");
  EXPECT_EQ(read("(s32[2], (f32[1], s8[2])) constant((s32[2] {1, 2}, ({ 1 }, { 3, ... })))"),
            "(s32[2] {1, 2}, (f32[1] {1}, s8[2] {0, 0}))");
  EXPECT_EQ(read("(s32[2], (f32[1], s8[2])) constant(({1, 2}, { ... }))"),
            "(s32[2] {1, 2}, (f32[1] {0}, s8[2] {0, 0}))");
  EXPECT_EQ(read("(token[], s32[2]) constant((token, {...}))"), "(token, s32[2] {0, 0})");
  // Other errors remain.
  EXPECT_EQ(read("(s32[2], f32[]) constant(( {...}, x ))"), "literal.p2");
  EXPECT_EQ(read("(s32[2], f32[]) constant(( {...} ))"), "literal.p2");
  EXPECT_EQ(read("s32[2] constant({1, ...)"), "text.p1");
  EXPECT_EQ(read("s32[2] constant({1, 2, ..})"), "literal.p2");
  // One value for an array takes memory that the text does not have.
  EXPECT_EQ(read("(s8[300000000], s8[2]) constant((1, {...}))"), "elided.c1");
  for (const std::string_view constant :
       {"s32[4] constant({1, 2, ...})", "s32[40] constant({1, 2, ...})",
        "s32[2] constant({ ... /* all */ })", "s32[2,2] constant({ {1, 2}, ... })",
        "(s32[2], f32[]) constant(( {...}, 7 ))", "(s32[2], f32[]) constant({ ... })",
        "(s32[2], f32[]) constant(( { 1, ...}, 7 ))"}) {
    const Status refused = ParseHloModule(StrCat("ENTRY e { ROOT c = ", constant, " }")).status();
    EXPECT_EQ(refused.rule(), "literal.p2");
    EXPECT_NE(refused.fields().help.text().find("elidedConstants: 'zeros'"), std::string::npos)
        << refused.ToString();
  }
}

TEST(ElidedConstantsTest, AreRefusedUnlessAsked) {
  const Status status = ParseHloModule(kElidedConstants).status();
  EXPECT_EQ(status.rule(), "literal.p2");
  EXPECT_NE(status.fields().help.text().find("elidedConstants: 'zeros'"), std::string::npos);
  // A text that is not a value does not become one.
  EXPECT_EQ(ParseHloModule("ENTRY main { c = f32[<=20] constant({...}) }", kZeros).status().rule(),
            "literal.p2");
  EXPECT_EQ(ParseHloModule("ENTRY main { c = constant({...}) }", kZeros).status().rule(),
            "text.p11");
}

TEST(ElidedConstantsTest, C1Bytes) {  // elided.c1
  const auto rule = [](std::string_view lines) {
    const auto module = ParseHloModule(StrCat("ENTRY main {\n", lines, "}"), kZeros);
    return std::string(module.status().rule());
  };
  EXPECT_EQ(rule("a = s8[268435456] constant({...})\n"), "");
  EXPECT_EQ(rule("a = s8[268435457] constant({...})\n"), "elided.c1");
  EXPECT_EQ(rule("a = s8[268435455] constant({...})\nb = s8[2] constant({...})\n"), "elided.c1");
  EXPECT_EQ(rule("a = f64[100000000000,100000] constant({...})\n"), "elided.c1");
  // Constants of one size share their bytes.
  EXPECT_EQ(rule("a = s8[200000000] constant({...})\nb = f32[50000000] constant({...})\n"), "");
}

// ---- text.w1 ----

std::unique_ptr<HloModule> Iota(PrimitiveType type, int64_t elements) {
  ModuleBuilder b("m");
  b.Begin("main");
  Literal literal = Literal::Create(ShapeUtil::MakeShape(type, {elements})).value();
  std::fill_n(literal.mutable_data<std::byte>(), literal.size_bytes(), std::byte{0});
  b.Finish(b.Constant(literal));
  return b.Take();
}

TEST(TextSizeTest, W1Constants) {  // text.w1
  EXPECT_TRUE(CheckHloTextSize(*Iota(F32, 7000000)).ok());
  EXPECT_EQ(CheckHloTextSize(*Iota(F32, 8000000)).rule(), "text.w1");
  EXPECT_TRUE(CheckHloTextSize(*Iota(S8, 20000000)).ok());
  EXPECT_EQ(CheckHloTextSize(*Iota(S8, 40000000)).rule(), "text.w1");
  const auto module = Iota(S32, 46000000);
  const Status status = CheckHloTextSize(*module);
  EXPECT_EQ(status.ToString(),
            "RESOURCE_EXHAUSTED [text.w1] the text of m could have more than 134217728 characters\n"
            "  %constant.1 alone is a constant of 46000000 elements, s32[46000000]\n"
            "  help: print with printLargeConstants: false (print_large_constants in C++), which "
            "leaves out elements, or write the program as bytes, which keep them");
  EXPECT_TRUE(CheckHloTextSize(*module, {.print_large_constants = false}).ok());
  EXPECT_EQ(HloModuleToStrictText(*module).status().rule(), "text.w1");
}

// The size estimate for a constant is never less than its text.
TEST(TextSizeTest, NumbersAreNotLongerThanTheBound) {
  for (const PrimitiveTypeInfo& info : AllPrimitiveTypes()) {
    if (!IsArrayType(info.type)) continue;
    for (const int pattern : {0x00, 0x01, 0x7f, 0x80, 0x81, 0xfe, 0xff, 0xc9}) {
      Literal literal = Literal::Create(ShapeUtil::MakeShape(info.type, {1, 1, 1, 1000})).value();
      // Types of fewer bits than a byte have no other patterns.
      const int mask = info.type == PRED ? 1 : info.bits < 8 ? (1 << info.bits) - 1 : 0xff;
      for (int64_t i = 0; i < literal.size_bytes(); ++i) {
        literal.mutable_data<uint8_t>()[i] = static_cast<uint8_t>((pattern + i % 7) & mask);
      }
      int64_t bound = 2 * 60 + 8;
      const bool is_complex = IsComplexType(info.type);
      const PrimitiveType part = is_complex ? ComplexComponentType(info.type) : info.type;
      const int64_t number = part == PRED                ? 5
                             : part == F64               ? 24
                             : IsFloatingPointType(part) ? 15
                                                         : BitWidth(part) * 31 / 100 + 2;
      bound += 1000 * ((is_complex ? 2 * number + 4 : number) + 2);
      EXPECT_LE(static_cast<int64_t>(literal.ToHloConstant().size()), bound) << info.name;
    }
  }
}

// A name is short in bytes wherever it is used; in text it is written each time.
TEST(TextSizeTest, W1Names) {
  ModuleBuilder b("m");
  b.Begin("main");
  HloInstruction* x = b.Parameter(0, F32Of({2}), std::string(1 << 20, 'x'));
  for (int i = 0; i < 130; ++i) b.Add(HloOpcode::kNegate, {x});
  b.Finish(x);
  EXPECT_EQ(CheckHloTextSize(*b.Take()).rule(), "text.w1");
}

// The long form repeats the shape of a tuple wherever it is used.
TEST(TextSizeTest, W1ShapesOfOperands) {
  ModuleBuilder b("m");
  b.Begin("main");
  HloInstruction* x = b.Parameter(0, Shape(std::vector<Shape>(20000, F32Of({}))), "x");
  HloInstruction* last = x;
  for (int i = 0; i < 2000; ++i) last = b.GetTupleElement(x, i);
  b.Finish(last);
  const auto module = b.Take();
  EXPECT_TRUE(CheckHloTextSize(*module).ok());
  EXPECT_EQ(CheckHloTextSize(*module, {.print_operand_shape = true}).rule(), "text.w1");
}

}  // namespace
}  // namespace hloom
