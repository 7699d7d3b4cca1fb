// HLO text, read: what XLA and JAX print, what hloom prints, and what people write by hand.
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
// and computations inside attributes. A shape may be left out where the operation infers it.
// Beyond XLA's grammar, a computation may be called before it is defined.
#ifndef HLOOM_TEXT_HLO_HLO_PARSER_H_
#define HLOOM_TEXT_HLO_HLO_PARSER_H_

#include <memory>
#include <string_view>

#include "base/status.h"
#include "hlo/hlo_module.h"
#include "ops/op_def.h"

namespace hloom {

// The rules text.p1 and so on, which ParseHloModule checks beside those of shapes (shape.p1),
// literals (literal.p2) and the verifier.
Span<const Rule> HloTextRules();

// What becomes of constants whose elements were left out when they were printed: {...}.
enum class ElidedConstants {
  kRefuse,  // literal.p2
  kZeros,   // they are zeros, false, empty: enough for graphs and checks, wrong for results
};

struct HloParserOptions {
  // Whether the module is verified: shapes against what the operations infer, and everything else
  // that VerifyModule judges. What is not verified must not be run, printed or written.
  bool verify = true;
  // Where floating-point types are mixed, in operands, computations and results, whether the
  // converts that XLA's inference implies are inserted: see ops/mixed_precision.h.
  bool allow_mixed_precision = false;
  ElidedConstants elided_constants = ElidedConstants::kRefuse;
};

// The text is a module with its header; or computations alone, of which the one marked ENTRY, or
// the last, is the entry; or instructions alone, where an operand that is not defined, but has its
// shape, becomes a parameter: "add(f32[2] x, f32[2] y)".
//
// Any text is safe to pass. Every error says its place, shows the line, and what was expected.
StatusOr<std::unique_ptr<HloModule>> ParseHloModule(std::string_view text,
                                                    const HloParserOptions& options = {});

}  // namespace hloom

#endif  // HLOOM_TEXT_HLO_HLO_PARSER_H_
