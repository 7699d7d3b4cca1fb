// Parses HLO text: from XLA, JAX and hloom, and written by hand.
//
//   StatusOr<std::unique_ptr<HloModule>> module = ParseHloModule(R"(
//     HloModule axis_demo
//     ENTRY main {
//       x = f32[2,3] parameter(0)
//       v = f32[3] parameter(1)
//       b = f32[2,3] broadcast(v), dimensions={1}
//       ROOT sum = f32[2,3] add(x, b)
//     })");
//
// The grammar is XLA's: long and short forms (shapes before operands, '%' before names, the shapes
// of a computation before its brace, or not), comments, layouts, instructions inside instructions
// and computations inside attributes. A shape may be omitted if the operation infers it. Beyond
// XLA's grammar, a computation may be called before it is defined.
#ifndef HLOOM_TEXT_HLO_HLO_PARSER_H_
#define HLOOM_TEXT_HLO_HLO_PARSER_H_

#include <memory>
#include <string_view>

#include "base/status.h"
#include "hlo/hlo_module.h"
#include "ops/op_def.h"

namespace hloom {

// The rules text.p1 and so on, which ParseHloModule checks in addition to those of shapes
// (shape.p1), literals (literal.p2) and the verifier.
Span<const Rule> HloTextRules();

// The treatment of constants whose elements were elided when they were printed: {...}.
enum class ElidedConstants {
  kRefuse,  // literal.p2
  kZeros,   // they are zeros, false, empty: enough for graphs and checks, wrong for results
};

struct HloParserOptions {
  // Verifies the module: compares shapes with inference, and makes all other checks of
  // VerifyModule. A module that is not verified must not be run, printed or written.
  bool verify = true;
  // Inserts the converts that XLA's inference implies for mixed floating-point types in operands,
  // computations and results: see ops/mixed_precision.h.
  bool allow_mixed_precision = false;
  ElidedConstants elided_constants = ElidedConstants::kRefuse;
};

// The text is a module with its header; or computations alone, of which the one marked ENTRY, or
// the last, is the entry; or only instructions, where an operand that is not defined, but has a
// shape, becomes a parameter: "add(f32[2] x, f32[2] y)".
//
// Any text is safe to pass. Every error has its position, the line, and the expected text.
StatusOr<std::unique_ptr<HloModule>> ParseHloModule(std::string_view text,
                                                    const HloParserOptions& options = {});

}  // namespace hloom

#endif  // HLOOM_TEXT_HLO_HLO_PARSER_H_
