#include "ops/control/aliasing.h"

#include "base/str_cat.h"

namespace hloom {

namespace {

// The part at the index; null if there is none. The recursion is as deep as the index.
const Shape* PartAt(const Shape& shape, Span<const int64_t> index) {
  const Shape* part = &shape;
  for (int64_t i : index) {
    if (!part->IsTuple() || i < 0 || static_cast<size_t>(i) >= part->tuple_shapes().size()) {
      return nullptr;
    }
    part = &part->tuple_shapes()[static_cast<size_t>(i)];
  }
  return part;
}

}  // namespace

Status ExpectAliases(const Rule& rule, const InferContext& context, const Shape& result,
                     const OutputOperandAliasing& aliasing, bool ignore_buffers) {
  const auto same = [&](const Shape& from, const Shape& to) {
    const auto held = [&](const Shape& part) -> const Shape& {
      return ignore_buffers && part.IsBuffer() ? part.buffer_shape() : part;
    };
    return ShapeUtil::Compatible(held(from), held(to));
  };
  for (const OutputOperandAlias& alias : aliasing) {
    const auto operand = static_cast<size_t>(alias.operand);
    const bool is_there = alias.operand >= 0 && operand < context.operands.size();
    const Shape* from = is_there ? PartAt(context.operand(operand), alias.operand_index) : nullptr;
    const Shape* to = PartAt(result, alias.output_index);
    if (from != nullptr && to != nullptr && same(*from, *to)) continue;
    return InvalidArgument(rule)
        .Say(MessageCat("`output_to_operand_aliasing` lets part "_msg,
                        DimensionList(alias.output_index), " of the result share memory with part ",
                        DimensionList(alias.operand_index), " of operand ", alias.operand))
        .Detail(StrCat("the result's part is ",
                       to == nullptr ? std::string("missing") : to->ToString(), ", the operand's ",
                       from == nullptr ? std::string("missing") : from->ToString()))
        .Help("both parts must exist, and have the same shape");
  }
  return OkStatus();
}

}  // namespace hloom
