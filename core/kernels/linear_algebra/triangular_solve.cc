#include "kernels/linear_algebra/triangular_solve.h"

#include <algorithm>

#include "kernels/linear_algebra/matrices.h"
#include "kernels/linear_algebra/substitution.h"

namespace hloom {

namespace {

// Work is counted in products of F32, of which there are some 20 in a nanosecond.
constexpr int64_t kTriangularSolveSmall = 1 << 16;
constexpr int64_t kTriangularSolveTask = 1 << 20;
constexpr int64_t kMostTask = 1 << 26;
// The memory of systems that are solved immediately.
constexpr int64_t kTriangularSolveSmallBytes = 1 << 14;
// A task computes whole systems of at most this size.
constexpr int64_t kSystemBytes = 1 << 17;
// Strips that a task solves side by side read each block of the triangle from a near cache.
constexpr int64_t kMostStrips = 8;
constexpr int64_t kEnoughTasks = 8;

template <typename E>
class Solver final : public TriangularSolver {
  using Rows = Substitution<E>;

 public:
  Solver(const TriangularSystems& systems, const Matrices& a, const Matrices& b, const Matrices& x)
      : conjugate_(systems.conjugate),
        unit_diagonal_(systems.unit_diagonal),
        a_(a),
        b_(b),
        x_(x),
        sides_(b.columns()),
        rows_(a.rows(), std::min<int64_t>(RoundUp(a.rows(), kTileRows), Rows::kMostBlock)),
        strips_(rows_.Strips(sides_)),
        system_work_(SystemWork()),
        whole_systems_(SystemBytes() <= kSystemBytes && system_work_ <= kMostTask) {}

  bool is_small() const override {
    return SystemBytes() <= kTriangularSolveSmallBytes && system_work_ <= kTriangularSolveSmall &&
           a_.count() <= kTriangularSolveSmall / system_work_;
  }

  Kernel Solve(const std::byte* a, const std::byte* b, std::byte* x) const override {
    if (!is_small()) return SolveInPhases({a, b, x});
    alignas(16) std::byte room[kTriangularSolveSmallBytes];
    SolveSystems({a, b, x}, 0, a_.count(), room);
    return Kernel();
  }

 private:
  struct Arrays {
    const std::byte* a;
    const std::byte* b;
    std::byte* x;
  };
  // The blocks of rows that a phase solves.
  struct Part {
    int64_t begin, end;
  };

  int64_t SystemWork() const {
    constexpr int64_t kCost = sizeof(E) / 4 * (kIsReal<E> ? 1 : 2);
    int64_t work = 1 << 10;
    for (int64_t block = 0; block < rows_.blocks(); ++block) {
      work += rows_.Work(block) * strips_ * kCost;
    }
    return work;
  }
  int64_t SystemBytes() const {
    return (rows_.PackedSize() + strips_ * rows_.StripSize()) * static_cast<int64_t>(sizeof(E));
  }

  void LoadStrip(const MatrixPlaces<const E>& b, int64_t strip, E* to) const {
    const int64_t side = strip * Rows::kSides;
    rows_.Load({b.At(0, side), b.row_step, b.column_step}, std::min(Rows::kSides, sides_ - side),
               rows_.n(), to);
  }
  void StoreStrip(const E* from, int64_t strip, const MatrixPlaces<E>& x) const {
    const int64_t side = strip * Rows::kSides;
    rows_.Store(from, std::min(Rows::kSides, sides_ - side), rows_.n(),
                {x.At(0, side), x.row_step, x.column_step});
  }

  // Solves the systems from `begin` up to `end`, one after the other.
  void SolveSystems(const Arrays& arrays, int64_t begin, int64_t end, std::byte* room) const {
    E* const packed = reinterpret_cast<E*>(room);
    E* const strips = packed + rows_.PackedSize();
    for (int64_t i = begin; i < end; ++i) {
      const auto a = a_.At<const E>(arrays.a, i);
      const auto b = b_.At<const E>(arrays.b, i);
      for (int64_t s = 0; s < strips_; ++s) LoadStrip(b, s, strips + s * rows_.StripSize());
      for (int64_t block = 0; block < rows_.blocks(); ++block) {
        rows_.Pack(a, conjugate_, block, packed);
        rows_.SolveBlock(packed, block, unit_diagonal_, strips, strips_);
      }
      const auto x = x_.At<E>(arrays.x, i);
      for (int64_t s = 0; s < strips_; ++s) StoreStrip(strips + s * rows_.StripSize(), s, x);
    }
  }

  Kernel SolveInPhases(Arrays arrays) const {
    const int64_t systems = a_.count();
    if (whole_systems_) {
      const int64_t each = std::max<int64_t>(1, kTriangularSolveTask / system_work_);
      const auto solve = [&](int64_t task, std::byte* room) {
        SolveSystems(arrays, task * each, std::min((task + 1) * each, systems), room);
      };
      co_await Tasks(TaskCount(systems, each), solve, SystemBytes());
      co_return OkStatus();
    }
    E* const packed = co_await Scratch<E>(rows_.PackedSize());
    E* const strips = co_await Scratch<E>(strips_ * rows_.StripSize());
    const int64_t group = std::clamp<int64_t>(strips_ / kEnoughTasks, 1, kMostStrips);
    for (int64_t i = 0; i < systems; ++i) {
      const auto pack = [&](int64_t block, std::byte*) {
        rows_.Pack(a_.At<const E>(arrays.a, i), conjugate_, block, packed);
      };
      co_await Tasks(rows_.blocks(), pack);
      for (Part part = {0, 0}; part.end < rows_.blocks();) {
        part = {part.end, EndOfPart(part.end, group)};
        const auto solve = [&](int64_t task, std::byte*) {
          SolveGroup(arrays, i, part, task * group, std::min((task + 1) * group, strips_), packed,
                     strips);
        };
        co_await Tasks(TaskCount(strips_, group), solve);
      }
    }
    co_return OkStatus();
  }

  // No task of a phase takes too long.
  int64_t EndOfPart(int64_t begin, int64_t group) const {
    int64_t end = begin;
    for (int64_t work = 0; end < rows_.blocks() && (end == begin || work <= kMostTask); ++end) {
      work += rows_.Work(end) * group;
    }
    return end;
  }

  void SolveGroup(const Arrays& arrays, int64_t system, Part part, int64_t begin, int64_t end,
                  const E* packed, E* strips) const {
    strips += begin * rows_.StripSize();
    const auto b = b_.At<const E>(arrays.b, system);
    const auto x = x_.At<E>(arrays.x, system);
    for (int64_t s = begin; part.begin == 0 && s < end; ++s) {
      LoadStrip(b, s, strips + (s - begin) * rows_.StripSize());
    }
    for (int64_t block = part.begin; block < part.end; ++block) {
      rows_.SolveBlock(packed, block, unit_diagonal_, strips, end - begin);
    }
    for (int64_t s = begin; part.end == rows_.blocks() && s < end; ++s) {
      StoreStrip(strips + (s - begin) * rows_.StripSize(), s, x);
    }
  }

  const bool conjugate_, unit_diagonal_;
  const Matrices a_, b_, x_;
  const int64_t sides_;
  const Rows rows_;
  const int64_t strips_;
  const int64_t system_work_;
  const bool whole_systems_;
};

}  // namespace

std::unique_ptr<const TriangularSolver> PlanTriangularSolve(const TriangularSystems& systems) {
  Matrices a(systems.a_sizes, systems.a_strides);
  Matrices b(systems.b_sizes, systems.b_strides);
  Matrices x(systems.b_sizes, systems.x_strides);
  bool lower = systems.lower;
  // x op(a) = b is op(a)^T x^T = b^T.
  if (!systems.left_side) {
    b.Transpose();
    x.Transpose();
  }
  if (systems.transpose == systems.left_side) {
    a.Transpose();
    lower = !lower;
  }
  // An upper triangle is a lower one whose rows and columns are counted from the end.
  if (!lower) {
    a.ReverseRows();
    a.ReverseColumns();
    b.ReverseRows();
    x.ReverseRows();
  }
  return DispatchMatrixType(systems.type,
                            [&]<typename E>() -> std::unique_ptr<const TriangularSolver> {
                              return std::make_unique<Solver<E>>(systems, a, b, x);
                            });
}

}  // namespace hloom
