// Explanations agree with runs: in every case, and in the programs of examples/, the arithmetic of
// elements is computed from its text and from the values of the run.
#include <cmath>
#include <map>

#include "explain/arithmetic_model.h"
#include "explain/case_program.h"
#include "explain/marks.h"
#include "explain/questions.h"
#include "gtest/gtest.h"
#include "literal/convert.h"
#include "support/random.h"

namespace hloom {
namespace {

using namespace testing_support;  // NOLINT

// The values of the instructions of the entry computation.
class Values final : public Tracer {
 public:
  void Executed(const TraceEvent& event) override {
    if (event.callers.empty()) values[event.instruction.name()] = event.value;
  }
  std::map<std::string, Literal> values;
};

// An element as an exact number: a short text only identifies a number of its type.
std::optional<double> NumberAt(const Literal& array, Span<const int64_t> index) {
  const PrimitiveType type = array.shape().element_type();
  if (!IsIntegralType(type) && !IsFloatingPointType(type)) return std::nullopt;
  std::vector<int64_t> limits;
  for (const int64_t i : index) limits.push_back(i + 1);
  const Literal numbers = *ConvertElements(*array.Slice(index, limits), F64, nullptr);
  const double number = numbers.Get<double>(std::vector<int64_t>(index.size(), 0));
  return std::isfinite(number) ? std::optional(number) : std::nullopt;
}

// A whole number in an integer type: its low bits. Any other one as it is.
double Wrapped(PrimitiveType type, double value) {
  if (!IsIntegralType(type) || BitWidth(type) == 64) return value;
  const double modulus = std::ldexp(1.0, BitWidth(type));
  const double low = value - modulus * std::floor(value / modulus);
  return IsSignedIntegralType(type) && low >= modulus / 2 ? low - modulus : low;
}

// The tolerance of a sum of that size, a few roundings.
double Tolerance(PrimitiveType type, double size) {
  if (!IsFloatingPointType(type)) return 0;
  const int bits = BitWidth(type);
  if (bits <= 8) return 0.5 * size;
  if (bits == 16) return (type == BF16 ? 0.03 : 4e-3) * size;
  return (bits == 32 ? 2e-5 : 1e-12) * size;
}

class Checker {
 public:
  Checker(std::shared_ptr<const Executable> program, std::vector<Literal> arguments)
      : program_(std::move(program)), arguments_(std::move(arguments)) {
    const RunLimits limits = {.tracer = &traced_};
    (void)Execution::Start(program_, arguments_, limits).value()->RunToEnd();
  }

  // The first difference, or empty.
  std::string Check() {
    for (const auto& instruction : program_->module().entry_computation().instructions()) {
      const auto value = traced_.values.find(instruction->name());
      if (value == traced_.values.end()) continue;
      for (const LeafPlace& leaf : LeavesOf(value->second)) {
        // An asynchronous value holds more than its shape.
        const auto stated = ShapeUtil::TryGetSubshape(instruction->shape(), leaf.leaf);
        if (!stated.ok() || !(*stated)->IsArray()) continue;
        for (const ElementIndex& index : Samples(*leaf.value)) {
          const std::string wrong = CheckElement(*instruction, leaf, index);
          if (!wrong.empty()) return wrong;
        }
      }
    }
    return "";
  }

  static std::map<std::string, int> checked;  // by opcode

 private:
  std::string CheckElement(const HloInstruction& instruction, const LeafPlace& leaf,
                           const ElementIndex& index) {
    const auto told = ExplainElement(program_, {instruction.name(), leaf.leaf, index}, arguments_);
    if (!told.ok()) return told.status().ToString();
    // Random values differ each time, and values that are computed together with others do, too.
    if (told->value != ElementText(*leaf.value, index)) return "";
    const size_t equals = told->arithmetic.find(" = ");
    const std::string right = told->arithmetic.substr(equals + 3);
    for (const ExplainedPart& part : told->parts) {
      // For wider elements that become narrower, and for numbers of two parts, this is not
      // arithmetic.
      const PrimitiveType type =
          LeafOf(traced_.values.at(part.instruction), part.leaf).shape().element_type();
      if (type != leaf.value->shape().element_type() && !IsProduct(instruction)) return "";
    }
    const ArithmeticModel model(
        [this](const std::string& array, const ElementIndex& at) { return Look(array, at); });
    const auto value = NumberAt(*leaf.value, index);
    const auto expected = model.Compute(right);
    // Beyond, doubles are not exact, and of four bits a number is the greatest that there is.
    const PrimitiveType type = leaf.value->shape().element_type();
    const double most = IsFloatingPointType(type) && BitWidth(type) < 8 ? 6 : 1e9;
    if (!value || !expected || expected->size > most) return "";
    ++checked[told->opcode];
    // Elements that are scaled may be rounded to BF16.
    const bool scaled = instruction.opcode() == HloOpcode::kScaledDot;
    const double tolerance = Tolerance(scaled ? BF16 : type, expected->size);
    const double computed = Wrapped(type, expected->value);
    if (std::fabs(*value - computed) <= tolerance) return "";
    return StrCat(told->arithmetic, " is ", told->value, " and not ", std::to_string(computed));
  }

  static bool IsProduct(const HloInstruction& instruction) {
    const HloOpcode opcode = instruction.opcode();
    return opcode == HloOpcode::kDot || opcode == HloOpcode::kConvolution ||
           opcode == HloOpcode::kRaggedDot || opcode == HloOpcode::kScaledDot;
  }

  std::optional<double> Look(const std::string& array, const ElementIndex& index) {
    const size_t brace = array.find('{');
    const auto value = traced_.values.find(array.substr(0, brace));
    if (value == traced_.values.end()) return std::nullopt;
    ShapeIndex leaf;
    for (size_t i = brace; i < array.size() && array[i] != '}';) {
      leaf.push_back(std::atoll(array.c_str() + i + 1));
      i = array.find_first_of(",}", i + 1);
    }
    const Literal& found = LeafOf(value->second, leaf);
    for (size_t d = 0; d < index.size(); ++d) {
      if (index[d] < 0 || index[d] >= found.GetDynamicSize(static_cast<int64_t>(d))) {
        ADD_FAILURE() << array << "[" << StrJoin(index, ",") << "] does not exist";
        return std::nullopt;
      }
    }
    return NumberAt(found, index);
  }

  const std::shared_ptr<const Executable> program_;
  const std::vector<Literal> arguments_;
  Values traced_;
};
std::map<std::string, int> Checker::checked;

class ExplainValuesTest : public ::testing::TestWithParam<std::string> {};

TEST_P(ExplainValuesTest, TheArithmeticGivesTheValue) {
  const StatusOr<Json> file = ReadCaseFile(GetParam());
  ASSERT_TRUE(file.ok()) << file.status().ToString();
  size_t number = 0;
  for (const Json& json : file->Find("cases")->items()) {
    if (!TakesCase(GetParam(), number++)) continue;
    const auto read = ReadCaseProgram(json);
    ASSERT_TRUE(read.ok()) << read.status().ToString();
    if (read->program == nullptr) continue;
    EXPECT_EQ(Checker(read->program, read->arguments).Check(), "") << json.Find("name")->text();
  }
  static constexpr std::string_view kArithmetic[] = {
      "add",           "broadcast",  "concatenate",
      "convolution",   "dot",        "dynamic-slice",
      "gather",        "maximum",    "multiply",
      "pad",           "ragged-dot", "reduce",
      "reduce-window", "reshape",    "reverse",
      "scaled-dot",    "scatter",    "select-and-scatter",
      "slice",         "sort",       "transpose"};
  for (const std::string_view name : kArithmetic) {
    if (GetParam() == name) {
      EXPECT_GT(Checker::checked[GetParam()], 4);
    }
  }
}
INSTANTIATE_TEST_SUITE_P(Cases, ExplainValuesTest, ::testing::ValuesIn(CaseFileNames()),
                         CaseTestName);

// Small numbers, some of them negative.
Literal ArgumentLike(const Shape& shape) {
  Literal argument = Literal::Create(shape).value();
  for (int64_t i = 0; i < ShapeUtil::ElementsIn(shape); ++i) {
    const int64_t number = i * 7 % 11 - 5;
    if (shape.element_type() == F32) {
      argument.mutable_data<float>()[i] = static_cast<float>(number) / 4;
    } else if (shape.element_type() == S32) {
      argument.mutable_data<int32_t>()[i] = static_cast<int32_t>(number);
    } else {
      ADD_FAILURE() << shape.ToString() << " is of a type that no example had";
    }
  }
  return argument;
}

TEST(ExplainExamplesTest, TheArithmeticGivesTheValue) {
  for (const std::string_view name : {"axis_demo", "counter", "mlp_step", "scaled"}) {
    const auto text = ReadCheckoutFile(StrCat("examples/programs/", name, ".hlo"));
    ASSERT_TRUE(text.ok()) << text.status().ToString();
    auto module = ParseHloModule(*text);
    ASSERT_TRUE(module.ok()) << module.status().ToString();
    auto program = Executable::Create(*std::move(module)).value();
    std::vector<Literal> arguments;
    for (const HloInstruction* parameter : program->module().entry_computation().parameters()) {
      arguments.push_back(ArgumentLike(parameter->shape()));
    }
    EXPECT_EQ(Checker(std::move(program), std::move(arguments)).Check(), "") << name;
  }
}

}  // namespace
}  // namespace hloom
