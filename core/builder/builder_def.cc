#include "builder/builder_def.h"

#include <algorithm>
#include <unordered_map>

#include "hlo/kinds/js_form.h"
#include "ops/host/ask_rules.h"

namespace hloom {

// The families, in the order in which the documentation lists them. A family is a file in defs/.
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

// How JavaScript says operands.
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
// The rows stand in the order of ArgumentKind::Operand, whose first value is no kind.
constexpr OperandKind kOperandKinds[] = {{},
                                         {"op", &kOpForm},
                                         {"op[]", &kOpsForm},
                                         {"computation", &kComputationForm},
                                         {"computation[]", &kComputationsForm}};

// Rules of shapes and literals, which no table of an operation lists.
constexpr Rule kValueRules[] = {
    {"shape.c1", "the element type is a type"},
    {"shape.c2", "sizes are 0 or more"},
    {"shape.c3", "the bytes of an array are fewer than 2^63"},
    {"shape.c4", "tuples nest at most 64 deep"},
    {"shape.c5", "a dynamic dimension has a bound"},
    {"shape.c6", "the rank is at most 256"},
    {"shape.c7", "a dimension number is 0 to rank-1, or -rank to -1 counted from the end"},
    {"shape.c8",
     "only the dimensions of the ranks 2 (y, x), 3 (z, y, x) and 4 (p, z, y, x) have "
     "letters"},
    {"shape.c9", "a permutation of dimensions names each once"},
    {"shape.c10", "the index of a subshape chooses elements of tuples that are there"},
    {"shape.c12", "a buffer holds one array: b(f32[4])"},
    {"shape.p1",
     "the text of a shape follows its grammar: f32[2,3]{1,0}, (f32[2], s32[]), token[]"},
    {"shape.p2", "a layout is not that of a sparse array: no D(C), no P(...)"},
    {"layout.c1", "minor_to_major is a permutation of the dimensions"},
    {"layout.c2", "padded_dimensions has one size for each dimension, or none"},
    {"layout.c3", "a padded size is at least the size"},
    {"layout.c4",
     "padding_value comes with padded_dimensions: ZERO_PAD, ONE_PAD, LOWEST_PAD, HIGHEST_PAD or "
     "UNKNOWN_PAD, which is meant where none is given"},
    {"layout.c5", "the element type has the padding value"},
    {"layout.c6", "XLA's text form has no padding"},
    {"layout.c7",
     "the numbers of tiles and memory spaces are 0 or more, the types of indices are unsigned"},
    {"literal.c2", "the bytes given for an array are as many as its shape takes"},
    {"literal.c3", "a PRED element is the byte 0 or 1"},
    {"literal.c6", "a slice lies within its array, and does not end before it starts"},
    {"literal.c8", "a live size is that of a dynamic dimension, and at most its bound"},
    {"literal.c9", "a value fits the bounded shape that is to hold it"},
    {"literal.c7", "the element type has the value: a zero, a one, an infinity, a NaN, an order"},
    {"literal.p1", "the bytes of a literal hold as many elements as its shape has"},
    {"literal.p2", "the text of a literal follows its grammar: f32[2] {1, 2}, (s32[] 1, token)"},
    {"literal.p3", "a number in the text of a literal fits its element type"},
    {"literal.p4",
     "a literal in text takes at most 1 GiB with its padding and up to its bounds, or 16 bytes a "
     "character"},
    {"attribute.p1", "an enumeration's value in bytes is one of its names"},
    {"replica_groups.p1",
     "an iota of replica groups has two numbers whose product is that of its dimensions, at most "
     "65536, and names each dimension once in their order"},
    {"replica_groups.p2",
     "replica groups as axes of a mesh: the mesh has at most 64 axes and 65536 devices, each once; "
     "the axes of the groups are among its own or parts of them, do not overlap, and no two that "
     "follow each other are one part"},
    {"window.p1",
     "the text of a window has a size, names each field once, and gives each one entry for each "
     "dimension; entries of rhs_reversal are 0 or 1"},
    {"dim_labels.p1",
     "dim_labels label the dimensions of input, kernel and output, b01f_01io->b01f: each has its "
     "two "
     "labels and the numbers from 0 of as many spatial dimensions, each once; others are ?"},
    {"dim_labels.c1",
     "the dimension numbers of a convolution are those of dimensions, each once in its array, with "
     "as many spatial ones in all three, 10 at most"},
    {"json.c1", "a call's arguments are one JSON value by RFC 8259"},
    {"json.c2", "strings are well-formed UTF-8; escaped surrogates come in pairs"},
    {"json.c3", "the keys of an object differ"},
    {"json.c4", "arrays and objects nest at most 256 deep"},
    {"json.c5", "a required member is there, and no unknown one"},
    {"json.c6", "a member is of the expected kind"},
    {"json.c7", "a number is what was asked for, exactly"},
    {"json.c8", "a document holds at most 2^20 values"},
    {"proto.c1", "bytes are a message in protobuf's wire format"},
    {"proto.c2", "a field has the wire type of its declaration"},
    {"proto.c3", "a string field is well-formed UTF-8"},
    {"proto.c4", "messages and groups nest at most 100 deep"},
    {"memory.c1", "the values that a run needs at a time fit into its memory limit"},
    {"memory.c2",
     "there is memory for a value: WebAssembly addresses 4 GiB in all and 2 GiB in one value, and "
     "the machine may have less"},
    {"text.w1", "the text of a program has at most 134217728 characters"},
    {"elided.c1",
     "the zeros that elided constants are read as, {...}, take at most 268435456 bytes together"},
};

void Append(Span<const Rule> rules, std::vector<Rule>& all) {
  for (const Rule& rule : rules) {
    bool known = false;
    for (const Rule& other : all) known = known || other.id == rule.id;
    if (!known) all.push_back(rule);
  }
}

}  // namespace

std::string_view ArgumentKind::name() const {
  return attribute != nullptr ? attribute().name : kOperandKinds[static_cast<int>(operand)].name;
}
const JsForm& ArgumentKind::form() const {
  return attribute != nullptr ? *attribute().js : *kOperandKinds[static_cast<int>(operand)].form;
}

Span<const Span<const BuilderDef>> AllBuilderDefs() {
  // Function-local: built on first use, no initialiser that a linker could drop.
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

std::vector<Rule> AllRules() {
  std::vector<Rule> all;
  Append(kValueRules, all);
  Append(SharedRules(), all);
  Append(AskRules(), all);
  for (const OpDef* def : AllOpDefs()) Append(def->rules, all);
  Append(BroadcastRules(), all);
  Append(BuilderRules(), all);
  for (Span<const BuilderDef> table : AllBuilderDefs()) {
    for (const BuilderDef& def : table) Append(def.rules, all);
  }
  return all;
}

}  // namespace hloom
