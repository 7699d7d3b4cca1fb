#include "builder/lib/slicing.h"

#include <algorithm>

#include "base/str_cat.h"
#include "builder/argument_specs.h"
#include "builder/functions/functions.h"
#include "builder/lib/arithmetic.h"
#include "builder/lib/broadcast.h"
#include "builder/lib/library_util.h"

namespace hloom {

namespace {

constexpr Rule kMinorDimsC1 = {
    "minor_dims.c1",
    "there are as many starts as limits or sizes, at most one for each dimension of x"};
constexpr Rule kMinorRules[] = {kMinorDimsC1};
constexpr Rule kUpdateSliceC1 = {"update_slice.c1", "each dimension of x has a start"};
constexpr Rule kUpdateRules[] = {kUpdateSliceC1};
constexpr Rule kTorchGatherC1 = {
    "torch_gather.c1", "dim is a dimension of the input, and the index has the same rank"};
constexpr Rule kTorchGatherC2 = {
    "torch_gather.c2", "the index is at most as large as the input along all dimensions but dim"};
constexpr Rule kTorchGatherRules[] = {kTorchGatherC1, kTorchGatherC2};
constexpr Rule kTorchScatterC1 = {
    "torch_scatter.c1", "dim is a dimension of the input, and index and src have the same rank"};
constexpr Rule kTorchScatterC2 = {
    "torch_scatter.c2", "the index is at most as large as the input along all dimensions but dim"};
constexpr Rule kTorchScatterC3 = {"torch_scatter.c3", "src has the sizes of the index"};
constexpr Rule kTorchScatterRules[] = {kTorchScatterC1, kTorchScatterC2, kTorchScatterC3};
constexpr Rule kTorchIndexSelectC1 = {
    "torch_index_select.c1", "dim is a dimension of the input, after the batch dimensions"};
constexpr Rule kTorchIndexSelectC2 = {
    "torch_index_select.c2",
    "the batch dimensions are the first ones of the input and of the index, of the same sizes"};
constexpr Rule kIndexSelectRules[] = {kTorchIndexSelectC1, kTorchIndexSelectC2};

constexpr MarkedText kIntegerHelp = "`ConvertElementType` makes integers of other numbers"_msg;

StatusOr<Shape> ArrayOf(std::string_view function, XlaOp x) {
  return ArrayShapeFor(function, *x.builder(), x, TypeSet::kArray, "");
}

// minor_dims.c1
Status CheckMinor(std::string_view function, const Shape& x, size_t starts, size_t others,
                  std::string_view name) {
  if (starts == others && static_cast<int64_t>(starts) <= x.rank()) return OkStatus();
  return InvalidArgument(kMinorDimsC1)
      .Op(function)
      .Operand(x)
      .Say(StrCat(Count(static_cast<int64_t>(starts), "start"), " and ",
                  Count(static_cast<int64_t>(others), name), " for ", x.ToString()))
      .Help(StrCat("give one of each for the last dimensions, at most ", x.rank()));
}

// The numbers for the last dimensions after those of the dimensions before.
std::vector<int64_t> WithMajor(std::vector<int64_t> all, Span<const int64_t> last) {
  std::copy(last.begin(), last.end(), all.end() - static_cast<int64_t>(last.size()));
  return all;
}

XlaOp Number(XlaBuilder* builder, int64_t value) { return ConstantR0<int64_t>(builder, value); }

// Starts for all dimensions, of one type: those before are 0.
StatusOr<std::vector<XlaOp>> AllStarts(XlaBuilder* builder, const Shape& x,
                                       Span<const XlaOp> starts) {
  PrimitiveType type = S64;
  for (const XlaOp& start : starts) {
    HLOOM_ASSIGN_OR_RETURN(const Shape shape, builder->GetShape(start));
    if (shape.IsArray() && IsIntegralType(shape.element_type())) type = shape.element_type();
  }
  std::vector<XlaOp> all;
  for (int64_t d = static_cast<int64_t>(starts.size()); d < x.rank(); ++d) {
    all.push_back(Converted(Number(builder, 0), S64, type));
  }
  all.insert(all.end(), starts.begin(), starts.end());
  return all;
}

XlaOp UpdateAt(XlaOp x, XlaOp update, Span<const int64_t> start) {
  std::vector<XlaOp> starts;
  for (const int64_t value : start) starts.push_back(Number(x.builder(), value));
  return DynamicUpdateSlice(x, update, starts);
}

// Rule 1 and rule 2 of TorchGather or TorchScatterDense, which are the same.
Status CheckTorchIndex(std::string_view function, Span<const Rule> rules, const Shape& input,
                       const Shape& index, int64_t dim) {
  if (dim < 0 || dim >= input.rank() || index.rank() != input.rank()) {
    return InvalidArgument(rules[0])
        .Op(function)
        .Operand(input)
        .Operand(index)
        .Say(MessageCat(WithValue("dim", dim), ", input ", input.ToString(), ", index ",
                        index.ToString()))
        .Help(index.rank() != input.rank()
                  ? Message("`Reshape` gives the index as many dimensions as the input has"_msg)
                  : StrCat("dim is one of the input's dimensions, 0..", input.rank() - 1));
  }
  for (int64_t d = 0; d < input.rank(); ++d) {
    if (d == dim || index.dimensions(d) <= input.dimensions(d)) continue;
    return InvalidArgument(rules[1])
        .Op(function)
        .Operand(input)
        .Operand(index)
        .Say(StrCat("dimension ", d, " of the index has size ", index.dimensions(d),
                    ", and that of the input ", input.dimensions(d)))
        .Help("only along dim may the index be larger than the input");
  }
  return OkStatus();
}

// The sizes of the part of an input that an index can select, from the first element on: it is
// smaller in dimensions in which the index is smaller.
std::vector<int64_t> BoxOfIndex(const Shape& input, const Shape& index, int64_t dim) {
  std::vector<int64_t> sizes = index.dimensions().ToVector();
  sizes[static_cast<size_t>(dim)] = input.dimensions(dim);
  return sizes;
}

// The sizes of a slice that is one element, or none if a dimension is empty: a result that still
// has elements is zero there, as in XLA.
std::vector<int64_t> OneOfEach(std::vector<int64_t> sizes) {
  for (int64_t& size : sizes) size = std::min<int64_t>(size, 1);
  return sizes;
}

XlaOp Box(XlaOp input, const Shape& shape, const std::vector<int64_t>& sizes) {
  if (sizes == shape.dimensions().ToVector()) return input;
  return Slice(input, std::vector<int64_t>(sizes.size(), 0), sizes);
}

// torch_index_select.c1, torch_index_select.c2
Status CheckIndexSelect(const Shape& input, const Shape& index, int64_t dim, int64_t batch_dims) {
  if (dim < std::max<int64_t>(batch_dims, 0) || dim >= input.rank()) {
    return InvalidArgument(kTorchIndexSelectC1)
        .Op("torch_index_select")
        .Operand(input)
        .Operand(index)
        .Say(MessageCat(WithValue("dim", dim), " is not a dimension of ", input.ToString(),
                        batch_dims > 0 ? StrCat(" after the first ", batch_dims) : ""))
        .Help("dim counts from 0, and is at least `batch_dims`"_msg);
  }
  bool fits = batch_dims >= 0 && batch_dims <= index.rank();
  for (int64_t d = 0; fits && d < batch_dims; ++d) {
    fits = input.dimensions(d) == index.dimensions(d);
  }
  if (fits) return OkStatus();
  return InvalidArgument(kTorchIndexSelectC2)
      .Op("torch_index_select")
      .Operand(input)
      .Operand(index)
      .Say(MessageCat(WithValue("batch_dims", batch_dims), ", input ", input.ToString(), ", index ",
                      index.ToString()))
      .Help("the first `batch_dims` dimensions of both have the same sizes"_msg);
}

}  // namespace

Span<const Rule> MinorDimsRules() { return kMinorRules; }
Span<const Rule> UpdateSliceRules() { return kUpdateRules; }
Span<const Rule> TorchGatherRules() { return kTorchGatherRules; }
Span<const Rule> TorchScatterRules() { return kTorchScatterRules; }
Span<const Rule> TorchIndexSelectRules() { return kIndexSelectRules; }

XlaOp SliceInMinorDims(XlaOp x, Span<const int64_t> start, Span<const int64_t> end) {
  return InBuilder(x.builder(), [&]() -> StatusOr<XlaOp> {
    HLOOM_ASSIGN_OR_RETURN(const Shape shape, ArrayOf("slice_in_minor_dims", x));
    HLOOM_RETURN_IF_ERROR(
        CheckMinor("slice_in_minor_dims", shape, start.size(), end.size(), "limit"));
    const std::vector<int64_t> zeros(static_cast<size_t>(shape.rank()), 0);
    return Slice(x, WithMajor(zeros, start), WithMajor(shape.dimensions().ToVector(), end));
  });
}

XlaOp DynamicSliceInMinorDims(XlaOp x, Span<const XlaOp> starts, Span<const int64_t> sizes) {
  XlaBuilder* builder = x.builder();
  return InBuilder(builder, [&]() -> StatusOr<XlaOp> {
    HLOOM_ASSIGN_OR_RETURN(const Shape shape, ArrayOf("dynamic_slice_in_minor_dims", x));
    HLOOM_RETURN_IF_ERROR(
        CheckMinor("dynamic_slice_in_minor_dims", shape, starts.size(), sizes.size(), "size"));
    HLOOM_ASSIGN_OR_RETURN(const std::vector<XlaOp> all, AllStarts(builder, shape, starts));
    return DynamicSlice(x, all, WithMajor(shape.dimensions().ToVector(), sizes));
  });
}

XlaOp DynamicUpdateSliceInMinorDims(XlaOp x, XlaOp update, Span<const XlaOp> starts) {
  XlaBuilder* builder = x.builder();
  return InBuilder(builder, [&]() -> StatusOr<XlaOp> {
    HLOOM_ASSIGN_OR_RETURN(const Shape shape, ArrayOf("dynamic_update_slice_in_minor_dims", x));
    HLOOM_RETURN_IF_ERROR(CheckMinor("dynamic_update_slice_in_minor_dims", shape, starts.size(),
                                     starts.size(), "start"));
    HLOOM_ASSIGN_OR_RETURN(const std::vector<XlaOp> all, AllStarts(builder, shape, starts));
    return DynamicUpdateSlice(x, update, all);
  });
}

XlaOp UpdateSliceInMinorDims(XlaOp x, XlaOp update, Span<const int64_t> start) {
  return InBuilder(x.builder(), [&]() -> StatusOr<XlaOp> {
    HLOOM_ASSIGN_OR_RETURN(const Shape shape, ArrayOf("update_slice_in_minor_dims", x));
    HLOOM_RETURN_IF_ERROR(
        CheckMinor("update_slice_in_minor_dims", shape, start.size(), start.size(), "start"));
    const std::vector<int64_t> zeros(static_cast<size_t>(shape.rank()), 0);
    return UpdateAt(x, update, WithMajor(zeros, start));
  });
}

XlaOp UpdateSlice(XlaOp x, XlaOp update, Span<const int64_t> start) {
  return InBuilder(x.builder(), [&]() -> StatusOr<XlaOp> {
    HLOOM_ASSIGN_OR_RETURN(const Shape shape, ArrayOf("update_slice", x));
    if (static_cast<int64_t>(start.size()) == shape.rank()) return UpdateAt(x, update, start);
    return InvalidArgument(kUpdateSliceC1)
        .Op("update_slice")
        .Operand(shape)
        .Say(StrCat(Count(static_cast<int64_t>(start.size()), "start"), " for ", shape.ToString()))
        .Help(
            "give one for each dimension; `UpdateSliceInMinorDims` takes those of the last ones"_msg);
  });
}

XlaOp DynamicStridedSlice(XlaOp input, Span<const XlaOp> base_indices,
                          Span<const int64_t> window_sizes, Span<const int64_t> strides) {
  return InBuilder(input.builder(), [&]() -> StatusOr<XlaOp> {
    const XlaOp box = DynamicSlice(input, base_indices, window_sizes);
    const bool takes_all =
        std::all_of(strides.begin(), strides.end(), [](int64_t stride) { return stride == 1; });
    if (takes_all && strides.size() == window_sizes.size()) return box;
    return Slice(box, std::vector<int64_t>(window_sizes.size(), 0), window_sizes, strides);
  });
}

XlaOp TorchGather(XlaOp input, XlaOp index, int64_t dim, bool) {
  XlaBuilder* builder = BuilderOf(input, index);
  return InBuilder(builder, [&]() -> StatusOr<XlaOp> {
    HLOOM_ASSIGN_OR_RETURN(const Shape shape, ArrayOf("torch_gather", input));
    HLOOM_ASSIGN_OR_RETURN(const Shape indices, ArrayShapeFor("torch_gather", *builder, index,
                                                              TypeSet::kIntegral, kIntegerHelp));
    HLOOM_RETURN_IF_ERROR(CheckTorchIndex("torch_gather", kTorchGatherRules, shape, indices, dim));
    const std::vector<int64_t> sizes = BoxOfIndex(shape, indices, dim);
    const XlaOp box = Box(input, shape, sizes);
    GatherDimensionNumbers numbers;
    *numbers.mutable_operand_batching_dims() = OtherDimensions(shape.rank(), {dim});
    *numbers.mutable_start_indices_batching_dims() = OtherDimensions(shape.rank(), {dim});
    numbers.add_collapsed_slice_dims(dim);
    numbers.add_start_index_map(dim);
    numbers.set_index_vector_dim(shape.rank());
    return Gather(box, index, numbers, OneOfEach(sizes));
  });
}

XlaOp TorchScatterDense(XlaOp input, XlaOp index, XlaOp src, int64_t dim,
                        const XlaComputation& combiner) {
  constexpr std::string_view kName = "torch_scatter_dense";
  XlaBuilder* builder = BuilderOf(input, index);
  return InBuilder(builder, [&]() -> StatusOr<XlaOp> {
    HLOOM_ASSIGN_OR_RETURN(const Shape shape, ArrayOf(kName, input));
    HLOOM_ASSIGN_OR_RETURN(const Shape indices,
                           ArrayShapeFor(kName, *builder, index, TypeSet::kIntegral, kIntegerHelp));
    HLOOM_ASSIGN_OR_RETURN(const Shape sources, builder->GetShape(src));
    HLOOM_RETURN_IF_ERROR(CheckTorchIndex(kName, kTorchScatterRules, shape, indices, dim));
    if (!ShapeUtil::EqualIgnoringLayout(
            sources, ShapeUtil::ChangeElementType(indices, shape.element_type()))) {
      return InvalidArgument(kTorchScatterC3)
          .Op(kName)
          .Operand(indices)
          .Operand(sources)
          .Say(StrCat("src is ", sources.ToString(), ", the index ", indices.ToString()))
          .Help(StrCat("src is ",
                       ShapeUtil::ChangeElementType(indices, shape.element_type()).ToString()));
    }
    ScatterDimensionNumbers numbers;
    *numbers.mutable_input_batching_dims() = OtherDimensions(shape.rank(), {dim});
    *numbers.mutable_scatter_indices_batching_dims() = OtherDimensions(shape.rank(), {dim});
    numbers.add_inserted_window_dims(dim);
    numbers.add_scatter_dims_to_operand_dims(dim);
    numbers.set_index_vector_dim(shape.rank());
    const XlaOp box = Box(input, shape, BoxOfIndex(shape, indices, dim));
    const XlaOp combined = Scatter(box, index, src, combiner, numbers);
    if (box.handle() == input.handle()) return combined;
    return UpdateSlice(input, combined, std::vector<int64_t>(sources.dimensions().size(), 0));
  });
}

XlaOp TorchScatterDense(XlaOp input, XlaOp index, XlaOp src, int64_t dim,
                        const std::function<XlaOp(XlaOp, XlaOp)>& combiner) {
  XlaBuilder* builder = BuilderOf(input, index);
  return InBuilder(builder, [&]() -> StatusOr<XlaOp> {
    HLOOM_ASSIGN_OR_RETURN(const Shape shape, ArrayOf("torch_scatter_dense", input));
    const XlaComputation computation =
        CreateScalarComputation("combiner", shape.element_type(), builder, combiner);
    return TorchScatterDense(input, index, src, dim, computation);
  });
}

XlaOp TorchIndexSelect(XlaOp input, XlaOp index, int64_t dim, int64_t batch_dims) {
  XlaBuilder* builder = BuilderOf(input, index);
  return InBuilder(builder, [&]() -> StatusOr<XlaOp> {
    HLOOM_ASSIGN_OR_RETURN(const Shape shape, ArrayOf("torch_index_select", input));
    HLOOM_ASSIGN_OR_RETURN(const Shape indices, ArrayShapeFor("torch_index_select", *builder, index,
                                                              TypeSet::kIntegral, kIntegerHelp));
    HLOOM_RETURN_IF_ERROR(CheckIndexSelect(shape, indices, dim, batch_dims));
    std::vector<int64_t> sizes = shape.dimensions().ToVector();
    GatherDimensionNumbers numbers;
    for (int64_t d = 0; d < batch_dims; ++d) {
      sizes[static_cast<size_t>(d)] = std::min<int64_t>(shape.dimensions(d), 1);
      numbers.add_operand_batching_dims(d);
      numbers.add_start_indices_batching_dims(d);
    }
    // The result has the input's dimensions before dim, then those of the index, then the others.
    const int64_t selected = indices.rank() - batch_dims;
    for (int64_t d = batch_dims; d < shape.rank(); ++d) {
      if (d != dim) numbers.add_offset_dims(d < dim ? d : d - 1 + selected);
    }
    sizes[static_cast<size_t>(dim)] = std::min<int64_t>(shape.dimensions(dim), 1);
    numbers.add_collapsed_slice_dims(dim);
    numbers.add_start_index_map(dim);
    numbers.set_index_vector_dim(indices.rank());
    return Gather(input, index, numbers, sizes);
  });
}

Span<const Rule> BroadcastToRules();

namespace {

constexpr std::string_view kSlicingGroup = "slices and selections";
constexpr std::string_view kSlicingSource = "XLA, client library, slicing";

constexpr ArgumentSpec kSlicedX = {"x", ArgumentKind::kOp, "an array"};
constexpr ArgumentSpec kSlicedUpdate = {"update", ArgumentKind::kOp, "the update, of x's type"};
constexpr ArgumentSpec kSlicedStart = {"start", kKind<Int64s>,
                                       "the start index in each of the last dimensions"};
constexpr ArgumentSpec kSlicedStarts =
    OrNumbers({"starts", ArgumentKind::kOps,
               "the start index in each of the last dimensions: integer scalars"});
constexpr ArgumentSpec kIndex = {"index", ArgumentKind::kOp, "an array of integers"};
constexpr ArgumentSpec kSlicedInput = {"input", ArgumentKind::kOp,
                                       "the array to take elements from"};

constexpr ArgumentSpec kSlicingSliceArguments[] = {
    kSlicedX, kSlicedStart, {"end", kKind<Int64s>, "the limit in each of the last dimensions"}};
constexpr ArgumentSpec kDynamicSliceArguments[] = {
    kSlicedX,
    kSlicedStarts,
    {"sizes", kKind<Int64s>, "the size of the slice in each of the last dimensions"}};
constexpr ArgumentSpec kDynamicUpdateArguments[] = {kSlicedX, kSlicedUpdate, kSlicedStarts};
constexpr ArgumentSpec kMinorUpdateArguments[] = {kSlicedX, kSlicedUpdate, kSlicedStart};
constexpr ArgumentSpec kSlicingUpdateArguments[] = {
    kSlicedX, kSlicedUpdate, {"start", kKind<Int64s>, "the start index in each dimension"}};
constexpr ArgumentSpec kStridedArguments[] = {
    kSlicedInput,
    OrNumbers(
        {"base_indices", ArgumentKind::kOps, "the start index in each dimension: integer scalars"}),
    {"window_sizes", kKind<Int64s>, "the sizes of the box"},
    {"strides", kKind<Int64s>,
     "the step from one element of the box to the next, in each dimension"}};
constexpr ArgumentSpec kSlicingBroadcastArguments[] = {
    kSlicedInput, {"output_dims", kKind<Int64s>, "the sizes of the result"}};
constexpr ArgumentSpec kSlicingScatterArguments[] = {
    kSlicedInput,
    kIndex,
    {"src", ArgumentKind::kOp, "the values to combine, an array of the sizes of the index"},
    {"dim", kKind<int64_t>, "the dimension along which an index is a place"},
    {"combiner", ArgumentKind::kComputation,
     "(T, T) -> T: combines an element of the input with one of src"}};
constexpr ArgumentSpec kSlicingGatherArguments[] = {
    kSlicedInput,
    kIndex,
    {"dim", kKind<int64_t>, "the dimension along which an index is a place"},
    {.name = "sparse",
     .kind = kKind<bool>,
     .doc = "a hint for back ends; hloom ignores it",
     .required = false,
     .default_json = "true",
     .default_text = "true"}};
constexpr ArgumentSpec kSlicingSelectArguments[] = {
    kSlicedInput,
    kIndex,
    {"dim", kKind<int64_t>, "the dimension along which an index is a place"},
    {"batch_dims", kKind<int64_t>,
     "the number of batch dimensions of input and index, which are the first ones",
     /*required=*/false}};

constexpr HloOpcode kSliceOps[] = {HloOpcode::kSlice};
constexpr HloOpcode kDynamicSliceOps[] = {HloOpcode::kConstant, HloOpcode::kConvert,
                                          HloOpcode::kDynamicSlice};
constexpr HloOpcode kUpdateOps[] = {HloOpcode::kConstant, HloOpcode::kConvert,
                                    HloOpcode::kDynamicUpdateSlice};
constexpr HloOpcode kTorchGatherOps[] = {HloOpcode::kSlice, HloOpcode::kGather};
constexpr HloOpcode kStridedOps[] = {HloOpcode::kSlice, HloOpcode::kDynamicSlice};
constexpr HloOpcode kTorchScatterOps[] = {HloOpcode::kSlice, HloOpcode::kConstant,
                                          HloOpcode::kDynamicUpdateSlice, HloOpcode::kScatter};
constexpr HloOpcode kBroadcastOps[] = {HloOpcode::kReshape, HloOpcode::kBroadcast};
constexpr HloOpcode kSlicingSelectOps[] = {HloOpcode::kGather};

}  // namespace

Span<const BuilderDef> SlicingBuilderDefs() {
  static const BuilderDef kDefs[] = {
      {.name = "SliceInMinorDims",
       .group = kSlicingGroup,
       .lowers_to = kSliceOps,
       .arguments = kSlicingSliceArguments,
       .rules = MinorDimsRules(),
       .invoke = Invoke<SliceInMinorDims>,
       .doc = "Slices the last dimensions and takes the others as a whole.",
       .source = kSlicingSource,
       .example = "const y = b.sliceInMinorDims(b.constant([[1, 2, 3], [4, 5, 6]]), [1], [3]);"},
      {.name = "DynamicSliceInMinorDims",
       .group = kSlicingGroup,
       .lowers_to = kDynamicSliceOps,
       .arguments = kDynamicSliceArguments,
       .rules = MinorDimsRules(),
       .invoke = Invoke<DynamicSliceInMinorDims>,
       .doc = "Slices the last dimensions, at start indices computed when the program runs, and "
              "takes the others as a whole.",
       .source = kSlicingSource,
       .example = "const column = b.constant(1, 'S32');\n"
                  "const y = b.dynamicSliceInMinorDims(b.constant([[1, 2, 3], [4, 5, 6]]), "
                  "[column], [2]);"},
      {.name = "DynamicUpdateSliceInMinorDims",
       .group = kSlicingGroup,
       .lowers_to = kUpdateOps,
       .arguments = kDynamicUpdateArguments,
       .rules = MinorDimsRules(),
       .invoke = Invoke<DynamicUpdateSliceInMinorDims>,
       .doc = "Writes an update at start indices of the last dimensions computed when the program "
              "runs; in the other dimensions it starts at 0.",
       .source = kSlicingSource,
       .example = "const column = b.constant(1, 'S32');\n"
                  "const y = b.dynamicUpdateSliceInMinorDims(b.constant([[1, 2], [3, 4]]), "
                  "b.constant([[20], [40]]), [column]);"},
      {.name = "UpdateSliceInMinorDims",
       .group = kSlicingGroup,
       .lowers_to = kUpdateOps,
       .arguments = kMinorUpdateArguments,
       .rules = MinorDimsRules(),
       .invoke = Invoke<UpdateSliceInMinorDims>,
       .doc = "Writes an update at start indices of the last dimensions; in the other dimensions "
              "it starts at 0. Start indices are clamped so that the update stays in bounds.",
       .source = kSlicingSource,
       .example = "const y = b.updateSliceInMinorDims(b.constant([[1, 2], [3, 4]]), "
                  "b.constant([[20], [40]]), [1]);"},
      {.name = "UpdateSlice",
       .group = kSlicingGroup,
       .lowers_to = kUpdateOps,
       .arguments = kSlicingUpdateArguments,
       .rules = UpdateSliceRules(),
       .invoke = Invoke<UpdateSlice>,
       .doc = "Writes an update at start indices, which are clamped so that the update stays in "
              "bounds.",
       .source = kSlicingSource,
       .example =
           "const y = b.updateSlice(b.constant([[1, 2], [3, 4]]), b.constant([[20]]), [0, 1]);"},
      {.name = "DynamicStridedSlice",
       .group = kSlicingGroup,
       .lowers_to = kStridedOps,
       .arguments = kStridedArguments,
       .invoke = Invoke<DynamicStridedSlice>,
       .doc = "Takes elements of a box, with strides, at start indices computed when the program "
              "runs. Start indices are clamped so that the box stays in bounds.",
       .source = kSlicingSource,
       .example =
           "const start = b.constant(1, 'S32');\n"
           "const y = b.dynamicStridedSlice(b.constant([0, 1, 2, 3, 4, 5]), [start], [4], [2]);"},
      {.name = "BroadcastTo",
       .group = kSlicingGroup,
       .lowers_to = kBroadcastOps,
       .arguments = kSlicingBroadcastArguments,
       .rules = BroadcastToRules(),
       .invoke = Invoke<BroadcastTo>,
       .doc = "Repeats an array to other sizes: its dimensions become the last ones of the result, "
              "each "
              "repeated a whole number of times, such as from size 1 to 3 or from size 2 to 6.",
       .source = "XLA, client library, broadcast",
       .example = "const y = b.broadcastTo(b.constant([1, 2]), [3, 2]);"},
      {.name = "TorchGather",
       .group = kSlicingGroup,
       .lowers_to = kTorchGatherOps,
       .arguments = kSlicingGatherArguments,
       .rules = TorchGatherRules(),
       .invoke = Invoke<TorchGather>,
       .doc =
           "Returns an element of the input for each index: its index along dim is the given one, "
           "and "
           "along the other dimensions it is that of the index itself. Indices are clamped to the "
           "input.",
       .source = kSlicingSource,
       .example = "const index = b.constant([[1, 0]], 'S32');\n"
                  "const y = b.torchGather(b.constant([[1, 2], [3, 4]]), index, 0);"},
      {.name = "TorchScatterDense",
       .group = kSlicingGroup,
       .lowers_to = kTorchScatterOps,
       .arguments = kSlicingScatterArguments,
       .rules = TorchScatterRules(),
       .invoke = InvokeOverload<XlaOp(XlaOp, XlaOp, XlaOp, int64_t, const XlaComputation&),
                                TorchScatterDense>,
       .doc =
           "Combines each element of src with an element of the input: its index along dim is the "
           "given one, and along the other dimensions it is that of the index itself. Indices out "
           "of "
           "bounds are skipped. (XLA combines elements that have no index with 0.)",
       .source = kSlicingSource,
       .example =
           "const index = b.constant([[1, 1]], 'S32');\n"
           "const src = b.constant([[10, 20]]);\n"
           "const y = b.torchScatterDense(b.constant([[1, 2], [3, 4]]), index, src, 0, sum);"},
      {.name = "TorchIndexSelect",
       .group = kSlicingGroup,
       .lowers_to = kSlicingSelectOps,
       .arguments = kSlicingSelectArguments,
       .rules = TorchIndexSelectRules(),
       .invoke = Invoke<TorchIndexSelect>,
       .doc =
           "Returns slices of the input along dim, one for each index, in place of that dimension. "
           "Indices are clamped to the input.",
       .source = kSlicingSource,
       .example = "const index = b.constant([2, 0], 'S32');\n"
                  "const y = b.torchIndexSelect(b.constant([[1, 2, 3], [4, 5, 6]]), index, 1);"},
  };
  return kDefs;
}

}  // namespace hloom
