#include "kernels/elementwise/operand_reader.h"

#include <algorithm>
#include <cstring>
#include <limits>

#include "kernels/convert.h"
#include "kernels/strided_run.h"

namespace hloom {

void OperandReader::Begin(const ElementwiseArrays::Operand& operand, int64_t begin, int64_t end,
                          int64_t most, std::byte* room) {
  operand_ = &operand;
  room_ = room;
  most_ = std::min(most, end - begin);
  at_ = begin;
  period_ = laid_out_ = phase_ = filled_ = 0;
  if (operand.scalar) {
    LoadRun(operand.type, operand.data, 0, operand.computed, room_, most_);
    period_ = 1;
    periods_ = room_;
    laid_out_ = most_;
  } else if (operand.repetition != nullptr) {
    runs_ = Repetition::Cursor(*operand.repetition, begin);
    period_ = operand.repetition->period();
    if (period_ <= Repetition::kShortPeriod) {
      LayOut();
    } else if (operand.repetition->IsOneRun() && !moves()) {
      periods_ = operand.data;
      laid_out_ = period_;
      phase_ = begin % period_;
    }
  }
}

int64_t OperandReader::ready() const {
  if (laid_out_ > 0) return laid_out_ - phase_;
  if (period_ == 0) return moves() ? most_ : std::numeric_limits<int64_t>::max();
  return moves() || runs_.step() == 0 ? std::min(runs_.left(), most_) : runs_.left();
}

const std::byte* OperandReader::Take(int64_t count) {
  if (laid_out_ > 0) {
    const std::byte* const from = periods_ + phase_ * ByteWidth(operand_->computed);
    phase_ += count;
    // A whole period is the usual case, and takes no division.
    if (phase_ >= period_) phase_ = phase_ == period_ ? 0 : phase_ % period_;
    return from;
  }
  const int64_t at = period_ > 0 ? runs_.at() : at_;
  const bool repeats_one = period_ > 0 && runs_.step() == 0;
  at_ += count;
  if (period_ > 0) runs_.Advance(count);
  const std::byte* const in = operand_->data + at * ByteWidth(operand_->type);
  if (repeats_one) {
    // A run is taken in pieces, and the first one has filled the room.
    if (filled_ < count || filled_with_ != at) {
      LoadRun(operand_->type, in, 0, operand_->computed, room_, count);
      filled_with_ = at;
      filled_ = count;
    }
    return room_;
  }
  if (!moves()) return in;
  ConvertRun(operand_->type, in, operand_->computed, room_, count);
  return room_;
}

const std::byte* OperandReader::TakeOne(int64_t count) {
  if (laid_out_ > 0) return periods_;
  const std::byte* const in = operand_->data + runs_.at() * ByteWidth(operand_->type);
  runs_.Advance(count);
  if (!moves()) return in;
  ConvertRun(operand_->type, in, operand_->computed, room_, 1);
  return room_;
}

// Lays out whole periods in the room, or as much of one as is needed.
void OperandReader::LayOut() {
  periods_ = room_;
  laid_out_ = most_ < period_ ? most_ : most_ / period_ * period_;
  const int64_t width = ByteWidth(operand_->computed);
  for (int64_t i = 0; i < laid_out_;) {
    if (i >= period_) {
      std::memcpy(room_ + i * width, room_, static_cast<size_t>(period_ * width));
      i += period_;
      continue;
    }
    const int64_t count = std::min({runs_.left(), period_ - i, laid_out_ - i});
    LoadRun(operand_->type, operand_->data + runs_.at() * ByteWidth(operand_->type), runs_.step(),
            operand_->computed, room_ + i * width, count);
    runs_.Advance(count);
    i += count;
  }
}

}  // namespace hloom
