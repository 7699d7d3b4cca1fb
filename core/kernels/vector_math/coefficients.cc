// The numbers of formulas that the loops over floats use. They are in a file of their own, which is
// never compiled together with others: see Coefficients.
#include "kernels/vector_math/exponential.h"
#include "kernels/vector_math/logarithm.h"
#include "kernels/vector_math/trigonometric.h"

namespace hloom::vector_math {

namespace {

template <typename... C>
constexpr DoubleCoefficients<sizeof...(C)> Doubled(C... c) {
  return {{Splat(c)...}};
}
template <typename... C>
constexpr FloatCoefficients<sizeof...(C)> Fourfold(C... c) {
  return {{Splat(c)...}};
}

}  // namespace

constinit const Exp32Numbers kExp32 = {
    Splat(87.0f),
    Splat(0x1.715476p+0f),
    Splat(0x1.8p23f),
    Splat(0x1.628p-1f),
    Splat(0x1.90bfbep-11f),
    Splat(1.0f),
    Fourfold(0x1.fffffcp-2f, 0x1.555492p-3f, 0x1.5558f4p-5f, 0x1.123a1ep-7f, 0x1.6a23bcp-10f),
};
constinit const DoubleCoefficients<6> kExpTerms =
    Doubled(0x1.0000003a4176dp-1, 0x1.5555544185023p-3, 0x1.55548d7935583p-5, 0x1.11127293c67e3p-7,
            0x1.6d8d508682689p-10, 0x1.9f06cab41fdb7p-13);
constinit const DoubleCoefficients<7> kExpm1Terms =
    Doubled(0x1.000000001723cp-1, 0x1.5555557364a33p-3, 0x1.555554f347dbbp-5, 0x1.1110b1f7f4d18p-7,
            0x1.6c1766ed21b89p-10, 0x1.a16fae181bdeep-13, 0x1.a003bdae507e2p-16);
constinit const DoubleCoefficients<5> kTanhNumerator =
    Doubled(0x1.fffffff6802b7p-1, 0x1.1a323c0b52d6dp-3, 0x1.062df2bd5eb4fp-8, 0x1.0788e85f924a5p-15,
            0x1.aed18b85b31bdp-25);
constinit const DoubleCoefficients<6> kTanhDenominator =
    Doubled(1.0, 0x1.e26e72a203027p-2, 0x1.c5fabf8ae022dp-6, 0x1.b7aaff4f2ef95p-12,
            0x1.ae95df1ab5a01p-20, 0x1.8eb006a3846f3p-31);
constinit const DoubleCoefficients<7> kErfNumerator =
    Doubled(0x1.20dd750d0aeedp+0, 0x1.7b2f2c37b0761p-3, 0x1.bc74648235fe3p-5, 0x1.f75b7ebf30fe7p-9,
            0x1.8b7bb9693ef19p-12, 0x1.360931e5951c5p-18, -0x1.b9c507ca7c793p-27);
constinit const DoubleCoefficients<6> kErfDenominator =
    Doubled(1.0, 0x1.fd5ae56aa60e7p-2, 0x1.d27b605929840p-4, 0x1.f9c4faf399e2ep-7,
            0x1.556b02c4f78edp-10, 0x1.062423c5d6452p-14);
constinit const DoubleCoefficients<5> kLogTerms =
    Doubled(0x1.555555561f309p-1, 0x1.999996a67a0c5p-2, 0x1.2494133824656p-2, 0x1.c62a9f97b1b33p-3,
            0x1.911c9fc7aaa5cp-3);
constinit const FloatCoefficients<3> kLog32Terms =
    Fourfold(0x1.55557ap-1f, 0x1.995ebap-2f, 0x1.31e2f2p-2f);
constinit const DoubleCoefficients<5> kSineTerms =
    Doubled(-0x1.5555554756961p-3, 0x1.11110c44f1068p-7, -0x1.a017d7ef24b25p-13,
            0x1.71704757b5b74p-19, -0x1.9a636b9ede5a3p-26);

}  // namespace hloom::vector_math
