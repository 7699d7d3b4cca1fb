// Calls of functions, custom calls, and transfers from and to the host.
#include <deque>

#include "base/str_cat.h"
#include "base/utf8.h"
#include "builder/lib/approx_topk.h"
#include "ops/host/custom_call.h"
#include "ops/host/transfer.h"
#include "text/stablehlo/flatbuffer_reader.h"
#include "text/stablehlo/function_importer.h"
#include "text/stablehlo/import_manual.h"
#include "text/stablehlo/import_scope.h"
#include "text/stablehlo/import_types.h"
#include "text/stablehlo/kept_attributes.h"

namespace hloom::stablehlo {

namespace {

using mlir::Attribute;
using Kind = Attribute::Kind;

// ---- functions ----

std::string_view CalleeName(const Attribute* attribute) {
  return attribute == nullptr ? std::string_view() : attribute->text;
}

XlaOp ImportCall(OpScope& op) {
  StatusOr<XlaComputation> callee = op.importer.Callee(CalleeName(op.Need("callee")), op);
  if (!callee.ok()) return op.Fail(callee.status());
  return Call(op.builder, *callee, op.operands);
}

// A composite is a call of its decomposition that keeps its name. Its regions are for those who know
// the name.
XlaOp ImportComposite(OpScope& op) {
  StatusOr<XlaComputation> callee = op.importer.Callee(CalleeName(op.Need("decomposition")), op);
  if (!callee.ok()) return op.Fail(callee.status());
  std::optional<std::string> attributes;
  if (const Attribute* list = op.Find("composite_attributes"); list && !list->fields.empty()) {
    attributes = AttributeText(*list);
  }
  std::optional<int64_t> version;
  if (op.Find("version") != nullptr) version = op.Int("version", 0);
  return CompositeCall(op.builder, *callee, op.operands, op.Text("name", ""),
                       attributes ? std::optional<std::string_view>(*attributes) : std::nullopt,
                       version);
}

// ---- custom calls ----

struct RefusedCall {
  std::string_view target;  // with * at the end, all that begin so
  std::string_view reason;
};
constexpr std::string_view kHostCallback =
    "it calls a Python function of the process that made the program, which is not in the program";
constexpr std::string_view kKernel = "it contains a kernel for the machine code of one accelerator";
constexpr RefusedCall kRefusedCalls[] = {
    {"tpu_custom_call*", "it contains a Mosaic kernel for the machine code of TPUs"},
    {"mosaic*", "it contains a Mosaic kernel for the machine code of GPUs"},
    {"triton*", "it contains a Triton kernel for the machine code of GPUs"},
    {"__gpu$xla.gpu.triton*", "it contains a Triton kernel for the machine code of GPUs"},
    {"__gpu$*", kKernel},
    {"xla_python_*", kHostCallback},
    {"xla_ffi_python_*", kHostCallback},
    {"xla_ffi_partitioned_python_*", kHostCallback},
    {"xla_pytorch_*", kHostCallback},
};

bool Matches(std::string_view pattern, std::string_view target) {
  if (pattern.back() != '*') return pattern == target;
  pattern.remove_suffix(1);
  return target.substr(0, pattern.size()) == pattern;
}

// dense<[1, 0]> : tensor<2xindex>, minor to major.
std::optional<Shape> WithLayout(const Shape& shape, const Attribute& layout) {
  std::vector<int64_t> order = layout.integers;
  if (layout.kind == Kind::kElements && layout.literal != nullptr) {
    std::optional<KnownIntegers> known = IntegersOf(*layout.literal, ShapeUtil::kMaxRank);
    if (!known) return std::nullopt;
    order = *std::move(known);
    // A splat: [0], or no dimension at all.
    if (layout.literal->shape().rank() == 0 && shape.rank() == 0) order.clear();
  }
  if (!shape.IsArray()) return shape;
  std::vector<bool> seen(static_cast<size_t>(shape.rank()), false);
  if (order.size() != seen.size()) return std::nullopt;
  for (const int64_t dimension : order) {
    if (dimension < 0 || dimension >= shape.rank()) return std::nullopt;
    if (seen[static_cast<size_t>(dimension)]) return std::nullopt;
    seen[static_cast<size_t>(dimension)] = true;
  }
  Shape laid_out = shape;
  laid_out.set_layout(
      ShapeUtil::MakeShapeWithLayout(shape.element_type(), shape.dimensions(), order).layout());
  return laid_out;
}

// The shapes in the layouts of an attribute, if there is one. Layouts of one tuple are those of its
// elements.
std::vector<Shape> InLayouts(OpScope& op, std::string_view name, std::vector<Shape> shapes) {
  const Attribute* const layouts = op.Find(name);
  if (layouts == nullptr) return shapes;
  const bool is_tuple = shapes.size() == 1 && shapes[0].IsTuple();
  if (is_tuple) {
    const Span<const Shape> parts = shapes[0].tuple_shapes();
    shapes = std::vector<Shape>(parts.begin(), parts.end());
  }
  bool right = layouts->kind == Kind::kArray && layouts->elements.size() == shapes.size();
  for (size_t i = 0; right && i < shapes.size(); ++i) {
    std::optional<Shape> laid_out = WithLayout(shapes[i], *layouts->elements[i]);
    right = laid_out.has_value();
    if (right) shapes[i] = *std::move(laid_out);
  }
  if (!right) {
    op.Fail(InvalidArgument(kStableHloC2)
                .Say(MessageCat("the attribute ", ArgumentName(name),
                                " has other layouts than those of its arrays"))
                .Help("give for each array its dimensions, from the fastest to the slowest"));
  }
  if (is_tuple) return {ShapeUtil::MakeTupleShape(shapes)};
  return shapes;
}

OutputOperandAliasing AliasingOf(OpScope& op) {
  OutputOperandAliasing aliasing;
  const Attribute* const list = op.Find("output_operand_aliases");
  if (list == nullptr) return aliasing;
  if (list->kind != Kind::kArray) {
    op.Fail(InvalidArgument(kStableHloC2)
                .Say("the attribute output_operand_aliases is not a list")
                .Help("write it like [#stablehlo.output_operand_alias<output_tuple_indices = [], "
                      "operand_index = 0, operand_tuple_indices = []>]"));
  }
  for (const Attribute* alias : list->elements) {
    aliasing.push_back({.output_index = op.FieldInts(alias, "output_tuple_indices"),
                        .operand = op.FieldInt(alias, "operand_index"),
                        .operand_index = op.FieldInts(alias, "operand_tuple_indices")});
  }
  return aliasing;
}

// The bytes for the function: a string as it is, a dictionary as MLIR writes it. Functions of the
// newest interface get a dictionary in any case.
std::string OpaqueOf(const OpScope& op, bool is_typed_ffi) {
  for (const std::string_view name : {"backend_config", "mhlo.backend_config"}) {
    const Attribute* const config = op.Find(name);
    if (config == nullptr) continue;
    if (config->kind == Kind::kString) {
      if (!config->text.empty()) return std::string(config->text);
    } else if (config->kind != Kind::kDictionary || !config->fields.empty() || is_typed_ffi) {
      return AttributeText(*config);
    }
  }
  return {};
}

// mhlo.topk: the attributes of the operation are in the dictionary mhlo.attributes.
XlaOp ImportTopKCall(OpScope& op) {
  const Attribute* const attributes = op.Need("mhlo.attributes");
  if (op.operands.size() != 1 || attributes == nullptr) {
    return op.Fail(InvalidArgument(kStableHloC4)
                       .Say(StrCat("@mhlo.topk with ",
                                   Count(static_cast<int64_t>(op.operands.size()), "operand")))
                       .Help("give it one array, and mhlo.attributes = {k = 3 : i64}"));
  }
  const Attribute* const largest = attributes->Field("largest");
  return TopK(op.operands[0], op.FieldInt(attributes, "k"),
              largest == nullptr || largest->integer != 0);
}

// A message with {0}, {1} ... for the operands after the first: "size is {0}".
std::string AssertionText(OpScope& op) {
  const std::string text = op.Text("error_message", "an assertion about sizes does not hold");
  std::string shown;
  for (size_t i = 0; i < text.size(); ++i) {
    const bool is_place = text[i] == '{' && i + 2 < text.size() && text[i + 1] >= '0' &&
                          text[i + 1] <= '9' && text[i + 2] == '}';
    const size_t operand = is_place ? static_cast<size_t>(text[i + 1] - '0') + 1 : 0;
    const std::optional<KnownIntegers> known =
        is_place && operand < op.operands.size() ? op.Known(operand) : std::nullopt;
    if (known && known->size() == 1) {
      StrAppend(shown, known->front());
      i += 2;
    } else {
      shown += text[i];
    }
  }
  return shown;
}

XlaOp ImportShapeAssertion(OpScope& op) {
  if (op.operands.empty())
    return op.Fail(InvalidArgument(kStableHloC4)
                       .Say("0 operands")
                       .Help("give the assertion as the first operand"));
  const KnownIntegers holds = op.NeedKnown(0, "the assertion");
  if (!op.error.ok()) return XlaOp();
  if (!holds.empty() && holds[0] != 0) return op.operands[0];
  return op.Fail(
      InvalidArgument(kStableHloC10).Say(AssertionText(op)).Help("give arguments of other sizes"));
}

// ---- custom calls of jax.export whose sizes are operands ----

bool HasOperands(OpScope& op, size_t least) {
  if (op.operands.size() >= least) return true;
  op.Fail(InvalidArgument(kStableHloC4)
              .Say(Count(static_cast<int64_t>(op.operands.size()), "operand"))
              .Help(StrCat("the call takes ", least, " operands or more")));
  return false;
}

// stablehlo.dynamic_top_k(x, k).
XlaOp ImportDynamicTopK(OpScope& op) {
  if (!HasOperands(op, 2)) return XlaOp();
  const KnownIntegers k = op.NeedKnown(1, "the number of elements");
  return op.error.ok() && k.size() == 1 ? TopK(op.operands[0], k[0]) : XlaOp();
}

// stablehlo.dynamic_rng_bit_generator(state, shape).
XlaOp ImportDynamicRngBitGenerator(OpScope& op) {
  if (!HasOperands(op, 2) || op.op.results.size() != 2) return XlaOp();
  constexpr std::string_view kAlgorithms[] = {"DEFAULT", "THREE_FRY", "PHILOX"};
  const auto algorithm = static_cast<RandomAlgorithm>(op.Choice("rng_algorithm", kAlgorithms, 0));
  const KnownIntegers sizes = op.NeedKnown(1, "the shape of the bits");
  if (!op.error.ok()) return XlaOp();
  StatusOr<Shape> shape = ShapeUtil::MakeValidatedShape(op.ResultType(1), sizes);
  if (!shape.ok()) return op.Fail(shape.status());
  return RngBitGenerator(algorithm, op.operands[0], *shape);
}

// stablehlo.dynamic_reduce_window(inputs..., inits..., sizes, strides, base_dilations,
// window_dilations, padding), with the computation of scalars among called_computations.
XlaOp ImportDynamicReduceWindow(OpScope& op) {
  constexpr size_t kLists = 5;
  if (!HasOperands(op, kLists + 2)) return XlaOp();
  const size_t first = op.operands.size() - kLists;
  KnownIntegers lists[kLists];
  for (size_t i = 0; i < kLists; ++i) lists[i] = op.NeedKnown(first + i, "a list of the window");
  const Attribute* const called = op.Need("called_computations");
  if (!op.error.ok()) return XlaOp();
  const std::string_view name = called->elements.empty() ? "" : called->elements[0]->text;
  StatusOr<XlaComputation> computation = op.importer.Callee(name, op);
  if (!computation.ok()) return op.Fail(computation.status());
  std::vector<std::pair<int64_t, int64_t>> padding;
  for (size_t i = 0; i + 1 < lists[4].size(); i += 2) {
    padding.emplace_back(lists[4][i], lists[4][i + 1]);
  }
  const Span<const XlaOp> arrays(op.operands.data(), first / 2);
  const Span<const XlaOp> inits(op.operands.data() + first / 2, first / 2);
  if (arrays.size() == 1) {
    return ReduceWindowWithGeneralPadding(arrays[0], inits[0], *computation, lists[0], lists[1],
                                          lists[2], lists[3], padding);
  }
  return ReduceWindowWithGeneralPadding(arrays, inits, *computation, lists[0], lists[1], lists[2],
                                        lists[3], padding);
}

// @ApproxTopK(arrays..., inits...), with the comparator among called_computations. Older programs
// have its attributes in mhlo.backend_config.
XlaOp ImportApproxTopK(OpScope& op) {
  const Attribute* config = op.Find("backend_config");
  if (config == nullptr || config->kind != Kind::kDictionary)
    config = op.Find("mhlo.backend_config");
  const Attribute* const called = op.Need("called_computations");
  if (config == nullptr || called == nullptr || called->elements.empty()) {
    return op.Fail(
        InvalidArgument(kStableHloC2)
            .Say("the call has no attributes, or no comparator")
            .Help("write backend_config = {top_k = 3 : i64, reduction_dim = 0 : i64, ...} "
                  "and called_computations = [@comparator]"));
  }
  StatusOr<XlaComputation> comparator = op.importer.Callee(called->elements[0]->text, op);
  if (!comparator.ok()) return op.Fail(comparator.status());
  const Attribute* const recall = config->Field("recall_target");
  const Attribute* const aggregate = config->Field("aggregate_to_topk");
  const Attribute* const size = config->Field("reduction_input_size_override");
  const Span<const XlaOp> operands(op.operands.data(), op.operands.size());
  const size_t half = operands.size() / 2;
  return ApproxTopK(op.builder, operands.subspan(0, half), operands.subspan(half, half),
                    op.FieldInt(config, "top_k"), op.FieldInt(config, "reduction_dim"), *comparator,
                    recall == nullptr ? 0.9f : static_cast<float>(recall->number),
                    aggregate == nullptr || aggregate->integer != 0,
                    size == nullptr ? -1 : size->integer);
}

// ---- random bits ----

XlaOp RotatedLeft(OpScope& op, XlaOp x, const Shape& shape, uint32_t distance) {
  const auto full = [&](uint32_t value) {
    return op.BroadcastTo(ConstantR0<uint32_t>(op.builder, value), shape, {});
  };
  return Or(ShiftLeft(x, full(distance)), ShiftRightLogical(x, full(32 - distance)));
}

// cu_threefry2x32(k0, k1, x0, x1): the hash of JAX's random numbers, as programs for GPUs call it.
// Each group of four rounds ends with another pair of the three key words.
XlaOp ImportThreeFry(OpScope& op) {
  constexpr size_t kOperands = 4;
  const Shape shape = op.operands.empty() ? Shape() : op.ShapeOf(size_t{0});
  bool right = op.operands.size() >= kOperands && shape.IsArray() && shape.element_type() == U32;
  for (size_t i = 0; right && i < kOperands; ++i) {
    right = ShapeUtil::EqualIgnoringLayout(shape, op.ShapeOf(i));
  }
  if (!right) {
    return op.Fail(InvalidArgument(kStableHloC4)
                       .Say("the hash takes two words of a key and two of a counter")
                       .Help("give it four arrays of one shape and of ui32"));
  }
  constexpr uint32_t kRotations[2][4] = {{13, 15, 26, 6}, {17, 29, 16, 24}};
  constexpr uint32_t kParity = 0x1BD11BDA;
  const auto full = [&](uint32_t value) {
    return op.BroadcastTo(ConstantR0<uint32_t>(op.builder, value), shape, {});
  };
  const XlaOp keys[] = {op.operands[0], op.operands[1],
                        Xor(Xor(op.operands[0], op.operands[1]), full(kParity))};
  XlaOp x0 = Add(op.operands[2], keys[0]);
  XlaOp x1 = Add(op.operands[3], keys[1]);
  for (uint32_t group = 0; group < 5; ++group) {
    for (const uint32_t distance : kRotations[group % 2]) {
      x0 = Add(x0, x1);
      x1 = Xor(RotatedLeft(op, x1, shape, distance), x0);
    }
    x0 = Add(x0, keys[(group + 1) % 3]);
    x1 = Add(Add(x1, keys[(group + 2) % 3]), full(group + 1));
  }
  op.results = {x0, x1};
  return x1;
}

// ---- Fourier transforms ----

// The numbers of fields in the flatbuffers of jaxlib's ducc_fft.fbs.
struct DuccFields {
  int fft_type, axes, forward;
};
constexpr DuccFields kDuccFields = {.fft_type = 1, .axes = 5, .forward = 6};
constexpr int kDuccShapeField = 2;
constexpr DuccFields kDynamicDuccFields = {.fft_type = 2, .axes = 3, .forward = 4};

// A transform of the last dimensions, as JAX of 2023 calls it on CPUs. Operand 0 has the bytes of a
// description. `shape` is that of the transform's real or complex numbers, not of half a spectrum:
// for irfft that of the result.
XlaOp ImportDuccFft(OpScope& op, FlatTable description, FlatBuffer& buffer,
                    const DuccFields& fields, const KnownIntegers& shape) {
  enum : uint32_t { kComplexToComplex, kComplexToReal, kRealToComplex };
  const uint32_t type = description.Unsigned(fields.fft_type, 1);
  const bool forward = description.Unsigned(fields.forward, 1) != 0;
  const FlatVector axes = description.Vector(fields.axes, 4);
  bool right = axes.size > 0 && axes.size <= shape.size() &&
               (type == kComplexToComplex || type == (forward ? kRealToComplex : kComplexToReal));
  std::vector<int64_t> lengths;
  for (size_t i = 0; right && i < axes.size; ++i) {
    const size_t axis = shape.size() - axes.size + i;
    right = buffer.Unsigned(axes.Place(i), 4) == axis;
    lengths.push_back(shape[axis]);
  }
  if (!right || !buffer.ok()) {
    return op.Fail(InvalidArgument(kStableHloC4)
                       .Say("operand 0 describes no Fourier transform of the last dimensions")
                       .Help("export the program again by JAX 0.4.24 or later, which writes "
                             "stablehlo.fft"));
  }
  // JAX scales as HLO does: the inverse by one over the number of elements.
  const FftType real = forward ? FftType::RFFT : FftType::IRFFT;
  const FftType complex = forward ? FftType::FFT : FftType::IFFT;
  return Fft(op.operands[1], type == kComplexToComplex ? complex : real, lengths);
}

// The bytes of operand 0.
std::string DuccDescription(OpScope& op, size_t operands) {
  if (!HasOperands(op, operands)) return {};
  std::string bytes;
  for (const int64_t byte : op.NeedKnown(0, "the description of the transform")) {
    bytes.push_back(static_cast<char>(byte));
  }
  return bytes;
}

// ducc_fft(description, x).
XlaOp ImportStaticDuccFft(OpScope& op) {
  const std::string bytes = DuccDescription(op, 2);
  if (!op.error.ok()) return XlaOp();
  FlatBuffer buffer(bytes);
  FlatTable description(buffer);
  const FlatVector sizes = description.Vector(kDuccShapeField, 8);
  KnownIntegers shape;
  for (size_t i = 0; buffer.ok() && i < sizes.size; ++i) {
    shape.push_back(buffer.Unsigned(sizes.Place(i), 4));  // of 8 bytes, little-endian
  }
  return ImportDuccFft(op, description, buffer, kDuccFields, shape);
}

// dynamic_ducc_fft(description, x, shape, strides_in, strides_out, scale).
XlaOp ImportDynamicDuccFft(OpScope& op) {
  const std::string bytes = DuccDescription(op, 3);
  if (!op.error.ok()) return XlaOp();
  const KnownIntegers shape = op.NeedKnown(2, "the shape of the transform");
  if (!op.error.ok()) return XlaOp();
  FlatBuffer buffer(bytes);
  FlatTable description(buffer);
  return ImportDuccFft(op, description, buffer, kDynamicDuccFields, shape);
}

// A function with its own rules for partitioners: here it is a call of the function.
XlaOp ImportPartitioned(OpScope& op) {
  const Attribute* const called = op.Need("called_computations");
  if (called == nullptr) return XlaOp();
  const std::string_view name = called->elements.empty() ? "" : called->elements[0]->text;
  StatusOr<XlaComputation> callee = op.importer.Callee(name, op);
  return callee.ok() ? Call(op.builder, *callee, op.operands) : op.Fail(callee.status());
}

// Older programs name operations of CHLO as custom calls: @mhlo.erf.
XlaOp ImportChloCall(OpScope& op, const ImportRow& row) {
  if (op.operands.size() != 1) {
    return op.Fail(InvalidArgument(kStableHloC4)
                       .Say(Count(static_cast<int64_t>(op.operands.size()), "operand"))
                       .Help("give the function one array"));
  }
  return row.unary != nullptr ? row.unary(op.operands[0]) : op.Plain(row.opcode);
}

struct NamedCall {
  std::string_view target;
  XlaOp (*import)(OpScope& op);
};
constexpr NamedCall kNamedCalls[] = {
    {"ApproxTopK", ImportApproxTopK},
    {"CustomSPMDPartitioning", ImportPartitioned},
    {"cu_threefry2x32", ImportThreeFry},
    {"cu_threefry2x32_ffi", ImportThreeFry},
    {"ducc_fft", ImportStaticDuccFft},
    {"dynamic_ducc_fft", ImportDynamicDuccFft},
    {"hip_threefry2x32", ImportThreeFry},
    {"hip_threefry2x32_ffi", ImportThreeFry},
    {"mhlo.topk", ImportTopKCall},
    {"ragged_all_to_all", ImportRaggedAllToAllCall},
    {"shape_assertion", ImportShapeAssertion},
    {"stablehlo.dynamic_reduce_window", ImportDynamicReduceWindow},
    {"stablehlo.dynamic_rng_bit_generator", ImportDynamicRngBitGenerator},
    {"stablehlo.dynamic_top_k", ImportDynamicTopK},
};

XlaOp ImportCustomCall(OpScope& op) {
  const std::string target = op.Text("call_target_name", "");
  for (const NamedCall& call : kNamedCalls) {
    if (call.target == target) return call.import(op);
  }
  if (target == "SPMDFullToShardShape" || target == "SPMDShardToFullShape") {
    const std::optional<XlaOp> moved = ImportShardBoundary(op, target == "SPMDFullToShardShape");
    if (moved) return *moved;
  }
  if (target == "xla.sdy.GlobalToLocalShape" || target == "xla.sdy.LocalToGlobalShape") {
    const std::optional<XlaOp> moved =
        ImportManualBoundary(op, target == "xla.sdy.GlobalToLocalShape");
    if (moved) return *moved;
  }
  if (target.substr(0, 5) == "mhlo.") {
    const ImportRow* const row = FindImportRow(StrCat("chlo.", target.substr(5)));
    if (row != nullptr && row->min_operands == 1 && row->max_operands == 1) {
      return ImportChloCall(op, *row);
    }
  }
  CustomCallAttributes attributes = {.custom_call_target = target,
                                     .has_side_effect = op.Bool("has_side_effect"),
                                     .output_to_operand_aliasing = AliasingOf(op)};
  constexpr int64_t kNewest = static_cast<int64_t>(CustomCallApiVersion::kTypedFfi);
  const int64_t version = op.Int("api_version", 1);
  if (version < 0 || version > kNewest) {
    return op.Fail(InvalidArgument(kStableHloC2)
                       .Say(StrCat("the attribute api_version is ", version))
                       .Help(StrCat("give a version from 0 to ", kNewest)));
  }
  attributes.api_version = static_cast<CustomCallApiVersion>(version);
  if (op.Find("operand_layouts") != nullptr) {
    std::vector<Shape> shapes;
    for (const XlaOp& operand : op.operands) shapes.push_back(op.ShapeOf(operand));
    attributes.operand_layout_constraints = {
        .constrained = true, .operands = InLayouts(op, "operand_layouts", std::move(shapes))};
  }
  std::vector<Shape> results = InLayouts(op, "result_layouts", op.ResultShapes());
  std::vector<XlaComputation> computations;
  if (const Attribute* called = op.Find("called_computations")) {
    for (const Attribute* name : called->elements) {
      StatusOr<XlaComputation> callee = op.importer.Callee(name->text, op);
      if (!callee.ok()) return op.Fail(callee.status());
      computations.push_back(*std::move(callee));
    }
  }
  std::vector<const XlaComputation*> called;
  for (const XlaComputation& computation : computations) called.push_back(&computation);
  if (!op.error.ok()) return XlaOp();
  std::unique_ptr<InstructionExtras> extras;
  const bool is_typed_ffi = attributes.api_version == CustomCallApiVersion::kTypedFfi;
  if (std::string opaque = OpaqueOf(op, is_typed_ffi); !opaque.empty()) {
    extras = std::make_unique<InstructionExtras>();
    if (is_typed_ffi && opaque[0] != '{') {
      return op.Fail(InvalidArgument(kStableHloC2)
                         .Say("the attribute backend_config is not a dictionary")
                         .Help("with api_version = 4 write it like {k = 3 : i64}"));
    }
    extras->backend_config = std::move(opaque);
  }
  return op.builder->ReportErrorOrReturn(
      op.builder->AddInstruction({.opcode = HloOpcode::kCustomCall,
                                  .operands = op.operands,
                                  .attributes = MakeAttributes(std::move(attributes)),
                                  .called_computations = std::move(called),
                                  .given_shape = ShapeUtil::MakeMaybeTupleShape(results),
                                  .extras = std::move(extras)}));
}

// ---- transfers ----

XlaOp ImportAfterAll(OpScope& op) { return AfterAll(op.builder, op.operands); }

// The data of feeds are a tuple, also of one array: XLA's way.
XlaOp ImportInfeed(OpScope& op) {
  std::vector<Shape> shapes = op.ResultShapes();
  if (shapes.empty() || !op.error.ok()) return XlaOp();
  shapes.pop_back();
  const XlaOp read = InfeedWithToken(op.operands[0], ShapeUtil::MakeTupleShape(shapes),
                                     op.Text("infeed_config", ""));
  const XlaOp data = GetTupleElement(read, 0);
  for (size_t i = 0; i < shapes.size(); ++i) {
    op.results.push_back(GetTupleElement(data, static_cast<int64_t>(i)));
  }
  op.results.push_back(GetTupleElement(read, 1));
  return read;
}

XlaOp ImportOutfeed(OpScope& op) {
  const XlaOp token = op.operands.back();
  const XlaOp data =
      Tuple(op.builder, Span<const XlaOp>(op.operands.data(), op.operands.size() - 1));
  return OutfeedWithToken(data, token, op.ShapeOf(data), op.Text("outfeed_config", ""));
}

ChannelHandle ChannelOf(OpScope& op, ChannelHandle::ChannelType to_host,
                        ChannelHandle::ChannelType otherwise) {
  const Attribute* const handle = op.Need("channel_handle");
  return {.handle = op.FieldInt(handle, "handle"),
          .type = op.Bool("is_host_transfer") ? to_host : otherwise};
}

// Pairs of devices are a frontend attribute of HLO's send and recv.
void SetSourceTargetPairs(OpScope& op) {
  const std::vector<std::pair<int64_t, int64_t>> pairs = op.Pairs("source_target_pairs");
  if (pairs.empty()) return;
  std::string text;
  for (const auto& [source, target] : pairs) {
    StrAppend(text, text.empty() ? "{{" : ",{", source, ",", target, "}");
  }
  FrontendAttributes attributes = op.builder->frontend_attributes();
  attributes["_xla_send_recv_source_target_pairs"] = text + "}";
  op.builder->SetFrontendAttributes(std::move(attributes));
}

XlaOp ImportSend(OpScope& op) {
  const XlaOp token = op.operands.back();
  const XlaOp data = op.Together(Span<const XlaOp>(op.operands.data(), op.operands.size() - 1));
  const ChannelHandle handle =
      ChannelOf(op, ChannelHandle::DEVICE_TO_HOST, ChannelHandle::DEVICE_TO_DEVICE);
  if (!op.error.ok()) return XlaOp();
  SetSourceTargetPairs(op);
  const XlaOp sent = handle.type() == ChannelHandle::DEVICE_TO_HOST
                         ? SendToHost(data, token, op.ShapeOf(data), handle)
                         : SendWithToken(data, token, handle);
  op.builder->ClearFrontendAttributes();
  return sent;
}

XlaOp ImportRecv(OpScope& op) {
  std::vector<Shape> shapes = op.ResultShapes();
  const ChannelHandle handle =
      ChannelOf(op, ChannelHandle::HOST_TO_DEVICE, ChannelHandle::DEVICE_TO_DEVICE);
  if (shapes.empty() || !op.error.ok()) return XlaOp();
  shapes.pop_back();
  const Shape shape = ShapeUtil::MakeMaybeTupleShape(shapes);
  SetSourceTargetPairs(op);
  const XlaOp received = handle.type() == ChannelHandle::HOST_TO_DEVICE
                             ? RecvFromHost(op.operands[0], shape, handle)
                             : RecvWithToken(op.operands[0], shape, handle);
  op.builder->ClearFrontendAttributes();
  const XlaOp data = GetTupleElement(received, 0);
  for (size_t i = 0; i < shapes.size(); ++i) {
    op.results.push_back(shapes.size() == 1 ? data
                                            : GetTupleElement(data, static_cast<int64_t>(i)));
  }
  op.results.push_back(GetTupleElement(received, 1));
  return received;
}

// An asynchronous operation ends where it starts: its results are those of the region.
XlaOp ImportRegionHere(OpScope& op) {
  StatusOr<std::vector<XlaOp>> values =
      op.importer.ImportRegion(*op.op.regions[0], op.builder, op.operands);
  if (!values.ok()) return op.Fail(values.status());
  op.results = *std::move(values);
  return op.results.empty() ? XlaOp() : op.results.back();
}
XlaOp ImportAsyncStart(OpScope& op) {
  StatusOr<std::vector<XlaOp>> values =
      op.importer.ImportRegion(*op.op.regions[0], op.builder, op.operands);
  return values.ok() ? op.Together(*values) : op.Fail(values.status());
}
XlaOp ImportAsyncDone(OpScope& op) { return op.operands[0]; }

// A trace marks a place for a debugger.
XlaOp ImportTrace(OpScope&) { return XlaOp(); }

// sdy.propagation_barrier says how a partitioner finds the shardings of values.
XlaOp ImportIdentity(OpScope& op) { return op.operands[0]; }

// sdy.sharding_constraint and sdy.reshard say how devices share a value. In HLO that is a custom call.
XlaOp ImportShardingConstraint(OpScope& op) {
  const Attribute* const sharding = op.Need("sharding");
  if (sharding == nullptr) return XlaOp();
  const XlaOp call = CustomCall(op.builder, "Sharding", op.operands, op.ShapeOf(0));
  const Status kept = op.builder->SetInstructionFrontendAttribute(
      call, kSdySharding, StrCat("#sdy.sharding_per_value<[<", sharding->text, ">]>"));
  return kept.ok() ? call : op.Fail(kept);
}

constexpr ImportRow kCallRows[] = {
    {"call", ImportCall, 0, -1, -1},
    {"func.call", ImportCall, 0, -1, -1},
    {"func.return", ImportTrace, 0, -1, 0},
    {"return", ImportTrace, 0, -1, 0},
    {"sdy.manual_computation", ImportManualComputation, 0, -1, -1, 1},
    {"sdy.named_computation", ImportRegionHere, 0, -1, -1, 1},
    {"sdy.propagation_barrier", ImportIdentity, 1, 1},
    {"sdy.reshard", ImportShardingConstraint, 1, 1},
    {"sdy.return", ImportTrace, 0, -1, 0},
    {"sdy.sharding_constraint", ImportShardingConstraint, 1, 1},
    {"sdy.sharding_group", ImportTrace, 1, 1, 0},
    {"stablehlo.after_all", ImportAfterAll, 0, -1},
    {"stablehlo.async_done", ImportAsyncDone, 1, 1, -1},
    {"stablehlo.async_start", ImportAsyncStart, 0, -1, 1, 1},
    {"stablehlo.composite", ImportComposite, 0, -1, -1, -2},
    {"stablehlo.create_token", ImportAfterAll, 0, 0},
    {"stablehlo.custom_call", ImportCustomCall, 0, -1, -1},
    {"stablehlo.infeed", ImportInfeed, 1, 1, -1},
    {"stablehlo.outfeed", ImportOutfeed, 1, -1},
    {"stablehlo.recv", ImportRecv, 1, 1, -1},
    {"stablehlo.return", ImportTrace, 0, -1, 0},
    {"stablehlo.send", ImportSend, 1, -1},
    {"stablehlo.trace", ImportTrace, 1, 1, 0},
};

}  // namespace

std::string_view ReasonAgainstCall(std::string_view target) {
  for (const RefusedCall& call : kRefusedCalls) {
    if (Matches(call.target, target)) return call.reason;
  }
  return {};
}

Span<const ImportRow> CallRows() { return kCallRows; }

}  // namespace hloom::stablehlo
