// The arrays that stay on the engine from run to run, by JavaScript's numbers.
#ifndef HLOOM_WASM_VALUE_TABLE_H_
#define HLOOM_WASM_VALUE_TABLE_H_

#include <unordered_map>

#include "literal/literal.h"

namespace hloom {

class ValueTable {
 public:
  // The number is a new one.
  void Add(int64_t number, Literal value);
  // value.c1: a value of that number exists. Take removes it.
  StatusOr<Literal> Find(int64_t number) const;
  StatusOr<Literal> Take(int64_t number);
  void Release(int64_t number);

  int size() const { return static_cast<int>(values_.size()); }
  // The bytes of all values.
  int64_t bytes() const { return bytes_; }

 private:
  std::unordered_map<int64_t, Literal> values_;
  int64_t bytes_ = 0;
};

}  // namespace hloom

#endif  // HLOOM_WASM_VALUE_TABLE_H_
