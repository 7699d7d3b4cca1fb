// XlaBuilder: programs are written as calls, checked call by call, and lowered to HLO. Names and
// conventions as in XLA's xla_builder.h: operations are free functions (functions.h), an XlaOp
// represents a value of the program, and the first error is kept until Build().
//
//   XlaBuilder b("axis_demo");
//   XlaOp x = Parameter(&b, 0, ShapeUtil::MakeShape(F32, {2, 3}), "x");
//   XlaOp v = Parameter(&b, 1, ShapeUtil::MakeShape(F32, {3}), "v");
//   Add(x, v, /*broadcast_dimensions=*/{1});
//   StatusOr<XlaComputation> computation = b.Build();
#ifndef HLOOM_BUILDER_XLA_BUILDER_H_
#define HLOOM_BUILDER_XLA_BUILDER_H_

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "builder/broadcasting.h"
#include "builder/xla_computation.h"
#include "ops/make_instruction.h"

namespace hloom {

class XlaBuilder;

// The kinds of aliases, with XLA's names.
struct HloInputOutputAliasConfig {
  // kMayAlias: the back end decides. kMustAlias: it has no choice.
  enum AliasKind : uint8_t { kMayAlias, kMustAlias };
};

// A value of the program that `builder` is building. Small; copy it freely.
class XlaOp {
 public:
  XlaOp() = default;
  XlaOp(XlaBuilder* builder, int64_t handle) : builder_(builder), handle_(handle) {}
  XlaOp(XlaBuilder* builder, int64_t handle, BroadcastOperands broadcast) : XlaOp(builder, handle) {
    broadcast_ = std::make_shared<const BroadcastOperands>(std::move(broadcast));
  }
  bool valid() const { return builder_ != nullptr && handle_ > 0; }
  XlaBuilder* builder() const { return builder_; }
  int64_t handle() const { return handle_; }

  // The broadcast of the operands of a binary operation; nullopt for other ops. It is made on
  // demand, even after Build().
  std::optional<BroadcastExplanation> Explanation() const {
    if (broadcast_ == nullptr) return std::nullopt;
    return broadcast_->Explain();
  }
  // The inputs of the explanation; null for other ops.
  const BroadcastOperands* broadcast_operands() const { return broadcast_.get(); }

 private:
  XlaBuilder* builder_ = nullptr;
  int64_t handle_ = 0;
  std::shared_ptr<const BroadcastOperands> broadcast_;
};

// A computation that uses values of the computation around it: the first parameters are its own, and
// the last ones stand for `captures`, operations of the builder that calls it, in their order.
struct Closure {
  XlaComputation computation;
  std::vector<XlaOp> captures = {};
};

class XlaBuilder {
 public:
  explicit XlaBuilder(std::string_view computation_name);
  ~XlaBuilder();
  XlaBuilder(const XlaBuilder&) = delete;
  XlaBuilder& operator=(const XlaBuilder&) = delete;

  const std::string& name() const { return name_; }
  // A builder for a computation that this one will call.
  std::unique_ptr<XlaBuilder> CreateSubBuilder(std::string_view computation_name) const;

  // A region is a computation that this builder's program will call, and that may use operations of
  // this builder and of those around it, by way of Use(). All parameters of its own come first.
  //
  //   std::unique_ptr<XlaBuilder> body = b.CreateRegion("body");
  //   const XlaOp state = Parameter(body.get(), 0, shape, "state");
  //   HLOOM_ASSIGN_OR_RETURN(const XlaOp step, body->Use(step_of_b));
  //   HLOOM_ASSIGN_OR_RETURN(const Closure closure, body->BuildClosure(Add(state, step)));
  //
  // Functions with room for the captured values take closures: builder/closures.h.
  std::unique_ptr<XlaBuilder> CreateRegion(std::string_view computation_name);
  // The operation of this region for one of a builder around it: a parameter, made once for each
  // operation, through all regions in between; a copy of a constant, of an iota, or of a broadcast
  // of these. An operation of this builder is returned as it is. builder.c1: any other.
  StatusOr<XlaOp> Use(XlaOp op);
  // Build() for a region. `root` may be an operation of a builder around it.
  StatusOr<Closure> BuildClosure(XlaOp root);

  // The computation whose result is `root`, or the last operation added. Afterwards the builder is
  // empty, and earlier ops are refused. Returns the kept error, if there is one. builder.c2:
  // nothing was added. parameter.c2: the parameter numbers are not 0..n-1.
  StatusOr<XlaComputation> Build();
  StatusOr<XlaComputation> Build(XlaOp root);

  StatusOr<Shape> GetShape(XlaOp op) const;
  StatusOr<ProgramShape> GetProgramShape() const;

  // The first error, or OK.
  const Status& GetCurrentStatus() const { return first_error_; }
  // Returns the first error and removes it, so that the builder continues as if the failing call
  // had not been made.
  Status TakeError();
  XlaOp ReportError(Status error);
  XlaOp ReportErrorOrReturn(StatusOr<XlaOp> op);

  // Frontend attributes are names and values that a program carries for other tools, and that some
  // operations read: _xla_send_recv_source_target_pairs lists the devices that a Send and a Recv
  // join. All instructions that are added from now on carry these, until others are set.
  void SetFrontendAttributes(FrontendAttributes attributes) {
    frontend_attributes_ = std::move(attributes);
  }
  const FrontendAttributes& frontend_attributes() const { return frontend_attributes_; }
  void ClearFrontendAttributes() { frontend_attributes_.clear(); }
  // Sets those of now and returns those of before.
  FrontendAttributes SwapFrontendAttributes(FrontendAttributes attributes) {
    return std::exchange(frontend_attributes_, std::move(attributes));
  }
  // Gives the instruction one more, or another value for one that it has. builder.c1, builder.c3.
  Status SetInstructionFrontendAttribute(XlaOp op, std::string attribute, std::string value);

  // Metadata name the line of the user's program that instructions come from. All instructions that
  // are added from now on carry these, until others are set.
  void SetOpMetadata(OpMetadata metadata) { metadata_ = std::move(metadata); }
  void ClearOpMetadata() { metadata_ = OpMetadata(); }
  // Sets those of now and returns those of before.
  OpMetadata SwapOpMetadata(OpMetadata metadata) {
    return std::exchange(metadata_, std::move(metadata));
  }
  // The next instruction carries these instead of the others.
  void SetOneShotOpMetadata(OpMetadata metadata) { one_shot_metadata_ = std::move(metadata); }
  std::optional<OpMetadata> SwapOneShotOpMetadata(std::optional<OpMetadata> metadata) {
    return std::exchange(one_shot_metadata_, std::move(metadata));
  }

  // A sharding describes how devices share a value; it changes no result. All instructions that are
  // added from now on carry it, until another is set; a tuple carries it for each of its arrays. An
  // instruction to whose shape it does not fit is refused: sharding.c1 ...
  void SetSharding(HloSharding sharding) { sharding_ = std::move(sharding); }
  void ClearSharding() { sharding_.reset(); }
  const std::optional<HloSharding>& sharding() const { return sharding_; }
  std::optional<HloSharding> SwapSharding(std::optional<HloSharding> sharding) {
    return std::exchange(sharding_, std::move(sharding));
  }
  // Gives the instruction another sharding, or none.
  Status SetInstructionSharding(XlaOp op, const std::optional<HloSharding>& sharding);
  StatusOr<std::optional<HloSharding>> GetOpSharding(XlaOp op) const;

  // An array of the result may share its buffer with one of a parameter; indices choose an array
  // within a tuple. The program carries this for back ends; hloom reuses memory only for donated
  // arguments of a run. Build() checks the indices, because only then all parameters exist:
  // config.c2 ...
  void SetUpAlias(ShapeIndex output_index, int64_t param_number, ShapeIndex param_index,
                  HloInputOutputAliasConfig::AliasKind kind = HloInputOutputAliasConfig::kMayAlias);
  // Any array of the result may use the buffer of a parameter's array.
  void AddBufferDonor(int64_t param_number, ShapeIndex param_index);

  // Returns true if the value depends neither on a parameter nor on an operation whose value differs
  // between runs or devices, such as RngNormal, Infeed, AllReduce or CustomCall. Operations of
  // called computations count. The size of a dimension is constant; that of a dynamic one is its
  // bound.
  StatusOr<bool> IsConstant(XlaOp op) const;
  // The computation without parameters that returns a constant value: builder.c5. It has copies of
  // the operations that the value needs; the builder keeps its own. The size of a dynamic dimension
  // is its bound, or -1.
  StatusOr<XlaComputation> BuildConstantSubGraph(XlaOp root,
                                                 bool dynamic_dimension_is_minus_one = false) const;

  // The instruction that a builder function adds. Its shape is inferred, or `given_shape` if the
  // shape is part of the operation.
  struct Instruction {
    HloOpcode opcode;
    std::vector<XlaOp> operands = {};
    std::unique_ptr<Attributes> attributes = nullptr;
    std::vector<const XlaComputation*> called_computations = {};
    std::optional<Shape> given_shape = std::nullopt;
    std::string name = {};  // empty: the operation's
    std::unique_ptr<InstructionExtras> extras = nullptr;
  };
  StatusOr<XlaOp> AddInstruction(Instruction instruction);
  // The handle that the next operation gets.
  int64_t next_handle() const { return next_id_; }
  // Removes the operations from this handle on, so that a call that fails late adds nothing.
  void RemoveFrom(int64_t handle);
  StatusOr<const Shape*> ShapeOf(XlaOp op) const;
  StatusOr<const HloInstruction*> InstructionOf(XlaOp op) const;
  StatusOr<XlaOp> AddParameter(int64_t number, const Shape& shape, std::string_view name);
  // Applies the steps of an explanation that are for one operand.
  StatusOr<XlaOp> ApplyBroadcastSteps(XlaOp op, bool on_lhs, Span<const BroadcastStep> steps);
  // "%add.7 in computation "main"": the operation that the next AddInstruction of `opcode` would
  // add.
  std::string NextLocation(HloOpcode opcode) const;

 private:
  StatusOr<HloInstruction*> Lookup(XlaOp op) const;
  StatusOr<XlaOp> CopyOrCapture(XlaOp op, const HloInstruction& instruction);
  Status AddExtras(HloInstruction& instruction) const;
  StatusOr<std::shared_ptr<const HloModuleConfig>> ConfigFor(
      const std::vector<const HloInstruction*>& parameters, const HloInstruction& root) const;
  StatusOr<std::vector<const HloInstruction*>> ParametersInOrder() const;
  void Reset();
  std::string LocationOf(std::string_view instruction_name) const;

  const std::string name_;
  Status first_error_;
  int64_t next_id_ = 1;
  int64_t first_id_ = 1;  // the id of the first instruction since the last Build()
  InstructionMaker maker_;
  std::unique_ptr<HloComputation> computation_;  // gets the instructions when it is built
  std::vector<std::unique_ptr<HloInstruction>> instructions_;
  std::map<int64_t, HloInstruction*> parameters_;
  std::vector<std::shared_ptr<const HloComputation>> callees_;
  FrontendAttributes frontend_attributes_;
  OpMetadata metadata_;
  std::optional<OpMetadata> one_shot_metadata_;
  int64_t one_shot_taken_by_ = 0;  // the id of the instruction that carries the last one
  std::optional<HloSharding> sharding_;
  std::vector<InputOutputAlias> aliases_;
  std::vector<BufferDonor> donors_;
  // Of regions: the builder around this one, null if that is gone; the operations that stand for
  // those of builders around it; and those of `parent_` that the last parameters stand for.
  XlaBuilder* parent_ = nullptr;
  std::map<std::pair<const XlaBuilder*, int64_t>, XlaOp> used_;
  std::vector<XlaOp> captures_;
  std::vector<XlaBuilder*> regions_;  // those that exist
};

// Sets a builder's frontend attributes for as long as it lives, and then those of before again.
class XlaScopedFrontendAttributesAssignment {
 public:
  XlaScopedFrontendAttributesAssignment(XlaBuilder* builder, FrontendAttributes attributes)
      : builder_(builder), before_(builder->SwapFrontendAttributes(std::move(attributes))) {}
  ~XlaScopedFrontendAttributesAssignment() { builder_->SetFrontendAttributes(std::move(before_)); }
  XlaScopedFrontendAttributesAssignment(const XlaScopedFrontendAttributesAssignment&) = delete;
  XlaScopedFrontendAttributesAssignment& operator=(const XlaScopedFrontendAttributesAssignment&) =
      delete;

 private:
  XlaBuilder* const builder_;
  FrontendAttributes before_;
};

// Sets a builder's sharding for as long as it lives, and then that of before again.
class XlaScopedShardingAssignment {
 public:
  XlaScopedShardingAssignment(XlaBuilder* builder, std::optional<HloSharding> sharding)
      : builder_(builder), before_(builder->SwapSharding(std::move(sharding))) {}
  ~XlaScopedShardingAssignment() { builder_->SwapSharding(std::move(before_)); }
  XlaScopedShardingAssignment(const XlaScopedShardingAssignment&) = delete;
  XlaScopedShardingAssignment& operator=(const XlaScopedShardingAssignment&) = delete;

 private:
  XlaBuilder* const builder_;
  std::optional<HloSharding> before_;
};

// Sets a builder's metadata for as long as it lives, and then those of before again.
class XlaScopedOpMetadataAssignment {
 public:
  XlaScopedOpMetadataAssignment(XlaBuilder* builder, OpMetadata metadata)
      : builder_(builder), before_(builder->SwapOpMetadata(std::move(metadata))) {}
  ~XlaScopedOpMetadataAssignment() { builder_->SwapOpMetadata(std::move(before_)); }
  XlaScopedOpMetadataAssignment(const XlaScopedOpMetadataAssignment&) = delete;
  XlaScopedOpMetadataAssignment& operator=(const XlaScopedOpMetadataAssignment&) = delete;

 private:
  XlaBuilder* const builder_;
  OpMetadata before_;
};

// Rules of the builder itself, builder.c1 ... and parameter.c1 ...
Span<const Rule> BuilderRules();

}  // namespace hloom

#include "builder/functions/functions.h"  // IWYU pragma: export

#endif  // HLOOM_BUILDER_XLA_BUILDER_H_
