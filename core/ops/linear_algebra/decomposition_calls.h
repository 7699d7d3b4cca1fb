// Custom calls that decompose matrices: XLA's own, with XLA's names, which need no host.
#ifndef HLOOM_OPS_LINEAR_ALGEBRA_DECOMPOSITION_CALLS_H_
#define HLOOM_OPS_LINEAR_ALGEBRA_DECOMPOSITION_CALLS_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ops/op_def.h"

namespace hloom {

enum class DecompositionKind : uint8_t { kQr, kHouseholderProduct, kLu, kEigh, kSvd };

// An operand or a part of the result: what it has for each matrix [m,n] of operand 0.
struct DecompositionPart {
  enum class Form : uint8_t {
    kMatrix,        // [m,n]
    kRowSquare,     // [m,m]
    kColumnSquare,  // [n,n]
    kDiagonal,      // [min(m,n)]
    kRows,          // [m]
    kReflectors,    // [k], at most min(m,n)
  };
  enum class Type : uint8_t { kElement, kReal, kIndex };  // that of operand 0, its parts', S32

  Form form;
  Type type = Type::kElement;

  bool is_matrix() const { return form <= Form::kColumnSquare; }
};

struct DecompositionCall {
  std::string_view target;
  DecompositionKind kind;
  Span<const DecompositionPart> operands;
  Span<const DecompositionPart> results;  // a tuple, where there are several
  bool square = false;                    // m = n
  bool tall = false;                      // m >= n
};

// Null for other targets.
const DecompositionCall* FindDecompositionCall(std::string_view target);

// custom_call.c10: operands and result are such as the call takes and gives, and static.
Status CheckDecompositionCall(const InferContext& context, std::string_view target);

// The sizes of a part that is no kReflectors, for an operand of these sizes.
std::vector<int64_t> SizesOfPart(const DecompositionPart& part, Span<const int64_t> sizes);
PrimitiveType TypeOfPart(const DecompositionPart& part, PrimitiveType type);

}  // namespace hloom

#endif  // HLOOM_OPS_LINEAR_ALGEBRA_DECOMPOSITION_CALLS_H_
