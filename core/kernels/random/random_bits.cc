#include "kernels/random/random_bits.h"

#include <algorithm>

#include "kernels/convert.h"
#include "kernels/random/three_fry.h"

namespace hloom {

namespace {

// So many counters are computed before their words are placed.
constexpr int64_t kRandomBitsRun = 256;
static_assert(kRandomBitsRun % kThreeFryTogether == 0);

std::byte* RandomBitsBytes(uint32_t* words) { return reinterpret_cast<std::byte*>(words); }

// Narrows words to elements in place.
void Narrow(PrimitiveType type, uint32_t* words, int64_t count) {
  uint32_t narrow[kRandomBitsRun];
  ConvertRun(U32, RandomBitsBytes(words), type, RandomBitsBytes(narrow), count);
  std::copy_n(RandomBitsBytes(narrow), count * ByteWidth(type), RandomBitsBytes(words));
}

}  // namespace

RandomBitsArray::RandomBitsArray(RandomGenerator generator, PrimitiveType type,
                                 Span<const int64_t> sizes, Span<const int64_t> strides)
    : generator_(generator),
      type_(BitWidth(type) < 32 ? type : U32),
      array_(sizes, strides, ByteWidth(type)),
      words_(array_.elements() * (BitWidth(type) == 64 ? 2 : 1)) {
  if (generator == RandomGenerator::kPhilox) {
    counters_ = TaskCount(words_, kPhiloxWords);
    return;
  }
  split_ = BitWidth(type) == 64 ? PairSplit::OfNeighbours(words_) : PairSplit::Of(sizes);
  counters_ = split_.pairs;
}

void RandomBitsArray::FillThreeFry(const RandomState& state, int64_t begin, int64_t end,
                                   std::byte* out) const {
  if (type_ == U32 && split_.AreNeighbours()) {
    // Most arrays: the words are stored in the order in which they are computed.
    const int64_t whole = (end - begin) / kThreeFryTogether * kThreeFryTogether;
    ThreeFryInTurn(state.key, state.counter.low + static_cast<uint64_t>(begin), whole,
                   reinterpret_cast<uint32_t*>(out) + 2 * begin);
    begin += whole;
  }
  uint32_t first[kRandomBitsRun], second[kRandomBitsRun];
  for (int64_t at = begin; at < end; at += kRandomBitsRun) {
    const int64_t run = std::min(kRandomBitsRun, end - at);
    ThreeFryPairs(state.key, state.counter.low + static_cast<uint64_t>(at), run, first, second);
    if (type_ != U32) {
      Narrow(type_, first, run);
      Narrow(type_, second, run);
    }
    const auto place = [&]<typename T>() {
      split_.Place(reinterpret_cast<const T*>(first), reinterpret_cast<const T*>(second), at, run,
                   reinterpret_cast<T*>(out));
    };
    switch (ByteWidth(type_)) {
      case 1:
        place.template operator()<uint8_t>();
        break;
      case 2:
        place.template operator()<uint16_t>();
        break;
      default:
        place.template operator()<uint32_t>();
    }
  }
}

void RandomBitsArray::FillPhilox(const RandomState& state, int64_t begin, int64_t end,
                                 std::byte* out) const {
  uint32_t words[kRandomBitsRun * kPhiloxWords];
  for (int64_t at = begin; at < end; at += kRandomBitsRun) {
    const int64_t run = std::min(kRandomBitsRun, end - at);
    PhiloxBlocks(state.key, state.counter.After(static_cast<uint64_t>(at)), run, words);
    const int64_t from = at * kPhiloxWords;
    const int64_t count = std::min(words_ - from, run * kPhiloxWords);
    ConvertRun(U32, RandomBitsBytes(words), type_, out + from * ByteWidth(type_), count);
  }
}

Kernel RandomBitsArray::Fill(RandomState state, std::byte* out) const {
  const auto fill = [this, state](int64_t begin, int64_t end, std::byte* to) {
    if (generator_ == RandomGenerator::kThreeFry) return FillThreeFry(state, begin, end, to);
    FillPhilox(state, begin, end, to);
  };
  return array_.FillBy(counters_, fill, out);
}

}  // namespace hloom
