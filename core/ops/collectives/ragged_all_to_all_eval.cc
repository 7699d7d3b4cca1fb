// Evaluation of ragged-all-to-all.
#include <algorithm>

#include "base/str_cat.h"
#include "base/utf8.h"
#include "ops/collectives/collective_arrays_eval.h"
#include "ops/collectives/collective_util.h"
#include "ops/rules.h"
#include "shape/index_util.h"

namespace hloom {

namespace {

// The operands, by their numbers.
enum Operand : size_t { kInput, kOutput, kInputOffsets, kSendSizes, kOutputOffsets, kRecvSizes };

// Entry i of a vector of integers of any type; values that do not fit are refused as too large.
int64_t EntryOf(const Literal& vector, int64_t i) {
  const PrimitiveType type = vector.shape().element_type();
  const std::byte* const at =
      vector.data<std::byte>() + i * IndexUtil::Strides(vector.shape())[0] * ByteWidth(type);
  const bool is_signed = IsSignedIntegralType(type);
  switch (ByteWidth(type)) {
    case 1:
      return is_signed ? *reinterpret_cast<const int8_t*>(at)
                       : *reinterpret_cast<const uint8_t*>(at);
    case 2:
      return is_signed ? *reinterpret_cast<const int16_t*>(at)
                       : *reinterpret_cast<const uint16_t*>(at);
    case 4:
      return is_signed ? *reinterpret_cast<const int32_t*>(at)
                       : int64_t{*reinterpret_cast<const uint32_t*>(at)};
    default:
      return is_signed ? *reinterpret_cast<const int64_t*>(at)
                       : static_cast<int64_t>(std::min<uint64_t>(
                             *reinterpret_cast<const uint64_t*>(at), uint64_t{1} << 62));
  }
}

// Rows that one device sends to another.
struct RaggedAllToAllPiece {
  int64_t from, to, rows;
};

Status CheckInside(const CollectiveMembers& members, size_t source, size_t target,
                   const RaggedAllToAllPiece& piece) {
  const Shape& input = members.operands[source][kInput].shape();
  const Shape& output = members.operands[target][kOutput].shape();
  const auto lies = [](int64_t begin, int64_t rows, int64_t size) {
    return rows >= 0 && begin >= 0 && rows <= size && begin <= size - rows;
  };
  const bool from = lies(piece.from, piece.rows, input.dimensions(0));
  if (from && lies(piece.to, piece.rows, output.dimensions(0))) return OkStatus();
  return OutOfRange(kRaggedAllToAllC4)
      .Say(StrCat("device ", members.devices[source], " sends ", Count(piece.rows, "row"), " from ",
                  piece.from, " on to row ", piece.to, " of device ", members.devices[target]))
      .Detail(from ? StrCat("the output is ", output.ToString())
                   : StrCat("the input is ", input.ToString()))
      .Help("offset and size must be inside dimension 0");
}

Status CheckAgree(const CollectiveMembers& members, size_t source, size_t target, int64_t each,
                  int64_t i, int64_t rows) {
  const Literal& received = members.operands[target][kRecvSizes];
  const int64_t said = EntryOf(received, static_cast<int64_t>(source) * each + i);
  if (said == rows) return OkStatus();
  return FailedPrecondition(kRaggedAllToAllC5)
      .Say(MessageCat("device ", members.devices[source], " sends ", Count(rows, "row"),
                      " to device ", members.devices[target], ", whose `recv_sizes` state "_msg,
                      said))
      .Help("`recv_sizes` of the receiver and `send_sizes` of the sender must be the same"_msg);
}

// Adds the rows that `source` sends to `target`.
Status AddPieces(const CollectiveMembers& members, size_t source, size_t target, Literal& result,
                 CopyBatch& copies) {
  const std::vector<Literal>& own = members.operands[source];
  const int64_t each = own[kSendSizes].shape().dimensions(0) / static_cast<int64_t>(members.size());
  for (int64_t i = 0; i < each; ++i) {
    const int64_t entry = static_cast<int64_t>(target) * each + i;
    const RaggedAllToAllPiece piece = {EntryOf(own[kInputOffsets], entry),
                                       EntryOf(own[kOutputOffsets], entry),
                                       EntryOf(own[kSendSizes], entry)};
    HLOOM_RETURN_IF_ERROR(CheckInside(members, source, target, piece));
    HLOOM_RETURN_IF_ERROR(CheckAgree(members, source, target, each, i, piece.rows));
    Block block = {.sizes = own[kInput].shape().dimensions().ToVector(),
                   .to_place = piece.to,
                   .from_place = piece.from};
    block.sizes[0] = piece.rows;
    AddBlock(block, own[kInput], result, copies);
  }
  return OkStatus();
}

// One sender after the other, because pieces may overlap: the last one wins.
Kernel ComputeRagged(const HloInstruction& instruction, const CollectiveMembers& members,
                     const LedgerPtr& ledger, std::vector<Literal>* results) {
  for (size_t target = 0; target < members.size(); ++target) {
    Literal& result = (*results)[target];
    StatusOr<Literal> array = Literal::Create(instruction.shape(), ledger);
    HLOOM_CO_RETURN_IF_ERROR(array.status());
    result = *std::move(array);
    co_await CopyBox(result.shape().dimensions(), members.operands[target][kOutput], result);
    for (size_t source = 0; source < members.size(); ++source) {
      CopyBatch copies;
      HLOOM_CO_RETURN_IF_ERROR(AddPieces(members, source, target, result, copies));
      co_await std::move(copies).Run();
    }
  }
  co_return OkStatus();
}

std::vector<CollectiveMove> MovesOfRagged(const HloInstruction&, const CollectiveMembers& members) {
  std::vector<CollectiveMove> moves;
  for (size_t from = 0; from < members.size(); ++from) {
    const Literal& sizes = members.operands[from][kSendSizes];
    const Literal& input = members.operands[from][kInput];
    const int64_t each = sizes.shape().dimensions(0) / static_cast<int64_t>(members.size());
    const int64_t row_bytes =
        input.size_bytes() / std::max<int64_t>(input.shape().dimensions(0), 1);
    for (size_t to = 0; to < members.size(); ++to) {
      int64_t rows = 0;
      for (int64_t i = 0; i < each; ++i) {
        rows += EntryOf(sizes, static_cast<int64_t>(to) * each + i);
      }
      if (to != from) moves.push_back({from, to, rows * row_bytes});
    }
  }
  return moves;
}

constexpr Collective kRagged = {ComputeRagged, MovesOfRagged, ChannelIn<GroupAttributes>};

constexpr OpEval kRaggedBegun = CollectiveStart(&kRagged);

}  // namespace

constexpr OpEval kRaggedAllToAllEval = WholeCollective(&kRagged, &kRaggedBegun);

}  // namespace hloom
