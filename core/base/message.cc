#include "base/message.h"

#include <utility>

#include "base/utf8.h"

namespace hloom {

namespace {

// The form of a marked part determines its kind.
Message::Kind KindOfMarked(std::string_view part) {
  if (part.find('=') != std::string_view::npos) return Message::Kind::kValue;
  if (part.front() == '{') return Message::Kind::kDimensions;
  const bool capital = part.front() >= 'A' && part.front() <= 'Z';
  return capital ? Message::Kind::kFunction : Message::Kind::kArgument;
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
    parts_.push_back({text_.size(), part.size(), KindOfMarked(part)});
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
