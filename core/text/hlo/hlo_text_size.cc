// The maximum length of a text, before it is printed.
#include <algorithm>
#include <unordered_map>

#include "base/math_util.h"
#include "base/str_cat.h"
#include "literal/literal.h"
#include "ops/control/structural.h"
#include "text/hlo/elided_text.h"
#include "text/hlo/hlo_text.h"
#include "text/rules.h"

namespace hloom {

namespace {

// "-1.17549435e-38", "-2147483648", "-nan(0x7fffff)"
int64_t LongestNumber(PrimitiveType type) {
  if (type == PRED) return 5;
  if (IsComplexType(type)) return 2 * LongestNumber(ComplexComponentType(type)) + 4;
  if (IsFloatingPointType(type)) return type == F64 ? 24 : 15;
  return BitWidth(type) * 31 / 100 + 2;
}

class SizeBound {
 public:
  explicit SizeBound(const HloTextOptions& options) : options_(options) {}

  void Add(const HloModule& module) {
    for (const auto& computation : module.computations()) {
      Text(computation->name());
      sizes_.clear();
      for (const auto& instruction : computation->instructions()) {
        Instruction(*instruction);
        if (total_ > kMaxHloTextSize) return;
      }
    }
  }
  int64_t total() const { return total_; }
  // The constant with the longest text.
  const HloInstruction* largest() const { return largest_; }

 private:
  void Characters(int64_t count) { total_ = CheckedAdd(total_, count).value_or(INT64_MAX); }
  // Counts a text with the punctuation around it.
  void Text(std::string_view text) { Characters(static_cast<int64_t>(text.size()) + 4); }

  void Instruction(const HloInstruction& instruction) {
    Text(instruction.name());
    Text(HloOpcodeString(instruction.opcode()));
    sizes_.push_back(ShapeSize(instruction.shape()));
    // The shapes of parameters and of the root are also in the signature.
    Characters(2 * sizes_.back());
    for (const HloInstruction* operand : instruction.operands()) {
      Text(operand->name());
      if (options_.print_operand_shape) Characters(sizes_[static_cast<size_t>(operand->index())]);
    }
    for (const HloComputation* callee : instruction.called_computations()) Text(callee->name());
    if (instruction.extras() != nullptr) {
      for (const HloInstruction* before : instruction.extras()->control_predecessors) {
        Text(before->name());
      }
    }
    if (instruction.opcode() == HloOpcode::kConstant) Constant(instruction);
  }

  // Counts a shape with the comments between its elements.
  static int64_t ShapeSize(const Shape& shape) {
    return static_cast<int64_t>(shape.ToString(/*print_layout=*/true).size()) + 4 * shape.parts();
  }

  void Constant(const HloInstruction& instruction) {
    const Literal& literal = instruction.attributes<ConstantAttributes>().literal;
    if (!options_.print_large_constants && hlo_text::IsElided(literal)) return;
    const int64_t before = total_;
    Value(literal);
    if (total_ - before <= most_) return;
    most_ = total_ - before;
    largest_ = &instruction;
  }

  // Depth is bounded by ShapeUtil::kMaxTupleDepth.
  void Value(const Literal& literal) {
    Characters(8);
    for (const Literal& element : literal.elements()) Value(element);
    const Shape& shape = literal.shape();
    if (!shape.IsArray() || shape.rank() == 0) return;
    const int64_t elements = literal.element_count();
    Characters(elements * (LongestNumber(shape.element_type()) + 2));
    // Each row has braces, and from rank 4 on a comment; rows of rows are at most as many as rows.
    const int64_t row = std::max<int64_t>(shape.dimensions(shape.rank() - 1), 1);
    if (shape.rank() > 1) Characters(elements / row * (shape.rank() > 3 ? 60 : 12));
  }

  const HloTextOptions& options_;
  std::vector<int64_t> sizes_;  // the length of the shapes of the current computation
  int64_t total_ = 0;
  int64_t most_ = 0;
  const HloInstruction* largest_ = nullptr;
};

}  // namespace

Status CheckHloTextSize(const HloModule& module, const HloTextOptions& options) {
  SizeBound bound(options);
  bound.Add(module);
  if (bound.total() <= kMaxHloTextSize) return OkStatus();
  ErrorBuilder error = ResourceExhausted(kTextW1).Say(
      StrCat("the text of ", module.name().substr(0, 64), " could have more than ", kMaxHloTextSize,
             " characters"));
  const HloInstruction* largest = bound.largest();
  if (largest == nullptr) {
    return std::move(error).Help("write the program as bytes, which are shorter");
  }
  return std::move(error)
      .Detail(StrCat("%", largest->name().substr(0, 64), " alone is a constant of ",
                     ShapeUtil::ElementsInRecursive(largest->shape()), " elements, ",
                     largest->shape().ToString().substr(0, 200)))
      .Help(
          "print with printLargeConstants: false (print_large_constants in C++), which leaves out "
          "elements, or write the program as bytes, which keep them");
}

}  // namespace hloom
