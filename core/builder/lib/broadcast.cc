#include "builder/lib/broadcast.h"

#include "base/str_cat.h"
#include "builder/lib/library_util.h"
#include "builder/rules.h"

namespace hloom {

namespace {

constexpr Rule kBroadcastToC1 = {"broadcast_to.c1",
                                 "the result has as many dimensions as the input, or more"};
constexpr Rule kBroadcastToC2 = {"broadcast_to.c2",
                                 "each size of the result is a multiple of the input's"};
constexpr Rule kBroadcastRules[] = {kBroadcastToC1, kBroadcastToC2};

// broadcast_to.c1, broadcast_to.c2
Status CheckSizes(const Shape& input, Span<const int64_t> sizes) {
  const int64_t before = static_cast<int64_t>(sizes.size()) - input.rank();
  const Message headline =
      MessageCat(input.ToString(), " does not become an array of sizes ", DimensionList(sizes));
  if (before < 0) {
    return InvalidArgument(kBroadcastToC1)
        .Op("broadcast_to")
        .Operand(input)
        .Say(headline)
        .Help(MessageCat("give ", input.rank(),
                         " sizes or more; `Reshape` drops dimensions of size 1"_msg));
  }
  for (int64_t d = 0; d < input.rank(); ++d) {
    const int64_t from = input.dimensions(d), to = sizes[static_cast<size_t>(before + d)];
    if (from == to || (from > 0 && to % from == 0)) continue;
    return InvalidArgument(kBroadcastToC2)
        .Op("broadcast_to")
        .Operand(input)
        .Say(headline)
        .Detail(StrCat("dimension ", d, " of ", input.ToString(), " has size ", from,
                       ", and in the result size ", to))
        .Help(
            "the last dimensions go along with those of the input; `BroadcastInDim` takes others"_msg);
  }
  return OkStatus();
}

}  // namespace

Span<const Rule> BroadcastToRules() { return kBroadcastRules; }

StatusOr<XlaOp> BroadcastTo(XlaOp input, Span<const int64_t> output_dims) {
  XlaBuilder* const builder = input.builder();
  if (builder == nullptr) {
    return InvalidArgument(kBuilderC3)
        .Op("broadcast_to")
        .Say("the input was never assigned")
        .Help("give an operation of a builder");
  }
  const XlaOp op = InBuilder(builder, [&]() -> StatusOr<XlaOp> {
    HLOOM_ASSIGN_OR_RETURN(const Shape shape,
                           ArrayShapeFor("broadcast_to", *builder, input, TypeSet::kArray, ""));
    HLOOM_RETURN_IF_ERROR(CheckSizes(shape, output_dims));
    // A repeated dimension gets a new dimension, the number of repetitions, before it.
    const int64_t before = static_cast<int64_t>(output_dims.size()) - shape.rank();
    std::vector<int64_t> sizes, dimensions;
    for (int64_t i = 0; i < static_cast<int64_t>(output_dims.size()); ++i) {
      const int64_t to = output_dims[static_cast<size_t>(i)];
      const int64_t from = i < before ? 1 : shape.dimensions(i - before);
      if (from != to && from != 1) sizes.push_back(to / from);
      if (i >= before) dimensions.push_back(static_cast<int64_t>(sizes.size()));
      sizes.push_back(from == 1 ? to : from);
    }
    const XlaOp repeated = BroadcastInDim(input, sizes, dimensions);
    return sizes.size() == output_dims.size() ? repeated : Reshape(repeated, output_dims);
  });
  HLOOM_RETURN_IF_ERROR(builder->GetCurrentStatus());
  return op;
}

}  // namespace hloom
