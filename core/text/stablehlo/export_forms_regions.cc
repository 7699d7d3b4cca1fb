// Forms of operations that apply computations to elements.
#include "ops/control/map.h"
#include "ops/control/structural.h"
#include "ops/indexing/scatter.h"
#include "ops/sorting/sort.h"
#include "ops/sorting/top_k.h"
#include "ops/windows/reduce.h"
#include "ops/windows/reduce_window.h"
#include "ops/windows/scan.h"
#include "ops/windows/select_and_scatter.h"
#include "text/stablehlo/export_forms.h"

namespace hloom::stablehlo_text {

namespace {

Operation WithRegions(FormWriter& writer, const StableHloForm& form) {
  Operation operation = WholeOperation(writer, form);
  operation.regions = writer.regions();
  return operation;
}

// ---- reduce ----

// The operations that MLIR's short form of reduce may apply: commutative ones of two operands.
bool IsCommutative(HloOpcode opcode) {
  constexpr HloOpcode kCommutative[] = {
      HloOpcode::kAdd,      HloOpcode::kAnd, HloOpcode::kMaximum, HloOpcode::kMinimum,
      HloOpcode::kMultiply, HloOpcode::kOr,  HloOpcode::kXor};
  for (const HloOpcode one : kCommutative) {
    if (one == opcode) return true;
  }
  return false;
}

// True if the computation is `a op b` of its two parameters in the type of the operand.
bool IsCompactReduce(const HloInstruction& reduce) {
  const HloComputation& reducer = *reduce.called_computation(0);
  const HloInstruction& root = *reducer.root();
  if (reducer.parameters().size() != 2 || reducer.instructions().size() != 3) return false;
  if (!IsCommutative(root.opcode())) return false;
  if (root.operand(0) != reducer.parameters()[0] || root.operand(1) != reducer.parameters()[1]) {
    return false;
  }
  const PrimitiveType type = reduce.operand(0)->shape().element_type();
  return root.shape().element_type() == type &&
         reducer.parameters()[0]->shape().element_type() == type &&
         reducer.parameters()[1]->shape().element_type() == type;
}

void AppendPair(std::string& text, ValueId first, std::string_view separator, ValueId second) {
  text += '(';
  ProgramText::AppendValue(text, first);
  text += separator;
  ProgramText::AppendValue(text, second);
  text += ')';
}

// stablehlo.reduce(%0 init: %1) applies stablehlo.add across dimensions = [0] : (types) -> type
//
// stablehlo.reduce(%0 init: %1), (%2 init: %3) across dimensions = [0] : (types) -> (types)
//  reducer(%arg0: tensor<f32>, %arg2: tensor<f32>) (%arg1: ..., %arg3: ...)  {
void EmitReduce(FormWriter& writer, const StableHloForm& form) {
  const HloInstruction& reduce = writer.instruction();
  Operation operation = WithRegions(writer, form);
  const size_t pairs = operation.operands.size() / 2;
  std::string middle;
  for (size_t i = 0; i < pairs; ++i) {
    if (i > 0) middle += ", ";
    AppendPair(middle, operation.operands[i], " init: ", operation.operands[pairs + i]);
  }
  const bool compact = operation.regions.empty();
  if (compact) {
    const HloInstruction& root = *reduce.called_computation(0)->root();
    StrAppend(middle, " applies ", GetStableHloForm(root.opcode()).name);
  }
  StrAppend(middle,
            " across dimensions = ", SquareList(reduce.attributes<ReduceAttributes>().dimensions));
  if (!compact) {
    const std::vector<ValueId>& arguments = writer.program().arguments(operation.regions[0]);
    std::string& reducer = operation.tail;
    ProgramText::AppendBreak(reducer);
    reducer += " reducer";
    for (size_t i = 0; i < pairs; ++i) {
      const ValueId element = arguments[i];
      const ValueId accumulator = arguments[pairs + i];
      reducer += '(';
      ProgramText::AppendValue(reducer, element);
      StrAppend(reducer, ": ", TypeText(writer.TypeOf(element)), ", ");
      ProgramText::AppendValue(reducer, accumulator);
      StrAppend(reducer, ": ", TypeText(writer.TypeOf(accumulator)), ") ");
    }
    reducer += ' ';
    ProgramText::AppendRegion(reducer, operation.regions[0]);
  }
  writer.GivePretty(operation, middle, Types::kFunction);
}

// ---- windows ----

struct WindowLists {
  std::vector<int64_t> sizes, strides, base_dilations, window_dilations, padding;

  explicit WindowLists(const Window& window) {
    for (const WindowDimension& along : window.dimensions()) {
      sizes.push_back(along.size());
      strides.push_back(along.stride());
      base_dilations.push_back(along.base_dilation());
      window_dilations.push_back(along.window_dilation());
      padding.push_back(along.padding_low());
      padding.push_back(along.padding_high());
    }
  }
  std::string PaddingText() const {
    return DenseI64(padding, static_cast<int64_t>(sizes.size()), 2);
  }
};

void EmitReduceWindow(FormWriter& writer, const StableHloForm& form) {
  const WindowLists window(writer.instruction().attributes<ReduceWindowAttributes>().window);
  Operation operation = WithRegions(writer, form);
  operation.attributes = {{"base_dilations", I64Array(window.base_dilations)},
                          {"padding", window.PaddingText()},
                          {"window_dilations", I64Array(window.window_dilations)},
                          {"window_dimensions", I64Array(window.sizes)},
                          {"window_strides", I64Array(window.strides)}};
  writer.GiveGeneric(operation);
}

void EmitSelectAndScatter(FormWriter& writer, const StableHloForm& form) {
  const WindowLists window(writer.instruction().attributes<SelectAndScatterAttributes>().window);
  Operation operation = WithRegions(writer, form);
  operation.attributes = {{"padding", window.PaddingText()},
                          {"window_dimensions", I64Array(window.sizes)},
                          {"window_strides", I64Array(window.strides)}};
  writer.GiveGeneric(operation);
}
std::string RefuseSelectAndScatter(const HloInstruction& instruction) {
  for (const WindowDimension& along :
       instruction.attributes<SelectAndScatterAttributes>().window.dimensions()) {
    if (along.base_dilation() != 1 || along.window_dilation() != 1) {
      return "StableHLO's select_and_scatter has no dilated windows";
    }
  }
  return "";
}

// ---- scatter, sort, map, topk, scan ----

void AppendScatterField(std::string& fields, std::string_view name,
                        const std::vector<int64_t>& list) {
  if (!list.empty()) StrAppend(fields, fields.empty() ? "" : ", ", name, " = ", SquareList(list));
}

void EmitScatter(FormWriter& writer, const StableHloForm& form) {
  const auto& attributes = writer.instruction().attributes<ScatterAttributes>();
  const ScatterDimensionNumbers& numbers = attributes.dimension_numbers;
  std::string fields;
  AppendScatterField(fields, "update_window_dims", numbers.update_window_dims());
  AppendScatterField(fields, "inserted_window_dims", numbers.inserted_window_dims());
  AppendScatterField(fields, "input_batching_dims", numbers.input_batching_dims());
  AppendScatterField(fields, "scatter_indices_batching_dims",
                     numbers.scatter_indices_batching_dims());
  AppendScatterField(fields, "scatter_dims_to_operand_dims",
                     numbers.scatter_dims_to_operand_dims());
  if (numbers.index_vector_dim() != 0) {
    StrAppend(fields, fields.empty() ? "" : ", ",
              "index_vector_dim = ", numbers.index_vector_dim());
  }
  Operation operation = WithRegions(writer, form);
  operation.attributes = {{"indices_are_sorted", BoolText(attributes.indices_are_sorted)},
                          {"scatter_dimension_numbers", StrCat("#stablehlo.scatter<", fields, ">")},
                          {"unique_indices", BoolText(attributes.unique_indices)}};
  writer.GiveGeneric(operation);
}

void EmitSort(FormWriter& writer, const StableHloForm& form) {
  const auto& attributes = writer.instruction().attributes<SortAttributes>();
  Operation operation = WithRegions(writer, form);
  operation.attributes = {{"dimension", I64(attributes.dimensions[0])},
                          {"is_stable", BoolText(attributes.is_stable)}};
  writer.GiveGeneric(operation);
}

void EmitMap(FormWriter& writer, const StableHloForm& form) {
  std::vector<int64_t> all(static_cast<size_t>(writer.instruction().shape().rank()));
  for (size_t i = 0; i < all.size(); ++i) all[i] = static_cast<int64_t>(i);
  Operation operation = WithRegions(writer, form);
  operation.attributes = {{"dimensions", I64Array(all)}};
  writer.GiveGeneric(operation);
}

// chlo.top_k(%0, k = 8) : tensor<16xf32> -> (tensor<8xf32>, tensor<8xi32>)
void EmitTopK(FormWriter& writer, const StableHloForm& form) {
  const auto& attributes = writer.instruction().attributes<TopKAttributes>();
  Operation operation = WholeOperation(writer, form);
  if (!attributes.largest) operation.attributes = {{"largest", "false"}};
  writer.GivePretty(
      operation, StrCat("(", FormWriter::Values(operation.operands), ", k = ", attributes.k, ")"),
      Types::kArrow);
}

void EmitScan(FormWriter& writer, const StableHloForm& form) {
  const auto& attributes = writer.instruction().attributes<ScanAttributes>();
  Operation operation = WithRegions(writer, form);
  const auto carries = static_cast<size_t>(attributes.num_carries);
  const auto segments = [&](size_t all) {
    return StrCat("array<i32: ", all - carries, ", ", carries, ">");
  };
  operation.attributes = {
      {"dimension", I64(attributes.dimensions[0])},
      {"is_reverse", BoolText(attributes.is_reverse)},
      {"operandSegmentSizes", segments(operation.operands.size())},
      {"resultSegmentSizes", segments(operation.results.size())},
  };
  if (attributes.is_associative != TriState::kUnspecified) {
    operation.attributes.push_back(
        {"is_associative", BoolText(attributes.is_associative == TriState::kTrue)});
  }
  writer.GiveGeneric(operation);
}

}  // namespace

constexpr StableHloForm kReduceForm = {.name = "stablehlo.reduce",
                                       .emit = EmitReduce,
                                       .calls = CallForm::kBare,
                                       .is_compact = IsCompactReduce};
constexpr StableHloForm kReduceWindowForm = {
    .name = "stablehlo.reduce_window", .emit = EmitReduceWindow, .calls = CallForm::kRegions};
constexpr StableHloForm kSelectAndScatterForm = {.name = "stablehlo.select_and_scatter",
                                                 .emit = EmitSelectAndScatter,
                                                 .refuse = RefuseSelectAndScatter,
                                                 .calls = CallForm::kRegions};
constexpr StableHloForm kScatterForm = {
    .name = "stablehlo.scatter", .emit = EmitScatter, .calls = CallForm::kRegions};
constexpr StableHloForm kSortForm = {
    .name = "stablehlo.sort", .emit = EmitSort, .calls = CallForm::kRegions};
constexpr StableHloForm kMapForm = {
    .name = "stablehlo.map", .emit = EmitMap, .calls = CallForm::kRegions};
constexpr StableHloForm kTopKForm = {.name = "chlo.top_k", .emit = EmitTopK};
constexpr StableHloForm kScanForm = {
    .name = "chlo.scan", .emit = EmitScan, .calls = CallForm::kRegions};

}  // namespace hloom::stablehlo_text
