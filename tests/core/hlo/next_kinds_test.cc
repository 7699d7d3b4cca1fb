// A new attribute kind costs one file: two kinds of future operations, each in a file of
// next_kinds/, work in everything that reads kinds. tests/js/builder/next-kinds.test.ts continues
// with the data written here, in tests/js/support/next-kinds.json.
#include <cstdio>

#include "gtest/gtest.h"
#include "hlo/from_json.h"
#include "hlo/next_kinds/replica_groups.h"
#include "hlo/next_kinds/system_options.h"
#include "support/case_runner.h"
#include "wasm/kinds_json.h"

namespace hloom {
namespace {

using testing_support::FromJson;

// Possible attributes of an all-to-all of solutions.
struct SampleAttributes {
  SystemOptions options;
  IdGroups replica_groups;

  template <typename V>
  void visit(V& v) {
    options.visit(v);
    v({.name = "replica_groups", .proto_field = 49, .doc = "who works together"}, replica_groups);
  }
};

TEST(NextKindsTest, TextBothWays) {
  const AttributeKind& kind = AttributeKindOf<IdGroups>();
  for (const std::string_view text : {"{}", "{{0,1},{2,3}}", "{{3}}", "{{},{1}}"}) {
    TextReader in(text);
    IdGroups groups;
    ASSERT_TRUE(kind.parse(&groups, in, nullptr).ok()) << text;
    std::string printed;
    kind.print(&groups, printed);
    EXPECT_EQ(printed, text);
  }
  TextReader wrong("{0,1}");
  IdGroups groups;
  EXPECT_EQ(kind.parse(&groups, wrong, nullptr).rule(), "text.p1");
}

TEST(NextKindsTest, BytesBothWays) {
  const AttributeKind& kind = AttributeKindOf<IdGroups>();
  const IdGroups groups = {{0, 1}, {300}};
  WireWriter out;
  kind.write(&groups, 49, out);
  IdGroups read;
  WireReader reader(out.bytes());
  while (reader.Next().value()) ASSERT_TRUE(kind.read(&read, reader).ok());
  EXPECT_EQ(read, groups);
}

TEST(NextKindsTest, EqualityAndHash) {
  const SampleAttributes sample = {{.left_side = true}, {{0, 1}, {2, 3}}};
  const auto attributes = MakeAttributes(sample);
  EXPECT_TRUE(AttributesEqual(attributes.get(), attributes->Clone().get()));
  EXPECT_EQ(HashAttributes(attributes.get()), HashAttributes(attributes->Clone().get()));
  SampleAttributes other = sample;
  other.replica_groups = {{0}, {1, 2, 3}};
  SampleAttributes third = sample;
  third.options.lower = true;
  for (const SampleAttributes& each : {other, third}) {
    EXPECT_FALSE(AttributesEqual(attributes.get(), MakeAttributes(each).get()));
    EXPECT_NE(HashAttributes(attributes.get()), HashAttributes(MakeAttributes(each).get()));
  }
  const SystemOptions none;
  EXPECT_TRUE(AttributeKindOf<SystemOptions>().is_default(&none));
  EXPECT_FALSE(AttributeKindOf<SystemOptions>().is_default(&sample.options));
}

TEST(NextKindsTest, Json) {
  EXPECT_EQ(FromJson<IdGroups>(R"([["0","1"],[2]])").value(), (IdGroups{{0, 1}, {2}}));
  EXPECT_EQ(FromJson<IdGroups>("[0, 1]").status().rule(), "json.c6");
  EXPECT_EQ(FromJson<IdGroups>("[[0.5]]").status().rule(), "json.c7");
  const SystemOptions options =
      FromJson<SystemOptions>(R"({"unit_diagonal":true,"lower":false})").value();
  EXPECT_EQ(options, (SystemOptions{.unit_diagonal = true}));
  const Status unknown = FromJson<SystemOptions>(R"({"left_sid":true})").status();
  EXPECT_EQ(unknown.rule(), "function.c2");
  EXPECT_EQ(unknown.fields().help, "did you mean left_side?");
  EXPECT_EQ(FromJson<SystemOptions>(R"({"lower":1})").status().rule(), "function.c3");
}

TEST(NextKindsTest, WhatIsToldOfThem) {
  std::string written;
  JsonWriter out(&written);
  out.BeginArray();
  for (const AttributeKind* kind :
       {&AttributeKindOf<SystemOptions>(), &AttributeKindOf<IdGroups>()}) {
    WriteKind(kind->name, *kind->js, out);
  }
  out.EndArray();
  const char* const path = "tests/js/support/next-kinds.json";
  std::FILE* file = std::fopen(path, "rb");
  ASSERT_NE(file, nullptr) << path;
  std::string text(1 << 16, '\0');
  text.resize(std::fread(text.data(), 1, text.size(), file));
  std::fclose(file);
  const StatusOr<Json> told = ParseJson(text);
  ASSERT_TRUE(told.ok()) << told.status().ToString();
  EXPECT_EQ(testing_support::CaseJsonText(ParseJson(written).value()),
            testing_support::CaseJsonText(*told))
      << written;
}

}  // namespace
}  // namespace hloom
