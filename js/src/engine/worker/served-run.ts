import { asHloomError, jsError, type HloomError } from '../../base/errors.js';
import { longestTimerMs } from '../../base/time-limit.js';
import type { Platform } from '../../instance/platform.js';
import type { ResultArrays } from '../../instance/results.js';
import type { EngineRun } from './program.js';
import type { EngineEvent, EngineReply, HostAnswer, RunTelling } from './protocol.js';
import { giveAnswer, takeRequest, turnMs } from './run-steps.js';

/** A run that goes on in turns with the other work of its thread, and reports to the client that requested it. */
export class ServedRun {
  /** The id of its request. */
  readonly #id: number;
  readonly #run: EngineRun;
  readonly #telling: RunTelling;
  readonly #platform: Platform;
  readonly #reply: EngineReply;
  /** False once the client gave the run up. */
  #isWanted = true;
  /** The devices that wait for answers; undefined before the first of them, and when the instance has ended. */
  #asking: Set<number> | undefined;
  /** The reason why an answer could not be given. */
  #failure: HloomError | undefined;
  /** Continues a run that waits until its events are heard, and one that waits for an answer. */
  #heard: () => void = () => undefined;
  #answered: () => void = () => undefined;

  constructor(id: number, run: EngineRun, telling: RunTelling, platform: Platform, reply: EngineReply) {
    this.#id = id;
    this.#run = run;
    this.#telling = telling;
    this.#platform = platform;
    this.#reply = reply;
  }

  /**
   * Goes on until the run is done, and gives its slot back.
   *
   * @throws HloomError what the run ended with
   */
  async goOn(): Promise<ResultArrays> {
    const run = this.#run;
    let turnStarted = performance.now();
    const pause = async (): Promise<void> => {
      await this.#platform.pause();
      turnStarted = performance.now();
      this.#checkWanted();
    };
    try {
      for (;;) {
        if (run.resting) await this.#rest();
        if (!run.done && !run.asking) await this.#step();
        // Functions that answer at once must not starve timers and messages either.
        const turnEnds = !(run.asking || run.resting) || performance.now() - turnStarted >= turnMs;
        if (run.tellsPlace && turnEnds && !run.done) this.#tellPlace();
        if (this.#telling.progress && turnEnds) {
          this.#reply({ kind: 'progress', id: this.#id, progress: run.progress }, []);
        }
        this.#checkWanted();
        if (run.done) return run.isLarge ? await run.resultsInPieces(pause) : run.results();
        if (run.asking) this.#ask();
        if (turnEnds) await pause();
      }
    } finally {
      run.close();
    }
  }

  /** Gives the run up at once, as no call of the core is under way: it ends where it would go on. */
  cancel(): void {
    this.#isWanted = false;
    this.#run.close();
    this.#heard();
    this.#answered();
  }

  /** Continues a run that waited until its events were heard. */
  heard(): void {
    this.#heard();
  }

  /**
   * Takes an answer at once, as the value belongs to the function, which may change it. An answer that comes too late
   * does nothing.
   */
  answer(device: number, answer: HostAnswer): void {
    if (this.#asking?.delete(device) !== true) return;
    try {
      giveAnswer(this.#run, device, answer);
    } catch (thrown) {
      this.#failure ??= asHloomError(thrown);
    }
    this.#run.goesOn();
    this.#answered();
  }

  /** Continues a run that waits, which finds the instance gone. */
  end(): void {
    this.#asking = undefined;
    this.#heard();
    this.#answered();
  }

  /**
   * Whoever listens to a slice may give up the run, and an answer may be one that there is no memory for.
   *
   * @throws HloomError which in the first case nobody hears
   */
  #checkWanted(): void {
    if (!this.#isWanted) throw jsError('cancelled', 'the run was given up');
    if (this.#failure !== undefined) throw this.#failure;
  }

  /**
   * Runs one slice, and goes on when its trace has been heard, also when the slice failed: the trace shows how it came
   * to that.
   */
  async #step(): Promise<void> {
    const run = this.#run;
    const id = this.#id;
    const { traced, communication } = this.#telling;
    try {
      run.step(turnMs);
    } finally {
      if (traced && run.core.lost === undefined) await this.#tell({ kind: 'trace', id, events: run.trace() });
      if (communication && run.core.lost === undefined) {
        await this.#tell({ kind: 'communication', id, events: run.communication() });
      }
    }
  }

  /** Tells events, if there are any, and waits until they are heard. */
  async #tell(event: Extract<EngineEvent, { readonly kind: 'trace' | 'communication' }>): Promise<void> {
    if (event.events.length === 0) return;
    await new Promise<void>((resolve) => {
      // It is there before anything is told: in this thread the answer may come at once.
      this.#heard = resolve;
      this.#reply(event, []);
    });
    this.#checkWanted();
  }

  /** Tells what a device asks. Before the first question it tells who waits: a limit may end the run before it rests. */
  #ask(): void {
    const request = takeRequest(this.#run);
    if (this.#asking === undefined && this.#run.tellsPlace) this.#tellPlace();
    // It is there before anything is told: in this thread the answer may come at once.
    (this.#asking ??= new Set()).add(request.device);
    const buffers = request.operands.leaves.map((leaf) => leaf.buffer as ArrayBuffer);
    this.#reply({ kind: 'hostRequest', id: this.#id, request }, buffers);
  }

  /** Tells where the run is: the client says so where this engine cannot, because it is inside of an instruction or gone. */
  #tellPlace(): void {
    this.#reply({ kind: 'place', id: this.#id, place: this.#run.place }, []);
  }

  /** Waits while no device can go on before an answer comes; where that takes longer, it is told who waits. */
  async #rest(): Promise<void> {
    let most = this.#run.longestRest;
    if (most > turnMs) {
      await this.#waitForAnswer(turnMs);
      this.#checkWanted();
      if (!this.#run.resting) return;
      this.#tellPlace();
      most -= turnMs;
    }
    await this.#waitForAnswer(most);
    this.#checkWanted();
  }

  /** Waits until a device is answered, or the run ends without; or for so many milliseconds, where they end. */
  #waitForAnswer(most: number): Promise<void> {
    return new Promise((resolve) => {
      if (this.#asking === undefined) {
        resolve();
        return;
      }
      const timer = most <= longestTimerMs ? setTimeout(resolve, most) : undefined;
      this.#answered = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
