#include "hlo/attributes/triangular_solve_options.h"

#include "hlo/kinds/enum_kind.h"

namespace hloom {

namespace {

using Transpose = TriangularSolveOptions::Transpose;

constexpr std::string_view kNames[] = {"TRANSPOSE_INVALID", "NO_TRANSPOSE", "TRANSPOSE", "ADJOINT"};
// What programs may choose.
constexpr std::string_view kChoices[] = {"NO_TRANSPOSE", "TRANSPOSE", "ADJOINT"};
constexpr AttributeKind kTranspose = WithChoices<Transpose, kChoiceForm<kChoices>, 1>(
    NumberedEnumKind<Transpose, kNames>("transpose_a"));

}  // namespace

template <>
const AttributeKind& AttributeKindOf<TriangularSolveOptions::Transpose>() {
  return kTranspose;
}

}  // namespace hloom
