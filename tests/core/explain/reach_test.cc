// Elements that an element reaches: the answers, and that no run contradicts them. In every case
// elements of the arguments are changed, and every changed element of the result must have been
// reached.
#include "explain/reach.h"

#include <cstring>

#include "base/str_cat.h"
#include "explain/case_program.h"
#include "gtest/gtest.h"
#include "literal/literal_parser.h"
#include "shape/index_util.h"
#include "support/random.h"
#include "text/hlo/hlo_parser.h"

namespace hloom {
namespace {

using namespace testing_support;  // NOLINT

using Program = std::shared_ptr<const Executable>;

std::string Reached(std::string_view text, const ElementQuestion& question,
                    const std::vector<std::string_view>& arguments) {
  auto module = ParseHloModule(text);
  if (!module.ok()) return module.status().ToString();
  std::vector<Literal> literals;
  for (const std::string_view argument : arguments) {
    literals.push_back(ParseLiteral(argument).value());
  }
  const auto reach =
      FindReach(Executable::Create(*std::move(module)).value(), question, "", literals);
  return reach.ok() ? StrJoin(reach->sentences, "\n") : reach.status().ToString();
}

TEST(ReachTest, BoxesAndSteps) {
  constexpr std::string_view kText = R"(HloModule m
    add { a = f32[] parameter(0)
        b = f32[] parameter(1)
        ROOT s = f32[] add(a, b) }
    ENTRY main {
    x = f32[2,3] parameter(0)
    y = f32[3,4] parameter(1)
    z = f32[] constant(0)
    d = f32[2,4] dot(x, y), lhs_contracting_dims={1}, rhs_contracting_dims={0}
    r = f32[2,4] reverse(d), dimensions={1}
    ROOT t = (f32[2,4], f32[2]) tuple(r, q)
    q = f32[2] reduce(r, z), dimensions={1}, to_apply=add })";
  const std::string text = StrCat(std::string(kText.substr(0, kText.find("    ROOT t"))),
                                  "    q = f32[2] reduce(r, z), dimensions={1}, to_apply=add\n"
                                  "    ROOT t = (f32[2,4], f32[2]) tuple(r, q) }");
  const std::vector<std::string_view> arguments = {"f32[2,3] {{1,2,3},{4,5,6}}",
                                                   "f32[3,4] {{1,2,3,4},{1,2,3,4},{1,2,3,4}}"};
  EXPECT_EQ(Reached(text, {"x", {}, {1, 0}}, arguments),
            "x[1,0] reaches d[1,0..3] in one step.\n"
            "x[1,0] reaches t{0}[1,0..3] and t{1}[1].");
  EXPECT_EQ(Reached(text, {"y", {}, {2, 1}}, arguments),
            "y[2,1] reaches d[0..1,1] in one step.\n"
            "y[2,1] reaches t{0}[0..1,2] and t{1}[0..1].");
}

TEST(ReachTest, LoopsGoAround) {
  // Each round moves the vector by one place.
  constexpr std::string_view kText = R"(HloModule m
    body { p = (s32[], f32[5]) parameter(0)
        i = s32[] get-tuple-element(p), index=0
        v = f32[5] get-tuple-element(p), index=1
        one = s32[] constant(1)
        zero = f32[] constant(0)
        next = s32[] add(i, one)
        moved = f32[5] pad(v, zero), padding=1_-1
        ROOT q = (s32[], f32[5]) tuple(next, moved) }
    goes { p.1 = (s32[], f32[5]) parameter(0)
        i.1 = s32[] get-tuple-element(p.1), index=0
        n = s32[] constant(3)
        ROOT l = pred[] compare(i.1, n), direction=LT }
    ENTRY main {
    z = s32[] parameter(0)
    x = f32[5] parameter(1)
    t = (s32[], f32[5]) tuple(z, x)
    ROOT w = (s32[], f32[5]) while(t), condition=goes, body=body })";
  const std::vector<std::string_view> arguments = {"s32[] 0", "f32[5] {1, 2, 3, 4, 5}"};
  EXPECT_EQ(Reached(kText, {"x", {}, {1}}, arguments),
            "x[1] reaches t{1}[1] in one step.\nx[1] reaches w{1}[4].");
  EXPECT_EQ(Reached(kText, {"x", {}, {2}}, arguments),
            "x[2] reaches t{1}[2] in one step.\nx[2] reaches nothing of w.");
  // In round 1 it has two rounds before it.
  EXPECT_EQ(Reached(kText, {"moved", {}, {2}, 1}, arguments),
            "moved[2] reaches q{1}[2] in one step.\nmoved[2] reaches w{1}[3].");
  // The number of iterations of the loop depends on it.
  EXPECT_EQ(Reached(kText, {"z"}, arguments),
            "z reaches t{0} in one step.\nz reaches w{0} and w{1}[0..4].");
}

TEST(ReachTest, BranchesAndWhatSelectsThem) {
  constexpr std::string_view kText = R"(HloModule m
    same { a = f32[2] parameter(0)
        ROOT c = f32[2] copy(a) }
    other { b = f32[2] parameter(0)
        ROOT n = f32[2] reverse(b), dimensions={0} }
    ENTRY main {
    p = pred[] parameter(0)
    x = f32[2] parameter(1)
    y = f32[2] parameter(2)
    ROOT r = f32[2] conditional(p, x, y), true_computation=same, false_computation=other })";
  const std::vector<std::string_view> arguments = {"pred[] false", "f32[2] {1, 2}",
                                                   "f32[2] {3, 4}"};
  EXPECT_EQ(Reached(kText, {"x", {}, {0}}, arguments),
            "x[0] reaches nothing of r.\nx[0] reaches nothing of r.");
  EXPECT_EQ(Reached(kText, {"y", {}, {0}}, arguments),
            "y[0] reaches nothing of r.\ny[0] reaches r[1].");
  EXPECT_EQ(Reached(kText, {"p"}, arguments), "p reaches nothing of r.\np reaches r[0..1].");
}

TEST(ReachTest, C5TooMuchWork) {
  constexpr std::string_view kText = R"(HloModule m
    ENTRY main {
    x = f32[] parameter(0)
    y = f32[3000,3000] broadcast(x), dimensions={}
    ROOT n = f32[3000,3000] negate(y) })";
  const std::string told = Reached(kText, {"x"}, {"f32[] 1"});
  EXPECT_NE(told.find("RESOURCE_EXHAUSTED [explain.c5]"), std::string::npos) << told;
}

// ---- every case ----

const std::byte* BytesAt(const Literal& array, Span<const int64_t> index) {
  return array.data<std::byte>() +
         IndexUtil::MultidimensionalIndexToLinearIndex(array.shape(), index) *
             ByteWidth(array.shape().element_type());
}

// The array with one bit of one element changed: the lowest, or one that makes small integers
// larger by a few and floats twice as large or so.
Literal Changed(const Literal& array, Span<const int64_t> index, bool much) {
  Buffer bytes = Buffer::Allocate(array.size_bytes()).value();
  std::memcpy(bytes.data(), array.data<std::byte>(), static_cast<size_t>(array.size_bytes()));
  const int64_t width = ByteWidth(array.shape().element_type());
  const int bits = BitWidth(array.shape().element_type());
  const bool is_float = IsFloatingPointType(array.shape().element_type());
  const int64_t offset = BytesAt(array, index) - array.data<std::byte>();
  const bool one_bit = array.shape().element_type() == PRED || bits < 8;
  const int bit = !much || one_bit ? 0 : is_float ? bits - 2 : 2;
  bytes.data()[offset + (bit / 8) % width] ^= std::byte{1} << (bit % 8);
  Literal changed = array;
  changed.TakeStorage();
  changed.Refill(std::move(bytes));
  return changed;
}

// `value` with another array at a leaf.
Literal Replaced(const Literal& value, ShapeIndexView leaf, const Literal& array) {
  if (leaf.empty()) return array;
  std::vector<Literal> elements(value.elements().begin(), value.elements().end());
  Literal& element = elements[static_cast<size_t>(leaf[0])];
  element = Replaced(element, leaf.subspan(1, leaf.size() - 1), array);
  return Literal::MakeTuple(std::move(elements));
}

// Calls f(leaf number, index, shape) for each element of a result that is not as it was.
template <typename F>
void ForEachChange(const Literal& before, const Literal& after, const F& f) {
  const std::vector<LeafPlace> old = LeavesOf(before), now = LeavesOf(after);
  for (size_t i = 0; i < old.size(); ++i) {
    const Literal &a = *old[i].value, &b = *now[i].value;
    if (!a.shape().IsArray()) continue;
    const ElementBox there = WholeOf(b);
    ForEachIn(WholeOf(a), [&](Span<const int64_t> index) {
      const auto width = static_cast<size_t>(ByteWidth(a.shape().element_type()));
      if (!Contains(there, index) || std::memcmp(BytesAt(a, index), BytesAt(b, index), width)) {
        f(i, index, a.shape());
      }
      return true;
    });
  }
}

class Probe {
 public:
  Probe(Program program, std::vector<Literal> arguments, Literal result)
      : program_(std::move(program)),
        arguments_(std::move(arguments)),
        result_(std::move(result)) {}

  // The error for an element of an argument, or empty.
  std::string Check(size_t argument, const LeafPlace& leaf, const ElementIndex& index) {
    const HloInstruction& parameter =
        *program_->module().entry_computation().parameters()[argument];
    const ElementQuestion question = {parameter.name(), leaf.leaf, index};
    auto tracer = ReachTracer::Create(program_, question, "", {}).value();
    const Status run = RunUntilFull(program_, arguments_, {}, nullptr, *tracer);
    const auto reach = tracer->Take();
    const std::string name = ElementName(parameter.name(), leaf.leaf, index);
    if (!run.ok() || !reach.ok()) return StrCat(name, ": ", reach.status().ToString());
    std::string wrong;
    for (const bool much : {false, true}) {
      std::vector<Literal> others = arguments_;
      others[argument] = Replaced(others[argument], leaf.leaf, Changed(*leaf.value, index, much));
      // An index or a size may have become one that is refused, and a loop may go around for long.
      const RunLimits limits = {.instructions = 20000, .milliseconds = 2000};
      auto after = Execution::Start(program_, others, limits).value()->RunToEnd();
      if (!after.ok()) continue;
      ++changes;
      ForEachChange(result_, *after, [&](size_t i, Span<const int64_t> at, const Shape& shape) {
        if (!wrong.empty() || tracer->reached().arrays[i].Has(shape, at)) return;
        wrong =
            StrCat(name, " changes element [", StrJoin(at, ","), "] of array ", i,
                   " of the result, and is not said to reach it: ", StrJoin(reach->sentences, " "));
      });
      if (wrong.empty()) wrong = CheckConverse(*tracer, *leaf.value, question, *after);
    }
    return wrong;
  }

  static int64_t changes, converses;

 private:
  // If the program is one operation that only moves elements, or adds integers, all reached
  // elements must have changed.
  std::string CheckConverse(const ReachTracer& tracer, const Literal& array,
                            const ElementQuestion& question, const Literal& after) {
    const HloInstruction& root = *program_->module().entry_computation().root();
    const OpExplain& explain = GetOpExplain(root.opcode());
    const bool exact = explain.prepare != nullptr || IsIntegralType(array.shape().element_type());
    if (!explain.linear || !exact || !root.shape().IsArray()) return "";
    for (const HloInstruction* operand : root.operands()) {
      if (!operand->operands().empty()) return "";
    }
    std::string wrong;
    tracer.reached().arrays[0].ForEach(result_.shape(), [&](Span<const int64_t> at) {
      if (!wrong.empty() || !Takes(root, at, question) || !Contains(WholeOf(after), at)) return;
      ++converses;
      const auto width = static_cast<size_t>(ByteWidth(root.shape().element_type()));
      if (std::memcmp(BytesAt(result_, at), BytesAt(after, at), width) != 0) return;
      wrong = StrCat(question.instruction, "[", StrJoin(question.index, ","),
                     "] is said to become [", StrJoin(at, ","), "], which does not change");
    });
    return wrong;
  }

  // Returns whether an element of the root is computed from that one, once.
  bool Takes(const HloInstruction& root, Span<const int64_t> at, const ElementQuestion& question) {
    const auto answer = ExplainElement(program_, {root.name(), {}, at.ToVector()}, arguments_);
    if (!answer.ok()) return false;  // it is not live
    int takes = 0;
    for (const ExplainedPart& part : answer->parts) {
      if (part.instruction != question.instruction) continue;
      if (part.decides) return false;
      for (const ExplainedElement& element : part.elements)
        takes += element.index == question.index;
    }
    return takes == 1;
  }

  const Program program_;
  const std::vector<Literal> arguments_;
  const Literal result_;
};
int64_t Probe::changes = 0;
int64_t Probe::converses = 0;

std::string CheckCase(const Json& json, int number) {
  const StatusOr<CaseProgram> read = ReadCaseProgram(json);
  if (!read.ok()) return read.status().ToString();
  const auto& [program, arguments, result] = *read;
  if (program == nullptr) return "";
  // Each run of a program with loops, such as series, takes long.
  const bool is_long = program->module().computations().size() > 2;
  if (is_long && number % Rounds(1, 5) != 0) return "";
  Probe probe(program, arguments, result);
  for (size_t i = 0; i < arguments.size(); ++i) {
    for (const LeafPlace& leaf : LeavesOf(arguments[i])) {
      if (!leaf.value->shape().IsArray()) continue;
      for (const ElementIndex& index : Samples(*leaf.value)) {
        std::string wrong = probe.Check(i, leaf, index);
        if (!wrong.empty()) return wrong;
      }
    }
  }
  return "";
}

class ReachCasesTest : public ::testing::TestWithParam<std::string> {};

TEST_P(ReachCasesTest, WhatChangesIsReached) {
  const StatusOr<Json> file = ReadCaseFile(GetParam());
  ASSERT_TRUE(file.ok()) << file.status().ToString();
  int number = 0;
  for (const Json& json : file->Find("cases")->items()) {
    if (TakesCase(GetParam(), number)) {
      EXPECT_EQ(CheckCase(json, number), "") << json.Find("name")->text();
    }
    ++number;
  }
  RecordProperty("changes", static_cast<int>(Probe::changes));
  RecordProperty("converses", static_cast<int>(Probe::converses));
}

INSTANTIATE_TEST_SUITE_P(Cases, ReachCasesTest, ::testing::ValuesIn(CaseFileNames()), CaseTestName);

}  // namespace
}  // namespace hloom
