/** The client of functions that were not given one. */

import { calledNow } from '../base/call-stack.js';
import { describeValue } from '../base/describe.js';
import { jsError } from '../base/errors.js';
import { Client } from '../engine/client.js';

let current: Client | undefined;
let creating: Promise<Client> | undefined;

/**
 * The client on which functions of {@link jit} run that have no `client` of their own. The first call creates it, with
 * the options of {@link Client.create} left out; so does the next one after it was disposed. Like any client, it does
 * not keep a Node process alive.
 *
 * @throws HloomError (as a rejection) what {@link Client.create} rejects with; another call then tries again
 */
export function defaultClient(): Promise<Client> {
  const there = defaultClientNow();
  if (there !== undefined) return Promise.resolve(there);
  creating ??= Client.create()
    .then((client) => {
      // setDefaultClient may have been called meanwhile.
      current = defaultClientNow() ?? client;
      if (current !== client) client.dispose();
      return current;
    })
    .finally(() => {
      creating = undefined;
    });
  return creating;
}

/** The default client, if it exists and can be used. */
export function defaultClientNow(): Client | undefined {
  return current?.disposed === false ? current : undefined;
}

/**
 * Makes a client the default one: later calls of functions without a `client` of their own run there. The client before
 * it is not disposed.
 *
 * @param client - the client; undefined for a new one, which the next call creates
 * @throws HloomError `js.c5` for anything else
 */
export function setDefaultClient(client: Client | undefined): void {
  calledNow(setDefaultClient, () => {
    if (client !== undefined && !(client instanceof Client)) {
      throw jsError('argumentKind', `the client is ${describeValue(client)}`, {
        op: 'setDefaultClient',
        help: 'pass what await Client.create(...) gave',
      });
    }
    current = client;
  });
}
