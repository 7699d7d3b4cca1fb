// BuilderDef: everything the system knows of one XlaBuilder function, stated once. The generic host
// entry calls functions through this table; ops.json, and with it the typed JavaScript methods and
// the reference pages, is written from it.
#ifndef HLOOM_BUILDER_BUILDER_DEF_H_
#define HLOOM_BUILDER_BUILDER_DEF_H_

#include <string_view>
#include <vector>

#include "builder/xla_builder.h"

namespace hloom {

enum class ArgumentKind : uint8_t {
  kOp,
  kOps,
  kInt64,
  kInt64s,
  kBool,
  kString,
  kType,
  kShape,
  kLiteral,
  kComputation,
  kComputations,
  kEnum,
  kPaddingConfig,
  kBools,
  kInt64Pairs,
  kPadding,
  kRecord,
  kRecords,
  kShapes,
  kResultAccuracy,
};
// "op", "op[]", "int64" ... as ops.json says it.
std::string_view ArgumentKindName(ArgumentKind kind);

// A struct of XLA's that a function takes as one argument, such as GatherDimensionNumbers. Its fields
// are those that its `visit` names (hlo/attribute.h); one that HLO text may leave out, an argument
// may too.
struct RecordSpec {
  std::string_view name;  // XLA's: "GatherDimensionNumbers"
  std::string_view doc;
  std::unique_ptr<Attributes> (*make)();
};

struct ArgumentSpec {
  std::string_view name;  // XLA's: "broadcast_dimensions"
  ArgumentKind kind;
  std::string_view doc;
  bool required = true;
  std::string_view default_text = {};        // what a left-out argument means: "{}"
  Span<const std::string_view> values = {};  // of an enum
  const RecordSpec* record = nullptr;        // of a record, or of each
};

// A decoded argument: the field that its kind names is set.
struct Argument {
  bool given = false;
  XlaOp op;
  std::vector<XlaOp> ops;
  int64_t integer = 0;
  std::vector<int64_t> integers;
  bool boolean = false;
  std::string text;  // strings, and the value of an enum
  PrimitiveType type = PRIMITIVE_TYPE_INVALID;
  Shape shape;
  Literal literal;
  std::vector<XlaComputation> computations;
  PaddingConfig padding_config;
  std::vector<bool> booleans;
  std::vector<std::pair<int64_t, int64_t>> pairs;
  WindowPadding padding;
  std::unique_ptr<Attributes> record;
  std::vector<std::unique_ptr<Attributes>> records;
  std::vector<Shape> shapes;
  ResultAccuracy result_accuracy;

  template <typename Struct>
  const Struct& As() const {
    return static_cast<const AttributesOf<Struct>&>(*record).value;
  }
  template <typename Struct>
  std::vector<Struct> AllAs() const {
    std::vector<Struct> all;
    for (const std::unique_ptr<Attributes>& each : records) {
      all.push_back(static_cast<const AttributesOf<Struct>&>(*each).value);
    }
    return all;
  }
  const XlaComputation& computation() const { return computations[0]; }
};
using Arguments = Span<const Argument>;  // one for each ArgumentSpec, in order

struct BuilderDef {
  std::string_view name;  // XLA's: "GetTupleElement"
  int overload = 0;       // rows of one name are overloads
  std::string_view group;
  Span<const HloOpcode> lowers_to;
  Span<const ArgumentSpec> arguments;
  Span<const Rule> rules;  // of its own; those of the operations it lowers to are theirs
  XlaOp (*invoke)(XlaBuilder* builder, Arguments arguments);
  std::string_view doc;
  std::string_view source;
  std::string_view example;  // runs with the names of scripts/lib/operation-examples.mjs
};

// One span a file in builder/defs/.
Span<const Span<const BuilderDef>> AllBuilderDefs();
const BuilderDef* FindBuilderDef(std::string_view name, int overload);

// Every rule there is, each once: of operations, of the builder, and those of the layers below.
std::vector<Rule> AllRules();

}  // namespace hloom

#endif  // HLOOM_BUILDER_BUILDER_DEF_H_
