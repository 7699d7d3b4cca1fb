// Portable artifacts and files of jax.export, as JavaScript passes them to the core.
#include "support/core_caller.h"
#include "support/jax_export_writer.h"
#include "text/stablehlo/jax_export.h"

namespace hloom {
namespace {

using namespace testing_support;  // NOLINT

class JaxExportWireTest : public ::testing::Test, protected CoreCaller {};

TEST_F(JaxExportWireTest, DescribesAndImports) {
  FlatWriter out;
  const std::string file = ExportFile(out, ExportFields(out));
  const int64_t buffer = BufferOf(file.data(), file.size());
  const std::string arguments = StrCat(R"({"buffer":)", buffer, "}");
  const std::string answer = CallCore(state_, "jax_export.describe", arguments);
  for (const std::string_view part : {
           R"("function_name":"f","serialization_version":5,"calling_convention_version":10)",
           R"("platforms":["cpu","tpu"],"devices":"8")",
           R"("in_tree":[{"kind":"tuple","children":[1,2,3]},)"
           R"({"kind":"dict","children":[4,5],"names":["b","w"]})",
           R"("custom_name":"my.Point","custom_data":"00ff")",
           R"({"shape":["b","2*b + 1"],"dtype":"bfloat16","element_type":"bf16"})",
           R"({"shape":[],"dtype":"key<fry>"})",
           R"("in_shardings":[null,{"hlo":"{maximal device=1}"},{"mesh":[{"name":"x","size":"2",)"
           R"("type":"auto"},{"name":"y","size":"4","type":"explicit"}],"spec":[["x"],[]],)"
           R"("memory_kind":"device"},null])",
           R"("kept_arguments":[0,3],"uses_global_constants":true)",
           R"("ordered_effects":["IOEffect"],"unordered_effects":[])",
           R"("allowed_custom_calls":["target"],"has_vjp":true)",
       }) {
    EXPECT_NE(answer.find(part), std::string::npos) << part << "\n" << answer;
  }
  // The file, and the program in it.
  const std::string module(ReadJaxExport(file)->module);
  const int64_t artifact = BufferOf(module.data(), module.size());
  for (const int64_t source : {buffer, artifact}) {
    const Json built = Result("computation.from_stablehlo", StrCat(R"({"buffer":)", source, "}"));
    EXPECT_EQ(built.Find("program_shape")->GetString("text").value(),
              "(arg0: f32[2], arg1: f32[2]) -> f32[2]");
  }
  EXPECT_EQ(RuleOf(Answer("jax_export.describe", arguments)), "handle.c1");
  const int64_t wrong = BufferOf("text", 4);
  EXPECT_EQ(RuleOf(Answer("jax_export.describe", StrCat(R"({"buffer":)", wrong, "}"))),
            "jax_export.p1");
}

}  // namespace
}  // namespace hloom
