// Parts that the files of forms share.
#ifndef HLOOM_TEXT_STABLEHLO_EXPORT_FORMS_H_
#define HLOOM_TEXT_STABLEHLO_EXPORT_FORMS_H_

#include <string>
#include <string_view>

#include "text/stablehlo/export_form.h"
#include "text/stablehlo/export_text.h"

namespace hloom::stablehlo_text {

// name %0, %1 : type, for operations without attributes of their own.
void EmitSame(FormWriter& writer, const StableHloForm& form);
// name %0, %1 : (types) -> type
void EmitFunctional(FormWriter& writer, const StableHloForm& form);
// Gives the leaves of operand 0.
void EmitNothing(FormWriter& writer, const StableHloForm& form);

// The operation of the form with the operands and the results of the instruction.
Operation WholeOperation(FormWriter& writer, const StableHloForm& form);

// "%0, %1, dims = [0]"
inline std::string WithList(FormWriter& writer, std::string_view name, Span<const int64_t> list) {
  return StrCat(" ", FormWriter::Values(writer.AllOperands()), ", ", name, " = ", SquareList(list));
}

inline std::string BoolText(bool value) { return value ? "true" : "false"; }

// Refuses every instruction of the operation.
template <const char* kReason>
std::string Always(const HloInstruction&) {
  return kReason;
}

}  // namespace hloom::stablehlo_text

#endif  // HLOOM_TEXT_STABLEHLO_EXPORT_FORMS_H_
