// sort: sorts the rows of arrays in step, by any comparator.
#include "ops/sorting/sort.h"

#include "ops/infer_util.h"
#include "ops/mixed_precision.h"

namespace hloom {

namespace {

constexpr OperandSpec kSortOperands[] = {
    {"operands", "N arrays of the same dimension sizes, of any element types"},
};
constexpr RegionSpec kRegions[] = {{"to_apply"}};
constexpr Rule kSortC1 = {"sort.c1", "all operands have the same dimension sizes"};
constexpr Rule kSortC2 = {"sort.c2", "dimensions names one dimension of the operands"};
constexpr Rule kSortC3 = {"sort.c3",
                          "the comparator is (T_0, T_0, T_1, T_1, ..., T_N-1, T_N-1) -> PRED: two "
                          "scalars of each operand's element type"};
constexpr Rule kSortRules[] = {kSortC1, kSortC2, kSortC3};

Status CheckDimension(const Shape& shape, const std::vector<int64_t>& dimensions) {
  const bool one = dimensions.size() == 1;
  if (one && dimensions[0] >= 0 && dimensions[0] < shape.rank()) return OkStatus();
  return InvalidArgument(kSortC2)
      .Say(one ? StrCat(shape.ToString(), " has no dimension ", dimensions[0], " to sort along")
               : MessageCat(WithValue("dimensions", dimensions), " is not one dimension"))
      .Help(shape.rank() == 0 ? std::string("a scalar has no dimensions to sort along")
                              : StrCat("name one of 0..", shape.rank() - 1, "; the last one is ",
                                       shape.rank() - 1));
}

StatusOr<Shape> InferSort(const InferContext& context) {
  HLOOM_RETURN_IF_ERROR(ExpectArrays(context));
  HLOOM_RETURN_IF_ERROR(ExpectRegions(context, 1));
  const Shape& lead = context.operand(0);
  std::vector<Shape> results;
  std::vector<Shape> parameters;
  for (size_t i = 0; i < context.operands.size(); ++i) {
    const Shape& operand = context.operand(i);
    if (!ShapeUtil::SameDimensions(operand, lead)) {
      return InvalidArgument(kSortC1)
          .Say(
              StrCat("operand ", i, " is ", operand.ToString(), ", operand 0 is ", lead.ToString()))
          .Help("all operands are put into one order and need the same dimension sizes");
    }
    parameters.insert(parameters.end(), 2, ShapeUtil::MakeScalarShape(operand.element_type()));
    results.push_back(operand);
    results.back().set_layout(Layout(operand.layout().minor_to_major().ToVector()));
  }
  HLOOM_RETURN_IF_ERROR(CheckDimension(lead, context.attrs<SortAttributes>().dimensions));
  HLOOM_RETURN_IF_ERROR(ExpectSignature(kSortC3, "comparator", *context.called_computations[0],
                                        parameters, ShapeUtil::MakeScalarShape(PRED)));
  Shape merged = lead;
  for (const Shape* operand : context.operands) MergeDynamicDimensions(*operand, &merged);
  for (Shape& result : results) MergeDynamicDimensions(merged, &result);
  return results.size() == 1 ? results[0] : Shape(std::move(results));
}

}  // namespace

constexpr OpDef kSortDef = {
    .opcode = HloOpcode::kSort,
    .name = "sort",
    .operands = kSortOperands,
    .min_operands = 1,
    .max_operands = -1,
    .make_attributes = MakeDefaultAttributes<SortAttributes>,
    .regions = kRegions,
    .rules = kSortRules,
    .imply_converts = AdaptComparator,
    .infer_shape = InferSort,
    .traits = {.applies = true},
    .doc =
        "Sorts N arrays in step along one dimension; the result is the tuple of the sorted arrays "
        "(the array itself when N is 1). An element moves before an earlier one exactly if "
        "comparator(a_later, a_earlier, b_later, b_earlier, ...) is true: elements that compare "
        "equal keep their order, even without is_stable. With an inconsistent comparator, such as "
        "< among NaNs, the result is some order of the same elements.",
    .source = "Operation Semantics, Sort",
};

}  // namespace hloom
