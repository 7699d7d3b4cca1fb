// Rows of the client library's scalars that each element type has.
#include "builder/defs/argument_specs.h"
#include "builder/lib/constants.h"

namespace hloom {

Span<const Rule> FullRules();

namespace {

constexpr std::string_view kValuesOfTypes = "values of types";
constexpr std::string_view kValuesSource = "XLA, client library, constants";

constexpr ArgumentSpec kTypeArguments[] = {{"type", kKind<PrimitiveType>, "the element type"}};
constexpr ArgumentSpec kOfTypeArguments[] = {
    kTypeArguments[0], OrNumber("type", {"value", kKind<Literal>,
                                         "a number, or a scalar literal, that the type has; "
                                         "floats are rounded"})};
constexpr ArgumentSpec kScalarLikeArguments[] = {
    {"prototype", ArgumentKind::kOp, "the array whose element type the scalar has"},
    OrNumber("prototype", {"value", kKind<Literal>,
                           "a number, or a scalar literal, that the type has; floats are "
                           "rounded"})};
constexpr HloOpcode kConstantOps[] = {HloOpcode::kConstant};

template <XlaOp (*kConstant)(XlaBuilder*, PrimitiveType)>
BuilderDef ConstantRow(std::string_view name, std::string_view doc, std::string_view example) {
  return {name,
          0,
          kValuesOfTypes,
          kConstantOps,
          kTypeArguments,
          {},
          [](XlaBuilder* builder, Arguments a) {
            return kConstant(builder, a[0].Get<PrimitiveType>());
          },
          doc,
          kValuesSource,
          example};
}

}  // namespace

Span<const BuilderDef> ConstantBuilderDefs() {
  static const BuilderDef kDefs[] = {
      ConstantRow<Zero>("Zero", "Gives the zero of a type; of PRED, false.",
                        "const y = b.zero('S32');"),
      ConstantRow<One>("One", "Gives the one of a type; of PRED, true.", "const y = b.one('C64');"),
      {"ConstantR0WithType", 0, kValuesOfTypes, kConstantOps, kOfTypeArguments, FullRules(),
       [](XlaBuilder* builder, Arguments a) {
         return ConstantR0WithType(builder, a[0].Get<PrimitiveType>(), a[1].Get<Literal>());
       },
       "Gives a number as a scalar of a type.", kValuesSource,
       "const y = b.constantR0WithType('BF16', 0.1);"},
      {"ScalarLike", 0, kValuesOfTypes, kConstantOps, kScalarLikeArguments, FullRules(),
       [](XlaBuilder*, Arguments a) { return ScalarLike(a[0].op, a[1].Get<Literal>()); },
       "Gives a number as a scalar of an array's element type.", kValuesSource,
       "const y = b.add(x, b.scalarLike(x, 0.5));"},
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
