// Explanations of elements, for each family of operations.
#include "explain/questions.h"

#include "gtest/gtest.h"
#include "hloom.h"

namespace hloom {
namespace {

using namespace testing_support;  // NOLINT

TEST(ExplainTest, ElementwiseLooksThroughBroadcasts) {
  const std::string text = Entry(R"(
    x = f32[2,3] parameter(0)
    v = f32[3] parameter(1)
    b = f32[2,3] broadcast(v), dimensions={1}
    ROOT add.3 = f32[2,3] add(x, b))");
  const auto answer =
      Ask(text, {"add.3", {}, {1, 2}}, {"f32[2,3] {{1, 2, 3}, {4, 5, 6}}", "f32[3] {7, 8, 9}"});
  EXPECT_EQ(Told(answer),
            "add.3[1,2] = x[1,2] + v[2]\n"
            "It takes lhs x[1,2], which is 6.\n"
            "It takes rhs b[1,2], which repeats v[2], which is 9.");
  std::string json;
  JsonWriter writer(&json);
  WriteJson(*answer, writer);
  EXPECT_EQ(json,
            R"({"instruction":"add.3","opcode":"add","computation":"main","shape":"f32[2,3]",)"
            R"("tuple_index":[],"index":["1","2"],"value":"15","origin":"operands","inside":[],)"
            R"("callers":[],"arithmetic":"add.3[1,2] = x[1,2] + v[2]","parts":[)"
            R"({"operand":"0","instruction":"x","role":"lhs","tuple_index":[],"decides":false,)"
            R"("count":"1","elements":[{"index":["1","2"],"value":"6"}],"more":"0",)"
            R"("sentence":"It takes lhs x[1,2], which is 6."},)"
            R"({"operand":"1","instruction":"b","role":"rhs","tuple_index":[],"decides":false,)"
            R"("count":"1","elements":[{"index":["1","2"],"value":"9"}],"more":"0",)"
            R"("through":{"instruction":"v","index":["2"]},)"
            R"("sentence":"It takes rhs b[1,2], which repeats v[2], which is 9."}],)"
            R"("sentences":["add.3[1,2] is 15.","It takes lhs x[1,2], which is 6.",)"
            R"("It takes rhs b[1,2], which repeats v[2], which is 9."]})");
}

// As a C++ program asks, with what hloom.h has.
TEST(ExplainTest, AskedOfAModule) {
  XlaBuilder b("axis");
  const XlaOp x = Parameter(&b, 0, ShapeUtil::MakeShape(F32, {2, 3}), "x");
  const XlaOp v = Parameter(&b, 1, ShapeUtil::MakeShape(F32, {3}), "v");
  Add(x, v, {1});
  const std::unique_ptr<HloModule> module = b.Build()->CreateModule();
  const std::vector<Literal> arguments = {LiteralUtil::CreateR2<float>({{1, 2, 3}, {4, 5, 6}}),
                                          LiteralUtil::CreateR1<float>({7, 8, 9})};
  const ElementQuestion question = {.instruction = "add.4", .index = {1, 2}};
  EXPECT_EQ(ExplainElement(*module, question, arguments)->ToString(),
            "add.4[1,2] = x[1,2] + v[2]\nadd.4[1,2] is 15.\nIt takes lhs x[1,2], which is 6.\n"
            "It takes rhs broadcast.3[1,2], which repeats v[2], which is 9.");
  EXPECT_EQ(FindReach(*module, {.instruction = "v", .index = {2}}, "", arguments)->sentences,
            (std::vector<std::string>{"v[2] reaches broadcast.3[0..1,2] in one step.",
                                      "v[2] reaches add.4[0..1,2]."}));
  EXPECT_EQ(ExplainElement(*module, question, {}).status().rule(), "arguments.c1");
  EXPECT_EQ(ExplainElement(*module, question, arguments, {.instructions = 2}).status().rule(),
            "limits.c1");
  EXPECT_EQ(FindReach(*module, {"w"}, "", arguments).status().rule(), "explain.c1");
}

TEST(ExplainTest, ScalarsHaveNoIndex) {
  const std::string text = Entry(R"(
    x = f32[] parameter(0)
    n = f32[] negate(x)
    c = pred[] compare(x, n), direction=LT
    ROOT s = f32[] select(c, x, n))");
  EXPECT_EQ(Told(Ask(text, {"n"}, {"f32[] 3"})), "n = -x\nIt takes operand x, which is 3.");
  EXPECT_EQ(Told(Ask(text, {"c"}, {"f32[] 3"})),
            "c = x < n\nIt takes lhs x, which is 3.\nIt takes rhs n, which is -3.");
  EXPECT_EQ(Told(Ask(text, {"s"}, {"f32[] 3"})),
            "s = c ? x : n\nIt is decided by pred c, which is false.\n"
            "It takes on_false n, which is -3.");
  EXPECT_EQ(Told(Ask(text, {"x"}, {"f32[] 3"})), "x = 3");
  EXPECT_EQ(Ask(text, {"x"}, {"f32[] 3"})->sentences,
            (std::vector<std::string>{"x is 3. It is an argument."}));
}

TEST(ExplainTest, MovesAreRunOnElementNumbers) {
  const std::string text = Entry(R"(
    x = f32[2,3] parameter(0)
    p = f32[] constant(0)
    r = f32[2,3] reverse(x), dimensions={1}
    t = f32[3,2]{1,0} transpose(r), dimensions={1,0}
    w = f32[6] reshape(t)
    s = f32[2] slice(w), slice={[1:6:3]}
    a = f32[6] pad(s, p), padding=1_2_1
    ROOT c = f32[8] concatenate(a, s), dimensions={0})");
  const std::vector<std::string_view> x = {"f32[2,3] {{1, 2, 3}, {4, 5, 6}}"};
  EXPECT_EQ(Told(Ask(text, {"r", {}, {1, 0}}, x)),
            "r[1,0] = x[1,2]\nIt takes operand x[1,2], which is 6.");
  EXPECT_EQ(Told(Ask(text, {"t", {}, {0, 1}}, x)),
            "t[0,1] = r[1,0]\nIt takes operand r[1,0], which is 6.");
  EXPECT_EQ(Told(Ask(text, {"w", {}, {3}}, x)),
            "w[3] = t[1,1]\nIt takes operand t[1,1], which is 5.");
  EXPECT_EQ(Told(Ask(text, {"s", {}, {1}}, x)), "s[1] = w[4]\nIt takes operand w[4], which is 1.");
  EXPECT_EQ(Told(Ask(text, {"a", {}, {3}}, x)), "a[3] = s[1]\nIt takes operand s[1], which is 1.");
  EXPECT_EQ(Told(Ask(text, {"a", {}, {2}}, x)), "a[2] = p\nIt takes padding_value p, which is 0.");
  EXPECT_EQ(Told(Ask(text, {"c", {}, {7}}, x)), "c[7] = s[1]\nIt takes operands s[1], which is 1.");
}

TEST(ExplainTest, StartsAreClamped) {
  const std::string text = Entry(R"(
    x = f32[10] parameter(0)
    i = s32[] parameter(1)
    u = f32[2] constant({7, 8})
    d = f32[4] dynamic-slice(x, i), dynamic_slice_sizes={4}
    ROOT w = f32[10] dynamic-update-slice(x, u, i))");
  const std::vector<std::string_view> x = {"f32[10] {0, 1, 2, 3, 4, 5, 6, 7, 8, 9}", "s32[] 9"};
  EXPECT_EQ(Told(Ask(text, {"d", {}, {1}}, x)),
            "d[1] = x[7]\nIt takes operand x[7], which is 7.\n"
            "It is decided by start_indices i, which is 9; dimension 0 starts at 9, moved to 6 so "
            "that the slice lies inside.");
  EXPECT_EQ(Told(Ask(text, {"w", {}, {9}}, x)),
            "w[9] = u[1]\nIt takes update u[1], which is 8.\n"
            "It is decided by start_indices i, which is 9; dimension 0 starts at 9, moved to 8 so "
            "that the slice lies inside.");
}

TEST(ExplainTest, Gather) {
  const std::string text = Entry(R"(
    x = f32[5,4] parameter(0)
    i = s32[3] parameter(1)
    ROOT gather.5 = f32[3,4] gather(x, i), offset_dims={1}, collapsed_slice_dims={0}, start_index_map={0}, index_vector_dim=1, slice_sizes={1,4})");
  EXPECT_EQ(
      Told(Ask(text, {"gather.5", {}, {1, 2}},
               {"f32[5,4] {{0,1,2,3},{4,5,6,7},{8,9,10,11},{12,13,14,15},{16,17,18,19}}",
                "s32[3] {0, 7, 2}"})),
      "gather.5[1,2] = x[4,2]\nIt takes operand x[4,2], which is 18.\n"
      "It is decided by start_indices i[1], which is 7; dimension 0 starts at 7, moved to 4 so "
      "that the slice lies inside.");
}

TEST(ExplainTest, Scatter) {
  const std::string text = StrCat(R"(HloModule m
    f { a = f32[] parameter(0)
        b = f32[] parameter(1)
        ROOT s = f32[] add(a, b) }
    ENTRY main {
    x = f32[4] parameter(0)
    i = s32[3] parameter(1)
    u = f32[3] parameter(2)
    ROOT y = f32[4] scatter(x, i, u), update_window_dims={}, inserted_window_dims={0}, scatter_dims_to_operand_dims={0}, index_vector_dim=1, to_apply=f })");
  EXPECT_EQ(Told(Ask(text, {"y", {}, {2}},
                     {"f32[4] {0, 1, 2, 3}", "s32[3] {2, 9, 2}", "f32[3] {10, 20, 30}"})),
            "y[2] = x[2] + u[0] + u[2]\nIt takes operand x[2], which is 2.\n"
            "It takes update u[0] = 10 and u[2] = 30.\n"
            "It is decided by scatter_indices i[0..2], 3 elements.");
  EXPECT_EQ(Told(Ask(text, {"y", {}, {1}},
                     {"f32[4] {0, 1, 2, 3}", "s32[3] {2, 9, 2}", "f32[3] {10, 20, 30}"})),
            "y[1] = x[1]\nIt takes operand x[1], which is 1.\n"
            "It is decided by scatter_indices i[0..2], 3 elements.");
}

TEST(ExplainTest, SortFollowsThePermutation) {
  const std::string text = R"(HloModule m
    less { a = f32[] parameter(0)
        b = f32[] parameter(1)
        c = s32[] parameter(2)
        d = s32[] parameter(3)
        ROOT l = pred[] compare(a, b), direction=LT }
    ENTRY main {
    x = f32[4] parameter(0)
    n = s32[4] iota(), iota_dimension=0
    ROOT s = (f32[4], s32[4]) sort(x, n), dimensions={0}, to_apply=less })";
  EXPECT_EQ(Told(Ask(text, {"s", {1}, {0}}, {"f32[4] {3, 1, 2, 0}"})),
            "s{1}[0] = n[3]\nIt takes operands n[3], which is 3.\n"
            "It is decided by keys x[0..3], 4 elements.\n"
            "It is decided by keys n[0..3], 4 elements.");
  EXPECT_EQ(Told(Ask(text, {"n", {}, {2}}, {"f32[4] {3, 1, 2, 0}"})), "n[2] = 2");
}

TEST(ExplainTest, ReductionsTakeBoxes) {
  const std::string text = StrCat(kFolds, R"(
    x = f32[2,10] parameter(0)
    init = f32[] constant(0)
    reduce.5 = f32[2] reduce(x, init), dimensions={1}, to_apply=add
    l = f32[10] reduce(x, init), dimensions={0}, to_apply=larger
    ROOT t = (f32[2], f32[10]) tuple(reduce.5, l) })");
  const std::vector<std::string_view> x = {
      "f32[2,10] {{0,1,2,3,4,5,6,7,8,9},{0,1,2,3,4,5,6,7,8,9}}"};
  EXPECT_EQ(Told(Ask(text, {"reduce.5", {}, {1}}, x)),
            "reduce.5[1] = init + x[1,0] + x[1,1] + ... + x[1,9]\n"
            "It takes operand x[1,0..9], 10 elements.\nIt takes init, which is 0.");
  EXPECT_EQ(Told(Ask(text, {"l", {}, {3}}, x)),
            "l[3] = maximum(init, x[0,3], x[1,3])\n"
            "It takes operand x[0..1,3], 2 elements.\nIt takes init, which is 0.");
  EXPECT_EQ(Told(Ask(text, {"t", {1}, {3}}, x)),
            "t{1}[3] = l[3]\nIt takes elements l[3], which is 3.");
}

TEST(ExplainTest, WindowsHaveHoles) {
  const std::string text = StrCat(kFolds, R"(
    x = f32[3] parameter(0)
    init = f32[] constant(0)
    ROOT y = f32[4] reduce-window(x, init), window={size=4 pad=1_1 lhs_dilate=2}, to_apply=add })");
  const auto answer = Ask(text, {"y", {}, {0}}, {"f32[3] {1, 2, 3}"});
  EXPECT_EQ(Told(answer),
            "y[0] = init + x[0] + x[1]\n"
            "It takes operand x[0..1], 2 elements; 2 of the window's 4 positions fall into padding "
            "or between elements.\nIt takes init, which is 0.");
  EXPECT_EQ(answer->parts[0].window[0].places,
            (std::vector<int64_t>{WindowPositions::kPadding, 0, WindowPositions::kHole, 1}));
}

TEST(ExplainTest, Contractions) {
  const std::string text = Entry(R"(
    x = f32[2,3] parameter(0)
    y = f32[3,2] parameter(1)
    ROOT dot.2 = f32[2,2] dot(x, y), lhs_contracting_dims={1}, rhs_contracting_dims={0})");
  EXPECT_EQ(Told(Ask(text, {"dot.2", {}, {0, 1}},
                     {"f32[2,3] {{1,2,3},{4,5,6}}", "f32[3,2] {{1,2},{3,4},{5,6}}"})),
            "dot.2[0,1] = sum over k of x[0,k] * y[k,1] (k in 0..2)\n"
            "It takes lhs x[0,0..2], 3 elements.\nIt takes rhs y[0..2,1], 3 elements.");
}

TEST(ExplainTest, Convolution) {
  const std::string text = Entry(R"(
    x = f32[1,4,1] parameter(0)
    w = f32[3,1,1] parameter(1)
    ROOT c = f32[1,4,1] convolution(x, w), window={size=3 pad=1_1}, dim_labels=b0f_0io->b0f)");
  EXPECT_EQ(Told(Ask(text, {"c", {}, {0, 0, 0}},
                     {"f32[1,4,1] {{{1},{2},{3},{4}}}", "f32[3,1,1] {{{1}},{{2}},{{3}}}"})),
            "c[0,0,0] = sum over k0, k1 of x[0,k1,k0] * w[k1+1,k0,0] (k0 in 0..0, k1 in 0..1)\n"
            "It takes lhs x[0,0..1,0], 2 elements; 1 of the window's 3 positions fall into padding "
            "or between elements.\nIt takes rhs w[1..2,0,0], 2 elements.");
}

constexpr std::string_view kLoop = R"(HloModule m
    body { p = (s32[], f32[2]) parameter(0)
        i = s32[] get-tuple-element(p), index=0
        v = f32[2] get-tuple-element(p), index=1
        one = s32[] constant(1)
        next = s32[] add(i, one)
        twice = f32[2] add(v, v)
        ROOT q = (s32[], f32[2]) tuple(next, twice) }
    goes { p.1 = (s32[], f32[2]) parameter(0)
        i.1 = s32[] get-tuple-element(p.1), index=0
        n = s32[] constant(3)
        ROOT l = pred[] compare(i.1, n), direction=LT }
    ENTRY main {
    z = s32[] constant(0)
    x = f32[2] parameter(0)
    t = (s32[], f32[2]) tuple(z, x)
    w = (s32[], f32[2]) while(t), condition=goes, body=body
    ROOT r = f32[2] get-tuple-element(w), index=1 })";

TEST(ExplainTest, LoopsAndTheirRounds) {
  const std::vector<std::string_view> x = {"f32[2] {1, 2}"};
  const auto loop = Ask(kLoop, {"w", {1}, {0}}, x);
  EXPECT_EQ(Told(loop), "w{1}[0] = what body, goes gives");
  EXPECT_EQ(loop->inside, (std::vector<std::string>{"body", "goes"}));
  EXPECT_EQ(Ask(kLoop, {"twice", {}, {1}}, x)->value, "4");
  const auto third = Ask(kLoop, {"twice", {}, {1}, 2}, x);
  EXPECT_EQ(third->value, "16");
  ASSERT_EQ(third->callers.size(), 1u);
  EXPECT_EQ(third->callers[0].instruction, "w");
  EXPECT_EQ(third->callers[0].iteration, 2);
}

TEST(ExplainErrorTest, C1NearestNames) {
  const auto answer = Ask(kLoop, {"twise", {}, {1}}, {"f32[2] {1, 2}"});
  EXPECT_EQ(answer.status().rule(), "explain.c1");
  EXPECT_EQ(answer.status().fields().help, "did you mean twice?");
}

TEST(ExplainErrorTest, C2WhichArray) {
  const auto answer = Ask(kLoop, {"w", {}, {1}}, {"f32[2] {1, 2}"});
  EXPECT_EQ(answer.status().rule(), "explain.c2");
  EXPECT_EQ(answer.status().fields().help, "name one of its arrays: {0} is s32[], {1} is f32[2]");
}

// The error without its operation.
std::string ErrorOf(const StatusOr<ElementExplanation>& answer) {
  return answer.status().ToString();
}

TEST(ExplainErrorTest, C3NamesTheDimensionItsSizeAndTheShape) {
  const std::string text = Entry("ROOT x = f32[2,3] parameter(0)");
  const std::vector<std::string_view> x = {"f32[2,3] {{1, 2, 3}, {4, 5, 6}}"};
  EXPECT_EQ(ErrorOf(Ask(text, {"x", {}, {1, 3}}, x)),
            R"(OUT_OF_RANGE [explain.c3] explainElement: x, which is f32[2,3], has no element [1,3]
  dimension 1 of f32[2,3] has size 3, and the index there is 3
  help: dimension 1 has the indices 0..2)");
  EXPECT_EQ(ErrorOf(Ask(text, {"x", {}, {-1, 7}}, x)),
            R"(OUT_OF_RANGE [explain.c3] explainElement: x, which is f32[2,3], has no element [-1,7]
  dimension 0 of f32[2,3] has size 2, and the index there is -1
  help: dimension 0 has the indices 0..1)");
  EXPECT_EQ(ErrorOf(Ask(text, {"x", {}, {1}}, x)),
            R"(OUT_OF_RANGE [explain.c3] explainElement: x, which is f32[2,3], has no element [1]
  f32[2,3] has 2 dimensions, and the index has 1 number
  help: an index has a number for each dimension, from 0 up to its size less 1)");
  EXPECT_EQ(ErrorOf(Ask(Entry("ROOT x = f32[] parameter(0)"), {"x", {}, {0}}, {"f32[] 1"})),
            R"(OUT_OF_RANGE [explain.c3] explainElement: x, which is f32[], has no element [0]
  f32[] has 0 dimensions, and the index has 1 number
  help: the index of a scalar is empty)");
  EXPECT_EQ(Ask(text, {"x", {}, {1, 3}}, x).status().fields().operands,
            (std::vector<std::string>{"f32[2,3]"}));
}

TEST(ExplainErrorTest, C3OfPartsLiveSizesAndEmptyArrays) {
  EXPECT_EQ(ErrorOf(Ask(kLoop, {"w", {1}, {2}}, {"f32[2] {1, 2}"})),
            R"(OUT_OF_RANGE [explain.c3] explainElement: w{1}, which is f32[2], has no element [2]
  dimension 0 of f32[2] has size 2, and the index there is 2
  w is (s32[], f32[2])
  help: dimension 0 has the indices 0..1)");
  const std::string text = Entry("ROOT x = f32[<=4] parameter(0)");
  EXPECT_EQ(ErrorOf(Ask(text, {"x", {}, {2}}, {"f32[2] {1, 2}"})),
            R"(OUT_OF_RANGE [explain.c3] explainElement: x, which is f32[<=4], has no element [2]
  dimension 0 of f32[<=4] has the live size 2, and the index there is 2
  help: dimension 0 has the indices 0..1)");
  EXPECT_EQ(ErrorOf(Ask(text, {"x", {}, {4}}, {"f32[2] {1, 2}"})),
            R"(OUT_OF_RANGE [explain.c3] explainElement: x, which is f32[<=4], has no element [4]
  dimension 0 of f32[<=4] has the bound 4, and the index there is 4
  help: dimension 0 has the indices 0..3)");
  EXPECT_EQ(
      ErrorOf(Ask(Entry("ROOT x = f32[0,3] parameter(0)"), {"x", {}, {0, 0}}, {"f32[0,3] {}"})),
      R"(OUT_OF_RANGE [explain.c3] explainElement: x, which is f32[0,3], has no element [0,0]
  dimension 0 of f32[0,3] has size 0, and the index there is 0
  help: dimension 0 has no indices: the array has no elements)");
}

TEST(ExplainErrorTest, C4NeverExecuted) {
  const auto late = Ask(kLoop, {"twice", {}, {1}, 3}, {"f32[2] {1, 2}"});
  EXPECT_EQ(late.status().rule(), "explain.c4");
  const auto applied = Ask(StrCat(kFolds, R"(
    x = f32[3] parameter(0)
    init = f32[] constant(0)
    ROOT y = f32[] reduce(x, init), dimensions={0}, to_apply=add })"),
                           {"s"}, {"f32[3] {1, 2, 3}"});
  EXPECT_EQ(applied.status().rule(), "explain.c4");
  EXPECT_EQ(applied.status().fields().help, "y applies that computation to elements: explain y");
}

constexpr std::string_view kBegun = R"(HloModule m
  add { a = f32[] parameter(0)
      b = f32[] parameter(1)
      ROOT s = f32[] add(a, b) }
  ENTRY main {
    x = f32[2] parameter(0)
    sum = f32[2] all-reduce-start(x), replica_groups={}, to_apply=add
    all = (f32[2], f32[2]) all-gather-start(x), replica_groups={{0}}, dimensions={0}
    ended = f32[2] all-reduce-done(sum)
    gathered = f32[2] all-gather-done(all)
    ROOT r = f32[2] add(ended, gathered) })";

// The result of a -done comes from the operands of its -start.
TEST(ExplainTest, DonesOfCollectives) {
  EXPECT_EQ(Told(Ask(kBegun, {"ended", {}, {1}}, {"f32[2] {1, 2}"})),
            "ended[1] = all-reduce-start(x[0], x[1])\n"
            "It takes operands x[0..1], 2 elements.");
  EXPECT_EQ(Told(Ask(kBegun, {"gathered", {}, {1}}, {"f32[2] {1, 2}"})),
            "gathered[1] = all-gather-start(x[0], x[1])\n"
            "It takes operands x[0..1], 2 elements.");
}

TEST(ExplainErrorTest, C6UnderWay) {
  EXPECT_EQ(ErrorOf(Ask(kBegun, {"sum", {}, {1}}, {"f32[2] {1, 2}"})),
            "FAILED_PRECONDITION [explain.c6] explainElement: sum, all-reduce-start, only begins "
            "what devices do together: it has no elements yet\n"
            "  help: ask about ended, which ends it");
  EXPECT_EQ(Ask(kBegun, {"all", {1}, {1}}, {"f32[2] {1, 2}"}).status().rule(), "explain.c6");
}

TEST(ExplainErrorTest, LimitsHold) {
  EXPECT_EQ(Ask(kLoop, {"r", {}, {1}}, {"f32[2] {1, 2}"}, {.instructions = 5}).status().rule(),
            "limits.c1");
}

TEST(ExplainTest, EveryOperationHasSourcesOrSaysWhyNot) {
  for (const OpDef* def : AllOpDefs()) {
    const OpExplain& explain = GetOpExplain(def->opcode);
    const bool stated = explain.sources != nullptr || explain.prepare != nullptr;
    EXPECT_EQ(stated || explain.origin != Origin::kOperands, true) << def->name;
    EXPECT_FALSE(explain.sources != nullptr && explain.prepare != nullptr) << def->name;
  }
}

}  // namespace
}  // namespace hloom
