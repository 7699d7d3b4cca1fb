// Parts of literals: a box of an array's elements, an element of nested tuples.
#include "base/str_cat.h"
#include "kernels/copy.h"
#include "literal/literal.h"
#include "literal/rules.h"
#include "shape/index_util.h"

namespace hloom {

namespace {

Status CheckBox(const Shape& shape, Span<const int64_t> starts, Span<const int64_t> limits) {
  const size_t rank = static_cast<size_t>(shape.rank());
  if (!shape.IsArray() || starts.size() != rank || limits.size() != rank) {
    return InvalidArgument(kLiteralC6)
        .Say(MessageCat(WithValue("starts", starts), ", ", WithValue("limits", limits),
                        " do not fit ", shape.ToString()))
        .Operand(shape)
        .Help("give an array, and one start and one limit for each of its dimensions");
  }
  for (size_t i = 0; i < rank; ++i) {
    if (0 <= starts[i] && starts[i] <= limits[i] && limits[i] <= shape.dimensions()[i]) continue;
    return InvalidArgument(kLiteralC6)
        .Say(StrCat("elements ", starts[i], " up to ", limits[i], " of dimension ", i, " of ",
                    shape.ToString(), " were asked for"))
        .Operand(shape)
        .Help(StrCat("0 <= start <= limit <= ", shape.dimensions()[i]));
  }
  return OkStatus();
}

}  // namespace

StatusOr<Literal> Literal::Slice(Span<const int64_t> starts, Span<const int64_t> limits,
                                 LedgerPtr ledger) const {
  HLOOM_RETURN_IF_ERROR(CheckBox(shape(), starts, limits));
  std::vector<int64_t> sizes;
  for (size_t i = 0; i < starts.size(); ++i) sizes.push_back(limits[i] - starts[i]);
  const Shape result_shape = ShapeUtil::MakeShapeWithLayout(shape().element_type(), sizes,
                                                            shape().layout().minor_to_major());
  HLOOM_ASSIGN_OR_RETURN(Literal result, Create(result_shape, std::move(ledger)));
  if (result.element_count() == 0) return result;  // a start may be at the end, past all memory
  const int64_t width = ByteWidth(shape().element_type());
  StridedCopy(sizes, result.mutable_data<std::byte>(), IndexUtil::Strides(result_shape),
              data<std::byte>() + LinearIndex(starts) * width, IndexUtil::Strides(shape()), width);
  return result;
}

StatusOr<Literal> Literal::SubLiteral(ShapeIndexView index) const {
  HLOOM_RETURN_IF_ERROR(ShapeUtil::TryGetSubshape(shape(), index).status());
  const Literal* at = this;
  for (int64_t i : index) at = &at->elements()[static_cast<size_t>(i)];
  return *at;
}

}  // namespace hloom
