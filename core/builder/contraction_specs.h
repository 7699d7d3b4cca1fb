// Arguments shared by functions of products.
#ifndef HLOOM_BUILDER_CONTRACTION_SPECS_H_
#define HLOOM_BUILDER_CONTRACTION_SPECS_H_

#include <optional>

#include "builder/argument_specs.h"
#include "hlo/attributes/precision_config.h"

namespace hloom {

inline constexpr ArgumentSpec kPrecisionConfigArgument = {
    "precision_config", kKind<PrecisionConfig>,
    "the precision of the computation in back ends; it never changes a result", /*required=*/false};
inline constexpr ArgumentSpec kPreferredElementTypeArgument = {
    .name = "preferred_element_type",
    .kind = kKind<PrimitiveType>,
    .doc = "the element type of the result; by default the higher one of the operands'",
    .required = false,
    .default_text = ""};

inline std::optional<PrimitiveType> PreferredType(const Argument& argument) {
  return argument.given ? std::optional(argument.Get<PrimitiveType>()) : std::nullopt;
}

inline constexpr Rule kDotFunctionC2 = {"dot_function.c2",
                                        "the preferred element type is one of arrays"};

}  // namespace hloom

#endif  // HLOOM_BUILDER_CONTRACTION_SPECS_H_
