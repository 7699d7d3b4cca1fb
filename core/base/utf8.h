// Checked UTF-8. The core takes bytes from untrusted sources and must never pass on invalid text.
#ifndef HLOOM_BASE_UTF8_H_
#define HLOOM_BASE_UTF8_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace hloom {

// Length (1 to 4) of the well-formed UTF-8 sequence that starts at `text[offset]`; 0 when there is
// none: a stray continuation byte, an overlong form, a surrogate, a value past U+10FFFF, or a
// sequence cut off by the end.
size_t Utf8Length(std::string_view text, size_t offset);

// The offset of the first byte outside of a well-formed sequence, or npos if all of `text` is
// UTF-8.
size_t FindInvalidUtf8(std::string_view text);

// Appends the encoding of a code point that is a Unicode scalar value (no surrogate, at most
// 0x10FFFF).
void AppendUtf8(std::string& out, uint32_t code_point);

// The longest prefix of `text` of at most `max_bytes` bytes that does not end inside a sequence.
std::string_view Utf8Prefix(std::string_view text, size_t max_bytes);

// A user's name as messages show it: a long one is shortened and ends in "...". Names may be as
// long as a file; errors are not.
std::string Shortened(std::string_view name);

// A sentence as messages show it. One of many thousands of characters, which a shape with a million
// parts would make, is cut in the middle.
std::string ShownSentence(std::string text);

// The bytes of a sentence that ShownSentence replaces by kOmission; none of a short one.
struct OmittedPart {
  size_t begin = 0;
  size_t end = 0;
};
OmittedPart OmittedPartOf(std::string_view text);
inline constexpr std::string_view kOmission = " ... ";

}  // namespace hloom

#endif  // HLOOM_BASE_UTF8_H_
