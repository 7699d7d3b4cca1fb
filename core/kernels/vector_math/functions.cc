#include "kernels/vector_math/functions.h"

// In WebAssembly, code that is emitted at run time imports these functions from the instance, by
// names such as hloom_f32x4_tanh. A vector is a v128 there. JavaScript cannot call them.
#if defined(__wasm__)
#define HLOOM_EXPORT(name) __attribute__((noinline, export_name("hloom_" #name)))
#else
#define HLOOM_EXPORT(name) __attribute__((noinline))
#endif

namespace hloom::vector_math {

const Exp32Numbers kExp32 = {
    Splat(87.0f),
    Splat(0x1.715476p+0f),
    Splat(0x1.8p23f),
    Splat(0x1.628p-1f),
    Splat(0x1.90bfbep-11f),
    Splat(1.0f),
    {Splat(0x1.fffffcp-2f), Splat(0x1.555492p-3f), Splat(0x1.5558f4p-5f), Splat(0x1.123a1ep-7f),
     Splat(0x1.6a23bcp-10f)},
};

const TanhNumbers kTanh = {
    {Splat(0x1.fffffff6802b7p-1), Splat(0x1.1a323c0b52d6dp-3), Splat(0x1.062df2bd5eb4fp-8),
     Splat(0x1.0788e85f924a5p-15), Splat(0x1.aed18b85b31bdp-25)},
    {Splat(1.0), Splat(0x1.e26e72a203027p-2), Splat(0x1.c5fabf8ae022dp-6),
     Splat(0x1.b7aaff4f2ef95p-12), Splat(0x1.ae95df1ab5a01p-20), Splat(0x1.8eb006a3846f3p-31)},
};

namespace {

template <typename F, typename... Lanes>
HLOOM_VECTOR_INLINE auto FormulasOfVectors(Lanes... x) {
  if constexpr (kHasRareLanes<F, Lanes...>) {
    if (Any(F::Unusual(x...))) return WithRareLanes<F>(x...);
  }
  return F::Usual(x...);
}

}  // namespace

#define HLOOM_DEFINE_UNARY(name, Lanes, F) \
  template <>                              \
  HLOOM_EXPORT(name)                       \
  Lanes ApplyToVector<F>(Lanes x) {        \
    return FormulasOfVectors<F>(x);        \
  }
#define HLOOM_DEFINE_BINARY(name, Lanes, F)  \
  template <>                                \
  HLOOM_EXPORT(name)                         \
  Lanes ApplyToVector<F>(Lanes x, Lanes y) { \
    return FormulasOfVectors<F>(x, y);       \
  }
HLOOM_UNARY_VECTOR_FUNCTIONS(HLOOM_DEFINE_UNARY)
HLOOM_BINARY_VECTOR_FUNCTIONS(HLOOM_DEFINE_BINARY)
#undef HLOOM_DEFINE_UNARY
#undef HLOOM_DEFINE_BINARY
#undef HLOOM_EXPORT

}  // namespace hloom::vector_math
