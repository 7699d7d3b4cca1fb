// Shared by the rows of elementwise functions.
#ifndef HLOOM_BUILDER_ELEMENTWISE_ROWS_H_
#define HLOOM_BUILDER_ELEMENTWISE_ROWS_H_

#include "builder/argument_specs.h"

namespace hloom {

inline constexpr ArgumentSpec kBinaryArguments[] = {kLhsArgument, kRhsArgument,
                                                    kBroadcastDimensionsArgument};
inline constexpr ArgumentSpec kUnaryArguments[] = {kOperandArgument};
inline constexpr ArgumentSpec kAccurateArguments[] = {
    kOperandArgument, AttributeArgument<ResultAccuracy>(AccuracyAttributes::kResultAccuracy)};

inline constexpr std::string_view kBinarySource =
    "Operation Semantics, Element-wise binary arithmetic operations";
inline constexpr std::string_view kUnarySource =
    "Operation Semantics, Element-wise unary functions";

using BinaryFunction = XlaOp (*)(XlaOp, XlaOp, Span<const int64_t>);
using UnaryFunction = XlaOp (*)(XlaOp);
using AccurateFunction = XlaOp (*)(XlaOp, const std::optional<ResultAccuracy>&);

// The opcode of a function that is lowered to one operation.
template <HloOpcode kOpcode>
inline constexpr HloOpcode kOnly[] = {kOpcode};

template <BinaryFunction kFunction, HloOpcode kOpcode>
constexpr BuilderDef Binary(std::string_view name, Documentation doc, Documentation example) {
  return {.name = name,
          .group = "elementwise binary",
          .lowers_to = kOnly<kOpcode>,
          .arguments = kBinaryArguments,
          .invoke = Invoke<kFunction>,
          .doc = doc,
          .source = kBinarySource,
          .example = example};
}

// A unary function that is lowered to several operations.
template <UnaryFunction kFunction>
constexpr BuilderDef Composed(std::string_view name, Span<const HloOpcode> lowers_to,
                              Documentation doc, Documentation example) {
  return {.name = name,
          .group = "elementwise unary",
          .lowers_to = lowers_to,
          .arguments = kUnaryArguments,
          .invoke = Invoke<kFunction>,
          .doc = doc,
          .source = kUnarySource,
          .example = example};
}
template <UnaryFunction kFunction, HloOpcode kOpcode>
constexpr BuilderDef Unary(std::string_view name, Documentation doc, Documentation example) {
  return Composed<kFunction>(name, kOnly<kOpcode>, doc, example);
}

// A unary function with several implementations in XLA.
template <AccurateFunction kFunction, HloOpcode kOpcode>
constexpr BuilderDef Accurate(std::string_view name, Documentation doc, Documentation example) {
  return {.name = name,
          .group = "elementwise unary",
          .lowers_to = kOnly<kOpcode>,
          .arguments = kAccurateArguments,
          .invoke = Invoke<kFunction>,
          .doc = doc,
          .source = kUnarySource,
          .example = example};
}

}  // namespace hloom

#endif  // HLOOM_BUILDER_ELEMENTWISE_ROWS_H_
