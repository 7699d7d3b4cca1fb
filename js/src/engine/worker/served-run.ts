import { asHloomError, jsError, type HloomError } from '../../base/errors.js';
import { longestTimerMs } from '../../base/time-limit.js';
import type { Platform } from '../../instance/platform.js';
import type { ResultArrays } from '../../instance/results.js';
import type { EngineRun } from './program.js';
import type { EngineEvent, EngineReply, HostAnswer, RunTelling } from './protocol.js';
import { giveAnswer, takeRequest, turnMs } from './run-steps.js';

/** A run that alternates with the other work of its thread, and reports to the client that requested it. */
export class ServedRun {
  /** The id of its request. */
  readonly #id: number;
  readonly #run: EngineRun;
  readonly #telling: RunTelling;
  readonly #platform: Platform;
  readonly #reply: EngineReply;
  /** False after the client cancelled the run. */
  #isWanted = true;
  /** The devices that wait for answers; undefined before the first of them, and when the instance has ended. */
  #asking: Set<number> | undefined;
  /** The reason why an answer could not be given. */
  #failure: HloomError | undefined;
  /** Continues a run that waits until its events are handled, and one that waits for an answer. */
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
   * Continues until the run is done, and releases its memory.
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

  /** Cancels the run at once, because no call of the core is under way: it ends instead of continuing. */
  cancel(): void {
    this.#isWanted = false;
    this.#run.close();
    this.#heard();
    this.#answered();
  }

  /** Continues a run that waited until its events were handled. */
  heard(): void {
    this.#heard();
  }

  /**
   * Takes an answer at once, because the value belongs to the function, which may change it. A late answer has no
   * effect.
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

  /** Continues a waiting run, which then fails with the lost instance. */
  end(): void {
    this.#asking = undefined;
    this.#heard();
    this.#answered();
  }

  /**
   * A listener may cancel the run during a slice, and there may be no memory for an answer.
   *
   * @throws HloomError which is ignored in the first case
   */
  #checkWanted(): void {
    if (!this.#isWanted) throw jsError('cancelled', 'the run was given up');
    if (this.#failure !== undefined) throw this.#failure;
  }

  /**
   * Runs one slice, and continues when its trace has been handled, even if the slice failed: the trace shows the cause.
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

  /** Reports events, if there are any, and waits until they are handled. */
  async #tell(event: Extract<EngineEvent, { readonly kind: 'trace' | 'communication' }>): Promise<void> {
    if (event.events.length === 0) return;
    await new Promise<void>((resolve) => {
      // It is there before anything is told: in this thread the answer may come at once.
      this.#heard = resolve;
      this.#reply(event, []);
    });
    this.#checkWanted();
  }

  /**
   * Reports the request of a device. Before the first request, it reports the waiting devices: a limit may end the run
   * before it rests.
   */
  #ask(): void {
    const request = takeRequest(this.#run);
    if (this.#asking === undefined && this.#run.tellsPlace) this.#tellPlace();
    // It is there before anything is told: in this thread the answer may come at once.
    (this.#asking ??= new Set()).add(request.device);
    const buffers = request.operands.leaves.map((leaf) => leaf.buffer as ArrayBuffer);
    this.#reply({ kind: 'hostRequest', id: this.#id, request }, buffers);
  }

  /**
   * Reports the place of the run, which the client uses if this engine cannot report it, because it is inside an
   * instruction or lost.
   */
  #tellPlace(): void {
    this.#reply({ kind: 'place', id: this.#id, place: this.#run.place }, []);
  }

  /** Waits while no device can continue without an answer; if that takes longer, it reports the waiting devices. */
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

  /** Waits until a device is answered or the run ends, but at most this number of milliseconds. */
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
