// StringSet: a set of strings that others own, such as the names of a module, in one table without
// a node for each.
#ifndef HLOOM_BASE_STRING_SET_H_
#define HLOOM_BASE_STRING_SET_H_

#include <cstddef>
#include <functional>
#include <string_view>
#include <vector>

namespace hloom {

class StringSet {
 public:
  // Adds a string, which must outlive the set. Returns false if it is there already.
  bool Insert(std::string_view text) {
    // At least half of the slots are free, so that searches are short.
    if (2 * (count_ + 1) > slots_.size()) Grow();
    std::string_view& slot = SlotOf(text);
    if (slot.data() != nullptr) return false;
    slot = text;
    ++count_;
    return true;
  }
  bool Contains(std::string_view text) { return !slots_.empty() && SlotOf(text).data() != nullptr; }

 private:
  static constexpr size_t kFirstSlots = 16;

  // The slot of the string, or the free one in which it belongs.
  std::string_view& SlotOf(std::string_view text) {
    size_t at = std::hash<std::string_view>()(text);
    while (true) {
      std::string_view& slot = slots_[at & (slots_.size() - 1)];
      if (slot.data() == nullptr || slot == text) return slot;
      ++at;
    }
  }
  void Grow() {
    const std::vector<std::string_view> before = std::move(slots_);
    slots_ = std::vector<std::string_view>(before.empty() ? kFirstSlots : 2 * before.size());
    for (const std::string_view text : before) {
      if (text.data() != nullptr) SlotOf(text) = text;
    }
  }

  std::vector<std::string_view> slots_;  // a power of two; free ones have no data
  size_t count_ = 0;
};

}  // namespace hloom

#endif  // HLOOM_BASE_STRING_SET_H_
