#include "builder/functions/scan_functions.h"

#include "base/str_cat.h"
#include "builder/functions/function_util.h"
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
    return InvalidArgument("scan.b1")
        .Op("scan")
        .Say(StrCat("scan_dimension_size is ", given, ", input ", i, " is ", shape->ToString()))
        .Detail(StrCat("along dimension ", dimension, " its size is ", size))
        .Help(StrCat("leave scan_dimension_size out, or give ", size))
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

}  // namespace hloom
