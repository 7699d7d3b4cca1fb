// Attributes of custom calls: the schedule, the version of the calling convention, and the parts of
// the result that may share memory with operands.
#ifndef HLOOM_HLO_ATTRIBUTES_CUSTOM_CALL_H_
#define HLOOM_HLO_ATTRIBUTES_CUSTOM_CALL_H_

#include <cstdint>
#include <vector>

#include "hlo/kinds/shapes.h"

namespace hloom {

// The numbers are those of XLA's proto.
enum class CustomCallSchedule : uint8_t { kNone, kLatest, kEarliest };
enum class CustomCallApiVersion : uint8_t {
  kUnspecified,
  kOriginal,
  kStatusReturning,
  kStatusReturningUnified,
  kTypedFfi,
};

// The shapes, with layouts, that a call requires of its operands: one for each operand, or none if
// the call is not constrained.
struct LayoutConstraints {
  bool constrained = false;
  std::vector<Shape> operands;

  friend bool operator==(const LayoutConstraints& a, const LayoutConstraints& b) {
    return a.constrained == b.constrained && (!a.constrained || a.operands == b.operands);
  }
};
// A field of HloInstructionProto.
inline constexpr int kConstrainLayoutField = 56;
inline constexpr int kLayoutConstraintsField = 57;

// The part of the result at output_index is the part of operand `operand` at operand_index.
struct OutputOperandAlias {
  std::vector<int64_t> output_index;
  int64_t operand = 0;
  std::vector<int64_t> operand_index;

  template <typename V>
  void visit(V& v) {
    v({.name = "output_index", .doc = "the index of the part of the result", .omit_default = true},
      output_index);
    v({.name = "operand", .doc = "the number of the operand"}, operand);
    v({.name = "operand_index",
       .doc = "the index of the part of the operand",
       .omit_default = true},
      operand_index);
  }

  friend bool operator==(const OutputOperandAlias&, const OutputOperandAlias&) = default;
};
// {{}: (0, {}), {1}: (2, {0})}
using OutputOperandAliasing = std::vector<OutputOperandAlias>;

template <>
const AttributeKind& AttributeKindOf<CustomCallSchedule>();
// A missing version is API_VERSION_ORIGINAL, and so is 0 in bytes.
template <>
const AttributeKind& AttributeKindOf<CustomCallApiVersion>();
template <>
const AttributeKind& AttributeKindOf<LayoutConstraints>();
template <>
const AttributeKind& AttributeKindOf<OutputOperandAlias>();
template <>
const AttributeKind& AttributeKindOf<OutputOperandAliasing>();

}  // namespace hloom

#endif  // HLOOM_HLO_ATTRIBUTES_CUSTOM_CALL_H_
