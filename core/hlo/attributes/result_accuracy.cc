#include "hlo/attributes/result_accuracy.h"

#include "base/str_cat.h"

namespace hloom {

namespace {

// ResultAccuracy and ResultAccuracy.Tolerance of xla_data.proto.
enum ResultAccuracyField { kMode = 1, kTolerance = 2 };
enum ToleranceField { kAtol = 1, kRtol = 2, kUlps = 3 };

const ResultAccuracy& Accuracy(const void* value) {
  return *static_cast<const ResultAccuracy*>(value);
}

// The modes in lower case, as XLA prints them, then as its proto names them: it reads both.
constexpr std::string_view kModes[] = {"default", "highest", "DEFAULT", "HIGHEST"};
constexpr int kModeCount = 2;

Status ParseTolerance(TextReader& in, ResultAccuracy::Tolerance& tolerance) {
  return in.List('{', '}', "the tolerances", [&]() -> Status {
    static constexpr std::string_view kNames[] = {"atol", "rtol", "ulps"};
    HLOOM_ASSIGN_OR_RETURN(const size_t which, in.OneOf(kNames, "one of atol, rtol, ulps"));
    HLOOM_RETURN_IF_ERROR(in.Expect('=', "after the name of a tolerance"));
    if (which == 2) {
      HLOOM_ASSIGN_OR_RETURN(const int64_t ulps, in.Int64());
      tolerance.set_ulps(ulps);
      return OkStatus();
    }
    HLOOM_ASSIGN_OR_RETURN(const double number, in.Double());
    which == 0 ? tolerance.set_atol(number) : tolerance.set_rtol(number);
    return OkStatus();
  });
}

Status Parse(void* value, TextReader& in, const Shape*) {
  ResultAccuracy& accuracy = *static_cast<ResultAccuracy*>(value);
  HLOOM_RETURN_IF_ERROR(in.Expect('{', "before the accuracy, as in {mode=highest}"));
  static constexpr std::string_view kNames[] = {"mode", "tolerance"};
  HLOOM_ASSIGN_OR_RETURN(const size_t which, in.OneOf(kNames, "mode or tolerance"));
  HLOOM_RETURN_IF_ERROR(in.Expect('=', which == 0 ? "after mode" : "after tolerance"));
  if (which == 0) {
    HLOOM_ASSIGN_OR_RETURN(const size_t mode, in.OneOf(kModes, "default or highest"));
    accuracy.set_mode(static_cast<ResultAccuracy::Mode>(mode % kModeCount));
  } else {
    HLOOM_RETURN_IF_ERROR(ParseTolerance(in, *accuracy.mutable_tolerance()));
  }
  return in.Expect('}', "after the accuracy");
}

void Write(const void* value, int field, WireWriter& out) {
  const ResultAccuracy& accuracy = Accuracy(value);
  if (accuracy == ResultAccuracy()) return;
  out.BeginMessage(field);
  if (accuracy.has_tolerance()) {
    out.BeginMessage(kTolerance);
    out.SetDouble(kAtol, accuracy.tolerance().atol());
    out.SetDouble(kRtol, accuracy.tolerance().rtol());
    out.SetInt64(kUlps, accuracy.tolerance().ulps());
    out.EndMessage();
  } else {
    out.AddInt32(kMode, accuracy.mode());
  }
  out.EndMessage();
}

Status ReadTolerance(WireReader message, ResultAccuracy::Tolerance& tolerance) {
  while (true) {
    HLOOM_ASSIGN_OR_RETURN(const bool more, message.Next());
    if (!more) return OkStatus();
    if (message.field() == kAtol) {
      HLOOM_ASSIGN_OR_RETURN(const double atol, message.Double());
      tolerance.set_atol(atol);
    } else if (message.field() == kRtol) {
      HLOOM_ASSIGN_OR_RETURN(const double rtol, message.Double());
      tolerance.set_rtol(rtol);
    } else if (message.field() == kUlps) {
      HLOOM_ASSIGN_OR_RETURN(const int64_t ulps, message.Int64());
      tolerance.set_ulps(ulps);
    }
  }
}

Status Read(void* value, const WireReader& field) {
  ResultAccuracy& accuracy = *static_cast<ResultAccuracy*>(value);
  HLOOM_ASSIGN_OR_RETURN(WireReader message, field.Message());
  while (true) {
    HLOOM_ASSIGN_OR_RETURN(const bool more, message.Next());
    if (!more) return OkStatus();
    if (message.field() == kMode) {
      HLOOM_ASSIGN_OR_RETURN(const int32_t mode, message.Int32());
      if (mode < 0 || mode >= kModeCount) {
        return InvalidArgument("attribute.p1")
            .Say(StrCat(mode, " is not one of the modes of result_accuracy"))
            .Help("0 is DEFAULT, 1 is HIGHEST");
      }
      accuracy.set_mode(static_cast<ResultAccuracy::Mode>(mode));
    } else if (message.field() == kTolerance) {
      HLOOM_ASSIGN_OR_RETURN(const WireReader tolerance, message.Message());
      HLOOM_RETURN_IF_ERROR(ReadTolerance(tolerance, *accuracy.mutable_tolerance()));
    }
  }
}

constexpr AttributeKind kResultAccuracy = {
    .name = "result_accuracy",
    .print = [](const void* value, std::string& out) { out.append(Accuracy(value).ToString()); },
    .parse = Parse,
    .equal = [](const void* a, const void* b) { return Accuracy(a) == Accuracy(b); },
    .is_default = [](const void* value) { return Accuracy(value) == ResultAccuracy(); },
    .write = Write,
    .read = Read,
};

}  // namespace

std::string ResultAccuracy::ToString() const {
  if (!has_tolerance_) return StrCat("{mode=", kModes[mode_ == HIGHEST ? 1 : 0], "}");
  return StrCat("{tolerance={atol=", tolerance_.atol(), ",rtol=", tolerance_.rtol(),
                ",ulps=", tolerance_.ulps(), "}}");
}

template <>
const AttributeKind& AttributeKindOf<ResultAccuracy>() {
  return kResultAccuracy;
}

}  // namespace hloom
