#include "comm/run_grid.h"

#include "base/str_cat.h"

namespace hloom {

namespace {

constexpr Rule kCommC4 = {"comm.c4",
                          "a program whose module states replica_count or num_partitions runs on "
                          "as many replicas and partitions"};
constexpr Rule kCommC5 = {"comm.c5", "a run has from 1 to 1024 devices, replicas times partitions"};
constexpr Rule kRunGridRules[] = {kCommC4, kCommC5};

// A count of 1 in the module may mean that none was stated.
StatusOr<int64_t> Agreed(int64_t asked, int64_t said, std::string_view noun,
                         std::string_view attribute) {
  if (asked == 0 || asked == said) return said;
  if (said == 1) return asked;
  return InvalidArgument(kCommC4)
      .Op("compile")
      .Say(MessageCat(
          Advice(StrCat("asked_", noun), StrCat(Count(asked, noun), asked == 1 ? " was" : " were",
                                                " asked for, the module has")),
          " ", attribute, "=", said))
      .Help(said > kMostDevices
                ? Message(StrCat("a run has at most ", kMostDevices,
                                 " devices: write the program for so many, or fewer"))
                : MessageCat(
                      Advice(StrCat("leave_", noun), StrCat("leave ", noun, "s out, or ask for")),
                      " ", said));
}

}  // namespace

Span<const Rule> RunGridRules() { return kRunGridRules; }

StatusOr<DeviceGrid> RunGrid(const HloModule& module, int64_t replicas, int64_t partitions) {
  DeviceGrid grid;
  const HloModuleConfig& config = module.config();
  HLOOM_ASSIGN_OR_RETURN(grid.replicas,
                         Agreed(replicas, config.replica_count, "replica", "replica_count"));
  HLOOM_ASSIGN_OR_RETURN(grid.partitions,
                         Agreed(partitions, config.num_partitions, "partition", "num_partitions"));
  const bool fits = grid.replicas >= 1 && grid.partitions >= 1 && grid.replicas <= kMostDevices &&
                    grid.partitions <= kMostDevices && grid.size() <= kMostDevices;
  if (fits) return grid;
  return InvalidArgument(kCommC5)
      .Op("compile")
      .Say(StrCat(Count(grid.replicas, "replica"), " of ", Count(grid.partitions, "partition")))
      .Help(MessageCat(Advice("ask_for_each", "ask for at least 1 of each, and for"), " ",
                       kMostDevices, " devices", Advice("ask_for_all", " altogether at most")));
}

}  // namespace hloom
