// StableHloForm: how an HLO operation is written in StableHLO. A table with a row for each line of
// hlo/ops.def (kAddForm for kAdd), which only the exporter reads.
//
// Values of HLO that are tuples are several values in StableHLO: the arrays and tokens in the
// tuple, in pre-order, here called leaves.
#ifndef HLOOM_TEXT_STABLEHLO_EXPORT_FORM_H_
#define HLOOM_TEXT_STABLEHLO_EXPORT_FORM_H_

#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "hlo/hlo_module.h"
#include "text/stablehlo/export_text.h"
#include "text/stablehlo/program_text.h"

namespace hloom::stablehlo_text {

using Leaves = std::vector<ValueId>;

// Appends the leaf shapes of `shape`: arrays and tokens.
void AppendLeafShapes(const Shape& shape, std::vector<const Shape*>& leaves);
std::vector<const Shape*> LeafShapes(const Shape& shape);
size_t LeafCount(const Shape& shape);

// One operation of StableHLO, to be written.
struct Operation {
  std::string_view name;  // "stablehlo.add"
  Leaves operands = {};
  std::vector<const Shape*> results = {};
  std::vector<BlockId> regions = {};
  NamedTexts attributes = {};
  std::string tail = {};          // of a pretty form, behind the types
  std::string_view keyword = {};  // of a pretty form, before its attributes
  ResultName result_name = ResultName::kNumber;
  // The operation has the sharding, the frontend attributes and the location of the instruction.
  bool has_extras = true;
};

// The types behind a pretty form.
enum class Types : uint8_t {
  kSame,      // tensor<2xf32>, if all operands and the result have it; else as kFunction
  kFunction,  // (tensor<2xf32>) -> tensor<f32>
  kResult,    // the types of the results
  kOperands,  // the types of the operands
  kArrow,     // tensor<2xf32>, tensor<2xf32> -> tensor<2xf32>: CHLO's
  kNone,      // no types
};

// Writes the instructions of computations. A form's `emit` gets a writer at its instruction.
class FormWriter {
 public:
  FormWriter(const HloModule& module, bool locations) : module_(module), locations_(locations) {}

  const HloModule& module() const { return module_; }
  ProgramText& program() { return program_; }

  const HloInstruction& instruction() const { return *instruction_; }
  // The leaves of an operand.
  Leaves operand(size_t i);
  // The leaves of operands `first` to `end` - 1, one after the other.
  Leaves OperandRange(size_t first, size_t end);
  Leaves AllOperands() { return OperandRange(0, instruction_->operands().size()); }
  // The one leaf of an operand that is an array or a token.
  ValueId value(size_t i) { return operand(i)[0]; }
  // The same, but leaves that only an async-done could use do not become values.
  const Leaves& unresolved(size_t i) const;
  // The regions of the instruction's computations, in their order.
  const std::vector<BlockId>& regions() const { return regions_; }
  // The leaves of the result of the computation that was inlined.
  const Leaves& inlined() const { return inlined_; }
  // True if the text defines the meshes of Shardy.
  bool has_meshes() const { return has_meshes_; }
  // True if operations are written into the body of a function, whose dialect needs no name there.
  bool InFunction() const { return program_.KindOf(block_) == BlockKind::kFunction; }
  const Shape& TypeOf(ValueId value) const { return program_.TypeOf(value); }

  // Keeps a shape as long as the text.
  const Shape* Keep(Shape shape);

  // Write an operation and return its first result; those of the others follow.
  //
  // "stablehlo.gather"(%0, %1) <{attributes}> ({regions}) {extras} : (types) -> types
  ValueId Generic(const Operation& operation);
  // name `middle` {attributes and extras} : types. `middle` has marks for operands.
  ValueId Pretty(const Operation& operation, std::string_view middle, Types types);
  // The same with the operands, separated by commas, as `middle`.
  ValueId Pretty(const Operation& operation, Types types);
  // stablehlo.constant dense<...> : type, of an array.
  ValueId Constant(const Literal& literal, bool has_extras = false);
  // The constant of the instruction. Readers take a splat for a scalar and its broadcast, so an array
  // of equal elements is written as these two.
  ValueId OwnConstant(const Literal& literal);
  ValueId I64Constant(Span<const int64_t> values);
  // A call of a computation as a function.
  ValueId Call(const HloComputation& callee, const Leaves& operands,
               Span<const Shape* const> results, bool has_extras);

  // The name of the function that a computation becomes: "@sum", "@sum_0" for a second one.
  std::string FunctionSymbol(const HloComputation& computation);

  // Sets the leaves of the instruction.
  void Give(Leaves leaves) { given_ = std::move(leaves); }
  // Sets the leaves to `count` results, `first` and those that follow.
  void GiveFrom(ValueId first, size_t count);
  // Writes `operation`, and gives its results.
  void GiveGeneric(const Operation& operation) {
    GiveFrom(Generic(operation), operation.results.size());
  }
  void GivePretty(const Operation& operation, std::string_view middle, Types types) {
    GiveFrom(Pretty(operation, middle, types), operation.results.size());
  }
  // Returns the value with the dynamic dimensions of `wanted` too, whose other dimensions are the
  // same: all of a static dimension is live.
  ValueId Fit(ValueId value, const Shape& wanted);
  Leaves FitAll(const Leaves& values, Span<const Shape* const> wanted);
  // Returns the value, a dynamic array, with fewer dynamic dimensions.
  // The result has the dynamic dimensions of `wanted`; the other ones are static, and have the bounds
  // as sizes. Dead elements are zero.
  ValueId PadTo(const Shape& wanted, ValueId value);
  // A leaf that becomes a zero, or a token, if an operation takes it after all: the contexts in the
  // results of asynchronous operations.
  ValueId Placeholder(const Shape* type);
  // The first leaf of element `index` of a tuple.
  size_t LeafOffset(const Shape& tuple, int64_t index);

  // Appends the place of the instruction, if places are written: loc("jit(f)/add"("f.py":3:4)).
  void AppendLocation(const HloInstruction& instruction, std::string& text) const;

  // "%0, %1", with marks for the values.
  static std::string Values(const Leaves& values);

 private:
  friend class Exporter;
  ValueId Resolve(ValueId value);
  ValueId Write(const Operation& operation, std::string text);
  void AppendTypes(const Operation& operation, Types types, std::string& text) const;
  void AppendExtras(NamedTexts& attributes) const;
  // Frontend attributes, and among them the sharding of Shardy as its own attribute.
  void AppendFrontend(FrontendAttributes frontend, NamedTexts& attributes) const;
  ValueId Broadcast(ValueId scalar, const Shape* shape, bool has_extras = false);

  // Values from here on are placeholders.
  static constexpr ValueId kFirstPlaceholder = ValueId{1} << 31;

  const HloModule& module_;
  const bool locations_;
  bool has_meshes_ = false;
  ProgramText program_;
  Status status_;  // the first error
  // The exporter's place in the module, and in the text.
  const HloInstruction* instruction_ = nullptr;
  BlockId block_ = ProgramText::kTop;
  const std::vector<Leaves>* values_ = nullptr;  // of the computation, by instructions' indices
  std::vector<BlockId> regions_;
  Leaves inlined_;
  Leaves given_;

  std::deque<Shape> kept_;
  std::vector<const Shape*> placeholders_;
  std::unordered_map<const Shape*, std::vector<size_t>> leaf_offsets_;  // by the tuple
  // The functions, in the order in which they were named.
  std::vector<const HloComputation*> functions_;
  std::unordered_map<const HloComputation*, std::string> symbols_;
  std::unordered_set<std::string> names_;
  std::unordered_map<std::string, int64_t> next_suffixes_;
};

// The form of the computations that an instruction calls.
enum class CallForm : uint8_t {
  kNone,      // none, or the form names functions
  kRegions,   // a region each, whose arguments stand before its operations
  kBare,      // a region each, whose arguments stand in the operation: reduce
  kLoop,      // the condition and the body of a while, in this order
  kCaptured,  // a region each, without arguments: it uses the values of operand 1, 2 ...
  kInlined,   // the computation's instructions take the place of this one
};

struct StableHloForm {
  std::string_view name = {};  // for forms that share their `emit`
  void (*emit)(FormWriter& writer, const StableHloForm& form) = nullptr;
  // Returns the reason why the instruction has no form; empty if it has one. Null if all have.
  std::string (*refuse)(const HloInstruction& instruction) = nullptr;
  CallForm calls = CallForm::kNone;
  // True if the instruction is written without its region.
  bool (*is_compact)(const HloInstruction& instruction) = nullptr;
};

#define HLOOM_OP(opcode, name) extern const StableHloForm opcode##Form;
#include "hlo/ops.def"

const StableHloForm& GetStableHloForm(HloOpcode opcode);

}  // namespace hloom::stablehlo_text

#endif  // HLOOM_TEXT_STABLEHLO_EXPORT_FORM_H_
