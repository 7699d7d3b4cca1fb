#include "ops/linear_algebra/decompositions_eval.h"

#include <algorithm>

#include "base/str_cat.h"
#include "base/utf8.h"
#include "kernels/linear_algebra/decompose.h"
#include "kernels/linear_algebra/lapack.h"
#include "ops/host/custom_call.h"
#include "ops/host/custom_call_registry.h"
#include "ops/linear_algebra/decompositions.h"
#include "ops/prepared_eval.h"
#include "ops/rules.h"
#include "shape/index_util.h"

namespace hloom {

namespace {

// The functions of a kind, for real and for complex matrices.
struct Functions {
  DecomposeMatrix real, complex;
  int64_t (*workspace)(const MatrixSizes& sizes);
};
using Complex = std::complex<double>;
// In the order of DecompositionKind.
constexpr Functions kFunctions[] = {
    {HouseholderQr<double>, HouseholderQr<Complex>, WorkspaceOfHouseholder},
    {PivotedQr<double>, PivotedQr<Complex>, WorkspaceOfHouseholder},
    {HouseholderProduct<double>, HouseholderProduct<Complex>, WorkspaceOfHouseholder},
    {MultiplyByReflectors<double>, MultiplyByReflectors<Complex>, WorkspaceOfMultiplyByReflectors},
    {PivotedLu<double>, PivotedLu<Complex>, WorkspaceOfLu},
    {HermitianEigen<double>, HermitianEigen<Complex>, WorkspaceOfEigen},
    {SingularValues<double>, SingularValues<Complex>, WorkspaceOfSingularValues},
    {LapackCholesky<double>, LapackCholesky<Complex>, WorkspaceOfLapackCholesky},
    {LapackLu<double>, LapackLu<Complex>, WorkspaceOfLu},
    {LapackEigen<double>, LapackEigen<Complex>, WorkspaceOfEigen},
    {LapackSingularValues<double>, LapackSingularValues<Complex>, WorkspaceOfLapackSingularValues},
    {LapackSolve<double>, LapackSolve<Complex>, WorkspaceOfLapackSolve},
    {LapackSolveScaled<double>, LapackSolveScaled<Complex>, WorkspaceOfLapackSolve},
    {LapackTridiagonalSolve<double>, LapackTridiagonalSolve<Complex>,
     WorkspaceOfLapackTridiagonalSolve},
    {LapackGeneralEigen<double>, LapackGeneralEigen<Complex>, WorkspaceOfGeneralEigen},
    {Hessenberg<double>, Hessenberg<Complex>, WorkspaceOfHouseholder},
    {Tridiagonalize<double>, Tridiagonalize<Complex>, WorkspaceOfEigen},
    {LapackSchur<double>, LapackSchur<Complex>, WorkspaceOfGeneralEigen},
    {LapackSchurInOrder<double>, LapackSchurInOrder<Complex>, WorkspaceOfGeneralEigen},
};

void SetFlag(MatrixFlags& flags, MatrixFlag flag, int value) {
  if (flag == MatrixFlag::kLower) flags.lower = value != 0;
  if (flag == MatrixFlag::kLeft || flag == MatrixFlag::kOnLeft) flags.left = value != 0;
  if (flag == MatrixFlag::kUnitDiagonal) flags.unit_diagonal = value != 0;
  if (flag == MatrixFlag::kTranspose) {
    flags.transpose = static_cast<MatrixFlags::Transpose>(std::clamp(value, 0, 2));
  }
  if (flag == MatrixFlag::kAdjoint && value != 0) {
    flags.transpose = MatrixFlags::Transpose::kAdjoint;
  }
}

// The flags of JAX's older calls are their first scalars.
MatrixFlags LowerOfScalars(const std::byte* const* scalars) {
  MatrixFlags flags;
  SetFlag(flags, MatrixFlag::kLower, *reinterpret_cast<const int32_t*>(scalars[0]));
  return flags;
}
MatrixFlags SolveFlagsOfScalars(const std::byte* const* scalars) {
  MatrixFlags flags;
  int i = 0;
  for (const MatrixFlag flag :
       {MatrixFlag::kLeft, MatrixFlag::kLower, MatrixFlag::kTranspose, MatrixFlag::kUnitDiagonal}) {
    SetFlag(flags, flag, *reinterpret_cast<const int32_t*>(scalars[i++]));
  }
  return flags;
}

// custom_call.c11: a transpose that an operand selects exists.
Status CheckTranspose(const std::string& target, Span<const MatrixFlag> flags,
                      const std::byte* const* scalars) {
  for (size_t i = 0; i < flags.size(); ++i) {
    if (flags[i] != MatrixFlag::kTranspose) continue;
    const int32_t code = *reinterpret_cast<const int32_t*>(scalars[i]);
    if (code >= 0 && code <= 2) continue;
    return InvalidArgument(kCustomCallC11)
        .Op(target)
        .Say(StrCat("operand ", i, ", the transpose, is ", code))
        .Help("give 0 for the matrix as it is, 1 for its transpose, or 2 for its adjoint");
  }
  return OkStatus();
}

MatrixBatch BatchOf(const DecompositionPart& part, const Shape& shape, size_t batch_rank) {
  MatrixBatch array;
  array.type = shape.element_type();
  array.computed = IsIntegralType(array.type) ? S32 : IsComplexType(array.type) ? C128 : F64;
  array.rows = 1;
  if (part.form == DecompositionPart::Form::kScalar) {
    array.batch_strides.assign(batch_rank, 0);
    return array;
  }
  array.batch_strides = IndexUtil::Strides(shape);
  if (part.is_matrix()) {
    array.columns = shape.dimensions(shape.rank() - 1);
    array.column_step = array.batch_strides.back();
    array.batch_strides.pop_back();
  } else if (!part.is_vector()) {
    return array;
  }
  array.rows = shape.dimensions(static_cast<int64_t>(array.batch_strides.size()) - 1);
  array.row_step = array.batch_strides.back();
  array.batch_strides.pop_back();
  return array;
}

// The number of the operand that has the matrices.
size_t MatrixOperandOf(const Decomposition& decomposition) {
  size_t i = 0;
  while (decomposition.operands[i].form != DecompositionPart::Form::kMatrix) ++i;
  return i;
}

DecompositionPlan PlanOf(const HloInstruction& instruction, const Decomposition& decomposition,
                         Span<const Shape* const> operands) {
  const size_t matrices = MatrixOperandOf(decomposition);
  const Shape& a = *operands[matrices];
  const bool is_complex = IsComplexType(a.element_type());
  const Functions& functions = kFunctions[static_cast<int>(decomposition.kind)];
  DecompositionPlan plan;
  plan.decompose = is_complex ? functions.complex : functions.real;
  plan.sizes = {a.dimensions(a.rank() - 2), a.dimensions(a.rank() - 1), 0};
  plan.batch_sizes = a.dimensions().ToVector();
  plan.batch_sizes.resize(plan.batch_sizes.size() - 2);
  const size_t batch_rank = plan.batch_sizes.size();
  for (size_t i = 0; i < operands.size(); ++i) {
    plan.operands.push_back(BatchOf(decomposition.operands[i], *operands[i], batch_rank));
  }
  for (size_t i = 0; i < decomposition.results.size(); ++i) {
    const DecompositionPart& part = decomposition.results[i];
    if (part.is_room()) continue;
    plan.results.push_back(BatchOf(part, ResultShape(instruction, i), batch_rank));
  }
  if (operands.size() > matrices + 1) {
    const MatrixBatch& second = plan.operands[matrices + 1];
    plan.sizes.reflectors = plan.sizes.second_rows = second.rows;
    plan.sizes.second_columns = second.columns;
  }
  if (decomposition.kind == DecompositionKind::kMultiplyByReflectors) {
    plan.sizes.second_rows = plan.results[0].rows;
    plan.sizes.second_columns = plan.results[0].columns;
  }
  if (decomposition.kind == DecompositionKind::kLapackSingularValues) {
    plan.sizes.second_columns = plan.results[2].columns;
    plan.sizes.second_rows = plan.results[3].rows;
  }
  plan.workspace_bytes = functions.workspace(plan.sizes) * (is_complex ? 16 : 8);
  return plan;
}

// Sets the flags of a plan. custom_call.c11: backend_config has LAPACK's flags.
Status SetFlags(const CustomCallInfo& info, const Decomposition& decomposition,
                DecompositionPlan& plan) {
  // It is the first entry of XLA's Eigh: "1,1,100,0.000001".
  plan.flags.lower = info.opaque.substr(0, 1) != "0";
  plan.scalars = decomposition.scalars;
  if (decomposition.scalars > 0) {
    if (!decomposition.flags.empty()) {
      plan.flags_of = decomposition.flags.size() == 1 ? LowerOfScalars : SolveFlagsOfScalars;
      plan.first_flag = decomposition.first_flag;
    }
    return OkStatus();
  }
  for (const MatrixFlag flag : decomposition.flags) {
    const std::optional<int> value = ReadMatrixFlag(info.opaque, flag);
    const auto [name, letters] = TextOf(flag);
    if (!value) {
      return InvalidArgument(kCustomCallC11)
          .Op(info.target)
          .Say(MessageCat("`backend_config` is \""_msg, Shortened(info.opaque),
                          "\", and does not state ", name))
          .Help(letters.empty()
                    ? StrCat("give ", name, " as true or false: {", name, " = true}")
                    : StrCat("give ", name, " as the code of one of the letters ", letters, ": {",
                             name, " = ", static_cast<int>(letters.back()), " : ui8}"));
    }
    SetFlag(plan.flags, flag, *value);
  }
  const MatrixSizes& sizes = plan.sizes;
  const int64_t beside = plan.flags.left ? sizes.second_rows : sizes.second_columns;
  const bool multiplies = decomposition.kind == DecompositionKind::kMultiplyByReflectors;
  const bool has_side = multiplies || decomposition.kind == DecompositionKind::kLapackSolve;
  if (!has_side || beside == sizes.rows) return OkStatus();
  const std::string_view side = multiplies ? (plan.flags.left ? "left is true" : "left is false")
                                           : (plan.flags.left ? "side is L" : "side is R");
  return InvalidArgument(kCustomCallC11)
      .Op(info.target)
      .Say(StrCat(side, ", and the array has ", Count(beside, plan.flags.left ? "row" : "column"),
                  " for a matrix of ", sizes.rows, " by ", sizes.rows))
      .Help("give the other side, or an array that fits");
}

class PreparedDecomposition final : public PreparedOp {
 public:
  PreparedDecomposition(const HloInstruction& instruction, Span<const Shape* const> operands) {
    const CustomCallInfo info = CustomCallOf(instruction);
    const Decomposition& decomposition = *FindDecomposition(info.target);
    plan_ = PlanOf(instruction, decomposition, operands);
    target_ = info.target;
    if (decomposition.scalars > 0) flags_ = decomposition.flags;
    status_ = SetFlags(info, decomposition, plan_);
    const Shape& shape = instruction.shape();
    const size_t results = shape.IsTuple() ? shape.tuple_shapes().size() : 1;
    for (size_t i = 0; i < results; ++i) {
      const bool is_room = i >= decomposition.results.size() || decomposition.results[i].is_room();
      if (is_room) {
        rooms_.push_back({i, ShapeUtil::ByteSizeOf(ResultShape(instruction, i))});
      } else {
        results_.push_back(i);
      }
    }
  }
  Kernel Run(const std::byte* const* operands, std::byte* const* results) const override {
    if (!status_.ok()) return Failed(status_);
    for (const Room& room : rooms_) std::fill_n(results[room.result], room.bytes, std::byte{0});
    if (Status told = CheckTranspose(target_, flags_, operands); !told.ok()) {
      return Failed(std::move(told));
    }
    return DecomposeInto(operands, results);
  }

 private:
  // LAPACK's workspace among the results.
  struct Room {
    size_t result;
    int64_t bytes;
  };

  static Kernel Failed(Status status) { co_return status; }

  // The kernel takes the results without the workspaces.
  Kernel DecomposeInto(const std::byte* const* operands, std::byte* const* all) const {
    std::vector<std::byte*> results;
    for (const size_t i : results_) results.push_back(all[i]);
    co_await Decompose(plan_, operands, results.data());
    co_return OkStatus();
  }

  DecompositionPlan plan_;
  Status status_;
  std::string target_;
  Span<const MatrixFlag> flags_;  // of which the first operands tell
  std::vector<size_t> results_;   // without workspaces
  std::vector<Room> rooms_;
};

std::unique_ptr<const PreparedOp> MakeDecomposition(const HloInstruction& instruction,
                                                    Span<const Shape* const> operands) {
  return std::make_unique<PreparedDecomposition>(instruction, operands);
}

constexpr OpEval kDecompositionEval = {
    .kind = Computes{.prepare = MakeDecomposition},
};

}  // namespace

const OpEval* DecompositionEval(const HloInstruction& instruction) {
  return FindDecomposition(CustomCallOf(instruction).target) != nullptr ? &kDecompositionEval
                                                                        : nullptr;
}

}  // namespace hloom
