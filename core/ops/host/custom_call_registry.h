// The functions of custom calls. In C++ you pass a registry to a run:
//
//   CustomCallRegistry functions;
//   functions.Register("scale", [](const CustomCallInfo& call, Operands operands) { ... });
//   Execution::Start(program, arguments, limits, &functions);
#ifndef HLOOM_OPS_HOST_CUSTOM_CALL_REGISTRY_H_
#define HLOOM_OPS_HOST_CUSTOM_CALL_REGISTRY_H_

#include <functional>
#include <map>
#include <string>

#include "ops/host/host.h"

namespace hloom {

// The properties of the call, which a function gets in addition to its operands.
struct CustomCallInfo {
  std::string_view target;
  // Bytes from the program: backend_config, XLA's `opaque`.
  std::string_view opaque;
  // The shape that the result must have.
  const Shape& shape;
};

// The call of a custom-call instruction.
CustomCallInfo CustomCallOf(const HloInstruction& instruction);

class CustomCallRegistry final : public Host {
 public:
  using Function = std::function<StatusOr<Literal>(const CustomCallInfo& call, Operands operands)>;
  // XLA's plain form: in[i] points to the elements of operand i, out to room for those of the
  // result; a tuple is an array of such pointers.
  using RawFunction = void (*)(void* out, void** in);

  // Registers a function; it replaces an earlier function of the name.
  void Register(std::string name, Function function);
  void RegisterRaw(std::string name, RawFunction function);

  // custom_call.c3: a function of that name is registered.
  StatusOr<std::optional<Literal>> Ask(const HostQuestion& question) override;

 private:
  std::map<std::string, Function, std::less<>> functions_;
};

// The error custom_call.c3, with the names that are known.
Status UnknownCustomCall(std::string_view target, Span<const std::string_view> known);

}  // namespace hloom

#endif  // HLOOM_OPS_HOST_CUSTOM_CALL_REGISTRY_H_
