// scatter: windows of arrays, at starts that are computed, updated with a computation.
#include "ops/scatter.h"

#include <algorithm>

#include "literal/strided.h"
#include "ops/infer_util.h"
#include "ops/live_sizes.h"
#include "ops/poller.h"
#include "ops/scatter_update.h"
#include "ops/window_mapping.h"
#include "shape/index_util.h"

namespace hloom {

namespace {

constexpr OperandSpec kOperands[] = {
    {"operands", "N arrays of the same dimension sizes"},
    {"scatter_indices", "an array of integers: vectors that say where windows start"},
    {"updates", "N arrays of the same dimension sizes, the windows, of the operands' types"},
};
constexpr RegionSpec kRegions[] = {{"to_apply"}};

// Numbered as StableHLO's constraints; C24 and C25 are how the result's shape is inferred.
constexpr Rule kRules[] = {
    {"scatter.c1", "all operands have the same dimension sizes"},
    {"scatter.c2",
     "each dimension of the operands is inserted, batching, or counted along by one of "
     "update_window_dims"},
    {"scatter.c3", "all updates have the same dimension sizes"},
    {"scatter.c4",
     "the updates have the sizes of the index vectors' dimensions, and windows that are not larger "
     "than the operands"},
    {"scatter.c5", "there are N >= 1 operands, the indices, and then N updates"},
    {"scatter.c6", "each of the updates has the element type of its operand"},
    {"scatter.c7", "update_window_dims are in ascending order, each once"},
    {"scatter.c8", "each of update_window_dims is a dimension of the updates"},
    {"scatter.c9", "no dimension is twice in inserted_window_dims and input_batching_dims"},
    {"scatter.c10", "inserted_window_dims are in ascending order"},
    {"scatter.c11", "each of inserted_window_dims is a dimension of the operands"},
    {"scatter.c12", "input_batching_dims are in ascending order"},
    {"scatter.c13", "each of input_batching_dims is a dimension of the operands"},
    {"scatter.c14", "no dimension is twice in scatter_indices_batching_dims"},
    {"scatter.c15", "each of scatter_indices_batching_dims is a dimension of scatter_indices"},
    {"scatter.c16", "index_vector_dim is not one of scatter_indices_batching_dims"},
    {"scatter.c17", "input_batching_dims and scatter_indices_batching_dims are equally many"},
    {"scatter.c18", "batching dimensions that belong together have the same size"},
    {"scatter.c19",
     "scatter_dims_to_operand_dims has an entry for each component of an index vector, a fixed "
     "number of them"},
    {"scatter.c20",
     "no dimension is twice in scatter_dims_to_operand_dims and input_batching_dims"},
    {"scatter.c21", "each of scatter_dims_to_operand_dims is a dimension of the operands"},
    {"scatter.c22", "index_vector_dim is in 0..rank of scatter_indices"},
    {"scatter.c23",
     "the computation is (T_0, ..., T_N-1, T_0, ..., T_N-1) -> Collate(T_0, ..., T_N-1)"},
    {"scatter.c26", "scatter_indices are integers"},
};
constexpr WindowMappingRules kMappingRules = {
    .rank = "scatter.c2",
    .index_vector_dim = "scatter.c22",
    .index_map_size = "scatter.c19",
    .window_order = "scatter.c7",
    .window_range = "scatter.c8",
    .absent_once = "scatter.c9",
    .absent_order = "scatter.c10",
    .absent_range = "scatter.c11",
    .operand_batching_order = "scatter.c12",
    .operand_batching_range = "scatter.c13",
    .indices_batching_once = "scatter.c14",
    .indices_batching_range = "scatter.c15",
    .indices_batching_vector = "scatter.c16",
    .batching_count = "scatter.c17",
    .batching_sizes = "scatter.c18",
    .index_map_once = "scatter.c20",
    .index_map_range = "scatter.c21",
    .indices_type = "scatter.c26",
};

// scatter.c1, .c3, .c6
Status CheckArrays(const InferContext& context, size_t n) {
  const auto differ = [](std::string_view rule, std::string_view what, size_t i, const Shape& a,
                         const Shape& lead) -> Status {
    return InvalidArgument(rule)
        .Say(StrCat(what, " ", i, " is ", a.ToString(), ", ", what, " 0 is ", lead.ToString()))
        .Help("all of them are scattered in step and need the same dimension sizes");
  };
  for (size_t i = 0; i < n; ++i) {
    const Shape& operand = context.operand(i);
    const Shape& update = context.operand(n + 1 + i);
    if (!ShapeUtil::SameDimensions(operand, context.operand(0)))
      return differ("scatter.c1", "operand", i, operand, context.operand(0));
    if (!ShapeUtil::SameDimensions(update, context.operand(n + 1)))
      return differ("scatter.c3", "update", i, update, context.operand(n + 1));
    if (operand.element_type() == update.element_type()) continue;
    return InvalidArgument("scatter.c6")
        .Say(StrCat("operand ", i, " is ", operand.ToString(), ", its updates are ",
                    update.ToString()))
        .Help(StrCat("convert the updates to ", PrimitiveTypeText(operand.element_type())));
  }
  return OkStatus();
}

// scatter.c4
Status CheckUpdateSizes(const WindowMapping& mapping, const Shape& operand, const Shape& indices,
                        const Shape& updates) {
  const std::vector<int64_t> counted = mapping.IndicesDims(indices.rank());
  const size_t rank = counted.size() + mapping.window.dims.size();
  if (updates.rank() != static_cast<int64_t>(rank)) {
    return InvalidArgument("scatter.c4")
        .Say(StrCat("the updates ", updates.ToString(), " have rank ", updates.rank(),
                    ", they must have rank ", rank))
        .Detail(StrCat(counted.size(), " from scatter_indices ", indices.ToString(),
                       " without index_vector_dim=", mapping.index_vector_dim, ", ",
                       mapping.window.dims.size(),
                       " from update_window_dims=", Braced(mapping.window.dims)))
        .Help("the updates hold a window for each index vector");
  }
  const std::vector<int64_t> batch = mapping.BatchDims(updates.rank());
  for (size_t i = 0; i < batch.size(); ++i) {
    const int64_t size = indices.dimensions(counted[i]);
    if (updates.dimensions(batch[i]) == size) continue;
    return InvalidArgument("scatter.c4")
        .Say(StrCat("dimension ", batch[i], " of the updates ", updates.ToString(), " has size ",
                    updates.dimensions(batch[i]), ", dimension ", counted[i],
                    " of scatter_indices ", indices.ToString(), " has ", size))
        .Help("the updates hold a window for each index vector");
  }
  const std::vector<int64_t> window = mapping.OperandWindowDims(operand.rank());
  for (size_t i = 0; i < window.size(); ++i) {
    const int64_t d = mapping.window.dims[i];
    const int64_t size = operand.dimensions(window[i]);
    if (updates.dimensions(d) <= size) continue;
    return InvalidArgument("scatter.c4")
        .Say(StrCat("dimension ", d, " of the updates ", updates.ToString(), " has size ",
                    updates.dimensions(d), ", dimension ", window[i], " of the operand ",
                    operand.ToString(), " only ", size))
        .Detail(StrCat("update_window_dims=", Braced(mapping.window.dims),
                       " lets the one count along the other"))
        .Help("a window must fit into the operand");
  }
  return OkStatus();
}

StatusOr<Shape> InferScatter(const InferContext& context) {
  if (context.operands.size() % 2 == 0) {  // scatter.c5
    return InvalidArgument("scatter.c5")
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
  HLOOM_RETURN_IF_ERROR(CheckWindowMapping(mapping, kMappingRules, operand, indices));
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
  HLOOM_RETURN_IF_ERROR(ExpectSignature("scatter.c23", "update computation",
                                        *context.called_computations[0], parameters, combined));
  return n == 1 ? results[0] : Shape(std::move(results));
}

// The live sizes, where those that meet agree: of all operands, of all updates, and of the updates
// and the indices in the dimensions that count index vectors.
StatusOr<OperandSizes> LiveSizes(const HloInstruction& instruction, const WindowMapping& mapping,
                                 Operands operands) {
  OperandSizes sizes;
  for (const Literal* operand : operands) sizes.push_back(operand->live_sizes());
  const size_t n = operands.size() / 2;
  for (int64_t d = 0; d < operands[0]->shape().rank(); ++d) {
    HLOOM_RETURN_IF_ERROR(AlignDimension(instruction, d, 0, n, sizes));
  }
  const int64_t updates_rank = operands[n + 1]->shape().rank();
  for (int64_t d : mapping.window.dims) {
    HLOOM_RETURN_IF_ERROR(AlignDimension(instruction, d, n + 1, operands.size(), sizes));
  }
  const std::vector<int64_t> batch = mapping.BatchDims(updates_rank);
  const std::vector<int64_t> counted = mapping.IndicesDims(operands[n]->shape().rank());
  for (size_t b = 0; b < batch.size(); ++b) {
    std::vector<OperandDimension> meeting = {{n, counted[b]}};
    for (size_t i = n + 1; i < operands.size(); ++i) meeting.push_back({i, batch[b]});
    HLOOM_RETURN_IF_ERROR(AlignDimensions(instruction, meeting, sizes));
  }
  return sizes;
}

// The operands' values in the layouts of the results, and where windows lie in them. In a loop that
// carries a big array this is the array itself, and nothing is copied.
StatusOr<std::vector<ScatterArray>> MakeArrays(EvalContext& context,
                                               const HloInstruction& instruction,
                                               const WindowMapping& mapping, Operands operands) {
  const size_t n = operands.size() / 2;
  std::vector<ScatterArray> arrays;
  for (size_t i = 0; i < n; ++i) {
    const Shape& shape = n == 1 ? instruction.shape() : instruction.shape().tuple_shapes()[i];
    const Literal& updates = *operands[n + 1 + i];
    Literal result = context.Take(*operands[i]);
    HLOOM_ASSIGN_OR_RETURN(result, Relayout(result, shape.layout(), context.ledger()));
    HLOOM_RETURN_IF_ERROR(result.MakeUnique(context.ledger()));
    arrays.push_back({std::move(result), &updates,
                      Selected(IndexUtil::Strides(shape), mapping.OperandWindowDims(shape.rank())),
                      Selected(IndexUtil::Strides(updates.shape()), mapping.window.dims)});
  }
  return arrays;
}

// Goes through the windows and applies those that lie within the operands.
Status ApplyWindows(EvalContext& context, const WindowMapping& mapping, const Literal& indices,
                    const OperandSizes& sizes, const std::vector<int64_t>& window,
                    const std::vector<ScatterArray>& arrays, WindowUpdate& update) {
  const size_t n = arrays.size();
  const int64_t rank = static_cast<int64_t>(sizes[0].size());
  // From which starts on a window no longer lies within the operands.
  std::vector<int64_t> end = sizes[0];
  const std::vector<int64_t> window_dims = mapping.OperandWindowDims(rank);
  int64_t elements = 1;
  for (size_t i = 0; i < window.size(); ++i) {
    end[static_cast<size_t>(window_dims[i])] -= window[i] - 1;
    elements *= window[i];
  }
  WindowStarts starts(mapping, indices,
                      Selected(sizes[n], mapping.IndicesDims(indices.shape().rank())), elements);
  std::vector<std::vector<int64_t>> strides;
  for (const ScatterArray& array : arrays) {
    const Shape& updates = array.updates->shape();
    starts.AddArray(Selected(IndexUtil::Strides(updates), mapping.BatchDims(updates.rank())));
    strides.push_back(IndexUtil::Strides(array.result.shape()));
  }
  // A window that does not start at 0 of its own accord fits there, or never.
  const bool never = std::any_of(end.begin(), end.end(), [](int64_t d) { return d <= 0; });
  WindowOffsets windows(n);
  std::vector<bool> inside;
  Poller poller(context);
  while (const int64_t count = never ? 0 : starts.ReadBlock()) {
    HLOOM_RETURN_IF_ERROR(poller.After(count * elements));
    inside.assign(static_cast<size_t>(count), true);
    for (const WindowStarts::Dimension& dimension : starts.dimensions()) {
      for (size_t k = 0; k < inside.size(); ++k) {
        const int64_t start = dimension.starts[k];
        if (start < 0 || start >= end[dimension.operand_dim]) inside[k] = false;
      }
    }
    windows.Clear();
    for (size_t k = 0; k < inside.size(); ++k) {
      if (!inside[k]) continue;
      for (size_t i = 0; i < n; ++i) {
        int64_t offset = 0;
        for (const WindowStarts::Dimension& dimension : starts.dimensions())
          offset += dimension.starts[k] * strides[i][dimension.operand_dim];
        windows.results[i].push_back(offset);
        windows.updates[i].push_back(starts.offsets(i)[k]);
      }
    }
    HLOOM_RETURN_IF_ERROR(update.Apply(windows));
  }
  return update.Finish();
}

StatusOr<Literal> EvaluateScatter(EvalContext& context, const HloInstruction& instruction,
                                  Operands operands) {
  const WindowMapping mapping =
      MappingOf(instruction.attributes<ScatterAttributes>().dimension_numbers);
  const size_t n = operands.size() / 2;
  HLOOM_ASSIGN_OR_RETURN(const OperandSizes sizes, LiveSizes(instruction, mapping, operands));
  HLOOM_ASSIGN_OR_RETURN(std::vector<ScatterArray> arrays,
                         MakeArrays(context, instruction, mapping, operands));
  const std::vector<int64_t> window = Selected(sizes[n + 1], mapping.window.dims);
  // Empty windows update nothing, however many there are.
  if (std::find(window.begin(), window.end(), 0) == window.end()) {
    HLOOM_ASSIGN_OR_RETURN(
        const std::unique_ptr<WindowUpdate> update,
        MakeWindowUpdate(context, *instruction.called_computation(0), window, arrays));
    HLOOM_RETURN_IF_ERROR(
        ApplyWindows(context, mapping, *operands[n], sizes, window, arrays, *update));
  }
  if (n == 1) return std::move(arrays[0].result);
  std::vector<Literal> results;
  for (ScatterArray& array : arrays) results.push_back(std::move(array.result));
  return Literal::MakeTuple(std::move(results));
}

}  // namespace

extern const OpDef kScatterDef;
constexpr OpDef kScatterDef = {
    .opcode = HloOpcode::kScatter,
    .name = "scatter",
    .operands = kOperands,
    .min_operands = 3,
    .max_operands = -1,
    .make_attributes = MakeDefaultAttributes<ScatterAttributes>,
    .regions = kRegions,
    .rules = kRules,
    .infer_shape = InferScatter,
    .evaluate = EvaluateScatter,
    .traits = {.reads_live_sizes = true},
    .doc =
        "N arrays of which windows are updated in step, at starts that are computed: each element "
        "of a window becomes f(current values..., updates...). scatter_indices holds vectors of "
        "indices along index_vector_dim (where that is its rank, each index is a vector of one); "
        "component k is the start of a window in dimension scatter_dims_to_operand_dims[k], the "
        "other dimensions start at 0. Of the updates, update_window_dims count within a window, "
        "without the inserted dimensions, and the other dimensions count the index vectors. In "
        "input_batching_dims a window starts where its index vector lies in "
        "scatter_indices_batching_dims. Windows come in the row-major order of their index "
        "vectors, so that elements which are updated more than once have one value. A window "
        "that does not lie within the operands with all its elements is left out as a whole, as "
        "XLA does; StableHLO leaves out only the elements that lie outside. Of a dynamic "
        "dimension the live size counts, of the operands, the indices and the updates.",
    .source = "Operation Semantics, Scatter",
};

}  // namespace hloom
