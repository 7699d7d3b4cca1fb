#include "shape/parts_budget.h"

#include "base/str_cat.h"
#include "shape/rules.h"

namespace hloom {

Status PartsBudget::Book(int64_t parts) {
  if (parts > left()) return Exceeded();
  booked_ += parts;
  return OkStatus();
}

Status PartsBudget::Exceeded() {
  return ResourceExhausted(kPartsC1)
      .Say(StrCat("the shapes of the program have more than ", kMaxParts, " parts together"))
      .Detail("every array, token and tuple inside of a tuple is a part, wherever it is repeated")
      .Help(
          "a tuple that holds the same tuple again and again grows quickly: pass on the arrays "
          "themselves, stack arrays of one shape into one, or take apart what is no longer needed");
}

}  // namespace hloom
