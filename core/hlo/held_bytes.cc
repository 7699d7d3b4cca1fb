#include "hlo/held_bytes.h"

#include "hlo/kinds/literals.h"
#include "literal/literal.h"
#include "shape/shape_util.h"

namespace hloom {

namespace {

class LiteralBytes : public AttributeVisitor {
 public:
  void Field(const AttributeField&, const AttributeKind& kind, void* value) override {
    if (const auto* literal = ValueAs<Literal>(kind, value)) Count(*literal);
    if (const auto* shaped = ValueAs<ShapedLiteral>(kind, value)) Count(shaped->value);
  }
  int64_t bytes() const { return bytes_; }

 private:
  void Count(const Literal& literal) { bytes_ += ShapeUtil::ByteSizeOf(literal.shape()); }

  int64_t bytes_ = 0;
};

}  // namespace

int64_t HeldBytes(const HloComputation& computation) {
  LiteralBytes literals;
  int64_t instructions = 0;
  for (const auto& instruction : computation.instructions()) {
    ++instructions;
    if (instruction->raw_attributes() != nullptr)
      instruction->raw_attributes()->VisitConst(literals);
  }
  return literals.bytes() + instructions * kInstructionBytes;
}

int64_t HeldBytes(const HloModule& module) {
  int64_t bytes = 0;
  for (const auto& computation : module.computations()) bytes += HeldBytes(*computation);
  return bytes;
}

}  // namespace hloom
