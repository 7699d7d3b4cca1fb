// A run on arrays of dynamic size, cut to its live sizes, is the run on static arrays of those
// sizes: random shapes of rank 0 to 4, bounds, live sizes, layouts, and which operands are dynamic.
#include <algorithm>
#include <cstdio>
#include <functional>

#include "base/str_cat.h"
#include "support/models/array_model.h"
#include "support/run.h"

namespace hloom {
namespace {

using namespace testing_support;  // NOLINT

constexpr int kDynamicRounds = Rounds(3000, 300);

using DynamicProgram = std::function<XlaOp(XlaBuilder&, const std::vector<XlaOp>&)>;

// Bounds, and the live sizes below them of the dimensions that are dynamic in some operand.
struct Sizing {
  Sizes bounds;
  Sizes live;
  std::vector<bool> dynamic;
};

Sizing RandomSizing(Random& random, size_t rank) {
  Sizing s;
  s.bounds = RandomSizes(random, rank);
  s.live = s.bounds;
  s.dynamic.resize(rank, false);
  for (size_t d = 0; d < rank; ++d) {
    s.dynamic[d] = random.OneIn(2);
    if (s.dynamic[d]) s.live[d] = random.Below(s.bounds[d] + 1);
  }
  return s;
}

Literal Cut(const Literal& literal, const Sizes& sizes) {
  return *literal.Slice(Sizes(sizes.size(), 0), sizes);
}

// One operand, as the two runs get it.
struct Operand {
  Shape shape;           // of the parameter where sizes are dynamic
  Literal argument;      // for it
  Literal static_value;  // of the live sizes
};

// Dynamic in the dimensions that `s` states; without `all`, in some of them only.
Operand RandomOperand(Random& random, PrimitiveType type, const Sizing& s, bool all) {
  const Literal whole =
      ToLiteral(RandomArray(random, type, s.bounds), ShapeUtil::MakeShape(type, s.bounds));
  Operand operand;
  operand.shape = WithRandomLayout(random, ShapeUtil::MakeShape(type, s.bounds));
  Sizes sizes = s.bounds;
  for (size_t d = 0; d < s.bounds.size(); ++d) {
    if (!s.dynamic[d] || (!all && random.OneIn(2))) continue;
    operand.shape.set_dynamic_dimension(static_cast<int64_t>(d), true);
    sizes[d] = s.live[d];
  }
  operand.argument = Cut(whole, sizes);
  operand.static_value = Cut(whole, s.live);
  return operand;
}

StatusOr<Literal> RunOn(const std::vector<Shape>& shapes, const std::vector<Literal>& arguments,
                        const DynamicProgram& program) {
  XlaBuilder b("main");
  std::vector<XlaOp> parameters;
  for (size_t i = 0; i < shapes.size(); ++i) {
    parameters.push_back(Parameter(&b, static_cast<int64_t>(i), shapes[i], StrCat("p", i)));
  }
  program(b, parameters);
  return BuildAndRun(b, arguments);
}

// Empty, or what is wrong.
std::string CheckOpsDynamic(const std::vector<Operand>& operands, const DynamicProgram& on_dynamic,
                            const DynamicProgram& on_static) {
  std::vector<Shape> shapes, static_shapes;
  std::vector<Literal> arguments, static_arguments;
  std::string what = "on";
  for (const Operand& operand : operands) {
    shapes.push_back(operand.shape);
    arguments.push_back(operand.argument);
    static_shapes.push_back(operand.static_value.shape());
    static_arguments.push_back(operand.static_value);
    StrAppend(what, " ", operand.shape.ToString(true), " of ", operand.argument.shape().ToString());
  }
  const StatusOr<Literal> dynamic = RunOn(shapes, arguments, on_dynamic);
  if (!dynamic.ok()) return StrCat(what, ": ", dynamic.status().ToString());
  const StatusOr<Literal> still = RunOn(static_shapes, static_arguments, on_static);
  if (!still.ok()) return StrCat(what, ": static: ", still.status().ToString());
  const Literal cut = *dynamic->ToStatic();
  if (cut == *still) return "";
  return StrCat(what, ": gives ", dynamic->ToString(), ", static: ", still->ToString());
}

void RunManyOfDynamic(uint64_t seed, const std::function<std::string(Random&)>& trial) {
  Random random(seed);
  for (int i = 0; i < kDynamicRounds; ++i) ASSERT_EQ(trial(random), "");
}

// A list of randomly picked dimensions, {0, 1, ...}.
Sizes SomeDimensions(Random& random, size_t rank) {
  Sizes dimensions;
  for (size_t d = 0; d < rank; ++d) {
    if (random.OneIn(2)) dimensions.push_back(static_cast<int64_t>(d));
  }
  return dimensions;
}

TEST(DynamicPropertyTest, Elementwise) {
  const std::vector<DynamicProgram> programs = {
      [](XlaBuilder&, const std::vector<XlaOp>& x) { return Add(x[0], x[1]); },
      [](XlaBuilder&, const std::vector<XlaOp>& x) { return Max(Neg(x[0]), x[1]); },
      [](XlaBuilder&, const std::vector<XlaOp>& x) { return Select(Lt(x[0], x[1]), x[1], x[2]); },
      [](XlaBuilder&, const std::vector<XlaOp>& x) { return Clamp(x[0], x[1], x[2]); },
      [](XlaBuilder&, const std::vector<XlaOp>& x) {
        return ConvertElementType(Mul(x[0], x[2]), F32);
      },
      [](XlaBuilder& b, const std::vector<XlaOp>& x) {
        return Clamp(ConstantR0<int32_t>(&b, -5), x[0], ConstantR0<int32_t>(&b, 1000));
      },
      [](XlaBuilder& b, const std::vector<XlaOp>& x) {
        return Tuple(&b, {Copy(x[0]), BitcastConvertType(x[1], U8), OptimizationBarrier(x[2])});
      },
  };
  RunManyOfDynamic(1, [&](Random& random) {
    const Sizing s = RandomSizing(random, static_cast<size_t>(random.Below(5)));
    const DynamicProgram& program =
        programs[static_cast<size_t>(random.Below(static_cast<int64_t>(programs.size())))];
    // If operands are checked one by one, all must be cut.
    const bool all = &program == &programs.back() || &program == &programs[5];
    const std::vector<Operand> operands = {RandomOperand(random, S32, s, true),
                                           RandomOperand(random, S32, s, all),
                                           RandomOperand(random, S32, s, all)};
    return CheckOpsDynamic(operands, program, program);
  });
}

TEST(DynamicPropertyTest, Movement) {
  RunManyOfDynamic(2, [](Random& random) {
    const size_t rank = static_cast<size_t>(random.Below(5));
    const Sizing s = RandomSizing(random, rank);
    const PrimitiveType type = RandomType(random);
    const Sizes permutation = random.Permutation(rank);
    const Sizes reversed = SomeDimensions(random, rank);
    PaddingConfig padding = MakeNoPaddingConfig(static_cast<int64_t>(rank));
    for (size_t d = 0; d < rank; ++d) {
      *padding.mutable_dimensions(static_cast<int64_t>(d)) =
          PaddingConfigDimension(random.Below(3), random.Below(3), random.Below(3));
    }
    const DynamicProgram program = [&](XlaBuilder&, const std::vector<XlaOp>& x) {
      const XlaOp y = Pad(Rev(Transpose(x[0], permutation), reversed), x[1], padding);
      return Broadcast(y, {2});
    };
    return CheckOpsDynamic(
        {RandomOperand(random, type, s, true), RandomOperand(random, type, Sizing(), true)},
        program, program);
  });
}

TEST(DynamicPropertyTest, Concatenate) {
  RunManyOfDynamic(3, [](Random& random) {
    const size_t rank = static_cast<size_t>(random.Between(1, 4));
    const Sizing shared = RandomSizing(random, rank);
    const PrimitiveType type = RandomType(random);
    const size_t along = static_cast<size_t>(random.Below(static_cast<int64_t>(rank)));
    std::vector<Operand> operands;
    for (int64_t n = random.Between(1, 3); n > 0; --n) {
      // Along the dimension each has its own bound and size; in the others the first is dynamic.
      Sizing s = shared;
      s.bounds[along] = random.Below(4);
      s.live[along] = random.Below(s.bounds[along] + 1);
      s.dynamic[along] = true;
      operands.push_back(RandomOperand(random, type, s, operands.empty()));
      if (operands.back().shape.is_dynamic_dimension(static_cast<int64_t>(along))) continue;
      s.live[along] = s.bounds[along];
      operands.pop_back();
      s.dynamic[along] = false;
      operands.push_back(RandomOperand(random, type, s, operands.empty()));
    }
    const DynamicProgram program = [&](XlaBuilder& b, const std::vector<XlaOp>& x) {
      return ConcatInDim(&b, x, static_cast<int64_t>(along));
    };
    return CheckOpsDynamic(operands, program, program);
  });
}

TEST(DynamicPropertyTest, Reduce) {
  const XlaComputation add = ScalarAdd(S32);
  const XlaComputation general = UnrecognizedAdd(S32);
  RunManyOfDynamic(4, [&](Random& random) {
    const size_t rank = static_cast<size_t>(random.Below(5));
    const Sizing s = RandomSizing(random, rank);
    const Sizes dimensions = SomeDimensions(random, rank);
    const XlaComputation& computation = random.OneIn(2) ? add : general;
    const DynamicProgram program = [&](XlaBuilder& b, const std::vector<XlaOp>& x) {
      return Reduce(x[0], ConstantR0<int32_t>(&b, 3), computation, dimensions);
    };
    return CheckOpsDynamic({RandomOperand(random, S32, s, true)}, program, program);
  });
}

TEST(DynamicPropertyTest, VariadicReduce) {
  XlaBuilder pair("pair");
  const Shape scalar = ShapeUtil::MakeScalarShape(S32);
  std::vector<XlaOp> p;
  for (int64_t i = 0; i < 4; ++i) p.push_back(Parameter(&pair, i, scalar, StrCat("p", i)));
  Tuple(&pair, {Add(p[0], p[2]), Max(p[1], p[3])});
  const XlaComputation computation = BuildOrDie(pair);
  RunManyOfDynamic(5, [&](Random& random) {
    const size_t rank = static_cast<size_t>(random.Below(4));
    const Sizing s = RandomSizing(random, rank);
    const Sizes dimensions = SomeDimensions(random, rank);
    const DynamicProgram program = [&](XlaBuilder& b, const std::vector<XlaOp>& x) {
      return Reduce(&b, {x[0], x[1]}, {ConstantR0<int32_t>(&b, 0), ConstantR0<int32_t>(&b, -9)},
                    computation, dimensions);
    };
    return CheckOpsDynamic(
        {RandomOperand(random, S32, s, true), RandomOperand(random, S32, s, false)}, program,
        program);
  });
}

// A window along each dimension. Padding is not negative, or it could take away more than is live.
struct Windows {
  Sizes sizes, strides, base_dilations, window_dilations;
  std::vector<std::pair<int64_t, int64_t>> padding;

  Windows(Random& random, size_t rank) {
    for (size_t d = 0; d < rank; ++d) {
      sizes.push_back(random.Between(1, 3));
      strides.push_back(random.Between(1, 2));
      base_dilations.push_back(random.Between(1, 2));
      window_dilations.push_back(random.Between(1, 2));
      padding.emplace_back(random.Below(3), random.Below(3));
    }
  }
  // The number of positions over arrays of these sizes.
  Sizes Positions(const Sizes& array, bool dilated) const {
    Sizes positions;
    for (size_t d = 0; d < array.size(); ++d) {
      const int64_t base = dilated ? base_dilations[d] : 1;
      const int64_t window = dilated ? window_dilations[d] : 1;
      const int64_t length = array[d] == 0 ? 0 : (array[d] - 1) * base + 1;
      const int64_t room =
          padding[d].first + length + padding[d].second - ((sizes[d] - 1) * window + 1);
      positions.push_back(room < 0 ? 0 : room / strides[d] + 1);
    }
    return positions;
  }
};

TEST(DynamicPropertyTest, ReduceWindow) {
  const XlaComputation add = ScalarAdd(S32);
  const XlaComputation general = UnrecognizedAdd(S32);
  RunManyOfDynamic(14, [&](Random& random) {
    const size_t rank = static_cast<size_t>(random.Below(5));
    const Sizing s = RandomSizing(random, rank);
    const Windows w(random, rank);
    const XlaComputation& computation = random.OneIn(2) ? add : general;
    const DynamicProgram program = [&](XlaBuilder& b, const std::vector<XlaOp>& x) {
      return ReduceWindowWithGeneralPadding(x[0], ConstantR0<int32_t>(&b, 3), computation, w.sizes,
                                            w.strides, w.base_dilations, w.window_dilations,
                                            w.padding);
    };
    return CheckOpsDynamic({RandomOperand(random, S32, s, true)}, program, program);
  });
}

TEST(DynamicPropertyTest, SelectAndScatter) {
  XlaBuilder ge("ge");
  const Shape scalar = ShapeUtil::MakeScalarShape(S32);
  Ge(Parameter(&ge, 0, scalar, "a"), Parameter(&ge, 1, scalar, "b"));
  const XlaComputation select = BuildOrDie(ge);
  const XlaComputation add = ScalarAdd(S32);
  RunManyOfDynamic(15, [&](Random& random) {
    const size_t rank = static_cast<size_t>(random.Below(4));
    const Sizing s = RandomSizing(random, rank);
    const Windows w(random, rank);
    Sizing source = s;
    source.bounds = w.Positions(s.bounds, false);
    source.live = w.Positions(s.live, false);
    const DynamicProgram program = [&](XlaBuilder& b, const std::vector<XlaOp>& x) {
      return SelectAndScatterWithGeneralPadding(x[0], select, w.sizes, w.strides, w.padding, x[1],
                                                ConstantR0<int32_t>(&b, 3), add);
    };
    return CheckOpsDynamic(
        {RandomOperand(random, S32, s, true), RandomOperand(random, S32, source, false)}, program,
        program);
  });
}

// A step gives x - carry, and carries it.
TEST(DynamicPropertyTest, Scan) {
  RunManyOfDynamic(16, [&](Random& random) {
    const size_t rank = static_cast<size_t>(random.Between(1, 4));
    const size_t dimension = static_cast<size_t>(random.Below(static_cast<int64_t>(rank)));
    const bool reverse = random.OneIn(2);
    const Sizing s = RandomSizing(random, rank);
    Sizing slice = s;
    const auto at = static_cast<std::ptrdiff_t>(dimension);
    slice.bounds.erase(slice.bounds.begin() + at);
    slice.live.erase(slice.live.begin() + at);
    slice.dynamic.erase(slice.dynamic.begin() + at);
    // Without a step the other sizes of the outputs are not known, but as bounds.
    if (s.live[dimension] == 0) return std::string();
    const DynamicProgram program = [&](XlaBuilder& b, const std::vector<XlaOp>& x) {
      const Shape shape = b.GetShape(x[1]).value();
      XlaBuilder step("step");
      const XlaOp next = Sub(Parameter(&step, 0, shape, "x"), Parameter(&step, 1, shape, "carry"));
      Tuple(&step, {next, next});
      return Scan(&b, {x[0]}, {x[1]}, BuildOrDie(step), static_cast<int64_t>(dimension),
                  std::nullopt, reverse);
    };
    return CheckOpsDynamic(
        {RandomOperand(random, S32, s, true), RandomOperand(random, S32, slice, true)}, program,
        program);
  });
}

TEST(DynamicPropertyTest, Slice) {
  RunManyOfDynamic(6, [](Random& random) {
    const size_t rank = static_cast<size_t>(random.Below(5));
    Sizing s = RandomSizing(random, rank);
    Sizes starts, limits, live_starts, live_limits, strides;
    for (size_t d = 0; d < rank; ++d) {
      starts.push_back(random.Below(s.bounds[d] + 1));
      limits.push_back(random.Between(starts[d], s.bounds[d]));
      strides.push_back(random.Between(1, 3));
      // One element is taken even where it is dead, which this test is not about.
      if ((limits[d] - starts[d] + strides[d] - 1) / strides[d] == 1) s.live[d] = s.bounds[d];
      live_starts.push_back(std::min(starts[d], s.live[d]));
      live_limits.push_back(std::max(live_starts[d], std::min(limits[d], s.live[d])));
    }
    const PrimitiveType type = RandomType(random);
    return CheckOpsDynamic(
        {RandomOperand(random, type, s, true)},
        [&](XlaBuilder&, const std::vector<XlaOp>& x) {
          return Slice(x[0], starts, limits, strides);
        },
        [&](XlaBuilder&, const std::vector<XlaOp>& x) {
          return Slice(x[0], live_starts, live_limits, strides);
        });
  });
}

// Neighbors merge, and sizes of 1 come and go.
TEST(DynamicPropertyTest, Reshape) {
  int merged = 0;
  RunManyOfDynamic(7, [&](Random& random) {
    const size_t rank = static_cast<size_t>(random.Below(5));
    Sizing s = RandomSizing(random, rank);
    for (size_t d = 0; d < rank; ++d) {
      if (s.bounds[d] < 2) s.dynamic[d] = false;  // what becomes of these is told below
      if (!s.dynamic[d]) s.live[d] = s.bounds[d];
      if (s.bounds[d] == 0) s.bounds[d] = s.live[d] = 1;
    }
    Sizes sizes, live;
    for (size_t d = 0; d < rank; ++d) {
      if (random.OneIn(5)) {
        sizes.push_back(1);
        live.push_back(1);
      }
      if (d > 0 && !sizes.empty() && random.OneIn(2)) {
        sizes.back() *= s.bounds[d];
        live.back() *= s.live[d];
        ++merged;
      } else {
        sizes.push_back(s.bounds[d]);
        live.push_back(s.live[d]);
      }
    }
    const PrimitiveType type = RandomType(random);
    return CheckOpsDynamic(
        {RandomOperand(random, type, s, true)},
        [&](XlaBuilder&, const std::vector<XlaOp>& x) { return Reshape(x[0], sizes); },
        [&](XlaBuilder&, const std::vector<XlaOp>& x) { return Reshape(x[0], live); });
  });
  EXPECT_GT(merged, kDynamicRounds / 4);
}

// Arrays in step: where one is dynamic, all are cut.
TEST(DynamicPropertyTest, MapAndSort) {
  const XlaComputation sum = ScalarAdd(S32);
  XlaBuilder c("less");
  const Shape scalar = ShapeUtil::MakeScalarShape(S32);
  const XlaOp x = Parameter(&c, 0, scalar, "x");
  const XlaOp y = Parameter(&c, 1, scalar, "y");
  Parameter(&c, 2, scalar, "i");
  Parameter(&c, 3, scalar, "j");
  const XlaComputation less = *c.Build(Lt(x, y));
  RunManyOfDynamic(9, [&](Random& random) {
    const size_t rank = static_cast<size_t>(random.Between(1, 4));
    const Sizing s = RandomSizing(random, rank);
    const int64_t dimension = random.Below(static_cast<int64_t>(rank));
    Sizes all;
    for (size_t d = 0; d < rank; ++d) all.push_back(static_cast<int64_t>(d));
    const bool sort = random.OneIn(2);
    const DynamicProgram program = [&](XlaBuilder& b, const std::vector<XlaOp>& p) {
      return sort ? Sort(p, less, dimension) : Map(&b, p, sum, all);
    };
    return CheckOpsDynamic(
        {RandomOperand(random, S32, s, true), RandomOperand(random, S32, s, false)}, program,
        program);
  });
}

TEST(DynamicPropertyTest, TopK) {
  RunManyOfDynamic(10, [&](Random& random) {
    const Sizing s = RandomSizing(random, static_cast<size_t>(random.Between(1, 4)));
    const int64_t k = random.Below(s.live.back() + 1);
    const DynamicProgram program = [&](XlaBuilder&, const std::vector<XlaOp>& x) {
      return TopK(x[0], k);
    };
    return CheckOpsDynamic({RandomOperand(random, F32, s, true)}, program, program);
  });
}

TEST(DynamicPropertyTest, Broadcasting) {
  RunManyOfDynamic(8, [](Random& random) {
    const size_t rank = static_cast<size_t>(random.Between(1, 4));
    const Sizing s = RandomSizing(random, rank);
    // The other operand has some of the dimensions, and of static ones perhaps a size of 1.
    const Sizes dimensions = SomeDimensions(random, rank);
    Sizing other;
    for (int64_t dimension : dimensions) {
      const size_t d = static_cast<size_t>(dimension);
      const bool stretched = random.OneIn(4);
      other.bounds.push_back(stretched ? 1 : s.bounds[d]);
      other.live.push_back(stretched ? 1 : s.live[d]);
      other.dynamic.push_back(!stretched && s.dynamic[d]);
    }
    const DynamicProgram program = [&](XlaBuilder&, const std::vector<XlaOp>& x) {
      return Sub(x[0], x[1], dimensions);
    };
    // Live sizes of 1 would be stretched in the static run where they are not in the dynamic one.
    for (size_t d = 0; d < rank; ++d) {
      if (s.dynamic[d] && (s.live[d] == 1) != (s.bounds[d] == 1)) return std::string();
    }
    return CheckOpsDynamic(
        {RandomOperand(random, S32, s, true), RandomOperand(random, S32, other, false)}, program,
        program);
  });
}

}  // namespace
}  // namespace hloom
