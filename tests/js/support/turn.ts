/** Lets timers, messages and finalizers have their turn, for so many milliseconds at least. */
export function turn(milliseconds = 0): Promise<void> {
  return new Promise((done) => void setTimeout(done, milliseconds));
}
