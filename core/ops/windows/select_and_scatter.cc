// select-and-scatter: picks an element in each position of a window, and puts values where the
// picked elements lie: the gradient of pooling.
#include "ops/windows/select_and_scatter.h"

#include <algorithm>
#include <utility>

#include "kernels/copy.h"
#include "literal/relayout.h"
#include "ops/infer_util.h"
#include "ops/live_sizes.h"
#include "ops/mixed_precision.h"
#include "ops/op_eval.h"
#include "ops/windows/fold_util.h"
#include "ops/windows/window_pick.h"
#include "ops/windows/window_util.h"

namespace hloom {

namespace {

constexpr OperandSpec kOperands[] = {
    {"operand", "the array over which the window moves"},
    {"source", "an array with a value for each position of the window"},
    {"init_value", "a scalar, the value of the result where nothing is picked"},
};
constexpr RegionSpec kRegions[] = {{"select", 0}, {"scatter", 1}};
constexpr Rule kRules[] = {
    {"select_and_scatter.c1", "the window has one entry for each dimension of the operand"},
    {"select_and_scatter.c2", "the sizes and strides of the window are at least 1"},
    {"select_and_scatter.c3", "base and window dilations are at least 1"},
    {"select_and_scatter.c4", "negative padding takes away at most what there is"},
    {"select_and_scatter.c5",
     "the source has the dimension sizes that ReduceWindow of the operand has"},
    {"select_and_scatter.c6",
     "source and init_value have the operand's element type, and init_value is a scalar"},
    {"select_and_scatter.c7", "the select computation is (T, T) -> PRED"},
    {"select_and_scatter.c8", "the scatter computation is (T, T) -> T"},
};
constexpr WindowRules kWindowRules = {"select_and_scatter.c1", "select_and_scatter.c2",
                                      "select_and_scatter.c3", "select_and_scatter.c4"};

StatusOr<Shape> InferSelectAndScatter(const InferContext& context) {
  HLOOM_RETURN_IF_ERROR(ExpectArrays(context));
  HLOOM_RETURN_IF_ERROR(ExpectRegions(context, 2));
  const Shape& operand = context.operand(0);
  const Shape& source = context.operand(1);
  const Shape& init = context.operand(2);
  const Shape scalar = ShapeUtil::MakeScalarShape(operand.element_type());
  if (source.element_type() != operand.element_type() ||
      !ShapeUtil::IsScalarWithElementType(init, operand.element_type())) {
    return InvalidArgument("select_and_scatter.c6")  // select_and_scatter.c6
        .Say(StrCat("the operand is ", operand.ToString(), ", the source ", source.ToString(),
                    ", the init value ", init.ToString()))
        .Help(StrCat("the source must be an array of ", PrimitiveTypeText(operand.element_type()),
                     ", the init value ", scalar.ToString()));
  }
  const Window& window = context.attrs<SelectAndScatterAttributes>().window;
  HLOOM_ASSIGN_OR_RETURN(const std::vector<int64_t> sizes,
                         InferWindowedSizes(operand, window, kWindowRules));
  if (!SpanEquals(Span<const int64_t>(sizes), source.dimensions())) {  // select_and_scatter.c5
    return InvalidArgument("select_and_scatter.c5")
        .Say(StrCat("the source is ", source.ToString(), ", the window {", window.ToString(),
                    "} has ", Braced(sizes), " positions over ", operand.ToString()))
        .Help(
            "give a value for each position: the source has the shape of ReduceWindow of the "
            "operand with the same window");
  }
  HLOOM_RETURN_IF_ERROR(ExpectSignature("select_and_scatter.c7", "select computation",
                                        *context.called_computations[0], {scalar, scalar},
                                        ShapeUtil::MakeScalarShape(PRED)));
  HLOOM_RETURN_IF_ERROR(ExpectSignature("select_and_scatter.c8", "scatter computation",
                                        *context.called_computations[1], {scalar, scalar}, scalar));
  return ShapeUtil::MakeShape(operand.element_type(), operand.dimensions(),
                              operand.dynamic_dimensions());
}

// Two arguments for each of many applications, one after the other.
class Pairs {
 public:
  static constexpr size_t kCapacity = 4096;

  explicit Pairs(int64_t width) : width_(static_cast<size_t>(width)) {
    first_.resize(kCapacity * width_);
    second_.resize(kCapacity * width_);
  }
  bool full() const { return places_.size() == kCapacity; }
  const std::vector<int64_t>& places() const { return places_; }
  int64_t count() const { return static_cast<int64_t>(places_.size()); }
  void Add(const std::byte* first, const std::byte* second, int64_t place) {
    std::copy_n(first, width_, first_.data() + places_.size() * width_);
    std::copy_n(second, width_, second_.data() + places_.size() * width_);
    places_.push_back(place);
  }
  // Gives `out` one result for each.
  Status Apply(ComputationCaller& caller, std::byte* out) {
    const std::byte* const arguments[] = {first_.data(), second_.data()};
    std::byte* const results[] = {out};
    return caller.CallOnElements(arguments, results, count());
  }
  void Clear() { places_.clear(); }

 private:
  size_t width_;
  std::vector<std::byte> first_, second_;
  std::vector<int64_t> places_;
};

class SelectAndScatter {
 public:
  SelectAndScatter(EvalContext& context, const HloInstruction& instruction)
      : context_(context), poller_(context), instruction_(instruction) {}

  StatusOr<Literal> Run(Operands operands) {
    HLOOM_ASSIGN_OR_RETURN(operand_, RowMajor(*operands[0]));
    HLOOM_ASSIGN_OR_RETURN(source_, RowMajor(*operands[1]));
    width_ = ByteWidth(operand_.shape().element_type());
    HLOOM_ASSIGN_OR_RETURN(result_, Literal::Create(operand_.shape_ptr(), context_.ledger()));
    StridedCopy({result_.element_count()}, result_.mutable_data<std::byte>(), {1},
                operands[2]->data<std::byte>(), {0}, width_);
    HLOOM_ASSIGN_OR_RETURN(
        picks_, PickElements(context_, *instruction_.called_computation(0),
                             instruction_.attributes<SelectAndScatterAttributes>().window, operand_,
                             source_.shape().dimensions()));
    const HloComputation& scatter = *instruction_.called_computation(1);
    const FoldKernel* kernel = RecognizeFold(scatter);
    const PrimitiveType type = operand_.shape().element_type();
    if (kernel != nullptr && ComputeTypeOf(type) == type) {
      HLOOM_RETURN_IF_ERROR(Fold(*kernel));
    } else {
      HLOOM_RETURN_IF_ERROR(Apply(scatter));
    }
    return RelayoutTo(result_, instruction_.shape(), context_.ledger());
  }

 private:
  StatusOr<Literal> RowMajor(const Literal& literal) {
    return Relayout(literal, LayoutUtil::GetDefaultLayoutForRank(literal.shape().rank()),
                    context_.ledger());
  }
  StatusOr<Literal> Integers(int64_t count, int64_t value) {
    HLOOM_ASSIGN_OR_RETURN(Literal literal,
                           Literal::Create(ShapeUtil::MakeShape(S64, {count}), context_.ledger()));
    std::fill_n(literal.mutable_data<int64_t>(), count, value);
    return literal;
  }

  // The values of the source in an order in which those that go to one place are as far apart as may
  // be, and still in turn: first all that are the first of their place, then all second ones.
  // Windows that pick nothing are left out.
  StatusOr<Literal> Rounds() {
    const int64_t* const picks = picks_.data<int64_t>();
    const int64_t sources = source_.element_count();
    HLOOM_ASSIGN_OR_RETURN(Literal met, Integers(operand_.element_count(), 0));
    HLOOM_ASSIGN_OR_RETURN(Literal ranks, Integers(sources, -1));
    int64_t rounds = 0;
    for (int64_t s = 0; s < sources; ++s) {
      HLOOM_RETURN_IF_ERROR(poller_.After(1));
      if (picks[s] < 0) continue;
      const int64_t rank = met.mutable_data<int64_t>()[picks[s]]++;
      ranks.mutable_data<int64_t>()[s] = rank;
      rounds = std::max(rounds, rank + 1);
    }
    // At first how many values a round has, then where the next of them goes; in the end, behind
    // its last.
    HLOOM_ASSIGN_OR_RETURN(round_ends_, Integers(rounds, 0));
    int64_t* const ends = round_ends_.mutable_data<int64_t>();
    for (int64_t s = 0; s < sources; ++s) {
      const int64_t rank = ranks.data<int64_t>()[s];
      if (rank >= 0) ++ends[rank];
    }
    int64_t sum = 0;
    for (int64_t r = 0; r < rounds; ++r) sum += std::exchange(ends[r], sum);
    HLOOM_ASSIGN_OR_RETURN(Literal order, Integers(sum, 0));
    for (int64_t s = 0; s < sources; ++s) {
      HLOOM_RETURN_IF_ERROR(poller_.After(1));
      const int64_t rank = ranks.data<int64_t>()[s];
      if (rank >= 0) order.mutable_data<int64_t>()[ends[rank]++] = s;
    }
    return order;
  }

  // A single operation that can fold: value by value.
  Status Fold(const FoldKernel& kernel) {
    const PrimitiveType type = operand_.shape().element_type();
    const int64_t* const picks = picks_.data<int64_t>();
    const int64_t sources = source_.element_count();
    const FoldKernel::Block one = {1, 0, 0, 1, 1, 1};
    for (int64_t s = 0; s < sources; ++s) {
      HLOOM_RETURN_IF_ERROR(poller_.After(1));
      if (picks[s] < 0) continue;
      kernel.combine(type, result_.mutable_data<std::byte>() + picks[s] * width_,
                     ElementOf(source_, s), one);
    }
    return OkStatus();
  }

  // Any computation: in rounds.
  Status Apply(const HloComputation& scatter) {
    HLOOM_ASSIGN_OR_RETURN(const Literal order, Rounds());
    HLOOM_ASSIGN_OR_RETURN(const std::unique_ptr<ComputationCaller> caller,
                           context_.Prepare(scatter));
    Pairs pairs(width_);
    std::vector<std::byte> scattered(Pairs::kCapacity * static_cast<size_t>(width_));
    const auto flush = [&]() -> Status {
      if (pairs.count() == 0) return OkStatus();
      HLOOM_RETURN_IF_ERROR(poller_.After(pairs.count()));
      HLOOM_RETURN_IF_ERROR(pairs.Apply(*caller, scattered.data()));
      const std::byte* from = scattered.data();
      for (const int64_t place : pairs.places()) {
        std::copy_n(from, width_, result_.mutable_data<std::byte>() + place * width_);
        from += width_;
      }
      pairs.Clear();
      return OkStatus();
    };
    int64_t at = 0;
    for (int64_t r = 0; r < round_ends_.element_count(); ++r) {
      for (const int64_t end = round_ends_.data<int64_t>()[r]; at < end; ++at) {
        const int64_t s = order.data<int64_t>()[at];
        const int64_t place = picks_.data<int64_t>()[s];
        pairs.Add(ElementOf(result_, place), ElementOf(source_, s), place);
        if (pairs.full()) HLOOM_RETURN_IF_ERROR(flush());
      }
      HLOOM_RETURN_IF_ERROR(flush());
    }
    return OkStatus();
  }

  const std::byte* ElementOf(const Literal& literal, int64_t offset) const {
    return literal.data<std::byte>() + offset * width_;
  }

  EvalContext& context_;
  Poller poller_;
  const HloInstruction& instruction_;
  int64_t width_ = 0;
  Literal operand_, source_, result_;
  Literal picks_;  // for each value of the source an offset into the operand, or -1
  Literal round_ends_;
};

StatusOr<Literal> EvaluateSelectAndScatter(EvalContext& context, const HloInstruction& instruction,
                                           Operands operands) {
  return SelectAndScatter(context, instruction).Run(operands);
}

// Where the source is static, it is cut to the positions over the live operand; where it is
// dynamic, it must have as many.
Status AlignSelectAndScatter(const HloInstruction& instruction, OperandSizes& sizes) {
  const Shape live = ShapeUtil::MakeShape(instruction.operand(0)->shape().element_type(), sizes[0]);
  HLOOM_ASSIGN_OR_RETURN(
      const std::vector<int64_t> positions,
      InferWindowedSizes(live, instruction.attributes<SelectAndScatterAttributes>().window,
                         kWindowRules));
  const Shape& source = instruction.operand(1)->shape();
  for (int64_t d = 0; d < source.rank(); ++d) {
    const size_t i = static_cast<size_t>(d);
    if (source.is_dynamic_dimension(d) && sizes[1][i] != positions[i]) {
      return InvalidArgument("dynamic.c1")  // dynamic.c1
          .Say(StrCat("the live size of dimension ", d, " of the source is ", sizes[1][i],
                      ", the window has ", positions[i], " positions over the live operand"))
          .Operand(instruction.operand(0)->shape())
          .Operand(source)
          .Help("make the source by ReduceWindow of the operand, or set its size to match");
    }
    sizes[1][i] = positions[i];
  }
  return OkStatus();
}

}  // namespace

extern const OpDef kSelectAndScatterDef;
constexpr OpDef kSelectAndScatterDef = {
    .opcode = HloOpcode::kSelectAndScatter,
    .name = "select-and-scatter",
    .operands = kOperands,
    .min_operands = 3,
    .max_operands = 3,
    .make_attributes = MakeDefaultAttributes<SelectAndScatterAttributes>,
    .regions = kRegions,
    .rules = kRules,
    .imply_converts = AdaptSelectAndScatter,
    .infer_shape = InferSelectAndScatter,
    .traits = {.applies = true},
    .doc =
        "Picks an element in each position of a window that moves over the operand, in row-major "
        "order: the pick is replaced by the next element where select(pick, element) is false, so "
        "that GE keeps the first of equal ones. Then the values of the source are put where the "
        "picked elements lie, in row-major order of the source: scatter(current, value), from "
        "init_value on; XLA's evaluator passes (value, current). What lies in padding is never "
        "picked; the value of a window that lies in "
        "padding altogether is dropped.",
    .source = "Operation Semantics, SelectAndScatter",
};
extern const OpEval kSelectAndScatterEval;
constexpr OpEval kSelectAndScatterEval = {
    .evaluate_whole = EvaluateSelectAndScatter,
    .align_sizes = AlignSelectAndScatter,
};

}  // namespace hloom
