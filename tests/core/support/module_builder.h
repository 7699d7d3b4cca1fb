// Modules by hand, for tests of layers below XlaBuilder: shapes are inferred if the operation
// infers them, and everything else is set by the test, valid or not.
#ifndef HLOOM_TESTS_SUPPORT_MODULE_BUILDER_H_
#define HLOOM_TESTS_SUPPORT_MODULE_BUILDER_H_

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/str_cat.h"
#include "gtest/gtest.h"
#include "hlo/hlo_module.h"
#include "ops/control/structural.h"
#include "ops/op_def.h"
#include "ops/verify/verifier.h"

namespace hloom::testing_support {

inline Shape F32Of(std::vector<int64_t> dimensions) {
  return ShapeUtil::MakeShape(F32, dimensions);
}
inline Shape ScalarOf(PrimitiveType type) { return ShapeUtil::MakeScalarShape(type); }

// Instructions and computations are numbered through, from 1, in the order in which they are added.
class ModuleBuilder {
 public:
  using Operands = std::vector<HloInstruction*>;
  using Callees = std::vector<const HloComputation*>;

  explicit ModuleBuilder(std::string name)
      : module_(std::make_unique<HloModule>(std::move(name))) {}

  // Starts a computation; it is finished by Finish().
  ModuleBuilder& Begin(std::string name) {
    computation_ = std::make_unique<HloComputation>(std::move(name));
    return *this;
  }

  // An instruction of any kind. An empty name becomes "opcode.id"; no shape: as inferred.
  HloInstruction* Add(HloOpcode opcode, Operands operands = {},
                      std::unique_ptr<Attributes> attributes = nullptr, Callees callees = {},
                      std::optional<Shape> shape = {}, std::string name = "") {
    // A call may omit its attributes, whose defaults have no effect.
    if (opcode == HloOpcode::kCall && !attributes) attributes = GetOpDef(opcode).make_attributes();
    if (!shape) shape = Infer(opcode, operands, attributes.get(), callees);
    HloInstruction* instruction = computation_->AddInstruction(std::make_unique<HloInstruction>(
        opcode, std::make_shared<const Shape>(*shape), std::move(operands), std::move(attributes),
        std::move(callees)));
    const int64_t id = next_id_++;
    instruction->set_name_and_id(name.empty() ? StrCat(HloOpcodeString(opcode), ".", id) : name,
                                 id);
    return instruction;
  }
  HloInstruction* Parameter(int64_t number, Shape shape, std::string name) {
    return Add(HloOpcode::kParameter, {}, MakeAttributes(ParameterAttributes{number}), {}, shape,
               name);
  }
  HloInstruction* Constant(const Literal& literal) {
    return Add(HloOpcode::kConstant, {}, MakeAttributes(ConstantAttributes{literal}), {},
               literal.shape());
  }
  HloInstruction* GetTupleElement(HloInstruction* tuple, int64_t index) {
    return Add(HloOpcode::kGetTupleElement, {tuple},
               MakeAttributes(GetTupleElementAttributes{index}));
  }

  HloComputation* Finish(const HloInstruction* root) {
    computation_->set_root(root);
    StatusOr<std::vector<const HloInstruction*>> parameters = CollectParameters(*computation_);
    if (parameters.ok()) computation_->set_parameters(*parameters);
    computation_->set_name_and_id(computation_->name(), next_id_++);
    return module_->AddComputation(std::move(computation_));
  }

  // f32[] x f32[] -> f32[], the computation of a reduction.
  HloComputation* FinishScalar(HloOpcode opcode, std::string name) {
    Begin(std::move(name));
    HloInstruction* a = Parameter(0, ScalarOf(F32), StrCat("a.", next_id_));
    HloInstruction* b = Parameter(1, ScalarOf(F32), StrCat("b.", next_id_));
    return Finish(Add(opcode, {a, b}));
  }

  // The last finished computation becomes the entry.
  std::unique_ptr<HloModule> Take() {
    if (!module_->computations().empty()) {
      module_->set_entry_computation(module_->computations().back().get());
    }
    return std::move(module_);
  }

 private:
  static Shape Infer(HloOpcode opcode, const Operands& operands, const Attributes* attributes,
                     const Callees& callees) {
    std::vector<const Shape*> shapes;
    for (const HloInstruction* operand : operands) shapes.push_back(&operand->shape());
    StatusOr<Shape> shape = InferShape({
        .opcode = opcode,
        .operands = Span<const Shape* const>(shapes.data(), shapes.size()),
        .attributes = attributes,
        .called_computations = Span<const HloComputation* const>(callees.data(), callees.size()),
        .given_shape = nullptr,
    });
    EXPECT_TRUE(shape.ok()) << shape.status().ToString();
    return shape.ok() ? *shape : Shape();
  }

  std::unique_ptr<HloModule> module_;
  std::unique_ptr<HloComputation> computation_;
  int64_t next_id_ = 1;
};

}  // namespace hloom::testing_support

#endif  // HLOOM_TESTS_SUPPORT_MODULE_BUILDER_H_
