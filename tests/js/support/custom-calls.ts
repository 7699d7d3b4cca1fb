// Functions behind custom calls that a test registers, and programs that call them.
import { f32, Literal, parseHlo, registerCustomCall, XlaBuilder, type CustomCallFunction } from 'hloom';

const undo: (() => void)[] = [];

/** Registers for one test. */
export function register(name: string, fn: CustomCallFunction): void {
  undo.push(registerCustomCall(name, fn));
}

/** Takes away the last one before the test ends. */
export function unregisterLast(): void {
  undo.pop()?.();
}

afterEach(() => {
  for (const unregister of undo.splice(0)) unregister();
});

export const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** f32[2] to f32[2] by the function "f". */
export function callingF(): ReturnType<typeof parseHlo> {
  const b = new XlaBuilder('calling');
  return b.build(b.customCall('f', [b.parameter(0, f32(2), 'x')], f32(2)));
}

/** The function "f", applied to an f32[] as often as asked. */
export const repeated = (times: number): string => `HloModule repeated
condition {
  s = (s32[], f32[]) parameter(0)
  i = s32[] get-tuple-element(s), index=0
  n = s32[] constant(${times})
  ROOT go = pred[] compare(i, n), direction=LT
}
body {
  s = (s32[], f32[]) parameter(0)
  i = s32[] get-tuple-element(s), index=0
  one = s32[] constant(1)
  next = s32[] add(i, one)
  x = f32[] get-tuple-element(s), index=1
  y = f32[] custom-call(x), custom_call_target="f"
  ROOT t = (s32[], f32[]) tuple(next, y)
}
ENTRY e {
  zero = s32[] constant(0)
  x = f32[] parameter(0)
  init = (s32[], f32[]) tuple(zero, x)
  w = (s32[], f32[]) while(init), condition=condition, body=body
  ROOT r = f32[] get-tuple-element(w), index=1
}`;

export const plusOne: CustomCallFunction = ([x]) => Literal.from((x?.toArray() as number) + 1);
