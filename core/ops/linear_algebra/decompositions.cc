#include "ops/linear_algebra/decompositions.h"

#include <algorithm>

#include "base/str_cat.h"
#include "ops/rules.h"

namespace hloom {

namespace {

using Form = DecompositionPart::Form;
using Kind = DecompositionKind;
using Type = DecompositionPart::Type;
using Part = DecompositionPart;

constexpr Part kMatrix[] = {{Form::kMatrix}};
constexpr Part kReflectors[] = {{Form::kMatrix}, {Form::kReflectors}};
constexpr Part kQrParts[] = {{Form::kMatrix}, {Form::kDiagonal}};
constexpr Part kOrder = {Form::kColumnNumbers, Type::kIndex};
constexpr Part kLuParts[] = {
    {Form::kMatrix}, {Form::kDiagonal, Type::kIndex}, {Form::kRows, Type::kIndex}};
constexpr Part kEighParts[] = {{Form::kRowSquare}, {Form::kRows, Type::kReal}};
constexpr Part kSvdParts[] = {
    {Form::kRowSquare}, {Form::kDiagonal, Type::kReal}, {Form::kColumnSquare}};

// ---- LAPACK ----

constexpr Part kCount = {Form::kScalar, Type::kCount};
constexpr Part kInfo = {Form::kNumber, Type::kIndex};
constexpr Part kAfterCounts3[] = {kCount, kCount, kCount, {Form::kMatrix}};
constexpr Part kAfterCounts4[] = {kCount, kCount, kCount, kCount, {Form::kMatrix}};
constexpr Part kAfterCounts5[] = {kCount, kCount, kCount, kCount, kCount, {Form::kMatrix}};
constexpr Part kAfterCounts6[] = {kCount, kCount, kCount, kCount, kCount, kCount, {Form::kMatrix}};
constexpr Part kReflectorsAfterCounts[] = {
    kCount, kCount, kCount, kCount, kCount, {Form::kMatrix}, {Form::kReflectors}};
constexpr Part kMatrixAndInfo[] = {{Form::kMatrix}, kInfo};
constexpr Part kQrAndInfo[] = {{Form::kMatrix}, {Form::kDiagonal}, kInfo};
constexpr Part kLuAndInfo[] = {{Form::kMatrix}, {Form::kDiagonal, Type::kIndex}, kInfo};
constexpr Part kEigenAndInfo[] = {{Form::kMatrix}, {Form::kRows, Type::kReal}, kInfo};
constexpr Part kSingularValuesAndInfo[] = {
    {Form::kMatrix}, {Form::kDiagonal, Type::kReal}, {Form::kColumns}, {Form::kRightRows}, kInfo};
constexpr Part kMatrixAndOrder[] = {{Form::kMatrix}, kOrder};
constexpr Part kPivotedQrParts[] = {{Form::kMatrix}, kOrder, {Form::kDiagonal}};
constexpr Part kMultiplied[] = {{Form::kMultiplied}};
constexpr Part kReflectorsAndMultiplied[] = {
    {Form::kMatrix}, {Form::kReflectors}, {Form::kMultiplied}};
constexpr Part kBeside[] = {{Form::kBeside}};
constexpr Part kSolved[] = {{Form::kMatrix}, {Form::kBeside}, {Form::kScalar}};
constexpr Part kTridiagonal[] = {{Form::kRows}, {Form::kRows}, {Form::kRows}, {Form::kMatrix}};
constexpr Part kTridiagonalAndInfo[] = {
    {Form::kRows}, {Form::kRows}, {Form::kRows}, {Form::kMatrix}, kInfo};
constexpr Part kSolvedAfterCounts[] = {kCount,          kCount,         kCount, kCount,
                                       kCount,          kCount,         kCount, {Form::kScalar},
                                       {Form::kMatrix}, {Form::kBeside}};

constexpr Part kRealEigenAndInfo[] = {{Form::kRows},
                                      {Form::kRows},
                                      {Form::kMatrix, Type::kComplex},
                                      {Form::kMatrix, Type::kComplex},
                                      kInfo};
constexpr Part kComplexEigenAndInfo[] = {{Form::kRows}, {Form::kMatrix}, {Form::kMatrix}, kInfo};
constexpr Part kRoom = {Form::kRoom};
constexpr Part kRealEigenAfterRooms[] = {kRoom,
                                         kRoom,
                                         kRoom,
                                         {Form::kRows},
                                         {Form::kRows},
                                         {Form::kMatrix, Type::kComplex},
                                         {Form::kMatrix, Type::kComplex},
                                         kInfo};
constexpr Part kComplexEigenAfterRooms[] = {kRoom,           kRoom,           {Form::kRows},
                                            {Form::kMatrix}, {Form::kMatrix}, kInfo};
constexpr Part kRealSchurAndInfo[] = {{Form::kMatrix}, {Form::kMatrix}, {Form::kRows},
                                      {Form::kRows},   kInfo,           kInfo};
constexpr Part kComplexSchurAndInfo[] = {
    {Form::kMatrix}, {Form::kMatrix}, {Form::kRows}, kInfo, kInfo};
constexpr Part kRealSchurInOrder[] = {{Form::kMatrix}, {Form::kRows}, {Form::kRows},
                                      {Form::kMatrix}, kInfo,         kInfo};
constexpr Part kComplexSchurInOrder[] = {{Form::kMatrix}, kRoom, {Form::kRows},
                                         {Form::kMatrix}, kInfo, kInfo};
constexpr Part kTridiagonalForm[] = {{Form::kMatrix},
                                     {Form::kRows, Type::kReal},
                                     {Form::kBelowDiagonal, Type::kReal},
                                     {Form::kBelowDiagonal},
                                     kInfo};
constexpr Part kHessenbergAndInfo[] = {{Form::kMatrix}, {Form::kBelowDiagonal}, kInfo};

// The letters of types.
constexpr std::string_view kAll = "sdcz", kReal = "sd", kComplex = "cz";

constexpr MatrixFlag kLowerFlag[] = {MatrixFlag::kLower};
constexpr MatrixFlag kSolveFlags[] = {MatrixFlag::kLeft, MatrixFlag::kLower, MatrixFlag::kTranspose,
                                      MatrixFlag::kUnitDiagonal};

constexpr MatrixFlag kReflectorFlags[] = {MatrixFlag::kOnLeft, MatrixFlag::kAdjoint};

constexpr Decomposition kDecompositions[] = {
    {"Qr", Kind::kQr, kMatrix, kQrParts},
    {"ProductOfElementaryHouseholderReflectors", Kind::kHouseholderProduct, kReflectors, kMatrix,
     /*square=*/false, /*tall=*/true},
    {"LuDecomposition", Kind::kLu, kMatrix, kLuParts},
    {"Eigh", Kind::kEigh, kMatrix, kEighParts, /*square=*/true},
    {"Svd", Kind::kSvd, kMatrix, kSvdParts},
    // With JAX's typed interface.
    {"lapack_?potrf_ffi", Kind::kLapackCholesky, kMatrix, kMatrixAndInfo, true, false, kAll,
     kLowerFlag},
    {"lapack_?geqrf_ffi", Kind::kQr, kMatrix, kQrParts, false, false, kAll},
    {"lapack_?geqp3_ffi", Kind::kPivotedQr, kMatrixAndOrder, kPivotedQrParts, false, false, kAll},
    {"lapack_?orgqr_ffi", Kind::kHouseholderProduct, kReflectors, kMatrix, false, true, kReal},
    {"lapack_?ungqr_ffi", Kind::kHouseholderProduct, kReflectors, kMatrix, false, true, kComplex},
    {"lapack_?ormqr_ffi", Kind::kMultiplyByReflectors, kReflectorsAndMultiplied, kMultiplied, false,
     false, kReal, kReflectorFlags},
    {"lapack_?unmqr_ffi", Kind::kMultiplyByReflectors, kReflectorsAndMultiplied, kMultiplied, false,
     false, kComplex, kReflectorFlags},
    {"lapack_?getrf_ffi", Kind::kLapackLu, kMatrix, kLuAndInfo, false, false, kAll},
    {"lapack_?gesdd_ffi", Kind::kLapackSingularValues, kMatrix, kSingularValuesAndInfo, false,
     false, kAll},
    {"lapack_?gesvd_ffi", Kind::kLapackSingularValues, kMatrix, kSingularValuesAndInfo, false,
     false, kAll},
    {"lapack_?syevd_ffi", Kind::kLapackEigen, kMatrix, kEigenAndInfo, true, false, kReal,
     kLowerFlag},
    {"lapack_?heevd_ffi", Kind::kLapackEigen, kMatrix, kEigenAndInfo, true, false, kComplex,
     kLowerFlag},
    {"lapack_?geev_ffi", Kind::kLapackGeneralEigen, kMatrix, kRealEigenAndInfo, true, false, kReal},
    {"lapack_?geev_ffi", Kind::kLapackGeneralEigen, kMatrix, kComplexEigenAndInfo, true, false,
     kComplex},
    {"lapack_?gehrd_ffi", Kind::kHessenberg, kMatrix, kHessenbergAndInfo, true, false, kAll},
    {"lapack_?gees_ffi", Kind::kLapackSchur, kMatrix, kRealSchurAndInfo, true, false, kReal},
    {"lapack_?gees_ffi", Kind::kLapackSchur, kMatrix, kComplexSchurAndInfo, true, false, kComplex},
    {"lapack_?sytrd_ffi", Kind::kTridiagonal, kMatrix, kTridiagonalForm, true, false, kReal,
     kLowerFlag},
    {"lapack_?hetrd_ffi", Kind::kTridiagonal, kMatrix, kTridiagonalForm, true, false, kComplex,
     kLowerFlag},
    {"lapack_?trsm_ffi", Kind::kLapackSolve, kSolved, kBeside, true, false, kAll, kSolveFlags, 0,
     /*optional=*/1},
    {"blas_?trsm_ffi", Kind::kLapackSolve, kSolved, kBeside, true, false, kAll, kSolveFlags, 0,
     /*optional=*/1},
    {"lapack_?gtsv_ffi", Kind::kLapackTridiagonalSolve, kTridiagonal, kTridiagonalAndInfo, false,
     false, kAll},
    // With the one before: flags, the number of matrices, sizes, and the size of the workspace are
    // operands.
    {"lapack_?potrf", Kind::kLapackCholesky, kAfterCounts3, kMatrixAndInfo, true, false, kAll,
     kLowerFlag, 3},
    {"lapack_?geqrf", Kind::kQr, kAfterCounts4, kQrAndInfo, false, false, kAll, {}, 4},
    {"lapack_?orgqr",
     Kind::kHouseholderProduct,
     kReflectorsAfterCounts,
     kMatrixAndInfo,
     false,
     true,
     kReal,
     {},
     5},
    {"lapack_?ungqr",
     Kind::kHouseholderProduct,
     kReflectorsAfterCounts,
     kMatrixAndInfo,
     false,
     true,
     kComplex,
     {},
     5},
    {"lapack_?getrf", Kind::kLapackLu, kAfterCounts3, kLuAndInfo, false, false, kAll, {}, 3},
    {"lapack_?gesdd",
     Kind::kLapackSingularValues,
     kAfterCounts6,
     kSingularValuesAndInfo,
     false,
     false,
     kAll,
     {},
     6},
    {"lapack_?syevd", Kind::kLapackEigen, kAfterCounts3, kEigenAndInfo, true, false, kReal,
     kLowerFlag, 3},
    {"lapack_?heevd", Kind::kLapackEigen, kAfterCounts3, kEigenAndInfo, true, false, kComplex,
     kLowerFlag, 3},
    {"lapack_?geev",
     Kind::kLapackGeneralEigen,
     kAfterCounts4,
     kRealEigenAfterRooms,
     true,
     false,
     kReal,
     {},
     4},
    {"lapack_?geev",
     Kind::kLapackGeneralEigen,
     kAfterCounts4,
     kComplexEigenAfterRooms,
     true,
     false,
     kComplex,
     {},
     4},
    {"lapack_?gees",
     Kind::kLapackSchurInOrder,
     kAfterCounts4,
     kRealSchurInOrder,
     true,
     false,
     kReal,
     {},
     4},
    {"lapack_?gees",
     Kind::kLapackSchurInOrder,
     kAfterCounts4,
     kComplexSchurInOrder,
     true,
     false,
     kComplex,
     {},
     4},
    {"lapack_?gehrd",
     Kind::kHessenberg,
     kAfterCounts6,
     kHessenbergAndInfo,
     true,
     false,
     kAll,
     {},
     6},
    {"lapack_?sytrd", Kind::kTridiagonal, kAfterCounts5, kTridiagonalForm, true, false, kReal,
     kLowerFlag, 5, 0, /*first_flag=*/1},
    {"lapack_?hetrd", Kind::kTridiagonal, kAfterCounts5, kTridiagonalForm, true, false, kComplex,
     kLowerFlag, 5, 0, /*first_flag=*/1},
    {"blas_?trsm", Kind::kLapackSolveScaled, kSolvedAfterCounts, kBeside, true, false, kAll,
     kSolveFlags, 7},
};

// ---- shapes ----

// The position of the "?" of a target; npos if it has none.
size_t LetterOf(std::string_view target) { return target.find('?'); }

// The type of matrices for a letter.
PrimitiveType TypeOfLetter(char letter) {
  constexpr PrimitiveType kTypes[] = {F32, F64, C64, C128};
  return kTypes[kAll.find(letter)];
}

int64_t Least(Span<const int64_t> sizes) {
  return std::min(sizes[sizes.size() - 2], sizes[sizes.size() - 1]);
}

// The one of two sizes that is given, or the first.
int64_t OneOf(int64_t first, int64_t second, int64_t given) {
  return given == second ? second : first;
}

// Sets the last two sizes of an array of matrices.
void SetMatrix(const Part& part, const Shape& given, std::vector<int64_t>& sizes) {
  int64_t& m = sizes[sizes.size() - 2];
  int64_t& n = sizes[sizes.size() - 1];
  const bool has_matrix = given.IsArray() && given.rank() >= 2;
  const int64_t rows = has_matrix ? given.dimensions(given.rank() - 2) : m;
  const int64_t columns = has_matrix ? given.dimensions(given.rank() - 1) : n;
  const int64_t least = std::min(m, n);
  if (part.form == Form::kRowSquare) n = m;
  if (part.form == Form::kColumnSquare) m = n;
  if (part.form == Form::kColumns) n = OneOf(m, least, columns);
  if (part.form == Form::kRightRows) m = OneOf(n, least, rows);
  if (part.form != Form::kBeside && part.form != Form::kMultiplied) return;
  if (part.form == Form::kMultiplied) n = m;
  // The array beside a square matrix has the same number of rows, or else of columns.
  if (rows == m || columns != n) {
    n = columns;
  } else {
    m = rows;
  }
}

std::string OperandsText(const InferContext& context) {
  std::vector<std::string> texts;
  for (const Shape* operand : context.operands) texts.push_back(operand->ToString());
  return StrCat("(", StrJoin(texts, ", "), ")");
}

// The results of a custom call as an array or a tuple.
std::vector<const Shape*> ResultsOf(const Shape& shape) {
  std::vector<const Shape*> results;
  if (!shape.IsTuple()) return {&shape};
  for (const Shape& element : shape.tuple_shapes()) results.push_back(&element);
  return results;
}

// Returns whether results that come after those of the decomposition are zeros: workspaces, and the
// info of functions that never fail, which the first versions with a typed interface returned.
bool AreZeros(const Decomposition& decomposition, Span<const Shape* const> results,
              const Shape& a) {
  const bool never_fails =
      decomposition.kind == Kind::kQr || decomposition.kind == Kind::kHouseholderProduct;
  for (size_t i = decomposition.results.size(); i < results.size(); ++i) {
    const Shape& zeros = *results[i];
    if (!decomposition.is_lapack() || !zeros.IsArray() || zeros.is_dynamic()) return false;
    const bool is_info = never_fails && i == decomposition.results.size() &&
                         ShapeUtil::EqualIgnoringLayout(zeros, ShapeOfPart(kInfo, a, zeros));
    // geev has workspaces of the size of its matrix.
    if (!is_info && (zeros.rank() < 1 || zeros.rank() > 2)) return false;
  }
  return true;
}

// The array of matrices among the operands, null if it is not one that the decomposition takes.
const Shape* MatricesOfDecomposition(const InferContext& context,
                                     const Decomposition& decomposition) {
  const size_t most = decomposition.operands.size(), given = context.operands.size();
  if (given > most || given < most - decomposition.optional) return nullptr;
  const Shape* a = nullptr;
  for (size_t i = 0; i < given; ++i) {
    const Shape& operand = context.operand(i);
    if (!operand.IsArray() || operand.is_dynamic()) return nullptr;
    if (a == nullptr && decomposition.operands[i].form == Form::kMatrix) a = &operand;
  }
  if (a->rank() < 2 || !TypeSetContains(TypeSet::kFloatingOrComplex, a->element_type())) {
    return nullptr;
  }
  const int64_t rows = a->dimensions(a->rank() - 2), columns = a->dimensions(a->rank() - 1);
  const bool is_fit =
      !(decomposition.square && rows != columns) && !(decomposition.tall && rows < columns);
  return is_fit ? a : nullptr;
}

// The operands and results of the decomposition for its matrices; empty if it does not take them.
std::string Expectation(const InferContext& context, const Decomposition& decomposition,
                        std::string_view target, bool& fits) {
  fits = false;
  const Shape* const given = MatricesOfDecomposition(context, decomposition);
  if (given == nullptr) return "";
  const PrimitiveType type = decomposition.is_lapack()
                                 ? TypeOfLetter(target[LetterOf(decomposition.target)])
                                 : given->element_type();
  const Shape a = ShapeUtil::MakeShape(type, given->dimensions());
  fits = true;
  std::vector<std::string> operands, results;
  const Shape* beside = nullptr;
  for (size_t i = 0; i < context.operands.size(); ++i) {
    const Shape wanted = ShapeOfPart(decomposition.operands[i], a, context.operand(i));
    fits = fits && ShapeUtil::EqualIgnoringLayout(wanted, context.operand(i));
    operands.push_back(wanted.ToString());
    const Form form = decomposition.operands[i].form;
    if (form == Form::kBeside || form == Form::kMultiplied) beside = &context.operand(i);
  }
  const bool several = decomposition.results.size() > 1;
  const std::vector<const Shape*> shapes = ResultsOf(*context.given_shape);
  fits = fits && context.given_shape->IsTuple() == (several || shapes.size() > 1) &&
         AreZeros(decomposition, shapes, a) && shapes.size() >= decomposition.results.size();
  for (size_t i = 0; i < decomposition.results.size(); ++i) {
    const Shape& result = i < shapes.size() ? *shapes[i] : a;
    const Shape wanted =
        ShapeOfPart(decomposition.results[i], a, beside != nullptr ? *beside : result);
    fits = fits && ShapeUtil::EqualIgnoringLayout(wanted, result);
    results.push_back(wanted.ToString());
  }
  const std::string gives = StrJoin(results, ", ");
  return StrCat("it takes (", StrJoin(operands, ", "), ") and gives ",
                several ? StrCat("(", gives, ")") : gives);
}

}  // namespace

bool IsNamedAsLapack(std::string_view target) {
  return target.substr(0, 7) == "lapack_" || target.substr(0, 5) == "blas_";
}

const Decomposition* FindDecomposition(std::string_view target) {
  for (const Decomposition& decomposition : kDecompositions) {
    if (decomposition.target == target) return &decomposition;
    const size_t letter = LetterOf(decomposition.target);
    if (letter == std::string_view::npos || decomposition.target.size() != target.size()) continue;
    if (decomposition.target.substr(0, letter) == target.substr(0, letter) &&
        decomposition.target.substr(letter + 1) == target.substr(letter + 1) &&
        decomposition.letters.find(target[letter]) != std::string_view::npos) {
      return &decomposition;
    }
  }
  return nullptr;
}

Shape ShapeOfPart(const DecompositionPart& part, const Shape& a, const Shape& given) {
  PrimitiveType type = a.element_type();
  if (part.type == Type::kIndex) type = S32;
  if (part.is_room() && given.IsArray() && !given.is_dynamic()) return given;
  if (part.type == Type::kCount) {
    const PrimitiveType stated = given.IsArray() ? given.element_type() : S32;
    type = stated == S64 || stated == U8 ? stated : S32;
  }
  if (part.type == Type::kReal && IsComplexType(type)) type = ComplexComponentType(type);
  if (part.type == Type::kComplex && !IsComplexType(type)) type = type == F64 ? C128 : C64;
  if (part.form == Form::kScalar) return ShapeUtil::MakeShape(type, {});
  std::vector<int64_t> sizes = a.dimensions().ToVector();
  const int64_t rows = sizes[sizes.size() - 2], columns = sizes.back();
  if (part.is_matrix()) {
    SetMatrix(part, given, sizes);
    return ShapeUtil::MakeShape(type, sizes);
  }
  const int64_t least = Least(sizes);
  sizes.resize(sizes.size() - 2);
  if (part.form == Form::kDiagonal) sizes.push_back(least);
  if (part.form == Form::kRows) sizes.push_back(rows);
  if (part.form == Form::kColumnNumbers) sizes.push_back(columns);
  if (part.form == Form::kBelowDiagonal) sizes.push_back(std::max<int64_t>(rows - 1, 0));
  if (part.form == Form::kReflectors) {
    const bool has_count = given.IsArray() && given.rank() > 0;
    sizes.push_back(std::min(has_count ? given.dimensions(given.rank() - 1) : 0, least));
  }
  return ShapeUtil::MakeShape(type, sizes);
}

Status CheckDecomposition(const InferContext& context, std::string_view target) {
  const Decomposition* const decomposition = FindDecomposition(target);
  if (decomposition == nullptr) return OkStatus();
  bool fits = false;
  const std::string expectation = Expectation(context, *decomposition, target, fits);
  if (fits) return OkStatus();
  return InvalidArgument(kCustomCallC10)
      .Say(StrCat("\"", target, "\" takes ", OperandsText(context), " and gives ",
                  context.given_shape->ToString()))
      .Help(!expectation.empty()
                ? expectation
                : StrCat(
                      "it takes ", decomposition->square ? "square matrices" : "matrices",
                      decomposition->tall ? " with as many rows as columns, or more, and taus" : "",
                      ", static floats or complex numbers [..., m, n]",
                      decomposition->scalars > 0
                          ? StrCat(", after ", decomposition->scalars, " scalars")
                          : "",
                      "; functions of your own have other names"));
}

// ---- flags ----

MatrixFlagText TextOf(MatrixFlag flag) {
  constexpr MatrixFlagText kTexts[] = {{"uplo", "UL"}, {"side", "RL"}, {"trans_x", "NTC"},
                                       {"diag", "NU"}, {"left", ""},   {"transpose", ""}};
  return kTexts[static_cast<int>(flag)];
}

std::optional<int> ReadMatrixFlag(std::string_view backend_config, MatrixFlag flag) {
  const auto [name, letters] = TextOf(flag);
  const auto skip_spaces = [&] {
    while (!backend_config.empty() && backend_config[0] == ' ') backend_config.remove_prefix(1);
  };
  const size_t found = backend_config.find(name);
  if (found == std::string_view::npos) return std::nullopt;
  backend_config.remove_prefix(found + name.size());
  skip_spaces();
  if (backend_config.substr(0, 1) != "=") return std::nullopt;
  backend_config.remove_prefix(1);
  skip_spaces();
  if (letters.empty()) {
    if (backend_config.substr(0, 4) == "true") return 1;
    if (backend_config.substr(0, 5) == "false") return 0;
    return std::nullopt;
  }
  int code = 0;
  for (; !backend_config.empty() && backend_config[0] >= '0' && backend_config[0] <= '9';
       backend_config.remove_prefix(1)) {
    code = std::min(code * 10 + (backend_config[0] - '0'), 1000);
  }
  const size_t value = letters.find(static_cast<char>(std::min(code, 127)));
  if (value == std::string_view::npos) return std::nullopt;
  return static_cast<int>(value);
}

}  // namespace hloom
