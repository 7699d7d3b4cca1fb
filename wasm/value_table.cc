#include "wasm/value_table.h"

#include "base/str_cat.h"
#include "wasm/rules.h"

namespace hloom {

namespace {

Status NoValue(int64_t number) {
  return FailedPrecondition(kValueC1)
      .Say(StrCat("value ", number, " is not on the engine"))
      .Help("it was given up or disposed of, or never existed");
}

}  // namespace

void ValueTable::Add(int64_t number, Literal value) {
  Release(number);
  bytes_ += value.size_bytes();
  values_.emplace(number, std::move(value));
}

StatusOr<Literal> ValueTable::Find(int64_t number) const {
  const auto found = values_.find(number);
  if (found == values_.end()) return NoValue(number);
  return found->second;
}

StatusOr<Literal> ValueTable::Take(int64_t number) {
  const auto found = values_.find(number);
  if (found == values_.end()) return NoValue(number);
  Literal value = std::move(found->second);
  bytes_ -= value.size_bytes();
  values_.erase(found);
  return value;
}

void ValueTable::Release(int64_t number) {
  const auto found = values_.find(number);
  if (found == values_.end()) return;
  bytes_ -= found->second.size_bytes();
  values_.erase(found);
}

}  // namespace hloom
