// The values with which a transfer is told from another: what send and recv give to their -done.
#ifndef HLOOM_OPS_HOST_TRANSFER_VALUES_H_
#define HLOOM_OPS_HOST_TRANSFER_VALUES_H_

#include <cstdint>

#include "literal/literal.h"

namespace hloom {

// A value whose bytes are all zero: what a recv has before anything came, and what comes where
// nobody sends.
StatusOr<Literal> ZeroValue(const Shape& shape, const LedgerPtr& ledger);

// (value, request, token): what send and recv give. The request tells the transfers of a channel
// from each other.
Literal TransferContext(Literal value, uint32_t request);
uint32_t TransferRequest(const Literal& context);

}  // namespace hloom

#endif  // HLOOM_OPS_HOST_TRANSFER_VALUES_H_
