#include "runtime/element_loop.h"

#include <cstring>

namespace hloom {

namespace {

// Visits the scalars of a value, tuples taken apart; the recursion is as deep as the shape.
template <typename Visit>
void ForEachLeaf(const Literal& value, const Visit& visit) {
  if (!value.shape().IsTuple()) return visit(value);
  for (const Literal& element : value.elements()) ForEachLeaf(element, visit);
}

}  // namespace

StatusOr<std::unique_ptr<ElementLoop>> ElementLoop::Create(const ElementProgram& condition,
                                                           const ElementProgram& body,
                                                           const Literal& state,
                                                           const LedgerPtr& ledger) {
  std::unique_ptr<ElementLoop> loop(new ElementLoop(condition, body));
  HLOOM_ASSIGN_OR_RETURN(loop->condition_, ElementMachine::Create(condition, ledger));
  HLOOM_ASSIGN_OR_RETURN(loop->body_, ElementMachine::Create(body, ledger));
  ForEachLeaf(state, [&](const Literal& leaf) {
    loop->state_.emplace_back();
    std::memcpy(loop->state_.back().bytes, leaf.data<std::byte>(),
                static_cast<size_t>(leaf.size_bytes()));
  });
  for (Scalar& scalar : loop->state_) {
    loop->arguments_.push_back(scalar.bytes);
    loop->results_.push_back(scalar.bytes);
  }
  return loop;
}

bool ElementLoop::Run(int64_t most_instructions, int64_t* executed) {
  const Span<const std::byte* const> arguments(arguments_.data(), arguments_.size());
  const Span<std::byte* const> results(results_.data(), results_.size());
  int64_t count = 0;
  bool more = true;
  while (more && count < most_instructions) {
    std::byte answer;
    std::byte* const answers[] = {&answer};
    condition_->Run(arguments, answers, 1);
    // Each time around a while is executed twice itself, to call the one and the other.
    count += condition_program_.instructions() + 2;
    more = answer != std::byte{0};
    if (!more) break;
    body_->Run(arguments, results, 1);
    count += body_program_.instructions();
    ++iterations_;
  }
  *executed = count - 1;
  return !more;
}

StatusOr<Literal> ElementLoop::State(const ShapePtr& shape, const LedgerPtr& ledger) const {
  size_t leaf = 0;
  return ValueFrom(shape, &leaf, ledger);
}

// Makes a value of this shape from the next leaves; the recursion is as deep as the shape.
StatusOr<Literal> ElementLoop::ValueFrom(const ShapePtr& shape, size_t* leaf,
                                         const LedgerPtr& ledger) const {
  if (shape->IsTuple()) {
    std::vector<Literal> elements;
    for (const Shape& element : shape->tuple_shapes()) {
      HLOOM_ASSIGN_OR_RETURN(Literal value,
                             ValueFrom(std::make_shared<const Shape>(element), leaf, ledger));
      elements.push_back(std::move(value));
    }
    return Literal::MakeTuple(shape, std::move(elements));
  }
  HLOOM_ASSIGN_OR_RETURN(Literal value, Literal::Create(shape, ledger));
  std::memcpy(value.mutable_data<std::byte>(), state_[(*leaf)++].bytes,
              static_cast<size_t>(value.size_bytes()));
  return value;
}

}  // namespace hloom
