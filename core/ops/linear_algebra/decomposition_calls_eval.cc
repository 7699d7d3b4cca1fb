#include "ops/linear_algebra/decomposition_calls_eval.h"

#include "kernels/linear_algebra/decompose.h"
#include "ops/host/custom_call.h"
#include "ops/host/custom_call_registry.h"
#include "ops/linear_algebra/decomposition_calls.h"
#include "ops/prepared_eval.h"
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
    {HouseholderProduct<double>, HouseholderProduct<Complex>, WorkspaceOfHouseholder},
    {PivotedLu<double>, PivotedLu<Complex>, WorkspaceOfLu},
    {HermitianEigen<double>, HermitianEigen<Complex>, WorkspaceOfEigen},
    {SingularValues<double>, SingularValues<Complex>, WorkspaceOfSingularValues},
};

MatrixBatch BatchOf(const DecompositionPart& part, const Shape& shape) {
  MatrixBatch array;
  array.type = shape.element_type();
  array.computed = array.type == S32 ? S32 : IsComplexType(array.type) ? C128 : F64;
  array.batch_strides = IndexUtil::Strides(shape);
  if (part.is_matrix()) {
    array.columns = shape.dimensions(shape.rank() - 1);
    array.column_step = array.batch_strides.back();
    array.batch_strides.pop_back();
  }
  array.rows = shape.dimensions(static_cast<int64_t>(array.batch_strides.size()) - 1);
  array.row_step = array.batch_strides.back();
  array.batch_strides.pop_back();
  return array;
}

DecompositionPlan PlanOf(const HloInstruction& instruction, Span<const Shape* const> operands) {
  const CustomCallInfo info = CustomCallOf(instruction);
  const DecompositionCall& call = *FindDecompositionCall(info.target);
  const Shape& a = *operands[0];
  const bool is_complex = IsComplexType(a.element_type());
  const Functions& functions = kFunctions[static_cast<int>(call.kind)];
  DecompositionPlan plan;
  plan.decompose = is_complex ? functions.complex : functions.real;
  plan.sizes = {a.dimensions(a.rank() - 2), a.dimensions(a.rank() - 1), 0};
  // XLA's Eigh says it first: "1,1,100,0.000001".
  plan.lower = info.opaque.substr(0, 1) != "0";
  plan.batch_sizes = a.dimensions().ToVector();
  plan.batch_sizes.resize(plan.batch_sizes.size() - 2);
  for (size_t i = 0; i < operands.size(); ++i) {
    plan.operands.push_back(BatchOf(call.operands[i], *operands[i]));
  }
  if (operands.size() > 1) plan.sizes.reflectors = plan.operands[1].rows;
  for (size_t i = 0; i < call.results.size(); ++i) {
    plan.results.push_back(BatchOf(call.results[i], ResultShape(instruction, i)));
  }
  plan.workspace_bytes = functions.workspace(plan.sizes) * (is_complex ? 16 : 8);
  return plan;
}

class PreparedDecomposition final : public PreparedOp {
 public:
  explicit PreparedDecomposition(DecompositionPlan plan) : plan_(std::move(plan)) {}
  Kernel Run(const std::byte* const* operands, std::byte* const* results) const override {
    return Decompose(plan_, operands, results);
  }

 private:
  const DecompositionPlan plan_;
};

std::unique_ptr<const PreparedOp> MakeDecomposition(const HloInstruction& instruction,
                                                    Span<const Shape* const> operands) {
  return std::make_unique<PreparedDecomposition>(PlanOf(instruction, operands));
}

constexpr OpEval kDecompositionEval = {.evaluate = EvaluatePrepared<MakeDecomposition>,
                                       .prepare = PrepareAsStated<MakeDecomposition>};

}  // namespace

const OpEval* DecompositionCallEval(const HloInstruction& instruction) {
  return FindDecompositionCall(CustomCallOf(instruction).target) != nullptr ? &kDecompositionEval
                                                                            : nullptr;
}

}  // namespace hloom
