#include "hlo/attributes/result_accuracy.h"

#include <algorithm>
#include <cstring>

#include "base/hash.h"
#include "base/str_cat.h"
#include "base/utf8.h"
#include "base/wire_util.h"
#include "hlo/kinds/enum_codec.h"
#include "hlo/rules.h"

namespace hloom {

namespace {

// ResultAccuracy and ResultAccuracy.Tolerance of xla_data.proto.
enum ResultAccuracyField { kMode = 1, kTolerance = 2 };
enum ToleranceField { kAtol = 1, kRtol = 2, kUlps = 3 };

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

Status ParseResultAccuracy(ResultAccuracy& accuracy, TextReader& in, const Shape*) {
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

void WriteResultAccuracy(const ResultAccuracy& accuracy, int field, WireWriter& out) {
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

Status ReadTolerance(const WireReader& message, ResultAccuracy::Tolerance& tolerance) {
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
  return OkStatus();
}

Status ReadResultAccuracy(ResultAccuracy& accuracy, const WireReader& field) {
  return ForEachFieldIn(field, [&accuracy](const WireReader& message) -> Status {
    if (message.field() == kMode) {
      HLOOM_ASSIGN_OR_RETURN(const int32_t mode, message.Int32());
      if (mode < 0 || mode >= kModeCount) {
        return InvalidArgument(kAttributeP1)
            .Say(MessageCat(mode, " is not one of the modes of `result_accuracy`"_msg))
            .Help("0 is DEFAULT, 1 is HIGHEST");
      }
      accuracy.set_mode(static_cast<ResultAccuracy::Mode>(mode));
    } else if (message.field() == kTolerance) {
      ResultAccuracy::Tolerance& tolerance = *accuracy.mutable_tolerance();
      return ForEachFieldIn(
          message, [&tolerance](const WireReader& part) { return ReadTolerance(part, tolerance); });
    }
    return OkStatus();
  });
}

// ---- JavaScript: { mode: 'HIGHEST' } or { tolerance: { atol: 1.5, rtol: 0.5, ulps: 1 } } ----

constexpr std::string_view kModeChoices[] = {"DEFAULT", "HIGHEST"};
constexpr JsForm kNumberForm = {
    .type = JsForm::Type::kNumber, .meaning = "a number", .example = "a number such as 1e-3"};
constexpr JsField kToleranceFields[] = {
    {"atol", {.form = &kNumberForm}, "the absolute tolerance", /*required=*/false},
    {"rtol", {.form = &kNumberForm}, "the relative tolerance", /*required=*/false},
    {"ulps", kJsPart<int64_t>, "units in the last place", /*required=*/false}};
constexpr JsForm kToleranceForm = {.type = JsForm::Type::kRecord, .fields = kToleranceFields};
constexpr JsField kFields[] = {
    {"mode", {.form = &kChoiceForm<kModeChoices>}, "a mode of a back end"},
    {"tolerance", {.form = &kToleranceForm}, "the largest error allowed"}};
constexpr JsForm kResultAccuracyForm = {
    .type = JsForm::Type::kUnion,
    .fields = kFields,
    .type_name = "ResultAccuracy",
    .doc =
        "The accuracy that the results of a function such as Exp must have: a mode, or a "
        "tolerance, whose numbers are 0 or more (0 when left out). By default results are within "
        "1 ulp, of F64 within 2. HIGHEST, and tolerances that are tighter, take slower functions, "
        "whose results are rounded once.",
    .meaning = "a mode or a tolerance",
    .example =
        "{ mode: 'HIGHEST' }, or { tolerance: { atol, rtol, ulps } } with some of these "
        "numbers",
    .default_text = "{ mode: 'DEFAULT' }"};

Status ReadJsonTolerance(const Json& json, ResultAccuracy::Tolerance& tolerance) {
  static constexpr std::string_view kKeys[] = {"atol", "rtol", "ulps"};
  HLOOM_RETURN_IF_ERROR(json.CheckType(Json::Type::kObject));
  HLOOM_RETURN_IF_ERROR(json.CheckKeys(kKeys));
  if (json.Find("atol") != nullptr) {
    HLOOM_ASSIGN_OR_RETURN(const double atol, json.GetDouble("atol"));
    tolerance.set_atol(atol);
  }
  if (json.Find("rtol") != nullptr) {
    HLOOM_ASSIGN_OR_RETURN(const double rtol, json.GetDouble("rtol"));
    tolerance.set_rtol(rtol);
  }
  if (json.Find("ulps") != nullptr) {
    HLOOM_ASSIGN_OR_RETURN(const int64_t ulps, json.GetInt64("ulps"));
    tolerance.set_ulps(ulps);
  }
  return OkStatus();
}

Status ReadJsonResultAccuracy(ResultAccuracy& accuracy, const JsonInput& in) {
  static constexpr std::string_view kKeys[] = {"mode", "tolerance"};
  HLOOM_RETURN_IF_ERROR(in.json.CheckType(Json::Type::kObject));
  HLOOM_RETURN_IF_ERROR(in.json.CheckKeys(kKeys));
  if (in.json.size() != 1) {
    return InvalidArgument(kFunctionC3)
        .Say(StrCat(in.name, " has ", in.json.size() == 0 ? "neither" : "both",
                    " a mode and a tolerance"))
        .Help("give one of them: a mode, DEFAULT or HIGHEST, or a tolerance");
  }
  if (const Json* tolerance = in.json.Find("tolerance")) {
    return ReadJsonTolerance(*tolerance, *accuracy.mutable_tolerance());
  }
  HLOOM_ASSIGN_OR_RETURN(const std::string mode, in.json.GetString("mode"));
  const auto* const choice = std::find(std::begin(kModeChoices), std::end(kModeChoices), mode);
  if (choice == std::end(kModeChoices)) {
    return InvalidArgument(kFunctionC3)
        .Say(StrCat("\"", Shortened(mode), "\" is not a mode of ", in.name))
        .Help("it is DEFAULT or HIGHEST");
  }
  accuracy.set_mode(static_cast<ResultAccuracy::Mode>(choice - std::begin(kModeChoices)));
  return OkStatus();
}

// Zeros are added as +0, which equals -0.
void HashResultAccuracy(const ResultAccuracy& accuracy, Hasher& hasher) {
  hasher.AddNumber(static_cast<uint64_t>(accuracy.mode()));
  hasher.AddNumber(accuracy.has_tolerance() ? 1 : 0);
  for (const double tolerance : {accuracy.tolerance().atol(), accuracy.tolerance().rtol()}) {
    uint64_t bits = 0;
    if (tolerance != 0) std::memcpy(&bits, &tolerance, sizeof(bits));
    hasher.AddNumber(bits);
  }
  hasher.AddInt64(accuracy.tolerance().ulps());
}

constexpr Codec<ResultAccuracy> kResultAccuracy = {
    .name = "result_accuracy",
    .print = [](const ResultAccuracy& accuracy,
                std::string& out) { out.append(accuracy.ToString()); },
    .parse = ParseResultAccuracy,
    .hash = HashResultAccuracy,
    .write = WriteResultAccuracy,
    .read = ReadResultAccuracy,
    .js = &kResultAccuracyForm,
    .read_json = ReadJsonResultAccuracy,
};

}  // namespace

std::string ResultAccuracy::ToString() const {
  if (!has_tolerance_) return StrCat("{mode=", kModes[mode_ == HIGHEST ? 1 : 0], "}");
  return StrCat("{tolerance={atol=", tolerance_.atol(), ",rtol=", tolerance_.rtol(),
                ",ulps=", tolerance_.ulps(), "}}");
}

template <>
const AttributeKind& AttributeKindOf<ResultAccuracy>() {
  return MakeKind<kResultAccuracy>();
}

}  // namespace hloom
