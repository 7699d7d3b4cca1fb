// Message: a sentence of an error that knows its names of arguments and functions.
//
// The text is in XLA's words, broadcast_dimensions={1} and ConvertElementType. JavaScript renders
// the marked parts in its own, broadcastDimensions: [1] and convertElementType, and no reader has
// to guess from the text what a word is. A literal marks parts in backticks:
//
//   .Help("leave `broadcast_dimensions` out, or use `BroadcastInDim`"_msg)
//   .Say(MessageCat(WithValue("dimensions", dims), " names dimension ", d, " twice"))
#ifndef HLOOM_BASE_MESSAGE_H_
#define HLOOM_BASE_MESSAGE_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/str_cat.h"

namespace hloom {

// A literal with parts in backticks. StrCat does not take it, which would show the backticks.
struct MarkedText {
  constexpr MarkedText(const char* plain) : text(plain), marked(false) {}
  constexpr MarkedText(const char* literal, size_t size) : text(literal, size), marked(true) {}

  std::string_view text;
  bool marked;
};

constexpr MarkedText operator""_msg(const char* literal, size_t size) { return {literal, size}; }

class Message {
 public:
  enum class Kind : uint8_t {
    kArgument,  // broadcast_dimensions
    kFunction,  // ConvertElementType
    kCaller,    // the operation, in whose place JavaScript names the function that was called
    kAdvice,    // words for callers of functions: a command line has its own
    // Values, with the argument that has them as the name: k=5. JavaScript writes these otherwise.
    kNumber,  // 5, or true
    kList,    // {1,0}, or {{0,1},{2}}; the name is empty if the text is the list alone
    kRecord,  // {tolerance={atol=1,ulps=2}}
    kChoice,  // TOTAL: the name of an enumeration's value
  };
  // Bytes of the text.
  struct Part {
    size_t begin;
    size_t size;
    Kind kind;
    std::string name = {};  // of advice, or of the argument that has a value
  };

  // Defined out of line: hundreds of places make messages, but seldom.
  Message();
  Message(const char* text);
  Message(std::string_view text);
  Message(std::string text);
  Message(MarkedText text);
  // One part.
  Message(Kind kind, std::string text, std::string name = {});
  // "name=value"
  static Message Value(Kind kind, std::string_view name, std::string_view value);
  Message(const Message& other);
  Message(Message&& other);
  Message& operator=(const Message& other);
  Message& operator=(Message&& other);
  ~Message();

  // In XLA's words.
  const std::string& text() const { return text_; }
  bool empty() const { return text_.empty(); }
  // In the order of the text; they do not overlap.
  const std::vector<Part>& parts() const { return parts_; }

  void Append(const Message& piece);
  void Append(MarkedText piece);
  template <typename Piece>
  void Append(const Piece& piece) {
    StrAppend(text_, piece);
  }

  // The message as errors show it: of a long one, the middle is left out (ShownSentence).
  Message Shown() &&;

  // True if both have the same text.
  friend bool operator==(const Message& a, const Message& b) { return a.text_ == b.text_; }
  // For streams of tests.
  template <typename Stream>
  friend Stream& operator<<(Stream& out, const Message& message) {
    out << message.text_;
    return out;
  }

 private:
  std::string text_;
  std::vector<Part> parts_;
};

// StrCat for pieces that may be messages and marked literals.
template <typename... Pieces>
Message MessageCat(const Pieces&... pieces) {
  Message out;
  (out.Append(pieces), ...);
  return out;
}

// `name` of an argument; with a value: dimensions={0,1}, k=5.
inline Message ArgumentName(std::string_view name) {
  return Message(Message::Kind::kArgument, std::string(name));
}
template <typename Value>
Message WithValue(std::string_view name, const Value& value) {
  static_assert(!std::is_convertible_v<Value, std::string_view>, "use WithChoice");
  if constexpr (std::is_arithmetic_v<Value>) {
    return Message::Value(Message::Kind::kNumber, name, StrCat(value));
  } else {
    return Message::Value(Message::Kind::kList, name, Braced(value));
  }
}
// order=TOTAL
inline Message WithChoice(std::string_view name, std::string_view choice) {
  return Message::Value(Message::Kind::kChoice, name, choice);
}
// "{1,0}"
template <typename Range>
Message DimensionList(const Range& dimensions) {
  return Message(Message::Kind::kList, Braced(dimensions));
}
// The name of the operation, as the subject of what it takes.
inline Message CallerName(std::string_view op) {
  return Message(Message::Kind::kCaller, std::string(op));
}
// "register it before the run": a command line finds its own words by `name`, "register_none".
inline Message Advice(std::string_view name, std::string text) {
  return Message(Message::Kind::kAdvice, std::move(text), std::string(name));
}

}  // namespace hloom

#endif  // HLOOM_BASE_MESSAGE_H_
