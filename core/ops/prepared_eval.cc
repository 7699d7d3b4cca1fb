#include "ops/prepared_eval.h"

namespace hloom {

namespace {

class View final : public PreparedOp {
 public:
  explicit View(int operand) : operand_(operand) {}
  Kernel Run(const std::byte* const*, std::byte* const*) const override { return {}; }
  int view_of() const override { return operand_; }
  bool is_small() const override { return true; }

 private:
  const int operand_;
};

// Data that an unfinished kernel refers to.
struct Kept {
  std::unique_ptr<const PreparedOp> op;
  std::vector<const std::byte*> operands;
  std::vector<std::byte*> results;
};

Kernel GoOnAndKeep([[maybe_unused]] Kept kept, Kernel kernel) {
  co_await std::move(kernel);
  co_return OkStatus();
}

}  // namespace

const Shape& ResultShape(const HloInstruction& instruction, size_t i) {
  const Shape& shape = instruction.shape();
  return shape.IsTuple() ? shape.tuple_shapes()[i] : shape;
}

std::vector<const Shape*> ShapesOf(Operands operands) {
  std::vector<const Shape*> shapes;
  for (const Literal* operand : operands) shapes.push_back(&operand->shape());
  return shapes;
}

Kernel RunOnce(std::unique_ptr<const PreparedOp> op, Operands operands, Destination& destination) {
  if (op == nullptr) return {};
  Kept kept = {std::move(op), {}, {}};
  for (const Literal* operand : operands) kept.operands.push_back(operand->data<std::byte>());
  for (size_t i = 0; i < destination.size(); ++i) kept.results.push_back(destination.data(i));
  Kernel kernel = kept.op->Run(kept.operands.data(), kept.results.data());
  if (kernel.done()) return kernel;
  return GoOnAndKeep(std::move(kept), std::move(kernel));
}

std::unique_ptr<const PreparedOp> PreparedView(int operand) {
  return std::make_unique<View>(operand);
}

}  // namespace hloom
