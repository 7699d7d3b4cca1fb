// dot: multiplies elements of two arrays and sums the products over contracting dimensions.
#include "ops/contractions/dot.h"

#include "ops/contractions/dot_shapes.h"
#include "ops/infer_util.h"
#include "ops/rules.h"

namespace hloom {

namespace {

constexpr OperandSpec kDotOperands[] = {
    {"lhs", "an array"},
    {"rhs", "an array"},
    {"further",
     "indices of a sparse operand, or scales and zero points of a scaled one; only HLO text and "
     "protocol buffers have them"},
};

// The numbers up to 13 are those of StableHLO's constraints; C12 is the inference of the result's
// shape.
constexpr Rule kDotC1 = {"dot.c1", "lhs and rhs have the same number of batch dimensions"};
constexpr Rule kDotC2 = {"dot.c2", "lhs and rhs have the same number of contracting dimensions"};
constexpr Rule kDotC3 = {"dot.c3", "no dimension of lhs is named twice"};
constexpr Rule kDotC4 = {"dot.c4", "no dimension of rhs is named twice"};
constexpr Rule kDotC5 = {"dot.c5", "each of lhs_batch_dimensions is a dimension of lhs"};
constexpr Rule kDotC6 = {"dot.c6", "each of lhs_contracting_dimensions is a dimension of lhs"};
constexpr Rule kDotC7 = {"dot.c7", "each of rhs_batch_dimensions is a dimension of rhs"};
constexpr Rule kDotC8 = {"dot.c8", "each of rhs_contracting_dimensions is a dimension of rhs"};
constexpr Rule kDotC9 = {"dot.c9", "paired batch dimensions have the same size"};
constexpr Rule kDotC11 = {
    "dot.c11", "operand_precision has an entry for each operand, or only default entries"};
constexpr Rule kDotC13 = {
    "dot.c13",
    "the result's element type is not of a lesser kind than the higher one of the operands' (PRED, "
    "integers, floats, complex numbers); texts and bytes may ask for integers of floats"};
constexpr Rule kDotC14 = {"dot.c14", "no operand is packed_nibble"};
constexpr Rule kDotC15 = {
    "dot.c15",
    "operands after lhs and rhs are named once each, by idx of sparsity_config or scale_idx or "
    "zero_idx of block_scaling_config, and have the rank of what they belong to; indices are "
    "integers; num_non_zero is at most block_size, and divides the size of the dimension; strides "
    "and steps have a positive number for each dimension"};
constexpr Rule kContractionsDotRules[] = {kDotC1,  kDotC2,  kDotC3,  kDotC4,  kDotC5,
                                          kDotC6,  kDotC7,  kDotC8,  kDotC9,  kDotC10,
                                          kDotC11, kDotC13, kDotC14, kDotC15, kDotC16};
constexpr DotRules kDotRules = {
    .batch_count = kDotC1,
    .contracting_count = kDotC2,
    .lhs_once = kDotC3,
    .rhs_once = kDotC4,
    .lhs_batch_range = kDotC5,
    .lhs_contracting_range = kDotC6,
    .rhs_batch_range = kDotC7,
    .rhs_contracting_range = kDotC8,
    .batch_sizes = kDotC9,
    .contracting_sizes = kDotC10,
    .types = {.precision_count = kDotC11, .packed_nibble = kDotC14, .result_type = kDotC13},
};

// Returns true for a product like s32[] dot(bf16[4] x, bf16[4] y).
bool AsksForIntegersOfFloats(const Shape& lhs, const Shape& rhs, const Shape* given) {
  if (given == nullptr || !given->IsArray() || !IsIntegralType(given->element_type())) return false;
  const auto is_real = [](const Shape& shape) { return !IsComplexType(shape.element_type()); };
  return is_real(lhs) && is_real(rhs);
}

// Only the element type of the given shape counts: it is the preferred one.
StatusOr<Shape> InferDot(const InferContext& context) {
  HLOOM_RETURN_IF_ERROR(ExpectArrays(context));
  const auto& attributes = context.attrs<DotAttributes>();
  HLOOM_ASSIGN_OR_RETURN(const DenseOperands dense,
                         CheckFurtherOperands(kDotC15, attributes.further, context));
  const Shape& lhs = dense.lhs;
  const Shape& rhs = dense.rhs;
  const DotDimensionNumbers& numbers = attributes.dimension_numbers;
  HLOOM_RETURN_IF_ERROR(CheckDotDimensions(kDotRules, numbers, lhs, rhs));
  HLOOM_RETURN_IF_ERROR(
      CheckPrecision(kDotRules.types, attributes.precision_config, context.operands.size()));
  if (AsksForIntegersOfFloats(lhs, rhs, context.given_shape)) {
    return DotShape(context.given_shape->element_type(), ProductDimensions(numbers, lhs, rhs));
  }
  HLOOM_ASSIGN_OR_RETURN(const PrimitiveType type,
                         ProductElementType(kDotRules.types, lhs, rhs, context.given_shape));
  return DotShape(type, ProductDimensions(numbers, lhs, rhs));
}

}  // namespace

Status CheckDotElementType(const Shape& lhs, const Shape& rhs, PrimitiveType preferred) {
  const Shape scalar = ShapeUtil::MakeScalarShape(preferred);
  return ProductElementType(kDotRules.types, lhs, rhs, &scalar).status();
}

constexpr OpDef kDotDef = {
    .opcode = HloOpcode::kDot,
    .name = "dot",
    .operands = kDotOperands,
    .min_operands = 2,
    .max_operands = kMostProductOperands,
    .types = TypeSet::kArray,
    .make_attributes = MakeDefaultAttributes<DotAttributes>,
    .rules = kContractionsDotRules,
    .infer_shape = InferDot,
    .traits = {.shape_may_be_given = true},
    .doc =
        "Multiplies elements of two arrays and sums the products over the contracting dimensions: "
        "each contracting dimension of lhs is paired with one of rhs. Batch dimensions of both are "
        "paired and kept. The dimensions of the result are the batch dimensions, then the "
        "remaining dimensions of lhs, then those of rhs. For f32[5,2,3] and f32[5,3,4], "
        "lhs_batch_dims={0}, lhs_contracting_dims={2}, rhs_batch_dims={0} and "
        "rhs_contracting_dims={1} give f32[5,2,4] with result[b,i,j] = sum over k of lhs[b,i,k] * "
        "rhs[b,k,j]. Without contracting dimensions nothing is summed: the result has the product "
        "of every pair of elements. The element types may differ: the result has the higher one, "
        "in XLA's order, or the type of its written shape. Operands are converted to it, floats to "
        "integers as by ConvertElementType, and integers wrap. Floats are multiplied and summed in "
        "F32 or wider and rounded once; XLA's evaluator rounds operands to a narrower result "
        "first. PRED is an or of ands. operand_precision and algorithm are hints to back ends and "
        "never change a result. In a dynamic dimension the live size counts.",
    .source = "Operation Semantics, DotGeneral",
};

}  // namespace hloom
