// scatter: updates windows of arrays at computed start indices with a computation.
#include "ops/indexing/scatter.h"

#include "ops/indexing/window_mapping.h"
#include "ops/infer_util.h"
#include "ops/mixed_precision.h"

namespace hloom {

namespace {

constexpr OperandSpec kScatterOperands[] = {
    {"operands", "N arrays of the same dimension sizes"},
    {"scatter_indices", "an array of integers: the index vectors, at which windows start"},
    {"updates",
     "the windows: N arrays of the same dimension sizes, of the operands' element types"},
};
constexpr RegionSpec kRegions[] = {{"to_apply"}};

// The numbers are those of StableHLO's constraints; C24 and C25 are the inference of the result's
// shape.
constexpr Rule kScatterC1 = {"scatter.c1", "all operands have the same dimension sizes"};
constexpr Rule kScatterC2 = {"scatter.c2",
                             "each dimension of the operands is inserted, batching, or counted "
                             "along by one of update_window_dims"};
constexpr Rule kScatterC3 = {"scatter.c3", "all updates have the same dimension sizes"};
constexpr Rule kScatterC4 = {"scatter.c4",
                             "the updates have the sizes of the index vectors' dimensions, and "
                             "windows that are not larger than the operands"};
constexpr Rule kScatterC5 = {"scatter.c5",
                             "there are N >= 1 operands, the indices, and then N updates"};
constexpr Rule kScatterC6 = {"scatter.c6",
                             "each of the updates has the element type of its operand"};
constexpr Rule kScatterC7 = {"scatter.c7", "update_window_dims are in ascending order, each once"};
constexpr Rule kScatterC8 = {"scatter.c8",
                             "each of update_window_dims is a dimension of the updates"};
constexpr Rule kScatterC9 = {
    "scatter.c9", "no dimension occurs twice in inserted_window_dims and input_batching_dims"};
constexpr Rule kScatterC10 = {"scatter.c10", "inserted_window_dims are in ascending order"};
constexpr Rule kScatterC11 = {"scatter.c11",
                              "each of inserted_window_dims is a dimension of the operands"};
constexpr Rule kScatterC12 = {"scatter.c12", "input_batching_dims are in ascending order"};
constexpr Rule kScatterC13 = {"scatter.c13",
                              "each of input_batching_dims is a dimension of the operands"};
constexpr Rule kScatterC14 = {"scatter.c14",
                              "no dimension occurs twice in scatter_indices_batching_dims"};
constexpr Rule kScatterC15 = {
    "scatter.c15", "each of scatter_indices_batching_dims is a dimension of scatter_indices"};
constexpr Rule kScatterC16 = {"scatter.c16",
                              "index_vector_dim is not one of scatter_indices_batching_dims"};
constexpr Rule kScatterC17 = {
    "scatter.c17",
    "input_batching_dims and scatter_indices_batching_dims have the same number of entries"};
constexpr Rule kScatterC18 = {"scatter.c18",
                              "batching dimensions that belong together have the same size"};
constexpr Rule kScatterC19 = {"scatter.c19",
                              "scatter_dims_to_operand_dims has an entry for each component of an "
                              "index vector, a fixed number of them"};
constexpr Rule kScatterC20 = {
    "scatter.c20",
    "no dimension occurs twice in scatter_dims_to_operand_dims and input_batching_dims"};
constexpr Rule kScatterC21 = {
    "scatter.c21", "each of scatter_dims_to_operand_dims is a dimension of the operands"};
constexpr Rule kScatterC22 = {"scatter.c22", "index_vector_dim is in 0..rank of scatter_indices"};
constexpr Rule kScatterC23 = {
    "scatter.c23",
    "the computation is (T_0, ..., T_N-1, T_0, ..., T_N-1) -> Collate(T_0, ..., T_N-1)"};
constexpr Rule kScatterC26 = {"scatter.c26", "scatter_indices are integers"};
constexpr Rule kScatterRules[] = {kScatterC1,  kScatterC2,  kScatterC3,  kScatterC4,  kScatterC5,
                                  kScatterC6,  kScatterC7,  kScatterC8,  kScatterC9,  kScatterC10,
                                  kScatterC11, kScatterC12, kScatterC13, kScatterC14, kScatterC15,
                                  kScatterC16, kScatterC17, kScatterC18, kScatterC19, kScatterC20,
                                  kScatterC21, kScatterC22, kScatterC23, kScatterC26};
constexpr WindowMappingRules kScatterMappingRules = {
    .rank = kScatterC2,
    .index_vector_dim = kScatterC22,
    .index_map_size = kScatterC19,
    .window_order = kScatterC7,
    .window_range = kScatterC8,
    .absent_once = kScatterC9,
    .absent_order = kScatterC10,
    .absent_range = kScatterC11,
    .operand_batching_order = kScatterC12,
    .operand_batching_range = kScatterC13,
    .indices_batching_once = kScatterC14,
    .indices_batching_range = kScatterC15,
    .indices_batching_vector = kScatterC16,
    .batching_count = kScatterC17,
    .batching_sizes = kScatterC18,
    .index_map_once = kScatterC20,
    .index_map_range = kScatterC21,
    .indices_type = kScatterC26,
};

// Checks scatter.c1, .c3 and .c6.
Status CheckArrays(const InferContext& context, size_t n) {
  const auto differ = [](const Rule& rule, std::string_view what, size_t i, const Shape& a,
                         const Shape& lead) -> Status {
    return InvalidArgument(rule)
        .Say(StrCat(what, " ", i, " is ", a.ToString(), ", ", what, " 0 is ", lead.ToString()))
        .Help("all of them are scattered in step and need the same dimension sizes");
  };
  for (size_t i = 0; i < n; ++i) {
    const Shape& operand = context.operand(i);
    const Shape& update = context.operand(n + 1 + i);
    if (!ShapeUtil::SameDimensions(operand, context.operand(0)))
      return differ(kScatterC1, "operand", i, operand, context.operand(0));
    if (!ShapeUtil::SameDimensions(update, context.operand(n + 1)))
      return differ(kScatterC3, "update", i, update, context.operand(n + 1));
    if (operand.element_type() == update.element_type()) continue;
    return InvalidArgument(kScatterC6)
        .Say(StrCat("operand ", i, " is ", operand.ToString(), ", its updates are ",
                    update.ToString()))
        .Help(StrCat("convert the updates to ", PrimitiveTypeText(operand.element_type())));
  }
  return OkStatus();
}

// Checks scatter.c4.
Status CheckUpdateSizes(const WindowMapping& mapping, const Shape& operand, const Shape& indices,
                        const Shape& updates) {
  const std::vector<int64_t> counted = mapping.IndicesDims(indices.rank());
  const size_t rank = counted.size() + mapping.window.dims.size();
  if (updates.rank() != static_cast<int64_t>(rank)) {
    return InvalidArgument(kScatterC4)
        .Say(StrCat("the updates ", updates.ToString(), " have rank ", updates.rank(),
                    ", they must have rank ", rank))
        .Detail(MessageCat(counted.size(), " from `scatter_indices` "_msg, indices.ToString(),
                           " without ", WithValue("index_vector_dim", mapping.index_vector_dim),
                           ", ", mapping.window.dims.size(), " from ",
                           WithValue("update_window_dims", mapping.window.dims)))
        .Help("the updates hold a window for each index vector");
  }
  const std::vector<int64_t> batch = mapping.BatchDims(updates.rank());
  for (size_t i = 0; i < batch.size(); ++i) {
    const int64_t size = indices.dimensions(counted[i]);
    if (updates.dimensions(batch[i]) == size) continue;
    return InvalidArgument(kScatterC4)
        .Say(MessageCat("dimension ", batch[i], " of the updates ", updates.ToString(),
                        " has size ", updates.dimensions(batch[i]), ", dimension ", counted[i],
                        " of `scatter_indices` "_msg, indices.ToString(), " has ", size))
        .Help("the updates hold a window for each index vector");
  }
  const std::vector<int64_t> window = mapping.OperandWindowDims(operand.rank());
  for (size_t i = 0; i < window.size(); ++i) {
    const int64_t d = mapping.window.dims[i];
    const int64_t size = operand.dimensions(window[i]);
    if (updates.dimensions(d) <= size) continue;
    return InvalidArgument(kScatterC4)
        .Say(StrCat("dimension ", d, " of the updates ", updates.ToString(), " has size ",
                    updates.dimensions(d), ", dimension ", window[i], " of the operand ",
                    operand.ToString(), " only ", size))
        .Detail(MessageCat(WithValue("update_window_dims", mapping.window.dims),
                           " lets the one count along the other"))
        .Help("a window must fit into the operand");
  }
  return OkStatus();
}

StatusOr<Shape> InferScatter(const InferContext& context) {
  if (context.operands.size() % 2 == 0) {
    return InvalidArgument(kScatterC5)
        .Say(StrCat("takes as many updates as operands, and the indices between them; ",
                    context.operands.size(), " operands were given"))
        .Help("give N operands, the indices, and then N updates");
  }
  HLOOM_RETURN_IF_ERROR(ExpectArrays(context));
  HLOOM_RETURN_IF_ERROR(ExpectRegions(context, 1));
  const size_t n = context.operands.size() / 2;
  HLOOM_RETURN_IF_ERROR(CheckArrays(context, n));
  const Shape& operand = context.operand(0);
  const Shape& indices = context.operand(n);
  const WindowMapping mapping = MappingOf(context.attrs<ScatterAttributes>().dimension_numbers);
  HLOOM_RETURN_IF_ERROR(CheckWindowMapping(mapping, kScatterMappingRules, operand, indices));
  HLOOM_RETURN_IF_ERROR(CheckUpdateSizes(mapping, operand, indices, context.operand(n + 1)));

  std::vector<Shape> parameters;
  std::vector<Shape> results;
  for (size_t i = 0; i < n; ++i) {
    parameters.push_back(ShapeUtil::MakeScalarShape(context.operand(i).element_type()));
    results.push_back(context.operand(i));
    if (results[i].layout().has_padding())
      results[i].set_layout(LayoutUtil::GetDefaultLayoutForRank(operand.rank()));
  }
  const Shape combined = n == 1 ? parameters[0] : Shape(parameters);
  parameters.insert(parameters.end(), parameters.begin(),
                    parameters.begin() + static_cast<std::ptrdiff_t>(n));
  HLOOM_RETURN_IF_ERROR(ExpectSignature(kScatterC23, "update computation",
                                        *context.called_computations[0], parameters, combined));
  return n == 1 ? results[0] : Shape(std::move(results));
}

}  // namespace

constexpr OpDef kScatterDef = {
    .opcode = HloOpcode::kScatter,
    .name = "scatter",
    .operands = kScatterOperands,
    .min_operands = 3,
    .max_operands = -1,
    .make_attributes = MakeDefaultAttributes<ScatterAttributes>,
    .regions = kRegions,
    .rules = kScatterRules,
    .imply_converts = AdaptScatter,
    .infer_shape = InferScatter,
    .traits = {.applies = true},
    .doc =
        "Updates windows of N arrays in step, one for each index vector: each element of a window "
        "becomes f(current values..., updates...). scatter_indices holds the index vectors along "
        "index_vector_dim (if that is its rank, each element is a vector of one component). "
        "Component k of a vector is the start index of the window in dimension "
        "scatter_dims_to_operand_dims[k]; the other dimensions start at 0. In the updates, "
        "update_window_dims count within a window, without the inserted dimensions, and the other "
        "dimensions count the index vectors. For rows of f32[16,8] at s32[5], "
        "scatter_dims_to_operand_dims={0}, inserted_window_dims={0}, update_window_dims={1} and "
        "index_vector_dim=1 take updates f32[5,8], and result[scatter_indices[i],j] becomes "
        "f(result[scatter_indices[i],j], updates[i,j]) for each i in turn. In input_batching_dims "
        "a window starts at the position of its index vector in scatter_indices_batching_dims. "
        "Windows are applied in the row-major order of their index vectors, so elements that are "
        "updated more than once have a defined value. A window that is partly out of bounds is "
        "skipped as a whole, as in XLA; XLA's page and StableHLO check each element and skip only "
        "elements that are out of bounds. In a dynamic dimension the live size counts, in the "
        "operands, the indices and the updates.",
    .source = "Operation Semantics, Scatter",
};

}  // namespace hloom
