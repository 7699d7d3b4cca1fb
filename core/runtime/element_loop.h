// A loop over scalars, gone around without a frame or a Literal for each step.
#ifndef HLOOM_RUNTIME_ELEMENT_LOOP_H_
#define HLOOM_RUNTIME_ELEMENT_LOOP_H_

#include "runtime/element_program.h"

namespace hloom {

class ElementLoop {
 public:
  // Begins with this state, a scalar or a tuple of scalars.
  static StatusOr<std::unique_ptr<ElementLoop>> Create(const ElementProgram& condition,
                                                       const ElementProgram& body,
                                                       const Literal& state,
                                                       const LedgerPtr& ledger);

  // Goes around until the condition is false, then true; or until at least so many instructions
  // were executed. `executed` counts them as going step by step does, this call being one of them.
  bool Run(int64_t most_instructions, int64_t* executed);
  StatusOr<Literal> State(const ShapePtr& shape, const LedgerPtr& ledger) const;
  int64_t iterations() const { return iterations_; }

 private:
  struct alignas(16) Scalar {
    std::byte bytes[16];
  };

  ElementLoop(const ElementProgram& condition, const ElementProgram& body)
      : condition_program_(condition), body_program_(body) {}

  StatusOr<Literal> ValueFrom(const ShapePtr& shape, size_t* leaf, const LedgerPtr& ledger) const;

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
