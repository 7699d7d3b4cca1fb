#include "hlo/attributes/convolution_dimension_numbers.h"

#include <algorithm>

#include "base/hash.h"
#include "base/str_cat.h"
#include "base/utf8.h"
#include "base/wire_util.h"
#include "hlo/kinds/codec.h"
#include "hlo/kinds/record_codec.h"
#include "hlo/rules.h"
#include "shape/shape_util.h"

namespace hloom {

namespace {

using Numbers = ConvolutionDimensionNumbers;

// One of the three arrays: its labels, and its fields in XLA's proto.
struct Part {
  std::string_view name;
  char batch;
  char feature;
  std::string_view batch_name;
  std::string_view feature_name;
  int batch_field;
  int feature_field;
  int spatial_field;
  const ConvolutionLabels& (Numbers::*get)() const;
  ConvolutionLabels* (Numbers::*mutate)();
};
constexpr Part kParts[] = {
    {"input", 'b', 'f', "input_batch_dimension", "input_feature_dimension", 7, 8, 11,
     &Numbers::input, &Numbers::mutable_input},
    {"kernel", 'i', 'o', "kernel_input_feature_dimension", "kernel_output_feature_dimension", 3, 4,
     6, &Numbers::kernel, &Numbers::mutable_kernel},
    {"output", 'b', 'f', "output_batch_dimension", "output_feature_dimension", 9, 10, 12,
     &Numbers::output, &Numbers::mutable_output},
};
constexpr char kOther = '?';
constexpr std::string_view kExample =
    "label them like \"b01f_01io->b01f\": \"input_kernel->output\"";

// The dimensions by their labels: f is at 3.
std::vector<std::pair<std::string, int64_t>> Labelled(const Part& part, const Numbers& numbers) {
  const ConvolutionLabels& labels = (numbers.*part.get)();
  std::vector<std::pair<std::string, int64_t>> all = {
      {std::string(1, part.batch), labels.batch}, {std::string(1, part.feature), labels.feature}};
  for (size_t i = 0; i < labels.spatial.size(); ++i) all.emplace_back(StrCat(i), labels.spatial[i]);
  return all;
}

// The name of entry i of Labelled.
Message ConvolutionDimensionName(const Part& part, size_t i) {
  if (i < 2) return ArgumentName(i == 0 ? part.batch_name : part.feature_name);
  return MessageCat(ArgumentName(StrCat(part.name, "_spatial_dimensions")), "[", i - 2, "]");
}

// ---- text ----

std::string PartText(const Part& part, const Numbers& numbers) {
  std::string text;
  for (const auto& [label, dimension] : Labelled(part, numbers)) {
    const auto at = static_cast<size_t>(dimension);
    if (text.size() <= at) text.resize(at + 1, kOther);
    text[at] = label[0];
  }
  return text;
}

// Reads the labels of one array.
class PartReader {
 public:
  PartReader(const TextReader& in, const Part& part, std::string_view text, size_t place)
      : in_(in), part_(part), text_(text), place_(place) {}

  Status Read(ConvolutionLabels* labels) {
    if (text_.size() > static_cast<size_t>(ShapeUtil::kMaxRank)) {
      return Wrong(0, StrCat("the ", part_.name, " has ", text_.size(), " labels"))
          .Help(StrCat("an array has at most ", ShapeUtil::kMaxRank, " dimensions"));
    }
    std::vector<int64_t> spatial(static_cast<size_t>(Numbers::kMaxSpatial), -1);
    int64_t batch = -1;
    int64_t feature = -1;
    int64_t count = 0;
    for (size_t i = 0; i < text_.size(); ++i) {
      const char c = text_[i];
      if (c == kOther) continue;
      const bool is_digit = c >= '0' && c <= '9';
      int64_t* const dimension = c == part_.batch     ? &batch
                                 : c == part_.feature ? &feature
                                 : is_digit           ? &spatial[static_cast<size_t>(c - '0')]
                                                      : nullptr;
      if (dimension == nullptr) {
        return Wrong(i, StrCat("'", c, "' is not a label of the ", part_.name))
            .Help(StrCat("its labels are ", part_.batch, ", ", part_.feature,
                         ", the numbers of its spatial dimensions, and ? for others"));
      }
      if (*dimension >= 0) {
        return Wrong(i, StrCat("the ", part_.name, " has '", c, "' twice"))
            .Help("give each label to one dimension");
      }
      *dimension = static_cast<int64_t>(i);
      count += is_digit ? 1 : 0;
    }
    if (batch < 0) return Missing(part_.batch);
    if (feature < 0) return Missing(part_.feature);
    for (int64_t i = 0; i < count; ++i) {
      if (spatial[static_cast<size_t>(i)] < 0) return Missing(static_cast<char>('0' + i));
    }
    spatial.resize(static_cast<size_t>(count));
    *labels = {batch, feature, std::move(spatial)};
    return OkStatus();
  }

 private:
  ErrorBuilder Wrong(size_t at, std::string what) const {
    return in_.ErrorAt(place_ + at, kDimLabelsP1, std::move(what));
  }
  Status Missing(char label) const {
    return Wrong(0, StrCat("the ", part_.name, " has no '", label, "'"))
        .Help(std::string(kExample));
  }

  const TextReader& in_;
  const Part& part_;
  std::string_view text_;
  size_t place_;
};

Status SpatialCountsDiffer(const Numbers& numbers, ErrorBuilder error) {
  return std::move(error)
      .Say("input, kernel and output have different numbers of spatial dimensions")
      .Detail(StrCat("the input has ", numbers.input().spatial.size(), ", the kernel ",
                     numbers.kernel().spatial.size(), ", the output ",
                     numbers.output().spatial.size()))
      .Help("each dimension of the window is one of the input, of the kernel and of the output");
}

bool SameSpatialCount(const Numbers& numbers) {
  const size_t count = numbers.input().spatial.size();
  return numbers.kernel().spatial.size() == count && numbers.output().spatial.size() == count;
}

Status ParseConvolutionDimensionNumbers(Numbers& value, TextReader& in, const Shape*) {
  const size_t place = in.position();
  const std::string_view text = in.While([](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || c == kOther || c == '_' ||
           c == '-' || c == '>';
  });
  const size_t first = text.find('_');
  const size_t second = text.find("->");
  if (first == std::string_view::npos || second == std::string_view::npos || second < first) {
    return in
        .ErrorAt(place, kDimLabelsP1,
                 StrCat("expected the labels of a convolution, found ", in.Found(place)))
        .Help(std::string(kExample));
  }
  const size_t begins[] = {0, first + 1, second + 2};
  const size_t ends[] = {first, second, text.size()};
  Numbers numbers;
  for (size_t i = 0; i < std::size(kParts); ++i) {
    PartReader reader(in, kParts[i], text.substr(begins[i], ends[i] - begins[i]),
                      place + begins[i]);
    HLOOM_RETURN_IF_ERROR(reader.Read((numbers.*kParts[i].mutate)()));
  }
  if (!SameSpatialCount(numbers)) {
    return SpatialCountsDiffer(numbers, in.ErrorAt(place, kDimLabelsP1, ""));
  }
  value = std::move(numbers);
  return OkStatus();
}

// ---- bytes ----

// The fields are written in the order of their numbers, so that the kernel's come first.
void WriteConvolutionDimensionNumbers(const Numbers& numbers, int field, WireWriter& out) {
  const auto write = [&](const Part& part) {
    const ConvolutionLabels& labels = (numbers.*part.get)();
    out.SetInt64(part.batch_field, labels.batch);
    out.SetInt64(part.feature_field, labels.feature);
    return &labels.spatial;
  };
  out.BeginMessage(field);
  out.PackInt64s(kParts[1].spatial_field, *write(kParts[1]));
  const std::vector<int64_t>* const input = write(kParts[0]);
  const std::vector<int64_t>* const output = write(kParts[2]);
  out.PackInt64s(kParts[0].spatial_field, *input);
  out.PackInt64s(kParts[2].spatial_field, *output);
  out.EndMessage();
}

Status ReadConvolutionDimensionNumbers(Numbers& numbers, const WireReader& field) {
  return ForEachFieldIn(field, [&numbers](const WireReader& message) -> Status {
    for (const Part& part : kParts) {
      ConvolutionLabels& labels = *(numbers.*part.mutate)();
      if (message.field() == part.spatial_field) {
        HLOOM_RETURN_IF_ERROR(message.AppendInt64s(&labels.spatial));
      } else if (message.field() == part.batch_field) {
        HLOOM_ASSIGN_OR_RETURN(labels.batch, message.Int64());
      } else if (message.field() == part.feature_field) {
        HLOOM_ASSIGN_OR_RETURN(labels.feature, message.Int64());
      }
    }
    return OkStatus();
  });
}

// ---- JavaScript ----

constexpr JsForm kLabelsForm = {.type = JsForm::Type::kText,
                                .meaning = "labels",
                                .example = "labels such as 'b01f_01io->b01f'"};
constexpr JsForm kRecordForm = RecordForm<ByName<Numbers>>(
    "ConvolutionDimensionNumbers",
    "Which dimensions of a convolution's input, kernel and output are batch, features and space.");
constexpr JsPart kFormParts[] = {{.form = &kLabelsForm}, {.form = &kRecordForm}};
constexpr JsForm kConvolutionDimensionNumbersForm = {
    .type = JsForm::Type::kEither,
    .parts = kFormParts,
    .type_name = "ConvolutionDimensions",
    .doc =
        "Which dimensions of a convolution's input, kernel and output are batch, features and "
        "space: labels, `'b01f_01io->b01f'`, or an object with XLA's names. Input and output "
        "have b, the batch, and f, the features; the kernel has i, its input features, and o, "
        "its output features; 0, 1 ... are the spatial dimensions.",
    .meaning = "the labels of a convolution's dimensions",
    .example = "labels such as 'b01f_01io->b01f', or an object with XLA's dimension numbers",
    .brief = "'b01f_01io->b01f'"};

// Labels or an object. dim_labels.p1: the labels are those of an input, a kernel and an output.
Status ReadJsonConvolutionDimensionNumbers(Numbers& value, const JsonInput& in) {
  if (!in.json.is_string()) return ReadJsonRecordByName(value, in);
  TextReader labels(in.json.text());
  const Status read = ParseConvolutionDimensionNumbers(value, labels, nullptr);
  if (read.ok() && labels.AtEnd()) return OkStatus();
  return InvalidArgument(kDimLabelsP1)
      .Say(MessageCat(ArgumentName(in.name), " is ", QuotedText(Shortened(in.json.text())), ": ",
                      read.ok() ? Message("more than labels") : read.fields().headline))
      .Help(read.ok() ? Message(kExample) : read.fields().help);
}

constexpr Codec<Numbers> kConvolutionDimensionNumbers = {
    .name = "convolution_dimension_numbers",
    .print = [](const Numbers& numbers, std::string& out) { out.append(numbers.ToString()); },
    .parse = ParseConvolutionDimensionNumbers,
    .hash =
        [](const Numbers& numbers, Hasher& hasher) {
          for (const Part& part : kParts) {
            const ConvolutionLabels& labels = (numbers.*part.get)();
            hasher.AddInt64(labels.batch);
            hasher.AddInt64(labels.feature);
            hasher.AddInt64s(labels.spatial);
          }
        },
    .write = WriteConvolutionDimensionNumbers,
    .read = ReadConvolutionDimensionNumbers,
    .js = &kConvolutionDimensionNumbersForm,
    .read_json = ReadJsonConvolutionDimensionNumbers,
};
constexpr Codec<std::optional<Numbers>> kOptionalNumbers =
    OptionalCodec<Numbers>("convolution_dimension_numbers");

}  // namespace

std::string ConvolutionDimensionNumbers::ToString() const {
  return StrCat(PartText(kParts[0], *this), "_", PartText(kParts[1], *this), "->",
                PartText(kParts[2], *this));
}

Status ConvolutionDimensionNumbers::Validate() const {
  if (!SameSpatialCount(*this)) {
    return SpatialCountsDiffer(*this, InvalidArgument(kDimLabelsC1));
  }
  if (static_cast<int64_t>(input_.spatial.size()) > kMaxSpatial) {
    return InvalidArgument(kDimLabelsC1)
        .Say(StrCat("it has ", input_.spatial.size(), " spatial dimensions"))
        .Help(StrCat("use at most ", kMaxSpatial, ": each has a digit as its label"));
  }
  for (const Part& part : kParts) {
    const auto all = Labelled(part, *this);
    for (size_t i = 0; i < all.size(); ++i) {
      const int64_t dimension = all[i].second;
      if (dimension < 0 || dimension >= ShapeUtil::kMaxRank) {
        return InvalidArgument(kDimLabelsC1)
            .Say(MessageCat(ConvolutionDimensionName(part, i), " is ", dimension))
            .Help(StrCat("a convolution with ",
                         Count(static_cast<int64_t>(all.size()) - 2, "spatial dimension"),
                         " numbers the dimensions of each array from 0 to ", all.size() - 1));
      }
      for (size_t j = 0; j < i; ++j) {
        if (all[j].second != dimension) continue;
        return InvalidArgument(kDimLabelsC1)
            .Say(MessageCat(ConvolutionDimensionName(part, j), " and ",
                            ConvolutionDimensionName(part, i), " are both ", dimension))
            .Help("give each dimension one meaning");
      }
    }
  }
  return OkStatus();
}

template <>
const AttributeKind& AttributeKindOf<ConvolutionDimensionNumbers>() {
  return MakeKind<kConvolutionDimensionNumbers>();
}
template <>
const AttributeKind& AttributeKindOf<std::optional<ConvolutionDimensionNumbers>>() {
  return MakeKind<kOptionalNumbers>();
}

}  // namespace hloom
