// Circular and hyperbolic functions, and their inverses.
#include "ops/elementwise/unary.h"

namespace hloom {

constexpr OpDef kSinDef =
    AccurateDef(HloOpcode::kSin, "sine", TypeSet::kFloatingOrComplex,
                "Computes the sine of each element, in radians; an infinity gives NaN.");
constexpr OpDef kCosDef =
    AccurateDef(HloOpcode::kCos, "cosine", TypeSet::kFloatingOrComplex,
                "Computes the cosine of each element, in radians; an infinity gives NaN.");
constexpr OpDef kTanDef =
    AccurateDef(HloOpcode::kTan, "tan", TypeSet::kFloatingOrComplex,
                "Computes the tangent of each element, in radians; an infinity gives NaN.");
constexpr OpDef kSinhDef = UnaryDef(HloOpcode::kSinh, "sinh", TypeSet::kFloatingOrComplex,
                                    "Computes the hyperbolic sine of each element.");
constexpr OpDef kCoshDef = UnaryDef(HloOpcode::kCosh, "cosh", TypeSet::kFloatingOrComplex,
                                    "Computes the hyperbolic cosine of each element.");
constexpr OpDef kTanhDef = AccurateDef(HloOpcode::kTanh, "tanh", TypeSet::kFloatingOrComplex,
                                       "Computes the hyperbolic tangent of each element.");
constexpr OpDef kAsinDef =
    UnaryDef(HloOpcode::kAsin, "asin", TypeSet::kFloatingOrComplex,
             "Computes the arc sine of each element. A real number outside -1..1 gives NaN; for "
             "complex numbers it is defined everywhere, with a branch cut along the real axis "
             "outside -1..1.");
constexpr OpDef kAcosDef =
    UnaryDef(HloOpcode::kAcos, "acos", TypeSet::kFloatingOrComplex,
             "Computes the arc cosine of each element. A real number outside -1..1 gives NaN; for "
             "complex numbers it is defined everywhere, with a branch cut along the real axis "
             "outside -1..1.");
constexpr OpDef kAsinhDef =
    UnaryDef(HloOpcode::kAsinh, "asinh", TypeSet::kFloatingOrComplex,
             "Computes the inverse hyperbolic sine of each element; for complex numbers the branch "
             "cut is along the imaginary axis outside -i..i.");
constexpr OpDef kAcoshDef =
    UnaryDef(HloOpcode::kAcosh, "acosh", TypeSet::kFloatingOrComplex,
             "Computes the inverse hyperbolic cosine of each element. A real number below 1 gives "
             "NaN; for complex numbers the branch cut is along the real axis there.");
constexpr OpDef kAtanhDef = UnaryDef(
    HloOpcode::kAtanh, "atanh", TypeSet::kFloatingOrComplex,
    "Computes the inverse hyperbolic tangent of each element: -1 and 1 give infinities. A real "
    "number outside them gives NaN; for complex numbers the branch cut is along the real axis "
    "there.");

}  // namespace hloom
