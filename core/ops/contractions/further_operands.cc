#include "ops/contractions/further_operands.h"

#include <algorithm>

#include "base/math_util.h"
#include "base/str_cat.h"
#include "shape/shape_util.h"

namespace hloom {

namespace {

constexpr size_t kFactors = 2;

// Finds errors of the operands after lhs and rhs.
class FurtherOperandChecker {
 public:
  explicit FurtherOperandChecker(const InferContext& context)
      : context_(context), named_(context.operands.size(), false) {}

  // The side is `name`, and its operand has the shape `shape`.
  void CheckSparse(std::string_view name, const TensorSparsity& sparsity, const Shape& shape) {
    if (sparsity.num_non_zero < 1 || sparsity.num_non_zero > sparsity.block_size) {
      return Find(name, " has sparsity=", sparsity.num_non_zero, "x", sparsity.block_size);
    }
    if (sparsity.stride < 1) return Find(name, " has stride=", sparsity.stride);
    if (sparsity.dimension < 0 || sparsity.dimension >= shape.rank()) {
      return Find(name, " ", shape.ToString(), " has no dimension ", sparsity.dimension);
    }
    if (shape.dimensions(sparsity.dimension) % sparsity.num_non_zero != 0) {
      return Find("dimension ", sparsity.dimension, " of ", name, " ", shape.ToString(),
                  " is not divisible by ", sparsity.num_non_zero);
    }
    const Shape* indices = Name(name, "idx", sparsity.idx, shape);
    if (indices != nullptr && !IsIntegralType(indices->element_type())) {
      Find("operand ", sparsity.idx, ", ", indices->ToString(), ", has no indices of ", name);
    }
  }

  void CheckScaled(std::string_view name, const TensorBlockScaling& scaling, const Shape& shape) {
    for (const std::vector<int64_t>* numbers : {&scaling.strides, &scaling.steps}) {
      const bool right =
          numbers->empty() ||
          (static_cast<int64_t>(numbers->size()) == shape.rank() &&
           std::all_of(numbers->begin(), numbers->end(), [](int64_t n) { return n >= 1; }));
      if (right) continue;
      return Find(name, " ", shape.ToString(), " has ",
                  numbers == &scaling.strides ? "strides=" : "steps=",
                  StrJoin(Span<const int64_t>(*numbers), "x"));
    }
    Name(name, "scale_idx", scaling.scale_idx, shape);
    if (scaling.zero_idx) Name(name, "zero_idx", *scaling.zero_idx, shape);
  }

  // Empty if there is no error.
  std::string Fault() {
    for (size_t i = kFactors; i < named_.size(); ++i) {
      if (!named_[i]) Find("no field names operand ", i);
    }
    return fault_;
  }

 private:
  template <typename... Parts>
  void Find(const Parts&... parts) {
    if (fault_.empty()) fault_ = StrCat(parts...);
  }

  // The operand that the field `field` of a side names; null if the field is wrong.
  const Shape* Name(std::string_view side, std::string_view field, int64_t number,
                    const Shape& shape) {
    const bool is_there =
        number >= static_cast<int64_t>(kFactors) && number < static_cast<int64_t>(named_.size());
    if (!is_there || named_[static_cast<size_t>(number)]) {
      Find(side, " has ", field, "=", number,
           is_there ? ", which is named twice" : ", which is not a further operand");
      return nullptr;
    }
    named_[static_cast<size_t>(number)] = true;
    const Shape& operand = context_.operand(static_cast<size_t>(number));
    if (operand.rank() != shape.rank()) {
      Find("operand ", number, ", ", operand.ToString(), ", has another rank than ", side, " ",
           shape.ToString());
    }
    if (operand.is_dynamic() || shape.is_dynamic()) Find(side, " has dynamic dimensions");
    return &operand;
  }

  const InferContext& context_;
  std::vector<bool> named_;  // by the number of an operand
  std::string fault_;
};

// The shape without zeros left out; nullopt if it is too large.
std::optional<Shape> WithoutSparsity(const Shape& shape,
                                     const std::optional<TensorSparsity>& sparsity) {
  if (!sparsity) return shape;
  std::vector<int64_t> sizes = shape.dimensions().ToVector();
  int64_t& size = sizes[static_cast<size_t>(sparsity->dimension)];
  const auto dense = CheckedMultiply(size / sparsity->num_non_zero, sparsity->block_size);
  if (!dense) return std::nullopt;
  size = *dense;
  Shape result = ShapeUtil::MakeShape(shape.element_type(), sizes);
  if (!ShapeUtil::ValidateShape(result).ok()) return std::nullopt;
  return result;
}

}  // namespace

StatusOr<DenseOperands> CheckFurtherOperands(const Rule& rule, const FurtherOperands& further,
                                             const InferContext& context) {
  const Shape& lhs = context.operand(0);
  const Shape& rhs = context.operand(1);
  const SparsityConfig& sparsity = further.sparsity_config;
  const BlockScalingConfig& scaling = further.block_scaling_config;
  FurtherOperandChecker checker(context);
  if (sparsity.lhs) checker.CheckSparse("lhs", *sparsity.lhs, lhs);
  if (sparsity.rhs) checker.CheckSparse("rhs", *sparsity.rhs, rhs);
  if (scaling.lhs) checker.CheckScaled("lhs", *scaling.lhs, lhs);
  if (scaling.rhs) checker.CheckScaled("rhs", *scaling.rhs, rhs);
  std::string fault = checker.Fault();
  if (fault.empty()) {
    std::optional<Shape> dense_lhs = WithoutSparsity(lhs, sparsity.lhs);
    std::optional<Shape> dense_rhs = WithoutSparsity(rhs, sparsity.rhs);
    if (dense_lhs && dense_rhs) {
      return DenseOperands{*std::move(dense_lhs), *std::move(dense_rhs)};
    }
    fault = "an operand would be too large without zeros left out";
  }
  return InvalidArgument(rule)
      .Say(std::move(fault))
      .Help(
          "name each operand after lhs and rhs once: "
          "`sparsity_config={rhs={sparsity=2x4 dimension=0 stride=1 idx=2}}` for f32[64,8] in "
          "place "
          "of f32[128,8], `block_scaling_config={lhs={scale_idx=3 strides=1x32 steps=1x1}}`"_msg);
}

Status RunsPlain(const Rule& rule, const FurtherOperands& further) {
  const bool sparse = !further.sparsity_config.empty();
  if (!sparse && further.block_scaling_config.empty()) return OkStatus();
  return Unimplemented(rule)
      .Say(sparse ? StrCat("it has sparse operands, ", further.sparsity_config.ToString())
                  : StrCat("it has scaled operands, ", further.block_scaling_config.ToString()))
      .Detail("each back end has its own ways to lay out indices and blocks")
      .Help(sparse ? "make the operands dense, with zeros in their places"
                   : "use scaled-dot, or multiply the scales in");
}

}  // namespace hloom
