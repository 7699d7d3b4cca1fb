// A property of every module: parsing its text and its bytes gives the same module.
#ifndef HLOOM_TESTS_SUPPORT_ROUND_TRIP_H_
#define HLOOM_TESTS_SUPPORT_ROUND_TRIP_H_

#include <string>

#include "base/str_cat.h"
#include "hlo/hlo_equality.h"
#include "text/hlo/hlo_parser.h"
#include "text/hlo/hlo_text.h"
#include "text/proto/hlo_proto.h"

namespace hloom::testing_support {

// Empty, or the instruction whose attributes have another hash in a module that is equal.
inline std::string HashDifference(const HloModule& a, const HloModule& b) {
  for (size_t c = 0; c < a.computations().size(); ++c) {
    const auto& left = a.computations()[c]->instructions();
    const auto& right = b.computations()[c]->instructions();
    for (size_t i = 0; i < left.size(); ++i) {
      if (HashAttributes(left[i]->raw_attributes()) != HashAttributes(right[i]->raw_attributes()))
        return StrCat("the hash of %", left[i]->name(), " differs");
    }
  }
  return std::string();
}

// Empty, or how the module that comes back from its text, in any form, differs from the one that
// went in; or how its second printing differs from the first.
inline std::string TextRoundTrip(const HloModule& module) {
  const HloTextOptions forms[] = {
      HloTextOptions(), HloTextOptions::ShortParsable(), {.print_operand_shape = true}};
  for (const HloTextOptions& form : forms) {
    const std::string text = HloModuleToText(module, form);
    const StatusOr<std::unique_ptr<HloModule>> read = ParseHloModule(text);
    if (!read.ok()) return StrCat(read.status().ToString(), "\n", text);
    std::string difference = HloDifference(module, **read);
    if (difference.empty()) difference = HashDifference(module, **read);
    if (!difference.empty()) return StrCat(difference, "\n", text);
    if (HloModuleToText(**read, form) != text) return StrCat("printed another time:\n", text);
  }
  return std::string();
}

inline std::string ProtoRoundTrip(const HloModule& module) {
  const std::string bytes = HloModuleToProto(module);
  const StatusOr<std::unique_ptr<HloModule>> read = HloModuleFromProto(bytes);
  if (!read.ok()) return read.status().ToString();
  std::string difference = HloDifference(module, **read);
  if (!difference.empty()) return StrCat("bytes: ", difference);
  return HloModuleToProto(**read) == bytes ? "" : "the bytes differ the second time";
}

inline std::string RoundTrip(const HloModule& module) {
  std::string difference = TextRoundTrip(module);
  return difference.empty() ? ProtoRoundTrip(module) : difference;
}

}  // namespace hloom::testing_support

#endif  // HLOOM_TESTS_SUPPORT_ROUND_TRIP_H_
