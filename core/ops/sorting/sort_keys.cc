#include "ops/sorting/sort_keys.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "literal/convert.h"

namespace hloom {

namespace {

constexpr int64_t kPollEvery = 1 << 16;
// Shorter rows are sorted by comparing: counting digits would take longer.
constexpr int64_t kRadixFrom = 256;
constexpr int kDigitBits = 11;
constexpr size_t kDigits = size_t{1} << kDigitBits;

// What is sorted: a key and the place that it came from, as words of 64 bits, so that comparing items
// compares keys, then places. A narrow item has both in one word, the key above.
struct NarrowItem {
  static constexpr int kMaxKeyBits = 32;
  uint64_t bits;

  uint64_t key() const { return bits >> 32; }
  int64_t place() const { return static_cast<int64_t>(bits & 0xffffffffu); }
  friend bool operator<(NarrowItem a, NarrowItem b) { return a.bits < b.bits; }
};
struct WideItem {
  uint64_t bits;
  uint64_t from;

  uint64_t key() const { return bits; }
  int64_t place() const { return static_cast<int64_t>(from); }
  friend bool operator<(const WideItem& a, const WideItem& b) {
    return a.bits != b.bits ? a.bits < b.bits : a.from < b.from;
  }
};

template <typename T>
using UnsignedOf =
    std::conditional_t<sizeof(T) == 1, uint8_t,
                       std::conditional_t<sizeof(T) == 2, uint16_t,
                                          std::conditional_t<sizeof(T) == 4, uint32_t, uint64_t>>>;

// What a column's elements count as: the unsigned integer that compares as the element does. For
// f32: +0 is 0x80000000, -0 is 0x7fffffff, 1 is 0xbf800000, -1 is 0x407fffff. Integers come as
// unsigned ones of their width, whether they are signed or not.
template <typename T>
class KeyMaker {
 public:
  using U = UnsignedOf<T>;

  KeyMaker(const SortKey& key, bool is_signed, const Literal& nan) {
    if (key.descending) flip_ = static_cast<U>(~flip_);
    if constexpr (std::is_floating_point_v<T>) {
      one_zero_ = key.zero.has_value() || !key.total_order;
      zero_ = static_cast<T>(key.zero.value_or(0));
      one_nan_ = nan.valid();
      if (one_nan_) nan_ = nan.GetFirstElement<T>();
    } else if (is_signed) {
      flip_ ^= kSign;
    }
  }
  uint64_t operator()(T x) const {
    if constexpr (std::is_floating_point_v<T>) {
      if (one_zero_ && x == 0) x = zero_;
      if (one_nan_ && std::isnan(x)) x = nan_;
      U bits;
      std::memcpy(&bits, &x, sizeof(T));
      bits = (bits & kSign) != 0 ? static_cast<U>(~bits) : static_cast<U>(bits | kSign);
      return static_cast<U>(bits ^ flip_);
    } else {
      return static_cast<U>(x ^ flip_);
    }
  }

 private:
  static constexpr U kSign = static_cast<U>(U{1} << (8 * sizeof(T) - 1));

  U flip_ = 0;
  bool one_zero_ = false;
  bool one_nan_ = false;
  T zero_ = T();
  T nan_ = T();
};

// Calls f with the elements that are compared, as a pointer and a stride: parts of complex numbers
// lie two apart. Integers of one width are all the same to it.
template <typename F>
void WithParts(const Literal& values, SortKey::Part part, int64_t from, F&& f) {
  DispatchComputeType(values.shape().element_type(), [&]<typename T>() {
    if constexpr (kIsComplex<T>) {
      using R = typename T::value_type;
      const R* parts = reinterpret_cast<const R*>(values.data<T>() + from);
      f(parts + (part == SortKey::Part::kImaginary ? 1 : 0), 2);
    } else if constexpr (std::is_floating_point_v<T>) {
      f(values.data<T>() + from, 1);
    } else {
      f(values.data<UnsignedOf<T>>() + from, 1);
    }
  });
}

// Least significant digit first: each pass keeps the order of the one before.
template <typename Item>
Status RadixSort(EvalContext& context, Item* items, Item* scratch, int64_t count, int key_bits,
                 std::vector<int64_t>& counts) {
  const int passes = (key_bits + kDigitBits - 1) / kDigitBits;
  const auto digit = [](const Item& item, int pass) {
    return static_cast<size_t>(item.key() >> (pass * kDigitBits)) & (kDigits - 1);
  };
  counts.assign(static_cast<size_t>(passes) * kDigits, 0);
  for (int64_t begin = 0; begin < count; begin += kPollEvery) {
    HLOOM_RETURN_IF_ERROR(context.Poll());
    for (int64_t i = begin; i < std::min(count, begin + kPollEvery); ++i) {
      for (int p = 0; p < passes; ++p) {
        ++counts[static_cast<size_t>(p) * kDigits + digit(items[i], p)];
      }
    }
  }
  Item* from = items;
  Item* to = scratch;
  for (int p = 0; p < passes; ++p) {
    int64_t* at = counts.data() + static_cast<size_t>(p) * kDigits;
    if (at[digit(from[0], p)] == count) continue;  // all have the same digit
    int64_t sum = 0;
    for (size_t d = 0; d < kDigits; ++d) sum += std::exchange(at[d], sum);
    for (int64_t begin = 0; begin < count; begin += kPollEvery) {
      HLOOM_RETURN_IF_ERROR(context.Poll());
      for (int64_t i = begin; i < std::min(count, begin + kPollEvery); ++i) {
        to[at[digit(from[i], p)]++] = from[i];
      }
    }
    std::swap(from, to);
  }
  if (from != items) std::copy_n(from, count, items);
  return OkStatus();
}

// The first `wanted` items in order at the front.
template <typename Item>
Status SortItems(EvalContext& context, Item* items, Item* scratch, int64_t count, int64_t wanted,
                 int key_bits, std::vector<int64_t>& counts) {
  if (wanted < count / 8) {
    std::nth_element(items, items + wanted, items + count);
    count = wanted;
  }
  if (count >= kRadixFrom) return RadixSort(context, items, scratch, count, key_bits, counts);
  std::sort(items, items + count);
  return OkStatus();
}

bool HasNan(const Literal& values, SortKey::Part part) {
  bool found = false;
  WithParts(values, part, 0, [&](const auto* x, int64_t stride) {
    if constexpr (std::is_floating_point_v<std::decay_t<decltype(*x)>>) {
      for (int64_t i = 0; i < values.element_count(); ++i)
        found = found || std::isnan(x[i * stride]);
    }
  });
  return found;
}

}  // namespace

StatusOr<std::unique_ptr<RowSorter>> RowSorter::Create(EvalContext& context, KeyOrder order,
                                                       Span<const Literal> operands,
                                                       int64_t length) {
  std::unique_ptr<RowSorter> sorter(new RowSorter(context, length));
  sorter->reverse_ties_ = order.reverse_ties;
  for (SortKey& key : order.keys) {
    Column column{std::move(key), {}, 0};
    const Literal& operand = operands[column.key.operand];
    const PrimitiveType type = ComputeTypeOf(operand.shape().element_type());
    HLOOM_ASSIGN_OR_RETURN(column.values, ConvertElements(operand, type, context.ledger()));
    if (!column.key.total_order && HasNan(column.values, column.key.part)) {
      return std::unique_ptr<RowSorter>();
    }
    if (column.key.nan) {
      HLOOM_ASSIGN_OR_RETURN(column.key.nan,
                             ConvertElements(*column.key.nan, ComplexComponentType(type)));
    }
    column.bits = BitWidth(ComplexComponentType(type));
    sorter->wide_ = sorter->wide_ || column.bits > NarrowItem::kMaxKeyBits;
    sorter->columns_.push_back(std::move(column));
  }
  sorter->wide_ = sorter->wide_ || length > (int64_t{1} << 32);
  HLOOM_RETURN_IF_ERROR(sorter->Allocate());
  return sorter;
}

Status RowSorter::Allocate() {
  const int64_t width = wide_ ? sizeof(WideItem) : sizeof(NarrowItem);
  for (Buffer* buffer : {&items_, &scratch_}) {
    HLOOM_ASSIGN_OR_RETURN(*buffer, Buffer::Allocate(length_ * width, context_.ledger()));
  }
  for (Buffer* buffer : {&order_, &last_order_}) {
    HLOOM_ASSIGN_OR_RETURN(*buffer, Buffer::Allocate(length_ * 8, context_.ledger()));
  }
  return OkStatus();
}

StatusOr<Span<const int64_t>> RowSorter::Order(int64_t row, int64_t wanted) {
  int64_t* order = reinterpret_cast<int64_t*>(order_.data());
  for (int64_t i = 0; i < length_; ++i) order[i] = reverse_ties_ ? length_ - 1 - i : i;
  // The last key first: each sort keeps the order of those before where its keys are equal.
  for (size_t c = columns_.size(); c-- > 0;) {
    HLOOM_RETURN_IF_ERROR(context_.Poll());
    const int64_t needed = columns_.size() == 1 ? wanted : length_;
    HLOOM_RETURN_IF_ERROR(wide_ ? OrderBy<WideItem>(columns_[c], row, needed)
                                : OrderBy<NarrowItem>(columns_[c], row, needed));
  }
  return Span<const int64_t>(reinterpret_cast<const int64_t*>(order_.data()),
                             static_cast<size_t>(wanted));
}

// An item for each element of the row, in the order so far.
void RowSorter::MakeItems(const Column& column, int64_t row, const int64_t* before) {
  uint64_t* const words = reinterpret_cast<uint64_t*>(items_.data());
  const int64_t width = wide_ ? 2 : 1;
  const int shift = wide_ ? 0 : 32;
  const bool is_signed = IsSignedIntegralType(column.values.shape().element_type());
  const Literal nan = column.key.nan.value_or(Literal());
  WithParts(column.values, column.key.part, row * length_,
            [&]<typename T>(const T* x, int64_t stride) {
              const KeyMaker<T> key(column.key, is_signed, nan);
              for (int64_t i = 0; i < length_; ++i) {
                uint64_t* const item = words + i * width;
                item[width - 1] = static_cast<uint64_t>(i);
                item[0] = key(x[before[i] * stride]) << shift | (shift == 0 ? 0 : item[0]);
              }
            });
}

template <typename Item>
Status RowSorter::OrderBy(const Column& column, int64_t row, int64_t wanted) {
  std::swap(order_, last_order_);
  const int64_t* before = reinterpret_cast<const int64_t*>(last_order_.data());
  int64_t* order = reinterpret_cast<int64_t*>(order_.data());
  Item* items = reinterpret_cast<Item*>(items_.data());
  Item* scratch = reinterpret_cast<Item*>(scratch_.data());
  MakeItems(column, row, before);
  HLOOM_RETURN_IF_ERROR(SortItems(context_, items, scratch, length_, wanted, column.bits, counts_));
  for (int64_t i = 0; i < wanted; ++i) order[i] = before[items[i].place()];
  return OkStatus();
}

}  // namespace hloom
