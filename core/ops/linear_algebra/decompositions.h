// Custom calls that decompose matrices: XLA's own, with XLA's names, and functions of LAPACK with
// JAX's names. They do not call the host.
#ifndef HLOOM_OPS_LINEAR_ALGEBRA_DECOMPOSITIONS_H_
#define HLOOM_OPS_LINEAR_ALGEBRA_DECOMPOSITIONS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ops/op_def.h"

namespace hloom {

enum class DecompositionKind : uint8_t {
  kQr,
  kPivotedQr,
  kHouseholderProduct,
  kMultiplyByReflectors,
  kLu,
  kEigh,
  kSvd,
  kLapackCholesky,
  kLapackLu,
  kLapackEigen,
  kLapackSingularValues,
  kLapackSolve,
  kLapackSolveScaled,
  kLapackTridiagonalSolve,
  kLapackGeneralEigen,
  kHessenberg,
  kTridiagonal,
  kLapackSchur,
  kLapackSchurInOrder,
};

// An operand or a part of the result: its sizes for each matrix [m,n] of the first operand with
// matrices.
struct DecompositionPart {
  enum class Form : uint8_t {
    kMatrix,         // [m,n]
    kRowSquare,      // [m,m]
    kColumnSquare,   // [n,n]
    kColumns,        // [m,m] or [m,min(m,n)]
    kRightRows,      // [n,n] or [min(m,n),n]
    kBeside,         // [m,k] or [k,m]: what is solved for beside a [m,m]
    kMultiplied,     // [m,k] or [k,m]: what the matrix of m reflectors multiplies
    kDiagonal,       // [min(m,n)]
    kRows,           // [m]
    kColumnNumbers,  // [n]
    kBelowDiagonal,  // [m-1]
    kReflectors,     // [k], at most min(m,n)
    kNumber,         // []
    kScalar,         // [], one for all matrices
    kRoom,           // of any sizes: a workspace, one for all matrices
  };
  // The type of operand 0, that of its parts, the complex one, S32, or an integer as in the call.
  enum class Type : uint8_t { kElement, kReal, kComplex, kIndex, kCount };

  Form form;
  Type type = Type::kElement;

  bool is_matrix() const { return form <= Form::kMultiplied; }
  bool is_vector() const { return form > Form::kMultiplied && form < Form::kNumber; }
  bool is_room() const { return form == Form::kRoom; }
};

// The flags of LAPACK for a triangle, and those of JAX for reflectors.
enum class MatrixFlag : uint8_t { kLower, kLeft, kTranspose, kUnitDiagonal, kOnLeft, kAdjoint };

struct Decomposition {
  std::string_view target;  // without the type's letter, where there are `letters`
  DecompositionKind kind;
  Span<const DecompositionPart> operands;
  Span<const DecompositionPart> results;  // a tuple, where there are several
  bool square = false;                    // m = n
  bool tall = false;                      // m >= n

  // LAPACK's, in which letters mean the types F32, F64, C64 and C128. Arrays of one dimension
  // after the results are LAPACK's workspace: they are zeros in hloom. So is an info that is not one
  // of the results.
  std::string_view letters = {};      // those of "sdcz" for which there is the function
  Span<const MatrixFlag> flags = {};  // in `scalars`, or letters in backend_config
  size_t scalars = 0;                 // so many operands come first, in JAX's older calls
  size_t optional = 0;                // so many operands at the end may be left out
  size_t first_flag = 0;              // the place of the first flag in `scalars`
  bool is_lapack() const { return !letters.empty(); }
};

// Returns whether a target has JAX's name of a function of LAPACK, and the supported ones.
bool IsNamedAsLapack(std::string_view target);
inline constexpr std::string_view kLapackNames =
    "potrf, geqrf, geqp3, orgqr, ungqr, ormqr, unmqr, getrf, gesdd, gesvd, syevd, heevd, geev, "
    "gees, gehrd, sytrd, "
    "hetrd, gtsv and trsm";

// Null for other targets.
const Decomposition* FindDecomposition(std::string_view target);

// custom_call.c10: operands and result have the shapes of the call, and are static.
Status CheckDecomposition(const InferContext& context, std::string_view target);

// The shape that a part has, for matrices a, nearest to the given one.
Shape ShapeOfPart(const DecompositionPart& part, const Shape& a, const Shape& given);

// "uplo" and "UL": the attribute of backend_config for a flag, and its letters for the values 0, 1,
// ... of the flag. A flag without letters is true or false.
struct MatrixFlagText {
  std::string_view name, letters;
};
MatrixFlagText TextOf(MatrixFlag flag);
// The value of a flag in a call's backend_config, "{diag = 78 : ui8, uplo = 76 : ui8}".
std::optional<int> ReadMatrixFlag(std::string_view backend_config, MatrixFlag flag);

}  // namespace hloom

#endif  // HLOOM_OPS_LINEAR_ALGEBRA_DECOMPOSITIONS_H_
