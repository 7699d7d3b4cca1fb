#include "base/utf8.h"

namespace hloom {

size_t Utf8Length(std::string_view text, size_t offset) {
  const auto byte = [&](size_t i) -> uint8_t {
    return offset + i < text.size() ? static_cast<uint8_t>(text[offset + i]) : 0;
  };
  const auto continues = [&](size_t i) { return (byte(i) & 0xC0) == 0x80; };
  if (offset >= text.size()) return 0;
  const uint8_t lead = byte(0);
  if (lead < 0x80) return 1;
  // 0xC0 and 0xC1 could only begin overlong forms, 0xF5 and up only values past U+10FFFF.
  if (lead < 0xC2 || lead > 0xF4) return 0;
  if (lead < 0xE0) return continues(1) ? 2 : 0;
  if (lead < 0xF0) {
    if (lead == 0xE0 && byte(1) < 0xA0) return 0;  // overlong
    if (lead == 0xED && byte(1) > 0x9F) return 0;  // a surrogate
    return continues(1) && continues(2) ? 3 : 0;
  }
  if (lead == 0xF0 && byte(1) < 0x90) return 0;  // overlong
  if (lead == 0xF4 && byte(1) > 0x8F) return 0;  // past U+10FFFF
  return continues(1) && continues(2) && continues(3) ? 4 : 0;
}

size_t FindInvalidUtf8(std::string_view text) {
  for (size_t i = 0; i < text.size();) {
    const size_t length = Utf8Length(text, i);
    if (length == 0) return i;
    i += length;
  }
  return std::string_view::npos;
}

void AppendUtf8(std::string& out, uint32_t code_point) {
  const auto push = [&](uint32_t byte) { out.push_back(static_cast<char>(byte)); };
  if (code_point < 0x80) {
    push(code_point);
    return;
  }
  if (code_point < 0x800) {
    push(0xC0 | code_point >> 6);
  } else {
    if (code_point < 0x10000) {
      push(0xE0 | code_point >> 12);
    } else {
      push(0xF0 | code_point >> 18);
      push(0x80 | (code_point >> 12 & 0x3F));
    }
    push(0x80 | (code_point >> 6 & 0x3F));
  }
  push(0x80 | (code_point & 0x3F));
}

std::string_view Utf8Prefix(std::string_view text, size_t max_bytes) {
  if (text.size() <= max_bytes) return text;
  size_t end = max_bytes;
  while (end > 0 && (static_cast<uint8_t>(text[end]) & 0xC0) == 0x80) --end;
  return text.substr(0, end);
}

std::string Shortened(std::string_view name) {
  constexpr size_t kLongest = 64;
  if (name.size() <= kLongest) return std::string(name);
  return std::string(Utf8Prefix(name, kLongest)).append("...");
}

OmittedPart OmittedPartOf(std::string_view text) {
  constexpr size_t kLongest = 2000;
  constexpr size_t kEnd = 300;
  if (text.size() <= kLongest) return {};
  size_t end = text.size() - kEnd;
  // The text is not cut in the middle of a character, whose later bytes are 10xxxxxx.
  while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) ++end;
  return {Utf8Prefix(text, kLongest - kEnd).size(), end};
}

std::string ShownSentence(std::string text) {
  const OmittedPart omitted = OmittedPartOf(text);
  if (omitted.begin == omitted.end) return text;
  return text.replace(omitted.begin, omitted.end - omitted.begin, kOmission);
}

}  // namespace hloom
