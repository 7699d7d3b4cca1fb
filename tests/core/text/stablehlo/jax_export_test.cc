// Files of jax.export.
#include "text/stablehlo/jax_export.h"

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/str_cat.h"
#include "base/wire.h"
#include "stablehlo_programs.h"
#include "text/stablehlo/flatbuffer_reader.h"

namespace hloom {
namespace {

using namespace testing_support;  // NOLINT

// Writes a flatbuffer from its root on: what a table names comes after it.
class FlatWriter {
 public:
  // A value of a field: a scalar of `width` bytes, or the offset to what `write` writes later.
  struct Field {
    int number;
    size_t width;
    uint64_t scalar;
    std::function<size_t()> write;
  };

  static Field Scalar(int number, size_t width, uint64_t value) {
    return {number, width, value, nullptr};
  }
  Field Text(int number, std::string text) {
    return {number, 4, 0, [this, text] { return String(text); }};
  }
  Field Child(int number, std::function<size_t()> write) {
    return {number, 4, 0, std::move(write)};
  }
  Field Numbers(int number, size_t width, std::vector<uint64_t> values) {
    return {number, 4, 0, [this, width, values] {
              const size_t place = Pad();
              Put(4, values.size());
              for (const uint64_t value : values) Put(width, value);
              return place;
            }};
  }
  Field List(int number, std::vector<std::function<size_t()>> items) {
    return {number, 4, 0, [this, items] {
              const size_t place = Pad();
              Put(4, items.size());
              const size_t first = out_.size();
              out_.resize(first + 4 * items.size());
              for (size_t i = 0; i < items.size(); ++i) Point(first + 4 * i, items[i]());
              return place;
            }};
  }
  Field Texts(int number, const std::vector<std::string>& texts) {
    std::vector<std::function<size_t()>> items;
    for (const std::string& text : texts) items.push_back([this, text] { return String(text); });
    return List(number, std::move(items));
  }

  size_t Table(const std::vector<Field>& fields) {
    int count = 0;
    for (const Field& field : fields) count = std::max(count, field.number + 1);
    const size_t vtable = Pad();
    Put(2, 4 + 2 * static_cast<uint64_t>(count));
    Put(2, 4 + 4 * fields.size());
    std::vector<uint64_t> places(static_cast<size_t>(count));
    for (size_t i = 0; i < fields.size(); ++i) {
      places[static_cast<size_t>(fields[i].number)] = 4 + 4 * i;
    }
    for (const uint64_t place : places) Put(2, place);
    const size_t table = Pad();
    Put(4, table - vtable);
    for (const Field& field : fields) Put(4, field.scalar);
    for (size_t i = 0; i < fields.size(); ++i) {
      if (fields[i].write != nullptr) Point(table + 4 + 4 * i, fields[i].write());
    }
    return table;
  }
  std::string File(const std::vector<Field>& root) {
    out_.assign(4, '\0');
    Point(0, Table(root));
    return out_;
  }

 private:
  void Put(size_t width, uint64_t value) {
    for (size_t i = 0; i < width; ++i) out_ += static_cast<char>(value >> (8 * i));
  }
  size_t Pad() {
    while (out_.size() % 4 != 0) out_ += '\0';
    return out_.size();
  }
  size_t String(const std::string& text) {
    const size_t place = Pad();
    Put(4, text.size());
    out_ += text;
    out_ += '\0';
    return place;
  }
  void Point(size_t from, size_t to) {
    const uint64_t distance = to - from;
    for (size_t i = 0; i < 4; ++i) out_[from + i] = static_cast<char>(distance >> (8 * i));
  }

  std::string out_;
};

constexpr std::string_view kProgram = R"(
module @jit_f {
  func.func public @main(%arg0: tensor<2xf32>, %arg1: tensor<2xf32>) -> tensor<2xf32> {
    %0 = stablehlo.multiply %arg0, %arg1 : tensor<2xf32>
    return %0 : tensor<2xf32>
  }
}
)";

using Fields = std::map<int, FlatWriter::Field>;

// The fields of a file: f({'w': x, 'b': y}, (z, None), custom) -> [out].
Fields FieldsOf(FlatWriter& out) {
  using Write = std::function<size_t()>;
  const auto modules = mlir::ParseMlirText(kProgram);
  std::string problem;
  const std::string module = MlirBytecodeWriter().Write(*(*modules)[0], problem);
  FlatWriter* const w = &out;
  const Write leaf = [w] { return w->Table({}); };
  const auto node = [w](uint64_t kind, std::vector<Write> children,
                        std::vector<std::string> names) -> Write {
    return [=] {
      std::vector<FlatWriter::Field> fields = {FlatWriter::Scalar(0, 1, kind)};
      if (!children.empty()) fields.push_back(w->List(1, children));
      if (!names.empty()) fields.push_back(w->Texts(2, names));
      return w->Table(fields);
    };
  };
  const auto aval = [w](std::vector<std::string> shape, uint64_t dtype) -> Write {
    return [=] { return w->Table({w->Texts(1, shape), FlatWriter::Scalar(2, 1, dtype)}); };
  };
  const Write custom = [w, leaf] {
    return w->Table({FlatWriter::Scalar(0, 1, 5), w->List(1, {leaf}), w->Text(3, "my.Point"),
                     w->Text(4, std::string("\x00\xFF", 2))});
  };
  WireWriter proto;
  proto.AddInt32(1, 1);  // maximal
  proto.AddInt64(4, 1);
  const Write unspecified = [w] { return w->Table({}); };
  const Write hlo = [w, bytes = proto.bytes()] {
    return w->Table({FlatWriter::Scalar(0, 1, 1), w->Text(1, bytes)});
  };
  const Write named = [w] {
    return w->Table(
        {FlatWriter::Scalar(0, 1, 2), w->Child(2, [w] {
           return w->Table(
               {w->Child(0,
                         [w] {
                           return w->Table({w->Numbers(0, 4, {2, 4}), w->Texts(1, {"x", "y"}),
                                            w->Numbers(2, 1, {1, 2})});
                         }),
                w->Child(1,
                         [w] {
                           return w->Table(
                               {w->List(0, {[w] { return w->Table({w->Texts(0, {"x"})}); },
                                            [w] { return w->Table({}); }})});
                         }),
                w->Text(2, "device")});
         })});
  };
  std::vector<FlatWriter::Field> fields = {
      FlatWriter::Scalar(0, 2, 5),
      w->Text(1, "f"),
      w->Child(
          2,
          node(2, {node(4, {leaf, leaf}, {"b", "w"}), node(2, {leaf, node(1, {}, {})}, {}), custom},
               {})),
      w->List(3, {aval({"2"}, 10), aval({}, 27), aval({"b", "2*b + 1"}, 14), aval({"2"}, 10)}),
      w->Child(4, node(3, {leaf}, {})),
      w->List(5, {aval({"2"}, 10)}),
      FlatWriter::Scalar(6, 2, 8),
      w->List(7, {unspecified, hlo, named, unspecified}),
      w->List(8, {unspecified}),
      w->Texts(9, {"cpu", "tpu"}),
      w->List(10, {[w] { return w->Table({w->Text(0, "IOEffect")}); }}),
      w->List(12, {[w] {
                return w->Table({FlatWriter::Scalar(0, 1, 1), w->Text(1, "target")});
              }}),
      w->Text(13, module),
      FlatWriter::Scalar(14, 2, 10),
      w->Numbers(15, 2, {0, 3}),
      FlatWriter::Scalar(16, 1, 1),
      w->Child(17,
               [w, module, leaf, node] {
                 return w->Table({w->Text(1, "f_vjp"), w->Child(2, node(2, {}, {})),
                                  w->Child(4, node(2, {}, {})), w->Text(13, module)});
               }),
  };
  Fields by_number;
  for (FlatWriter::Field& field : fields) by_number.emplace(field.number, std::move(field));
  return by_number;
}

std::string FileOf(FlatWriter& out, const Fields& fields) {
  std::vector<FlatWriter::Field> list;
  for (const auto& [number, field] : fields) list.push_back(field);
  return out.File(list);
}

TEST(JaxExportTest, File) {
  FlatWriter out;
  const std::string bytes = FileOf(out, FieldsOf(out));
  EXPECT_TRUE(IsJaxExport(bytes));
  EXPECT_FALSE(IsJaxExport(kProgram));
  const StatusOr<JaxExport> read = ReadJaxExport(bytes);
  ASSERT_TRUE(read.ok()) << read.status().ToString();
  EXPECT_EQ(read->function_name, "f");
  EXPECT_EQ(read->serialization_version, 5u);
  EXPECT_EQ(read->calling_convention_version, 10u);
  EXPECT_EQ(StrJoin(read->platforms, ","), "cpu,tpu");
  EXPECT_EQ(read->device_count, 8u);
  EXPECT_EQ(StrJoin(read->kept_arguments, ","), "0,3");
  EXPECT_TRUE(read->uses_global_constants);
  EXPECT_EQ(StrJoin(read->ordered_effects, ","), "IOEffect");
  EXPECT_EQ(StrJoin(read->allowed_custom_calls, ","), "target");
  EXPECT_TRUE(read->has_vjp);

  ASSERT_EQ(read->in_tree.size(), 9u);
  EXPECT_EQ(StrJoin(read->in_tree[0].children, ","), "1,2,3");
  EXPECT_EQ(read->in_tree[1].kind, JaxTreeNode::Kind::kDict);
  EXPECT_EQ(StrJoin(read->in_tree[1].names, ","), "b,w");
  EXPECT_EQ(StrJoin(read->in_tree[2].children, ","), "6,7");
  EXPECT_EQ(read->in_tree[7].kind, JaxTreeNode::Kind::kNone);
  EXPECT_EQ(read->in_tree[3].custom_name, "my.Point");
  EXPECT_EQ(read->in_tree[3].custom_data, std::string_view("\x00\xFF", 2));
  ASSERT_EQ(read->in_avals.size(), 4u);
  EXPECT_EQ(read->in_avals[0].dtype, "float32");
  EXPECT_EQ(read->in_avals[0].element_type, F32);
  EXPECT_EQ(read->in_avals[1].dtype, "key<fry>");
  EXPECT_EQ(StrJoin(read->in_avals[2].shape, ";"), "b;2*b + 1");
  EXPECT_EQ(read->in_avals[2].element_type, BF16);
  EXPECT_EQ(read->in_shardings[0].kind, JaxSharding::Kind::kUnspecified);
  EXPECT_EQ(read->in_shardings[1].hlo, "{maximal device=1}");
  ASSERT_EQ(read->in_shardings[2].mesh.size(), 2u);
  EXPECT_EQ(read->in_shardings[2].mesh[1].name, "y");
  EXPECT_EQ(read->in_shardings[2].mesh[1].size, 4u);
  EXPECT_EQ(read->in_shardings[2].mesh[1].type, "explicit");
  ASSERT_EQ(read->in_shardings[2].spec.size(), 2u);
  EXPECT_EQ(StrJoin(read->in_shardings[2].spec[0], ","), "x");
  EXPECT_EQ(read->in_shardings[2].memory_kind, "device");

  const auto module = mlir::ReadMlirBytecode(read->module);
  ASSERT_TRUE(module.ok()) << module.status().ToString();
  EXPECT_EQ(HloModuleToText(*ImportStableHlo(**module)->CreateModule()), HloOf(kProgram));

  const StatusOr<JaxExport> vjp = ReadJaxExport(bytes, 1);
  ASSERT_TRUE(vjp.ok()) << vjp.status().ToString();
  EXPECT_EQ(vjp->function_name, "f_vjp");
  EXPECT_EQ(ReadJaxExport(bytes, 2).status().rule(), "jax_export.p2");
}

TEST(JaxExportTest, NothingBreaksTheReader) {
  FlatWriter out;
  const std::string bytes = FileOf(out, FieldsOf(out));
  for (size_t size = 0; size < bytes.size(); size += size < 200 ? 1 : 7) {
    const StatusOr<JaxExport> read = ReadJaxExport(std::string_view(bytes).substr(0, size));
    // The root and its vtable are at the begin; the texts that end the file may be cut.
    if (!read.ok()) ASSERT_NE(read.status().rule(), "") << size;
    if (size < 100) ASSERT_EQ(read.status().rule(), "jax_export.p1") << size;
  }
  for (size_t at = 0; at < bytes.size(); ++at) {
    for (const int mask : {0x04, 0xFF}) {
      std::string changed = bytes;
      changed[at] = static_cast<char>(changed[at] ^ mask);
      const StatusOr<JaxExport> read = ReadJaxExport(changed);
      if (!read.ok()) ASSERT_NE(read.status().rule(), "") << at;
      (void)IsJaxExport(changed);
    }
  }
}

TEST(JaxExportTest, Errors) {
  struct Case {
    std::string_view rule, part;
    std::function<void(FlatWriter&, Fields&)> change;
  };
  const auto leaf = [](FlatWriter* w) { return [w] { return w->Table({}); }; };
  const Case cases[] = {
      {"jax_export.p2", "no program as MLIR bytecode",
       [](FlatWriter&, Fields& fields) { fields.erase(13); }},
      {"jax_export.p3", "hloom knows no dtype 99",
       [](FlatWriter& w, Fields& fields) {
         fields.at(5) = w.List(5, {[&w] { return w.Table({FlatWriter::Scalar(2, 1, 99)}); }});
       }},
      {"jax_export.p3", "hloom knows no kind of tree 9",
       [](FlatWriter& w, Fields& fields) {
         fields.at(4) = w.Child(4, [&w] { return w.Table({FlatWriter::Scalar(0, 1, 9)}); });
       }},
      {"jax_export.p3", "hloom knows no kind of sharding 7",
       [](FlatWriter& w, Fields& fields) {
         fields.at(8) = w.List(8, {[&w] { return w.Table({FlatWriter::Scalar(0, 1, 7)}); }});
       }},
      {"jax_export.p4", "the tree of the results has 1 leaves and 2 abstract values",
       [leaf](FlatWriter& w, Fields& fields) {
         fields.at(5) = w.List(5, {leaf(&w), leaf(&w)});
       }},
      {"jax_export.p4", "a dictionary has 1 names and 2 values",
       [leaf](FlatWriter& w, Fields& fields) {
         fields.at(4) = w.Child(4, [&w, leaf] {
           return w.Table(
               {FlatWriter::Scalar(0, 1, 4), w.List(1, {leaf(&w), leaf(&w)}), w.Texts(2, {"a"})});
         });
       }},
      {"jax_export.p4", "a tree nests more than 128 deep",
       [leaf](FlatWriter& w, Fields& fields) {
         std::function<size_t()> tree = leaf(&w);
         for (int i = 0; i < 200; ++i) {
           tree = [&w, tree] { return w.Table({FlatWriter::Scalar(0, 1, 2), w.List(1, {tree})}); };
         }
         fields.at(4) = w.Child(4, tree);
       }},
  };
  std::set<std::string_view> tested = {"jax_export.p1"};
  EXPECT_EQ(ReadJaxExport("").status().rule(), "jax_export.p1");
  for (const Case& one : cases) {
    FlatWriter out;
    Fields fields = FieldsOf(out);
    one.change(out, fields);
    const StatusOr<JaxExport> read = ReadJaxExport(FileOf(out, fields));
    ASSERT_FALSE(read.ok()) << one.part;
    EXPECT_EQ(read.status().rule(), one.rule) << read.status().ToString();
    EXPECT_NE(read.status().ToString().find(one.part), std::string::npos)
        << read.status().ToString();
    tested.insert(one.rule);
  }
  EXPECT_EQ(tested.size(), JaxExportRules().size());
}

}  // namespace
}  // namespace hloom
