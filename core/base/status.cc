#include "base/status.h"

#include "base/str_cat.h"
#include "base/utf8.h"

namespace hloom {

std::string_view StatusCodeName(StatusCode code) {
  struct Row {
    StatusCode code;
    std::string_view name;
  };
  static constexpr Row kNames[] = {
      {StatusCode::kOk, "OK"},
      {StatusCode::kCancelled, "CANCELLED"},
      {StatusCode::kInvalidArgument, "INVALID_ARGUMENT"},
      {StatusCode::kDeadlineExceeded, "DEADLINE_EXCEEDED"},
      {StatusCode::kResourceExhausted, "RESOURCE_EXHAUSTED"},
      {StatusCode::kFailedPrecondition, "FAILED_PRECONDITION"},
      {StatusCode::kAborted, "ABORTED"},
      {StatusCode::kOutOfRange, "OUT_OF_RANGE"},
      {StatusCode::kUnimplemented, "UNIMPLEMENTED"},
      {StatusCode::kInternal, "INTERNAL"},
  };
  for (const Row& row : kNames) {
    if (row.code == code) return row.name;
  }
  return "INTERNAL";
}

Status::Status(ErrorFields fields) : fields_(std::make_shared<ErrorFields>(std::move(fields))) {
#ifdef HLOOM_RECORD_RULES
  if (RecordRule != nullptr) RecordRule(fields_->rule);
#endif
}

std::string Status::ToString() const {
  if (ok()) return "OK";
  const ErrorFields& f = *fields_;
  std::string text(StatusCodeName(f.code));
  if (!f.rule.empty()) StrAppend(text, " [", f.rule, "]");
  StrAppend(text, " ");
  if (!f.op.empty()) StrAppend(text, f.op, ": ");
  StrAppend(text, f.headline.text());
  for (const Message& detail : f.details) StrAppend(text, "\n  ", detail.text());
  if (!f.help.empty()) StrAppend(text, "\n  help: ", f.help.text());
  if (!f.location.empty()) StrAppend(text, "\n  at ", f.location);
  return text;
}

template <typename Field>
Status Status::Filled(Field ErrorFields::*field, Field shown) const {
  if (ok() || !((*fields_).*field).empty()) return *this;
  ErrorFields copy = *fields_;
  copy.*field = std::move(shown);
  return Status(std::move(copy));
}

Status Status::WithOp(std::string_view op) const {
  return Filled(&ErrorFields::op, ShownSentence(std::string(op)));
}
Status Status::WithLocation(std::string_view location) const {
  return Filled(&ErrorFields::location, ShownSentence(std::string(location)));
}
Status Status::WithHelp(Message help) const {
  return Filled(&ErrorFields::help, std::move(help).Shown());
}

ErrorBuilder::ErrorBuilder(StatusCode code, std::string_view rule) {
  fields_.code = code;
  fields_.rule = rule;
}
ErrorBuilder::ErrorBuilder(ErrorBuilder&& other) = default;
ErrorBuilder::~ErrorBuilder() = default;

ErrorBuilder&& ErrorBuilder::Op(std::string_view op) && {
  return fields_.op = op, std::move(*this);
}
ErrorBuilder&& ErrorBuilder::Say(Message text) && {
  return fields_.headline = std::move(text).Shown(), std::move(*this);
}
ErrorBuilder&& ErrorBuilder::Detail(Message text) && {
  return fields_.details.push_back(std::move(text).Shown()), std::move(*this);
}
ErrorBuilder&& ErrorBuilder::Help(Message text) && {
  return fields_.help = std::move(text).Shown(), std::move(*this);
}
ErrorBuilder&& ErrorBuilder::At(std::string text) && {
  return fields_.location = ShownSentence(std::move(text)), std::move(*this);
}
ErrorBuilder&& ErrorBuilder::Operand(std::string shape) && {
  return fields_.operands.push_back(ShownSentence(std::move(shape))), std::move(*this);
}
ErrorBuilder&& ErrorBuilder::Position(TextPosition position) && {
  return fields_.position = position, std::move(*this);
}
ErrorBuilder&& ErrorBuilder::MemoryIsFull() && {
  return fields_.memory_is_full = true, std::move(*this);
}
ErrorBuilder::operator Status() && { return Status(std::move(fields_)); }

}  // namespace hloom
