#include "base/message.h"

#include <utility>

#include "base/utf8.h"

namespace hloom {

namespace {

bool BeginsWithCapital(std::string_view text) {
  return !text.empty() && text.front() >= 'A' && text.front() <= 'Z';
}

Message::Kind KindOfValue(std::string_view value) {
  if (BeginsWithCapital(value)) return Message::Kind::kChoice;
  if (value.empty() || value.front() != '{') return Message::Kind::kNumber;
  return value.find('=') == std::string_view::npos ? Message::Kind::kList : Message::Kind::kRecord;
}

// The form of a literal's marked part determines its kind: `k=5`, `{1,0}`, `Reshape`, `dimensions`.
Message::Part MarkedPart(size_t begin, std::string_view part) {
  const size_t equals = part.front() == '{' ? std::string_view::npos : part.find('=');
  if (equals != std::string_view::npos) {
    return {begin, part.size(), KindOfValue(part.substr(equals + 1)),
            std::string(part.substr(0, equals))};
  }
  if (part.front() == '{') return {begin, part.size(), KindOfValue(part)};
  return {begin, part.size(),
          BeginsWithCapital(part) ? Message::Kind::kFunction : Message::Kind::kArgument};
}

}  // namespace

Message::Message() = default;
Message::Message(const char* text) : text_(text) {}
Message::Message(std::string_view text) : text_(text) {}
Message::Message(std::string text) : text_(std::move(text)) {}
Message::Message(MarkedText text) { Append(text); }
Message::Message(const Message& other) = default;
Message::Message(Message&& other) = default;
Message& Message::operator=(const Message& other) = default;
Message& Message::operator=(Message&& other) = default;
Message::~Message() = default;

Message::Message(Kind kind, std::string text, std::string name) : text_(std::move(text)) {
  parts_.push_back({0, text_.size(), kind, std::move(name)});
}

Message Message::Value(Kind kind, std::string_view name, std::string_view value) {
  return Message(kind, StrCat(name, "=", value), std::string(name));
}

void Message::Append(const Message& piece) {
  for (const Part& part : piece.parts_) {
    parts_.push_back({text_.size() + part.begin, part.size, part.kind, part.name});
  }
  text_.append(piece.text_);
}

void Message::Append(MarkedText piece) {
  std::string_view rest = piece.text;
  while (piece.marked) {
    const size_t begin = rest.find('`');
    if (begin == std::string_view::npos) break;
    const size_t end = rest.find('`', begin + 1);
    text_.append(rest.substr(0, begin));
    const std::string_view part = rest.substr(begin + 1, end - begin - 1);
    parts_.push_back(MarkedPart(text_.size(), part));
    text_.append(part);
    rest = rest.substr(end + 1);
  }
  text_.append(rest);
}

Message Message::Shown() && {
  const OmittedPart omitted = OmittedPartOf(text_);
  if (omitted.begin == omitted.end) return std::move(*this);
  std::vector<Part> parts;
  for (Part part : parts_) {
    if (part.begin >= omitted.end) {
      part.begin -= omitted.end - omitted.begin;
      part.begin += kOmission.size();
    } else if (part.begin + part.size > omitted.begin) {
      continue;
    }
    parts.push_back(part);
  }
  parts_ = std::move(parts);
  text_ = ShownSentence(std::move(text_));
  return std::move(*this);
}

}  // namespace hloom
