// HloInstruction: one operation applied to operands. The meaning of the operation is in ops/.
#ifndef HLOOM_HLO_HLO_INSTRUCTION_H_
#define HLOOM_HLO_HLO_INSTRUCTION_H_

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/inline_array.h"
#include "base/span.h"
#include "hlo/attribute.h"
#include "hlo/instruction_extras.h"
#include "hlo/opcode.h"
#include "literal/literal.h"

namespace hloom {

class HloComputation;

class HloInstruction {
 public:
  HloInstruction(HloOpcode opcode, ShapePtr shape, Span<HloInstruction* const> operands,
                 std::unique_ptr<Attributes> attributes,
                 Span<const HloComputation* const> called_computations)
      : opcode_(opcode),
        shape_(std::move(shape)),
        operands_(operands),
        attributes_(std::move(attributes)),
        called_computations_(called_computations) {}

  HloOpcode opcode() const { return opcode_; }
  const Shape& shape() const { return *shape_; }
  const ShapePtr& shape_ptr() const { return shape_; }

  // The id is unique in its module; without a module, it is unique in its builder.
  int64_t unique_id() const { return unique_id_; }
  const std::string& name() const { return name_; }
  void set_name_and_id(std::string name, int64_t id) {
    name_ = std::move(name);
    unique_id_ = id;
  }
  // The position in its computation's order: the slot of its value in a frame.
  int64_t index() const { return index_; }

  Span<HloInstruction* const> operands() const {
    return Span<HloInstruction* const>(operands_.data(), operands_.size());
  }
  const HloInstruction* operand(size_t i) const { return operands_.data()[i]; }
  Span<const HloComputation* const> called_computations() const {
    return Span<const HloComputation* const>(called_computations_.data(),
                                             called_computations_.size());
  }
  const HloComputation* called_computation(size_t i) const {
    return called_computations_.data()[i];
  }

  // True in a program that is compiled for the highest accuracy: functions with a faster and a more
  // accurate version are computed by the latter, also without the attribute result_accuracy.
  bool most_accurate() const { return most_accurate_; }
  void set_most_accurate(bool most_accurate) { most_accurate_ = most_accurate; }

  // The attribute struct that the opcode's OpDef names; null for operations without attributes.
  const Attributes* raw_attributes() const { return attributes_.get(); }
  template <typename Struct>
  const Struct& attributes() const {
    return static_cast<const AttributesOf<Struct>*>(attributes_.get())->value;
  }

  // Null for most instructions.
  const InstructionExtras* extras() const { return extras_.get(); }
  void set_extras(std::unique_ptr<InstructionExtras> extras) { extras_ = std::move(extras); }

 private:
  friend class HloComputation;
  friend class ComputationMover;

  HloOpcode opcode_;
  bool most_accurate_ = false;
  ShapePtr shape_;
  // A program may have millions of instructions. Few have more than two operands, or call more than
  // one computation.
  InlineArray<HloInstruction*, 2> operands_;
  std::unique_ptr<Attributes> attributes_;
  InlineArray<const HloComputation*, 1> called_computations_;
  std::unique_ptr<InstructionExtras> extras_;
  std::string name_;
  uint32_t index_ = 0;
  int64_t unique_id_ = 0;
};

}  // namespace hloom

#endif  // HLOOM_HLO_HLO_INSTRUCTION_H_
