// Builder functions that communicate with the environment of a program: custom calls, composites,
// feeds, channels.
#ifndef HLOOM_BUILDER_FUNCTIONS_HOST_FUNCTIONS_H_
#define HLOOM_BUILDER_FUNCTIONS_HOST_FUNCTIONS_H_

#include <optional>
#include <string>

#include "builder/channel_handle.h"
#include "builder/xla_builder.h"
#include "hlo/attributes/convolution_dimension_numbers.h"
#include "hlo/attributes/custom_call.h"
#include "hlo/attributes/window.h"

namespace hloom {

// The function that the host knows as `call_target_name`, applied to the operands; its result has
// the given shape. `opaque` has bytes for it, `literal` is a value that belongs to the call, or
// null; the remaining arguments are for XLA's back ends. custom_call.b1: the name does not begin
// with '$'.
XlaOp CustomCall(XlaBuilder* builder, const std::string& call_target_name,
                 Span<const XlaOp> operands, const Shape& shape, const std::string& opaque = "",
                 bool has_side_effect = false,
                 const OutputOperandAliasing& output_operand_aliasing = {},
                 const Literal* literal = nullptr,
                 CustomCallSchedule schedule = CustomCallSchedule::kNone,
                 CustomCallApiVersion api_version = CustomCallApiVersion::kOriginal);
// Makes such a call with a computation that the function may use.
XlaOp CustomCallWithComputation(XlaBuilder* builder, const std::string& call_target_name,
                                Span<const XlaOp> operands, const XlaComputation& computation,
                                const Shape& shape, const std::string& opaque = "",
                                bool has_side_effect = false,
                                const OutputOperandAliasing& output_operand_aliasing = {},
                                const Literal* literal = nullptr,
                                CustomCallSchedule schedule = CustomCallSchedule::kNone,
                                CustomCallApiVersion api_version = CustomCallApiVersion::kOriginal);
// Makes such a call with operands in the layouts of these shapes, and the result in that of
// `shape_with_layout`.
XlaOp CustomCallWithLayout(XlaBuilder* builder, const std::string& call_target_name,
                           Span<const XlaOp> operands, const Shape& shape_with_layout,
                           Span<const Shape> operand_shapes_with_layout,
                           const std::string& opaque = "", bool has_side_effect = false,
                           const OutputOperandAliasing& output_operand_aliasing = {},
                           const Literal* literal = nullptr,
                           CustomCallSchedule schedule = CustomCallSchedule::kNone,
                           CustomCallApiVersion api_version = CustomCallApiVersion::kOriginal);

// Makes such a call with a computation that the function may use, too.
XlaOp CustomCallWithComputationAndLayouts(
    XlaBuilder* builder, const std::string& call_target_name, Span<const XlaOp> operands,
    const XlaComputation& computation, const Shape& shape_with_layout,
    Span<const Shape> operand_shapes_with_layout, const std::string& opaque = "",
    bool has_side_effect = false, const OutputOperandAliasing& output_operand_aliasing = {},
    const Literal* literal = nullptr, CustomCallSchedule schedule = CustomCallSchedule::kNone,
    CustomCallApiVersion api_version = CustomCallApiVersion::kOriginal);

// Makes such a call of a function that is a convolution, with its window and dimension numbers for
// back ends; operands have the layouts of `operand_shapes_with_layout`, if there are any.
XlaOp CustomCallWithConvDnums(XlaBuilder* builder, const std::string& call_target_name,
                              Span<const XlaOp> operands, const Shape& shape,
                              Span<const Shape> operand_shapes_with_layout,
                              const std::string& opaque, bool has_side_effect,
                              const OutputOperandAliasing& output_operand_aliasing,
                              const Literal* literal, const Window& window,
                              const ConvolutionDimensionNumbers& dnums,
                              CustomCallSchedule schedule = CustomCallSchedule::kNone,
                              CustomCallApiVersion api_version = CustomCallApiVersion::kOriginal);

// A call of a computation that implements a higher-level operation: `name` ("chlo.tan"), its
// `attributes` as MLIR's text and its `version`. composite.b1: it has a name.
XlaOp CompositeCall(XlaBuilder* builder, const XlaComputation& computation,
                    Span<const XlaOp> operands, const std::string& name,
                    std::optional<std::string_view> attributes = std::nullopt,
                    std::optional<int64_t> version = std::nullopt);

// Reads a value of this shape from the infeed; with a token, (value, token).
XlaOp Infeed(XlaBuilder* builder, const Shape& shape, const std::string& config = "");
XlaOp InfeedWithToken(XlaOp token, const Shape& shape, const std::string& config = "");
// Writes a value to the outfeed, in the layout of `shape_with_layout`; returns a token.
XlaOp Outfeed(XlaOp operand, const Shape& shape_with_layout, const std::string& outfeed_config);
XlaOp OutfeedWithToken(XlaOp operand, XlaOp token, const Shape& shape_with_layout,
                       const std::string& outfeed_config);

// Sends to the device that receives on the channel; returns a token. channel.b1: the handle has the
// type of the function, and is 1 or more.
XlaOp Send(XlaOp operand, const ChannelHandle& handle);
XlaOp SendWithToken(XlaOp operand, XlaOp token, const ChannelHandle& handle);
XlaOp SendToHost(XlaOp operand, XlaOp token, const Shape& shape_with_layout,
                 const ChannelHandle& handle);
// Receives a value from the device that sends on the channel; with a token, (value, token).
XlaOp Recv(XlaBuilder* builder, const Shape& shape, const ChannelHandle& handle);
XlaOp RecvWithToken(XlaOp token, const Shape& shape, const ChannelHandle& handle);
XlaOp RecvFromHost(XlaOp token, const Shape& shape, const ChannelHandle& handle);

}  // namespace hloom

#endif  // HLOOM_BUILDER_FUNCTIONS_HOST_FUNCTIONS_H_
