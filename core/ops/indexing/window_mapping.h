// Shared by gather and scatter. Index vectors are the starts of windows of an array, the operand.
// Another array holds the windows: the result of gather, the updates of scatter. Dimension numbers
// name its dimensions that count the index vectors and its dimensions that count within a window,
// and map both to dimensions of the operand. Gathering windows of [8,6]:
//
//   operand f32[16,11], indices s64[5,2], windowed f32[5,8,6] with the window dimensions {1,2}
//   windowed[g,o0,o1] = operand[indices[g,0] + o0, indices[g,1] + o1]
#ifndef HLOOM_OPS_INDEXING_WINDOW_MAPPING_H_
#define HLOOM_OPS_INDEXING_WINDOW_MAPPING_H_

#include <string_view>
#include <vector>

#include "base/status.h"
#include "hlo/attributes/gather_dimension_numbers.h"
#include "hlo/attributes/scatter_dimension_numbers.h"
#include "shape/shape.h"

namespace hloom {

// Dimension numbers by their meaning, with the operation's names for them.
struct WindowMapping {
  struct Dims {
    std::string_view name;
    const std::vector<int64_t>& dims;
  };
  Dims window;     // dimensions of the windowed array: offset_dims, update_window_dims
  Dims absent;     // dimensions of the operand: collapsed_slice_dims, inserted_window_dims
  Dims index_map;  // dimensions of the operand: start_index_map, scatter_dims_to_operand_dims
  Dims operand_batching;  // operand_batching_dims, input_batching_dims
  Dims indices_batching;  // start_indices_batching_dims, scatter_indices_batching_dims
  int64_t index_vector_dim;
  std::string_view indices;   // "start_indices", "scatter_indices"
  std::string_view windowed;  // "the result", "the updates"

  // The dimensions of the operand that the window dimensions correspond to: those that are neither
  // absent nor batching, ascending.
  std::vector<int64_t> OperandWindowDims(int64_t operand_rank) const;
  // The dimensions of the windowed array that count index vectors, ascending, and the dimension of
  // the indices that each corresponds to.
  std::vector<int64_t> BatchDims(int64_t windowed_rank) const;
  std::vector<int64_t> IndicesDims(int64_t indices_rank) const;
};

WindowMapping MappingOf(const GatherDimensionNumbers& numbers);
WindowMapping MappingOf(const ScatterDimensionNumbers& numbers);

// The ids of the rules that CheckWindowMapping enforces; each operation has its own.
struct WindowMappingRules {
  Rule rank;              // the operand's dimensions are window, absent or batching
  Rule index_vector_dim;  // 0 to the rank of the indices
  Rule index_map_size;    // a component for each
  Rule window_order;      // ascending
  Rule window_range;
  Rule absent_once;  // nor batching
  Rule absent_order;
  Rule absent_range;
  Rule operand_batching_order;
  Rule operand_batching_range;
  Rule indices_batching_once;
  Rule indices_batching_range;
  Rule indices_batching_vector;  // without index_vector_dim
  Rule batching_count;           // one of the indices for each of the operand
  Rule batching_sizes;           // of the same size
  Rule index_map_once;           // nor batching
  Rule index_map_range;
  Rule indices_type;  // integers
};

// values[d] for each of the dimensions.
std::vector<int64_t> Selected(const std::vector<int64_t>& values, const std::vector<int64_t>& dims);

Status CheckWindowMapping(const WindowMapping& mapping, const WindowMappingRules& rules,
                          const Shape& operand, const Shape& indices);

}  // namespace hloom

#endif  // HLOOM_OPS_INDEXING_WINDOW_MAPPING_H_
