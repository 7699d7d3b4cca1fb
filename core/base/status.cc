#include "base/status.h"

#include "base/str_cat.h"

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

std::string Status::ToString() const {
  if (ok()) return "OK";
  const ErrorFields& f = *fields_;
  std::string text(StatusCodeName(f.code));
  if (!f.rule.empty()) StrAppend(text, " [", f.rule, "]");
  StrAppend(text, " ");
  if (!f.op.empty()) StrAppend(text, f.op, ": ");
  StrAppend(text, f.headline);
  for (const std::string& detail : f.details) StrAppend(text, "\n  ", detail);
  if (!f.help.empty()) StrAppend(text, "\n  help: ", f.help);
  if (!f.location.empty()) StrAppend(text, "\n  at ", f.location);
  return text;
}

Status Status::Filled(std::string ErrorFields::*field, std::string_view value) const {
  if (ok() || !((*fields_).*field).empty()) return *this;
  ErrorFields copy = *fields_;
  copy.*field = value;
  return Status(std::move(copy));
}

Status Status::WithOp(std::string_view op) const { return Filled(&ErrorFields::op, op); }
Status Status::WithLocation(std::string_view location) const {
  return Filled(&ErrorFields::location, location);
}
Status Status::WithHelp(std::string_view help) const { return Filled(&ErrorFields::help, help); }

}  // namespace hloom
