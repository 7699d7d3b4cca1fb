// Evaluation of ragged-dot: each group is a separate contraction.
#include <algorithm>
#include <optional>
#include <utility>

#include "kernels/copy.h"
#include "kernels/sizes.h"
#include "kernels/strided_run.h"
#include "ops/contractions/contraction_eval.h"
#include "ops/contractions/dot_shapes.h"
#include "ops/contractions/ragged_dot.h"
#include "ops/live_sizes_eval.h"
#include "ops/prepared_eval.h"
#include "shape/index_util.h"

namespace hloom {

namespace {

using RaggedDotEvalDims = std::vector<int64_t>;

const RaggedDotDimensionNumbers& RaggedDotNumbersOf(const HloInstruction& instruction) {
  return instruction.attributes<RaggedDotAttributes>().dimension_numbers;
}

// A part of the whole contraction, with its offset in elements.
struct RaggedDotPiece {
  Contraction contraction;
  int64_t lhs = 0;
  int64_t rhs = 0;
  int64_t result = 0;

  void NarrowBatch(size_t i, int64_t begin, int64_t size) {
    contraction.batch_sizes[i] = size;
    lhs += begin * contraction.lhs.batch[i];
    rhs += begin * contraction.rhs.batch[i];
    result += begin * contraction.result_batch[i];
  }
  void NarrowContracting(size_t i, int64_t begin, int64_t size) {
    contraction.contracting_sizes[i] = size;
    lhs += begin * contraction.lhs.contracting[i];
    rhs += begin * contraction.rhs.contracting[i];
  }
  void NarrowKept(size_t i, int64_t begin, int64_t size) {
    contraction.lhs_sizes[i] = size;
    lhs += begin * contraction.lhs.kept[i];
    result += begin * contraction.result_lhs[i];
  }
};

// The begin and end of a group along the ragged dimension.
struct Group {
  int64_t begin = 0;
  int64_t end = 0;
  int64_t size() const { return end - begin; }
};

// Reads the sizes of the groups. Groups are cut at the end of the ragged dimension, at `size`, and
// negative sizes count as 0.
class GroupSizes {
 public:
  GroupSizes() = default;
  GroupSizes(const Shape& shape, int64_t size)
      : type_(shape.element_type()), size_(size), strides_(IndexUtil::Strides(shape)) {}

  // The offset of the sizes of an index of the prefix, in elements.
  int64_t At(const RaggedDotEvalDims& prefix) const {
    int64_t place = 0;
    for (size_t d = 0; d < prefix.size(); ++d) place += prefix[d] * strides_[d];
    return place;
  }
  // Group `g` of these; the previous one ends at `begin`.
  Group Read(const std::byte* data, int64_t place, int64_t g, int64_t begin) const {
    int64_t length = 0;
    LoadRun(type_, data + (place + g * strides_.back()) * ByteWidth(type_), 1, S64,
            reinterpret_cast<std::byte*>(&length), 1);
    // A negative value was a very large unsigned size.
    if (length < 0) length = IsUnsignedIntegralType(type_) ? size_ : 0;
    return {begin, begin + std::min(length, size_ - begin)};
  }

 private:
  PrimitiveType type_ = S32;
  int64_t size_ = 0;
  RaggedDotEvalDims strides_;
};

// There may be many small groups: after this number the run can pause and check its limits.
constexpr int64_t kGroupsAtOnce = 64;
KernelAwaiter Pause() {
  static constexpr auto kNothing = [] {};
  return Once(kNothing);
}

// The data of ragged-dot, without addresses.
struct RaggedProduct {
  RaggedMode mode;
  RaggedDotPiece whole;
  // The dimensions of lhs along which group sizes vary, and their sizes.
  RaggedDotEvalDims prefix;
  RaggedDotEvalDims prefix_sizes;
  int64_t ragged;
  int64_t ragged_size;
  int64_t groups;
  int64_t group_stride;  // of rhs, or of the result
  GroupSizes group_sizes;
  RaggedDotEvalDims lhs_batch, lhs_kept, lhs_contracting;

  // Narrows dimension `d` of lhs, whichever kind it is of.
  void Narrow(int64_t d, int64_t begin, int64_t size, RaggedDotPiece& piece) const {
    const auto at = [d](const RaggedDotEvalDims& dims) {
      return static_cast<size_t>(std::find(dims.begin(), dims.end(), d) - dims.begin());
    };
    if (at(lhs_batch) < lhs_batch.size()) return piece.NarrowBatch(at(lhs_batch), begin, size);
    if (at(lhs_kept) < lhs_kept.size()) return piece.NarrowKept(at(lhs_kept), begin, size);
    piece.NarrowContracting(at(lhs_contracting), begin, size);
  }
};

// The same with its memory.
struct RaggedRun {
  const RaggedProduct& product;
  const std::byte* group_sizes;
  const std::byte* lhs;
  const std::byte* rhs;
  std::byte* result;

  Group Next(int64_t place, int64_t g, int64_t begin) const {
    return product.group_sizes.Read(group_sizes, place, g, begin);
  }
  Kernel Run(const RaggedDotPiece& piece) const {
    const Contraction& c = piece.contraction;
    return Contract(c, lhs + piece.lhs * ByteWidth(c.lhs.type),
                    rhs + piece.rhs * ByteWidth(c.rhs.type),
                    result + piece.result * ByteWidth(c.result_type));
  }
};

RaggedProduct ProductOf(const HloInstruction& instruction, Span<const Shape* const> operands) {
  const RaggedDotDimensionNumbers& numbers = RaggedDotNumbersOf(instruction);
  const DotDimensionNumbers& dot = numbers.dot_dimension_numbers();
  const Shape& lhs = *operands[0];
  const Shape& rhs = *operands[1];
  const Shape& group_sizes = *operands[2];
  const RaggedDotEvalDims strides = IndexUtil::Strides(instruction.shape());
  const RaggedMode mode = ModeOf(numbers);
  const bool sums_groups = mode == RaggedMode::kContracting;
  const RaggedDotEvalDims& group = numbers.rhs_group_dimensions();
  RaggedProduct p;
  p.mode = mode;
  p.whole.contraction = ContractionOf(dot, lhs, rhs, instruction.shape().element_type(),
                                      Span<const int64_t>(strides.data() + (sums_groups ? 1 : 0),
                                                          strides.size() - (sums_groups ? 1 : 0)),
                                      group);
  if (group_sizes.rank() > 1) p.prefix = PrefixOf(numbers);
  for (const int64_t d : p.prefix) p.prefix_sizes.push_back(lhs.dimensions(d));
  p.ragged = numbers.lhs_ragged_dimensions()[0];
  p.group_stride = sums_groups     ? strides[0]
                   : group.empty() ? 0
                                   : IndexUtil::Strides(rhs)[static_cast<size_t>(group[0])];
  p.ragged_size = lhs.dimensions(p.ragged);
  p.groups = group_sizes.dimensions(group_sizes.rank() - 1);
  p.group_sizes = GroupSizes(group_sizes, p.ragged_size);
  p.lhs_batch = dot.lhs_batch_dimensions();
  p.lhs_contracting = dot.lhs_contracting_dimensions();
  p.lhs_kept = KeptDimensions(lhs.rank(), p.lhs_batch, p.lhs_contracting);
  return p;
}

// Each group of rows is multiplied by its own matrix; rows in no group are empty sums, 0.
Kernel MultiplyGroups(RaggedRun run) {
  const RaggedProduct& p = run.product;
  RaggedDotEvalDims index(p.prefix.size(), 0);
  const int64_t count = ElementCount(p.prefix_sizes);
  for (int64_t i = 0; i < count; ++i) {
    RaggedDotPiece rows = p.whole;
    for (size_t d = 0; d < index.size(); ++d) p.Narrow(p.prefix[d], index[d], 1, rows);
    const int64_t place = p.group_sizes.At(index);
    Group group;
    for (int64_t g = 0; g < p.groups; ++g) {
      if ((i * p.groups + g) % kGroupsAtOnce == 0) co_await Pause();
      group = run.Next(place, g, group.end);
      if (group.size() == 0) continue;
      RaggedDotPiece piece = rows;
      p.Narrow(p.ragged, group.begin, group.size(), piece);
      piece.rhs += g * p.group_stride;
      co_await run.Run(piece);
    }
    if (i % kGroupsAtOnce == 0) co_await Pause();
    p.Narrow(p.ragged, group.end, p.ragged_size - group.end, rows);
    rows.contraction.contracting_sizes = {0};
    rows.contraction.lhs.contracting = rows.contraction.rhs.contracting = {0};
    co_await run.Run(rows);
    IndexUtil::BumpIndices(p.prefix_sizes, Span<int64_t>(index.data(), index.size()));
  }
  co_return OkStatus();
}

// Each group is summed separately; groups vary at most along batch dimensions.
Kernel SumGroups(RaggedRun run) {
  const RaggedProduct& p = run.product;
  RaggedDotEvalDims index(p.prefix.size(), 0);
  const int64_t count = ElementCount(p.prefix_sizes);
  for (int64_t i = 0; i < count; ++i) {
    const int64_t place = p.group_sizes.At(index);
    Group group;
    for (int64_t g = 0; g < p.groups; ++g) {
      if ((i * p.groups + g) % kGroupsAtOnce == 0) co_await Pause();
      group = run.Next(place, g, group.end);
      RaggedDotPiece piece = p.whole;
      for (size_t d = 0; d < index.size(); ++d) p.Narrow(p.prefix[d], index[d], 1, piece);
      p.Narrow(p.ragged, group.begin, group.size(), piece);
      piece.result += g * p.group_stride;
      co_await run.Run(piece);
    }
    IndexUtil::BumpIndices(p.prefix_sizes, Span<int64_t>(index.data(), index.size()));
  }
  co_return OkStatus();
}

// One operand of a group whose entries are not evenly apart: it is packed, so that they are
// contiguous along one contracting dimension.
struct Packing {
  RaggedDotEvalDims
      sizes;  // what is kept, then the ragged dimension, then the contracting ones after it
  RaggedDotEvalDims from_strides;
  std::byte* packed;
  int64_t kept;   // the number of dimensions that are kept
  int64_t width;  // bytes of an element

  Packing(const RaggedDotEvalDims& kept_sizes, const RaggedDotEvalDims& contracting_sizes,
          const Contraction::Operand& operand, size_t ragged, std::byte* memory)
      : sizes(kept_sizes),
        from_strides(operand.kept),
        packed(memory),
        kept(static_cast<int64_t>(kept_sizes.size())),
        width(ByteWidth(operand.type)) {
    const auto from = static_cast<std::ptrdiff_t>(ragged);
    sizes.insert(sizes.end(), contracting_sizes.begin() + from, contracting_sizes.end());
    from_strides.insert(from_strides.end(), operand.contracting.begin() + from,
                        operand.contracting.end());
  }
  // Entries `begin` and on of the packed dimension, which has `length`, become those of a group.
  Kernel Pack(const std::byte* from, int64_t begin, int64_t length, int64_t group_size) {
    RaggedDotEvalDims run = sizes;
    run[static_cast<size_t>(kept)] = group_size;
    RaggedDotEvalDims to_strides =
        RowMajorStrides(Span<const int64_t>(run.data() + kept, run.size() - kept));
    int64_t stride = length;
    for (auto d = static_cast<size_t>(kept); d-- > 0; stride *= sizes[d]) {
      to_strides.insert(to_strides.begin(), stride);
    }
    return CopyStrided(run, packed + begin * width, to_strides, from, from_strides, width);
  }
};

// Each group is summed separately; groups also vary along contracting dimensions, which come before
// the ragged one.
Kernel SumPackedGroups(RaggedRun run) {
  const RaggedProduct& p = run.product;
  const Contraction& whole = p.whole.contraction;
  const size_t ragged =
      static_cast<size_t>(std::find(p.lhs_contracting.begin(), p.lhs_contracting.end(), p.ragged) -
                          p.lhs_contracting.begin());
  const RaggedDotEvalDims runs(
      whole.contracting_sizes.begin(),
      whole.contracting_sizes.begin() + static_cast<std::ptrdiff_t>(ragged));
  const int64_t run_count = ElementCount(runs);
  const int64_t entry = ElementCount(Span<const int64_t>(
      whole.contracting_sizes.data() + ragged + 1, whole.contracting_sizes.size() - ragged - 1));
  const int64_t depth = ElementCount(whole.contracting_sizes);
  std::byte* const lhs_memory = co_await Scratch<std::byte>(ElementCount(whole.lhs_sizes) * depth *
                                                            ByteWidth(whole.lhs.type));
  std::byte* const rhs_memory = co_await Scratch<std::byte>(ElementCount(whole.rhs_sizes) * depth *
                                                            ByteWidth(whole.rhs.type));
  Packing lhs(whole.lhs_sizes, whole.contracting_sizes, whole.lhs, ragged, lhs_memory);
  Packing rhs(whole.rhs_sizes, whole.contracting_sizes, whole.rhs, ragged, rhs_memory);
  // The end of the previous group in each run.
  int64_t* const ends = co_await Scratch<int64_t>(run_count);
  RaggedDotEvalDims batch(whole.batch_sizes.size(), 0);
  const int64_t batches = ElementCount(whole.batch_sizes);
  for (int64_t b = 0; b < batches; ++b) {
    std::fill_n(ends, run_count, 0);
    RaggedDotEvalDims prefix = batch;
    prefix.resize(p.prefix.size(), 0);
    const Span<int64_t> run_of_prefix(prefix.data() + batch.size(), runs.size());
    for (int64_t g = 0; g < p.groups; ++g) {
      int64_t length = 0;
      for (int64_t r = 0; r < run_count; ++r) {
        if (r % kGroupsAtOnce == 0) co_await Pause();
        length += run.Next(p.group_sizes.At(prefix), g, ends[r]).size() * entry;
        IndexUtil::BumpIndices(runs, run_of_prefix);
      }
      RaggedDotPiece piece = p.whole;
      for (size_t d = 0; d < batch.size(); ++d) piece.NarrowBatch(d, batch[d], 1);
      int64_t packed = 0;
      for (int64_t r = 0; r < run_count; ++r) {
        if (r % kGroupsAtOnce == 0) co_await Pause();
        const Group group = run.Next(p.group_sizes.At(prefix), g, ends[r]);
        ends[r] = group.end;
        RaggedDotPiece from = piece;
        for (size_t d = 0; d < runs.size(); ++d) {
          from.NarrowContracting(d, run_of_prefix[d], 1);
        }
        from.NarrowContracting(ragged, group.begin, group.size());
        if (group.size() * entry > 0) {
          co_await lhs.Pack(run.lhs + from.lhs * lhs.width, packed, length, group.size());
          co_await rhs.Pack(run.rhs + from.rhs * rhs.width, packed, length, group.size());
        }
        packed += group.size() * entry;
        IndexUtil::BumpIndices(runs, run_of_prefix);
      }
      Contraction c = piece.contraction;
      c.contracting_sizes = {length};
      const auto repack = [length](Contraction::Operand& operand, const RaggedDotEvalDims& sizes) {
        operand.batch.assign(operand.batch.size(), 0);
        operand.kept = RowMajorStrides(sizes);
        for (int64_t& stride : operand.kept) stride *= length;
        operand.contracting = {1};
      };
      repack(c.lhs, c.lhs_sizes);
      repack(c.rhs, c.rhs_sizes);
      std::byte* const to =
          run.result + (piece.result + g * p.group_stride) * ByteWidth(c.result_type);
      co_await Contract(std::move(c), lhs_memory, rhs_memory, to);
    }
    IndexUtil::BumpIndices(whole.batch_sizes, Span<int64_t>(batch.data(), batch.size()));
  }
  co_return OkStatus();
}

// Group sizes are known only when it runs; the whole contraction is prepared.
class PreparedRaggedDot final : public PreparedOp {
 public:
  PreparedRaggedDot(const HloInstruction& instruction, Span<const Shape* const> operands)
      : product_(ProductOf(instruction, operands)) {
    Contraction whole = product_.whole.contraction;
    const bool nothing = ElementCount(whole.contracting_sizes) == 0;
    if (nothing && product_.mode == RaggedMode::kContracting) {
      // All sums are empty, including those of groups.
      whole.batch_sizes.push_back(product_.groups);
      whole.lhs.batch.push_back(0);
      whole.rhs.batch.push_back(0);
      whole.result_batch.push_back(product_.group_stride);
    }
    if (nothing || product_.mode == RaggedMode::kBatch) whole_.emplace(PlanOf(std::move(whole)));
  }

  Kernel Run(const std::byte* const* operands, std::byte* const* results) const override {
    if (whole_) return whole_->Contract(operands[0], operands[1], results[0]);
    const RaggedRun run = {product_, operands[2], operands[0], operands[1], results[0]};
    if (product_.mode == RaggedMode::kKept) return MultiplyGroups(run);
    const bool packs = product_.prefix.size() > product_.lhs_batch.size();
    return packs ? SumPackedGroups(run) : SumGroups(run);
  }
  bool is_small() const override { return whole_ && whole_->is_small(); }

 private:
  const RaggedProduct product_;
  std::optional<ContractionPlan> whole_;  // where group sizes change nothing
};

std::unique_ptr<const PreparedOp> MakeRaggedDot(const HloInstruction& instruction,
                                                Span<const Shape* const> operands) {
  if (ShapeUtil::ElementsIn(instruction.shape()) == 0) return nullptr;
  return std::make_unique<PreparedRaggedDot>(instruction, operands);
}

// There are as many groups as rhs has entries.
Status AlignRaggedDot(const HloInstruction& instruction, OperandSizes& sizes) {
  const RaggedDotDimensionNumbers& numbers = RaggedDotNumbersOf(instruction);
  const int64_t last = instruction.operand(2)->shape().rank() - 1;
  const RaggedDotEvalDims prefix = last > 0 ? PrefixOf(numbers) : RaggedDotEvalDims();
  HLOOM_RETURN_IF_ERROR(AlignDot(instruction, numbers.dot_dimension_numbers(), prefix, sizes));
  if (numbers.rhs_group_dimensions().empty()) return OkStatus();
  const OperandDimension meeting[] = {{1, numbers.rhs_group_dimensions()[0]}, {2, last}};
  return AlignDimensions(instruction, meeting, sizes);
}

}  // namespace

constexpr OpEval kRaggedDotEval = {
    .kind = Computes{.prepare = MakeRaggedDot},
    .live = {.align = AlignRaggedDot, .shape = LiveElementType},
};

}  // namespace hloom
