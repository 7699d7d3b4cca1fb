// Programs whose devices wait for each other.

/** A computation that adds. */
export const add = `add { a = f32[] parameter(0)
  b = f32[] parameter(1)
  ROOT s = f32[] add(a, b) }`;

/** Devices whose argument is negative ask the function "f" before they come to the sum. */
export const asking = `HloModule asking
  ${add}
  ask { x = f32[] parameter(0)
    ROOT asked = f32[] custom-call(x), custom_call_target="f" }
  same { ROOT x = f32[] parameter(0) }
  ENTRY e { x = f32[] parameter(0)
    zero = f32[] constant(0)
    asks = pred[] compare(x, zero), direction=LT
    y = f32[] conditional(asks, x, x), true_computation=ask, false_computation=same
    ROOT sum = f32[] all-reduce(y), replica_groups={}, to_apply=add }`;

/** Devices whose argument is greater than 1 go around for ever before they come to the sum. */
export const late = `HloModule late
  ${add}
  more { x = f32[] parameter(0)
    one = f32[] constant(1)
    ROOT r = pred[] compare(x, one), direction=GT }
  same { ROOT x = f32[] parameter(0) }
  ENTRY e { x = f32[] parameter(0)
    y = f32[] while(x), condition=more, body=same
    ROOT sum = f32[] all-reduce(y), replica_groups={}, to_apply=add }`;
