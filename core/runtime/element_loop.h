// A loop over scalars, gone around without a frame or a Literal for each step.
#ifndef HLOOM_RUNTIME_ELEMENT_LOOP_H_
#define HLOOM_RUNTIME_ELEMENT_LOOP_H_

#include "runtime/element_program.h"

namespace hloom {

class ElementLoop {
 public:
  // Begins with these scalars, the leaves of the state. Its memory is taken from `ledger`.
  static StatusOr<std::unique_ptr<ElementLoop>> Create(const ElementProgram& condition,
                                                       const ElementProgram& body, Operands state,
                                                       const LedgerPtr& ledger);

  // Goes around until the condition is false, then true; or until at least so much was done, as
  // ElementProgram::cost counts it. `executed` counts instructions as going step by step does, this
  // call being one of them.
  bool Run(int64_t most_work, int64_t* executed);
  // Writes leaf `i` of the state, which takes `bytes` bytes.
  void Store(size_t i, std::byte* out, int64_t bytes) const;
  int64_t iterations() const { return iterations_; }

 private:
  struct alignas(16) Scalar {
    std::byte bytes[16];
  };

  ElementLoop(const ElementProgram& condition, const ElementProgram& body)
      : condition_program_(condition), body_program_(body) {}

  const ElementProgram& condition_program_;
  const ElementProgram& body_program_;
  std::unique_ptr<ElementMachine> condition_;
  std::unique_ptr<ElementMachine> body_;
  std::vector<Scalar> state_;
  std::vector<const std::byte*> arguments_;
  std::vector<std::byte*> results_;
  int64_t iterations_ = 0;
};

}  // namespace hloom

#endif  // HLOOM_RUNTIME_ELEMENT_LOOP_H_
