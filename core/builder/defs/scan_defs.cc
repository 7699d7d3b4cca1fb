// Row of Scan.
#include "builder/defs/argument_specs.h"
#include "ops/windows/scan.h"

namespace hloom {

namespace {

constexpr ArgumentSpec kScanArguments[] = {
    {"inputs", ArgumentKind::kOps, "M >= 1 arrays of one size along scan_dimension"},
    {"inits", ArgumentKind::kOps, "arrays that are carried into the first step, possibly none"},
    {"to_apply", ArgumentKind::kComputation,
     "(slices..., carries...) -> the tuple of the outputs of a step and the next carries; or a "
     "single array"},
    {"scan_dimension", kKind<int64_t>, "the dimension of the inputs along which to go"},
    {.name = "scan_dimension_size",
     .kind = kKind<int64_t>,
     .doc = "the size of the inputs along scan_dimension, where you want to state it",
     .required = false,
     .default_text = ""},
    AttributeArgument<bool>(ScanAttributes::kIsReverse),
    AttributeArgument<TriState>(ScanAttributes::kIsAssociative),
};
constexpr HloOpcode kScanOp[] = {HloOpcode::kScan};
constexpr Rule kScanRules[] = {
    {"scan.b1",
     "scan_dimension_size, where it is given, is the size of the inputs along scan_dimension"}};

}  // namespace

Span<const BuilderDef> ScanBuilderDefs() {
  static const BuilderDef kDefs[] = {
      {"Scan", 0, "computations", kScanOp, kScanArguments, kScanRules,
       [](XlaBuilder* builder, Arguments a) {
         const auto size =
             a[4].given ? std::optional<int64_t>(a[4].Get<int64_t>()) : std::optional<int64_t>();
         return Scan(builder, a[0].ops, a[1].ops, a[2].computation(), a[3].Get<int64_t>(), size,
                     a[5].Get<bool>(), a[6].Get<TriState>());
       },
       "Goes along a dimension of the inputs, carrying values from step to step; the result is the "
       "tuple of the outputs of all steps, along that dimension, and the last carries. At least "
       "one input is needed, also where scan_dimension_size is given.",
       "Operation Semantics, Scan",
       "const step = new XlaBuilder('running_sum');\n"
       "const next = step.add(step.parameter(0, f32(), 'value'), step.parameter(1, f32(), "
       "'sum'));\n"
       "step.tuple([next, next]);\n"
       "const y = b.scan([v], [b.constant(0)], step.build(), 0, { isReverse: true });"},
  };
  return kDefs;
}

}  // namespace hloom
