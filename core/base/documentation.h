// Documentation: a text that only documentation contains. WebAssembly modules leave these texts out,
// because pages download them: scripts read core/documentation.json instead, which a native test
// compares with the tables.
#ifndef HLOOM_BASE_DOCUMENTATION_H_
#define HLOOM_BASE_DOCUMENTATION_H_

#include <string_view>

namespace hloom {

#if defined(__EMSCRIPTEN__)
inline constexpr bool kHasDocumentation = false;
#else
inline constexpr bool kHasDocumentation = true;
#endif

class Documentation {
 public:
  constexpr Documentation() = default;
  // Implicit, so that tables are written as if this were a std::string_view; inline, so that a text
  // that is left out is not a constant of the module.
  [[gnu::always_inline]] constexpr Documentation(const char* text)  // NOLINT
      : text_(kHasDocumentation ? std::string_view(text) : std::string_view()) {}
  [[gnu::always_inline]] constexpr Documentation(std::string_view text)  // NOLINT
      : text_(kHasDocumentation ? text : std::string_view()) {}

  // Empty in WebAssembly.
  constexpr std::string_view text() const { return text_; }

 private:
  std::string_view text_ = {};
};

}  // namespace hloom

#endif  // HLOOM_BASE_DOCUMENTATION_H_
