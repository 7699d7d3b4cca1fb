#include "ops/indexing/window_mapping.h"

#include <algorithm>

#include "base/str_cat.h"

namespace hloom {

namespace {

using Dims = WindowMapping::Dims;

bool Contains(const std::vector<int64_t>& dims, int64_t d) {
  return std::find(dims.begin(), dims.end(), d) != dims.end();
}

// "offset_dims={1,2}"
Message Text(const Dims& named) { return WithValue(named.name, named.dims); }

Message DimensionsOf(int64_t rank) {
  if (rank == 0) return "it has no dimensions: use `{}`"_msg;
  return rank == 1 ? std::string("its only dimension is 0")
                   : StrCat("its dimensions are 0..", rank - 1);
}

Status CheckRange(const Rule& rule, const Dims& named, int64_t rank, const Message& array) {
  for (int64_t d : named.dims) {
    if (d >= 0 && d < rank) continue;
    return InvalidArgument(rule)
        .Say(MessageCat(Text(named), " names dimension ", d, ", which ", array, " does not have"))
        .Help(DimensionsOf(rank));
  }
  return OkStatus();
}

Status CheckAscending(const Rule& rule, const Dims& named) {
  for (size_t i = 1; i < named.dims.size(); ++i) {
    const int64_t before = named.dims[i - 1];
    const int64_t d = named.dims[i];
    if (before < d) continue;
    std::vector<int64_t> sorted = named.dims;
    std::sort(sorted.begin(), sorted.end());
    sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
    return InvalidArgument(rule)
        .Say(before == d
                 ? MessageCat(Text(named), " names dimension ", d, " twice")
                 : MessageCat(Text(named), " is not in ascending order: ", d, " follows ", before))
        .Help(MessageCat("write ", WithValue(named.name, sorted)));
  }
  return OkStatus();
}

Status CheckOnce(const Rule& rule, const Dims& named) {
  for (size_t i = 0; i < named.dims.size(); ++i) {
    const int64_t d = named.dims[i];
    if (!std::count(named.dims.begin(), named.dims.begin() + static_cast<std::ptrdiff_t>(i), d))
      continue;
    return InvalidArgument(rule)
        .Say(MessageCat(Text(named), " names dimension ", d, " twice"))
        .Help("name each dimension once");
  }
  return OkStatus();
}

Status CheckDisjoint(const Rule& rule, const Dims& named, const Dims& batching) {
  HLOOM_RETURN_IF_ERROR(CheckOnce(rule, named));
  HLOOM_RETURN_IF_ERROR(CheckOnce(rule, batching));
  for (int64_t d : named.dims) {
    if (!Contains(batching.dims, d)) continue;
    return InvalidArgument(rule)
        .Say(MessageCat(Text(named), " and ", Text(batching), " both name dimension ", d))
        .Help(
            MessageCat("leave ", d, " out of ", ArgumentName(named.name),
                       ": in a batching dimension the start is not looked up, and the size is 1"));
  }
  return OkStatus();
}

Status CheckIndices(const WindowMapping& m, const WindowMappingRules& rules, const Shape& indices) {
  if (!IsIntegralType(indices.element_type())) {
    return InvalidArgument(rules.indices_type)
        .Say(MessageCat(ArgumentName(m.indices), " is ", indices.ToString()))
        .Help("indices are integers of any width: convert them with `ConvertElementType`"_msg);
  }
  const int64_t rank = indices.rank();
  if (m.index_vector_dim < 0 || m.index_vector_dim > rank) {
    return InvalidArgument(rules.index_vector_dim)
        .Say(MessageCat(WithValue("index_vector_dim", m.index_vector_dim), ", ",
                        ArgumentName(m.indices), " is ", indices.ToString(), " of rank ", rank))
        .Help(rank == 0 ? std::string("use 0: the scalar is an index vector of one component")
                        : StrCat("it is one of 0..", rank - 1, ", or ", rank,
                                 " where each index is a vector of one component"));
  }
  const bool implicit = m.index_vector_dim == rank;
  if (!implicit && indices.is_dynamic_dimension(m.index_vector_dim)) {
    return InvalidArgument(rules.index_map_size)
        .Say(MessageCat(WithValue("index_vector_dim", m.index_vector_dim),
                        " is a dynamic dimension of ", indices.ToString()))
        .Help(MessageCat(ArgumentName(m.index_map.name),
                         " has an entry for each component of an index vector, so ",
                         "their number must be known: remove the dynamic size"));
  }
  const int64_t components = implicit ? 1 : indices.dimensions(m.index_vector_dim);
  const int64_t mapped = static_cast<int64_t>(m.index_map.dims.size());
  if (mapped == components) return OkStatus();
  return InvalidArgument(rules.index_map_size)
      .Say(MessageCat(Text(m.index_map), " names ", Count(mapped, "dimension"),
                      ", an index vector of ", indices.ToString(), " has ",
                      Count(components, "component")))
      .Detail(implicit ? MessageCat(WithValue("index_vector_dim", m.index_vector_dim),
                                    " is the rank: each index is a vector of one component")
                       : MessageCat(WithValue("index_vector_dim", m.index_vector_dim),
                                    ", a dimension of size ", components))
      .Help(MessageCat(ArgumentName(m.index_map.name),
                       " has the dimension of the operand for each component"));
}

Status CheckBatching(const WindowMapping& m, const WindowMappingRules& rules, const Shape& operand,
                     const Shape& indices) {
  HLOOM_RETURN_IF_ERROR(CheckAscending(rules.operand_batching_order, m.operand_batching));
  HLOOM_RETURN_IF_ERROR(CheckRange(rules.operand_batching_range, m.operand_batching, operand.rank(),
                                   StrCat("the operand ", operand.ToString())));
  HLOOM_RETURN_IF_ERROR(CheckOnce(rules.indices_batching_once, m.indices_batching));
  HLOOM_RETURN_IF_ERROR(CheckRange(rules.indices_batching_range, m.indices_batching, indices.rank(),
                                   MessageCat(ArgumentName(m.indices), " ", indices.ToString())));
  if (Contains(m.indices_batching.dims, m.index_vector_dim)) {
    return InvalidArgument(rules.indices_batching_vector)
        .Say(MessageCat(Text(m.indices_batching), " names dimension ", m.index_vector_dim,
                        ", which is `index_vector_dim`"_msg))
        .Help("a batching dimension counts index vectors; their components are along another one");
  }
  if (m.operand_batching.dims.size() != m.indices_batching.dims.size()) {
    return InvalidArgument(rules.batching_count)
        .Say(MessageCat(Text(m.operand_batching), " and ", Text(m.indices_batching),
                        " differ in their number"))
        .Help("give for each batching dimension of the operand the one of the indices");
  }
  for (size_t i = 0; i < m.operand_batching.dims.size(); ++i) {
    const int64_t a = m.operand_batching.dims[i];
    const int64_t b = m.indices_batching.dims[i];
    if (operand.dimensions(a) == indices.dimensions(b)) continue;
    return InvalidArgument(rules.batching_sizes)
        .Say(MessageCat("the operand ", operand.ToString(), " and ", ArgumentName(m.indices), " ",
                        indices.ToString(), " have different batch sizes"))
        .Detail(MessageCat("dimension ", a, " of the operand has size ", operand.dimensions(a),
                           ", dimension ", b, " of ", ArgumentName(m.indices), " ",
                           indices.dimensions(b)))
        .Help("batching dimensions that belong together have one size");
  }
  return OkStatus();
}

}  // namespace

WindowMapping MappingOf(const GatherDimensionNumbers& numbers) {
  return {
      .window = {"offset_dims", numbers.offset_dims()},
      .absent = {"collapsed_slice_dims", numbers.collapsed_slice_dims()},
      .index_map = {"start_index_map", numbers.start_index_map()},
      .operand_batching = {"operand_batching_dims", numbers.operand_batching_dims()},
      .indices_batching = {"start_indices_batching_dims", numbers.start_indices_batching_dims()},
      .index_vector_dim = numbers.index_vector_dim(),
      .indices = "start_indices",
      .windowed = "the result"};
}

WindowMapping MappingOf(const ScatterDimensionNumbers& numbers) {
  return {.window = {"update_window_dims", numbers.update_window_dims()},
          .absent = {"inserted_window_dims", numbers.inserted_window_dims()},
          .index_map = {"scatter_dims_to_operand_dims", numbers.scatter_dims_to_operand_dims()},
          .operand_batching = {"input_batching_dims", numbers.input_batching_dims()},
          .indices_batching = {"scatter_indices_batching_dims",
                               numbers.scatter_indices_batching_dims()},
          .index_vector_dim = numbers.index_vector_dim(),
          .indices = "scatter_indices",
          .windowed = "the updates"};
}

std::vector<int64_t> WindowMapping::OperandWindowDims(int64_t operand_rank) const {
  std::vector<int64_t> dims;
  for (int64_t d = 0; d < operand_rank; ++d) {
    if (!Contains(absent.dims, d) && !Contains(operand_batching.dims, d)) dims.push_back(d);
  }
  return dims;
}

std::vector<int64_t> WindowMapping::BatchDims(int64_t windowed_rank) const {
  std::vector<int64_t> dims;
  for (int64_t d = 0; d < windowed_rank; ++d) {
    if (!Contains(window.dims, d)) dims.push_back(d);
  }
  return dims;
}

std::vector<int64_t> WindowMapping::IndicesDims(int64_t indices_rank) const {
  std::vector<int64_t> dims;
  for (int64_t d = 0; d < indices_rank; ++d) {
    if (d != index_vector_dim) dims.push_back(d);
  }
  return dims;
}

Status CheckWindowMapping(const WindowMapping& m, const WindowMappingRules& rules,
                          const Shape& operand, const Shape& indices) {
  HLOOM_RETURN_IF_ERROR(CheckIndices(m, rules, indices));
  const int64_t batch_rank = static_cast<int64_t>(m.IndicesDims(indices.rank()).size());
  const int64_t windowed_rank = batch_rank + static_cast<int64_t>(m.window.dims.size());
  const std::string operand_text = StrCat("the operand ", operand.ToString());
  HLOOM_RETURN_IF_ERROR(CheckAscending(rules.window_order, m.window));
  HLOOM_RETURN_IF_ERROR(CheckRange(rules.window_range, m.window, windowed_rank,
                                   StrCat(m.windowed, " of rank ", windowed_rank)));
  HLOOM_RETURN_IF_ERROR(CheckDisjoint(rules.absent_once, m.absent, m.operand_batching));
  HLOOM_RETURN_IF_ERROR(CheckAscending(rules.absent_order, m.absent));
  HLOOM_RETURN_IF_ERROR(CheckRange(rules.absent_range, m.absent, operand.rank(), operand_text));
  HLOOM_RETURN_IF_ERROR(CheckBatching(m, rules, operand, indices));
  HLOOM_RETURN_IF_ERROR(CheckDisjoint(rules.index_map_once, m.index_map, m.operand_batching));
  HLOOM_RETURN_IF_ERROR(
      CheckRange(rules.index_map_range, m.index_map, operand.rank(), operand_text));
  const size_t named = m.window.dims.size() + m.absent.dims.size() + m.operand_batching.dims.size();
  if (named == static_cast<size_t>(operand.rank())) return OkStatus();
  return InvalidArgument(rules.rank)
      .Say(MessageCat(Text(m.window), ", ", Text(m.absent), " and ", Text(m.operand_batching),
                      " are ", Count(static_cast<int64_t>(named), "dimension"), ", ", operand_text,
                      " has ", operand.rank()))
      .Help(MessageCat("each dimension of the operand is one of ", ArgumentName(m.absent.name),
                       ", one of ", ArgumentName(m.operand_batching.name), ", or has one of ",
                       ArgumentName(m.window.name), " to count along it"));
}

std::vector<int64_t> Selected(const std::vector<int64_t>& values,
                              const std::vector<int64_t>& dims) {
  std::vector<int64_t> selected;
  for (int64_t d : dims) selected.push_back(values[static_cast<size_t>(d)]);
  return selected;
}

}  // namespace hloom
