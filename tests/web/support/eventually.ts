// Expectations of a page that changes: what is read is read again until it is as expected.

const patience = 10_000;
const pause = 30;

/**
 * Reads a value until `hold`, which expects something of it, does not throw. Fails with the error of the last reading.
 *
 *     await eventually(() => cells.allInnerTexts(), (texts) => expect(texts).toEqual(['1', '2']));
 */
export async function eventually<Value>(read: () => Promise<Value>, hold: (value: Value) => void): Promise<void> {
  const end = Date.now() + patience;
  for (;;) {
    const value = await read();
    try {
      hold(value);
      return;
    } catch (thrown) {
      if (Date.now() > end) throw thrown;
    }
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}
