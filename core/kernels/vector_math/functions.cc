#include "kernels/vector_math/functions.h"

// In WebAssembly, code that is emitted at run time imports these functions from the instance, by
// names such as hloom_f32x4_tanh. A vector is a v128 there. JavaScript cannot call them.
#if defined(__wasm__)
#define HLOOM_EXPORT(name) __attribute__((noinline, export_name("hloom_" #name)))
#else
#define HLOOM_EXPORT(name) __attribute__((noinline))
#endif

namespace hloom::vector_math {

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
