// The pretty forms of operations in MLIR text: those of StableHLO, CHLO, func and builtin, and the
// ones of sdy that JAX prints.
#ifndef HLOOM_TEXT_MLIR_MLIR_PRETTY_FORMS_H_
#define HLOOM_TEXT_MLIR_MLIR_PRETTY_FORMS_H_

#include <cstdint>
#include <string_view>

#include "base/span.h"
#include "base/status.h"

namespace hloom::mlir {

class MlirOperationParser;
struct OperationDraft;

// The value behind the '=' of "dims = [0, 1]".
enum class FieldKind : uint8_t {
  kInteger,           // 0
  kIntegers,          // [0, 1]
  kEnum,              // DEFAULT
  kBool,              // true
  kString,            // "ab,bc->ac"
  kExponentMantissa,  // e5m2
  kBatching,          // [0] x [0]
  kContracting,       // [1] x [0]
  kPrecision,         // [DEFAULT, HIGH]
  kAlgorithm,         // <lhs_precision_type = tf32, ...>
};

struct FormField {
  std::string_view key;
  FieldKind kind;
  std::string_view attribute;
  std::string_view enum_name = {};
  bool optional = false;
};

// The types behind the ':'. All forms also take "(types) -> types".
enum class TypeForm : uint8_t {
  kSame,        // type: of all operands and of the result
  kFunctional,  // (types) -> types
  kArrow,       // types -> types
  kResults,     // types of the results
  kOperands,    // types of the operands
  kPairwise,    // types of the operands, and of as many results
  kSelect,      // type of the predicate, type of the others and of the result
  kComplex,     // type of the result: the operands are its parts
  kTuple,       // type of the result: the operands are its elements
};

struct PrettyForm {
  std::string_view written;  // "return"
  std::string_view name;     // "func.return"
  // Reads what follows the name, up to the location or through the '{' of a region.
  Status (*head)(MlirOperationParser& parser, OperationDraft& draft);
  TypeForm types = TypeForm::kFunctional;
  Span<const FormField> fields = {};
  // Reads what follows the '}' of a region; null if nothing does.
  Status (*resume)(MlirOperationParser& parser, OperationDraft& draft) = nullptr;
};

Span<const PrettyForm> PrettyForms();

}  // namespace hloom::mlir

#endif  // HLOOM_TEXT_MLIR_MLIR_PRETTY_FORMS_H_
