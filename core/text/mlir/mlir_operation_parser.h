// Parses the operations, blocks and regions of MLIR text, and keeps the names of values.
//
// An operation is in its generic form,
//
//   %0:2 = "stablehlo.while"(%a, %b) ({...}, {...}) {name = value} : (types) -> (types) loc(...)
//
// or in a pretty form, which a function of mlir_pretty_forms.cc reads. Operations that have regions
// wait on a stack while the parser is in their regions.
#ifndef HLOOM_TEXT_MLIR_MLIR_OPERATION_PARSER_H_
#define HLOOM_TEXT_MLIR_MLIR_OPERATION_PARSER_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/status.h"
#include "text/mlir/mlir_part_parser.h"

namespace hloom::mlir {

struct PrettyForm;
// The pretty forms by the names that are written.
using PrettyFormTable = std::unordered_map<std::string_view, const PrettyForm*>;
PrettyFormTable MakePrettyFormTable();

struct OperandUse {
  const Value* value;
  size_t place;
};

// The argument of a block, before the block.
struct BlockArgument {
  std::string_view name;
  size_t place = 0;
  const Type* type = nullptr;
  const Location* location = nullptr;
};

// The names of results: "%a:2".
struct ResultName {
  std::string_view name;
  size_t count = 1;
  size_t place = 0;
};

// An operation that is being read.
struct OperationDraft {
  std::string_view name;
  size_t place = 0;  // of its name
  SourcePosition position = {};
  const PrettyForm* form = nullptr;  // null for the generic form
  std::vector<ResultName> result_names = {};
  std::vector<OperandUse> operands = {};
  std::vector<NamedAttribute> attributes = {};
  std::vector<const Region*> regions = {};
  std::vector<const Type*> result_types = {};
  std::vector<const Type*> operand_types = {};  // as they are written at the end
  const Location* location = nullptr;
  // Set by a form that has taken the '{' of a region. `arguments` are those of its first block.
  bool opens_region = false;
  std::vector<BlockArgument> arguments = {};
  // The arguments of a region that the form opens after the first one.
  std::vector<BlockArgument> later_arguments = {};

  void Clear();
};

// The values of names. Most names are numbers that count the values, and index an array.
class ValueNames {
 public:
  struct Named {
    const Value* const* values = nullptr;
    size_t count = 0;
    size_t place = 0;
  };
  // Null if the name has no values.
  const Named* Find(std::string_view name) const;
  // Returns false if the name has values.
  bool Add(std::string_view name, const Named& named);
  void Remove(std::string_view name);

 private:
  std::vector<Named> numbered_;  // without values where a number is not used
  std::unordered_map<std::string_view, Named> others_;
  size_t added_ = 0;
};

class MlirOperationParser {
 public:
  MlirOperationParser(std::string_view text, size_t begin, size_t end, Module& module,
                      const PrettyFormTable& forms);

  // Reads all of the text, and sets the module's top operation.
  Status Parse();

  // ---- for the pretty forms ----

  MlirPartParser& parts() { return parts_; }
  MlirCursor& in() { return in_; }
  Module& module() { return module_; }

  // "%a" or "%a#1": mlir.p5.
  Status ParseOperand(OperationDraft& draft);
  // Operands with commas between them, as long as the next token is one.
  Status ParseOperands(OperationDraft& draft);
  // "(%a, %b)", possibly without any.
  Status ParseOperandsInParentheses(OperationDraft& draft);
  // "%a" where a value is defined.
  StatusOr<BlockArgument> ParseArgumentName();
  // "%a: type loc(...)"
  StatusOr<BlockArgument> ParseArgument();
  // "{...}" if it comes next.
  Status ParseOptionalAttributes(OperationDraft& draft);
  // mlir.p12.
  Status AddAttribute(OperationDraft& draft, size_t place, std::string_view name,
                      const Attribute* value);
  // mlir.p7: the operands have these types.
  Status CheckOperandTypes(const OperationDraft& draft, Span<const Type* const> types) const;
  // "(types) -> types"
  Status ParseFunctionalType(OperationDraft& draft);
  // The region of a reduction with one operation, "applies stablehlo.add", as MLIR builds it.
  void AddAppliedRegion(OperationDraft& draft, std::string_view operation, const Type* type);
  // The name in StableHLO or CHLO of an operation of mhlo, the dialect that both come from and that
  // older versions of JAX print. Other names as they are.
  std::string_view NameWithoutMhlo(std::string_view name);
  std::string Place(size_t place) const { return in_.Place(place); }

 private:
  // Regions that are open at a time.
  static constexpr size_t kMaxRegions = 256;

  // Names are not visible inside of functions that are defined around them, so each function has a
  // table.
  struct Scope {
    ValueNames names = {};
    // The values defined in regions of the function's operations, in the order of definition.
    std::vector<std::string_view> inner = {};
  };
  // An open region, with the operation that has it.
  struct Frame {
    OperationDraft draft = {};
    Region* region = nullptr;
    size_t place = 0;  // of its brace
    std::vector<const Operation*> operations = {};
    Span<const Value* const> arguments = {};
    Span<const Location* const> argument_locations = {};
    bool in_block = false;
    size_t names = 0;  // inner names in the scope when the region was opened
    bool has_scope = false;
  };

  Status ParseStatements();
  Status ParseBlockLabel();
  Status ParseStatement();
  Status ParseResultNames(OperationDraft& draft);
  Status ParseGeneric(OperationDraft& draft);
  Status ParseGenericRegion(OperationDraft& draft);
  Status ParseGenericTail(OperationDraft& draft);
  bool AtStatement();
  Status SkipOperation(OperationDraft& draft);
  // Opens a region, or adds the operation.
  Status Continue(OperationDraft& draft);
  Status OpenRegion(OperationDraft& draft);
  Status CloseRegion();
  void EndBlock(Frame& frame);
  Status BeginBlock(Frame& frame, Span<const BlockArgument> arguments);
  Status AddOperation(OperationDraft& draft);
  Status Define(std::string_view name, const Value* const* values, size_t count, size_t place);
  const Value* NewValue(const Type* type, size_t place);
  void SetTop();

  Module& module_;
  MlirPartParser parts_;
  MlirCursor& in_;
  const PrettyFormTable& forms_;
  std::vector<Frame> frames_;
  std::vector<Scope> scopes_;
  std::vector<size_t> value_places_;  // by the number of the value
  std::vector<const Value*> values_;  // of the operation that is being added
  OperationDraft draft_;              // the operation outside of `frames_`
};

}  // namespace hloom::mlir

#endif  // HLOOM_TEXT_MLIR_MLIR_OPERATION_PARSER_H_
