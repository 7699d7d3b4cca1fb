// The contexts that identify transfers: the results of send and recv for their -done.
#ifndef HLOOM_OPS_HOST_TRANSFER_VALUES_H_
#define HLOOM_OPS_HOST_TRANSFER_VALUES_H_

#include <cstdint>

#include "literal/literal.h"

namespace hloom {

// A value whose bytes are all zero: the value of a recv before anything is received, or without a
// sender.
StatusOr<Literal> ZeroValue(const Shape& shape, const LedgerPtr& ledger);

// (value, request, token): the result of send and recv. The request identifies a transfer of the
// channel.
Literal TransferContext(Literal value, uint32_t request);
uint32_t TransferRequest(const Literal& context);

}  // namespace hloom

#endif  // HLOOM_OPS_HOST_TRANSFER_VALUES_H_
