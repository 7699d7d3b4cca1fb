// Operations of CHLO: functions of XLA's client library, and elementwise operations that broadcast.
#include <algorithm>

#include "base/str_cat.h"
#include "builder/functions/function_util.h"
#include "builder/lib/constants.h"
#include "builder/lib/math.h"
#include "builder/lib/special/bessel.h"
#include "builder/lib/special/zeta.h"
#include "builder/rules.h"
#include "text/stablehlo/import_scope.h"
#include "text/stablehlo/import_types.h"

namespace hloom::stablehlo {

namespace {

using mlir::Attribute;

XlaOp ImportChloOpcode(OpScope& op) { return op.Plain(op.row.opcode); }
XlaOp ImportChloUnary(OpScope& op) { return op.row.unary(op.operands[0]); }
XlaOp ImportChloBinary(OpScope& op) { return op.row.binary(op.operands[0], op.operands[1]); }

XlaOp IsInfinite(XlaOp x) { return IsInf(x); }

// A real number is its own conjugate. XLA's function would make it complex.
XlaOp ImportConj(OpScope& op) {
  return IsComplexType(op.ShapeOf(size_t{0}).element_type()) ? Conj(op.operands[0])
                                                             : op.operands[0];
}

// ---- broadcasting ----

// Broadcasts operands to one shape: their last dimensions meet, and a size of 1 is stretched. With
// broadcast_dimensions, the dimensions of the operand of the lower rank are those.
bool BroadcastOperands(OpScope& op) {
  int64_t rank = 0;
  for (const XlaOp& operand : op.operands) {
    const Shape& shape = op.ShapeOf(operand);
    if (!shape.IsArray()) {
      op.Fail(InvalidArgument(kStableHloC4)
                  .Say(StrCat("an operand is ", shape.ToString()))
                  .Help("broadcasting takes arrays"));
      return false;
    }
    rank = std::max(rank, shape.rank());
  }
  const bool explicit_dimensions = op.Find("broadcast_dimensions") != nullptr;
  const std::vector<int64_t> given = op.Ints("broadcast_dimensions", {});
  std::vector<std::vector<int64_t>> places;
  std::vector<int64_t> sizes(static_cast<size_t>(rank), 1);
  std::vector<bool> dynamic(static_cast<size_t>(rank), false);
  for (const XlaOp& operand : op.operands) {
    const Shape& shape = op.ShapeOf(operand);
    std::vector<int64_t> dimensions;
    for (int64_t i = 0; i < shape.rank(); ++i) dimensions.push_back(i + rank - shape.rank());
    if (explicit_dimensions && shape.rank() < rank) {
      if (given.size() != dimensions.size()) {
        op.Fail(InvalidArgument(kStableHloC2)
                    .Say(StrCat("broadcast_dimensions has ", given.size(), " entries for ",
                                shape.ToString()))
                    .Help("give an entry for each dimension of the operand of the lower rank"));
        return false;
      }
      dimensions = given;
    }
    for (size_t i = 0; i < dimensions.size(); ++i) {
      const int64_t to = dimensions[i];
      const int64_t size = shape.dimensions(static_cast<int64_t>(i));
      const bool is_dynamic = shape.is_dynamic_dimension(static_cast<int64_t>(i));
      int64_t* const meets = to >= 0 && to < rank ? &sizes[static_cast<size_t>(to)] : nullptr;
      if (meets == nullptr || (*meets != 1 && size != 1 && *meets != size)) {
        op.Fail(InvalidArgument(kBroadcastC2)
                    .Say(StrCat("dimension ", i, " of ", shape.ToString(), " meets ",
                                meets == nullptr ? "no dimension of the result"
                                                 : StrCat("a dimension of size ", *meets)))
                    .Help("sizes of dimensions that meet are equal, or one of them is 1"));
        return false;
      }
      if (size != 1 || is_dynamic) *meets = size;
      if (is_dynamic) dynamic[static_cast<size_t>(to)] = true;
    }
    places.push_back(std::move(dimensions));
  }
  for (size_t i = 0; i < op.operands.size(); ++i) {
    const Shape& shape = op.ShapeOf(i);
    if (SpanEquals<int64_t>(shape.dimensions(), sizes)) continue;
    op.operands[i] = op.BroadcastTo(
        op.operands[i], ShapeUtil::MakeShape(shape.element_type(), sizes, dynamic), places[i]);
  }
  return op.error.ok();
}

XlaOp ImportBroadcasting(OpScope& op) {
  if (!BroadcastOperands(op)) return XlaOp();
  const ImportRow& row = op.row;
  return row.binary != nullptr ? row.binary(op.operands[0], op.operands[1]) : op.Plain(row.opcode);
}

XlaOp ImportBroadcastCompare(OpScope& op) {
  return BroadcastOperands(op) ? ImportCompare(op) : XlaOp();
}

// ---- others ----

XlaOp ImportChloConstant(OpScope& op) { return FindImportRow("stablehlo.constant")->import(op); }

XlaOp ImportConstantLike(OpScope& op) {
  const Attribute* const value = op.Need("value");
  if (value == nullptr) return XlaOp();
  Literal number = value->kind == Attribute::Kind::kFloat
                       ? LiteralUtil::CreateR0<double>(value->number)
                       : LiteralUtil::CreateR0<int64_t>(value->integer);
  if (value->kind == Attribute::Kind::kElements && value->literal != nullptr) {
    number = *value->literal;
  }
  return FullLike(op.operands[0], ScalarLike(op.operands[0], number));
}

XlaOp ImportChloDynamicReshape(OpScope& op) {
  return FindImportRow("stablehlo.dynamic_reshape")->import(op);
}

XlaOp ImportTopK(OpScope& op) {
  const XlaOp both = TopK(op.operands[0], op.Int("k"), op.Bool("largest", true));
  XlaOp indices = GetTupleElement(both, 1);
  if (op.ResultType(1) != S32) indices = ConvertElementType(indices, op.ResultType(1));
  op.results = {GetTupleElement(both, 0), indices};
  return both;
}

XlaOp ImportRaggedDot(OpScope& op) {
  const Attribute* const from = op.Need("ragged_dot_dimension_numbers");
  RaggedDotDimensionNumbers numbers;
  DotDimensionNumbers* const dot = numbers.mutable_dot_dimension_numbers();
  *dot->mutable_lhs_batch_dimensions() = op.FieldInts(from, "lhs_batching_dimensions");
  *dot->mutable_rhs_batch_dimensions() = op.FieldInts(from, "rhs_batching_dimensions");
  *dot->mutable_lhs_contracting_dimensions() = op.FieldInts(from, "lhs_contracting_dimensions");
  *dot->mutable_rhs_contracting_dimensions() = op.FieldInts(from, "rhs_contracting_dimensions");
  *numbers.mutable_lhs_ragged_dimensions() = op.FieldInts(from, "lhs_ragged_dimensions");
  *numbers.mutable_rhs_group_dimensions() = op.FieldInts(from, "rhs_group_dimensions");
  const PrecisionConfig precision = PrecisionOf(op);
  return RaggedDot(op.operands[0], op.operands[1], op.operands[2], numbers, &precision,
                   op.ResultType());
}

// The number of inputs: the first operands, whose slices the region takes. It is stated, or follows
// from the ranks: a slice has one dimension less than its input.
size_t InputsOfScan(const OpScope& op) {
  if (const Attribute* sizes = op.Find("operandSegmentSizes");
      sizes != nullptr && sizes->integers.size() == 2) {
    const int64_t inputs = sizes->integers[0];
    return static_cast<size_t>(
        std::clamp<int64_t>(inputs, 0, static_cast<int64_t>(op.operands.size())));
  }
  if (op.op.regions[0]->blocks.empty()) return 0;
  const auto& arguments = op.op.regions[0]->blocks[0].arguments;
  size_t inputs = 0;
  while (inputs < op.operands.size() && inputs < arguments.size() &&
         static_cast<int64_t>(arguments[inputs]->type->dimensions.size()) <
             op.ShapeOf(inputs).rank()) {
    ++inputs;
  }
  return inputs;
}

XlaOp ImportScan(OpScope& op) {
  const size_t inputs = InputsOfScan(op);
  const int64_t dimension = op.Int("dimension");
  const std::vector<mlir::Block>& blocks = op.op.regions[0]->blocks;
  Span<const mlir::Value* const> arguments;
  if (!blocks.empty()) arguments = blocks[0].arguments;
  std::vector<Shape> parameters;
  for (size_t i = 0; i < op.operands.size(); ++i) {
    Shape shape = op.ShapeOf(i);
    if (i < arguments.size() && !HasUnknownSize(*arguments[i]->type)) {
      StatusOr<Shape> declared = ShapeOfType(*arguments[i]->type);
      if (!declared.ok()) return op.Fail(declared.status());
      shape = *std::move(declared);
    } else if (i < inputs) {
      StatusOr<Shape> slice = ShapeUtil::DeleteDimension(dimension, shape);
      if (!slice.ok()) return op.Fail(slice.status());
      shape = *std::move(slice);
    }
    parameters.push_back(std::move(shape));
  }
  const XlaComputation computation = op.Region(0, parameters);
  const Attribute* const associative = op.Find("is_associative");
  const TriState state = associative == nullptr      ? TriState::kUnspecified
                         : op.Bool("is_associative") ? TriState::kTrue
                                                     : TriState::kFalse;
  const bool is_reverse = op.Bool("is_reverse");
  if (!op.error.ok()) return XlaOp();
  const Span<const XlaOp> all = op.operands;
  const XlaOp scanned =
      Scan(op.builder, all.subspan(0, inputs), all.subspan(inputs, all.size() - inputs),
           computation, dimension, std::nullopt, is_reverse, state);
  // A computation that returns one array that is not a tuple gives one array.
  if (!op.ShapeOf(scanned).IsTuple()) return scanned;
  for (size_t i = 0; i < op.op.results.size(); ++i) {
    op.results.push_back(GetTupleElement(scanned, static_cast<int64_t>(i)));
  }
  return scanned;
}

constexpr ImportRow ChloUnary(std::string_view name, XlaOp (*function)(XlaOp)) {
  return {.name = name,
          .import = ImportChloUnary,
          .min_operands = 1,
          .max_operands = 1,
          .unary = function};
}
constexpr ImportRow ChloOpcode(std::string_view name, HloOpcode opcode) {
  return {.name = name,
          .import = ImportChloOpcode,
          .min_operands = 1,
          .max_operands = 1,
          .opcode = opcode};
}
constexpr ImportRow ChloBinary(std::string_view name, XlaOp (*function)(XlaOp, XlaOp)) {
  return {.name = name,
          .import = ImportChloBinary,
          .min_operands = 2,
          .max_operands = 2,
          .binary = function};
}
constexpr ImportRow Broadcasting(std::string_view name, HloOpcode opcode) {
  return {.name = name,
          .import = ImportBroadcasting,
          .min_operands = 2,
          .max_operands = 2,
          .opcode = opcode};
}
constexpr ImportRow Broadcasting(std::string_view name, XlaOp (*function)(XlaOp, XlaOp)) {
  return {.name = name,
          .import = ImportBroadcasting,
          .min_operands = 2,
          .max_operands = 2,
          .binary = function};
}

constexpr ImportRow kChloRows[] = {
    ChloOpcode("chlo.acos", HloOpcode::kAcos),
    ChloOpcode("chlo.acosh", HloOpcode::kAcosh),
    ChloOpcode("chlo.asin", HloOpcode::kAsin),
    ChloOpcode("chlo.asinh", HloOpcode::kAsinh),
    ChloUnary("chlo.atan", Atan),
    ChloOpcode("chlo.atanh", HloOpcode::kAtanh),
    ChloUnary("chlo.bessel_i1e", BesselI1e),
    Broadcasting("chlo.broadcast_add", HloOpcode::kAdd),
    Broadcasting("chlo.broadcast_and", HloOpcode::kAnd),
    Broadcasting("chlo.broadcast_atan2", HloOpcode::kAtan2),
    {"chlo.broadcast_compare", ImportBroadcastCompare, 2, 2},
    Broadcasting("chlo.broadcast_complex", HloOpcode::kComplex),
    Broadcasting("chlo.broadcast_divide", HloOpcode::kDivide),
    Broadcasting("chlo.broadcast_maximum", HloOpcode::kMaximum),
    Broadcasting("chlo.broadcast_minimum", HloOpcode::kMinimum),
    Broadcasting("chlo.broadcast_multiply", HloOpcode::kMultiply),
    Broadcasting("chlo.broadcast_next_after", NextAfter),
    Broadcasting("chlo.broadcast_or", HloOpcode::kOr),
    Broadcasting("chlo.broadcast_polygamma", Polygamma),
    Broadcasting("chlo.broadcast_power", HloOpcode::kPower),
    Broadcasting("chlo.broadcast_remainder", HloOpcode::kRemainder),
    {.name = "chlo.broadcast_select",
     .import = ImportBroadcasting,
     .min_operands = 3,
     .max_operands = 3,
     .opcode = HloOpcode::kSelect},
    Broadcasting("chlo.broadcast_shift_left", HloOpcode::kShiftLeft),
    Broadcasting("chlo.broadcast_shift_right_arithmetic", HloOpcode::kShiftRightArithmetic),
    Broadcasting("chlo.broadcast_shift_right_logical", HloOpcode::kShiftRightLogical),
    Broadcasting("chlo.broadcast_subtract", HloOpcode::kSubtract),
    Broadcasting("chlo.broadcast_xor", HloOpcode::kXor),
    Broadcasting("chlo.broadcast_zeta", Zeta),
    {"chlo.conj", ImportConj, 1, 1},
    {"chlo.constant", ImportChloConstant, 0, 0},
    {"chlo.constant_like", ImportConstantLike, 1, 1},
    ChloOpcode("chlo.cosh", HloOpcode::kCosh),
    ChloUnary("chlo.digamma", Digamma),
    {"chlo.dynamic_reshape", ImportChloDynamicReshape, 2, 2},
    ChloOpcode("chlo.erf", HloOpcode::kErf),
    ChloUnary("chlo.erf_inv", ErfInv),
    ChloUnary("chlo.erfc", Erfc),
    ChloUnary("chlo.is_inf", IsInfinite),
    ChloUnary("chlo.is_neg_inf", IsNegInf),
    ChloUnary("chlo.is_pos_inf", IsPosInf),
    ChloUnary("chlo.lgamma", Lgamma),
    {.name = "chlo.mulhi",
     .import = ImportChloOpcode,
     .min_operands = 2,
     .max_operands = 2,
     .opcode = HloOpcode::kMulhi},
    ChloBinary("chlo.next_after", NextAfter),
    ChloBinary("chlo.polygamma", Polygamma),
    {"chlo.ragged_dot", ImportRaggedDot, 3, 3},
    {"chlo.scan", ImportScan, 1, -1, -1, 1},
    ChloOpcode("chlo.sinh", HloOpcode::kSinh),
    ChloUnary("chlo.square", Square),
    ChloOpcode("chlo.tan", HloOpcode::kTan),
    {"chlo.top_k", ImportTopK, 1, 1, 2},
    ChloBinary("chlo.zeta", Zeta),
};

}  // namespace

Span<const ImportRow> ChloRows() { return kChloRows; }

}  // namespace hloom::stablehlo
