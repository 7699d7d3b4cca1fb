// How ragged-dot is computed: each group is a contraction of its own.
#include <algorithm>
#include <optional>
#include <utility>

#include "kernels/copy.h"
#include "kernels/sizes.h"
#include "kernels/strided_run.h"
#include "ops/contractions/contraction_eval.h"
#include "ops/contractions/dot_shapes.h"
#include "ops/contractions/ragged_dot.h"
#include "ops/literal_copies_eval.h"
#include "ops/live_sizes_eval.h"
#include "ops/prepared_eval.h"
#include "shape/index_util.h"

namespace hloom {

namespace {

using Dims = std::vector<int64_t>;

const RaggedDotDimensionNumbers& NumbersOf(const HloInstruction& instruction) {
  return instruction.attributes<RaggedDotAttributes>().dimension_numbers;
}

// A part of the whole contraction, and where it begins, in elements.
struct Piece {
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

// Where a group begins and ends along the ragged dimension.
struct Group {
  int64_t begin;
  int64_t end;
  int64_t size() const { return end - begin; }
};

// How the sizes of the groups are given: for each index of `prefix`, one for each group.
struct GroupSizes {
  PrimitiveType type;
  Dims prefix;
  int64_t groups;
  Dims strides;
  int64_t ragged_size;  // of the dimension that they divide
};

// What ragged-dot works on, but for where it lies.
struct RaggedProduct {
  RaggedMode mode;
  Piece whole;
  // The dimensions of lhs that group sizes differ along, and their sizes.
  Dims prefix;
  Dims prefix_sizes;
  int64_t ragged;
  int64_t groups;
  int64_t group_stride;  // of rhs, or of the result
  GroupSizes group_sizes;
  Dims lhs_batch, lhs_kept, lhs_contracting;

  // Narrows dimension `d` of lhs, whichever kind it is of.
  void Narrow(int64_t d, int64_t begin, int64_t size, Piece& piece) const {
    const auto at = [d](const Dims& dims) {
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
  // For each index of the prefix, in row-major order, its groups.
  std::vector<Group> bounds;
  const std::byte* lhs;
  const std::byte* rhs;
  std::byte* result;

  const Group& GroupAt(int64_t prefix_index, int64_t group) const {
    return bounds[static_cast<size_t>(prefix_index * product.groups + group)];
  }
  Kernel Run(const Piece& piece) const {
    const Contraction& c = piece.contraction;
    return Contract(c, lhs + piece.lhs * ByteWidth(c.lhs.type),
                    rhs + piece.rhs * ByteWidth(c.rhs.type),
                    result + piece.result * ByteWidth(c.result_type));
  }
};

// The sizes as they are given become intervals of 0..size: what is past the end is cut off, and
// what is negative counts as 0.
std::vector<Group> BoundsOf(const GroupSizes& sizes, const std::byte* data) {
  const int64_t size = sizes.ragged_size;
  const bool is_unsigned = IsUnsignedIntegralType(sizes.type);
  std::vector<Group> bounds;
  Dims given(static_cast<size_t>(sizes.groups));
  Dims index(sizes.prefix.size(), 0);
  const int64_t count = ElementCount(sizes.prefix);
  for (int64_t i = 0; i < count; ++i) {
    int64_t offset = 0;
    for (size_t d = 0; d < index.size(); ++d) offset += index[d] * sizes.strides[d];
    LoadRun(sizes.type, data + offset * ByteWidth(sizes.type), sizes.strides.back(), S64,
            reinterpret_cast<std::byte*>(given.data()), sizes.groups);
    int64_t begin = 0;
    for (int64_t length : given) {
      // An unsigned size that is negative now was past all others.
      if (length < 0) length = is_unsigned ? size : 0;
      const int64_t end = begin + std::min(length, size - begin);
      bounds.push_back({begin, end});
      begin = end;
    }
    IndexUtil::BumpIndices(sizes.prefix, Span<int64_t>(index.data(), index.size()));
  }
  return bounds;
}

GroupSizes GroupSizesOf(const Shape& shape, int64_t ragged_size) {
  const Dims sizes = shape.dimensions().ToVector();
  return {shape.element_type(), Dims(sizes.begin(), sizes.end() - 1), sizes.back(),
          IndexUtil::Strides(shape), ragged_size};
}

RaggedProduct ProductOf(const HloInstruction& instruction, Span<const Shape* const> operands) {
  const RaggedDotDimensionNumbers& numbers = NumbersOf(instruction);
  const DotDimensionNumbers& dot = numbers.dot_dimension_numbers();
  const Shape& lhs = *operands[0];
  const Shape& rhs = *operands[1];
  const Shape& group_sizes = *operands[2];
  const Dims strides = IndexUtil::Strides(instruction.shape());
  const RaggedMode mode = ModeOf(numbers);
  const bool sums_groups = mode == RaggedMode::kContracting;
  const Dims& group = numbers.rhs_group_dimensions();
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
  p.group_sizes = GroupSizesOf(group_sizes, lhs.dimensions(p.ragged));
  p.groups = p.group_sizes.groups;
  p.lhs_batch = dot.lhs_batch_dimensions();
  p.lhs_contracting = dot.lhs_contracting_dimensions();
  p.lhs_kept = KeptDimensions(lhs.rank(), p.lhs_batch, p.lhs_contracting);
  return p;
}

// Each group of rows is multiplied by its own matrix; rows of no group stay 0.
Kernel MultiplyGroups(RaggedRun run, int64_t result_bytes) {
  const RaggedProduct& p = run.product;
  co_await ClearBytes(run.result, result_bytes);
  Dims index(p.prefix.size(), 0);
  const int64_t count = ElementCount(p.prefix_sizes);
  for (int64_t i = 0; i < count; ++i) {
    Piece rows = p.whole;
    for (size_t d = 0; d < index.size(); ++d) p.Narrow(p.prefix[d], index[d], 1, rows);
    for (int64_t g = 0; g < p.groups; ++g) {
      const Group& group = run.GroupAt(i, g);
      if (group.size() == 0) continue;
      Piece piece = rows;
      p.Narrow(p.ragged, group.begin, group.size(), piece);
      piece.rhs += g * p.group_stride;
      co_await run.Run(piece);
    }
    IndexUtil::BumpIndices(p.prefix_sizes, Span<int64_t>(index.data(), index.size()));
  }
  co_return OkStatus();
}

// Each group is summed by itself, where groups differ along batch dimensions at most.
Kernel SumGroups(RaggedRun run) {
  const RaggedProduct& p = run.product;
  Dims index(p.prefix.size(), 0);
  const int64_t count = ElementCount(p.prefix_sizes);
  for (int64_t i = 0; i < count; ++i) {
    for (int64_t g = 0; g < p.groups; ++g) {
      const Group& group = run.GroupAt(i, g);
      Piece piece = p.whole;
      for (size_t d = 0; d < index.size(); ++d) p.Narrow(p.prefix[d], index[d], 1, piece);
      p.Narrow(p.ragged, group.begin, group.size(), piece);
      piece.result += g * p.group_stride;
      co_await run.Run(piece);
    }
    IndexUtil::BumpIndices(p.prefix_sizes, Span<int64_t>(index.data(), index.size()));
  }
  co_return OkStatus();
}

// One operand of a group whose entries are not evenly apart: it is packed, so that they follow each
// other along one contracting dimension.
struct Packing {
  Dims sizes;  // what is kept, then the ragged dimension, then the contracting ones after it
  Dims from_strides;
  std::byte* packed;
  int64_t kept;   // the number of dimensions that are kept
  int64_t width;  // bytes of an element

  Packing(const Dims& kept_sizes, const Dims& contracting_sizes,
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
    Dims run = sizes;
    run[static_cast<size_t>(kept)] = group_size;
    Dims to_strides = RowMajorStrides(Span<const int64_t>(run.data() + kept, run.size() - kept));
    int64_t stride = length;
    for (auto d = static_cast<size_t>(kept); d-- > 0; stride *= sizes[d]) {
      to_strides.insert(to_strides.begin(), stride);
    }
    return CopyStrided(run, packed + begin * width, to_strides, from, from_strides, width);
  }
};

// Each group is summed by itself, where groups differ along contracting dimensions too. Those come
// before the ragged one.
Kernel SumPackedGroups(RaggedRun run) {
  const RaggedProduct& p = run.product;
  const Contraction& whole = p.whole.contraction;
  const size_t ragged =
      static_cast<size_t>(std::find(p.lhs_contracting.begin(), p.lhs_contracting.end(), p.ragged) -
                          p.lhs_contracting.begin());
  const Dims runs(whole.contracting_sizes.begin(),
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
  Dims batch(whole.batch_sizes.size(), 0);
  const int64_t batches = ElementCount(whole.batch_sizes);
  for (int64_t b = 0; b < batches; ++b) {
    for (int64_t g = 0; g < p.groups; ++g) {
      int64_t length = 0;
      for (int64_t r = 0; r < run_count; ++r) {
        length += run.GroupAt(b * run_count + r, g).size() * entry;
      }
      Piece piece = p.whole;
      for (size_t d = 0; d < batch.size(); ++d) piece.NarrowBatch(d, batch[d], 1);
      int64_t packed = 0;
      Dims index(runs.size(), 0);
      for (int64_t r = 0; r < run_count; ++r) {
        const Group& group = run.GroupAt(b * run_count + r, g);
        Piece from = piece;
        for (size_t d = 0; d < index.size(); ++d) from.NarrowContracting(d, index[d], 1);
        from.NarrowContracting(ragged, group.begin, group.size());
        if (group.size() * entry > 0) {
          co_await lhs.Pack(run.lhs + from.lhs * lhs.width, packed, length, group.size());
          co_await rhs.Pack(run.rhs + from.rhs * rhs.width, packed, length, group.size());
        }
        packed += group.size() * entry;
        IndexUtil::BumpIndices(runs, Span<int64_t>(index.data(), index.size()));
      }
      Contraction c = piece.contraction;
      c.contracting_sizes = {length};
      const auto repack = [length](Contraction::Operand& operand, const Dims& sizes) {
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

// Group sizes are known only when it runs; what they cut is prepared.
class PreparedRaggedDot final : public PreparedOp {
 public:
  PreparedRaggedDot(const HloInstruction& instruction, Span<const Shape* const> operands)
      : product_(ProductOf(instruction, operands)),
        result_bytes_(ShapeUtil::ByteSizeOf(instruction.shape())) {
    if (product_.mode == RaggedMode::kBatch) whole_.emplace(PlanOf(product_.whole.contraction));
  }

  Kernel Run(const std::byte* const* operands, std::byte* const* results) const override {
    if (whole_) return whole_->Contract(operands[0], operands[1], results[0]);
    RaggedRun run = {product_, BoundsOf(product_.group_sizes, operands[2]), operands[0],
                     operands[1], results[0]};
    if (product_.mode == RaggedMode::kKept) return MultiplyGroups(std::move(run), result_bytes_);
    const bool packs = product_.prefix.size() > product_.lhs_batch.size();
    return packs ? SumPackedGroups(std::move(run)) : SumGroups(std::move(run));
  }
  bool is_small() const override { return whole_ && whole_->is_small(); }

 private:
  const RaggedProduct product_;
  const int64_t result_bytes_;
  std::optional<ContractionPlan> whole_;  // where group sizes change nothing
};

std::unique_ptr<const PreparedOp> MakeRaggedDot(const HloInstruction& instruction,
                                                Span<const Shape* const> operands) {
  if (ShapeUtil::ElementsIn(instruction.shape()) == 0) return nullptr;
  return std::make_unique<PreparedRaggedDot>(instruction, operands);
}

// Groups are as many as rhs has entries for.
Status AlignRaggedDot(const HloInstruction& instruction, OperandSizes& sizes) {
  const RaggedDotDimensionNumbers& numbers = NumbersOf(instruction);
  const int64_t last = instruction.operand(2)->shape().rank() - 1;
  const Dims prefix = last > 0 ? PrefixOf(numbers) : Dims();
  HLOOM_RETURN_IF_ERROR(AlignDot(instruction, numbers.dot_dimension_numbers(), prefix, sizes));
  if (numbers.rhs_group_dimensions().empty()) return OkStatus();
  const OperandDimension meeting[] = {{1, numbers.rhs_group_dimensions()[0]}, {2, last}};
  return AlignDimensions(instruction, meeting, sizes);
}

}  // namespace

extern const OpEval kRaggedDotEval;
constexpr OpEval kRaggedDotEval = {
    .evaluate = EvaluatePrepared<MakeRaggedDot>,
    .prepare = PrepareAsStated<MakeRaggedDot>,
    .align_sizes = AlignRaggedDot,
    .live_shape = LiveElementType,
};

}  // namespace hloom
