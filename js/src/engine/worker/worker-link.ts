/** The connection to an engine in its own Worker, which may never start. */

import { errorToJson, jsError, type HloomError } from '../../base/errors.js';
import type { Platform, WorkerPort } from '../../instance/platform.js';
import { isPackageVersion, packageVersion } from '../../base/version.js';
import type { EngineEvent, EngineRequest } from './protocol.js';
import type { EventListener, Link } from './link.js';

/** A script that does not report within this time that it listens counts as the wrong script. */
const deadlineMs = 30_000;

/**
 * An engine in its own Worker. Requests wait until its script reports that it listens; a Worker that does not start, or
 * has another script, counts as lost, with the reason.
 *
 * @param script - the address of the Worker's script; by default the package's own
 */
export function workerLink(platform: Platform, listener: EventListener, script: string | undefined): Link {
  const port = platform.startWorker(script);
  const waiting: (() => void)[] = [];
  let state: 'starting' | 'ready' | 'ended' = 'starting';

  const lose = (error: HloomError): void => {
    if (state === 'ended') return;
    end();
    listener({ kind: 'lost', error: errorToJson(error) });
  };
  const end = (): void => {
    state = 'ended';
    clearTimeout(deadline);
  };
  const deadline = setTimeout(() => {
    const details = [
      `it has not answered within ${deadlineMs / 1000} s`,
      'it must be, or import, the script of the package',
    ];
    lose(notStarted(port, details));
  }, deadlineMs);

  port.onMessage((message) => {
    const event = message as Partial<EngineEvent> | null;
    if (event?.kind === undefined || state === 'ended') return;
    if (event.kind === 'ready') {
      if (!isPackageVersion(event.version ?? '')) {
        lose(otherVersion(port, event.version ?? ''));
        return;
      }
      clearTimeout(deadline);
      state = 'ready';
      for (const send of waiting.splice(0)) send();
    } else if (state === 'ready') {
      listener(event as EngineEvent);
    }
  });
  port.onFailure((why) => {
    if (state === 'starting') void explain(platform, port, why).then(lose);
    else lose(jsError('instanceLost', `the engine instance is lost: ${why}`));
  });
  return {
    inline: undefined,
    settled: (result) => result,
    post: (request: EngineRequest, transfer) => {
      const send = (): void => {
        port.post(request, transfer);
      };
      if (state === 'starting') waiting.push(send);
      else send();
    },
    keepAlive: (alive) => {
      port.keepAlive(alive);
    },
    terminate: () => {
      end();
      port.terminate();
    },
  };
}

async function explain(platform: Platform, port: WorkerPort, why: string): Promise<HloomError> {
  const { script } = port;
  const more = script === undefined ? '' : await platform.whyNotLoaded(script, 'worker');
  return notStarted(port, more === '' ? [why] : [why, more]);
}

function notStarted({ script }: WorkerPort, details: readonly string[]): HloomError {
  const which = script === undefined ? "the package's own script" : script;
  return jsError('workerScript', `the Worker of the engine does not start from ${which}`, {
    op: 'Client.create',
    details,
  });
}

function otherVersion({ script }: WorkerPort, version: string): HloomError {
  const headline = `the script of the Worker is of hloom ${version}, the package of hloom ${packageVersion}`;
  return jsError('contract', headline, {
    op: 'Client.create',
    details: script === undefined ? [] : [`the script is ${script}`],
    help: 'copy the files of the package’s dist folder again',
  });
}
