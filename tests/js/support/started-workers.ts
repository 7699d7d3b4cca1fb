import threads from 'node:worker_threads';

/** Every worker_thread that the package starts in the test that runs: engines' and pools'. To be called once in a file. */
export function startedWorkers(): threads.Worker[] {
  const started: threads.Worker[] = [];
  const { Worker } = threads;
  beforeAll(() => {
    threads.Worker = class extends Worker {
      constructor(...args: ConstructorParameters<typeof Worker>) {
        super(...args);
        started.push(this);
      }
    };
  });
  afterAll(() => {
    threads.Worker = Worker;
  });
  beforeEach(() => {
    started.length = 0;
  });
  return started;
}
