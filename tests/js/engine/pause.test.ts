// Pauses for other work of a thread, in browsers and in simulated ones.
import { browserPlatform } from '../../../js/src/instance/platform.browser.js';

const { MessageChannel } = globalThis;

afterEach(() => {
  globalThis.MessageChannel = MessageChannel;
});

test.each([
  ['with MessageChannel', true],
  ['without', false],
])('%s: timers and messages have their turn, one pause after the other', async (_, has) => {
  if (!has) Reflect.deleteProperty(globalThis, 'MessageChannel');
  expect(typeof globalThis.MessageChannel).toBe(has ? 'function' : 'undefined');
  let fired = false;
  setTimeout(() => {
    fired = true;
  }, 5);
  let pauses = 0;
  while (!fired) {
    await browserPlatform.pause();
    pauses++;
  }
  expect(pauses).toBeGreaterThan(0);
});
