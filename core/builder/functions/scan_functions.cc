#include "builder/functions/scan_functions.h"

#include "base/str_cat.h"
#include "builder/argument_specs.h"
#include "builder/functions/function_util.h"
#include "builder/rules.h"
#include "ops/windows/scan.h"

namespace hloom {

namespace {

// Checks scan.b1. Inputs that do not have the dimension are left to scan.c2.
Status CheckSize(const XlaBuilder& builder, Span<const XlaOp> inputs, int64_t dimension,
                 int64_t given) {
  for (size_t i = 0; i < inputs.size(); ++i) {
    HLOOM_ASSIGN_OR_RETURN(const Shape* shape, builder.ShapeOf(inputs[i]));
    if (!shape->IsArray() || dimension < 0 || dimension >= shape->rank()) continue;
    const int64_t size = shape->dimensions(dimension);
    if (size == given) continue;
    return InvalidArgument(kScanB1)
        .Op("scan")
        .Say(MessageCat("`scan_dimension_size` is "_msg, given, ", input ", i, " is ",
                        shape->ToString()))
        .Detail(StrCat("along dimension ", dimension, " its size is ", size))
        .Help(MessageCat("leave `scan_dimension_size` out, or give "_msg, size))
        .At(builder.NextLocation(HloOpcode::kScan));
  }
  return OkStatus();
}

}  // namespace

XlaOp Scan(XlaBuilder* builder, Span<const XlaOp> inputs, Span<const XlaOp> inits,
           const XlaComputation& to_apply, int64_t scan_dimension,
           std::optional<int64_t> scan_dimension_size, bool is_reverse, TriState is_associative) {
  return InBuilder(builder, [&]() -> StatusOr<XlaOp> {
    if (scan_dimension_size) {
      HLOOM_RETURN_IF_ERROR(CheckSize(*builder, inputs, scan_dimension, *scan_dimension_size));
    }
    std::vector<XlaOp> operands = inputs.ToVector();
    operands.insert(operands.end(), inits.begin(), inits.end());
    return builder->AddInstruction(
        {.opcode = HloOpcode::kScan,
         .operands = std::move(operands),
         .attributes = MakeAttributes(ScanAttributes{
             {scan_dimension}, static_cast<int64_t>(inits.size()), is_reverse, is_associative}),
         .called_computations = {&to_apply}});
  });
}

namespace {

constexpr ArgumentSpec kScanArguments[] = {
    {"inputs", ArgumentKind::kOps, "M >= 1 arrays of one size along scan_dimension"},
    {"inits", ArgumentKind::kOps, "the carries of the first step, possibly none"},
    {"to_apply", ArgumentKind::kComputation,
     "(slices..., carries...) -> the tuple of the outputs of a step and the next carries; or a "
     "single array"},
    {"scan_dimension", kKind<int64_t>, "the dimension of the inputs along which to iterate"},
    {.name = "scan_dimension_size",
     .kind = kKind<int64_t>,
     .doc = "the size of the inputs along scan_dimension, if you want to state it",
     .required = false,
     .default_text = ""},
    AttributeArgument<bool>(ScanAttributes::kIsReverse),
    AttributeArgument<TriState>(ScanAttributes::kIsAssociative),
};
constexpr HloOpcode kScanOp[] = {HloOpcode::kScan};
constexpr Rule kScanRules[] = {kScanB1};

}  // namespace

Span<const BuilderDef> ScanBuilderDefs() {
  static const BuilderDef kDefs[] = {
      {.name = "Scan",
       .group = "computations",
       .lowers_to = kScanOp,
       .arguments = kScanArguments,
       .rules = kScanRules,
       .invoke = Invoke<Scan>,
       .doc = "Iterates along a dimension of the inputs, carrying values from step to step; the "
              "result is the tuple of the outputs of all steps, along that dimension, and the last "
              "carries. At least one input is required, even if scan_dimension_size is given.",
       .source = "Operation Semantics, Scan",
       .example = "const step = new XlaBuilder('running_sum');\n"
                  "const next = step.add(step.parameter(0, f32(), 'value'), step.parameter(1, "
                  "f32(), 'sum'));\n"
                  "step.tuple([next, next]);\n"
                  "const y = b.scan([v], [b.constant(0)], step.build(), 0, { isReverse: true });"},
  };
  return kDefs;
}

}  // namespace hloom
