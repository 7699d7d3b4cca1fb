#include "kernels/contractions/window_packing.h"

#include <algorithm>
#include <cstring>

#include "kernels/copy.h"
#include "kernels/transpose_words.h"

namespace hloom {

namespace {

using Lanes = InputWindows::Lanes;
constexpr int64_t kMostLanes = InputWindows::kMostLanes;

// Converted elements are packed from here.
constexpr int64_t kWindowPackingStageBytes = 1 << 12;
constexpr int64_t kMostStaged = 256;  // depth
constexpr int64_t kMostLine = 128;

// Zeros that windows read for positions outside; the depth of a packed piece is at most this.
alignas(16) constexpr uint32_t kZeroLine[256] = {};

// The windows that are inside at one position.
struct Valid {
  alignas(16) uint32_t masks[kMostLanes];
  bool all, any;
};

Valid AllValid() {
  Valid valid;
  std::fill_n(valid.masks, kMostLanes, ~uint32_t{0});
  valid.all = valid.any = true;
  return valid;
}

Valid ValidAt(const InputWindows& windows, const Lanes& lanes, const TapWalk& tap, int64_t panel) {
  using Words = Vector<uint32_t>;
  Words low = ~Words{};
  Words high = low;
  for (size_t s = 0; s < windows.space(); ++s) {
    const Words at = Splat(static_cast<uint32_t>(tap.at(s)));
    const Words size = Splat(static_cast<uint32_t>(windows.size(s)));
    const auto* const first = reinterpret_cast<const uint32_t*>(lanes.at[s]);
    low &= reinterpret_cast<Words>(LoadVector(first) + at < size);
    high &= reinterpret_cast<Words>(LoadVector(first + 4) + at < size);
  }
  Valid valid;
  StoreVector(valid.masks, low);
  StoreVector(valid.masks + 4, high);
  // A panel has 2, 4 or 8 windows, and lanes without windows are outside.
  const auto low_halves = reinterpret_cast<Vector<uint64_t>>(low);
  const auto high_halves = reinterpret_cast<Vector<uint64_t>>(high);
  const uint64_t second = panel > 2 ? low_halves[1] : low_halves[0];
  const uint64_t third = panel > 4 ? high_halves[0] & high_halves[1] : second;
  valid.all = (low_halves[0] & second & third) == ~uint64_t{0};
  valid.any = (low_halves[0] | low_halves[1] | high_halves[0] | high_halves[1]) != 0;
  return valid;
}

// The features of some windows at one position, and their destination.
template <typename T>
struct Tap {
  const T* from;
  const int64_t* places;
  int64_t count, step;
  T* to;
  int64_t row;    // from one feature to the next in `to`
  int64_t panel;  // windows
};

template <typename T>
void PackLane(const Tap<T>& tap, int64_t lane, bool valid) {
  const T* from = tap.from + tap.places[lane];
  T* to = tap.to + lane;
  const ptrdiff_t step = static_cast<ptrdiff_t>(tap.step);
  const ptrdiff_t row = static_cast<ptrdiff_t>(tap.row);
  if (!valid) {
    for (int64_t d = tap.count; d > 0; --d, to += row) *to = T{};
    return;
  }
  for (int64_t d = tap.count; d > 0; --d, to += row, from += step) *to = *from;
}

// Windows that are neighbors.
template <typename T>
void CopyLanes(const Tap<T>& tap) {
  const T* from = tap.from + tap.places[0];
  T* to = tap.to;
  constexpr ptrdiff_t kLanes = 16 / static_cast<ptrdiff_t>(sizeof(T));
  const ptrdiff_t step = static_cast<ptrdiff_t>(tap.step);
  const ptrdiff_t row = static_cast<ptrdiff_t>(tap.row);
  const ptrdiff_t panel = static_cast<ptrdiff_t>(tap.panel);
  for (int64_t d = tap.count; d > 0; --d, from += step, to += row) {
    for (ptrdiff_t i = 0; i < panel; i += kLanes) std::memcpy(to + i, from + i, 16);
  }
}

// The same with zeros for masked windows. Whole vectors are written: a panel has 4 or 8 windows.
void CopyMasked(const Tap<uint32_t>& tap, const uint32_t* masks) {
  const Vector<uint32_t> low = LoadVector(masks);
  const Vector<uint32_t> high = LoadVector(masks + 4);
  const uint32_t* from = tap.from + tap.places[0];
  uint32_t* to = tap.to;
  const bool two = tap.panel > 4;
  const ptrdiff_t step = static_cast<ptrdiff_t>(tap.step);
  const ptrdiff_t row = static_cast<ptrdiff_t>(tap.row);
  for (int64_t d = tap.count; d > 0; --d, from += step, to += row) {
    StoreVector(to, Vector<uint32_t>(LoadVector(from) & low));
    if (two) StoreVector(to + 4, Vector<uint32_t>(LoadVector(from + 4) & high));
  }
}

// Windows at equal distances.
template <typename T>
void CopyEven(const Tap<T>& tap, int64_t distance) {
  const T* from = tap.from + tap.places[0];
  T* to = tap.to;
  const ptrdiff_t apart = static_cast<ptrdiff_t>(distance);
  const ptrdiff_t step = static_cast<ptrdiff_t>(tap.step);
  const ptrdiff_t row = static_cast<ptrdiff_t>(tap.row);
  const ptrdiff_t panel = static_cast<ptrdiff_t>(tap.panel);
  for (int64_t d = tap.count; d > 0; --d, from += step, to += row) {
    const T* next = from;
    for (ptrdiff_t i = 0; i < panel; i += 4, next += 4 * apart) {
      if constexpr (sizeof(T) == 4) {
        if (apart == 2) {
          StoreVector(to + i, LoadEverySecond(next));
          continue;
        }
      }
      const T values[] = {next[0], next[apart], next[2 * apart], next[3 * apart]};
      std::memcpy(to + i, values, sizeof(values));
    }
  }
}

// Features that are neighbors, of four windows.
inline void TransposeLines(const uint32_t* a, const uint32_t* b, const uint32_t* c,
                           const uint32_t* d, ptrdiff_t count, uint32_t* to, ptrdiff_t row) {
  for (; count >= 4; count -= 4) {
    TransposeWords(a, b, c, d, to, row);
    a += 4;
    b += 4;
    c += 4;
    d += 4;
    to += 4 * row;
  }
  HLOOM_LEFT_OVER
  for (; count > 0; --count) {
    to[0] = *a++;
    to[1] = *b++;
    to[2] = *c++;
    to[3] = *d++;
    to += row;
  }
}

void TransposeLanes(const Tap<uint32_t>& tap, const Valid& valid) {
  for (int64_t i = 0; i < tap.panel; i += 4) {
    const auto line = [&](int64_t lane) {
      return valid.masks[lane] != 0 ? tap.from + tap.places[lane] : kZeroLine;
    };
    TransposeLines(line(i), line(i + 1), line(i + 2), line(i + 3),
                   static_cast<ptrdiff_t>(tap.count), tap.to + i, static_cast<ptrdiff_t>(tap.row));
  }
}

// Packs a panel of inside windows, whose features are neighbors.
void TransposePanel(const InputWindows::Taps& taps, const Lanes& lanes, const uint32_t* from,
                    int64_t panel, int64_t begin, int64_t end, uint32_t* to) {
  for (int64_t i = 0; i < panel; i += 4) {
    const uint32_t* const a = from + lanes.places[i];
    const uint32_t* const b = from + lanes.places[i + 1];
    const uint32_t* const c = from + lanes.places[i + 2];
    const uint32_t* const d = from + lanes.places[i + 3];
    uint32_t* out = to + i;
    for (TapWalk walk(taps, begin, end); walk.Next();) {
      const ptrdiff_t place = static_cast<ptrdiff_t>(walk.place());
      const ptrdiff_t count = static_cast<ptrdiff_t>(walk.count());
      TransposeLines(a + place, b + place, c + place, d + place, count, out,
                     static_cast<ptrdiff_t>(panel));
      out += count * static_cast<ptrdiff_t>(panel);
    }
  }
}

template <typename T>
void PackTap(const InputWindows& windows, const Lanes& lanes, const Valid& valid, const Tap<T>& tap,
             int64_t place) {
  constexpr int64_t kWidth = sizeof(T);
  const bool in_line = lanes.even && lanes.apart == 1;
  if (!valid.any) {
    T* to = tap.to;
    for (int64_t d = 0; d < tap.count; ++d, to += tap.row) std::fill_n(to, tap.panel, T{});
    return;
  }
  if (valid.all && in_line && tap.panel * kWidth % 16 == 0) return CopyLanes(tap);
  if constexpr (kWidth == 4) {
    if (in_line && !valid.all && tap.panel % 4 == 0) {
      const int64_t first = place + tap.places[0];
      const int64_t last = (tap.count - 1) * tap.step;
      if (windows.InBounds(first + std::min<int64_t>(last, 0),
                           first + std::max<int64_t>(last, 0) + tap.panel - 1)) {
        return CopyMasked(tap, valid.masks);
      }
    }
    const bool even = valid.all && lanes.even && lanes.apart <= 2;
    if (tap.step == 1 && tap.panel % 4 == 0 && tap.count > 1 && !even) {
      return TransposeLanes(tap, valid);
    }
  }
  if (valid.all && lanes.even && tap.panel % 4 == 0) return CopyEven(tap, lanes.apart);
  for (int64_t i = 0; i < tap.panel; ++i) PackLane(tap, i, valid.masks[i] != 0);
}

// Packs one panel.
template <typename T>
void PackPanelOfWindowPacking(const InputWindows& windows, const Lanes& lanes,
                              const std::byte* data, int64_t panel, int64_t begin, int64_t end,
                              std::byte* to) {
  const InputWindows::Taps& taps = lanes.inside ? windows.inside_taps() : windows.taps();
  const T* const from = reinterpret_cast<const T*>(data);
  T* const out = reinterpret_cast<T*>(to);
  if constexpr (sizeof(T) == 4) {
    const bool nearer = lanes.even && lanes.apart <= 2;  // than neighbors in the depth
    if (lanes.inside && taps.feature_step == 1 && !taps.features_first && !nearer &&
        panel % 4 == 0) {
      return TransposePanel(taps, lanes, from, panel, begin, end, out);
    }
  }
  const Valid all = AllValid();
  for (TapWalk walk(taps, begin, end); walk.Next();) {
    const Tap<T> tap = {
        from + walk.place(),        lanes.places,        walk.count(), taps.feature_step,
        out + walk.first() * panel, walk.step() * panel, panel};
    PackTap(windows, lanes, lanes.inside ? all : ValidAt(windows, lanes, walk, panel), tap,
            walk.place());
  }
}

void PackPanelOf(int64_t width, const InputWindows& windows, const Lanes& lanes,
                 const std::byte* data, int64_t panel, int64_t begin, int64_t end, std::byte* to) {
  DispatchWidth(width, [&]<typename T>() {
    PackPanelOfWindowPacking<T>(windows, lanes, data, panel, begin, end, to);
  });
}

// Puts lines of int16 two by two: [depth][panel] becomes [depth / 2][panel][2].
void Pair(const uint16_t* from, int64_t depth, int64_t panel, uint32_t* to) {
  for (int64_t d = 0; d < depth; d += 2, from += 2 * panel, to += panel) {
    for (int64_t i = 0; i < panel; ++i) {
      const uint32_t second = d + 1 < depth ? from[panel + i] : 0;
      to[i] = from[i] | second << 16;
    }
  }
}

// Packs one panel of elements that are converted: first without conversion, a part of the depth at
// a time.
void PackConverted(const Factor& factor, const Lanes& lanes, const WindowPanels& panels,
                   const std::byte* data, const FactorBlock& block, std::byte* to) {
  alignas(16) std::byte stage[kWindowPackingStageBytes];
  alignas(16) uint16_t shorts[kMostStaged * kMostLanes];
  const int64_t panel = panels.width;
  const int64_t each =
      std::min(kWindowPackingStageBytes / (panel * factor.width) / 2 * 2, kMostStaged);
  for (int64_t begin = block.depth_begin; begin < block.depth_end; begin += each) {
    const int64_t end = std::min(begin + each, block.depth_end);
    const int64_t count = (end - begin) * panel;
    PackPanelOf(factor.width, *factor.windows, lanes, data, panel, begin, end, stage);
    if (panels.pairs) {
      factor.form.Load(stage, 1, reinterpret_cast<std::byte*>(shorts), count);
      Pair(shorts, end - begin, panel, reinterpret_cast<uint32_t*>(to));
    } else {
      factor.form.Load(stage, 1, to, count);
    }
    to += count * factor.loaded_width;
  }
}

// True if elements are better converted before they are packed: lines of features, which become
// elements of four bytes.
bool ConvertsLines(const Factor& factor, const WindowPanels& panels) {
  constexpr int64_t kShortLine = 8;
  const InputWindows::Taps& taps = factor.windows->taps();
  return !panels.pairs && factor.loaded_width == 4 && panels.width % 4 == 0 &&
         taps.feature_step == 1 && !taps.features_first && taps.features >= kShortLine;
}

// Packs one panel of such elements.
void PackLinesOfWindowPacking(const Factor& factor, const Lanes& lanes, const WindowPanels& panels,
                              const std::byte* data, const FactorBlock& block, std::byte* to) {
  alignas(16) uint32_t lines[4][kMostLine];
  const InputWindows& windows = *factor.windows;
  const InputWindows::Taps& taps = lanes.inside ? windows.inside_taps() : windows.taps();
  const int64_t panel = panels.width;
  uint32_t* out = reinterpret_cast<uint32_t*>(to);
  for (TapWalk walk(taps, block.depth_begin, block.depth_end); walk.Next();) {
    const Valid valid = lanes.inside ? AllValid() : ValidAt(windows, lanes, walk, panel);
    for (int64_t begin = 0; begin < walk.count(); begin += kMostLine) {
      const int64_t count = std::min(walk.count() - begin, kMostLine);
      for (int64_t i = 0; i < panel; i += 4) {
        const uint32_t* from[4];
        for (int64_t j = 0; j < 4; ++j) {
          from[j] = kZeroLine;
          if (valid.masks[i + j] == 0) continue;
          const int64_t place = lanes.places[i + j] + walk.place() + begin;
          factor.form.Load(data + place * factor.width, 1, reinterpret_cast<std::byte*>(lines[j]),
                           count);
          from[j] = lines[j];
        }
        TransposeLines(from[0], from[1], from[2], from[3], static_cast<ptrdiff_t>(count), out + i,
                       static_cast<ptrdiff_t>(panel));
      }
      out += count * panel;
    }
  }
}

}  // namespace

void PackWindows(const Factor& factor, const WindowPanels& panels, const std::byte* data,
                 const FactorBlock& block, std::byte* to) {
  Lanes lanes;
  const bool converts_lines = !factor.plain && ConvertsLines(factor, panels);
  for (int64_t i = block.kept_begin; i < block.kept_end; i += panels.width, to += panels.bytes) {
    const int64_t count = std::min(panels.width, block.kept_end - i);
    factor.windows->List(i, count, panels.width, lanes);
    if (factor.plain) {
      PackPanelOf(factor.width, *factor.windows, lanes, data, panels.width, block.depth_begin,
                  block.depth_end, to);
    } else if (converts_lines) {
      PackLinesOfWindowPacking(factor, lanes, panels, data, block, to);
    } else {
      PackConverted(factor, lanes, panels, data, block, to);
    }
  }
}

}  // namespace hloom
