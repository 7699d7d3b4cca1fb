// Shape inference shared by operations that fold elements with a computation.
#ifndef HLOOM_OPS_WINDOWS_FOLD_UTIL_H_
#define HLOOM_OPS_WINDOWS_FOLD_UTIL_H_

#include "ops/op_def.h"

namespace hloom {

inline constexpr OperandSpec kFoldOperands[] = {
    {"operands", "N arrays of the same dimension sizes"},
    {"init_values", "N scalars of the arrays' element types"},
};
inline constexpr RegionSpec kFoldRegions[] = {{"to_apply"}};

// The ids of the rules of an operation on N arrays and then N init values, with a computation
// (T_0, ..., T_N-1, T_0, ..., T_N-1) -> Collate(T_0, ..., T_N-1).
struct FoldRules {
  Rule pairs;        // there are as many init values as arrays
  Rule sizes;        // the arrays have the same dimension sizes
  Rule init_values;  // scalars of the arrays' types
  Rule computation;
  std::string_view why_same_sizes;  // help
};
// Checks the first three of these rules, and that there are arrays and one computation.
Status CheckFold(const InferContext& context, const FoldRules& rules);
// Checks the last rule and returns the result's shape: an array of these sizes for each array, in a
// tuple if there are several.
StatusOr<Shape> FoldedShape(const InferContext& context, const FoldRules& rules,
                            const std::vector<int64_t>& sizes, const std::vector<bool>& dynamic);
// Returns whether that dimension is dynamic in one of the N arrays.
bool IsDynamicInArrays(const InferContext& context, int64_t dimension);

}  // namespace hloom

#endif  // HLOOM_OPS_WINDOWS_FOLD_UTIL_H_
