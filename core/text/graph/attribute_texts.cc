#include "text/graph/attribute_texts.h"

#include <algorithm>

#include "base/str_cat.h"
#include "base/utf8.h"
#include "hlo/devices/replica_groups.h"
#include "literal/literal_preview.h"
#include "ops/host/transfer.h"

namespace hloom {

namespace {

// The number of elements of a constant to show, and of bytes of other attributes.
constexpr int64_t kMaxConstantElements = 16;
constexpr size_t kMaxBytes = 200;

class AttributeCollector final : public AttributeVisitor {
 public:
  void Field(const AttributeField& field, const AttributeKind& kind, void* value) override {
    if (field.omit_default && kind.is_default(value)) return;
    texts.push_back({field.name, ValueText(kind, value), field.in_operands});
  }
  std::vector<AttributeText> texts;

 private:
  std::string ValueText(const AttributeKind& kind, void* value) {
    // A constant may be as big as the memory: it is cut before it becomes text.
    if (const auto* literal = ValueAs<Literal>(kind, value)) {
      return LiteralPreviewWithoutShape(*literal, kMaxConstantElements);
    }
    std::string text;
    kind.print(value, text);
    if (&kind == &AttributeKindOf<ReplicaGroups>()) return ShortenedGroups(text, "group");
    if (&kind == &AttributeKindOf<SourceTargetPairs>()) return ShortenedGroups(text, "pair");
    return ShortenedText(text);
  }
};

int64_t CountOfChar(std::string_view text, char c) {
  return std::count(text.begin(), text.end(), c);
}

}  // namespace

std::vector<AttributeText> AttributeTextsOf(const HloInstruction& instruction) {
  AttributeCollector collector;
  if (instruction.raw_attributes() != nullptr) {
    instruction.raw_attributes()->VisitConst(collector);
  }
  if (const std::string* pairs = SendRecvPairsOf(instruction)) {
    collector.texts.push_back({kSendRecvPairs, ShortenedGroups(*pairs, "pair")});
  }
  return std::move(collector.texts);
}

std::string ShortenedText(const std::string& text) {
  const std::string_view start = Utf8Prefix(text, kMaxBytes);
  if (start.size() == text.size()) return text;
  return StrCat(start, "... ",
                Count(static_cast<int64_t>(text.size() - start.size()), "more byte"));
}

std::string ShortenedGroups(const std::string& text, std::string_view noun) {
  const std::string_view all = text;
  if (all.size() <= kMaxBytes || all.substr(0, 2) != "{{") return ShortenedText(text);
  const std::string more_groups = StrCat("more ", noun);
  const auto rest = [&](std::string_view groups) {
    return StrCat(", ... ", Count(CountOfChar(groups, '{'), more_groups), "}");
  };
  const size_t between = all.rfind("},", kMaxBytes - 1);
  if (between != std::string_view::npos) {
    return StrCat(all.substr(0, between + 1), rest(all.substr(between + 1)));
  }
  const size_t comma = all.rfind(',', kMaxBytes);
  const size_t end = all.find('}');
  // A frontend attribute may be any text.
  if (comma == std::string_view::npos || end == std::string_view::npos || end < comma) {
    return ShortenedText(text);
  }
  const int64_t ids = 1 + CountOfChar(all.substr(comma + 1, end - comma - 1), ',');
  const std::string first = StrCat(all.substr(0, comma), ", ... ", Count(ids, "more id"), "}");
  const std::string_view others = all.substr(end + 1);
  return StrCat(first, CountOfChar(others, '{') == 0 ? "}" : rest(others));
}

}  // namespace hloom
