// gather: takes slices of an array at computed start indices and stacks them.
#include "ops/indexing/gather.h"

#include <algorithm>

#include "ops/indexing/window_mapping.h"
#include "ops/infer_util.h"

namespace hloom {

namespace {

constexpr OperandSpec kGatherOperands[] = {
    {"operand", "an array"},
    {"start_indices", "an array of integers: the index vectors, at which slices start"},
};

// The numbers are those of StableHLO's constraints; C22 and C23 are the inference of the result's
// shape.
constexpr Rule kGatherC1 = {
    "gather.c1",
    "each dimension of the operand is collapsed, batching, or counted along by one of offset_dims"};
constexpr Rule kGatherC2 = {"gather.c2", "index_vector_dim is in 0..rank of start_indices"};
constexpr Rule kGatherC3 = {
    "gather.c3",
    "start_index_map has an entry for each component of an index vector, a fixed number of them"};
constexpr Rule kGatherC4 = {"gather.c4", "offset_dims are in ascending order, each once"};
constexpr Rule kGatherC5 = {"gather.c5", "each of offset_dims is a dimension of the result"};
constexpr Rule kGatherC6 = {
    "gather.c6", "no dimension occurs twice in collapsed_slice_dims and operand_batching_dims"};
constexpr Rule kGatherC7 = {"gather.c7", "collapsed_slice_dims are in ascending order"};
constexpr Rule kGatherC8 = {"gather.c8",
                            "each of collapsed_slice_dims is a dimension of the operand"};
constexpr Rule kGatherC9 = {"gather.c9", "the slice size of a collapsed dimension is 1 or 0"};
constexpr Rule kGatherC10 = {"gather.c10", "operand_batching_dims are in ascending order"};
constexpr Rule kGatherC11 = {"gather.c11",
                             "each of operand_batching_dims is a dimension of the operand"};
constexpr Rule kGatherC12 = {"gather.c12", "the slice size of a batching dimension is 1 or 0"};
constexpr Rule kGatherC13 = {"gather.c13",
                             "no dimension occurs twice in start_indices_batching_dims"};
constexpr Rule kGatherC14 = {"gather.c14",
                             "each of start_indices_batching_dims is a dimension of start_indices"};
constexpr Rule kGatherC15 = {"gather.c15",
                             "index_vector_dim is not one of start_indices_batching_dims"};
constexpr Rule kGatherC16 = {
    "gather.c16",
    "operand_batching_dims and start_indices_batching_dims have the same number of entries"};
constexpr Rule kGatherC17 = {"gather.c17",
                             "batching dimensions that belong together have the same size"};
constexpr Rule kGatherC18 = {
    "gather.c18", "no dimension occurs twice in start_index_map and operand_batching_dims"};
constexpr Rule kGatherC19 = {"gather.c19", "each of start_index_map is a dimension of the operand"};
constexpr Rule kGatherC20 = {"gather.c20",
                             "slice_sizes has an entry for each dimension of the operand"};
constexpr Rule kGatherC21 = {"gather.c21",
                             "a slice size is not negative, and at most the size of its dimension"};
constexpr Rule kGatherC24 = {"gather.c24", "start_indices are integers"};
constexpr Rule kGatherRules[] = {
    kGatherC1,  kGatherC2,  kGatherC3,  kGatherC4,  kGatherC5,  kGatherC6,  kGatherC7,  kGatherC8,
    kGatherC9,  kGatherC10, kGatherC11, kGatherC12, kGatherC13, kGatherC14, kGatherC15, kGatherC16,
    kGatherC17, kGatherC18, kGatherC19, kGatherC20, kGatherC21, kGatherC24};
constexpr WindowMappingRules kGatherMappingRules = {
    .rank = kGatherC1,
    .index_vector_dim = kGatherC2,
    .index_map_size = kGatherC3,
    .window_order = kGatherC4,
    .window_range = kGatherC5,
    .absent_once = kGatherC6,
    .absent_order = kGatherC7,
    .absent_range = kGatherC8,
    .operand_batching_order = kGatherC10,
    .operand_batching_range = kGatherC11,
    .indices_batching_once = kGatherC13,
    .indices_batching_range = kGatherC14,
    .indices_batching_vector = kGatherC15,
    .batching_count = kGatherC16,
    .batching_sizes = kGatherC17,
    .index_map_once = kGatherC18,
    .index_map_range = kGatherC19,
    .indices_type = kGatherC24,
};

Status CheckSliceSizes(const Shape& operand, const GatherAttributes& attributes) {
  const std::vector<int64_t>& sizes = attributes.slice_sizes;
  const Message given = WithValue("slice_sizes", sizes);
  if (static_cast<int64_t>(sizes.size()) != operand.rank()) {
    return InvalidArgument(kGatherC20)
        .Say(MessageCat(given, " has ", Count(static_cast<int64_t>(sizes.size()), "size"),
                        ", the operand ", operand.ToString(), " has rank ", operand.rank()))
        .Help("give the size of a slice in each dimension of the operand, 1 where it is collapsed");
  }
  for (int64_t d = 0; d < operand.rank(); ++d) {
    const int64_t size = sizes[static_cast<size_t>(d)];
    if (size >= 0 && size <= operand.dimensions(d)) continue;
    return InvalidArgument(kGatherC21)
        .Say(MessageCat(given, " takes ", size, " of dimension ", d, " of the operand ",
                        operand.ToString()))
        .Help(StrCat("a slice of it has a size in 0..", operand.dimensions(d)));
  }
  const GatherDimensionNumbers& numbers = attributes.dimension_numbers;
  const auto check_single = [&](const Rule& rule, std::string_view name,
                                const std::vector<int64_t>& dims) -> Status {
    for (int64_t d : dims) {
      const int64_t size = sizes[static_cast<size_t>(d)];
      if (size <= 1) continue;
      return InvalidArgument(rule)
          .Say(MessageCat(WithValue(name, dims), " names dimension ", d, ", of which ", given,
                          " takes ", size))
          .Help(MessageCat("take 1 of it, or leave it out of ", ArgumentName(name),
                           " and count along it with one more of `offset_dims`"_msg));
    }
    return OkStatus();
  };
  HLOOM_RETURN_IF_ERROR(
      check_single(kGatherC9, "collapsed_slice_dims", numbers.collapsed_slice_dims()));
  return check_single(kGatherC12, "operand_batching_dims", numbers.operand_batching_dims());
}

StatusOr<Shape> InferGather(const InferContext& context) {
  HLOOM_RETURN_IF_ERROR(ExpectArrays(context));
  const Shape& operand = context.operand(0);
  const Shape& indices = context.operand(1);
  const auto& attributes = context.attrs<GatherAttributes>();
  const WindowMapping mapping = MappingOf(attributes.dimension_numbers);
  HLOOM_RETURN_IF_ERROR(CheckWindowMapping(mapping, kGatherMappingRules, operand, indices));
  HLOOM_RETURN_IF_ERROR(CheckSliceSizes(operand, attributes));

  const std::vector<int64_t> counted = mapping.IndicesDims(indices.rank());
  const std::vector<int64_t> sliced = mapping.OperandWindowDims(operand.rank());
  const size_t rank = counted.size() + sliced.size();
  std::vector<int64_t> sizes;
  std::vector<bool> dynamic;
  size_t next_counted = 0;
  size_t next_sliced = 0;
  for (size_t d = 0; d < rank; ++d) {
    const auto& window = mapping.window.dims;
    if (std::find(window.begin(), window.end(), static_cast<int64_t>(d)) == window.end()) {
      const int64_t from = counted[next_counted++];
      sizes.push_back(indices.dimensions(from));
      dynamic.push_back(indices.is_dynamic_dimension(from));
    } else {
      // A dimension that is taken as a whole keeps its live size; any other is a slice of the
      // bound.
      const int64_t from = sliced[next_sliced++];
      const int64_t size = attributes.slice_sizes[static_cast<size_t>(from)];
      sizes.push_back(size);
      dynamic.push_back(operand.is_dynamic_dimension(from) && size == operand.dimensions(from));
    }
  }
  return ShapeUtil::MakeShape(operand.element_type(), sizes, dynamic);
}

}  // namespace

constexpr OpDef kGatherDef = {
    .opcode = HloOpcode::kGather,
    .name = "gather",
    .operands = kGatherOperands,
    .min_operands = 2,
    .max_operands = 2,
    .make_attributes = MakeDefaultAttributes<GatherAttributes>,
    .rules = kGatherRules,
    .infer_shape = InferGather,
    .doc =
        "Gathers slices of one size from the operand, one for each index vector, and stacks them "
        "in the result. start_indices holds the index vectors along index_vector_dim (if that is "
        "its rank, each element is a vector of one component). Component k of a vector is the "
        "start index of the slice in dimension start_index_map[k]; the other dimensions start at "
        "0. Start indices are clamped so that every slice stays in bounds: clamp(0, start, size - "
        "slice size). In the result, offset_dims count within a slice, without the collapsed "
        "dimensions, and the other dimensions count the index vectors. For rows of f32[16,8] at "
        "s32[5], start_index_map={0}, collapsed_slice_dims={0}, offset_dims={1}, "
        "index_vector_dim=1 and slice_sizes={1,8} give f32[5,8] with result[i,j] = "
        "operand[start_indices[i],j]. In operand_batching_dims a slice starts at the position of "
        "its index vector in start_indices_batching_dims. In a dynamic dimension the live size "
        "counts. A missing element is zero. A collapsed dimension may have slice size 0: the slice "
        "is empty, but the result still has an element for it, which is zero.",
    .source = "Operation Semantics, Gather",
};

}  // namespace hloom
