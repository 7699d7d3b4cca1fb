#include "builder/builder_def.h"

#include <algorithm>
#include <unordered_map>

#include "hlo/kinds/js_form.h"

namespace hloom {

// The families, in the order of the documentation. The file that defines the functions of a family
// has their rows.
#define HLOOM_BUILDER_FAMILIES(FAMILY) \
  FAMILY(Shape)                        \
  FAMILY(Elementwise)                  \
  FAMILY(Comparison)                   \
  FAMILY(Computation)                  \
  FAMILY(ScalarComputation)            \
  FAMILY(Math)                         \
  FAMILY(DataMovement)                 \
  FAMILY(Dynamic)                      \
  FAMILY(Index)                        \
  FAMILY(CallOut)                      \
  FAMILY(Transfer)                     \
  FAMILY(Collective)                   \
  FAMILY(Sort)                         \
  FAMILY(Window)                       \
  FAMILY(Scan)                         \
  FAMILY(Gather)                       \
  FAMILY(Dot)                          \
  FAMILY(Normalization)                \
  FAMILY(Quantize)                     \
  FAMILY(Constant)                     \
  FAMILY(Filled)                       \
  FAMILY(Reduction)                    \
  FAMILY(Convolution)                  \
  FAMILY(Spectral)                     \
  FAMILY(LinearAlgebra)                \
  FAMILY(Decomposition)                \
  FAMILY(MatrixPart)                   \
  FAMILY(Slicing)                      \
  FAMILY(SpecialFunction)              \
  FAMILY(GammaFunction)                \
  FAMILY(Random)

#define HLOOM_DECLARE_FAMILY(name) Span<const BuilderDef> name##BuilderDefs();
HLOOM_BUILDER_FAMILIES(HLOOM_DECLARE_FAMILY)
#undef HLOOM_DECLARE_FAMILY

namespace {

// The JavaScript forms of operands.
constexpr JsForm kOpForm = {.type = JsForm::Type::kOperation,
                            .meaning = "an operation",
                            .example = "what a builder function returned"};
constexpr JsPart kOpPart[] = {{.form = &kOpForm}};
constexpr JsForm kOpsForm = {.type = JsForm::Type::kList,
                             .parts = kOpPart,
                             .meaning = "an array of operations",
                             .example = "an array of what builder functions returned",
                             .default_text = "{}"};
constexpr JsForm kComputationForm = {.type = JsForm::Type::kComputation,
                                     .meaning = "a computation",
                                     .example = "what builder.build() returned"};
constexpr JsPart kComputationPart[] = {{.form = &kComputationForm}};
constexpr JsForm kComputationsForm = {.type = JsForm::Type::kList,
                                      .parts = kComputationPart,
                                      .meaning = "an array of computations",
                                      .example = "an array of what builder.build() returned"};

struct OperandKind {
  std::string_view name;
  const JsForm* form;
};
// The rows are in the order of ArgumentKind::Operand, without its first value, which is not a kind.
constexpr OperandKind kOperandKinds[] = {{},
                                         {"op", &kOpForm},
                                         {"op[]", &kOpsForm},
                                         {"computation", &kComputationForm},
                                         {"computation[]", &kComputationsForm}};

}  // namespace

std::string_view ArgumentKind::name() const {
  return attribute != nullptr ? attribute().name : kOperandKinds[static_cast<int>(operand)].name;
}
const JsForm& ArgumentKind::form() const {
  return attribute != nullptr ? *attribute().js : *kOperandKinds[static_cast<int>(operand)].form;
}

Span<const Span<const BuilderDef>> AllBuilderDefs() {
  // Function-local, so that it is built on first use and has no initializer that a linker could
  // drop.
#define HLOOM_FAMILY_ROWS(name) name##BuilderDefs(),
  static const Span<const BuilderDef> kTables[] = {HLOOM_BUILDER_FAMILIES(HLOOM_FAMILY_ROWS)};
#undef HLOOM_FAMILY_ROWS
  return kTables;
}

const BuilderDef* FindBuilderDef(std::string_view name, int overload) {
  // The overloads of each function, by its name.
  using Functions = std::unordered_map<std::string_view, std::vector<const BuilderDef*>>;
  static const Functions* const kFunctions = [] {
    auto* functions = new Functions;
    for (Span<const BuilderDef> table : AllBuilderDefs()) {
      for (const BuilderDef& def : table) {
        std::vector<const BuilderDef*>& overloads = (*functions)[def.name];
        overloads.resize(std::max(overloads.size(), static_cast<size_t>(def.overload) + 1));
        overloads[static_cast<size_t>(def.overload)] = &def;
      }
    }
    return functions;
  }();
  const auto found = kFunctions->find(name);
  const auto index = static_cast<size_t>(overload);
  return found != kFunctions->end() && index < found->second.size() ? found->second[index]
                                                                    : nullptr;
}

}  // namespace hloom
