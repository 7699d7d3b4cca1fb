// Programs of StableHLO as JAX prints them, imported and run; and the errors of programs that are
// wrong.
#include <algorithm>
#include <complex>

#include "base/str_cat.h"
#include "support/jax_export_writer.h"
#include "text/stablehlo/stablehlo_exporter.h"
#include "text/stablehlo/stablehlo_programs.h"

namespace hloom {
namespace {

using namespace testing_support;  // NOLINT

size_t OccurrencesOf(const std::string& text, std::string_view part) {
  size_t count = 0;
  for (size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

// True if the text has the part; shows the text otherwise.
testing::AssertionResult ContainsText(const std::string& text, std::string_view part) {
  if (text.find(part) != std::string::npos) return testing::AssertionSuccess();
  return testing::AssertionFailure() << "\"" << part << "\" is not in\n" << text;
}

constexpr std::string_view kJaxLayer = R"(
module @jit_layer attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 2 : i32} {
  func.func public @main(%arg0: tensor<2x3xf32>, %arg1: tensor<3x2xf32> {jax.buffer_donor = true}, %arg2: tensor<2xf32>) -> (tensor<2x2xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<2x2xf32>
    %1 = stablehlo.broadcast_in_dim %arg2, dims = [1] : (tensor<2xf32>) -> tensor<1x2xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1] : (tensor<1x2xf32>) -> tensor<2x2xf32>
    %3 = stablehlo.add %0, %2 : tensor<2x2xf32>
    %4 = call @relu(%3) : (tensor<2x2xf32>) -> tensor<2x2xf32>
    %5 = call @relu(%4) : (tensor<2x2xf32>) -> tensor<2x2xf32>
    return %5 : tensor<2x2xf32>
  }
  func.func private @relu(%arg0: tensor<2x2xf32>) -> tensor<2x2xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x2xf32>
    %1 = stablehlo.maximum %arg0, %0 : tensor<2x2xf32>
    return %1 : tensor<2x2xf32>
  }
}
)";

TEST(StableHloImporterTest, ALayerOfJax) {
  const std::vector<Literal> arguments = {LiteralUtil::CreateR2<float>({{1, 2, 3}, {-4, -5, -6}}),
                                          LiteralUtil::CreateR2<float>({{1, 0}, {0, 1}, {1, 1}}),
                                          LiteralUtil::CreateR1<float>({0.5f, -10})};
  EXPECT_EQ(RunStableHlo(kJaxLayer, arguments), "f32[2,2] { { 4.5, 0 }, { 0, 0 } }");
  const std::string hlo = HloOf(kJaxLayer);
  EXPECT_TRUE(ContainsText(hlo, "HloModule jit_layer"));
  EXPECT_TRUE(ContainsText(hlo, "replica_count=2"));
  EXPECT_TRUE(ContainsText(hlo, "buffer_donor={ (1, {}) }"));
  // The function is one computation, which is called twice; one result is not a tuple.
  EXPECT_EQ(OccurrencesOf(hlo, "maximum("), 1u);
  EXPECT_EQ(OccurrencesOf(hlo, " call("), 2u);
  EXPECT_EQ(OccurrencesOf(hlo, " tuple("), 0u);
}

TEST(StableHloImporterTest, SeveralResultsAreATuple) {
  const std::string text = R"(
    func.func @main(%a: tensor<f32> {tf.aliasing_output = 1 : i32}, %b: tensor<f32>) -> (tensor<f32>, tensor<f32>) {
      return %b, %a : tensor<f32>, tensor<f32>
    })";
  EXPECT_EQ(RunStableHlo(text, {LiteralUtil::CreateR0<float>(1), LiteralUtil::CreateR0<float>(2)}),
            "(f32[] 2, f32[] 1)");
  EXPECT_TRUE(ContainsText(HloOf(text), "input_output_alias={ {1}: (0, {}, may-alias) }"));
  EXPECT_EQ(RunStableHlo("func.func @main() {\n  return\n}"), "()");
  EXPECT_EQ(RunStableHlo("func.func @f(%a: tensor<f32>) -> tensor<f32> {\n"
                         "  return %a : tensor<f32>\n}",
                         {LiteralUtil::CreateR0<float>(3)}),
            "f32[] 3");
}

TEST(StableHloImporterTest, Signature) {
  const std::string text = R"(
    func.func public @main(%a: tensor<2xf32> {jax.arg_info = "x['w']", jax.buffer_donor = true, mhlo.sharding = "{replicated}"}, %b: tensor<?xi32> {tf.aliasing_output = 0 : i32}) -> (tensor<2xf32> {jax.result_info = "result[0]"}, tensor<?xi32>) {
      return %a, %b : tensor<2xf32>, tensor<?xi32>
    })";
  const auto modules = mlir::ParseMlirText(text);
  ASSERT_TRUE(modules.ok()) << modules.status().ToString();
  const auto signature = StableHloSignature(*(*modules)[0]);
  ASSERT_TRUE(signature.ok()) << signature.status().ToString();
  EXPECT_EQ(signature->function, "main");
  ASSERT_EQ(signature->arguments.size(), 2u);
  EXPECT_EQ(signature->arguments[0].name, "x['w']");
  EXPECT_TRUE(signature->arguments[0].donated);
  EXPECT_EQ(signature->arguments[0].sharding, "{replicated}");
  EXPECT_EQ(signature->arguments[1].type, "tensor<?xi32>");
  EXPECT_EQ(signature->arguments[1].aliased_output, 0);
  ASSERT_EQ(signature->results.size(), 2u);
  EXPECT_EQ(signature->results[0].name, "result[0]");
  EXPECT_EQ(signature->results[1].type, "tensor<?xi32>");
}

// ---- values of the program around a region ----

// fori_loop(0, n, lambda i, x: x * w + i, x), where w is an argument.
constexpr std::string_view kForiLoop = R"(
  func.func @main(%n: tensor<i32>, %x: tensor<2xi32>, %w: tensor<2xi32>) -> tensor<2xi32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %r:2 = stablehlo.while(%i = %c, %y = %x) : tensor<i32>, tensor<2xi32>
    cond {
      %p = stablehlo.compare LT, %i, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %one = stablehlo.constant dense<1> : tensor<i32>
      %m = stablehlo.multiply %y, %w : tensor<2xi32>
      %b = stablehlo.broadcast_in_dim %i, dims = [] : (tensor<i32>) -> tensor<2xi32>
      %s = stablehlo.add %m, %b : tensor<2xi32>
      %j = stablehlo.add %i, %one : tensor<i32>
      stablehlo.return %j, %s : tensor<i32>, tensor<2xi32>
    }
    return %r#1 : tensor<2xi32>
  })";

TEST(StableHloImporterTest, LoopsUseValuesAround) {
  const auto run = [](int32_t n) {
    return RunStableHlo(kForiLoop,
                        {LiteralUtil::CreateR0<int32_t>(n), LiteralUtil::CreateR1<int32_t>({1, 2}),
                         LiteralUtil::CreateR1<int32_t>({2, 3})});
  };
  EXPECT_EQ(run(0), "s32[2] {1, 2}");
  EXPECT_EQ(run(1), "s32[2] {2, 6}");
  EXPECT_EQ(run(3), "s32[2] {12, 59}");
}

TEST(StableHloImporterTest, BranchesUseValuesAround) {
  const std::string text = R"(
    func.func @main(%i: tensor<i32>, %x: tensor<i32>, %w: tensor<i32>) -> (tensor<i32>, tensor<i32>) {
      %r:2 = "stablehlo.case"(%i) ({
        stablehlo.return %x, %w : tensor<i32>, tensor<i32>
      }, {
        %s = stablehlo.add %x, %w : tensor<i32>
        %c = stablehlo.constant dense<true> : tensor<i1>
        %t = "stablehlo.if"(%c) ({
          %m = stablehlo.multiply %s, %w : tensor<i32>
          stablehlo.return %m : tensor<i32>
        }, {
          stablehlo.return %x : tensor<i32>
        }) : (tensor<i1>) -> tensor<i32>
        stablehlo.return %s, %t : tensor<i32>, tensor<i32>
      }) : (tensor<i32>) -> (tensor<i32>, tensor<i32>)
      return %r#0, %r#1 : tensor<i32>, tensor<i32>
    })";
  const auto run = [&](int32_t i) {
    return RunStableHlo(text, {LiteralUtil::CreateR0<int32_t>(i), LiteralUtil::CreateR0<int32_t>(3),
                               LiteralUtil::CreateR0<int32_t>(5)});
  };
  EXPECT_EQ(run(0), "(s32[] 3, s32[] 5)");
  EXPECT_EQ(run(1), "(s32[] 8, s32[] 40)");
  EXPECT_EQ(run(-1), "(s32[] 8, s32[] 40)");
}

std::string ReduceThatUses(std::string_view used) {
  return StrCat(R"(func.func @main(%x: tensor<3xi32>, %w: tensor<i32>) -> tensor<i32> {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %c = stablehlo.constant dense<2> : tensor<i32>
  %r = stablehlo.reduce(%x init: %z) across dimensions = [0] : (tensor<3xi32>, tensor<i32>) -> tensor<i32>
    reducer(%a: tensor<i32>, %b: tensor<i32>) {
      %t = stablehlo.multiply %b, )",
                used, R"( : tensor<i32>
      %s = stablehlo.add %a, %t : tensor<i32>
      stablehlo.return %s : tensor<i32>
    }
  return %r : tensor<i32>
})");
}

TEST(StableHloImporterTest, FoldsUseConstantsAround) {
  const std::vector<Literal> arguments = {LiteralUtil::CreateR1<int32_t>({1, 2, 3}),
                                          LiteralUtil::CreateR0<int32_t>(7)};
  EXPECT_EQ(RunStableHlo(ReduceThatUses("%c"), arguments), "s32[] 12");
  const std::string error = HloOf(ReduceThatUses("%w"));
  EXPECT_TRUE(
      ContainsText(error, "INVALID_ARGUMENT [region.c1] stablehlo.reduce: region 0 uses a value"));
  EXPECT_TRUE(ContainsText(error, "at line 4, column 8"));
}

TEST(StableHloImporterTest, SeveralReductionsAtOnce) {
  const std::string text = R"(func.func @main(%x: tensor<3xf32>, %i: tensor<3xi32>) -> tensor<i32> {
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %z = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.reduce(%x init: %low), (%i init: %z) across dimensions = [0] : (tensor<3xf32>, tensor<3xi32>, tensor<f32>, tensor<i32>) -> (tensor<f32>, tensor<i32>)
    reducer(%a: tensor<f32>, %b: tensor<f32>) (%j: tensor<i32>, %k: tensor<i32>) {
      %p = stablehlo.compare GE, %a, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %v = stablehlo.select %p, %a, %b : tensor<i1>, tensor<f32>
      %n = stablehlo.select %p, %j, %k : tensor<i1>, tensor<i32>
      stablehlo.return %v, %n : tensor<f32>, tensor<i32>
    }
  return %r#1 : tensor<i32>
})";
  EXPECT_EQ(RunStableHlo(text, {LiteralUtil::CreateR1<float>({3, 9, 4}),
                                LiteralUtil::CreateR1<int32_t>({0, 1, 2})}),
            "s32[] 1");
}

// ---- custom calls ----

// Names that are not words keep their quotes: the text is that of a dictionary again.
TEST(StableHloImporterTest, NamesOfTypedAttributes) {
  const std::string text =
      R"(func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.custom_call @foo(%x) {api_version = 4 : i32, backend_config = {"a b" = 1 : i32, "c-d" = {h}, s = @"x y"::@z}} : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
})";
  const StatusOr<XlaComputation> computation = ImportText(text);
  ASSERT_TRUE(computation.ok()) << computation.status().ToString();
  const auto module = computation->CreateModule();
  constexpr std::string_view kConfig = R"({"a b" = 1 : i32, "c-d" = {h}, s = @"x y"::@z})";
  EXPECT_TRUE(ContainsText(HloModuleToText(*module), StrCat("backend_config=", kConfig)));
  const StatusOr<std::string> exported = HloModuleToStableHlo(*module);
  ASSERT_TRUE(exported.ok()) << exported.status().ToString();
  EXPECT_TRUE(ContainsText(*exported, StrCat("backend_config = ", kConfig)));
}

TEST(StableHloImporterTest, LapackRuns) {
  const std::string text =
      R"(func.func @main(%x: tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<i32>) {
  %0:2 = stablehlo.custom_call @lapack_spotrf_ffi(%x) {api_version = 4 : i32, backend_config = {uplo = 76 : ui8}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<> : tensor<0xindex>]} : (tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<i32>)
  return %0#0, %0#1 : tensor<2x2xf32>, tensor<i32>
})";
  const std::string hlo = HloOf(text);
  EXPECT_TRUE(ContainsText(hlo, "api_version=API_VERSION_TYPED_FFI"));
  EXPECT_TRUE(ContainsText(hlo, "operand_layout_constraints={f32[2,2]{0,1}}"));
  EXPECT_TRUE(ContainsText(hlo, "output_to_operand_aliasing={{0}: (0, {})}"));
  EXPECT_TRUE(ContainsText(hlo, "uplo = 76 : ui8"));
  const std::string value = RunStableHlo(text, {LiteralUtil::CreateR2<float>({{4, 2}, {2, 10}})});
  // LAPACK leaves the other triangle as it is.
  EXPECT_EQ(value, "(f32[2,2] { { 2, 2 }, { 1, 3 } }, s32[] 0)");
}

TEST(StableHloImporterTest, OperationsWrittenAsCustomCalls) {
  EXPECT_EQ(RunStableHlo(R"(func.func @main(%x: tensor<3xf32>) -> tensor<2xi32> {
  %0:2 = stablehlo.custom_call @mhlo.topk(%x) {mhlo.attributes = {k = 2 : i64, largest = true}, mhlo.version = 1 : i64} : (tensor<3xf32>) -> (tensor<2xf32>, tensor<2xi32>)
  return %0#1 : tensor<2xi32>
})",
                         {LiteralUtil::CreateR1<float>({3, 9, 4})}),
            "s32[2] {1, 2}");
  EXPECT_EQ(RunStableHlo(R"(func.func @main(%x: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.custom_call @mhlo.erf(%x) {mhlo.attributes = {}, mhlo.version = 1 : i64} : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
})",
                         {LiteralUtil::CreateR0<float>(0)}),
            "f32[] 0");
}

// mhlo, in which JAX printed programs before StableHLO existed.
TEST(StableHloImporterTest, DialectBeforeStableHlo) {
  EXPECT_EQ(RunStableHlo(R"(func.func @main(%x: tensor<2x2xf32>) -> tensor<2xf32> {
  %0 = mhlo.constant dense<0.000000e+00> : tensor<f32>
  %1 = "mhlo.dot_general"(%x, %x) {dot_dimension_numbers = #mhlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, precision_config = [#mhlo<precision DEFAULT>, #mhlo<precision DEFAULT>]} : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  %2 = mhlo.reduce(%1 init: %0) applies mhlo.add across dimensions = [1] : (tensor<2x2xf32>, tensor<f32>) -> tensor<2xf32>
  %3 = mhlo.erf %2 : tensor<2xf32>
  %4 = "mhlo.cosh"(%0) : (tensor<f32>) -> tensor<f32>
  %5 = mhlo.subtract %4, %0 : tensor<f32>
  %6 = "mhlo.broadcast_in_dim"(%5) {broadcast_dimensions = dense<> : tensor<0xi64>} : (tensor<f32>) -> tensor<2xf32>
  %7 = mhlo.add %2, %3 : tensor<2xf32>
  %8 = mhlo.add %7, %6 : tensor<2xf32>
  return %8 : tensor<2xf32>
})",
                         {LiteralUtil::CreateR2<float>({{1, 2}, {3, 4}})}),
            "f32[2] {19, 39}");
  // Operations that only mhlo has.
  const StatusOr<XlaComputation> refused =
      ImportText(R"(func.func @main(%x: tensor<f32>) -> tensor<f32> {
  %0 = mhlo.bitcast %x : tensor<f32>
  %1 = "mhlo.copy"(%0) : (tensor<f32>) -> tensor<f32>
  return %1 : tensor<f32>
})");
  const std::string error = refused.status().ToString();
  EXPECT_TRUE(ContainsText(error, "does not import 2 operations")) << error;
  EXPECT_TRUE(ContainsText(error, "line 2, column 8: mhlo.bitcast: hloom does not read it"))
      << error;
}

TEST(StableHloImporterTest, FunctionsWithRulesForPartitioners) {
  EXPECT_EQ(RunStableHlo(R"(func.func @main(%x: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.custom_call @CustomSPMDPartitioning(%x) {api_version = 2 : i32, backend_config = "0", called_computations = [@twice], has_side_effect = false} : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}
func.func private @twice(%a: tensor<f32>) -> tensor<f32> {
  %s = stablehlo.add %a, %a : tensor<f32>
  return %s : tensor<f32>
})",
                         {LiteralUtil::CreateR0<float>(2)}),
            "f32[] 4");
}

TEST(StableHloImporterTest, ThreeFry) {
  // The known answer of Random123 for a key and a counter of 0.
  EXPECT_EQ(RunStableHlo(R"(func.func @main() -> (tensor<1xui32>, tensor<1xui32>) {
  %z = stablehlo.constant dense<0> : tensor<1xui32>
  %0:2 = stablehlo.custom_call @cu_threefry2x32_ffi(%z, %z, %z, %z) {api_version = 4 : i32, backend_config = {}} : (tensor<1xui32>, tensor<1xui32>, tensor<1xui32>, tensor<1xui32>) -> (tensor<1xui32>, tensor<1xui32>)
  return %0#0, %0#1 : tensor<1xui32>, tensor<1xui32>
})"),
            StrCat("(u32[1] {", 0x6b200159u, "}, u32[1] {", 0x99ba4efeu, "})"));
  EXPECT_EQ(ImportRuleOf("func.func @main() -> tensor<i32> {\n  %z = stablehlo.constant dense<0> : "
                         "tensor<i32>\n  %0 = stablehlo.custom_call @cu_threefry2x32(%z) : "
                         "(tensor<i32>) -> tensor<i32>\n  return %0 : tensor<i32>\n}"),
            "stablehlo.c4");
}

// Fourier transforms as JAX of 2023 calls them on CPUs: bytes of a flatbuffer say which one.
std::string BytesText(const std::string& bytes) {
  std::string text;
  for (const char byte : bytes) {
    StrAppend(text, text.empty() ? "" : ", ", int{static_cast<unsigned char>(byte)});
  }
  return StrCat("stablehlo.constant dense<[", text, "]> : tensor<", bytes.size(), "xui8>");
}

std::string DuccFftText(const std::string& description, std::string_view call,
                        std::string_view operand, std::string_view result) {
  return StrCat(
      "func.func @main(%x: ", operand, ") -> ", result, " {\n  %d = ", BytesText(description),
      "\n  %n = stablehlo.constant dense<[2, 4]> : tensor<2xui32>",
      "\n  %0 = stablehlo.custom_call ", call, " : (tensor<", description.size(), "xui8>, ",
      operand, call.find("%n") == std::string_view::npos ? "" : ", tensor<2xui32>", ") -> ", result,
      "\n  return %0 : ", result, "\n}");
}

std::string StaticDuccFft(uint64_t type, bool forward, std::vector<uint64_t> axes) {
  FlatWriter flat;
  return flat.File({FlatWriter::Scalar(1, 1, type), flat.Numbers(2, 8, {2, 4}),
                    flat.Numbers(5, 4, std::move(axes)), FlatWriter::Scalar(6, 1, forward)});
}

TEST(StableHloImporterTest, FourierTransformsOfDucc) {
  const Literal rows = LiteralUtil::CreateR2<float>({{1, 2, 3, 4}, {0, 0, 1, 0}});
  const std::string real = "tensor<2x4xf32>";
  const std::string half = "tensor<2x3xcomplex<f32>>";
  const std::string spectra =
      "c64[2,3] { { (10, 0), (-2, 2), (-2, 0) }, { (1, 0), (-1, 0), (1, 0) } }";
  EXPECT_EQ(RunStableHlo(DuccFftText(StaticDuccFft(2, true, {1}), "@ducc_fft(%d, %x)", real, half),
                         {rows}),
            spectra);
  FlatWriter flat;
  const std::string dynamic = flat.File({FlatWriter::Scalar(0, 4, 2), FlatWriter::Scalar(2, 1, 2),
                                         flat.Numbers(3, 4, {1}), FlatWriter::Scalar(4, 1, 1)});
  EXPECT_EQ(RunStableHlo(DuccFftText(dynamic, "@dynamic_ducc_fft(%d, %x, %n)", real, half), {rows}),
            spectra);
  // irfft has the sizes of its result. Here two dimensions: the inverse of a constant spectrum.
  const Literal ones = LiteralUtil::CreateR2<std::complex<float>>({{1, 1, 1}, {1, 1, 1}});
  EXPECT_EQ(
      RunStableHlo(DuccFftText(StaticDuccFft(1, false, {0, 1}), "@ducc_fft(%d, %x)", half, real),
                   {ones}),
      "f32[2,4] { { 1, 0, 0, 0 }, { 0, 0, 0, 0 } }");
  const std::string whole = "tensor<2x4xcomplex<f32>>";
  for (const bool forward : {true, false}) {
    const std::string hlo =
        HloOf(DuccFftText(StaticDuccFft(0, forward, {0, 1}), "@ducc_fft(%d, %x)", whole, whole));
    EXPECT_TRUE(ContainsText(hlo, forward ? "fft_type=FFT" : "fft_type=IFFT"));
    EXPECT_TRUE(ContainsText(hlo, "fft_length={2,4}"));
  }
  // A real transform backwards, other dimensions than the last ones, no description.
  for (const std::string& wrong :
       {StaticDuccFft(2, false, {1}), StaticDuccFft(2, true, {0}), std::string("damaged")}) {
    EXPECT_EQ(ImportRuleOf(DuccFftText(wrong, "@ducc_fft(%d, %x)", real, half)), "stablehlo.c4");
  }
}

// Custom calls of jax.export whose sizes are operands.
TEST(StableHloImporterTest, CallsWithSizes) {
  EXPECT_EQ(RunStableHlo(R"(func.func @main(%x: tensor<3xf32>) -> tensor<?xi32> {
  %k = stablehlo.constant dense<2> : tensor<i32>
  %0:2 = stablehlo.custom_call @stablehlo.dynamic_top_k(%x, %k) : (tensor<3xf32>, tensor<i32>) -> (tensor<?xf32>, tensor<?xi32>)
  return %0#1 : tensor<?xi32>
})",
                         {LiteralUtil::CreateR1<float>({3, 9, 4})}),
            "s32[2] {1, 2}");
  EXPECT_EQ(RunStableHlo(R"(func.func @main(%x: tensor<3xf32>) -> tensor<?xf32> {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %w = stablehlo.constant dense<2> : tensor<1xi64>
  %o = stablehlo.constant dense<1> : tensor<1xi64>
  %p = stablehlo.constant dense<0> : tensor<1x2xi64>
  %0 = stablehlo.custom_call @stablehlo.dynamic_reduce_window(%x, %z, %w, %o, %o, %o, %p) {called_computations = [@add]} : (tensor<3xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1x2xi64>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
func.func private @add(%a: tensor<f32>, %b: tensor<f32>) -> tensor<f32> {
  %s = stablehlo.add %a, %b : tensor<f32>
  return %s : tensor<f32>
})",
                         {LiteralUtil::CreateR1<float>({3, 9, 4})}),
            "f32[2] {12, 13}");
  EXPECT_EQ(RunStableHlo(R"(func.func @main() -> tensor<2xui64> {
  %s = stablehlo.constant dense<[1, 2]> : tensor<2xui64>
  %n = stablehlo.constant dense<[3]> : tensor<1xi32>
  %0:2 = stablehlo.custom_call @stablehlo.dynamic_rng_bit_generator(%s, %n) {rng_algorithm = #stablehlo<rng_algorithm THREE_FRY>} : (tensor<2xui64>, tensor<1xi32>) -> (tensor<2xui64>, tensor<?xui64>)
  return %0#0 : tensor<2xui64>
})"),
            "u64[2] {1, 5}");
}

// ---- attributes ----

// All attributes of an operation arrive in HLO.
struct AttributeProgram {
  std::string_view expected;
  std::string_view arguments;
  std::string_view operation;
  std::string_view type;
};

constexpr AttributeProgram kAttributePrograms[] = {
    {"window={size=2x3 stride=2x1 pad=1_0x-1_2 lhs_dilate=1x2 rhs_dilate=2x1 rhs_reversal=0x1}, "
     "dim_labels=b01f_01io->b01f, feature_group_count=2, operand_precision={high,highest}",
     "%x: tensor<1x6x6x4xf32>, %w: tensor<2x3x2x4xf32>",
     "stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window "
     "= {stride = [2, 1], pad = [[1, 0], [-1, 2]], lhs_dilate = [1, 2], rhs_dilate = [2, 1], "
     "reverse = [false, true]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64, "
     "precision_config = [#stablehlo<precision HIGH>, #stablehlo<precision HIGHEST>]} : "
     "(tensor<1x6x6x4xf32>, tensor<2x3x2x4xf32>) -> tensor<1x3x10x4xf32>",
     "tensor<1x3x10x4xf32>"},
    {"lhs_batch_dims={0}, lhs_contracting_dims={2}, rhs_batch_dims={1}, rhs_contracting_dims={0}, "
     "operand_precision={high,default}, algorithm=dot_bf16_bf16_f32_x3",
     "%x: tensor<5x2x3xf32>, %y: tensor<3x5x4xf32>",
     "stablehlo.dot_general %x, %y, batching_dims = [0] x [1], contracting_dims = [2] x [0], "
     "precision = [HIGH, DEFAULT], algorithm = <lhs_precision_type = bf16, rhs_precision_type = "
     "bf16, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, "
     "num_primitive_operations = 3, allow_imprecise_accumulation = false> : (tensor<5x2x3xf32>, "
     "tensor<3x5x4xf32>) -> tensor<5x2x4xf32>",
     "tensor<5x2x4xf32>"},
    {"offset_dims={2}, collapsed_slice_dims={1}, start_index_map={1}, operand_batching_dims={0}, "
     "start_indices_batching_dims={0}, index_vector_dim=2, slice_sizes={1,1,4}, "
     "indices_are_sorted=true",
     "%x: tensor<2x3x4xf32>, %i: tensor<2x5x1xi32>",
     "\"stablehlo.gather\"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], "
     "collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], "
     "start_index_map = [1], index_vector_dim = 2>, indices_are_sorted = true, slice_sizes = "
     "array<i64: 1, 1, 4>}> : (tensor<2x3x4xf32>, tensor<2x5x1xi32>) -> tensor<2x5x4xf32>",
     "tensor<2x5x4xf32>"},
    {"update_window_dims={2}, inserted_window_dims={1}, scatter_dims_to_operand_dims={1}, "
     "input_batching_dims={0}, scatter_indices_batching_dims={0}, index_vector_dim=2, "
     "unique_indices=true",
     "%x: tensor<2x3x4xf32>, %i: tensor<2x5x1xi32>, %u: tensor<2x5x4xf32>",
     "\"stablehlo.scatter\"(%x, %i, %u) <{scatter_dimension_numbers = "
     "#stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [1], "
     "input_batching_dims = [0], scatter_indices_batching_dims = [0], "
     "scatter_dims_to_operand_dims = [1], index_vector_dim = 2>, unique_indices = true}> ({\n"
     "  ^bb0(%a: tensor<f32>, %b: tensor<f32>):\n    stablehlo.return %b : tensor<f32>\n  }) : "
     "(tensor<2x3x4xf32>, tensor<2x5x1xi32>, tensor<2x5x4xf32>) -> tensor<2x3x4xf32>",
     "tensor<2x3x4xf32>"},
    {"window={size=1x2 stride=1x3 pad=0_0x1_2 lhs_dilate=1x2 rhs_dilate=1x4}",
     "%x: tensor<2x8xf32>, %z: tensor<f32>",
     "\"stablehlo.reduce_window\"(%x, %z) <{window_dimensions = array<i64: 1, 2>, window_strides "
     "= array<i64: 1, 3>, base_dilations = array<i64: 1, 2>, window_dilations = array<i64: 1, 4>, "
     "padding = dense<[[0, 0], [1, 2]]> : tensor<2x2xi64>}> ({\n"
     "  ^bb0(%a: tensor<f32>, %b: tensor<f32>):\n    %s = stablehlo.maximum %a, %b : "
     "tensor<f32>\n    stablehlo.return %s : tensor<f32>\n  }) : (tensor<2x8xf32>, tensor<f32>) "
     "-> tensor<2x5xf32>",
     "tensor<2x5xf32>"},
    {"lower=true, unit_diagonal=true, transpose_a=ADJOINT", "%a: tensor<2x2xf32>",
     "\"stablehlo.triangular_solve\"(%a, %a) <{left_side = false, lower = true, unit_diagonal = "
     "true, transpose_a = #stablehlo<transpose ADJOINT>}> : (tensor<2x2xf32>, tensor<2x2xf32>) -> "
     "tensor<2x2xf32>",
     "tensor<2x2xf32>"},
    {"direction=GE, type=TOTALORDER", "%a: tensor<2xf32>",
     "stablehlo.compare GE, %a, %a, TOTALORDER : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>",
     "tensor<2xi1>"},
    {"result_accuracy={tolerance={atol=0.5,rtol=0,ulps=3}}", "%a: tensor<2xf32>",
     "\"stablehlo.exponential\"(%a) {result_accuracy = #stablehlo.result_accuracy<atol = 5.0e-01, "
     "ulps = 3, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} : (tensor<2xf32>) -> "
     "tensor<2xf32>",
     "tensor<2xf32>"},
    {"fft_type=IRFFT, fft_length={4}", "%a: tensor<3xcomplex<f32>>",
     "stablehlo.fft %a, type = IRFFT, length = [4] : (tensor<3xcomplex<f32>>) -> tensor<4xf32>",
     "tensor<4xf32>"},
    {"channel_id=7, replica_groups={{0,1},{2,3}}, dimensions={1}, use_global_device_ids=true",
     "%a: tensor<2x3xf32>",
     "\"stablehlo.all_gather\"(%a) <{all_gather_dim = 1 : i64, channel_handle = "
     "#stablehlo.channel_handle<handle = 7, type = 1>, replica_groups = dense<[[0, 1], [2, 3]]> : "
     "tensor<2x2xi64>, use_global_device_ids}> : (tensor<2x3xf32>) -> tensor<2x6xf32>",
     "tensor<2x6xf32>"},
    {"channel_id=7, source_target_pairs={{0,1},{1,0}}", "%a: tensor<2xf32>",
     "\"stablehlo.collective_permute\"(%a) <{channel_handle = #stablehlo.channel_handle<handle = "
     "7, type = 1>, source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>}> : "
     "(tensor<2xf32>) -> tensor<2xf32>",
     "tensor<2xf32>"},
};

TEST(StableHloImporterTest, AttributesArrive) {
  for (const AttributeProgram& one : kAttributePrograms) {
    EXPECT_TRUE(ContainsText(
        HloOf(StrCat("func.func @main(", one.arguments, ") -> ", one.type,
                     " {\n  %r = ", one.operation, "\n  return %r : ", one.type, "\n}\n")),
        one.expected));
  }
}

// ---- locations, shardings, annotations ----

TEST(StableHloImporterTest, LocationsAndAnnotations) {
  const std::string hlo = HloOf(R"(
#loc1 = loc("f.py":3:4)
#loc2 = loc("jit(f)/sin"(#loc1))
module @jit_f attributes {mhlo.frontend_attributes = {xla.sdy.meshes = "{}"}, mhlo.num_partitions = 2 : i32} {
  func.func public @main(%arg0: tensor<4xf32> {mhlo.sharding = "{devices=[2]<=[2]}"}) -> (tensor<4xf32> {mhlo.sharding = "{devices=[2]<=[2]}"}) {
    %0 = stablehlo.sine %arg0 {mhlo.frontend_attributes = {k = "v"}, sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : tensor<4xf32> loc(#loc2)
    return %0 : tensor<4xf32>
  }
})");
  EXPECT_TRUE(ContainsText(hlo, "op_name=\"jit(f)/sin\" source_file=\"f.py\" source_line=3"));
  EXPECT_TRUE(ContainsText(hlo, "frontend_attributes={k=\"v\",xla.sdy.sharding="));
  EXPECT_TRUE(ContainsText(hlo, "#sdy.sharding_per_value<[<@mesh, [{"));
  EXPECT_TRUE(ContainsText(hlo, "frontend_attributes={xla.sdy.meshes={}}"));
  EXPECT_TRUE(ContainsText(hlo, "num_partitions=2"));
  EXPECT_EQ(OccurrencesOf(hlo, "sharding={devices=[2]<=[2]}"), 2u);
  EXPECT_EQ(
      ImportRuleOf(R"(func.func @main(%a: tensor<4xf32> {mhlo.sharding = "{dev"}) -> tensor<4xf32> {
  return %a : tensor<4xf32>
})"),
      "stablehlo.c2");
}

// Names and files of locations in locations, as XLA finds them.
TEST(StableHloImporterTest, NestedLocations) {
  struct {
    std::string_view location;
    std::string_view metadata;
  } const kLocations[] = {
      {R"(loc("a"("f"("f.py":3:4))))", R"(op_name="a" source_file="f.py" source_line=3)"},
      {R"(loc("a"(callsite("f"("f.py":3:4) at "g"("g.py":5:6)))))",
       R"(op_name="a" source_file="f.py" source_line=3)"},
      {R"(loc(callsite(callsite("a" at "b"("b.py":1:2)) at callsite("c" at "d"("d.py":3:4)))))",
       R"(op_name="a" source_file="b.py" source_line=1)"},
      {R"(loc(fused[unknown, "a"("f.py":3:4), "b"("g.py":5:6)]))",
       R"(op_name="a;b" source_file="f.py" source_line=3)"},
      {R"(loc(fused<"m">[fused["a", callsite("b" at "c")], "f.py":3:4]))",
       R"(op_name="a;b" source_file="f.py" source_line=3)"},
      {R"(loc(callsite("f.py":3:4 at "g.py":5:6)))", R"(source_file="f.py" source_line=3)"},
  };
  for (const auto& one : kLocations) {
    EXPECT_TRUE(ContainsText(HloOf(StrCat("func.func @main(%x: tensor<f32>) -> tensor<f32> {\n",
                                          "  %r = stablehlo.sine %x : tensor<f32> ", one.location,
                                          "\n  return %r : tensor<f32>\n}\n")),
                             StrCat("metadata={", one.metadata)))
        << one.location;
  }
}

// The text that the exporter prints of a program.
std::string Printed(std::string_view text, bool locations) {
  const StatusOr<XlaComputation> computation = ImportText(text);
  if (!computation.ok()) return computation.status().ToString();
  const auto printed = HloModuleToStableHlo(*computation->CreateModule(), {.locations = locations});
  return printed.ok() ? *printed : printed.status().ToString();
}

TEST(StableHloImporterTest, NamesAndShardingsComeBack) {
  const std::string text =
      R"(module @jit_f attributes {mhlo.frontend_attributes = {a = "b"}, mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=2]>
  func.func public @main(%arg0: tensor<4xf32> {jax.arg_info = "params['w']", jax.buffer_donor = true, mhlo.memory_kind = "device", sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %arg1: tensor<4xf32> {mhlo.frontend_attributes = {k = "v"}, mhlo.sharding = "{devices=[2]<=[2]}"}) -> (tensor<4xf32> {jax.result_info = "result[0]['a']", mhlo.sharding = "{replicated}"}, tensor<4xf32> {jax.result_info = "result[1]", sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
    %0 = stablehlo.add %arg0, %arg1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : tensor<4xf32>
    %1 = sdy.sharding_constraint %0 <@mesh, [{"x", ?}]> : tensor<4xf32>
    return %0, %1 : tensor<4xf32>, tensor<4xf32>
  }
}
)";
  EXPECT_EQ(Printed(text, /*locations=*/false), text);
  const std::string hlo = HloOf(text);
  EXPECT_TRUE(ContainsText(hlo, "xla.sdy.meshes={mesh = #sdy.mesh<[\"x\"=2]>}"));
  EXPECT_TRUE(ContainsText(hlo, "params__w__ = f32[4]{0} parameter(0)"));
  EXPECT_TRUE(ContainsText(hlo, "sharding={{replicated}, {unknown}}"));

  const std::string located =
      R"(module @jit_f attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<4xf32> loc("x"), %arg1: tensor<4xf32> {mhlo.layout_mode = "default"} loc("y"("f.py":1:2))) -> tensor<4xf32> {
    %0 = stablehlo.add %arg0, %arg1 : tensor<4xf32> loc("jit(f)/add"("f.py":3:4 to :9))
    %1 = stablehlo.negate %0 : tensor<4xf32> loc("f.py":3:4 to 5:1)
    return %1 : tensor<4xf32>
  }
}
)";
  EXPECT_EQ(Printed(located, /*locations=*/true), located);
  EXPECT_TRUE(ContainsText(HloOf(located), "(x: f32[4], y: f32[4])"));

  // Texts of users that are no attributes stay frontend attributes.
  const std::string other =
      R"(module @m attributes {mhlo.frontend_attributes = {func.res_attrs = "[{}, {}]", xla.sdy.meshes = "{m = 1}"}, mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<4xf32> {mhlo.frontend_attributes = {func.arg_attrs = "{a = ", xla.sdy.sharding = "x"}}) -> tensor<4xf32> {
    %0 = stablehlo.custom_call @Sharding(%arg0) {mhlo.frontend_attributes = {xla.sdy.sharding = "#sdy.sharding_per_value<[<@m, [{}]>, <@m, [{}]>]>"}} : (tensor<4xf32>) -> tensor<4xf32>
    return %0 : tensor<4xf32>
  }
}
)";
  EXPECT_EQ(Printed(other, /*locations=*/false), other);
}

// Attributes of MLIR that HLO keeps as text.
TEST(StableHloImporterTest, AttributesAsText) {
  const std::string text =
      R"(module @m attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<f32> {a.b = "it's \C3\A4 \22", a.c = 1.000000e+00 : f32, a.d = dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>, a.e = dense<0> : tensor<3xi64>, a.f, a.g = [1 : i32, @s, array<i64: 1>]}) -> tensor<f32> {
    return %arg0 : tensor<f32>
  }
}
)";
  EXPECT_EQ(Printed(text, /*locations=*/false), text);
}

TEST(StableHloImporterTest, GroupsOfDevices) {
  const auto groups = [](std::string_view attribute, std::string_view before = "") {
    return HloOf(StrCat(before, R"(func.func @main(%x: tensor<2xi32>) -> tensor<2xi32> {
  %r = "stablehlo.collective_broadcast"(%x) <{replica_groups = )",
                        attribute, R"(}> : (tensor<2xi32>) -> tensor<2xi32>
  return %r : tensor<2xi32>
})"));
  };
  EXPECT_TRUE(ContainsText(groups("dense<[[0, 1], [2, -1]]> : tensor<2x2xi64>"),
                           "replica_groups={{0,1},{2}}"));
  EXPECT_TRUE(ContainsText(
      groups("#stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes = "
             "[#stablehlo.mesh_axis<name = \"x\", size = 2>, #stablehlo.mesh_axis<name = "
             "\"y\", size = 4>]>, axes = [#stablehlo.axis_ref<name = \"y\", sub_axis_info = "
             "(1)2>]>"),
      "replica_groups=mesh['x'=2,'y'=4] {'y':(1)2}"));
  EXPECT_TRUE(ContainsText(groups("#stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = "
                                  "[#stablehlo.axis_ref<name = \"x\">]>",
                                  "sdy.mesh @mesh = <[\"x\"=2, \"y\"=2]>\n"),
                           "replica_groups=mesh['x'=2,'y'=2] {'x'}"));
  EXPECT_TRUE(ContainsText(groups("#stablehlo.replica_group_mesh_axes<mesh = @none, axes = "
                                  "[#stablehlo.axis_ref<name = \"x\">]>"),
                           "INVALID_ARGUMENT [stablehlo.c2]"));
}

// ---- sizes that follow from the arguments ----

// The program that jax.export makes of f(x) = sum(x) / (2 * x.shape[0] - 1) with a size that is not known, and
// an array of as many zeros as elements.
constexpr std::string_view kExportedSizes = R"(
module @jit_f {
  func.func public @main(%arg0: tensor<?x3xf32> {jax.arg_info = "x"}) -> (tensor<f32>, tensor<?xf32>) {
    %0 = stablehlo.get_dimension_size %arg0, dim = 0 : (tensor<?x3xf32>) -> tensor<i32>
    %c = stablehlo.constant dense<1> : tensor<i32>
    %1 = stablehlo.compare GE, %0, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.custom_call @shape_assertion(%1, %0) {api_version = 2 : i32, error_message = "the size is {0}, and at least 1", has_side_effect = true} : (tensor<i1>, tensor<i32>) -> ()
    %2:2 = call @wrapped(%0, %arg0) : (tensor<i32>, tensor<?x3xf32>) -> (tensor<f32>, tensor<?xf32>)
    return %2#0, %2#1 : tensor<f32>, tensor<?xf32>
  }
  func.func private @wrapped(%arg0: tensor<i32> {jax.global_constant = "b"}, %arg1: tensor<?x3xf32>) -> (tensor<f32>, tensor<?xf32>) {
    %cst = stablehlo.constant dense<0.0> : tensor<f32>
    %0 = stablehlo.reduce(%arg1 init: %cst) applies stablehlo.add across dimensions = [0, 1] : (tensor<?x3xf32>, tensor<f32>) -> tensor<f32>
    %c = stablehlo.constant dense<2> : tensor<i32>
    %1 = stablehlo.multiply %arg0, %c : tensor<i32>
    %c_0 = stablehlo.constant dense<-1> : tensor<i32>
    %2 = stablehlo.add %1, %c_0 : tensor<i32>
    %3 = stablehlo.convert %2 : (tensor<i32>) -> tensor<f32>
    %4 = stablehlo.divide %0, %3 : tensor<f32>
    %c_1 = stablehlo.constant dense<3> : tensor<i32>
    %5 = stablehlo.multiply %arg0, %c_1 : tensor<i32>
    %6 = stablehlo.reshape %5 : (tensor<i32>) -> tensor<1xi32>
    %7 = stablehlo.dynamic_broadcast_in_dim %cst, %6, dims = [] : (tensor<f32>, tensor<1xi32>) -> tensor<?xf32>
    return %4, %7 : tensor<f32>, tensor<?xf32>
  }
})";

TEST(StableHloImporterTest, SizesFollowFromTheArguments) {
  const auto run = [](int64_t rows) {
    const Shape shape = ShapeUtil::MakeShape(F32, {rows, 3});
    return RunStableHlo(kExportedSizes, {LiteralUtil::Full(shape, LiteralUtil::CreateR0<float>(1))},
                        {.argument_shapes = {shape}});
  };
  EXPECT_EQ(run(2), "(f32[] 2, f32[6] {0, 0, 0, 0, 0, 0})");
  EXPECT_EQ(run(1), "(f32[] 3, f32[3] {0, 0, 0})");
  EXPECT_TRUE(
      ContainsText(run(0),
                   "INVALID_ARGUMENT [stablehlo.c10] stablehlo.custom_call: the size is 0, and at "
                   "least 1"));
  EXPECT_EQ(ImportRuleOf(kExportedSizes), "stablehlo.c8");
  EXPECT_EQ(ImportRuleOf(kExportedSizes, {.argument_shapes = {ShapeUtil::MakeShape(F32, {2, 4})}}),
            "stablehlo.c9");
  EXPECT_EQ(ImportRuleOf(kExportedSizes, {.argument_shapes = {ShapeUtil::MakeShape(F32, {2, 3}),
                                                              ShapeUtil::MakeShape(F32, {2, 3})}}),
            "stablehlo.c9");
}

// The value of an integer expression, as the size of an iota.
std::string FoldedSize(std::string_view operations) {
  return RunStableHlo(StrCat(R"(func.func @main() -> tensor<?xi32> {
  %x = stablehlo.constant dense<0> : tensor<7x4xi8>
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<7x4xi8>) -> tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
)",
                             operations, R"(
  %v = stablehlo.reshape %r : (tensor<i32>) -> tensor<1xi32>
  %i = stablehlo.dynamic_iota %v, dim = 0 : (tensor<1xi32>) -> tensor<?xi32>
  return %i : tensor<?xi32>
})"));
}

TEST(StableHloImporterTest, IntegersAreFolded) {
  const auto binary = [](std::string_view operation) {
    return FoldedSize(StrCat("  %r = stablehlo.", operation, " %n, %two : tensor<i32>"));
  };
  EXPECT_EQ(binary("divide"), "s32[3] {0, 1, 2}");
  EXPECT_EQ(binary("remainder"), "s32[1] {0}");
  EXPECT_EQ(binary("minimum"), "s32[2] {0, 1}");
  EXPECT_EQ(binary("and"), "s32[2] {0, 1}");
  EXPECT_EQ(binary("xor"), "s32[5] {0, 1, 2, 3, 4}");
  EXPECT_EQ(
      FoldedSize(
          R"(  %p = stablehlo.compare LT, %n, %two, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %q = stablehlo.not %p : tensor<i1>
  %m = stablehlo.negate %two : tensor<i32>
  %a = stablehlo.abs %m : tensor<i32>
  %r = stablehlo.select %q, %a, %n : tensor<i1>, tensor<i32>)"),
      "s32[2] {0, 1}");
  EXPECT_EQ(FoldedSize(R"(  %a = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %b = stablehlo.broadcast_in_dim %two, dims = [] : (tensor<i32>) -> tensor<2xi32>
  %c = stablehlo.concatenate %a, %b, dim = 0 : (tensor<1xi32>, tensor<2xi32>) -> tensor<3xi32>
  %d = stablehlo.slice %c [1:2] : (tensor<3xi32>) -> tensor<1xi32>
  %e = stablehlo.reshape %d : (tensor<1xi32>) -> tensor<i32>
  %r = stablehlo.clamp %e, %n, %two : tensor<i32>)"),
            "s32[2] {0, 1}");
  // 200 of i8 wraps around to -56.
  EXPECT_EQ(FoldedSize(R"(  %k = stablehlo.constant dense<100> : tensor<i8>
  %s = stablehlo.add %k, %k : tensor<i8>
  %w = stablehlo.convert %s : (tensor<i8>) -> tensor<i32>
  %f = stablehlo.constant dense<58> : tensor<i32>
  %r = stablehlo.add %w, %f : tensor<i32>)"),
            "s32[2] {0, 1}");
}

// JAX divides sizes by a call, here of (b - 3) // 2 for the rows b of x.
constexpr std::string_view kDividedSize = R"(
module @jit_f {
  func.func public @main(%arg0: tensor<?xf32>) -> tensor<?xf32> {
    %0 = stablehlo.get_dimension_size %arg0, dim = 0 : (tensor<?xf32>) -> tensor<i32>
    %c = stablehlo.constant dense<-3> : tensor<i32>
    %1 = stablehlo.add %0, %c : tensor<i32>
    %c_0 = stablehlo.constant dense<2> : tensor<i32>
    %2 = call @floor_divide(%1, %c_0) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %c_1 = stablehlo.constant dense<4> : tensor<i32>
    %3 = stablehlo.add %2, %c_1 : tensor<i32>
    %4 = stablehlo.reshape %3 : (tensor<i32>) -> tensor<1xi32>
    %cst = stablehlo.constant dense<1.0> : tensor<f32>
    %5 = stablehlo.dynamic_broadcast_in_dim %cst, %4, dims = [] : (tensor<f32>, tensor<1xi32>) -> tensor<?xf32>
    return %5 : tensor<?xf32>
  }
  func.func private @floor_divide(%arg0: tensor<i32>, %arg1: tensor<i32>) -> tensor<i32> {
    %0 = stablehlo.divide %arg0, %arg1 : tensor<i32>
    %1 = stablehlo.sign %arg0 : tensor<i32>
    %2 = stablehlo.sign %arg1 : tensor<i32>
    %3 = stablehlo.compare NE, %1, %2, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %4 = stablehlo.remainder %arg0, %arg1 : tensor<i32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %5 = stablehlo.compare NE, %4, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %6 = stablehlo.and %3, %5 : tensor<i1>
    %c_0 = stablehlo.constant dense<1> : tensor<i32>
    %7 = stablehlo.subtract %0, %c_0 : tensor<i32>
    %8 = stablehlo.select %6, %7, %0 : tensor<i1>, tensor<i32>
    return %8 : tensor<i32>
  }
})";

TEST(StableHloImporterTest, SizesThatFunctionsCompute) {
  const auto run = [](int64_t size) {
    const Shape shape = ShapeUtil::MakeShape(F32, {size});
    return RunStableHlo(kDividedSize, {LiteralUtil::Zero(shape)}, {.argument_shapes = {shape}});
  };
  EXPECT_EQ(run(3), "f32[4] {1, 1, 1, 1}");
  EXPECT_EQ(run(2), "f32[3] {1, 1, 1}");
  EXPECT_EQ(run(5), "f32[5] {1, 1, 1, 1, 1}");
}

// ---- errors ----

std::string MainWith(std::string_view operations) {
  return StrCat("func.func @main(%x: tensor<2xf32>, %y: tensor<3xf32>) -> tensor<2xf32> {\n",
                operations, "\n  return %x : tensor<2xf32>\n}\n");
}

TEST(StableHloImporterTest, ErrorsShowThePlace) {
  EXPECT_EQ(HloOf(MainWith("  %r = \"stablehlo.add\"(%x, %y) : (tensor<2xf32>, tensor<3xf32>) -> "
                           "tensor<2xf32>"))
                .substr(0, 48),
            "INVALID_ARGUMENT [elementwise.c1] stablehlo.add:");
  const std::string error =
      HloOf(MainWith("  %r = stablehlo.slice %x [0:1] : (tensor<2xf32>) -> tensor<2xf32>"));
  EXPECT_TRUE(ContainsText(error,
                           "INVALID_ARGUMENT [stablehlo.c3] stablehlo.slice: result 0 is declared "
                           "tensor<2xf32>, but tensor<1xf32> follows from the operands\n"
                           "    %r = stablehlo.slice %x [0:1] : (tensor<2xf32>) -> tensor<2xf32>\n"
                           "         ^\n"));
  EXPECT_TRUE(ContainsText(error, "at line 2, column 8"));
}

// Without the text of the program, errors name the place alone; the innermost operation is named.
TEST(StableHloImporterTest, ErrorsWithoutTheText) {
  const std::string text = R"(func.func @main(%p: tensor<i1>, %x: tensor<i32>) -> tensor<i32> {
  %r = "stablehlo.if"(%p) ({
    %a = "stablehlo.transpose"(%x) : (tensor<i32>) -> tensor<i32>
    stablehlo.return %a : tensor<i32>
  }, {
    stablehlo.return %x : tensor<i32>
  }) : (tensor<i1>) -> tensor<i32>
  return %r : tensor<i32>
})";
  const auto modules = mlir::ParseMlirText(text);
  ASSERT_TRUE(modules.ok()) << modules.status().ToString();
  const Status status = ImportStableHlo(*(*modules)[0]).status();
  EXPECT_EQ(status.fields().op, "stablehlo.transpose");
  EXPECT_EQ(status.fields().location, "line 3, column 10");
  EXPECT_FALSE(status.fields().position);
  EXPECT_EQ(ImportText(text).status().fields().position->line, 3);
}

TEST(StableHloImporterTest, AllThatIsNotSupportedIsListed) {
  const std::string error = HloOf(MainWith(
      "  %a = \"stablehlo.frobnicate\"(%x) : (tensor<2xf32>) -> tensor<2xf32>\n"
      "  %b = \"stablehlo.uniform_quantize\"(%x) : (tensor<2xf32>) -> "
      "tensor<2x!quant.uniform<i8:f32, 0.1>>\n"
      "  %c = stablehlo.custom_call @tpu_custom_call(%x) : (tensor<2xf32>) -> tensor<2xf32>\n"
      "  %d = stablehlo.custom_call @xla_ffi_python_cpu_callback(%x) : (tensor<2xf32>) -> "
      "tensor<2xf32>"));
  EXPECT_TRUE(
      ContainsText(error,
                   "UNIMPLEMENTED [stablehlo.c1] stablehlo.frobnicate: hloom does not import "
                   "4 operations"));
  EXPECT_TRUE(ContainsText(error, "line 2, column 8: stablehlo.frobnicate\n"));
  EXPECT_TRUE(ContainsText(
      error, "line 3, column 8: stablehlo.uniform_quantize: hloom has no quantized types"));
  EXPECT_TRUE(
      ContainsText(error,
                   "line 4, column 8: stablehlo.custom_call: @tpu_custom_call: it contains a "
                   "Mosaic kernel"));
  EXPECT_TRUE(ContainsText(error, "it calls a Python function of the process"));
  std::string many;
  for (int i = 0; i < 30; ++i) many += "  \"test.none\"() : () -> ()\n";
  EXPECT_TRUE(ContainsText(HloOf(MainWith(many)), "and 10 more"));
}

// Operations whose forms are not known are skipped with their attributes, regions and types.
TEST(StableHloImporterTest, UnknownFormsAreListed) {
  const std::string error = HloOf(
      "foo.topology @t = <\"x\" : 3>\n"
      "func.func public @main(%x: tensor<2xf32>) -> tensor<2xf32> {\n"
      "  %0 = stablehlo.ad %x, %x : tensor<2xf32>\n"
      "  %1:2 = foo.split %0 {axis = 1 : i32,\n"
      "      more = \"}\"} : (tensor<2xf32>) ->\n"
      "      (tensor<2xf32>, tensor<2xf32>) loc(\"a.py\":3:4) %z = stablehlo.constant dense<0.0> : "
      "tensor<f32>\n"
      "  %2 = stablehlo.reduce(%1#1 init: %z) applies stablehlo.add across dimensions = [0] : "
      "(tensor<2xf32>, tensor<f32>) -> tensor<f32>\n"
      "  scf.for %i = %0 to %x {\n    %q = stablehlo.whatever %i\n  }\n"
      "  %4 = sdy.all_gather [{\"x\"}, {}] %0 out_sharding=<@mesh, [{}]> : tensor<2xf32>\n"
      "  return %4 : tensor<2xf32>\n}\n");
  for (const std::string_view part :
       {"foo.topology: hloom does not import 5 operations",
        "line 1, column 1: foo.topology: hloom does not read it in this form: convert",
        "line 3, column 8: stablehlo.ad: hloom does not read it in this form: did you mean "
        "stablehlo.add?",
        "line 4, column 10: foo.split: ", "line 8, column 3: scf.for: ",
        "line 11, column 8: sdy.all_gather: hloom does not partition programs"}) {
    EXPECT_TRUE(ContainsText(error, part));
  }
}

struct WrongProgram {
  std::string_view rule;
  std::string_view text;
};

TEST(StableHloImporterTest, WrongOperations) {
  const WrongProgram kWrong[] = {
      {"stablehlo.c2", "  %r = \"stablehlo.transpose\"(%x) : (tensor<2xf32>) -> tensor<2xf32>"},
      {"stablehlo.c2",
       "  %r = \"stablehlo.transpose\"(%x) <{permutation = \"a\"}> : (tensor<2xf32>) -> "
       "tensor<2xf32>"},
      {"stablehlo.c2",
       "  %r = \"stablehlo.compare\"(%x, %x) <{comparison_direction = "
       "#stablehlo<comparison_direction XX>}> : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>"},
      {"stablehlo.c2", "  %r = \"stablehlo.constant\"() <{value = 1 : i32}> : () -> tensor<i32>"},
      {"stablehlo.c4", "  %r = \"stablehlo.add\"(%x) : (tensor<2xf32>) -> tensor<2xf32>"},
      {"stablehlo.c4",
       "  %r:2 = \"stablehlo.abs\"(%x) : (tensor<2xf32>) -> (tensor<2xf32>, "
       "tensor<2xf32>)"},
      {"stablehlo.c4", "  %r = \"stablehlo.sort\"(%x) : (tensor<2xf32>) -> tensor<2xf32>"},
      {"stablehlo.c6", "  call @none() : () -> ()"},
      {"stablehlo.c6", "  call @main(%x, %y) : (tensor<2xf32>, tensor<3xf32>) -> tensor<2xf32>"},
      {"stablehlo.c8",
       "  %n = stablehlo.convert %x : (tensor<2xf32>) -> tensor<2xi32>\n"
       "  %r = stablehlo.dynamic_iota %n, dim = 0 : (tensor<2xi32>) -> tensor<?x?xi32>"},
      {"stablehlo.c2",
       "  %r = \"stablehlo.pad\"(%x, %x) <{edge_padding_low = array<i64: 1>, edge_padding_high = "
       "array<i64>}> : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>"},
      {"stablehlo.c2",
       "  %r = \"stablehlo.dot\"(%x, %x) <{precision_config = [#stablehlo<precision LOW>]}> : "
       "(tensor<2xf32>, tensor<2xf32>) -> tensor<f32>"},
      {"stablehlo.c2",
       "  %r = \"stablehlo.collective_permute\"(%x) <{channel_handle = \"1\", source_target_pairs "
       "= "
       "dense<0> : tensor<1x2xi64>}> : (tensor<2xf32>) -> tensor<2xf32>"},
      {"stablehlo.c2",
       "  %r = \"stablehlo.collective_permute\"(%x) : (tensor<2xf32>) -> tensor<2xf32>"},
      {"stablehlo.c2",
       "  %r = stablehlo.fft %x, type = RFFT, length = [4] : (tensor<2xf32>) -> "
       "tensor<3xcomplex<f32>>"},
      {"stablehlo.c2",
       "  %r = stablehlo.custom_call @f(%x) {api_version = 5 : i32} : (tensor<2xf32>) -> "
       "tensor<2xf32>"},
      {"stablehlo.c2",
       "  %r = stablehlo.custom_call @f(%x) {api_version = 4 : i32, backend_config = \"1\"} : "
       "(tensor<2xf32>) -> tensor<2xf32>"},
      {"stablehlo.c2",
       "  %r = stablehlo.custom_call @f(%x) {operand_layouts = \"0\"} : (tensor<2xf32>) -> "
       "tensor<2xf32>"},
      {"stablehlo.c2",
       "  %r = stablehlo.custom_call @f(%x) {output_operand_aliases = \"0\"} : (tensor<2xf32>) -> "
       "tensor<2xf32>"},
      {"stablehlo.c3",
       "  %n = stablehlo.constant dense<[3]> : tensor<1xi32>\n"
       "  %r = stablehlo.dynamic_iota %n, dim = 0 : (tensor<1xi32>) -> tensor<2xi32>"},
      {"stablehlo.c4",
       "  %r:2 = \"stablehlo.optimization_barrier\"(%x, %y, %x) : (tensor<2xf32>, tensor<3xf32>, "
       "tensor<2xf32>) -> (tensor<2xf32>, tensor<3xf32>)"},
      {"stablehlo.c4",
       "  %r = \"stablehlo.collective_permute\"(%x, %x) <{source_target_pairs = dense<0> : "
       "tensor<1x2xi64>}> : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>"},
      {"stablehlo.c12",
       "  %n = stablehlo.constant dense<[1.0]> : tensor<1xf32>\n"
       "  %r = stablehlo.dynamic_iota %n, dim = 0 : (tensor<1xf32>) -> tensor<1xi32>"},
      {"stablehlo.c12",
       "  %n = stablehlo.constant dense<1> : tensor<i32>\n"
       "  %r = stablehlo.rng %x, %x, %n, distribution = UNIFORM : (tensor<2xf32>, tensor<2xf32>, "
       "tensor<i32>) -> tensor<1xf32>"},
      {"stablehlo.c12",
       "  %n = stablehlo.constant dense<1> : tensor<i32>\n"
       "  \"stablehlo.if\"(%n) ({\n  stablehlo.return\n  }, {\n  stablehlo.return\n  }) : "
       "(tensor<i32>) -> ()"},
      {"stablehlo.c12",
       "  %n = stablehlo.constant dense<true> : tensor<i1>\n"
       "  \"stablehlo.case\"(%n) ({\n  stablehlo.return\n  }) : (tensor<i1>) -> ()"},
  };
  for (const WrongProgram& wrong : kWrong) {
    const std::string error = HloOf(MainWith(wrong.text));
    EXPECT_TRUE(ContainsText(error, StrCat("[", wrong.rule, "]")));
    EXPECT_TRUE(ContainsText(error, "line "));
  }
}

TEST(StableHloImporterTest, WrongModules) {
  const WrongProgram kWrong[] = {
      {"stablehlo.c7", "module {\n}"},
      {"stablehlo.c7", "func.func @a() {\n  return\n}\nfunc.func @b() {\n  return\n}"},
      {"stablehlo.c5", "func.func private @main() -> tensor<f32>"},
      {"stablehlo.c5", "func.func @main() {\n  %a = stablehlo.constant dense<1> : tensor<i32>\n}"},
      {"stablehlo.c6", "func.func @main() {\n  return\n}\nfunc.func @main() {\n  return\n}"},
      {"stablehlo.c6",
       "func.func @main() {\n  call @f() : () -> ()\n  return\n}\n"
       "func.func private @f() {\n  call @g() : () -> ()\n  return\n}\n"
       "func.func private @g() {\n  call @f() : () -> ()\n  return\n}"},
      {"stablehlo.c3",
       "func.func @main(%x: tensor<2xf32>) -> tensor<3xf32> {\n  return %x : tensor<2xf32>\n}"},
      {"stablehlo.c3",
       "func.func @main(%x: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {\n  return %x : "
       "tensor<2xf32>\n}"},
      {"stablehlo.c1", "func.func @main(%x: tensor<*xf32>) {\n  return\n}"},
  };
  for (const WrongProgram& wrong : kWrong)
    EXPECT_EQ(ImportRuleOf(wrong.text), wrong.rule) << wrong.text;
}

// Chains of calls are followed without recursion; with sizes that are not known, up to a limit.
TEST(StableHloImporterTest, ManyFunctions) {
  const auto chain = [](int count, std::string_view type) {
    std::string text =
        StrCat("func.func @main(%x: ", type, ") -> ", type, " {\n  %r = call @f0(%x) : (", type,
               ") -> ", type, "\n  return %r : ", type, "\n}\n");
    for (int i = 0; i < count; ++i) {
      const std::string call = i + 1 == count
                                   ? std::string("stablehlo.add %x, %x : ") + std::string(type)
                                   : StrCat("call @f", i + 1, "(%x) : (", type, ") -> ", type);
      StrAppend(text, "func.func private @f", i, "(%x: ", type, ") -> ", type, " {\n  %r = ", call,
                "\n  return %r : ", type, "\n}\n");
    }
    return text;
  };
  EXPECT_EQ(ImportRuleOf(chain(2000, "tensor<2xf32>")), "");
  const StableHloOptions two = {.argument_shapes = {ShapeUtil::MakeShape(F32, {2})}};
  EXPECT_EQ(ImportRuleOf(chain(100, "tensor<?xf32>"), two), "");
  EXPECT_EQ(ImportRuleOf(chain(200, "tensor<?xf32>"), two), "stablehlo.c11");
}

TEST(StableHloImporterTest, NestedRegions) {
  const auto nested = [](int depth) {
    std::string text = "func.func @main(%p: tensor<i1>, %x: tensor<i32>) -> tensor<i32> {\n";
    std::string end = "  return %r0 : tensor<i32>\n}\n";
    for (int i = 0; i < depth; ++i) {
      StrAppend(text, "%r", i, " = \"stablehlo.if\"(%p) ({\n");
      end = StrCat(i + 1 == depth ? std::string("stablehlo.return %x : tensor<i32>\n")
                                  : StrCat("stablehlo.return %r", i + 1, " : tensor<i32>\n"),
                   "}, {\nstablehlo.return %x : tensor<i32>\n}) : (tensor<i1>) -> tensor<i32>\n",
                   end);
    }
    return text + end;
  };
  const std::vector<Literal> arguments = {LiteralUtil::CreateR0<bool>(true),
                                          LiteralUtil::CreateR0<int32_t>(5)};
  EXPECT_EQ(RunStableHlo(nested(100), arguments), "s32[] 5");
  EXPECT_EQ(ImportRuleOf(nested(200)), "stablehlo.c11");
}

// The copies of functions with sizes that are not known are counted: f0 calls f1 twice with other
// numbers, which calls f2 twice ...
TEST(StableHloImporterTest, CopiesOfFunctionsAreCounted) {
  std::string text = R"(func.func @main(%x: tensor<?xf32>) -> tensor<i32> {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %r = call @f0(%n, %x) : (tensor<i32>, tensor<?xf32>) -> tensor<i32>
  return %r : tensor<i32>
}
)";
  for (int i = 0; i < 20; ++i) {
    StrAppend(text, "func.func private @f", i, "(%n: tensor<i32>, %x: tensor<?xf32>) -> ",
              "tensor<i32> {\n");
    if (i == 19) {
      text += "  return %n : tensor<i32>\n}\n";
      break;
    }
    StrAppend(text, "  %a = stablehlo.add %n, %n : tensor<i32>\n",
              "  %one = stablehlo.constant dense<1> : tensor<i32>\n",
              "  %b = stablehlo.add %a, %one : tensor<i32>\n");
    for (const std::string_view v : {"a", "b"}) {
      StrAppend(text, "  %c", v, " = call @f", i + 1, "(%", v,
                ", %x) : (tensor<i32>, tensor<?xf32>) -> tensor<i32>\n");
    }
    StrAppend(text, "  %s = stablehlo.add %ca, %cb : tensor<i32>\n  return %s : tensor<i32>\n}\n");
  }
  EXPECT_EQ(ImportRuleOf(text, {.argument_shapes = {ShapeUtil::MakeShape(F32, {1})}}),
            "stablehlo.c11");
}

}  // namespace
}  // namespace hloom
