// Rules of texts, JSON, bytes and memory that several files check.
#ifndef HLOOM_BASE_RULES_H_
#define HLOOM_BASE_RULES_H_

#include "base/status.h"

namespace hloom {

inline constexpr Rule kJsonC1 = {"json.c1", "a call's arguments are one JSON value by RFC 8259"};
inline constexpr Rule kJsonC2 = {"json.c2",
                                 "strings are well-formed UTF-8; escaped surrogates come in pairs"};
inline constexpr Rule kJsonC3 = {"json.c3", "the keys of an object differ"};
inline constexpr Rule kJsonC4 = {"json.c4", "arrays and objects nest at most 256 deep"};
inline constexpr Rule kJsonC5 = {"json.c5",
                                 "an object has every required member, and no unknown one"};
inline constexpr Rule kJsonC6 = {"json.c6", "a member is of the expected type"};
inline constexpr Rule kJsonC7 = {"json.c7", "a number has exactly the requested type"};
inline constexpr Rule kJsonC8 = {"json.c8", "a document holds at most 2^20 values"};

inline constexpr Rule kJsonRules[] = {kJsonC1, kJsonC2, kJsonC3, kJsonC4,
                                      kJsonC5, kJsonC6, kJsonC7, kJsonC8};
// True if the error means that JSON is wrong, or not of the kind that was asked for.
inline bool IsJsonError(const Status& status) {
  for (const Rule& rule : kJsonRules) {
    if (status.rule() == rule.id) return true;
  }
  return false;
}

inline constexpr Rule kProtoC1 = {"proto.c1", "bytes are a message in protobuf's wire format"};
inline constexpr Rule kProtoC2 = {"proto.c2", "a field has the wire type of its declaration"};
inline constexpr Rule kProtoC3 = {"proto.c3", "a string field is well-formed UTF-8"};
inline constexpr Rule kProtoC4 = {"proto.c4", "messages and groups nest at most 100 deep"};

inline constexpr Rule kMemoryC1 = {
    "memory.c1", "the values that a run needs at a time fit into its memory limit"};
inline constexpr Rule kMemoryC2 = {
    "memory.c2",
    "a value fits in memory: WebAssembly addresses 4 GiB in all and 2 GiB in one value, and "
    "the machine may have less"};
inline constexpr Rule kMemoryC3 = {"memory.c3", "the size of a buffer is not negative"};

inline constexpr Rule kTextP1 = {"text.p1", "the text follows the grammar of HLO text"};
inline constexpr Rule kTextP2 = {"text.p2",
                                 "numbers fit their use: 64 bits, 32 bits, a count of devices"};
inline constexpr Rule kTextP3 = {"text.p3",
                                 "strings and braces end; the escapes in strings are those of C; "
                                 "names and notes in quotes are UTF-8"};

}  // namespace hloom

#endif  // HLOOM_BASE_RULES_H_
