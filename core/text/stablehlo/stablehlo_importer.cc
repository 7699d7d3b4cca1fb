#include "text/stablehlo/stablehlo_importer.h"

#include "text/stablehlo/function_importer.h"
#include "text/stablehlo/import_rules.h"

namespace hloom {

// ---- the tables ----

namespace stablehlo {

namespace {

constexpr Rule kStableHloRules[] = {kStableHloC1, kStableHloC2,  kStableHloC3,  kStableHloC4,
                                    kStableHloC5, kStableHloC6,  kStableHloC7,  kStableHloC8,
                                    kStableHloC9, kStableHloC10, kStableHloC11, kStableHloC12};

constexpr Span<const ImportRow> (*kImportTables[])() = {
    ElementwiseRows, ShapeRows,   ContractionRows, RegionRows, CollectiveRows,
    CallRows,        DynamicRows, ChloRows,        RefusedRows};

std::string TextOf(const mlir::Attribute* attributes, std::string_view name) {
  const mlir::Attribute* const field = attributes == nullptr ? nullptr : attributes->Field(name);
  if (field == nullptr) return {};
  return field->kind == mlir::Attribute::Kind::kString ? std::string(field->text)
                                                       : AttributeText(*field);
}

std::string ShardingText(const mlir::Attribute* attributes) {
  std::string text = TextOf(attributes, "mhlo.sharding");
  return text.empty() ? TextOf(attributes, "sdy.sharding") : text;
}

}  // namespace

// Each table is in the order of its names, so that a name is found by bisection.
const ImportRow* FindImportRow(std::string_view name) {
  for (const auto table : kImportTables) {
    const Span<const ImportRow> rows = table();
    size_t low = 0;
    size_t high = rows.size();
    while (low < high) {
      const size_t middle = low + (high - low) / 2;
      if (rows[middle].name < name) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    if (low < rows.size() && rows[low].name == name) return &rows[low];
  }
  return nullptr;
}

}  // namespace stablehlo

StatusOr<XlaComputation> ImportStableHlo(const mlir::Module& module,
                                         const StableHloOptions& options) {
  stablehlo::ModuleIndex index(options.source);
  HLOOM_RETURN_IF_ERROR(index.Read(module));
  return stablehlo::FunctionImporter(index, module.value_count(), options).Import();
}

StatusOr<ImportedSignature> StableHloSignature(const mlir::Module& module,
                                               const StableHloOptions& options) {
  stablehlo::ModuleIndex index(options.source);
  HLOOM_RETURN_IF_ERROR(index.ReadFunctions(module));
  const stablehlo::Function& entry = index.entry();
  ImportedSignature signature = {.function = std::string(entry.name)};
  for (size_t i = 0; i < entry.body->arguments.size(); ++i) {
    const mlir::Attribute* const attributes = entry.ArgumentAttributes(i);
    ImportedArgument argument = {.name = stablehlo::TextOf(attributes, "jax.arg_info"),
                                 .type = ToString(*entry.body->arguments[i]->type),
                                 .sharding = stablehlo::ShardingText(attributes)};
    if (attributes != nullptr) {
      const mlir::Attribute* const donor = attributes->Field("jax.buffer_donor");
      argument.donated =
          donor != nullptr && (donor->kind == mlir::Attribute::Kind::kUnit || donor->integer != 0);
      if (const mlir::Attribute* output = attributes->Field("tf.aliasing_output")) {
        argument.aliased_output = output->integer;
      }
    }
    signature.arguments.push_back(std::move(argument));
  }
  const mlir::Attribute* const type = entry.op->Find("function_type");
  if (type == nullptr || type->type == nullptr) return signature;
  for (size_t i = type->type->input_count; i < type->type->parts.size(); ++i) {
    const size_t number = i - type->type->input_count;
    const mlir::Attribute* const attributes = entry.ResultAttributes(number);
    signature.results.push_back({.name = stablehlo::TextOf(attributes, "jax.result_info"),
                                 .type = ToString(*type->type->parts[i]),
                                 .sharding = stablehlo::ShardingText(attributes)});
  }
  return signature;
}

std::vector<std::string_view> StableHloOperations() {
  std::vector<std::string_view> names;
  for (const auto table : stablehlo::kImportTables) {
    for (const stablehlo::ImportRow& row : table()) names.push_back(row.name);
  }
  return names;
}

Span<const Rule> StableHloRules() { return stablehlo::kStableHloRules; }

}  // namespace hloom
