// iota: values that count along one dimension.
#include "ops/iota.h"

#include "literal/convert.h"
#include "literal/padding.h"
#include "literal/strided.h"
#include "ops/infer_util.h"
#include "shape/index_util.h"

namespace hloom {

namespace {

constexpr Rule kRules[] = {
    {"iota.c1", "the shape is an array of an integer, floating-point or complex type, not PRED"},
    {"iota.c2", "the shape is not a scalar"},
    {"iota.c3", "iota_dimension is a dimension of the shape"},
};

StatusOr<Shape> InferIota(const InferContext& context) {
  const Shape& shape = *context.given_shape;
  if (!TypeSetContains(TypeSet::kArithmetic, shape.element_type())) {  // iota.c1
    return InvalidArgument("iota.c1")
        .Say(StrCat("cannot count in ", shape.ToString()))
        .Help("use an integer, floating-point or complex element type");
  }
  if (shape.rank() == 0) {  // iota.c2
    return InvalidArgument("iota.c2")
        .Say(StrCat("cannot count along a scalar, ", shape.ToString()))
        .Help("a scalar has no dimension; use the constant 0, or a shape of rank 1 and size 1");
  }
  const int64_t dimension = context.attrs<IotaAttributes>().iota_dimension;
  if (dimension < 0 || dimension >= shape.rank()) {  // iota.c3
    return InvalidArgument("iota.c3")
        .Say(StrCat(shape.ToString(), " has no dimension ", dimension))
        .Help(StrCat("iota_dimension must be in 0..", shape.rank() - 1));
  }
  return GivenShape(context, ShapeUtil::MakeStaticShape(shape));
}

// s32[4,8] along dimension 0: seen as [before, size, after] = [1, 4, 8] in memory order, each value
// k of `size` fills a run of `after` elements.
template <typename T>
void Fill(T* out, const T* values, int64_t count, int64_t size, int64_t after) {
  const T* const end = out + count;
  while (out < end) {
    for (int64_t k = 0; k < size && out < end; ++k) {
      for (int64_t i = 0; i < after; ++i) *out++ = values[k];
    }
  }
}

// The values 0 .. size-1, converted once; the array repeats them.
StatusOr<Literal> EvaluateIota(EvalContext& context, const HloInstruction& instruction, Operands) {
  const Shape& shape = instruction.shape();
  HLOOM_ASSIGN_OR_RETURN(Literal result,
                         Literal::Create(instruction.shape_ptr(), context.ledger()));
  if (result.size_bytes() == 0) return result;
  const int64_t dimension = instruction.attributes<IotaAttributes>().iota_dimension;
  // Padding lies in memory too, and counts on.
  const Span<const int64_t> padded = shape.layout().padded_dimensions();
  const int64_t size =
      padded.empty() ? shape.dimensions(dimension) : padded[static_cast<size_t>(dimension)];
  HLOOM_ASSIGN_OR_RETURN(Literal count,
                         Literal::Create(ShapeUtil::MakeShape(S64, {size}), context.ledger()));
  for (int64_t k = 0; k < size; ++k) count.mutable_data<int64_t>()[k] = k;
  HLOOM_ASSIGN_OR_RETURN(const Literal values,
                         ConvertElements(count, shape.element_type(), context.ledger()));
  const int64_t width = ByteWidth(shape.element_type());
  const int64_t after = IndexUtil::Strides(shape)[static_cast<size_t>(dimension)];
  DispatchWidth(width, [&]<typename T>() {
    Fill(result.mutable_data<T>(), values.data<T>(), result.size_bytes() / width, size, after);
  });
  FillPadding(shape, result.mutable_data<std::byte>());
  return result;
}

}  // namespace

extern const OpDef kIotaDef;
constexpr OpDef kIotaDef = {
    .opcode = HloOpcode::kIota,
    .name = "iota",
    .make_attributes = MakeDefaultAttributes<IotaAttributes>,
    .rules = kRules,
    .infer_shape = InferIota,
    .evaluate = EvaluateIota,
    .traits = {.shape_given = true},
    .doc =
        "An array whose element at an index is that index's entry for iota_dimension: from 0, by "
        "one. For floats, the "
        "integers converted.",
    .source = "Operation Semantics, Iota",
};

}  // namespace hloom
