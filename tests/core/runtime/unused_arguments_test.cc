// Computations of very many parameters that use few: only those are made and passed, without any
// visible effect.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/str_cat.h"
#include "runtime/execution.h"
#include "support/random.h"
#include "text/hlo/hlo_parser.h"

namespace hloom {
namespace {

using namespace testing_support;  // NOLINT

// "x0, x1, x2", and similar texts.
template <typename F>
std::string List(int count, F item, std::string_view separator = ", ") {
  std::string text;
  for (int i = 0; i < count; ++i) text += StrCat(i == 0 ? "" : separator, item(i));
  return text;
}

std::string Scalars(int count) {
  return List(
      count, [](int p) { return StrCat("  p", p, " = s32[] parameter(", p, ")\n"); }, "");
}

Literal Numbers(std::vector<int64_t> sizes, Random& random) {
  Literal literal =
      *Literal::Create(std::make_shared<const Shape>(ShapeUtil::MakeShape(S32, sizes)));
  int32_t* const data = literal.mutable_data<int32_t>();
  for (int64_t i = 0; i < literal.size_bytes() / 4; ++i) {
    data[i] = static_cast<int32_t>(random.Between(-50, 50));
  }
  return literal;
}

std::vector<Literal> Arrays(int count, const std::vector<int64_t>& sizes, uint64_t seed) {
  Random random(seed);
  std::vector<Literal> arrays;
  for (int k = 0; k < count; ++k) arrays.push_back(Numbers(sizes, random));
  return arrays;
}

// An array program: `body` uses x0, x1 ... of that shape.
std::string Entry(int count, std::string_view shape, std::string_view body) {
  const auto parameter = [&](int i) {
    return StrCat("  x", i, " = ", shape, " parameter(", i, ")\n");
  };
  return StrCat("ENTRY e {\n", List(count, parameter, ""), body, "\n}");
}

struct Ran {
  Literal value;
  int64_t instructions = 0;
  int64_t events = 0;
};

class Counter final : public Tracer {
 public:
  void Executed(const TraceEvent&) override { ++events; }
  bool full() const override { return false; }
  int64_t events = 0;
};

Ran RunText(const std::string& text, const std::vector<Literal>& arguments, bool watched) {
  std::shared_ptr<const HloModule> module = ParseHloModule(text).value();
  auto run = Execution::Start(*Executable::Create(module), arguments).value();
  Counter counter;
  if (watched) run->SetTracer(&counter);
  StatusOr<Literal> value = run->RunToEnd();
  EXPECT_TRUE(value.ok()) << value.status().ToString();
  return {*std::move(value), run->instructions(), counter.events};
}

// Comparators that a sort by keys does not recognize: x * x < y * y, as scalars and through an
// array.
std::string Comparator(int arrays, int key, bool of_scalars) {
  const std::string a = StrCat("p", 2 * key);
  const std::string b = StrCat("p", 2 * key + 1);
  const std::string squares =
      of_scalars ? StrCat("  a = s32[] multiply(", a, ", ", a, ")\n")
                 : StrCat("  w = s32[2] broadcast(", a, "), dimensions={}\n",
                          "  m = s32[2] multiply(w, w)\n  o = s32[1] slice(m), slice={[0:1]}\n",
                          "  a = s32[] reshape(o)\n");
  return StrCat("less {\n", Scalars(2 * arrays), squares, "  b = s32[] multiply(", b, ", ", b,
                ")\n  ROOT l = pred[] compare(a, b), direction=LT\n}\n");
}

std::string SortText(int arrays, int key, bool of_scalars, std::string_view shape) {
  const auto x = [](int i) { return StrCat("x", i); };
  const auto shapes = [&](int) { return std::string(shape); };
  return StrCat("HloModule m\n", Comparator(arrays, key, of_scalars),
                Entry(arrays, shape,
                      StrCat("  ROOT s = (", List(arrays, shapes), ") sort(", List(arrays, x),
                             "), dimensions={0}, is_stable=true, to_apply=less")));
}

// Each column of [length, columns], by the squares of array `key`.
void ExpectSorted(const std::vector<Literal>& arrays, size_t key, int64_t columns,
                  const Literal& sorted) {
  const int64_t length = arrays[0].size_bytes() / 4 / columns;
  for (int64_t c = 0; c < columns; ++c) {
    std::vector<int64_t> order;
    for (int64_t i = 0; i < length; ++i) order.push_back(i * columns + c);
    const int32_t* const keys = arrays[key].data<int32_t>();
    std::stable_sort(order.begin(), order.end(),
                     [&](int64_t a, int64_t b) { return keys[a] * keys[a] < keys[b] * keys[b]; });
    for (size_t k = 0; k < arrays.size(); ++k) {
      for (int64_t i = 0; i < length; ++i) {
        ASSERT_EQ(sorted.elements()[k].data<int32_t>()[i * columns + c],
                  arrays[k].data<int32_t>()[order[static_cast<size_t>(i)]])
            << "array " << k << ", element " << i << " of column " << c;
      }
    }
  }
}

// It took time as the number of arrays times the number of comparisons: forty seconds of this one.
TEST(UnusedArgumentsTest, ASortOfTwoThousandArrays) {
  constexpr int kArrays = 2000;
  constexpr int kKey = 1234;
  const std::vector<Literal> arrays = Arrays(kArrays, {300}, 31);
  const Ran ran = RunText(SortText(kArrays, kKey, true, "s32[300]"), arrays, false);
  ExpectSorted(arrays, kKey, 1, ran.value);
}

// The comparator passes all of its arguments on to another one.
TEST(UnusedArgumentsTest, AComparatorThatCalls) {
  constexpr int kArrays = 1500;
  constexpr int kKey = 1499;
  const std::vector<Literal> arrays = Arrays(kArrays, {100}, 36);
  std::string text = SortText(kArrays, kKey, true, "s32[100]");
  const std::string all = List(2 * kArrays, [](int p) { return StrCat("p", p); });
  text.replace(text.find("to_apply=less"), 13, "to_apply=calls");
  text.insert(text.find("ENTRY"), StrCat("calls {\n", Scalars(2 * kArrays),
                                         "  ROOT c = pred[] call(", all, "), to_apply=less\n}\n"));
  ExpectSorted(arrays, kKey, 1, RunText(text, arrays, false).value);
}

TEST(UnusedArgumentsTest, AComparatorThatIsNoneOfScalars) {
  constexpr int kArrays = 40;
  constexpr int kKey = 17;
  const std::vector<Literal> arrays = Arrays(kArrays, {25, 2}, 32);
  const std::string text = SortText(kArrays, kKey, false, "s32[25,2]");
  const Ran ran = RunText(text, arrays, false);
  ExpectSorted(arrays, kKey, 2, ran.value);
  // The tracer gets no events of applications, and the count of instructions is the same.
  const Ran watched = RunText(text, arrays, true);
  EXPECT_TRUE(watched.value == ran.value);
  EXPECT_EQ(watched.instructions, ran.instructions);
  EXPECT_EQ(watched.events, kArrays + 1);
}

// The result has the sums of array 0 and the init values of the others, which are parameters.
TEST(UnusedArgumentsTest, AReductionOfAThousandArrays) {
  constexpr int kArrays = 1000;
  const auto scalar = [](int) { return "s32[]"; };
  const auto array = [](int) { return "s32[3]"; };
  const std::string sum =
      StrCat("f {\n", Scalars(2 * kArrays), "  s = s32[] add(p0, p", kArrays,
             ")\n  d = s32[] multiply(s, s)\n  q = s32[] subtract(d, d)\n  n = s32[] add(s, q)\n",
             "  ROOT t = (", List(kArrays, scalar), ") tuple(n, ",
             List(kArrays - 1, [](int p) { return StrCat("p", p + 1); }), ")\n}\n");
  const std::string text = StrCat(
      "HloModule m\n", sum,
      Entry(kArrays, "s32[3,20]",
            StrCat("  i = s32[] constant(7)\n  ROOT r = (", List(kArrays, array), ") reduce(",
                   List(kArrays, [](int k) { return StrCat("x", k); }), ", ",
                   List(kArrays, [](int) { return "i"; }), "), dimensions={1}, to_apply=f")));
  const std::vector<Literal> arrays = Arrays(kArrays, {3, 20}, 33);
  const Ran ran = RunText(text, arrays, false);
  for (int64_t i = 0; i < 3; ++i) {
    int32_t want = 7;
    for (int64_t j = 0; j < 20; ++j) want += arrays[0].data<int32_t>()[i * 20 + j];
    EXPECT_EQ(ran.value.elements()[0].data<int32_t>()[i], want);
    for (size_t k = 1; k < kArrays; ++k) {
      ASSERT_EQ(ran.value.elements()[k].data<int32_t>()[i], 7);
    }
  }
}

TEST(UnusedArgumentsTest, AMapThatLooksAtOneOfAThousand) {
  constexpr int kArrays = 1000;
  const std::string text = StrCat(
      "HloModule m\nf {\n", Scalars(kArrays), "  ROOT n = s32[] negate(p500)\n}\n",
      Entry(kArrays, "s32[70]",
            StrCat("  ROOT m = s32[70] map(", List(kArrays, [](int k) { return StrCat("x", k); }),
                   "), dimensions={0}, to_apply=f")));
  const std::vector<Literal> arrays = Arrays(kArrays, {70}, 34);
  const Ran ran = RunText(text, arrays, false);
  for (int64_t i = 0; i < 70; ++i) {
    EXPECT_EQ(ran.value.data<int32_t>()[i], -arrays[500].data<int32_t>()[i]);
  }
}

// An entry with unused arguments, with a tracer, without one, and with one that comes and goes.
TEST(UnusedArgumentsTest, OfTheProgramItself) {
  const std::string text =
      "HloModule m\nbody { s = (s32[], s32[9]) parameter(0)\n  i = s32[] get-tuple-element(s), "
      "index=0\n  x = s32[9] get-tuple-element(s), index=1\n  one = s32[] constant(1)\n"
      "  j = s32[] add(i, one)\n  y = s32[9] add(x, x)\n  z = s32[9] call(x, y), to_apply=second\n"
      "  ROOT t = (s32[], s32[9]) tuple(j, z) }\n"
      "second { a = s32[9] parameter(0)\n  b = s32[9] parameter(1)\n  ROOT n = s32[9] negate(b) }\n"
      "condition { s = (s32[], s32[9]) parameter(0)\n  i = s32[] get-tuple-element(s), index=0\n"
      "  n = s32[] constant(20)\n  ROOT go = pred[] compare(i, n), direction=LT }\n"
      "ENTRY e { unused = s32[9] parameter(0)\n  x = s32[9] parameter(1)\n"
      "  i = s32[] constant(0)\n  s = (s32[], s32[9]) tuple(i, x)\n"
      "  w = (s32[], s32[9]) while(s), condition=condition, body=body\n"
      "  ROOT r = s32[9] get-tuple-element(w), index=1 }";
  const std::vector<Literal> arguments = Arrays(2, {9}, 35);
  const Ran ran = RunText(text, arguments, false);
  const Ran watched = RunText(text, arguments, true);
  EXPECT_TRUE(watched.value == ran.value);
  EXPECT_EQ(watched.instructions, ran.instructions);
  for (int64_t i = 0; i < 9; ++i) {
    EXPECT_EQ(ran.value.data<int32_t>()[i], arguments[1].data<int32_t>()[i] * (1 << 20));
  }
  auto run = Execution::Start(*Executable::Create(ParseHloModule(text).value()), arguments).value();
  Counter counter;
  bool done = false;
  for (int turn = 0; !done; ++turn) {
    run->SetTracer(turn % 2 == 0 ? &counter : nullptr);
    done = *run->RunFor(0);
  }
  EXPECT_TRUE(run->TakeResult() == ran.value);
}

}  // namespace
}  // namespace hloom
