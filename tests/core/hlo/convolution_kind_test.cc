// The attribute kind convolution_dimension_numbers: text and bytes, both ways, and their errors.
#include "gtest/gtest.h"
#include "hlo/attributes/convolution_dimension_numbers.h"
#include "hlo/attributes/integers.h"
#include "hlo/attributes/window.h"
#include "hlo/from_json.h"

namespace hloom {
namespace {

using std::string_literals::operator""s;
using testing_support::FromJson;

const AttributeKind& kind = AttributeKindOf<ConvolutionDimensionNumbers>();

StatusOr<ConvolutionDimensionNumbers> ConvolutionKindParsed(std::string_view text) {
  TextReader in(text);
  ConvolutionDimensionNumbers numbers;
  HLOOM_RETURN_IF_ERROR(kind.parse(&numbers, in, nullptr));
  EXPECT_TRUE(in.AtEnd()) << text;
  return numbers;
}

using Dims = std::vector<int64_t>;

TEST(ConvolutionKindTest, Labels) {
  const ConvolutionDimensionNumbers numbers = ConvolutionKindParsed("bf10_o0i1->f1b0").value();
  EXPECT_EQ(numbers.input_batch_dimension(), 0);
  EXPECT_EQ(numbers.input_feature_dimension(), 1);
  EXPECT_EQ(numbers.input_spatial_dimensions().ToVector(), (Dims{3, 2}));
  EXPECT_EQ(numbers.kernel_output_feature_dimension(), 0);
  EXPECT_EQ(numbers.kernel_input_feature_dimension(), 2);
  EXPECT_EQ(numbers.kernel_spatial_dimensions().ToVector(), (Dims{1, 3}));
  EXPECT_EQ(numbers.output_feature_dimension(), 0);
  EXPECT_EQ(numbers.output_batch_dimension(), 2);
  EXPECT_EQ(numbers.output_spatial_dimensions().ToVector(), (Dims{3, 1}));
}

TEST(ConvolutionKindTest, TextBothWays) {
  for (const std::string_view text :
       {"b01f_01io->b01f", "b0f_0io->b0f", "bf_io->bf", "fb_oi->fb", "b012f_012io->b012f",
        "f01b_i01o->01bf", "bf?01_io01->?bf?01", "?b0?f_?0io->b0f",
        "b0123456789f_0123456789io->b0123456789f"}) {
    const StatusOr<ConvolutionDimensionNumbers> numbers = ConvolutionKindParsed(text);
    ASSERT_TRUE(numbers.ok()) << numbers.status().ToString();
    EXPECT_TRUE(numbers->Validate().ok()) << text;
    std::string printed;
    kind.print(&*numbers, printed);
    EXPECT_EQ(printed, text);
  }
  // The labels do not state the number of dimensions behind the last of them.
  EXPECT_EQ(ConvolutionKindParsed("bf01?_io01?->bf01??").value().ToString(), "bf01_io01->bf01");
  EXPECT_EQ(ConvolutionKindParsed(" /*here*/ bf_io->bf ").value(),
            ConvolutionKindParsed("bf_io->bf").value());
}

TEST(ConvolutionKindTest, P1WhatIsWrongInText) {
  const std::pair<std::string_view, std::string_view> wrong[] = {
      {"", "expected the labels of a convolution, found the end of the text"},
      {"{0}", "expected the labels of a convolution, found '{'"},
      {"b01f", "expected the labels of a convolution, found \"b01f\""},
      {"b01f->b01f_01io", "expected the labels of a convolution"},
      {"b01f_01io-b01f", "expected the labels of a convolution"},
      {"b01c_01io->b01f", "'c' is not a label of the input"},
      {"b01f_01bo->b01f", "'b' is not a label of the kernel"},
      {"b01f_01io->b01o", "'o' is not a label of the output"},
      {"b01f_01io->b01f->b", "'-' is not a label of the output"},
      {"b01f_0_1io->b01f", "'_' is not a label of the kernel"},
      {"b00f_01io->b01f", "the input has '0' twice"},
      {"b01f_0ioi->b01f", "the kernel has 'i' twice"},
      {"01f_01io->b01f", "the input has no 'b'"},
      {"b01_01io->b01f", "the input has no 'f'"},
      {"b01f_01o->b01f", "the kernel has no 'i'"},
      {"b01f_01io->b1f", "the output has no '0'"},
      {"b02f_01io->b01f", "the input has no '1'"},
      {"b01f_0io->b01f", "input, kernel and output have different numbers of spatial dimensions"},
      {"_->", "the input has no 'b'"},
  };
  for (const auto& [text, message] : wrong) {
    const Status status = ConvolutionKindParsed(text).status();
    EXPECT_EQ(status.rule(), "dim_labels.p1") << text;
    EXPECT_NE(status.ToString().find(message), std::string::npos) << status.ToString();
    EXPECT_FALSE(status.fields().help.empty()) << text;
  }
  EXPECT_EQ(ConvolutionKindParsed("b" + std::string(400, '?') + "f_io->bf").status().rule(),
            "dim_labels.p1");
}

TEST(ConvolutionKindTest, P1SaysWhere) {
  const Status status = ConvolutionKindParsed("b01f_01ix->b01f").status();
  EXPECT_EQ(status.ToString(),
            "INVALID_ARGUMENT [dim_labels.p1] 'x' is not a label of the kernel\n"
            "  b01f_01ix->b01f\n"
            "          ^\n"
            "  help: its labels are i, o, the numbers of its spatial dimensions, and ? for others\n"
            "  at line 1, column 9");
  EXPECT_NE(ConvolutionKindParsed("b0f_01io->b01f")
                .status()
                .ToString()
                .find("the input has 1, the kernel 2, the output 2"),
            std::string::npos);
}

// The bytes are derived from xla_data.proto.
TEST(ConvolutionKindTest, Bytes) {
  const ConvolutionDimensionNumbers numbers = ConvolutionKindParsed("b01f_01io->b01f").value();
  WireWriter out;
  kind.write(&numbers, 16, out);
  EXPECT_EQ(out.bytes(),
            "\x82\x01\x14"                      // field 16, 20 bytes
            "\x18\x02\x20\x03\x32\x02\x00\x01"  // the kernel: i 2, o 3, spatial 0 1
            "\x40\x03\x50\x03"                  // the features of input and output
            "\x5a\x02\x01\x02\x62\x02\x01\x02"s);
  WireReader reader(out.bytes());
  ASSERT_TRUE(reader.Next().value());
  ConvolutionDimensionNumbers read;
  ASSERT_TRUE(kind.read(&read, reader).ok());
  EXPECT_EQ(read, numbers);
  EXPECT_TRUE(kind.equal(&read, &numbers));
  read.add_input_spatial_dimensions(4);
  EXPECT_FALSE(kind.equal(&read, &numbers));
}

TEST(ConvolutionKindTest, BytesThatAreNone) {
  WireWriter out;
  out.AddInt64(16, 3);
  WireReader reader(out.bytes());
  ASSERT_TRUE(reader.Next().value());
  ConvolutionDimensionNumbers read;
  EXPECT_EQ(kind.read(&read, reader).rule(), "proto.c2");
  WireWriter inner;
  inner.BeginMessage(16);
  inner.AddDouble(7, 1);
  inner.EndMessage();
  WireReader second(inner.bytes());
  ASSERT_TRUE(second.Next().value());
  EXPECT_EQ(kind.read(&read, second).rule(), "proto.c2");
}

// The values that bytes and builders may contain.
TEST(ConvolutionKindTest, C1WhatDimensionNumbersMayBe) {
  const auto message = [](auto change) {
    ConvolutionDimensionNumbers numbers = ConvolutionKindParsed("b0f_0io->b0f").value();
    change(numbers);
    const Status status = numbers.Validate();
    EXPECT_EQ(status.rule(), "dim_labels.c1");
    return status.ok() ? "" : status.fields().headline.text();
  };
  using Numbers = ConvolutionDimensionNumbers;
  EXPECT_EQ(message([](Numbers& n) { n.set_input_feature_dimension(0); }),
            "input_batch_dimension and input_feature_dimension are both 0");
  EXPECT_EQ(message([](Numbers& n) { n.set_kernel_input_feature_dimension(0); }),
            "kernel_input_feature_dimension and kernel_spatial_dimensions[0] are both 0");
  EXPECT_EQ(message([](Numbers& n) { n.set_output_batch_dimension(-1); }),
            "output_batch_dimension is -1");
  EXPECT_EQ(message([](Numbers& n) { n.set_output_batch_dimension(256); }),
            "output_batch_dimension is 256");
  EXPECT_EQ(message([](Numbers& n) { n.add_kernel_spatial_dimensions(3); }),
            "input, kernel and output have different numbers of spatial dimensions");
  EXPECT_EQ(message([](Numbers& n) {
              for (int64_t d = 3; d < 13; ++d) {
                n.add_input_spatial_dimensions(d);
                n.add_kernel_spatial_dimensions(d);
                n.add_output_spatial_dimensions(d);
              }
            }),
            "it has 11 spatial dimensions");
  EXPECT_EQ(Numbers().Validate().rule(), "dim_labels.c1");
}

TEST(ConvolutionKindTest, JsonIsLabelsOrNumbers) {
  const auto json = [](std::string_view text) {
    return FromJson<ConvolutionDimensionNumbers>(text);
  };
  const ConvolutionDimensionNumbers numbers = ConvolutionKindParsed("b0f_0io->bf0").value();
  EXPECT_EQ(json("\"b0f_0io->bf0\"").value(), numbers);
  EXPECT_EQ(json(R"({"input_batch_dimension":"0","input_feature_dimension":"2",
                     "input_spatial_dimensions":["1"],"kernel_input_feature_dimension":"1",
                     "kernel_output_feature_dimension":"2","kernel_spatial_dimensions":["0"],
                     "output_batch_dimension":"0","output_feature_dimension":"1",
                     "output_spatial_dimensions":["2"]})")
                .value(),
            numbers);
  const Status wrong = json("\"b0f_0ix->bf0\"").status();
  EXPECT_EQ(
      wrong.ToString(),
      "INVALID_ARGUMENT [dim_labels.p1] argument is \"b0f_0ix->bf0\": 'x' is not a label of the "
      "kernel\n"
      "  help: its labels are i, o, the numbers of its spatial dimensions, and ? for others");
  EXPECT_EQ(json("\"b0f_0io->bf0 b\"").status().fields().headline,
            "argument is \"b0f_0io->bf0 b\": more than labels");
  EXPECT_EQ(json("\"\"").status().rule(), "dim_labels.p1");
  EXPECT_EQ(json("7").status().rule(), "json.c6");
  EXPECT_EQ(json("{}").status().rule(), "function.c2");
}

TEST(ConvolutionKindTest, JsonOfWindowsAndCounts) {
  Window window;
  WindowDimension* dimension = window.add_dimensions();
  dimension->set_size(3);
  dimension->set_padding_low(-1);
  dimension->set_base_dilation(2);
  dimension->set_window_reversal(true);
  EXPECT_EQ(FromJson<Window>(R"([{"size":"3","padding_low":"-1","base_dilation":"2",
                                  "window_reversal":true}])")
                .value(),
            window);
  EXPECT_EQ(FromJson<Window>("[]").value(), Window());
  EXPECT_EQ(FromJson<Window>(R"([{"stride":"3"}])").status().rule(), "function.c2");
  EXPECT_EQ(FromJson<Window>(R"([{"size":"3","pad":"1"}])").status().rule(), "function.c2");
  EXPECT_EQ(FromJson<GroupCount>("\"4\"").value().value, 4);
  EXPECT_EQ(FromJson<GroupCount>("true").status().rule(), "json.c6");
}

}  // namespace
}  // namespace hloom
