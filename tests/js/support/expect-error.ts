// Checks errors: each must be an HloomError with code, rule and help.

export interface ExpectedError {
  readonly code: string | RegExp;
  readonly rule?: string | RegExp;
  readonly message?: RegExp;
  readonly help?: RegExp;
}

interface ErrorLike {
  readonly name: string;
  readonly code: string;
  readonly rule: string;
  readonly help: string;
  readonly message: string;
  readonly cause?: unknown;
}

/** Runs the action, which must throw or reject as expected; gives the error for more questions. */
export async function expectError(action: () => unknown, expected: ExpectedError): Promise<ErrorLike> {
  let thrown: unknown;
  try {
    await action();
  } catch (error) {
    thrown = error;
  }
  if (thrown === undefined) throw new Error(`nothing was thrown; expected ${String(expected.code)}`);
  const error = thrown as ErrorLike;
  if (error.name !== 'HloomError') throw thrown as Error;
  const code = typeof expected.code === 'string' ? expected.code : (expect.stringMatching(expected.code) as string);
  // The message is there to be shown when the code is another.
  expect({ code: error.code, message: error.message }).toEqual({ code, message: error.message });
  if (typeof expected.rule === 'string') expect(error.rule).toBe(expected.rule);
  else expect(error.rule).toMatch(expected.rule ?? /./);
  expect(error.help).not.toBe('');
  if (expected.help !== undefined) expect(error.help).toMatch(expected.help);
  expect(error.message.startsWith(`${error.code} `)).toBe(true);
  expect(error.message).toContain(`help: ${error.help}`);
  if (expected.message !== undefined) expect(error.message).toMatch(expected.message);
  return error;
}
