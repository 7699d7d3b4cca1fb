// Files of jax.export.
#include "text/stablehlo/jax_export.h"

#include <functional>
#include <set>
#include <string>
#include <string_view>

#include "base/str_cat.h"
#include "stablehlo_programs.h"
#include "support/jax_export_writer.h"

namespace hloom {
namespace {

using namespace testing_support;  // NOLINT

TEST(JaxExportTest, File) {
  FlatWriter out;
  const std::string bytes = ExportFile(out, ExportFields(out));
  EXPECT_TRUE(IsJaxExport(bytes));
  EXPECT_FALSE(IsJaxExport(kExportedProgram));
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
  EXPECT_EQ(HloModuleToText(*ImportStableHlo(**module)->CreateModule()), HloOf(kExportedProgram));

  const StatusOr<JaxExport> vjp = ReadJaxExport(bytes, 1);
  ASSERT_TRUE(vjp.ok()) << vjp.status().ToString();
  EXPECT_EQ(vjp->function_name, "f_vjp");
  EXPECT_EQ(ReadJaxExport(bytes, 2).status().rule(), "jax_export.p2");
}

// Since version 9 a named sharding has no kind; since version 10 equal parts are written once.
TEST(JaxExportTest, PartsThatAreWrittenOnce) {
  FlatWriter out;
  FlatWriter* const w = &out;
  ExportFieldMap fields = ExportFields(out);
  const std::string old = ExportFile(out, fields);
  const StatusOr<JaxExport> before = ReadJaxExport(old);
  ASSERT_TRUE(before.ok());
  const auto aval = [w](std::vector<std::string> shape, uint64_t dtype) {
    return [=] { return w->Table({w->Texts(1, shape), FlatWriter::Scalar(2, 1, dtype)}); };
  };
  const auto mesh = [w](std::string name) {
    return [=] { return w->Table({w->Numbers(0, 4, {2}), w->Texts(1, {name})}); };
  };
  const auto named = [w](uint64_t index) {
    return [=] {
      return w->Table({w->Child(1, [w] { return w->Table({}); }), FlatWriter::Scalar(3, 4, index)});
    };
  };
  for (const int field : {3, 5, 7, 8}) fields.erase(field);
  for (FlatWriter::Field& field : std::vector<FlatWriter::Field>{
           w->List(19, {aval({"2"}, 10), aval({}, 27), aval({"b", "2*b + 1"}, 14)}),
           w->List(20, {mesh("x"), mesh("y")}), w->List(21, {named(1), named(0)}),
           w->Numbers(22, 4, {0, 1, 2, 0}), w->Numbers(23, 4, {0}), w->Numbers(24, 4, {0, 1, 2, 1}),
           w->Numbers(25, 4, {0}), w->Text(26, "0.12.0")}) {
    fields.insert_or_assign(field.number, field);
  }
  const std::string bytes = ExportFile(out, fields);
  const StatusOr<JaxExport> read = ReadJaxExport(bytes);
  ASSERT_TRUE(read.ok()) << read.status().ToString();
  ASSERT_EQ(read->in_avals.size(), before->in_avals.size());
  for (size_t i = 0; i < read->in_avals.size(); ++i) {
    EXPECT_EQ(read->in_avals[i].dtype, before->in_avals[i].dtype);
    EXPECT_EQ(StrJoin(read->in_avals[i].shape, ";"), StrJoin(before->in_avals[i].shape, ";"));
  }
  ASSERT_EQ(read->in_shardings.size(), 4u);
  EXPECT_EQ(read->in_shardings[0].kind, JaxSharding::Kind::kUnspecified);
  EXPECT_EQ(read->in_shardings[1].kind, JaxSharding::Kind::kNamed);
  EXPECT_EQ(read->in_shardings[1].mesh[0].name, "y");
  EXPECT_EQ(read->in_shardings[2].mesh[0].name, "x");
  EXPECT_EQ(read->out_avals[0].dtype, "float32");

  fields.insert_or_assign(24, w->Numbers(24, 4, {0, 1, 2, 3}));
  const StatusOr<JaxExport> wrong = ReadJaxExport(ExportFile(out, fields));
  EXPECT_NE(wrong.status().ToString().find("[jax_export.p4] sharding 3 is not one of 2"),
            std::string::npos)
      << wrong.status().ToString();
  fields.erase(24);
  fields.insert_or_assign(7,
                          w->List(7, {[w, named] { return w->Table({w->Child(2, named(0))}); }}));
  EXPECT_EQ(ReadJaxExport(ExportFile(out, fields))->in_shardings[0].kind,
            JaxSharding::Kind::kNamed);
}

TEST(JaxExportTest, NothingBreaksTheReader) {
  FlatWriter out;
  const std::string bytes = ExportFile(out, ExportFields(out));
  for (size_t size = 0; size < bytes.size(); size += size < 200 ? 1 : 7) {
    const StatusOr<JaxExport> read = ReadJaxExport(std::string_view(bytes).substr(0, size));
    // The root and its vtable are at the begin; the texts that end the file may be cut.
    if (!read.ok()) {
      ASSERT_NE(read.status().rule(), "") << size;
    }
    if (size < 100) {
      ASSERT_EQ(read.status().rule(), "jax_export.p1") << size;
    }
  }
  for (size_t at = 0; at < bytes.size(); ++at) {
    for (const int mask : {0x04, 0xFF}) {
      std::string changed = bytes;
      changed[at] = static_cast<char>(changed[at] ^ mask);
      const StatusOr<JaxExport> read = ReadJaxExport(changed);
      if (!read.ok()) {
        ASSERT_NE(read.status().rule(), "") << at;
      }
      (void)IsJaxExport(changed);
    }
  }
}

TEST(JaxExportTest, Errors) {
  struct Case {
    std::string_view rule, part;
    std::function<void(FlatWriter&, ExportFieldMap&)> change;
  };
  const auto leaf = [](FlatWriter* w) { return [w] { return w->Table({}); }; };
  const Case cases[] = {
      {"jax_export.p2", "no program as MLIR bytecode",
       [](FlatWriter&, ExportFieldMap& fields) { fields.erase(13); }},
      {"jax_export.p3", "hloom knows no dtype 99",
       [](FlatWriter& w, ExportFieldMap& fields) {
         fields.at(5) = w.List(5, {[&w] { return w.Table({FlatWriter::Scalar(2, 1, 99)}); }});
       }},
      {"jax_export.p3", "hloom knows no kind of tree 9",
       [](FlatWriter& w, ExportFieldMap& fields) {
         fields.at(4) = w.Child(4, [&w] { return w.Table({FlatWriter::Scalar(0, 1, 9)}); });
       }},
      {"jax_export.p3", "hloom knows no kind of sharding 7",
       [](FlatWriter& w, ExportFieldMap& fields) {
         fields.at(8) = w.List(8, {[&w] { return w.Table({FlatWriter::Scalar(0, 1, 7)}); }});
       }},
      {"jax_export.p4", "the tree of the results has 1 leaves and 2 abstract values",
       [leaf](FlatWriter& w, ExportFieldMap& fields) {
         fields.at(5) = w.List(5, {leaf(&w), leaf(&w)});
       }},
      {"jax_export.p4", "a dictionary has 1 names and 2 values",
       [leaf](FlatWriter& w, ExportFieldMap& fields) {
         fields.at(4) = w.Child(4, [&w, leaf] {
           return w.Table(
               {FlatWriter::Scalar(0, 1, 4), w.List(1, {leaf(&w), leaf(&w)}), w.Texts(2, {"a"})});
         });
       }},
      {"jax_export.p4", "a tree nests more than 128 deep",
       [leaf](FlatWriter& w, ExportFieldMap& fields) {
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
    ExportFieldMap fields = ExportFields(out);
    one.change(out, fields);
    const StatusOr<JaxExport> read = ReadJaxExport(ExportFile(out, fields));
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
