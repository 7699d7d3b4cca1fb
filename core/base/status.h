// Status and StatusOr<T>: the errors of the core, which is built without exceptions.
//
// An error carries fields, and its text is rendered from them once, so that a terminal, a page and
// a test all show the same thing:
//
//   INVALID_ARGUMENT [broadcast.c2] add: f32[2,3] and f32[4] cannot be broadcast together
//     dimension 0 of f32[4] (size 4) is mapped to dimension 1 of f32[2,3] (size 3) by ...
//     the sizes must be equal, or one of them 1
//     help: broadcast_dimensions={1} needs a vector of 3 elements, or of 1
//     at %add.7 in computation "main"
#ifndef HLOOM_BASE_STATUS_H_
#define HLOOM_BASE_STATUS_H_

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/message.h"

namespace hloom {

// The canonical codes, as absl and gRPC number and name them.
enum class StatusCode {
  kOk = 0,
  kCancelled = 1,
  kInvalidArgument = 3,
  kDeadlineExceeded = 4,
  kResourceExhausted = 8,
  kFailedPrecondition = 9,
  kAborted = 10,
  kOutOfRange = 11,
  kUnimplemented = 12,
  kInternal = 13,
};

// "INVALID_ARGUMENT"
std::string_view StatusCodeName(StatusCode code);

// A constraint, such as {"reduce.c2", "..."}. Every error cites one. Its constant is named
// after the id: kReduceC2. The file that checks the constraint defines it, or the rules.h of the
// layer if several files check it. An id is never given to another constraint.
struct Rule {
  std::string_view id;
  std::string_view text;
};

// A place in a text; both count from 1.
struct TextPosition {
  int64_t line = 0;
  int64_t column = 0;  // in characters
};

struct ErrorFields {
  StatusCode code = StatusCode::kInternal;
  std::string rule;                   // "broadcast.c2"
  std::string op;                     // "add"
  Message headline;                   // one sentence, with the user's shapes
  std::vector<std::string> operands;  // the operands' shapes, as text
  std::vector<Message> details;       // the dimension, the sizes, the text of the rule
  Message help;                       // the fix
  std::string location;               // "%add.7 in computation \"main\""
  // Set in an error about a text; its first two details are the line and a caret under the place.
  std::optional<TextPosition> position;
  // True if details end with the state of each device.
  bool lists_devices = false;
  // True if the memory of the instance is full, and there is more that can be given back.
  bool memory_is_full = false;
};

class [[nodiscard]] Status {
 public:
  Status() = default;
  explicit Status(ErrorFields fields);

  bool ok() const { return fields_ == nullptr; }
  StatusCode code() const { return ok() ? StatusCode::kOk : fields_->code; }
  std::string_view rule() const { return ok() ? std::string_view() : fields_->rule; }
  // The fields of an error; may be called on an error only.
  const ErrorFields& fields() const { return *fields_; }
  // The rendered text, "OK" when there is no error.
  std::string ToString() const;

  // Returns the same error with `op`, `location`, `help` filled in if they are still empty. Each
  // layer knows a part: shape inference the rule, the builder the instruction's name.
  Status WithOp(std::string_view op) const;
  Status WithLocation(std::string_view location) const;
  Status WithHelp(Message help) const;

 private:
  template <typename Field>
  Status Filled(Field ErrorFields::*field, Field shown) const;

  std::shared_ptr<const ErrorFields> fields_;
};

inline Status OkStatus() { return Status(); }

#ifdef HLOOM_RECORD_RULES
// Called with the rule of every error, by any thread. Only programs of tests define it.
__attribute__((weak)) void RecordRule(std::string_view rule);
#endif

// Writes an error field by field and converts to Status or StatusOr:
//   return InvalidArgument(kIotaC1).Say("...").Detail("...").Help("...");
//
// Defined out of line: hundreds of places make errors, but seldom.
class ErrorBuilder {
 public:
  // An error that cites the rule of another error, or of another program.
  ErrorBuilder(StatusCode code, std::string_view rule);
  ErrorBuilder(ErrorBuilder&& other);
  ~ErrorBuilder();

  ErrorBuilder&& Op(std::string_view op) &&;
  ErrorBuilder&& Say(Message text) &&;
  ErrorBuilder&& Detail(Message text) &&;
  ErrorBuilder&& Help(Message text) &&;
  ErrorBuilder&& At(std::string text) &&;
  ErrorBuilder&& Operand(std::string shape) &&;
  ErrorBuilder&& Position(TextPosition position) &&;
  ErrorBuilder&& MemoryIsFull() &&;
  template <typename S>  // anything with a ToString(), above all Shape
  ErrorBuilder&& Operand(const S& shape) && {
    return std::move(*this).Operand(shape.ToString());
  }
  operator Status() &&;

 private:
  ErrorFields fields_;
};

inline ErrorBuilder InvalidArgument(const Rule& rule) {
  return {StatusCode::kInvalidArgument, rule.id};
}
inline ErrorBuilder FailedPrecondition(const Rule& rule) {
  return {StatusCode::kFailedPrecondition, rule.id};
}
inline ErrorBuilder OutOfRange(const Rule& rule) { return {StatusCode::kOutOfRange, rule.id}; }
inline ErrorBuilder Unimplemented(const Rule& rule) {
  return {StatusCode::kUnimplemented, rule.id};
}
inline ErrorBuilder ResourceExhausted(const Rule& rule) {
  return {StatusCode::kResourceExhausted, rule.id};
}
inline ErrorBuilder DeadlineExceeded(const Rule& rule) {
  return {StatusCode::kDeadlineExceeded, rule.id};
}
inline ErrorBuilder Aborted(const Rule& rule) { return {StatusCode::kAborted, rule.id}; }
inline ErrorBuilder Cancelled(const Rule& rule) { return {StatusCode::kCancelled, rule.id}; }
inline ErrorBuilder Internal(const Rule& rule) { return {StatusCode::kInternal, rule.id}; }

template <typename T>
class [[nodiscard]] StatusOr {
 public:
  StatusOr(Status status) : status_(std::move(status)) {}
  StatusOr(ErrorBuilder&& error) : status_(std::move(error)) {}
  StatusOr(T value) : value_(std::move(value)) {}
  template <typename U>
  requires(std::is_convertible_v<U&&, T> && !std::is_same_v<std::decay_t<U>, T> &&
           !std::is_same_v<std::decay_t<U>, StatusOr<T>> && !std::is_convertible_v<U&&, Status>)
      StatusOr(U&& value)
      : value_(std::forward<U>(value)) {}

  bool ok() const { return value_.has_value(); }
  const Status& status() const { return status_; }

  // The value; on an error the process ends, so ask ok() first.
  T& value() & { return Checked(), *value_; }
  const T& value() const& { return Checked(), *value_; }
  T&& value() && { return Checked(), std::move(*value_); }
  T& operator*() & { return *value_; }
  const T& operator*() const& { return *value_; }
  T&& operator*() && { return std::move(*value_); }
  T* operator->() { return &*value_; }
  const T* operator->() const { return &*value_; }

 private:
  void Checked() const {
    if (!value_.has_value()) std::abort();
  }
  Status status_;
  std::optional<T> value_;
};

}  // namespace hloom

#define HLOOM_CONCAT_INNER(a, b) a##b
#define HLOOM_CONCAT(a, b) HLOOM_CONCAT_INNER(a, b)

#define HLOOM_RETURN_IF_ERROR(expression)        \
  do {                                           \
    ::hloom::Status hloom_status = (expression); \
    if (!hloom_status.ok()) return hloom_status; \
  } while (false)

#define HLOOM_ASSIGN_OR_RETURN(target, expression) \
  HLOOM_ASSIGN_OR_RETURN_IMPL(HLOOM_CONCAT(hloom_or_, __LINE__), target, expression)
#define HLOOM_ASSIGN_OR_RETURN_IMPL(temporary, target, expression) \
  auto temporary = (expression);                                   \
  if (!temporary.ok()) return temporary.status();                  \
  target = std::move(*temporary)

#endif  // HLOOM_BASE_STATUS_H_
