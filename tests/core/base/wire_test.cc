#include "base/wire.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>

#include "base/str_cat.h"
#include "gtest/gtest.h"
#include "support/random.h"

namespace hloom {
namespace {

using std::string_literals::operator""s;

// Reads everything, descending into fields that may be messages, and calls every accessor: none
// may crash, and the errors must be of the documented rules. Returns the first error of the
// structure itself.
Status Exhaust(WireReader reader, int levels) {
  for (;;) {
    HLOOM_ASSIGN_OR_RETURN(const bool more, reader.Next());
    if (!more) return OkStatus();
    EXPECT_GT(reader.field(), 0);
    EXPECT_LE(reader.field(), kMaxWireField);
    EXPECT_NE(reader.type(), WireType::kEndGroup);
    std::vector<int64_t> int64s;
    std::vector<int32_t> int32s;
    std::vector<uint8_t> bools;
    std::vector<float> floats;
    std::vector<double> doubles;
    for (const Status& status :
         {reader.AppendInt64s(&int64s), reader.AppendInt32s(&int32s), reader.AppendBools(&bools),
          reader.AppendFloats(&floats), reader.AppendDoubles(&doubles), reader.Int64().status(),
          reader.Int32().status(), reader.Uint64().status(), reader.Bool().status(),
          reader.Float().status(), reader.Double().status(), reader.Bytes().status(),
          reader.String().status()}) {
      if (!status.ok()) {
        EXPECT_EQ(status.rule().substr(0, 7), "proto.c") << status.ToString();
      }
    }
    if (StatusOr<WireReader> inner = reader.Message(); inner.ok() && levels > 0) {
      (void)Exhaust(*inner, levels - 1);
    }
  }
}

Status Exhaust(std::string_view bytes) { return Exhaust(WireReader(bytes), 8); }

WireReader At(std::string_view bytes) {
  WireReader reader(bytes);
  StatusOr<bool> more = reader.Next();
  EXPECT_TRUE(more.ok() && *more) << more.status().ToString();
  return reader;
}

TEST(WireWriterTest, BytesAreProtobufs) {
  WireWriter w;
  w.AddInt64(1, 150);
  EXPECT_EQ(w.TakeBytes(), "\x08\x96\x01");
  w = WireWriter();
  w.AddString(2, "testing");
  EXPECT_EQ(w.TakeBytes(), "\x12\x07testing");
  w = WireWriter();
  w.BeginMessage(3);
  w.AddInt64(1, 150);
  w.EndMessage();
  EXPECT_EQ(w.TakeBytes(), "\x1a\x03\x08\x96\x01");
  w = WireWriter();
  w.PackInt32s(6, Span<const int32_t>({3, 270, 86942}));
  EXPECT_EQ(w.TakeBytes(), "\x32\x06\x03\x8E\x02\x9E\xA7\x05");
  w = WireWriter();
  w.AddInt32(1, -1);
  EXPECT_EQ(w.TakeBytes(), "\x08\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\x01");
  w = WireWriter();
  w.AddFloat(16, 1.0f);
  EXPECT_EQ(w.TakeBytes(), "\x85\x01\0\0\x80\x3F"s);
}

TEST(WireWriterTest, DefaultsAreLeftOut) {
  WireWriter w;
  w.SetInt64(1, 0);
  w.SetInt32(2, 0);
  w.SetBool(4, false);
  w.SetFloat(5, 0.0f);
  w.SetDouble(6, 0.0);
  w.SetString(7, "");
  w.SetBytes(8, "");
  w.PackInt64s(9, {});
  w.PackBools(10, {});
  w.PackFloats(11, {});
  EXPECT_EQ(w.bytes(), "");
  w.SetFloat(5, -0.0f);
  EXPECT_EQ(w.bytes().size(), 5u);
  w.BeginMessage(1);
  w.EndMessage();
  w.AddString(2, "");
  EXPECT_EQ(w.bytes().substr(5), "\x0a\0\x12\0"s);
}

TEST(WireTest, ScalarsRoundTrip) {
  for (int64_t value :
       {int64_t{0}, int64_t{1}, int64_t{-1}, int64_t{127}, int64_t{128}, int64_t{1} << 62,
        std::numeric_limits<int64_t>::min(), std::numeric_limits<int64_t>::max()}) {
    WireWriter w;
    w.AddInt64(kMaxWireField, value);
    WireReader r = At(w.bytes());
    EXPECT_EQ(r.field(), kMaxWireField);
    EXPECT_EQ(r.Int64().value(), value);
    EXPECT_EQ(r.Int32().value(), static_cast<int32_t>(value));
    EXPECT_EQ(r.Bool().value(), value != 0);
    EXPECT_FALSE(r.Next().value());
  }
  WireWriter w;
  w.AddFloat(1, -0.5f);
  w.AddDouble(2, 1e300);
  w.AddFixed32(3, 0xFFFFFFFF);
  w.AddFixed64(4, 0xFFFFFFFFFFFFFFFF);
  WireReader r(w.bytes());
  EXPECT_TRUE(r.Next().value());
  EXPECT_EQ(r.Float().value(), -0.5f);
  EXPECT_TRUE(r.Next().value());
  EXPECT_EQ(r.Double().value(), 1e300);
  EXPECT_TRUE(r.Next().value());
  EXPECT_EQ(r.Fixed32().value(), 0xFFFFFFFF);
  EXPECT_TRUE(r.Next().value());
  EXPECT_EQ(r.Fixed64().value(), 0xFFFFFFFFFFFFFFFF);
  EXPECT_FALSE(r.Next().value());
}

TEST(WireTest, RepeatedScalarsPackedAndNot) {
  const std::vector<int64_t> int64s = {0, -1, 300, std::numeric_limits<int64_t>::min()};
  const std::vector<float> floats = {0.0f, -1.5f, 1e30f};
  WireWriter w;
  w.PackInt64s(1, int64s);
  for (int64_t value : int64s) w.AddInt64(1, value);
  w.PackFloats(2, floats);
  for (float value : floats) w.AddFloat(2, value);
  w.PackBools(3, Span<const uint8_t>({0, 1, 7}));
  w.AddBool(3, true);
  w.PackDoubles(4, Span<const double>({0.1, 0.2}));
  w.PackUint64s(5, Span<const uint64_t>({~uint64_t{0}, 5}));
  w.PackUint32s(6, Span<const uint32_t>({~uint32_t{0}, 5}));
  w.PackInt32s(7, Span<const int32_t>({-7, 7}));

  std::vector<int64_t> a;
  std::vector<float> b;
  std::vector<uint8_t> c;
  std::vector<double> d;
  std::vector<uint64_t> e;
  std::vector<uint32_t> f;
  std::vector<int32_t> g;
  WireReader r(w.bytes());
  while (r.Next().value()) {
    const Status status = r.field() == 1   ? r.AppendInt64s(&a)
                          : r.field() == 2 ? r.AppendFloats(&b)
                          : r.field() == 3 ? r.AppendBools(&c)
                          : r.field() == 4 ? r.AppendDoubles(&d)
                          : r.field() == 5 ? r.AppendUint64s(&e)
                          : r.field() == 6 ? r.AppendUint32s(&f)
                                           : r.AppendInt32s(&g);
    EXPECT_TRUE(status.ok()) << status.ToString();
  }
  std::vector<int64_t> twice = int64s;
  twice.insert(twice.end(), int64s.begin(), int64s.end());
  EXPECT_EQ(a, twice);
  EXPECT_EQ(b, (std::vector<float>{0.0f, -1.5f, 1e30f, 0.0f, -1.5f, 1e30f}));
  EXPECT_EQ(c, (std::vector<uint8_t>{0, 1, 1, 1}));
  EXPECT_EQ(d, (std::vector<double>{0.1, 0.2}));
  EXPECT_EQ(e, (std::vector<uint64_t>{~uint64_t{0}, 5}));
  EXPECT_EQ(f, (std::vector<uint32_t>{~uint32_t{0}, 5}));
  EXPECT_EQ(g, (std::vector<int32_t>{-7, 7}));
}

TEST(WireTest, LongMessagesGetLongLengths) {
  for (size_t size : {0u, 1u, 125u, 126u, 127u, 128u, 16382u, 16383u, 16384u, 3000000u}) {
    const std::string content(size, 'x');
    WireWriter w;
    w.AddInt64(1, 1);
    w.BeginMessage(2);
    w.BeginMessage(3);
    w.AddBytes(4, content);
    w.EndMessage();
    w.AddInt64(5, 2);
    w.EndMessage();
    w.AddInt64(6, 3);

    WireWriter innermost, middle, outer;  // the same from finished parts
    innermost.AddBytes(4, content);
    middle.AddBytes(3, innermost.bytes());
    middle.AddInt64(5, 2);
    outer.AddInt64(1, 1);
    outer.AddBytes(2, middle.bytes());
    outer.AddInt64(6, 3);
    EXPECT_TRUE(w.bytes() == outer.bytes()) << size;

    WireReader r(w.bytes());
    EXPECT_TRUE(r.Next().value() && r.Next().value());
    WireReader inner = r.Message().value();
    EXPECT_TRUE(inner.Next().value());
    WireReader leaf = inner.Message().value();
    EXPECT_TRUE(leaf.Next().value());
    EXPECT_EQ(leaf.Bytes().value().size(), size);
    EXPECT_TRUE(inner.Next().value());
    EXPECT_EQ(inner.Int64().value(), 2);
    EXPECT_TRUE(r.Next().value());
    EXPECT_EQ(r.Int64().value(), 3);
    EXPECT_FALSE(r.Next().value());
  }
}

TEST(WireReaderTest, GroupsAreSkipped) {
  // field 1 group { 2: 5, 3: "ab", 4: fixed32, 5: fixed64, 6 group {} }, then 7: 1
  const std::string bytes =
      "\x0B\x10\x05\x1A\x02"
      "ab"
      "\x25"
      "1234"
      "\x29"
      "12345678"
      "\x33\x34\x0C\x38\x01";
  WireReader r(bytes);
  EXPECT_TRUE(r.Next().value());
  EXPECT_EQ(r.field(), 1);
  EXPECT_EQ(r.type(), WireType::kStartGroup);
  EXPECT_EQ(r.Int64().status().rule(), "proto.c2");
  EXPECT_EQ(r.Bytes().status().rule(), "proto.c2");
  EXPECT_TRUE(r.Next().value());
  EXPECT_EQ(r.field(), 7);
  EXPECT_EQ(r.Int64().value(), 1);
  EXPECT_FALSE(r.Next().value());

  const auto nested = [](int n) { return std::string(n, '\x0B') + std::string(n, '\x0C'); };
  EXPECT_TRUE(Exhaust(nested(kMaxWireDepth - 1)).ok());
  EXPECT_EQ(Exhaust(nested(kMaxWireDepth)).rule(), "proto.c4");
  EXPECT_EQ(Exhaust(nested(1000000)).rule(), "proto.c4");
}

TEST(WireReaderTest, MessageDepthIsBounded) {
  WireWriter w;
  for (int i = 0; i < kMaxWireDepth + 20; ++i) w.BeginMessage(1);
  for (int i = 0; i < kMaxWireDepth + 20; ++i) w.EndMessage();
  WireReader r(w.bytes());
  int depth = 1;
  for (;; ++depth) {
    ASSERT_TRUE(r.Next().value());
    StatusOr<WireReader> inner = r.Message();
    if (!inner.ok()) {
      EXPECT_EQ(inner.status().rule(), "proto.c4");
      break;
    }
    r = *inner;
  }
  EXPECT_EQ(depth, kMaxWireDepth);
}

TEST(WireReaderTest, RefusesWhatIsMalformed) {
  struct Case {
    std::string bytes;
    std::string rule;
    std::string place;
    std::string words;
  };
  const Case cases[] = {
      {"\x08", "proto.c1", "byte 1 ", "ends inside a varint"},
      {"\x88", "proto.c1", "byte 0 ", "ends inside a varint"},
      {"\x08\x80", "proto.c1", "byte 1 ", "ends inside a varint"},
      {"\x08" + std::string(9, '\xFF') + "\x02", "proto.c1", "byte 1 ", "longer than 64 bits"},
      {"\x08" + std::string(10, '\x80') + "\x01", "proto.c1", "byte 1 ", "longer than 64 bits"},
      {"\x08" + std::string(100, '\xFF'), "proto.c1", "byte 1 ", "longer than 64 bits"},
      {std::string(1, '\0'), "proto.c1", "byte 0 ", "no field has the number 0"},
      {"\x02\x01"
       "a",
       "proto.c1", "byte 0 ", "no field has the number 0"},
      {"\x80\x80\x80\x80\x10\x01", "proto.c1", "byte 0 ", "no field has the number 536870912"},
      {"\x0E", "proto.c1", "byte 0 ", "field 1 has the unknown wire type 6"},
      {"\x0F", "proto.c1", "byte 0 ", "field 1 has the unknown wire type 7"},
      {"\x0D\x01\x02\x03", "proto.c1", "byte 1 ",
       "field 1 needs 4 bytes here, but only 3 are left"},
      {"\x09\x01", "proto.c1", "byte 1 ", "field 1 needs 8 bytes here"},
      {"\x0A", "proto.c1", "byte 1 ", "ends inside a varint"},
      {"\x0A\x05"
       "abcd",
       "proto.c1", "byte 2 ", "needs 5 bytes here, but only 4 are left"},
      {"\x0A\xFF\xFF\xFF\xFF\x07", "proto.c1", "byte 6 ", "needs 2147483647 bytes"},
      {"\x0A\x80\x80\x80\x80\x08", "proto.c1", "byte 1 ", "claims a length of 2147483648 bytes"},
      {"\x0A" + std::string(9, '\xFF') + "\x01", "proto.c1", "byte 1 ", "claims a length"},
      {"\x0C", "proto.c1", "byte 0 ", "group 1 ends here, but none has begun"},
      {"\x08\x01\x0C", "proto.c1", "byte 2 ", "none has begun"},
      {"\x0B", "proto.c1", "byte 1 ", "ends inside group 1"},
      {"\x0B\x14", "proto.c1", "byte 1 ", "group 2 ends inside group 1"},
      {"\x0B\x13\x0C\x14", "proto.c1", "byte 2 ", "group 1 ends inside group 2"},
      {"\x0B\x0A\x05"
       "a",
       "proto.c1", "byte 3 ", "needs 5 bytes"},
      {"\x0B\x0E\x0C", "proto.c1", "byte 1 ", "unknown wire type"},
  };
  for (const Case& c : cases) {
    const Status status = Exhaust(c.bytes);
    ASSERT_FALSE(status.ok()) << c.words;
    const std::string text = status.ToString();
    EXPECT_EQ(status.code(), StatusCode::kInvalidArgument) << text;
    EXPECT_EQ(status.rule(), c.rule) << text;
    EXPECT_NE(text.find(c.place), std::string::npos) << text << " lacks " << c.place;
    EXPECT_NE(text.find(c.words), std::string::npos) << text << " lacks " << c.words;
  }
}

TEST(WireReaderTest, RefusesWrongTypesAndContents) {
  WireWriter w;
  w.BeginMessage(1);
  w.AddBytes(2, "ab\xFF");
  w.EndMessage();
  WireReader inner = At(w.bytes()).Message().value();
  ASSERT_TRUE(inner.Next().value());
  EXPECT_EQ(
      inner.String().status().ToString(),
      "INVALID_ARGUMENT [proto.c3] the string of field 2 is not UTF-8\n  at byte 6 of the message");
  EXPECT_EQ(inner.Int64().status().ToString(),
            "INVALID_ARGUMENT [proto.c2] field 2 must be a varint, but is written as a run of "
            "bytes\n  at byte 2 "
            "of the message");
  std::vector<float> floats;
  EXPECT_EQ(inner.AppendFloats(&floats).rule(), "proto.c1");
  std::vector<int64_t> int64s;
  EXPECT_EQ(inner.AppendInt64s(&int64s).rule(), "proto.c1");
  EXPECT_NE(inner.AppendInt64s(&int64s).ToString().find("at byte 6 "), std::string::npos);

  w = WireWriter();
  w.AddInt64(3, 1);
  WireReader varint = At(w.bytes());
  EXPECT_EQ(varint.Bytes().status().rule(), "proto.c2");
  EXPECT_EQ(varint.Message().status().rule(), "proto.c2");
  EXPECT_EQ(varint.Float().status().rule(), "proto.c2");
  EXPECT_EQ(varint.AppendFloats(&floats).rule(), "proto.c2");
}

std::string Sample() {
  WireWriter w;
  w.AddString(1, "name");
  w.AddInt64(2, -5);
  w.PackInt64s(3, {1, 1000, -1});
  w.BeginMessage(4);
  w.AddFloat(1, 1.5f);
  w.AddDouble(2, 2.5);
  w.BeginMessage(3);
  w.PackFloats(1, Span<const float>({1.0f, 2.0f}));
  w.PackBools(2, Span<const uint8_t>({1, 0}));
  w.EndMessage();
  w.EndMessage();
  return w.TakeBytes() + "\x2B\x08\x01\x2C";  // and a group
}

// A message cut anywhere is either refused, or it ends between two fields.
TEST(WireFuzzTest, EveryTruncation) {
  const std::string bytes = Sample();
  std::vector<size_t> ends = {0};
  WireReader whole(bytes);
  while (whole.Next().value()) ends.push_back(whole.offset());
  ends.push_back(bytes.size());
  for (size_t n = 0; n <= bytes.size(); ++n) {
    const bool boundary = std::find(ends.begin(), ends.end(), n) != ends.end();
    // A separate buffer, so that the sanitizer sees an access beyond it.
    const std::vector<char> cut(bytes.begin(), bytes.begin() + static_cast<ptrdiff_t>(n));
    EXPECT_EQ(Exhaust(std::string_view(cut.data(), cut.size())).ok(), boundary) << n;
  }
}

TEST(WireFuzzTest, RandomBytes) {
  std::mt19937 random(3);
  for (int i = 0; i < testing_support::Rounds(20000, 4000); ++i) {
    std::vector<char> bytes(random() % 60);
    for (char& byte : bytes) byte = static_cast<char>(i % 2 ? random() : random() % 48);
    (void)Exhaust(std::string_view(bytes.data(), bytes.size()));
  }
}

TEST(WireFuzzTest, Mutations) {
  const std::string sample = Sample();
  std::mt19937 random(5);
  for (int i = 0; i < 20000; ++i) {
    std::vector<char> bytes(sample.begin(), sample.end());
    for (unsigned n = random() % 3 + 1; n > 0; --n) {
      bytes[random() % bytes.size()] = static_cast<char>(random());
    }
    (void)Exhaust(std::string_view(bytes.data(), bytes.size()));
  }
}

}  // namespace
}  // namespace hloom
