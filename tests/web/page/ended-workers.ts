// Workers that are ended while devices run: the errors of their runs, and that the client continues with new ones.
import { Client, HloomError, parseHlo, type ClientOptions, type RunProgress } from 'hloom';
import { endless } from '../../js/support/replica-failures.js';

export interface EndedWorker {
  readonly code: string;
  readonly rule: string;
  readonly message: string;
  /** The results of the next run on each device. */
  readonly sums: unknown[];
}

async function endWhileOneWaits(options: ClientOptions, end: () => void): Promise<EndedWorker> {
  const client = await Client.create(options);
  const executable = await client.compile(parseHlo(endless), { replicas: 2 });
  let waits = false;
  const onProgress = ({ devices }: RunProgress): void => {
    if (waits || devices?.[0]?.state !== 'waits') return;
    waits = true;
    end();
  };
  const failure = await executable.runReplicated([[0], [1]], { onProgress }).then(
    () => ({ code: 'OK', rule: '', message: '' }),
    (thrown: unknown) => {
      if (!(thrown instanceof HloomError)) throw thrown;
      return { code: thrown.code, rule: thrown.rule, message: thrown.message };
    },
  );
  const results = await executable.runReplicated([[0], [-1]]);
  client.dispose();
  return { ...failure, sums: results.map((result) => result.toArray()) };
}

/** An engine's Worker ends. */
export async function endEngine(options: ClientOptions): Promise<EndedWorker> {
  const started: Worker[] = [];
  const { Worker } = globalThis;
  globalThis.Worker = class extends Worker {
    constructor(...args: ConstructorParameters<typeof Worker>) {
      super(...args);
      started.push(this);
    }
  };
  try {
    return await endWhileOneWaits(options, () => {
      started[0]?.terminate();
    });
  } finally {
    globalThis.Worker = Worker;
  }
}

/** A Worker of an engine's pool ends. */
export function endPool(options: ClientOptions): Promise<EndedWorker> {
  const channel = new BroadcastChannel('end the pool');
  return endWhileOneWaits({ ...options, workerUrl: '/spy-worker.mjs' }, () => {
    channel.postMessage('');
  }).finally(() => {
    channel.close();
  });
}

/** A thread of an engine's pool fails while the engine waits for it: its Worker lives on, and the engine hears nothing. */
export function failPool(options: ClientOptions): Promise<EndedWorker> {
  return endWhileOneWaits({ ...options, workerUrl: '/spy-worker.mjs?failing' }, () => undefined);
}
