// MLIR bytecode: portable artifacts read as the text that they come from.
#include "text/mlir/mlir_bytecode.h"

#include <iterator>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/str_cat.h"
#include "gtest/gtest.h"
#include "support/mlir_bytecode_writer.h"
#include "support/mlir_dump.h"
#include "text/mlir/mlir_bytecode_cursor.h"
#include "text/mlir/mlir_text.h"
#include "text/stablehlo/stablehlo_importer.h"

namespace hloom::mlir {
namespace {

using testing_support::DumpMlir;            // NOLINT
using testing_support::MlirBytecodeWriter;  // NOLINT
using testing_support::PutSigned;           // NOLINT
using testing_support::PutVarInt;           // NOLINT

TEST(MlirBytecodeCursorTest, VariableWidthIntegers) {
  struct Case {
    std::string bytes;
    uint64_t value;
  };
  const Case cases[] = {
      {{"\x01", 1}, 0},
      {{"\x0B", 1}, 5},
      {{"\xFF", 1}, 127},
      {{"\x12\x05", 2}, 324},
      {{"\xFE\xFF", 2}, (uint64_t{1} << 14) - 1},
      {{"\x04\x00\x02", 3}, uint64_t{1} << 14},
      {{"\x08\x00\x00\x02", 4}, uint64_t{1} << 21},
      {{"\x10\x00\x00\x00\x02", 5}, uint64_t{1} << 28},
      {{"\x40\x00\x00\x00\x00\x00\x02", 7}, uint64_t{1} << 42},
      {{"\x80\xFF\xFF\xFF\xFF\xFF\xFF\xFF", 8}, (uint64_t{1} << 56) - 1},
      {{"\x00\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF", 9}, ~uint64_t{0}},
  };
  for (const Case& one : cases) {
    BytecodeCursor in(one.bytes, {0, one.bytes.size()});
    EXPECT_EQ(in.VarInt(), one.value);
    EXPECT_TRUE(in.ok() && in.AtEnd());
    BytecodeCursor cut(one.bytes, {0, one.bytes.size() - 1});
    cut.VarInt();
    EXPECT_FALSE(cut.ok());
    std::string written;
    PutVarInt(written, one.value);
    EXPECT_EQ(written, one.bytes) << one.value;
  }
  for (const int64_t value :
       {int64_t{0}, int64_t{-1}, int64_t{1}, int64_t{-300}, INT64_MIN, INT64_MAX}) {
    std::string written;
    PutSigned(written, value);
    BytecodeCursor in(written, {0, written.size()});
    EXPECT_EQ(in.SignedVarInt(), value);
  }
  BytecodeCursor in(std::string_view("\x05", 1), {0, 1});
  EXPECT_EQ(in.SignedVarInt(), 1);  // 2 in zigzag order
}

// ---- programs ----

constexpr std::string_view kProgram = R"(
module @jit_step attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32, jax.uses_shape_polymorphism = false} {
  func.func public @main(%arg0: tensor<8x3xf32> {jax.buffer_donor = true, mhlo.sharding = "{replicated}"}, %arg1: tensor<3x4xbf16>, %arg2: tensor<?xi4>, %arg3: tensor<?x2xui8, #stablehlo.bounds<16, ?>>) -> (tensor<8x4xf32> {jax.result_info = "result[0]"}, tensor<i32>) {
    %c = stablehlo.constant dense<[true, false, true, true, false, false, false, false, true]> : tensor<9xi1> loc("flags")
    %t = stablehlo.constant dense<true> : tensor<64xi1>
    %z = stablehlo.constant dense<0.5> : tensor<1000xf32> loc("jit(step)/mul"("step.py":10:4))
    %k = stablehlo.constant dense<[(1.0, -2.0), (0x7F800000, 4.0)]> : tensor<2xcomplex<f32>>
    %n = stablehlo.constant dense<[-8, 7]> : tensor<2xi4>
    %e = stablehlo.constant dense<> : tensor<0x2xi32>
    %i = stablehlo.constant dense<[3, 4]> : tensor<2xindex>
    %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0], precision = [HIGHEST, DEFAULT], algorithm = <lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 3, allow_imprecise_accumulation = false> : (tensor<8x3xf32>, tensor<3x4xbf16>) -> tensor<8x4xf32> loc(callsite("a" at "b.py":1:2))
    %1 = stablehlo.exponential %0 {result_accuracy = #stablehlo.result_accuracy<atol = 1.0e-1, ulps = 2, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>, mhlo.frontend_attributes = {inlineable = "false"}} : tensor<8x4xf32> loc(fused["x.py":1:2 to 3:4, "y"])
    %2:2 = call @inner(%1) : (tensor<8x4xf32>) -> (tensor<8x4xf32>, tensor<i32>)
    %3:2 = stablehlo.while(%a = %2#0, %b = %2#1) : tensor<8x4xf32>, tensor<i32>
    cond {
      %limit = stablehlo.constant dense<5> : tensor<i32>
      %p = stablehlo.compare LT, %b, %limit, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %one = stablehlo.constant dense<1> : tensor<i32>
      %next = stablehlo.add %b, %one : tensor<i32>
      %sum = stablehlo.add %a, %1 : tensor<8x4xf32>
      stablehlo.return %sum, %next : tensor<8x4xf32>, tensor<i32>
    }
    %token = stablehlo.create_token : !stablehlo.token
    %5 = stablehlo.tuple %3#1, %token : tuple<tensor<i32>, !stablehlo.token>
    %6 = "stablehlo.all_reduce"(%3#0) <{channel_handle = #stablehlo.channel_handle<handle = 7, type = 0>, replica_groups = dense<[[0, 1], [2, -1]]> : tensor<2x2xi64>, use_global_device_ids}> ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %s = stablehlo.add %x, %y : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<8x4xf32>) -> tensor<8x4xf32>
    %7 = stablehlo.custom_call @target(%6) {api_version = 4 : i32, backend_config = {uplo = 76 : ui8, scale = 2.5 : f32, axes = [1, 2]}, called_computations = [@inner], operand_layouts = [dense<[0, 1]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[1, 0]> : tensor<2xindex>]} : (tensor<8x4xf32>) -> tensor<8x4xf32>
    return %7, %3#1 : tensor<8x4xf32>, tensor<i32>
  }
  func.func private @inner(%arg0: tensor<8x4xf32>) -> (tensor<8x4xf32>, tensor<i32>) {
    %c = stablehlo.constant dense<-3> : tensor<i32>
    return %arg0, %c : tensor<8x4xf32>, tensor<i32>
  }
  func.func private @declared(tensor<f8E4M3FN>, none) -> f64
}
)";

std::string BytesOf(std::string_view text, uint64_t version = 6) {
  const auto modules = ParseMlirText(text);
  EXPECT_TRUE(modules.ok()) << modules.status().ToString();
  std::string problem;
  std::string bytes = MlirBytecodeWriter(version).Write(*(*modules)[0], problem);
  EXPECT_EQ(problem, "");
  return bytes;
}

std::string TreeOfBytes(std::string_view bytes) {
  const auto module = ReadMlirBytecode(bytes);
  return module.ok() ? DumpMlir(*(*module)->top) : module.status().ToString();
}

TEST(MlirBytecodeTest, TreesAreThoseOfText) {
  const auto modules = ParseMlirText(kProgram);
  ASSERT_TRUE(modules.ok()) << modules.status().ToString();
  const std::string bytes = BytesOf(kProgram);
  EXPECT_TRUE(IsMlirBytecode(bytes));
  EXPECT_FALSE(IsMlirBytecode(kProgram));
  EXPECT_EQ(TreeOfBytes(bytes), DumpMlir(*(*modules)[0]->top));
  for (uint64_t version = 0; version < 6; ++version) {
    EXPECT_EQ(TreeOfBytes(BytesOf(kProgram, version)), DumpMlir(*(*modules)[0]->top)) << version;
  }
}

TEST(MlirBytecodeTest, NothingBreaksTheReader) {
  const std::string bytes = BytesOf(kProgram);
  for (size_t size = 0; size < bytes.size(); ++size) {
    const auto module = ReadMlirBytecode(std::string_view(bytes).substr(0, size));
    ASSERT_FALSE(module.ok()) << size;
    ASSERT_EQ(module.status().rule().substr(0, 9), "bytecode.");
    ASSERT_NE(module.status().fields().location.find("byte "), std::string::npos);
  }
  size_t read = 0;
  for (size_t at = 0; at < bytes.size(); ++at) {
    for (const int mask : {0x02, 0xFF}) {
      std::string changed = bytes;
      changed[at] = static_cast<char>(changed[at] ^ mask);
      const auto module = ReadMlirBytecode(changed);
      if (!module.ok()) {
        ASSERT_EQ(module.status().rule().substr(0, 9), "bytecode.") << at;
        continue;
      }
      ++read;
      if (at % 16 == 0) (void)ImportStableHlo(**module);
    }
  }
  // Texts, numbers and locations may change without harm.
  EXPECT_GT(read, bytes.size() / 4);
}

// ---- files by hand ----

std::string Raw(const std::vector<uint8_t>& bytes) {
  return std::string(bytes.begin(), bytes.end());
}

// The sections of "module {}": strings, dialects, attributes, their sizes, operations.
struct Sections {
  std::vector<uint8_t> strings = {0x05, 0x0F, 0x11};  // 2 strings of 7 and 8 bytes, reversed
  std::string texts = {"builtin\0module\0", 15};
  std::vector<uint8_t> dialects = {0x03, 0x01,           // one dialect: string 0, no version
                                   0x03,                 // one operation name
                                   0x01, 0x03, 0x07};    // of dialect 0, one: string 1, registered
  std::vector<uint8_t> data = {0x1F};                    // an unknown location
  std::vector<uint8_t> offsets = {0x03, 0x01,            // one attribute, no types
                                  0x01, 0x03, 0x07};     // of dialect 0, one: 1 byte, not as text
  std::vector<uint8_t> operations = {0x05,               // one operation
                                     0x01, 0x10, 0x01,   // name 0, has regions, location 0
                                     0x07,               // one isolated region
                                     0x04, 0x07,         // a section of 3 bytes
                                     0x03, 0x01, 0x01};  // one block, no values, no operations
  uint8_t version = 0x0D;
  std::string more = {};  // sections at the end

  std::string File() const {
    std::string out = StrCat("ML\xefR", std::string(1, static_cast<char>(version)), "hand");
    out += '\0';
    const auto add = [&](char id, const std::string& section) {
      out += id;
      PutVarInt(out, section.size());
      out += section;
    };
    add(0, Raw(strings) + texts);
    add(1, Raw(dialects));
    add(2, Raw(data));
    add(3, Raw(offsets));
    add(4, Raw(operations));
    return out + more;
  }
};

TEST(MlirBytecodeTest, FileByHand) {
  EXPECT_EQ(TreeOfBytes(Sections().File()), "builtin.module()\n  region\n  ^()\n");
  // Entries name others that come after them.
  Sections later;
  later.data = {0x1F,                    // 0: an unknown location
                0x03, 0x03, 0x05, 0x07,  // 1: a dictionary of one: attribute 2 = attribute 3
                0x05, 0x03,              // 2: string 1
                0x01, 0x03, 0x09,        // 3: a list of one: attribute 4
                0x0F};                   // 4: unit
  later.offsets = {0x0B, 0x01,           // five attributes
                   0x01, 0x0B, 0x07, 0x13, 0x0B, 0x0F, 0x07};  // of 1, 4, 2, 3 and 1 bytes
  later.operations = {0x05, 0x01, 0x11, 0x01, 0x03, 0x07, 0x04, 0x07, 0x03, 0x01, 0x01};
  EXPECT_EQ(TreeOfBytes(later.File()), "builtin.module() {module = [unit]}\n  region\n  ^()\n");
}

// Shardings in the encoding of Shardy: what jax.export writes for programs over a mesh.
TEST(MlirBytecodeTest, ShardyAttributes) {
  // Entries of the dialect 0, builtin, or 1, sdy. All numbers are varints, except for a flag.
  struct Entry {
    uint64_t dialect;
    std::vector<uint64_t> numbers;
    int flag = -1;  // the index of the flag
  };
  const Entry entries[] = {
      {0, {15}},                               // 0: an unknown location
      {0, {1, 1, 2, 3}},                       // 1: {module = attribute 3}
      {0, {2, 1}},                             // 2: "module"
      {0, {0, 4, 4, 5, 6, 7}},                 // 3: a list
      {1, {2, 2, 8, 9, 2, 2, 0}},              // 4: a mesh of two axes and two devices
      {1, {15, 10, 2, 11, 12, 1, 13, 1, 14}},  // 5: a sharding with unreduced axes
      {1, {16, 1, 5}},                         // 6: a sharding for each value
      {1, {0, 1, 15}},                         // 7: manual axes
      {1, {1, 3, 4}},                          // 8: "x"=2
      {1, {1, 4, 8}},                          // 9: "y"=4
      {0, {4, 16}},                            // 10: @mesh
      {1, {5, 1, 13, 0, 3}, 3},                // 11: an open dimension of priority 1
      {1, {5, 0, 1, 0}, 2},                    // 12: a closed one
      {1, {4, 3, 0}},                          // 13: "x"
      {1, {4, 4, 35}},                         // 14: "y", with attribute 17
      {0, {2, 3}},                             // 15: "x"
      {0, {2, 5}},                             // 16: "mesh"
      {1, {3, 2, 4}},                          // 17: (1)2
  };
  Sections file;
  const std::string_view texts[] = {"builtin", "module", "sdy", "x", "y", "mesh"};
  std::string strings, data, offsets;
  PutVarInt(strings, std::size(texts));
  for (size_t i = std::size(texts); i > 0; --i) PutVarInt(strings, texts[i - 1].size() + 1);
  file.texts.clear();
  for (const std::string_view text : texts) {
    file.texts += text;
    file.texts += '\0';
  }
  file.strings.assign(strings.begin(), strings.end());
  file.dialects = {0x05, 0x01, 0x09, 0x03, 0x01, 0x03, 0x07};  // builtin; sdy, string 2
  PutVarInt(offsets, std::size(entries));
  PutVarInt(offsets, 0);
  for (const Entry& entry : entries) {
    std::string bytes;
    for (size_t i = 0; i < entry.numbers.size(); ++i) {
      if (static_cast<int>(i) == entry.flag) {
        bytes += static_cast<char>(entry.numbers[i]);
      } else {
        PutVarInt(bytes, entry.numbers[i]);
      }
    }
    PutVarInt(offsets, entry.dialect);
    PutVarInt(offsets, 1);
    PutVarInt(offsets, bytes.size() << 1 | 1);
    data += bytes;
  }
  file.data.assign(data.begin(), data.end());
  file.offsets.assign(offsets.begin(), offsets.end());
  file.operations = {0x05, 0x01, 0x11, 0x01, 0x03, 0x07, 0x04, 0x07, 0x03, 0x01, 0x01};
  const auto text = ParseMlirText(
      "module attributes {module = [#sdy.mesh<[\"x\"=2, \"y\"=4], device_ids=[1, 0]>, "
      "#sdy.sharding<@mesh, [{\"x\", ?}p1, {}], replicated={\"x\"}, unreduced={\"y\":(1)2}>, "
      "#sdy.sharding_per_value<[<@mesh, [{\"x\", ?}p1, {}], replicated={\"x\"}, "
      "unreduced={\"y\":(1)2}>]>, #sdy<manual_axes{\"x\"}>]} {}");
  ASSERT_TRUE(text.ok()) << text.status().ToString();
  const std::string bytes = file.File();
  const auto module = ReadMlirBytecode(bytes);
  ASSERT_TRUE(module.ok()) << module.status().ToString();
  EXPECT_EQ(DumpMlir(*(*module)->top->Find("module")), DumpMlir(*(*text)[0]->top->Find("module")));
}

struct Broken {
  std::string_view rule;
  std::string_view part;  // of the message
  Sections sections;
};

// A file whose attributes are lists: `count` of them, each of `copies` times the next one.
Sections Lists(int count, int copies) {
  Sections made;
  made.offsets.clear();
  std::string offsets;
  PutVarInt(offsets, static_cast<uint64_t>(count) + 2);
  PutVarInt(offsets, 0);
  PutVarInt(offsets, 0);
  PutVarInt(offsets, static_cast<uint64_t>(count) + 2);
  PutVarInt(offsets, 3);
  std::string data = "\x1F";
  for (int i = 0; i <= count; ++i) {
    std::string entry;
    PutVarInt(entry, 0);
    PutVarInt(entry, i == count ? 0 : static_cast<uint64_t>(copies));
    for (int k = 0; k < copies && i < count; ++k) PutVarInt(entry, static_cast<uint64_t>(i) + 2);
    PutVarInt(offsets, entry.size() << 1 | 1);
    data += entry;
  }
  made.data.assign(data.begin(), data.end());
  made.offsets.assign(offsets.begin(), offsets.end());
  made.operations = {0x05, 0x01, 0x11, 0x01, 0x03, 0x07, 0x04, 0x07, 0x03, 0x01, 0x01};
  return made;
}

// Modules in modules.
Sections Nested(int depth) {
  Sections made;
  std::string inner = {0x03, 0x01, 0x01};
  for (int i = 0; i < depth; ++i) {
    std::string operation = {0x03, 0x01, 0x05, 0x01, 0x10, 0x01, 0x05};  // not isolated
    inner = operation + inner;
  }
  std::string operations = {0x05, 0x01, 0x10, 0x01, 0x05};
  operations += inner;
  made.operations.assign(operations.begin(), operations.end());
  return made;
}

TEST(MlirBytecodeTest, Errors) {
  Sections counts, old, twice, two, index, code, cycle, operand, unknown, elements, resource,
      blocks;
  counts.offsets = {0xFF, 0x01};
  old.version = 0x0F;
  twice.more = std::string("\x00\x01", 2);
  two.operations[0] = 0x09;
  index.operations[3] = 0x03;
  code.data = {0x7F};
  resource.data = {0x21};
  cycle.data = {0x1F, 0x01, 0x03, 0x03};  // attribute 1 is a list of itself
  cycle.offsets = {0x05, 0x01, 0x01, 0x05, 0x07, 0x0F};
  cycle.operations = {0x05, 0x01, 0x11, 0x01, 0x03, 0x07, 0x04, 0x07, 0x03, 0x01, 0x01};
  operand.operations = {0x05, 0x01, 0x14, 0x01, 0x03, 0x01, 0x07, 0x04, 0x07, 0x03, 0x01, 0x01};
  unknown.strings = {0x05, 0x0F, 0x0B};
  unknown.texts = std::string("vhlo\0zap_v1\0", 12);
  unknown.data = {'l', 'o', 'c', '(', 'u', 'n', 'k', 'n', 'o', 'w', 'n', ')', 0};
  unknown.offsets = {0x03, 0x01, 0x01, 0x03, 0x35};  // 13 bytes of text
  elements.data = {0x1F, 0x25, 0x03, 0x07, 1, 2, 3,  // attribute 1: 3 bytes of type 1
                   0x01, 0x02, 0x02,                 // type 0: an integer of 32 bits
                   0x1B, 0x03, 0x09, 0x01};          // type 1: a tensor of 2 of type 0
  elements.offsets = {0x05, 0x05, 0x01, 0x05, 0x07, 0x1B, 0x01, 0x05, 0x0F, 0x13};
  elements.operations = cycle.operations;
  blocks.operations[7] = 0x05;
  const Broken cases[] = {
      {"bytecode.p1", "the count of parts is larger", counts},
      {"bytecode.p2", "version 7 of the format", old},
      {"bytecode.p3", "the section of strings occurs twice", twice},
      {"bytecode.p3", "does not hold one module", two},
      {"bytecode.p4", "attribute 1 is not one of 1", index},
      {"bytecode.p5", "the attribute with code 63 of the dialect builtin", code},
      {"bytecode.p5", "the elements of an array from a resource", resource},
      {"bytecode.p6", "contains itself", cycle},
      {"bytecode.p6", "nest more than 64 deep", Lists(70, 1)},
      {"bytecode.p6", "too long when written out", Lists(40, 2)},
      {"bytecode.p7", "operand 0 is value 0", operand},
      {"bytecode.p8", "hloom does not know the operation vhlo.zap_v1", unknown},
      {"bytecode.p9", "tensor<2xi32> does not have 3 bytes", elements},
      {"bytecode.p10", "a region has 2 blocks", blocks},
      {"bytecode.p10", "regions nest more than 256 deep", Nested(300)},
  };
  std::set<std::string_view> tested;
  for (const Broken& one : cases) {
    const auto module = ReadMlirBytecode(one.sections.File());
    ASSERT_FALSE(module.ok()) << one.part;
    EXPECT_EQ(module.status().rule(), one.rule) << module.status().ToString();
    EXPECT_NE(module.status().ToString().find(one.part), std::string::npos)
        << module.status().ToString();
    tested.insert(one.rule);
  }
  EXPECT_EQ(tested.size(), MlirBytecodeRules().size());
  EXPECT_EQ(ReadMlirBytecode(Lists(60, 1).File()).status().rule(), "bytecode.p4");
  EXPECT_TRUE(ReadMlirBytecode(Nested(200).File()).ok());
}

}  // namespace
}  // namespace hloom::mlir
