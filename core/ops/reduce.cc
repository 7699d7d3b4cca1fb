// reduce: folds arrays along dimensions with a computation.
#include "ops/reduce.h"

#include <algorithm>

#include "literal/convert.h"
#include "literal/strided.h"
#include "ops/infer_util.h"
#include "ops/live_sizes.h"
#include "ops/poller.h"
#include "shape/index_util.h"

namespace hloom {

namespace {

constexpr OperandSpec kOperands[] = {
    {"operands", "N arrays of the same dimension sizes"},
    {"init_values", "N scalars of the arrays' element types"},
};
constexpr RegionSpec kRegions[] = {{"to_apply"}};
constexpr Rule kRules[] = {
    {"reduce.c1", "there are N >= 1 arrays and then N init values"},
    {"reduce.c2", "all arrays have the same dimension sizes"},
    {"reduce.c3", "each init value is a scalar of its array's element type"},
    {"reduce.c4", "each of dimensions is a dimension of the arrays"},
    {"reduce.c5", "no dimension is named twice"},
    {"reduce.c6",
     "the computation is (T_0, ..., T_N-1, T_0, ..., T_N-1) -> Collate(T_0, ..., T_N-1)"},
};

Status CheckOperands(const InferContext& context, size_t n) {
  const Shape& lead = context.operand(0);
  for (size_t i = 0; i < n; ++i) {
    const Shape& array = context.operand(i);
    const Shape& init = context.operand(n + i);
    if (!ShapeUtil::SameDimensions(array, lead)) {  // reduce.c2
      return InvalidArgument("reduce.c2")
          .Say(StrCat("array ", i, " is ", array.ToString(), ", array 0 is ", lead.ToString()))
          .Help("all arrays are reduced in step and need the same dimension sizes");
    }
    if (!ShapeUtil::IsScalarWithElementType(init, array.element_type())) {  // reduce.c3
      return InvalidArgument("reduce.c3")
          .Say(StrCat("init value ", i, " is ", init.ToString(), " for the array ",
                      array.ToString()))
          .Help(StrCat("it must be ", PrimitiveTypeText(array.element_type()), "[]"));
    }
  }
  return OkStatus();
}

Status CheckDimensions(const Shape& shape, Span<const int64_t> dimensions) {
  for (size_t i = 0; i < dimensions.size(); ++i) {
    if (dimensions[i] < 0 || dimensions[i] >= shape.rank()) {  // reduce.c4
      return InvalidArgument("reduce.c4")
          .Say(StrCat("dimensions=", Braced(dimensions), " names dimension ", dimensions[i],
                      ", which ", shape.ToString(), " does not have"))
          .Help(shape.rank() == 0 ? std::string("a scalar has no dimensions: use {}")
                                  : StrCat("its dimensions are 0..", shape.rank() - 1));
    }
    if (std::count(dimensions.begin(), dimensions.begin() + i, dimensions[i]) > 0) {  // reduce.c5
      return InvalidArgument("reduce.c5")
          .Say(StrCat("dimensions=", Braced(dimensions), " names dimension ", dimensions[i],
                      " twice"))
          .Help("name each dimension once");
    }
  }
  return OkStatus();
}

StatusOr<Shape> InferReduce(const InferContext& context) {
  HLOOM_RETURN_IF_ERROR(ExpectArrays(context));
  HLOOM_RETURN_IF_ERROR(ExpectRegions(context, 1));
  if (context.operands.size() % 2 != 0) {  // reduce.c1
    return InvalidArgument("reduce.c1")
        .Say(StrCat("takes as many init values as arrays, ", context.operands.size(),
                    " operands were given"))
        .Help("give one init value for each array");
  }
  const size_t n = context.operands.size() / 2;
  HLOOM_RETURN_IF_ERROR(CheckOperands(context, n));
  const Shape& lead = context.operand(0);
  const std::vector<int64_t>& dimensions = context.attrs<ReduceAttributes>().dimensions;
  HLOOM_RETURN_IF_ERROR(CheckDimensions(lead, dimensions));

  std::vector<int64_t> kept;
  std::vector<bool> dynamic;
  for (int64_t i = 0; i < lead.rank(); ++i) {
    if (std::find(dimensions.begin(), dimensions.end(), i) != dimensions.end()) continue;
    kept.push_back(lead.dimensions(i));
    dynamic.push_back(std::any_of(
        context.operands.begin(), context.operands.begin() + static_cast<std::ptrdiff_t>(n),
        [i](const Shape* array) { return array->is_dynamic_dimension(i); }));
  }
  std::vector<Shape> scalars;
  std::vector<Shape> results;
  for (size_t i = 0; i < n; ++i) {
    scalars.push_back(ShapeUtil::MakeScalarShape(context.operand(i).element_type()));
    results.push_back(ShapeUtil::MakeShape(context.operand(i).element_type(), kept, dynamic));
  }
  const Shape folded = n == 1 ? scalars[0] : Shape(scalars);
  std::vector<Shape> parameters = scalars;
  parameters.insert(parameters.end(), scalars.begin(), scalars.end());
  HLOOM_RETURN_IF_ERROR(ExpectSignature("reduce.c6", "reduction computation",
                                        *context.called_computations[0], parameters, folded));
  return n == 1 ? results[0] : Shape(std::move(results));
}

// Which elements fall together. For f32[4,2,3] reduced over {0}: kept sizes {2,3}, reduced sizes
// {4}.
struct Partition {
  std::vector<int64_t> kept_dimensions, reduced_dimensions;
  std::vector<int64_t> kept_sizes, reduced_sizes;

  Partition(const Shape& shape, Span<const int64_t> dimensions) {
    for (int64_t i = 0; i < shape.rank(); ++i) {
      const bool reduced = std::find(dimensions.begin(), dimensions.end(), i) != dimensions.end();
      (reduced ? reduced_dimensions : kept_dimensions).push_back(i);
      (reduced ? reduced_sizes : kept_sizes).push_back(shape.dimensions(i));
    }
  }
  // Unsigned: where another size is 0 the others may multiply to anything, and nobody asks.
  int64_t reduced_count() const {
    uint64_t count = 1;
    for (int64_t size : reduced_sizes) count *= static_cast<uint64_t>(size);
    return static_cast<int64_t>(count);
  }
};

// Results come in row-major order, whatever their layout is: a last step puts them into it.
ShapePtr RowMajor(const Shape& shape, PrimitiveType type) {
  return std::make_shared<const Shape>(ShapeUtil::MakeShape(type, shape.dimensions()));
}

// Walks offsets of the elements at given dimensions, in row-major order.
class OffsetWalk {
 public:
  OffsetWalk(const Shape& shape, Span<const int64_t> dimensions) {
    const std::vector<int64_t> strides = IndexUtil::Strides(shape);
    for (int64_t d : dimensions) {
      sizes_.push_back(shape.dimensions(d));
      strides_.push_back(strides[static_cast<size_t>(d)]);
    }
    index_.resize(sizes_.size());
  }
  int64_t offset() const { return offset_; }
  void Next() {
    for (size_t d = sizes_.size(); d-- > 0;) {
      offset_ += strides_[d];
      if (++index_[d] < sizes_[d]) return;
      offset_ -= strides_[d] * sizes_[d];
      index_[d] = 0;
    }
  }

 private:
  std::vector<int64_t> sizes_, strides_, index_;
  int64_t offset_ = 0;
};

// The operation that the computation is, when it is just f(accumulator, x) = op(accumulator, x) and
// op knows how to fold; else null.
const FoldKernel* RecognizeFold(const HloComputation& computation) {
  const HloInstruction& root = *computation.root();
  const auto& parameters = computation.parameters();
  if (parameters.size() != 2 || root.operands().size() != 2) return nullptr;
  const bool in_order = root.operand(0) == parameters[0] && root.operand(1) == parameters[1];
  const bool swapped = root.operand(0) == parameters[1] && root.operand(1) == parameters[0];
  const OpDef& def = GetOpDef(root.opcode());
  return in_order || (swapped && def.traits.commutative) ? def.fold : nullptr;
}

StatusOr<Literal> Fold(EvalContext& context, const FoldKernel& kernel, const Literal& array,
                       const Literal& init, const ShapePtr& result_shape,
                       const Partition& partition) {
  const PrimitiveType type = array.shape().element_type();
  const int64_t width = ByteWidth(type);
  HLOOM_ASSIGN_OR_RETURN(Literal result, Literal::Create(result_shape, context.ledger()));
  const int64_t results = ShapeUtil::ElementsIn(*result_shape);
  const int64_t reduced = partition.reduced_count();
  // The innermost reduced dimension is folded as one run.
  const Span<const int64_t> dimensions = partition.reduced_dimensions;
  const bool has_run = !dimensions.empty();
  const int64_t run = has_run ? array.shape().dimensions(dimensions.back()) : 1;
  const int64_t stride =
      has_run ? IndexUtil::Strides(array.shape())[static_cast<size_t>(dimensions.back())] : 1;
  const Span<const int64_t> outer =
      has_run ? dimensions.subspan(0, dimensions.size() - 1) : dimensions;
  OffsetWalk kept(array.shape(), partition.kept_dimensions);
  Poller poller(context);
  for (int64_t r = 0; r < results; ++r, kept.Next()) {
    FoldKernel::Accumulator accumulator;
    kernel.begin(type, init.data<std::byte>(), accumulator);
    OffsetWalk walk(array.shape(), outer);
    for (int64_t done = 0; done < reduced; done += run, walk.Next()) {
      kernel.fold(type, accumulator,
                  array.data<std::byte>() + (kept.offset() + walk.offset()) * width, stride, run);
      HLOOM_RETURN_IF_ERROR(poller.After(run));
    }
    // Results without an element to fold count too: there may be billions of them.
    HLOOM_RETURN_IF_ERROR(poller.After(1));
    kernel.end(type, accumulator, result.mutable_data<std::byte>() + r * width);
  }
  return result;
}

// A type that is not its own compute type: folded there, rounded once at the end.
StatusOr<Literal> FoldWidened(EvalContext& context, const FoldKernel& kernel,
                              const HloInstruction& instruction, Operands operands,
                              const Partition& partition) {
  const PrimitiveType compute = ComputeTypeOf(instruction.shape().element_type());
  HLOOM_ASSIGN_OR_RETURN(const Literal array,
                         ConvertElements(*operands[0], compute, context.ledger()));
  HLOOM_ASSIGN_OR_RETURN(const Literal init,
                         ConvertElements(*operands[1], compute, context.ledger()));
  const Shape& shape = instruction.shape();
  HLOOM_ASSIGN_OR_RETURN(const Literal result,
                         Fold(context, kernel, array, init, RowMajor(shape, compute), partition));
  return ConvertElements(result, shape.element_type(), context.ledger());
}

StatusOr<Literal> ScalarAt(EvalContext& context, const ShapePtr& shape, const Literal& array,
                           int64_t offset) {
  HLOOM_ASSIGN_OR_RETURN(Literal scalar, Literal::Create(shape, context.ledger()));
  const size_t width = static_cast<size_t>(ByteWidth(shape->element_type()));
  std::copy_n(array.data<std::byte>() + static_cast<size_t>(offset) * width, width,
              scalar.mutable_data<std::byte>());
  return scalar;
}

// Any computation, any number of arrays: applied in row-major order, rounding at each application.
class GeneralReduce {
 public:
  GeneralReduce(EvalContext& context, Operands operands, const Partition& partition)
      : context_(context), n_(operands.size() / 2), operands_(operands), partition_(partition) {}

  StatusOr<Literal> Run(const HloInstruction& instruction) {
    HLOOM_ASSIGN_OR_RETURN(caller_, context_.Prepare(*instruction.called_computation(0)));
    for (size_t i = 0; i < n_; ++i) {
      scalar_shapes_.push_back(operands_[n_ + i]->shape_ptr());
      const Shape& shape = n_ == 1 ? instruction.shape() : instruction.shape().tuple_shapes()[i];
      HLOOM_ASSIGN_OR_RETURN(Literal result, Literal::Create(RowMajor(shape, shape.element_type()),
                                                             context_.ledger()));
      results_.push_back(std::move(result));
    }
    std::vector<OffsetWalk> kept;
    for (size_t i = 0; i < n_; ++i) {
      kept.emplace_back(operands_[i]->shape(), partition_.kept_dimensions);
    }
    const int64_t count = results_[0].element_count();
    for (int64_t r = 0; r < count; ++r) {
      HLOOM_RETURN_IF_ERROR(ReduceOne(r, kept));
      for (OffsetWalk& walk : kept) walk.Next();
    }
    if (n_ == 1) return std::move(results_[0]);
    return Literal::MakeTuple(std::move(results_));
  }

 private:
  Status ReduceOne(int64_t r, const std::vector<OffsetWalk>& kept) {
    // Accumulators first, then this element's values: f(max, argmax, value, index).
    std::vector<Literal> arguments;
    std::vector<OffsetWalk> walks;
    for (size_t i = 0; i < n_; ++i) {
      arguments.push_back(*operands_[n_ + i]);
      walks.emplace_back(operands_[i]->shape(), partition_.reduced_dimensions);
    }
    arguments.resize(2 * n_);
    const int64_t count = partition_.reduced_count();
    for (int64_t e = 0; e < count; ++e) {
      for (size_t i = 0; i < n_; ++i) {
        HLOOM_ASSIGN_OR_RETURN(arguments[n_ + i],
                               ScalarAt(context_, scalar_shapes_[i], *operands_[i],
                                        kept[i].offset() + walks[i].offset()));
        walks[i].Next();
      }
      HLOOM_ASSIGN_OR_RETURN(Literal folded, caller_->Call(arguments));
      for (size_t i = 0; i < n_; ++i) arguments[i] = n_ == 1 ? folded : folded.elements()[i];
    }
    for (size_t i = 0; i < n_; ++i) {
      const size_t width = static_cast<size_t>(arguments[i].size_bytes());
      std::copy_n(arguments[i].data<std::byte>(), width,
                  results_[i].mutable_data<std::byte>() + static_cast<size_t>(r) * width);
    }
    return OkStatus();
  }

  EvalContext& context_;
  const size_t n_;
  const Operands operands_;
  const Partition& partition_;
  std::unique_ptr<ComputationCaller> caller_;
  std::vector<ShapePtr> scalar_shapes_;
  std::vector<Literal> results_;
};

StatusOr<Literal> ReduceInRowMajor(EvalContext& context, const HloInstruction& instruction,
                                   Operands operands) {
  const Partition partition(operands[0]->shape(),
                            instruction.attributes<ReduceAttributes>().dimensions);
  const FoldKernel* kernel = RecognizeFold(*instruction.called_computation(0));
  if (operands.size() == 2 && kernel != nullptr) {
    const PrimitiveType type = instruction.shape().element_type();
    if (ComputeTypeOf(type) == type) {
      return Fold(context, *kernel, *operands[0], *operands[1], RowMajor(instruction.shape(), type),
                  partition);
    }
    if (kernel->rounds_once) return FoldWidened(context, *kernel, instruction, operands, partition);
  }
  return GeneralReduce(context, operands, partition).Run(instruction);
}

Status AlignReduce(const HloInstruction& instruction, OperandSizes& sizes) {
  for (int64_t d = 0; d < instruction.operand(0)->shape().rank(); ++d) {
    HLOOM_RETURN_IF_ERROR(AlignDimension(instruction, d, 0, sizes.size() / 2, sizes));
  }
  return OkStatus();
}

StatusOr<Literal> EvaluateReduce(EvalContext& context, const HloInstruction& instruction,
                                 Operands operands) {
  HLOOM_ASSIGN_OR_RETURN(const Literal result, ReduceInRowMajor(context, instruction, operands));
  return RelayoutTo(result, instruction.shape(), context.ledger());
}

}  // namespace

extern const OpDef kReduceDef;
constexpr OpDef kReduceDef = {
    .opcode = HloOpcode::kReduce,
    .name = "reduce",
    .operands = kOperands,
    .min_operands = 2,
    .max_operands = -1,
    .make_attributes = MakeDefaultAttributes<ReduceAttributes>,
    .regions = kRegions,
    .rules = kRules,
    .infer_shape = InferReduce,
    .evaluate = EvaluateReduce,
    .align_sizes = AlignReduce,
    .doc =
        "Folds N arrays in step along `dimensions`, starting from the init values: "
        "f(accumulators..., values...), "
        "elements in row-major order. A reduction over no element gives the init value. Sums of "
        "floats accumulate "
        "in f64 and round once.",
    .source = "Operation Semantics, Reduce and Variadic Reduce",
};

}  // namespace hloom
