// ragged-dot: a product whose lhs is divided into groups.
#include "ops/contractions/ragged_dot.h"

#include <algorithm>

#include "ops/contractions/dot_shapes.h"
#include "ops/infer_util.h"

namespace hloom {

namespace {

using RaggedDotDims = std::vector<int64_t>;

constexpr OperandSpec kRaggedDotOperands[] = {
    {"lhs", "an array, one dimension of which is divided into groups"},
    {"rhs", "an array"},
    {"group_sizes", "an array of integers: its last dimension holds the sizes of the groups"},
};

constexpr Rule kRaggedDotC1 = {"ragged_dot.c1",
                               "lhs and rhs have the same number of batch dimensions"};
constexpr Rule kRaggedDotC2 = {"ragged_dot.c2",
                               "lhs and rhs have the same number of contracting dimensions"};
constexpr Rule kRaggedDotC3 = {"ragged_dot.c3", "no dimension of lhs is named twice"};
constexpr Rule kRaggedDotC4 = {"ragged_dot.c4", "no dimension of rhs is named twice"};
constexpr Rule kRaggedDotC5 = {"ragged_dot.c5",
                               "each of lhs_batch_dimensions is a dimension of lhs"};
constexpr Rule kRaggedDotC6 = {"ragged_dot.c6",
                               "each of lhs_contracting_dimensions is a dimension of lhs"};
constexpr Rule kRaggedDotC7 = {"ragged_dot.c7",
                               "each of rhs_batch_dimensions is a dimension of rhs"};
constexpr Rule kRaggedDotC8 = {"ragged_dot.c8",
                               "each of rhs_contracting_dimensions is a dimension of rhs"};
constexpr Rule kRaggedDotC9 = {"ragged_dot.c9", "paired batch dimensions have the same size"};
constexpr Rule kRaggedDotC10 = {"ragged_dot.c10",
                                "paired contracting dimensions have the same size"};
constexpr Rule kRaggedDotC11 = {
    "ragged_dot.c11",
    "operand_precision has an entry for lhs and one for rhs, or only default entries"};
constexpr Rule kRaggedDotC12 = {"ragged_dot.c12", "lhs_ragged_dimensions is one dimension of lhs"};
constexpr Rule kRaggedDotC13 = {"ragged_dot.c13",
                                "the result's element type is not of a lesser kind than the higher "
                                "one of lhs and rhs (PRED, integers, floats, complex numbers)"};
constexpr Rule kRaggedDotC14 = {"ragged_dot.c14", "no operand is packed_nibble"};
constexpr Rule kRaggedDotC15 = {"ragged_dot.c15",
                                "group_sizes are integers, for arrays of one dimension or more"};
constexpr Rule kRaggedDotC16 = {"ragged_dot.c16",
                                "group_sizes is [g], or [..., g] with the sizes of the dimensions "
                                "of lhs that group sizes may differ along"};
constexpr Rule kRaggedDotC17 = {
    "ragged_dot.c17",
    "rhs_group_dimensions is one dimension of rhs, neither batch nor contracting, if the ragged "
    "dimension is neither; otherwise there is none"};
constexpr Rule kRaggedDotC18 = {"ragged_dot.c18",
                                "the group dimension of rhs has an entry for each group"};
constexpr Rule kRaggedDotRules[] = {
    kRaggedDotC1,  kRaggedDotC2,  kRaggedDotC3,  kRaggedDotC4,  kRaggedDotC5,  kRaggedDotC6,
    kRaggedDotC7,  kRaggedDotC8,  kRaggedDotC9,  kRaggedDotC10, kRaggedDotC11, kRaggedDotC12,
    kRaggedDotC13, kRaggedDotC14, kRaggedDotC15, kRaggedDotC16, kRaggedDotC17, kRaggedDotC18};
constexpr DotRules kContractionsRaggedDotRules = {
    .batch_count = kRaggedDotC1,
    .contracting_count = kRaggedDotC2,
    .lhs_once = kRaggedDotC3,
    .rhs_once = kRaggedDotC4,
    .lhs_batch_range = kRaggedDotC5,
    .lhs_contracting_range = kRaggedDotC6,
    .rhs_batch_range = kRaggedDotC7,
    .rhs_contracting_range = kRaggedDotC8,
    .batch_sizes = kRaggedDotC9,
    .contracting_sizes = kRaggedDotC10,
    .types = {.precision_count = kRaggedDotC11,
              .packed_nibble = kRaggedDotC14,
              .result_type = kRaggedDotC13},
};

bool RaggedDotContains(const RaggedDotDims& dims, int64_t d) {
  return std::find(dims.begin(), dims.end(), d) != dims.end();
}

Status CheckRagged(const RaggedDotDims& ragged, const Shape& lhs) {
  const bool one = ragged.size() == 1;
  if (one && ragged[0] >= 0 && ragged[0] < lhs.rank()) return OkStatus();
  return InvalidArgument(kRaggedDotC12)
      .Say(one ? MessageCat(WithValue("lhs_ragged_dimensions", ragged), " names dimension ",
                            ragged[0], ", which lhs ", lhs.ToString(), " does not have")
               : MessageCat(WithValue("lhs_ragged_dimensions", ragged), " names ",
                            Count(static_cast<int64_t>(ragged.size()), "dimension")))
      .Help("name the one dimension of lhs that is divided into groups");
}

Status CheckGroupSizes(const RaggedDotDimensionNumbers& numbers, const Shape& lhs,
                       const Shape& group_sizes) {
  if (!IsIntegralType(group_sizes.element_type()) || group_sizes.rank() == 0) {
    return InvalidArgument(kRaggedDotC15)
        .Say(MessageCat("`group_sizes` is "_msg, group_sizes.ToString()))
        .Help("give a vector of integers, with the size of each group");
  }
  if (group_sizes.rank() == 1) return OkStatus();
  RaggedDotDims expected;
  for (const int64_t d : PrefixOf(numbers)) expected.push_back(lhs.dimensions(d));
  const RaggedDotDims given = group_sizes.dimensions().ToVector();
  if (RaggedDotDims(given.begin(), given.end() - 1) == expected) return OkStatus();
  const int64_t groups = given.back();
  const Message alone = DimensionList(Span<const int64_t>(&groups, 1));
  expected.push_back(groups);
  return InvalidArgument(kRaggedDotC16)
      .Say(MessageCat("`group_sizes` is "_msg, group_sizes.ToString(), " for lhs ", lhs.ToString(),
                      ", of which dimension ", numbers.lhs_ragged_dimensions()[0],
                      " is divided into groups"))
      .Help(expected.size() == 1 ? MessageCat("`group_sizes` has the sizes "_msg, alone)
                                 : MessageCat("`group_sizes` has the sizes "_msg,
                                              DimensionList(expected), ", or ", alone));
}

Status CheckGroupDimension(const RaggedDotDimensionNumbers& numbers, const Shape& rhs,
                           int64_t groups) {
  const RaggedDotDims& group = numbers.rhs_group_dimensions();
  const DotDimensionNumbers& dot = numbers.dot_dimension_numbers();
  const Message given = WithValue("rhs_group_dimensions", group);
  if (ModeOf(numbers) != RaggedMode::kKept) {
    if (group.empty()) return OkStatus();
    return InvalidArgument(kRaggedDotC17)
        .Say(MessageCat(
            given, ", and dimension ", numbers.lhs_ragged_dimensions()[0],
            " of lhs, which is divided into groups, is a batch or contracting dimension"))
        .Help("leave `rhs_group_dimensions` empty: rhs has no entries for groups then"_msg);
  }
  if (group.size() != 1 || group[0] < 0 || group[0] >= rhs.rank() ||
      RaggedDotContains(dot.rhs_batch_dimensions(), group[0]) ||
      RaggedDotContains(dot.rhs_contracting_dimensions(), group[0])) {
    return InvalidArgument(kRaggedDotC17)
        .Say(MessageCat(given, " for rhs ", rhs.ToString()))
        .Help(
            "name the one dimension of rhs, neither batch nor contracting, that has an entry for "
            "each group");
  }
  if (rhs.dimensions(group[0]) == groups) return OkStatus();
  return InvalidArgument(kRaggedDotC18)
      .Say(StrCat("dimension ", group[0], " of rhs ", rhs.ToString(), " has ",
                  rhs.dimensions(group[0]), " entries for ", Count(groups, "group")))
      .Help("rhs has an entry for each of the `group_sizes`"_msg);
}

StatusOr<Shape> InferRaggedDot(const InferContext& context) {
  HLOOM_RETURN_IF_ERROR(ExpectArrays(context));
  const Shape& lhs = context.operand(0);
  const Shape& rhs = context.operand(1);
  const Shape& group_sizes = context.operand(2);
  const auto& attributes = context.attrs<RaggedDotAttributes>();
  const RaggedDotDimensionNumbers& numbers = attributes.dimension_numbers;
  const DotDimensionNumbers& dot = numbers.dot_dimension_numbers();
  HLOOM_RETURN_IF_ERROR(CheckDotDimensions(kContractionsRaggedDotRules, dot, lhs, rhs));
  HLOOM_RETURN_IF_ERROR(
      CheckPrecision(kContractionsRaggedDotRules.types, attributes.precision_config, 2));
  HLOOM_RETURN_IF_ERROR(CheckRagged(numbers.lhs_ragged_dimensions(), lhs));
  HLOOM_RETURN_IF_ERROR(CheckGroupSizes(numbers, lhs, group_sizes));
  const int64_t last = group_sizes.rank() - 1;
  HLOOM_RETURN_IF_ERROR(CheckGroupDimension(numbers, rhs, group_sizes.dimensions(last)));
  HLOOM_ASSIGN_OR_RETURN(
      const PrimitiveType type,
      ProductElementType(kContractionsRaggedDotRules.types, lhs, rhs, context.given_shape));

  std::vector<DotDimension> dimensions;
  if (ModeOf(numbers) == RaggedMode::kContracting) {
    dimensions.push_back(DimensionOf(group_sizes, last));
  }
  for (const DotDimension& dimension : ProductDimensions(dot, lhs, rhs)) {
    dimensions.push_back(dimension);
  }
  if (ModeOf(numbers) == RaggedMode::kKept) {
    // The group dimension is one of the remaining ones of rhs, which come last.
    const RaggedDotDims kept =
        KeptDimensions(rhs.rank(), dot.rhs_batch_dimensions(), dot.rhs_contracting_dimensions());
    const auto group = std::find(kept.begin(), kept.end(), numbers.rhs_group_dimensions()[0]);
    dimensions.erase(dimensions.end() - (kept.end() - group));
  }
  return DotShape(type, dimensions);
}

}  // namespace

RaggedMode ModeOf(const RaggedDotDimensionNumbers& numbers) {
  const int64_t ragged = numbers.lhs_ragged_dimensions()[0];
  const DotDimensionNumbers& dot = numbers.dot_dimension_numbers();
  if (RaggedDotContains(dot.lhs_contracting_dimensions(), ragged)) return RaggedMode::kContracting;
  return RaggedDotContains(dot.lhs_batch_dimensions(), ragged) ? RaggedMode::kBatch
                                                               : RaggedMode::kKept;
}

RaggedDotDims PrefixOf(const RaggedDotDimensionNumbers& numbers) {
  const int64_t ragged = numbers.lhs_ragged_dimensions()[0];
  const DotDimensionNumbers& dot = numbers.dot_dimension_numbers();
  const RaggedDotDims& batch = dot.lhs_batch_dimensions();
  const RaggedDotDims& contracting = dot.lhs_contracting_dimensions();
  const auto before = [ragged](const RaggedDotDims& dims) {
    return RaggedDotDims(dims.begin(), std::find(dims.begin(), dims.end(), ragged));
  };
  RaggedDotDims prefix = before(batch);
  if (ModeOf(numbers) == RaggedMode::kBatch) return prefix;
  const RaggedDotDims others = ModeOf(numbers) == RaggedMode::kContracting
                                   ? before(contracting)
                                   : KeptDimensions(ragged, batch, contracting);
  prefix.insert(prefix.end(), others.begin(), others.end());
  return prefix;
}

constexpr OpDef kRaggedDotDef = {
    .opcode = HloOpcode::kRaggedDot,
    .name = "ragged-dot",
    .operands = kRaggedDotOperands,
    .min_operands = 3,
    .max_operands = 3,
    .types = TypeSet::kArray,
    .make_attributes = MakeDefaultAttributes<RaggedDotAttributes>,
    .rules = kRaggedDotRules,
    .infer_shape = InferRaggedDot,
    .traits = {.shape_may_be_given = true},
    .doc =
        "Multiplies as dot does, with one dimension of lhs divided into groups of consecutive "
        "entries: the first group_sizes[0] entries, the next group_sizes[1], and so on. The "
        "meaning of the groups depends on that ragged dimension. If it is neither a batch nor a "
        "contracting dimension, each group is multiplied by its own entry of rhs along "
        "rhs_group_dims: [m,k], [g,k,n] and [g] give [m,n], whose rows after the last group are 0. "
        "If it is a contracting dimension, each group is summed separately: [m,k], [k,n] and [g] "
        "give [g,m,n]. If it is a batch dimension, groups do not change the result. group_sizes "
        "may also vary along the batch dimensions and the dimensions of the same kind that come "
        "before the ragged one; it is [b,g] then. Groups end where the dimension ends, and a "
        "negative size counts as 0. The element types are those of dot. In a dynamic dimension the "
        "live size counts.",
    .source = "XLA, HloRaggedDotInstruction",
};

}  // namespace hloom
