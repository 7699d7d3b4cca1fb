// collective-permute, collective-permute-start, collective-permute-done: each device sends its
// operand to one device, or to none.
#include <algorithm>
#include <optional>
#include <utility>

#include "ops/collectives/collective_util.h"
#include "ops/infer_util.h"
#include "ops/rules.h"

namespace hloom {

namespace {

constexpr OperandSpec kCollectivePermuteOperands[] = {
    {"operands",
     "one or more arrays, or a tuple of arrays; with slice_sizes, the operands are input, output, "
     "starts in the input and starts in the output"}};
constexpr OperandSpec kCollectivePermuteDoneOperand[] = {
    {"start", "the result of collective-permute-start"}};
constexpr Rule kCollectivePermuteC1 = {
    "collective_permute.c1",
    "source_target_pairs names no id twice as a source, or twice as a target, and none below 0"};
constexpr Rule kCollectivePermuteC2 = {
    "collective_permute.c2",
    "with slice_sizes there are four operands: input and output, arrays or tuples of arrays, and "
    "for each of them tuples of S32 or U32 scalars, where slices begin; each slice has a size for "
    "each dimension, within the array's"};
constexpr Rule kCollectivePermuteRules[] = {kCollectiveC6, kCollectiveC7, kCollectivePermuteC1,
                                            kCollectivePermuteC2, kCollectivePermuteC3};
constexpr Rule kCollectivePermuteStartC1 = {
    "collective_permute_start.c1",
    "the result is (the operand, the received value, and any further scalars of U32 or S32 "
    "of a back end), or tuples of the first two"};
constexpr Rule kCollectivePermuteStartRules[] = {kCollectiveC6,        kCollectiveC7,
                                                 kCollectivePermuteC1, kCollectivePermuteC2,
                                                 kCollectivePermuteC3, kCollectivePermuteStartC1};
constexpr Rule kCollectivePermuteDoneC1 = {
    "collective_permute_done.c1",
    "the operand has the shape of the result of collective-permute-start"};
constexpr Rule kCollectivePermuteDoneRules[] = {kCollectivePermuteDoneC1};

Status CheckPairs(const SourceTargetPairs& all) {
  std::vector<int64_t> sources;
  std::vector<int64_t> targets;
  for (const auto& [source, target] : all.pairs) {
    sources.push_back(source);
    targets.push_back(target);
  }
  for (std::vector<int64_t>* ids : {&sources, &targets}) {
    const std::string_view role = ids == &sources ? "source" : "target";
    std::sort(ids->begin(), ids->end());
    const auto twice = std::adjacent_find(ids->begin(), ids->end());
    const bool negative = !ids->empty() && ids->front() < 0;
    if (!negative && twice == ids->end()) continue;
    std::string text;
    AttributeKindOf<SourceTargetPairs>().print(&all, text);
    if (text.size() > 200) text = StrCat(text.substr(0, 200), "...");
    return InvalidArgument(kCollectivePermuteC1)
        .Say(Message::Value(Message::Kind::kList, "source_target_pairs", text))
        .Detail(negative ? StrCat(ids->front(), " is not an id")
                         : StrCat(*twice, " is a ", role, " twice"))
        .Help(negative ? "ids are counted from 0"
              : role == "target"
                  ? "a device receives one array: use one collective-permute for each "
                    "that it is to have, or all-gather"
                  : "to send one array to several devices, use "
                    "collective-broadcast, or one collective-permute for each");
  }
  return OkStatus();
}

// ---- in place: slices of arrays, into places of others ----

std::vector<const Shape*> ArraysToSend(const Shape& shape) {
  if (!shape.IsTuple()) return {&shape};
  std::vector<const Shape*> arrays;
  for (const Shape& array : shape.tuple_shapes()) arrays.push_back(&array);
  return arrays;
}

bool IsStartIndex(const Shape& shape) {
  if (!shape.IsTuple()) return false;
  for (const Shape& start : shape.tuple_shapes()) {
    if (!ShapeUtil::IsScalarWithElementType(start, S32) &&
        !ShapeUtil::IsScalarWithElementType(start, U32)) {
      return false;
    }
  }
  return true;
}

// The number of indices, each a tuple of scalars, for arrays: for one array, one index or a tuple
// of them; for a tuple, a tuple of such. -1 for any other shape.
int64_t IndicesFor(const Shape& array, const Shape& starts) {
  const auto is_index = [&array](const Shape& shape) {
    return IsStartIndex(shape) && static_cast<int64_t>(shape.tuple_shapes().size()) == array.rank();
  };
  if (is_index(starts)) return 1;
  if (!starts.IsTuple() || starts.tuple_shapes().empty()) return -1;
  for (const Shape& start : starts.tuple_shapes()) {
    if (!is_index(start)) return -1;
  }
  return static_cast<int64_t>(starts.tuple_shapes().size());
}

// For each slice, its array among `arrays`; nullopt if the starts do not fit.
std::optional<std::vector<const Shape*>> SlicedArrays(const Shape& arrays, const Shape& starts) {
  const std::vector<const Shape*> all = ArraysToSend(arrays);
  const bool each = arrays.IsTuple();
  if (each && (!starts.IsTuple() || starts.tuple_shapes().size() != all.size())) return {};
  std::vector<const Shape*> sliced;
  for (size_t i = 0; i < all.size(); ++i) {
    const int64_t slices = IndicesFor(*all[i], each ? starts.tuple_shapes()[i] : starts);
    if (slices < 0) return {};
    sliced.insert(sliced.end(), static_cast<size_t>(slices), all[i]);
  }
  return sliced;
}

constexpr size_t kPermuteInput = 0, kPermuteOutput = 1, kPermuteInputStarts = 2,
                 kPermuteOutputStarts = 3, kInPlaceOperands = 4;

// Bytes have the sizes of all slices in one list.
void CompleteSliceSizes(Attributes& attributes, Span<const Shape* const> operands) {
  auto& slices =
      static_cast<AttributesOf<CollectivePermuteAttributes>&>(attributes).value.slice_sizes.slices;
  if (slices.size() != 1 || operands.size() != kInPlaceOperands) return;
  const auto sliced = SlicedArrays(*operands[kPermuteInput], *operands[kPermuteInputStarts]);
  size_t sizes = 0;
  for (const Shape* array : sliced.value_or(std::vector<const Shape*>())) {
    sizes += static_cast<size_t>(array->rank());
  }
  if (!sliced || sliced->size() <= 1 || sizes != slices[0].size()) return;
  const std::vector<int64_t> all = std::move(slices[0]);
  slices.clear();
  auto next = all.begin();
  for (const Shape* array : *sliced) {
    slices.emplace_back(next, next + array->rank());
    next += array->rank();
  }
}

// collective_permute.c2
Status CheckSlices(const InferContext& context) {
  const auto& slices = context.attrs<CollectivePermuteAttributes>().slice_sizes.slices;
  std::string wrong;
  if (context.operands.size() != kInPlaceOperands) {
    wrong = StrCat("there are ", Count(static_cast<int64_t>(context.operands.size()), "operand"));
  } else {
    for (const auto& [arrays, starts] : {std::pair(kPermuteInput, kPermuteInputStarts),
                                         std::pair(kPermuteOutput, kPermuteOutputStarts)}) {
      const auto sliced = SlicedArrays(context.operand(arrays), context.operand(starts));
      if (!sliced || sliced->size() != slices.size()) {
        wrong = StrCat(Count(static_cast<int64_t>(slices.size()), "slice"), " of ",
                       context.operand(arrays).ToString(), " cannot begin at ",
                       context.operand(starts).ToString());
        break;
      }
      for (size_t i = 0; i < slices.size() && wrong.empty(); ++i) {
        const Shape& array = *(*sliced)[i];
        bool fits = static_cast<int64_t>(slices[i].size()) == array.rank();
        for (int64_t d = 0; fits && d < array.rank(); ++d) {
          const int64_t size = slices[i][static_cast<size_t>(d)];
          fits = size >= 0 && size <= array.dimensions(d);
        }
        if (!fits)
          wrong = StrCat("no slice of ", array.ToString(), " has the sizes ", Braced(slices[i]));
      }
    }
  }
  if (wrong.empty()) return OkStatus();
  return InvalidArgument(kCollectivePermuteC2)
      .Say(MessageCat("with `slice_sizes`, "_msg, wrong))
      .Help(
          "write collective-permute(input, output, `input_starts`, `output_starts`), "
          "`slice_sizes={{1,8}}`, with starts of (s32[], s32[]) for f32[4,8]; or leave "
          "`slice_sizes` "
          "out to send whole arrays"_msg);
}

// ---- shapes ----

bool IsInPlace(const InferContext& context) {
  return !context.attrs<CollectivePermuteAttributes>().slice_sizes.slices.empty();
}

// collective.c6, for an array or each of a tuple.
Status CheckSent(const InferContext& context) {
  const bool is_tuple = context.operands.size() == 1 && context.operand(0).IsTuple();
  if (!is_tuple && !IsInPlace(context)) return CheckStatic(context);
  const size_t sent = IsInPlace(context) ? std::min<size_t>(context.operands.size(), 2) : 1;
  for (size_t i = 0; i < sent; ++i) {
    for (const Shape* array : ArraysToSend(context.operand(i))) {
      if (array->IsArray() && array->is_static()) continue;
      return InvalidArgument(kCollectiveC6)
          .Say(StrCat("operand ", i, " is ", context.operand(i).ToString()))
          .Help("send arrays of static sizes, or a tuple of them, not nested");
    }
  }
  return OkStatus();
}

StatusOr<Shape> InferPermute(const InferContext& context) {
  HLOOM_RETURN_IF_ERROR(CheckSent(context));
  HLOOM_RETURN_IF_ERROR(
      CheckPairs(context.attrs<CollectivePermuteAttributes>().source_target_pairs));
  if (!IsInPlace(context)) return OperandsAsOne(context);
  HLOOM_RETURN_IF_ERROR(CheckSlices(context));
  return context.operand(kPermuteOutput);
}

// (operands, result, contexts...)
bool IsStartShape(const Shape& shape) {
  if (!shape.IsTuple() || shape.tuple_shapes().size() < 2) return false;
  for (size_t i = 2; i < shape.tuple_shapes().size(); ++i) {
    const Shape& kept = shape.tuple_shapes()[i];
    if (!kept.IsArray() || kept.rank() != 0) return false;
    if (kept.element_type() != U32 && kept.element_type() != S32) return false;
  }
  return true;
}

StatusOr<Shape> InferPermuteStart(const InferContext& context) {
  HLOOM_ASSIGN_OR_RETURN(const Shape result, InferPermute(context));
  const Shape& given = *context.given_shape;
  const Shape& handed = IsInPlace(context) ? context.operand(kPermuteInput) : result;
  if (IsStartShape(given) && ShapeUtil::Compatible(given.tuple_shapes()[0], handed) &&
      ShapeUtil::Compatible(given.tuple_shapes()[1], result)) {
    return given;
  }
  return InvalidArgument(kCollectivePermuteStartC1)
      .Say(StrCat("the result is ", given.ToString()))
      .Help(StrCat("it must be (", handed.ToString(), ", ", result.ToString(),
                   "), with scalars of U32 behind if the back end needs them"));
}

StatusOr<Shape> InferPermuteDone(const InferContext& context) {
  const Shape& start = context.operand(0);
  if (IsStartShape(start)) return start.tuple_shapes()[1];
  return InvalidArgument(kCollectivePermuteDoneC1)
      .Say(StrCat("the operand is ", start.ToString()))
      .Help("give the result of collective-permute-start, such as (f32[2], f32[2])");
}

StatusOr<DeviceGroups> GroupsOfPermute(const HloInstruction& instruction, const DeviceGrid& grid) {
  HLOOM_ASSIGN_OR_RETURN(const std::vector<DevicePair> pairs, DevicePairsOf(instruction, grid));
  return GroupsOfPairs(Span<const DevicePair>(pairs.data(), pairs.size()), grid);
}

constexpr CollectiveDef kPermuteDevices = {ModeOfMovesWith<CollectivePermuteAttributes>,
                                           GroupsOfPermute};

}  // namespace

constexpr OpDef kCollectivePermuteDef = {
    .opcode = HloOpcode::kCollectivePermute,
    .name = "collective-permute",
    .operands = kCollectivePermuteOperands,
    .min_operands = 1,
    .max_operands = -1,
    .make_attributes = MakeDefaultAttributes<CollectivePermuteAttributes>,
    .complete_attributes = CompleteSliceSizes,
    .rules = kCollectivePermuteRules,
    .infer_shape = InferPermute,
    .collective = &kPermuteDevices,
    .traits = kCollectiveTraits,
    .doc =
        "Sends the operand of the source of each pair to its target. A device that is not a target "
        "gets zeros. Several operands are sent together and the result is a tuple, as for a tuple "
        "of arrays. A device waits for the devices that pairs connect it to, directly or through "
        "other devices; a device in no pair does not wait. XLA's in-place form, with slice_sizes, "
        "is parsed and printed but does not run.",
    .source = "Operation Semantics, CollectivePermute",
};

constexpr OpDef kCollectivePermuteStartDef = {
    .opcode = HloOpcode::kCollectivePermuteStart,
    .name = "collective-permute-start",
    .operands = kCollectivePermuteOperands,
    .min_operands = 1,
    .max_operands = -1,
    .make_attributes = MakeDefaultAttributes<CollectivePermuteAttributes>,
    .complete_attributes = CompleteSliceSizes,
    .rules = kCollectivePermuteStartRules,
    .infer_shape = InferPermuteStart,
    .collective = &kPermuteDevices,
    .traits = kGivenCollectiveTraits,
    .doc =
        "Starts a collective-permute, which collective-permute-done completes. It contributes the "
        "operands and does not wait. Only collective-permute-done may use its result, (the "
        "operands, the received arrays, ...).",
    .source = "XLA, HloCollectivePermuteInstruction",
};

constexpr OpDef kCollectivePermuteDoneDef = {
    .opcode = HloOpcode::kCollectivePermuteDone,
    .name = "collective-permute-done",
    .operands = kCollectivePermuteDoneOperand,
    .min_operands = 1,
    .max_operands = 1,
    .rules = kCollectivePermuteDoneRules,
    .infer_shape = InferPermuteDone,
    .traits = kCollectiveTraits,
    .doc =
        "Waits for the collective-permute that collective-permute-start began and returns its "
        "result.",
    .source = "XLA, HloCollectivePermuteInstruction",
};

}  // namespace hloom
