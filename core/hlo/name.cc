#include "hlo/name.h"

#include <algorithm>

namespace hloom {

namespace {

bool IsLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool IsNameCharacter(char c) {
  return IsLetter(c) || (c >= '0' && c <= '9') || c == '.' || c == '-';
}

// Element types, including types that hloom does not compute in: XLA must be able to read the
// printed text. "tuple" and "buffer" are missing, because HLO text spells them with parentheses.
constexpr std::string_view kTypes[] = {
    "pred",          "s1",        "s2",     "s4",       "s8",         "s16",    "s32",
    "s64",           "u1",        "u2",     "u4",       "u8",         "u16",    "u32",
    "u64",           "f16",       "bf16",   "f32",      "f64",        "c64",    "c128",
    "f4e2m1fn",      "f8e3m4",    "f8e4m3", "f8e4m3fn", "f8e4m3fnuz", "f8e5m2", "f8e5m2fnuz",
    "f8e4m3b11fnuz", "f8e8m0fnu", "token",  "opaque",
};

// The other words of the grammar, which are names after a '%'.
constexpr std::string_view kKeywords[] = {
    "true",
    "false",
    "inf",
    "nan",
    "HloModule",
    "ENTRY",
    "ROOT",
    "FileNames",
    "FunctionNames",
    "FileLocations",
    "StackFrames",
    "maximal",
    "replicated",
    "manual",
    "unreduced",
    "unknown",
    "shard_as",
    "shard_like",
    "last_tile_dim_replicate",
};

template <size_t N>
bool Contains(const std::string_view (&words)[N], std::string_view name) {
  return std::find(std::begin(words), std::end(words), name) != std::end(words);
}

}  // namespace

bool IsLegalHloName(std::string_view name) {
  return !name.empty() && IsLetter(name.front()) &&
         std::all_of(name.begin(), name.end(), IsNameCharacter) && !Contains(kTypes, name);
}

bool IsHloKeyword(std::string_view name) { return Contains(kKeywords, name); }

Span<const std::string_view> HloKeywords() { return kKeywords; }

std::string SanitizeHloName(std::string_view name) {
  std::string result(name);
  if (result.empty()) return result;
  if (!IsLetter(result.front())) result.front() = '_';
  std::replace_if(
      result.begin(), result.end(), [](char c) { return !IsNameCharacter(c); }, '_');
  if (Contains(kTypes, result)) result.push_back('_');
  return result;
}

}  // namespace hloom
