// An operation on its way into HLO: its operands, attributes and regions, as the rows of the tables
// read them.
//
//   XlaOp ImportConcatenate(OpScope& op) {
//     return ConcatInDim(op.builder, op.operands, op.Int("dimension"));
//   }
//
// Reading never fails: a wrong attribute reads as a default, the scope keeps the first error, and
// the importer reports it instead of the value.
#ifndef HLOOM_TEXT_STABLEHLO_IMPORT_SCOPE_H_
#define HLOOM_TEXT_STABLEHLO_IMPORT_SCOPE_H_

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "builder/closures.h"
#include "text/mlir/mlir_tree.h"
#include "text/stablehlo/import_rules.h"

namespace hloom::stablehlo {

class FunctionImporter;
struct ImportRow;

// An integer array whose elements are known, such as the sizes of a shape, in row-major order.
using KnownIntegers = std::vector<int64_t>;
inline constexpr int64_t kMostKnown = 256;

struct OpScope {
  FunctionImporter& importer;
  const mlir::Operation& op;
  const ImportRow& row;
  XlaBuilder* builder;
  std::vector<XlaOp> operands;
  // Set instead of the returned operation if the results are not the elements of one tuple.
  std::vector<XlaOp> results = {};
  // The shapes of the results, if the operation itself knows them, as a call does.
  std::vector<std::optional<KnownIntegers>> known_results = {};
  Status error = OkStatus();
  const Shape no_shape = {};

  // Keeps the first error. The operation that it returns is invalid.
  XlaOp Fail(Status status);
  XlaOp Refuse(std::string sentence, std::string help = {});

  // ---- attributes ----

  const mlir::Attribute* Find(std::string_view name) const { return op.Find(name); }
  // stablehlo.c2: it is given, and of the kind.
  const mlir::Attribute* Need(std::string_view name);
  int64_t Int(std::string_view name);
  int64_t Int(std::string_view name, int64_t absent);
  double Float(std::string_view name);
  bool Bool(std::string_view name, bool absent = false);
  std::string Text(std::string_view name, std::string_view absent);
  std::vector<int64_t> Ints(std::string_view name);  // required
  std::vector<int64_t> Ints(std::string_view name, std::vector<int64_t> absent);
  std::vector<int64_t> IntsOf(const mlir::Attribute& attribute, std::string_view name);
  std::vector<bool> Bools(std::string_view name);  // empty if absent
  // dense<[[1, 2], [3, 4]]>, (1, 2) for dimension 0; empty if absent.
  std::vector<std::pair<int64_t, int64_t>> Pairs(std::string_view name);
  // The index of an enumeration's value among `names`; `absent` if the operation has no such attribute.
  size_t Choice(std::string_view name, Span<const std::string_view> names,
                std::optional<size_t> absent = std::nullopt);
  // The fields of a struct attribute; absent lists are empty and absent numbers 0.
  std::vector<int64_t> FieldInts(const mlir::Attribute* record, std::string_view name);
  int64_t FieldInt(const mlir::Attribute* record, std::string_view name);

  // ---- types ----

  // The declared shape of a result. stablehlo.c8: its sizes are known.
  Shape ResultShape(size_t i = 0);
  std::vector<Shape> ResultShapes();
  // The element type of a result, also of one with unknown sizes.
  PrimitiveType ResultType(size_t i = 0) const;
  const mlir::Type& DeclaredResult(size_t i = 0) const { return *op.results[i]->type; }
  // The shape of an operand; an invalid shape if the operand is invalid.
  const Shape& ShapeOf(size_t operand) const { return ShapeOf(operands[operand]); }
  const Shape& ShapeOf(XlaOp value) const;

  // ---- known integers ----

  // The elements of an operand, if they are known.
  std::optional<KnownIntegers> Known(size_t operand) const;
  // The same where they must be known: stablehlo.c8.
  KnownIntegers NeedKnown(size_t operand, std::string_view role);
  // The declared shape of the result, or, if it has unknown sizes, that of the sizes in an operand.
  // stablehlo.c12: the operand is a vector of integers, one for each dimension. stablehlo.c3: sizes
  // that are known are the declared ones.
  Shape ResultShapeFrom(size_t operand);

  // ---- regions ----

  // A region as a computation. Its parameters have the declared shapes, or those of `parameters` if
  // there are as many. region.c1: it uses no values of the program around it but constants.
  XlaComputation Region(size_t i, Span<const Shape> parameters = {});
  Closure RegionClosure(size_t i, Span<const Shape> parameters = {});
  // The region with one parameter, of this shape: the tuple of its arguments if they are `spread`,
  // or else the only one.
  Closure StateRegion(size_t i, const Shape& state, bool spread);

  // Converts `count` operands, from `first` on, to the element types of the region's arguments from
  // `argument` on: StableHLO promotes what it reduces, f32 to f64, before the region gets it.
  void Promote(size_t region, size_t argument, size_t first, size_t count);

  // ---- instructions ----

  XlaOp Add(HloOpcode opcode, std::vector<XlaOp> operands,
            std::unique_ptr<Attributes> attributes = nullptr,
            std::vector<const XlaComputation*> called = {},
            std::optional<Shape> given_shape = std::nullopt);
  // An instruction of all operands, with default attributes if the opcode has any.
  XlaOp Plain(HloOpcode opcode);
  // HLO's broadcast of an array to the shape: dimension i becomes dimensions[i], and is stretched
  // if it has size 1. Dimensions may be in any order.
  XlaOp BroadcastTo(XlaOp operand, const Shape& result, std::vector<int64_t> dimensions);
  // One value as it is, several as a tuple.
  XlaOp Together(Span<const XlaOp> values);
};

// A row of the tables: an operation and its way into HLO.
struct ImportRow {
  std::string_view name;
  XlaOp (*import)(OpScope& op) = nullptr;  // null: the operation is refused
  int min_operands = 0;
  int max_operands = 0;  // -1: any number
  int results = 1;       // -1: any number
  int regions = 0;       // -1: one or more; -2: any number
  // For operations that are one opcode, or one function of the builder.
  HloOpcode opcode = HloOpcode::kParameter;
  XlaOp (*unary)(XlaOp operand) = nullptr;
  XlaOp (*binary)(XlaOp lhs, XlaOp rhs) = nullptr;
  std::string_view reason = {};  // of a refusal
};

Span<const ImportRow> ElementwiseRows();
Span<const ImportRow> ShapeRows();
Span<const ImportRow> ContractionRows();
Span<const ImportRow> RegionRows();
Span<const ImportRow> CollectiveRows();
Span<const ImportRow> CallRows();
Span<const ImportRow> DynamicRows();
Span<const ImportRow> ChloRows();
Span<const ImportRow> RefusedRows();

// The row of an operation; null if there is none.
const ImportRow* FindImportRow(std::string_view name);

// The known elements of an operation's result that follow from those of its operands; nullopt if
// they do not.
std::optional<KnownIntegers> FoldIntegers(const OpScope& op, const Shape& result);

// The reason why the importer refuses a custom call; empty if it does not.
std::string_view ReasonAgainstCall(std::string_view target);

// Shared by rows of several tables.
PrecisionConfig PrecisionOf(OpScope& op);
ConvolutionDimensionNumbers ConvolutionNumbersOf(OpScope& op);
XlaOp ConvolveWithPadding(OpScope& op, Span<const std::pair<int64_t, int64_t>> padding);
XlaOp GatherSlices(OpScope& op, std::vector<int64_t> slice_sizes);
XlaOp PadArray(OpScope& op, Span<const int64_t> low, Span<const int64_t> high,
               Span<const int64_t> interior);
XlaOp ImportCompare(OpScope& op);
XlaOp ImportRaggedAllToAllCall(OpScope& op);

// The numbers of a list in any of its forms: array<i64: 1>, dense<1>, [1 : i64]. nullopt: it is none.
std::optional<std::vector<int64_t>> NumbersOf(const mlir::Attribute& attribute);

// An attribute as MLIR writes it: {k = 3 : i64, lower = true}. Lists nest at most 64 deep.
std::string AttributeText(const mlir::Attribute& attribute);

}  // namespace hloom::stablehlo

#endif  // HLOOM_TEXT_STABLEHLO_IMPORT_SCOPE_H_
