// Writes a program for several devices, and computes the values that it has there.
#ifndef HLOOM_TESTS_COMM_PROGRAM_WRITER_H_
#define HLOOM_TESTS_COMM_PROGRAM_WRITER_H_

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/str_cat.h"
#include "comm/collective_program.h"

namespace hloom::testing_support {

struct ProgramValue {
  std::string name;
  SpreadArray array;
};

// True if an element is NaN, whose bits are unspecified.
bool HasNan(const SpreadArray& array);

using Lines = std::vector<std::string>;

class ProgramWriter {
 public:
  ProgramWriter(uint64_t seed, int64_t scale);

  Random& random() { return random_; }
  const GridModel& grid() const { return program_.grid; }

  std::string NewName(std::string_view prefix) { return StrCat(prefix, ++names_); }
  // "f32[2,3]{0,1}": with any order of the dimensions, and padding, or without a layout.
  std::string ShapeText(const SpreadArray& array);
  // A parameter with different values on each device. Parameter 3 is p3.
  ProgramValue Parameter(PrimitiveType type, const Sizes& sizes);
  ProgramValue Parameter(SpreadArray array);
  // Sizes of rank least_rank to 3; if they are scaled, of one dimension that is not 1.
  Sizes NewSizes(size_t least_rank);

  // A value for which `fits` holds, or a new parameter.
  using Fits = std::function<bool(const SpreadArray&)>;
  using Make = std::function<ProgramValue()>;
  ProgramValue Operand(const Fits& fits, const Make& make);
  std::optional<ProgramValue> ValueThat(const Fits& fits);

  void Write(const Lines& lines);
  // Once for each name.
  void AddComputation(const std::string& name, const std::string& text);
  // A value that the program returns, and may use. Values with NaNs are not used.
  void AddValue(const ProgramValue& value);
  void AddValues(const std::vector<ProgramValue>& values);
  // Lines that may come later, and the values that they add.
  void AddLater(const Lines& lines, const std::vector<ProgramValue>& values);
  // Writes some of those lines, in any order.
  void WriteSomeLater();
  void Count(const std::string& exchange) { program_.exchanges.push_back(exchange); }

  CollectiveProgram Finish();

 private:
  struct Later {
    Lines lines;
    std::vector<ProgramValue> values;
  };
  void WriteOneLater();

  Random random_;
  const int64_t scale_;
  CollectiveProgram program_;
  int64_t names_ = 0;
  std::vector<std::pair<std::string, std::string>> computations_;
  Lines lines_;
  std::vector<ProgramValue> values_;  // to be used
  std::vector<std::string> given_;    // the names of the root's operands
  std::vector<Later> later_;
};

}  // namespace hloom::testing_support

#endif  // HLOOM_TESTS_COMM_PROGRAM_WRITER_H_
