// Rows of the client library's scalars that each element type has.
#include "builder/defs/argument_specs.h"
#include "builder/lib/constants.h"

namespace hloom {

namespace {

constexpr ArgumentSpec kTypeArguments[] = {{"type", kKind<PrimitiveType>, "the element type"}};
constexpr HloOpcode kConstantOps[] = {HloOpcode::kConstant};

template <XlaOp (*kConstant)(XlaBuilder*, PrimitiveType)>
BuilderDef ConstantRow(std::string_view name, std::string_view doc, std::string_view example) {
  return {name,
          0,
          "values of types",
          kConstantOps,
          kTypeArguments,
          {},
          [](XlaBuilder* builder, Arguments a) {
            return kConstant(builder, a[0].Get<PrimitiveType>());
          },
          doc,
          "XLA, client library, constants",
          example};
}

}  // namespace

Span<const BuilderDef> ConstantBuilderDefs() {
  static const BuilderDef kDefs[] = {
      ConstantRow<MinValue>(
          "MinValue",
          "Gives the least value of a type, -Infinity where it has that; of PRED, false.",
          "const y = b.minValue('F32');"),
      ConstantRow<MaxValue>(
          "MaxValue",
          "Gives the greatest value of a type, Infinity where it has that; of PRED, true.",
          "const y = b.maxValue('S8');"),
      ConstantRow<MinFiniteValue>("MinFiniteValue", "Gives the least finite value of a type.",
                                  "const y = b.minFiniteValue('F16');"),
      ConstantRow<MaxFiniteValue>("MaxFiniteValue", "Gives the greatest finite value of a type.",
                                  "const y = b.maxFiniteValue('BF16');"),
      ConstantRow<Epsilon>(
          "Epsilon", "Gives the difference between 1 and the next number of a floating-point type.",
          "const y = b.epsilon('F32');"),
      ConstantRow<MinPositiveNormalValue>(
          "MinPositiveNormalValue",
          "Gives the least positive number of a floating-point type that has a full mantissa.",
          "const y = b.minPositiveNormalValue('F32');"),
      ConstantRow<NanValue>("NanValue", "Gives NaN in a type that has it.",
                            "const y = b.nanValue('F64');"),
  };
  return kDefs;
}

}  // namespace hloom
