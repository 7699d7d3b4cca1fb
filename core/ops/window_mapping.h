// What gather and scatter have in common. Vectors of indices say where windows of an array, the
// operand, start. Another array holds the windows: the result of gather, the updates of scatter.
// Dimension numbers say which of its dimensions count the index vectors and which count within a
// window, and what belongs to which dimension of the operand. Gathering windows of [8,6]:
//
//   operand f32[16,11], indices s64[5,2], windowed f32[5,8,6] with the window dimensions {1,2}
//   windowed[g,o0,o1] = operand[indices[g,0] + o0, indices[g,1] + o1]
#ifndef HLOOM_OPS_WINDOW_MAPPING_H_
#define HLOOM_OPS_WINDOW_MAPPING_H_

#include <string_view>
#include <vector>

#include "hlo/attributes/gather_dimension_numbers.h"
#include "hlo/attributes/scatter_dimension_numbers.h"
#include "literal/literal.h"

namespace hloom {

// Dimension numbers by what they mean, with the names that the operation has for them.
struct WindowMapping {
  struct Dims {
    std::string_view name;
    const std::vector<int64_t>& dims;
  };
  Dims window;            // of the windowed array: offset_dims, update_window_dims
  Dims absent;            // of the operand: collapsed_slice_dims, inserted_window_dims
  Dims index_map;         // of the operand: start_index_map, scatter_dims_to_operand_dims
  Dims operand_batching;  // operand_batching_dims, input_batching_dims
  Dims indices_batching;  // start_indices_batching_dims, scatter_indices_batching_dims
  int64_t index_vector_dim;
  std::string_view indices;   // "start_indices", "scatter_indices"
  std::string_view windowed;  // "the result", "the updates"

  // The dimensions of the operand that the window dimensions go along: those that are neither
  // absent nor batching, ascending.
  std::vector<int64_t> OperandWindowDims(int64_t operand_rank) const;
  // The dimensions of the windowed array that count index vectors, ascending, and the dimension of
  // the indices that each goes along.
  std::vector<int64_t> BatchDims(int64_t windowed_rank) const;
  std::vector<int64_t> IndicesDims(int64_t indices_rank) const;
};

WindowMapping MappingOf(const GatherDimensionNumbers& numbers);
WindowMapping MappingOf(const ScatterDimensionNumbers& numbers);

// The ids of the rules that CheckWindowMapping enforces; each operation has its own.
struct WindowMappingRules {
  std::string_view rank;              // the operand's dimensions are window, absent or batching
  std::string_view index_vector_dim;  // 0 to the rank of the indices
  std::string_view index_map_size;    // a component for each
  std::string_view window_order;      // ascending
  std::string_view window_range;
  std::string_view absent_once;  // nor batching
  std::string_view absent_order;
  std::string_view absent_range;
  std::string_view operand_batching_order;
  std::string_view operand_batching_range;
  std::string_view indices_batching_once;
  std::string_view indices_batching_range;
  std::string_view indices_batching_vector;  // without index_vector_dim
  std::string_view batching_count;           // one of the indices for each of the operand
  std::string_view batching_sizes;           // of the same size
  std::string_view index_map_once;           // nor batching
  std::string_view index_map_range;
  std::string_view indices_type;  // integers
};

// values[d] for each of the dimensions.
std::vector<int64_t> Selected(const std::vector<int64_t>& values, const std::vector<int64_t>& dims);

Status CheckWindowMapping(const WindowMapping& mapping, const WindowMappingRules& rules,
                          const Shape& operand, const Shape& indices);

// Goes through the indices within some sizes in row-major order and tells where the element at an
// index lies in several arrays, each with strides of its own.
class StrideWalk {
 public:
  explicit StrideWalk(const std::vector<int64_t>& sizes);
  // Of an array, with an element's distance along each of the dimensions; they are numbered from 0.
  void AddArray(const std::vector<int64_t>& strides);

  int64_t offset(size_t array) const { return offsets_[array]; }
  // Behind the last index comes the first.
  void Next() { Advance(1); }
  // The offsets in array a of the next `count` indices, in out[a]. Goes past them.
  void Take(int64_t count, std::vector<std::vector<int64_t>>& out);
  // How many indices there are.
  int64_t count() const { return count_; }

 private:
  // `steps` along the last dimension, not past its end, and on to the next index.
  void Advance(int64_t steps);
  void Move(size_t d, int64_t steps) {
    for (size_t i = 0; i < offsets_.size(); ++i) offsets_[i] += steps * strides_[i][d];
  }

  int64_t count_;
  // Without dimensions of size 1.
  std::vector<bool> kept_;
  std::vector<int64_t> sizes_, index_;
  std::vector<std::vector<int64_t>> strides_;
  std::vector<int64_t> offsets_;
};

// Goes through the index vectors in row-major order, a block of them at a time.
class WindowStarts {
 public:
  // `sizes`: how many index vectors there are along each of mapping.IndicesDims. `indices` must
  // outlive this. `elements`: of a window, so that a block does not take long.
  WindowStarts(const WindowMapping& mapping, const Literal& indices,
               const std::vector<int64_t>& sizes, int64_t elements);

  // An array that is walked along: the strides of its mapping.BatchDims.
  void AddArray(const std::vector<int64_t>& strides);

  // Reads the next index vectors and answers how many: 0 after the last.
  int64_t ReadBlock();

  // Where the windows start in one dimension of the operand, as the index vectors of the block say:
  // possibly outside. What is past int64 is its greatest number.
  struct Dimension {
    size_t operand_dim;
    std::vector<int64_t> starts;
  };
  // In the other dimensions they start at 0.
  const std::vector<Dimension>& dimensions() const { return dimensions_; }
  // How far into an array the windows of the block begin.
  const int64_t* offsets(size_t array) const { return offsets_[first_array_ + array].data(); }

 private:
  const std::byte* data_;
  void (*read_)(const std::byte* data, const std::vector<int64_t>& offsets, int64_t component,
                int64_t count, std::vector<int64_t>& out);
  int64_t component_stride_;
  size_t components_;  // how many of dimensions_; the others are batching
  std::vector<Dimension> dimensions_;
  // Its arrays: the indices; a count along each batching dimension; and those that were added.
  StrideWalk walk_;
  size_t first_array_;
  std::vector<std::vector<int64_t>> offsets_;
  int64_t block_;
  int64_t left_;
};

}  // namespace hloom

#endif  // HLOOM_OPS_WINDOW_MAPPING_H_
