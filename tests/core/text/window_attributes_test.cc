// Attributes that XLA keeps in a message of their own, GatherDimensionNumbers and
// ScatterDimensionNumbers: next to the others in text, inside of that message in bytes.
#include <functional>

#include "gtest/gtest.h"
#include "shape/shape_proto.h"
#include "support/sample_modules.h"
#include "text/hlo/hlo_parser.h"
#include "text/hlo/hlo_text.h"
#include "text/proto/hlo_proto.h"
#include "text/proto/hlo_proto_fields.h"

namespace hloom {
namespace {

using namespace testing_support;  // NOLINT: the module builders
using namespace hlo_proto;        // NOLINT: the field numbers
using std::string_literals::operator""s;

TEST(WindowAttributesTest, Text) {
  const std::string text = HloModuleToText(*GatherModule());
  EXPECT_NE(text.find("gather(%x, %i), offset_dims={1}, collapsed_slice_dims={}, "
                      "start_index_map={1}, operand_batching_dims={0}, "
                      "start_indices_batching_dims={0}, index_vector_dim=2, slice_sizes={1,2}, "
                      "indices_are_sorted=true\n"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("update_window_dims={2}, inserted_window_dims={0}, "
                      "scatter_dims_to_operand_dims={0}, index_vector_dim=2, unique_indices=true, "
                      "to_apply=%sum\n"),
            std::string::npos)
      << text;
}

// The bytes are derived by hand from hlo.proto and xla_data.proto.
TEST(WindowAttributesTest, Bytes) {
  const std::string bytes = HloModuleToProto(*GatherModule());
  // gather_dimension_numbers (33) {offset_dims [1], start_index_map [1], index_vector_dim 2,
  // operand_batching_dims [0], start_indices_batching_dims [0]}, gather_slice_sizes (34) [1, 2],
  // then the id.
  EXPECT_NE(bytes.find("\x8a\x02\x0e\x0a\x01\x01\x1a\x01\x01\x20\x02\x2a\x01\x00\x32\x01\x00"
                       "\x92\x02\x02\x01\x02\x98\x02"s),
            std::string::npos);
  // indices_are_sorted (67).
  EXPECT_NE(bytes.find("\x98\x04\x01"s), std::string::npos);
  // scatter_dimension_numbers (48) {update_window_dims [2], inserted_window_dims [0],
  // scatter_dims_to_operand_dims [0], index_vector_dim 2}, unique_indices (69).
  EXPECT_NE(bytes.find("\x82\x03\x0b\x0a\x01\x02\x12\x01\x00\x1a\x01\x00\x20\x02\xa8\x04\x01"s),
            std::string::npos);
}

// XLA asks whether the message is there, also of a gather whose dimension numbers are all defaults.
TEST(WindowAttributesTest, AnEmptyMessageIsWritten) {
  ModuleBuilder b("m");
  b.Begin("main");
  HloInstruction* x = b.Parameter(0, ScalarOf(F32), "x");
  HloInstruction* none = b.Parameter(1, ShapeUtil::MakeShape(S32, {0}), "none");
  b.Finish(b.Add(HloOpcode::kGather, {x, none}, MakeAttributes(GatherAttributes{})));
  const std::string bytes = HloModuleToProto(*b.Take());
  EXPECT_NE(bytes.find("\x8a\x02\x00"s), std::string::npos);
  const auto module = HloModuleFromProto(bytes);
  ASSERT_TRUE(module.ok()) << module.status().ToString();
}

// A module of one gather of a row, whose fields behind the id `more` writes.
Status ReadGather(const std::function<void(WireWriter&)>& more) {
  ModuleBuilder b("m");
  b.Begin("main");
  const HloInstruction* x = b.Parameter(0, F32Of({3, 4}), "x");
  const int64_t i = b.Parameter(1, ShapeUtil::MakeShape(S32, {2}), "i")->unique_id();
  const std::vector<int64_t> operands = {x->unique_id(), i};
  b.Finish(x);
  const std::string bytes = HloModuleToProto(*b.Take());
  // Returns the same module with one more instruction in its computation.
  WireWriter out;
  out.AddString(kModuleName, "m");
  WireReader module(bytes);
  while (module.Next().value()) {
    if (module.field() == kEntryId) out.AddInt64(kEntryId, module.Int64().value());
    if (module.field() != kComputations) continue;
    out.BeginMessage(kComputations);
    WireReader computation = module.Message().value();
    while (computation.Next().value()) {
      if (computation.field() == kComputationId)
        out.AddInt64(kComputationId, computation.Int64().value());
      if (computation.field() == kInstructions)
        out.AddBytes(kInstructions, computation.Bytes().value());
    }
    out.BeginMessage(kInstructions);
    out.AddString(kInstructionName, "g");
    out.AddString(kOpcode, "gather");
    out.BeginMessage(kShape);
    WriteShapeProto(F32Of({2, 4}), out);
    out.EndMessage();
    out.AddInt64(kInstructionId, 100);
    out.PackInt64s(kOperandIds, operands);
    more(out);
    out.EndMessage();
    out.AddInt64(kRootId, 100);
    out.AddString(kComputationName, "main");
    out.EndMessage();
  }
  return HloModuleFromProto(out.bytes()).status();
}

TEST(WindowAttributesTest, FieldsInAnyOrderAndInParts) {
  const auto sizes = [](WireWriter& w) { w.PackInt64s(34, {1, 4}); };
  const Status in_order = ReadGather([&](WireWriter& w) {
    w.BeginMessage(33);
    w.PackInt64s(1, {1});
    w.PackInt64s(2, {0});
    w.PackInt64s(3, {0});
    w.AddInt64(4, 1);
    w.EndMessage();
    sizes(w);
  });
  EXPECT_TRUE(in_order.ok()) << in_order.ToString();
  const Status mixed = ReadGather([&](WireWriter& w) {
    w.AddBool(67, true);
    w.BeginMessage(33);
    w.AddInt64(4, 1);
    w.AddString(99, "of a newer version");
    w.AddInt64(3, 0);
    w.EndMessage();
    sizes(w);
    w.BeginMessage(33);  // protobuf merges what comes twice
    w.AddInt64(2, 0);
    w.AddInt64(1, 1);
    w.EndMessage();
  });
  EXPECT_TRUE(mixed.ok()) << mixed.ToString();
}

TEST(WindowAttributesTest, WhatIsMissingOrDamaged) {
  const auto sizes = [](WireWriter& w) { w.PackInt64s(34, {1, 4}); };
  const Status missing = ReadGather(sizes);
  EXPECT_EQ(missing.rule(), "proto.m8");
  EXPECT_EQ(missing.fields().headline, "the message that holds offset_dims is missing");
  const Status no_message = ReadGather([&](WireWriter& w) {
    sizes(w);
    w.AddInt64(33, 1);
  });
  EXPECT_EQ(no_message.rule(), "proto.c2");
  const Status malformed = ReadGather([&](WireWriter& w) {
    sizes(w);
    w.AddBytes(33, "\x0a\x05");
  });
  EXPECT_EQ(malformed.rule(), "proto.c1");
  const Status no_flag = ReadGather([&](WireWriter& w) {
    sizes(w);
    w.BeginMessage(33);
    w.EndMessage();
    w.AddString(67, "yes");
  });
  EXPECT_EQ(no_flag.rule(), "proto.c2");
}

TEST(WindowAttributesTest, TextErrors) {
  const auto parse = [](std::string_view attributes) {
    return ParseHloModule(StrCat("HloModule m\nENTRY main {\n  x = f32[3,4] parameter(0)\n"
                                 "  i = s32[2] parameter(1)\n  ROOT g = f32[2,4] gather(x, i), ",
                                 attributes, "\n}\n"))
        .status();
  };
  const std::string numbers =
      "offset_dims={1}, collapsed_slice_dims={0}, start_index_map={0}, index_vector_dim=1";
  EXPECT_TRUE(parse(numbers + ", slice_sizes={1,4}").ok());
  EXPECT_EQ(parse(numbers).rule(), "text.p8");
  EXPECT_EQ(parse(numbers + ", slice_sizes={1,4}, offset_dims={1}").rule(), "text.p7");
  EXPECT_EQ(parse(numbers + ", slice_size={1,4}").rule(), "text.p6");
  EXPECT_EQ(parse(numbers + ", slice_sizes={1,4}, indices_are_sorted=yes").rule(), "text.p1");
  EXPECT_EQ(parse(numbers + ", slice_sizes={1,5}").rule(), "gather.c21");
}

}  // namespace
}  // namespace hloom
