#include "ops/verify/config_verifier.h"

#include <set>
#include <utility>

#include "base/str_cat.h"
#include "ops/verify/verifier.h"

namespace hloom {

namespace {

constexpr Rule kConfigC1 = {"config.c1",
                            "entry_computation_layout has the entry computation's parameters and "
                            "result, layouts aside; other dimensions of the result may be dynamic"};
constexpr Rule kConfigC2 = {
    "config.c2", "an alias or a donor names an array of a parameter, an alias one of the result"};
constexpr Rule kConfigC3 = {"config.c3", "aliased arrays take the same number of bytes"};
constexpr Rule kConfigC4 = {
    "config.c4",
    "an array of the result is aliased once, and one of a parameter is aliased, or donated, once"};
constexpr Rule kConfigC5 = {"config.c5", "replica_count and num_partitions are at least 1"};
constexpr Rule kConfigC6 = {"config.c6",
                            "allow_spmd_sharding_propagation_to_parameters has one value, one for "
                            "each parameter, or one for each array of the parameters; _to_output "
                            "one, one for each element of the result, or one for each array of it"};
constexpr Rule kConfigC7 = {
    "config.c7",
    "arrays that must be aliased have one shape and layout, those in entry_computation_layout"};
constexpr Rule kConfigVerifierRules[] = {kConfigC1, kConfigC2, kConfigC3, kConfigC4,
                                         kConfigC5, kConfigC6, kConfigC7};

using ParameterPlace = std::pair<int64_t, ShapeIndex>;

class ConfigVerifier {
 public:
  ConfigVerifier(const HloModuleConfig& config, ProgramShape entry, VerifierCulprit* culprit)
      : config_(config), program_shape_(std::move(entry)), culprit_(culprit) {}

  Status Run() {
    At("entry_computation_layout");
    HLOOM_RETURN_IF_ERROR(CheckLayout());
    for (size_t i = 0; i < config_.input_output_alias.size(); ++i) {
      At("input_output_alias", i);
      HLOOM_RETURN_IF_ERROR(CheckAlias(config_.input_output_alias[i]));
    }
    for (size_t i = 0; i < config_.buffer_donor.size(); ++i) {
      At("buffer_donor", i);
      const BufferDonor& donor = config_.buffer_donor[i];
      HLOOM_RETURN_IF_ERROR(
          ParameterArray("buffer_donor", donor.parameter_number, donor.parameter_index).status());
      HLOOM_RETURN_IF_ERROR(
          TakeParameter("buffer_donor", donor.parameter_number, donor.parameter_index));
    }
    HLOOM_RETURN_IF_ERROR(CheckCount("replica_count", config_.replica_count));
    HLOOM_RETURN_IF_ERROR(CheckCount("num_partitions", config_.num_partitions));
    At("allow_spmd_sharding_propagation_to_parameters");
    size_t parameter_arrays = 0;
    for (const Shape& parameter : program_shape_.parameters) {
      parameter_arrays += ArraysIn(parameter);
    }
    HLOOM_RETURN_IF_ERROR(CheckFlags("parameters",
                                     config_.allow_spmd_sharding_propagation_to_parameters.size(),
                                     {program_shape_.parameters.size(), parameter_arrays}));
    At("allow_spmd_sharding_propagation_to_output");
    const Shape& result = program_shape_.result;
    HLOOM_RETURN_IF_ERROR(
        CheckFlags("output", config_.allow_spmd_sharding_propagation_to_output.size(),
                   {result.IsTuple() ? result.tuple_shapes().size() : 1, ArraysIn(result)}));
    *culprit_ = {};
    return OkStatus();
  }

 private:
  // Sets the place of the next check.
  void At(std::string_view attribute, size_t entry = 0) {
    *culprit_ = {nullptr, nullptr, attribute, entry};
  }

  Status CheckLayout() const {  // config.c1
    if (!config_.entry_computation_layout) return OkStatus();
    const ProgramShape& layout = *config_.entry_computation_layout;
    bool same = layout.parameters.size() == program_shape_.parameters.size() &&
                ShapeUtil::Compatible(layout.result, program_shape_.result);
    for (size_t i = 0; same && i < layout.parameters.size(); ++i) {
      same = ShapeUtil::EqualIgnoringLayout(layout.parameters[i], program_shape_.parameters[i]);
    }
    if (same) return OkStatus();
    return InvalidArgument(kConfigC1)
        .Say("entry_computation_layout is not that of the entry computation")
        .Detail(StrCat("it is ", ProgramShape{layout.parameters, {}, layout.result}.ToString()))
        .Detail(
            StrCat("the entry computation is ",
                   ProgramShape{program_shape_.parameters, {}, program_shape_.result}.ToString()))
        .Help("leave it out: it follows from the parameters and the root");
  }

  static ErrorBuilder NoArray(std::string_view what, std::string_view where, ShapeIndexView index,
                              const Shape& shape) {
    return InvalidArgument(kConfigC2)
        .Say(MessageCat(ArgumentName(what), " names ", where, " at ", DimensionList(index),
                        ", which is not an array"))
        .Detail(StrCat(where, " is ", shape.ToString()))
        .Help(
            "the index {} is the whole, which must be an array then; {1,0} is element 0 of "
            "element 1");
  }

  StatusOr<const Shape*> ParameterArray(std::string_view what, int64_t number,
                                        ShapeIndexView index) const {
    if (number < 0 || number >= static_cast<int64_t>(program_shape_.parameters.size())) {
      return InvalidArgument(kConfigC2)
          .Say(MessageCat(ArgumentName(what), " names the parameter ", number,
                          ", which does not exist"))
          .Help(program_shape_.parameters.empty()
                    ? std::string("the entry computation has no parameters")
                    : StrCat("the parameters are 0..", program_shape_.parameters.size() - 1));
    }
    const Shape& shape = program_shape_.parameters[static_cast<size_t>(number)];
    const StatusOr<const Shape*> found = ShapeUtil::TryGetSubshape(shape, index);
    if (found.ok() && (*found)->IsArray()) return found;
    return NoArray(what, StrCat("parameter ", number), index, shape);
  }

  Status TakeParameter(std::string_view what, int64_t number, const ShapeIndex& index) {
    if (parameters_.insert(ParameterPlace(number, index)).second) return OkStatus();
    return InvalidArgument(kConfigC4)
        .Say(MessageCat(ArgumentName(what), " names parameter ", number, " at ",
                        DimensionList(index), ", which is aliased or donated already"))
        .Help("a buffer can be given away once");
  }

  Status CheckAlias(const InputOutputAlias& alias) {
    constexpr std::string_view kWhat = "input_output_alias";
    HLOOM_ASSIGN_OR_RETURN(const Shape* parameter,
                           ParameterArray(kWhat, alias.parameter_number, alias.parameter_index));
    const StatusOr<const Shape*> output =
        ShapeUtil::TryGetSubshape(program_shape_.result, alias.output_index);
    if (!output.ok() || !(*output)->IsArray()) {
      return NoArray(kWhat, "the result", alias.output_index, program_shape_.result);
    }
    if (ShapeUtil::ByteSizeOf(*parameter) != ShapeUtil::ByteSizeOf(**output)) {
      return InvalidArgument(kConfigC3)
          .Say(MessageCat("`input_output_alias` joins "_msg, parameter->ToString(),
                          " of parameter ", alias.parameter_number, " and ", (*output)->ToString(),
                          " of the result"))
          .Help("one buffer has one size: alias arrays of the same shape");
    }
    if (alias.must_alias) HLOOM_RETURN_IF_ERROR(CheckMustAlias(alias));
    if (!outputs_.insert(alias.output_index).second) {
      return InvalidArgument(kConfigC4)
          .Say(MessageCat("`input_output_alias` names the result at "_msg,
                          DimensionList(alias.output_index), " twice"))
          .Help("an array of the result has one buffer");
    }
    return TakeParameter(kWhat, alias.parameter_number, alias.parameter_index);
  }

  // Checks must-alias; the indices are valid.
  Status CheckMustAlias(const InputOutputAlias& alias) const {
    const ProgramShape& layout =
        config_.entry_computation_layout ? *config_.entry_computation_layout : program_shape_;
    const auto number = static_cast<size_t>(alias.parameter_number);
    HLOOM_ASSIGN_OR_RETURN(
        const Shape* parameter,
        ShapeUtil::TryGetSubshape(layout.parameters[number], alias.parameter_index));
    HLOOM_ASSIGN_OR_RETURN(const Shape* output,
                           ShapeUtil::TryGetSubshape(layout.result, alias.output_index));
    if (*parameter == *output) return OkStatus();
    return InvalidArgument(kConfigC7)
        .Say(StrCat("must-alias joins ", parameter->ToString(/*print_layout=*/true),
                    " of parameter ", alias.parameter_number, " and ",
                    output->ToString(/*print_layout=*/true), " of the result"))
        .Help("give both one shape and layout, or let the back end decide: may-alias");
  }

  Status CheckCount(std::string_view name, int64_t count) {
    At(name);
    if (count >= 1) return OkStatus();
    return InvalidArgument(kConfigC5)
        .Say(StrCat(name, " is ", count))
        .Help("a program runs at least once: leave it out, or write 1");
  }

  static size_t ArraysIn(const Shape& shape) {
    size_t arrays = 0;
    ShapeUtil::ForEachLeafShape(shape, [&](const Shape&, const ShapeIndex&) { ++arrays; });
    return arrays;
  }

  // A tuple has one flag for each element, or one for each array in it.
  struct FlagCounts {
    size_t elements, arrays;
  };
  static Status CheckFlags(std::string_view of, size_t given, FlagCounts wanted) {
    if (given <= 1 || given == wanted.elements || given == wanted.arrays) return OkStatus();
    return InvalidArgument(kConfigC6)
        .Say(StrCat("allow_spmd_sharding_propagation_to_", of, " has ", given, " values"))
        .Help(StrCat(
            "give one for all, or ", wanted.elements,
            wanted.arrays == wanted.elements ? std::string() : StrCat(", or ", wanted.arrays)));
  }

  const HloModuleConfig& config_;
  const ProgramShape program_shape_;
  VerifierCulprit* const culprit_;
  std::set<ParameterPlace> parameters_;
  std::set<ShapeIndex> outputs_;
};

}  // namespace

Span<const Rule> ConfigRules() { return kConfigVerifierRules; }

Status VerifyModuleConfig(const HloModule& module, VerifierCulprit* culprit) {
  return VerifyModuleConfig(module.config(), module.entry_computation().ComputeProgramShape(),
                            culprit);
}

Status VerifyModuleConfig(const HloModuleConfig& config, ProgramShape entry,
                          VerifierCulprit* culprit) {
  VerifierCulprit ignored;
  return ConfigVerifier(config, std::move(entry), culprit == nullptr ? &ignored : culprit).Run();
}

}  // namespace hloom
