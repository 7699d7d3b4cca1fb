// Writes the inputs that the fuzzers start from, made of the cases in tests/cases:
//   fuzz_seeds DIRECTORY      one file an input, in DIRECTORY/<fuzzer>/
#include <cstdio>
#include <filesystem>
#include <functional>
#include <set>
#include <string>

#include "base/str_cat.h"
#include "support/case_runner.h"
#include "support/jax_export_writer.h"
#include "support/mlir_bytecode_writer.h"
#include "text/hlo/hlo_parser.h"
#include "text/hlo/hlo_text.h"
#include "text/mlir/mlir_text.h"
#include "text/proto/hlo_proto.h"
#include "text/stablehlo/stablehlo_exporter.h"

namespace hloom::testing_support {
namespace {

constexpr size_t kLongest = 4096;

class Seeds {
 public:
  explicit Seeds(std::string directory) : directory_(std::move(directory)) {}

  // Each input is written once.
  void Add(std::string_view fuzzer, const std::string& input) {
    if (input.empty() || input.size() > kLongest) return;
    if (!known_.insert(StrCat(fuzzer, "\n", input)).second) return;
    const std::string folder = StrCat(directory_, "/", fuzzer);
    std::filesystem::create_directories(folder);
    const std::string path = StrCat(folder, "/", known_.size());
    std::FILE* file = std::fopen(path.c_str(), "wb");
    if (file == nullptr) return;
    std::fwrite(input.data(), 1, input.size(), file);
    std::fclose(file);
  }
  size_t size() const { return known_.size(); }

 private:
  const std::string directory_;
  std::set<std::string> known_;
};

// A case's value as the text of a literal: brackets become braces, quotes go.
std::string LiteralSeed(const std::string& shape, const Json& value) {
  std::string text = StrCat(shape, " ");
  for (char c : CaseJsonText(value)) {
    if (c == '"') continue;
    text.push_back(c == '[' ? '{' : c == ']' ? '}' : c);
  }
  return text;
}

void AddValue(Seeds& seeds, const Json& json) {
  const Json* shape = json.Find("shape");
  const Json* value = json.Find("value");
  if (shape == nullptr) return;
  seeds.Add("shape_text", shape->text());
  if (value != nullptr) seeds.Add("literal_text", LiteralSeed(shape->text(), *value));
}

// The text and its bytecode, which has not all of MLIR's text.
bool AddStableHlo(Seeds& seeds, const std::string& text) {
  const auto modules = mlir::ParseMlirText(text);
  if (!modules.ok()) {
    std::fprintf(stderr, "%s\n", modules.status().ToString().c_str());
    return false;
  }
  seeds.Add("stablehlo_text", text);
  std::string problem;
  const std::string bytes = MlirBytecodeWriter().Write(*(*modules)[0], problem);
  if (problem.empty()) seeds.Add("mlir_bytecode", bytes);
  return true;
}

void AddCase(Seeds& seeds, const Json& json) {
  for (std::string_view key : {"parameters", "arguments"}) {
    const Json* list = json.Find(key);
    for (size_t i = 0; list != nullptr && i < list->size(); ++i) AddValue(seeds, list->items()[i]);
  }
  if (const Json* expect = json.Find("expect")) AddValue(seeds, *expect);
  CaseRunner runner;
  CaseRunner::Record record;
  runner.set_record(&record);
  runner.Run(json);
  seeds.Add("api_call", record.calls);
  seeds.Add("module_proto", record.module);
  const StatusOr<std::unique_ptr<HloModule>> module = HloModuleFromProto(record.module);
  if (!module.ok()) return;
  seeds.Add("hlo_text", HloModuleToText(**module));
  const StatusOr<std::string> text = HloModuleToStableHlo(**module);
  if (text.ok()) AddStableHlo(seeds, *text);
}

// Data of programs that does not change their meaning, and that no case needs.
constexpr std::string_view kAnnotated[] = {
    R"(HloModule annotated, input_output_alias={ {0}: (0, {}, may-alias) }, buffer_donor={ (1, {}) }, replica_count=2, num_partitions=4, frontend_attributes={a="1",b={"c": 2}}, origin_recovery_table={ {"a"} : {"b"} }, debug_attributes={ {"a"}:({callback_id=1}) }
FileNames 1 "a.py"
FunctionNames 1 "f"
FileLocations 1 {file_name_id=1 function_name_id=1 line=3 end_line=4 column=5 end_column=6}
StackFrames 1 {file_location_id=1 parent_frame_id=1}
fused { p = f32[8,4]{1,0:T(8,128)S(1)} parameter(0) ROOT n = negate(p) }
beside { p = f32[8,4] parameter(0) ROOT f = f32[8,4] fusion(p), kind=kLoop, output_to_operand_aliasing={{}: (0, {})}, calls=fused }, execution_thread="side"
ENTRY main {
  x = f32[8,4] parameter(0), parameter_replication={true}, sharding={devices=[4,1]<=[2,2]T(1,0)}, origin={{"x"}}
  y = f32[8,4] parameter(1), sharding={mesh['a'=2,'b'=2], device_ids=(0,2,1,3), [{'a', ?}, {'b'}], metadata={{op_name="y"}}}
  s = ((f32[8,4]), f32[8,4], u32[]) async-start(y), async_execution_thread="side", calls=beside
  d = f32[8,4] async-done(s), sharding={devices=[1,1,2,2]0,1,2,3 last_tile_dims={manual, replicated} shard_like 1}
  t = (f32[8,4], (f32[8,4], f32[])) custom-call(x, d), custom_call_target="f", sharding={{replicated}, {maximal device=3}, {manual}}, origin={({"a"}, ({}, {"b" {1}}))}, backend_config={"a": 1}
  ROOT r = (f32[8,4], f32[]) tuple(t#1#0, t#1#1), control-predecessors={x}, statistics={visualizing_index=1,bytes=3.5}, metadata={op_type="t" source_line=3 stack_frame_id=1}
})",
    R"(ENTRY e { x = f32[4,4] parameter(0), sharding={mesh['a'=4], [{'a':(1)2}, {}], replicated={'a':(2)2}} ROOT y = f32[4,4] custom-call(x), custom_call_target="g", window={size=2x2}, dim_labels=b01f_01io->b01f, operand_precision={high}, literal=( s32[2]{0} {1, 2}, pred[] true ), sharding={maximal_mesh[device_id=0]} })",
    R"(HloModule %nan
%true { a = f32[2] parameter(0) b = f32[2] parameter(1) ROOT %ROOT = f32[2] add(a, b) }
ENTRY e {
  x = f32[2] constant(1)
  c = (f32[2], ()) copy((f32[2], ()) tuple(x, () tuple()))
  s = ((f32[2]), (), u32[]) async-start(x), calls=%true
  u = ((f32[2], f32[2]), f32[2], ()) async-update(s, c#0, x)
  d = f32[2] async-done(u)
  l = ((), (), u32[]) call-start(), to_apply=%true
  m = ((f32[2], f32[2]), (), u32[]) call-update(l, d, d)
  n = f32[2] call-done(m)
  t = (f32[1], s32[1]) custom-call(n), custom_call_target="TopK"
  ROOT r = f32[1] get-tuple-element(t), index=0
})",
    R"(ENTRY e { x = f32[2] parameter(0)
  p = b(f32[2]) custom-call(x), custom_call_target="Pin", output_to_operand_aliasing={{}: (0, {})}
  b = b(s32[3]{0}) custom-call(), custom_call_target="CreateBuffer"
  t = (b(f32[2]), (b(s32[3]))) tuple(p, (b(s32[3])) tuple(b))
  w = (b(s32[3]), b(f32[2])) custom-call(t), custom_call_target="f", output_to_operand_aliasing={{0}: (0, {1,0}), {1}: (0, {0})}
  g = b(f32[2]) get-tuple-element(w), index=1
  ROOT u = f32[2] custom-call(g), custom_call_target="Unpin", output_to_operand_aliasing={{}: (0, {})} })",
};

// Forms that hloom reads and does not write.
constexpr std::string_view kStableHlo[] = {
    R"(#loc = loc("a.py":1:2)
#loc1 = loc("f"(#loc))
module @jit_f attributes {jax.uses_shape_polymorphism = true, mhlo.num_partitions = 4 : i32} {
  sdy.mesh @mesh = <["x"=2, "y"=2]>
  func.func public @main(%arg0: tensor<?x4xf32> {mhlo.sharding = "{replicated}"}, %arg1: tensor<4xi32>) -> (tensor<?x4xf32> {jax.result_info = "[0]"}) {
    %c = stablehlo.constant dense<4> : tensor<1xi32>
    %0 = stablehlo.get_dimension_size %arg0, dim = 0 : (tensor<?x4xf32>) -> tensor<i32>
    %1 = stablehlo.reshape %0 : (tensor<i32>) -> tensor<1xi32>
    %2 = stablehlo.concatenate %1, %c, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %3 = stablehlo.constant dense<1.0> : tensor<f32> loc(#loc1)
    %4 = stablehlo.dynamic_broadcast_in_dim %3, %2, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x4xf32>
    %5 = call @f(%4, %arg0) : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32> loc(callsite(#loc1 at #loc))
    %6 = stablehlo.custom_call @shape_assertion(%c) {has_side_effect = true} : (tensor<1xi32>) -> tensor<i32>
    return %5 : tensor<?x4xf32>
  }
  func.func private @f(%a: tensor<?x4xf32>, %b: tensor<?x4xf32>) -> tensor<?x4xf32> {
    %0 = chlo.broadcast_add %a, %b : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
    return %0 : tensor<?x4xf32>
  }
})",
    R"(sdy.mesh @m = <["x"=2, "y"=2]>
func.func @main(%x: tensor<8x4xf32>, %s: tensor<2xui64>) -> (tensor<8x4xf32>, tensor<4xi32>) {
  %0 = sdy.manual_computation(%x) in_shardings=[<@m, [{"x"}, {}]>] out_shardings=[<@m, [{"x"}, {}]>] manual_axes={"x", "y"} (%a: tensor<4x4xf32>) {
    %1 = "stablehlo.all_reduce"(%a) <{replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @m, axes = [#stablehlo.axis_ref<name = "y">]>, use_global_device_ids, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> ({
    ^bb0(%p: tensor<f32>, %q: tensor<f32>):
      %t = stablehlo.add %p, %q : tensor<f32>
      stablehlo.return %t : tensor<f32>
    }) : (tensor<4x4xf32>) -> tensor<4x4xf32>
    sdy.return %1 : tensor<4x4xf32>
  } : (tensor<8x4xf32>) -> tensor<8x4xf32>
  %n, %r = stablehlo.rng_bit_generator %s, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xi32>)
  %q = stablehlo.uniform_quantize %x : (tensor<8x4xf32>) -> tensor<8x4x!quant.uniform<i8:f32, 0.5>>
  return %0, %r : tensor<8x4xf32>, tensor<4xi32>
})",
    R"(#x = loc("x")
#f = loc("jit(f)/add"("f.py":3:4 to :9))
module @m attributes {mhlo.frontend_attributes = {a = "b"}, mhlo.num_partitions = 2 : i32} {
  sdy.mesh @m = <["x"=2]>
  func.func public @main(%a: tensor<4xf32> {jax.arg_info = "p['w']", jax.buffer_donor = true, sdy.sharding = #sdy.sharding<@m, [{"x"}]>} loc(#x), %b: tensor<4xf32> {mhlo.memory_kind = "device", mhlo.sharding = "{devices=[2]<=[2]}"}) -> (tensor<4xf32> {jax.result_info = "r[0]", mhlo.sharding = "{replicated}"}, tensor<4xf32> {jax.result_info = "r[1]"}) {
    %0 = stablehlo.add %a, %b {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}]>]>} : tensor<4xf32> loc(#f)
    %1 = sdy.sharding_constraint %0 <@m, [{"x", ?}]> : tensor<4xf32>
    return %0, %1 : tensor<4xf32>, tensor<4xf32>
  }
})",
    R"(func.func @main(%x: tensor<4xf32>, %i: tensor<i32>) -> tensor<4xf32> {
  %z = stablehlo.constant dense<0x7FC00000> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %z) applies stablehlo.maximum across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  %1:2 = stablehlo.while(%a = %x, %b = %i) : tensor<4xf32>, tensor<i32> cond {
    %p = stablehlo.compare LT, %b, %i, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    stablehlo.return %a, %b : tensor<4xf32>, tensor<i32>
  }
  %2 = stablehlo.composite "my.op" %1#0 {composite_attributes = {n = 1 : i64}, decomposition = @g, version = 1 : i32} : (tensor<4xf32>) -> tensor<4xf32>
  %3 = "stablehlo.case"(%i) ({ stablehlo.return %2 : tensor<4xf32> }, { stablehlo.return %x : tensor<4xf32> }) : (tensor<i32>) -> tensor<4xf32>
  %4 = chlo.erf_inv %3 : tensor<4xf32> -> tensor<4xf32>
  return %4 : tensor<4xf32>
}
func.func private @g(%a: tensor<4xf32>) -> tensor<4xf32> { return %a : tensor<4xf32> }
)",
};

bool AddText(Seeds& seeds, std::string_view text) {
  seeds.Add("hlo_text", std::string(text));
  const StatusOr<std::unique_ptr<HloModule>> module = ParseHloModule(text);
  if (!module.ok()) {
    std::fprintf(stderr, "%s\n", module.status().ToString().c_str());
    return false;
  }
  seeds.Add("module_proto", HloModuleToProto(**module));
  seeds.Add("module_proto", HloModuleToProtoWithConfig(**module));
  return true;
}

int Main(const char* directory) {
  Seeds seeds(directory);
  for (const std::string_view text : kAnnotated) {
    if (!AddText(seeds, text)) return 1;
  }
  for (const std::string_view text : kStableHlo) {
    if (!AddStableHlo(seeds, std::string(text))) return 1;
  }
  FlatWriter file;
  seeds.Add("mlir_bytecode", ExportFile(file, ExportFields(file)));
  for (const std::string& name : CaseFileNames()) {
    const StatusOr<Json> file = ReadCaseFile(name);
    if (!file.ok()) {
      std::fprintf(stderr, "%s\n", file.status().ToString().c_str());
      return 1;
    }
    for (const Json& json : file->Find("cases")->items()) AddCase(seeds, json);
  }
  std::printf("%zu inputs in %s\n", seeds.size(), directory);
  return 0;
}

}  // namespace
}  // namespace hloom::testing_support

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: fuzz_seeds DIRECTORY\n");
    return 2;
  }
  return hloom::testing_support::Main(argv[1]);
}
