// Shows the current steps in one line.
//
// On a terminal, that line is rewritten in place and cleared at the end. Elsewhere, such as in a log, it is printed
// every ten seconds if the steps have changed, and otherwise every minute, so that a log stays short and a step that
// hangs is still seen.

/** True if the output may contain colours and cursor codes. */
export const isTerminal = process.stdout.isTTY === true && !process.env.NO_COLOR && process.env.TERM !== 'dumb';

const TERMINAL_MILLISECONDS = 1_000;
const LOG_MILLISECONDS = 10_000;
const UNCHANGED_MILLISECONDS = 60_000;
const CLEAR_LINE = '\r\x1b[K';

export class Progress {
  #steps = new Set();
  #timer;
  #write;
  #isTerminal;
  #columns;
  /** The steps in the last line of a log, and the time of that line. */
  #logged = { steps: '', time: 0 };

  constructor({
    write = (text) => process.stdout.write(text),
    terminal = isTerminal,
    columns = () => process.stdout.columns || 80,
  } = {}) {
    this.#write = write;
    this.#isTerminal = terminal;
    this.#columns = columns;
  }

  /** Shows a step until its `end` is called. `say` changes the step's description. */
  start(name, what = '') {
    const step = { name, what, started: performance.now() };
    this.#steps.add(step);
    const draw = () => this.#isTerminal && this.#draw();
    this.#timer ??= setInterval(() => this.#draw(), this.#isTerminal ? TERMINAL_MILLISECONDS : LOG_MILLISECONDS);
    draw();
    return {
      say: (text) => {
        step.what = text;
        draw();
      },
      end: () => {
        this.#steps.delete(step);
        if (this.#steps.size === 0) {
          clearInterval(this.#timer);
          this.#timer = undefined;
        }
        draw();
      },
    };
  }

  /** Prints text while steps may be under way. */
  print(text) {
    const isShown = this.#isTerminal && this.#steps.size > 0;
    this.#write(isShown ? `${CLEAR_LINE}${text}\n` : `${text}\n`);
    if (isShown) this.#draw();
  }

  #draw() {
    if (!this.#isTerminal && !this.#isNews()) return;
    const steps = [...this.#steps].map(({ name, what, started }) => {
      const seconds = `${Math.round((performance.now() - started) / 1000)} s`;
      return [`[${name}]`, what, seconds].filter(Boolean).join(' ');
    });
    if (!this.#isTerminal) this.#write(`${steps.join('  ')}\n`);
    else this.#write(CLEAR_LINE + cut(steps, this.#columns() - 1));
  }

  /** Returns whether a log has no line about the current steps yet, or only an old one. */
  #isNews() {
    const steps = JSON.stringify([...this.#steps].map(({ name, what }) => [name, what]));
    const time = performance.now();
    if (steps === this.#logged.steps && time - this.#logged.time < UNCHANGED_MILLISECONDS) return false;
    this.#logged = { steps, time };
    return true;
  }
}

/** Joins steps to one line of `columns` columns. If they do not fit, each has an equal share. */
function cut(steps, columns) {
  const line = steps.join('  ');
  if (line.length <= columns) return line;
  const share = Math.floor((columns + 2) / steps.length) - 2;
  return steps.map((step) => (step.length > share ? `${step.slice(0, Math.max(0, share - 1))}…` : step)).join('  ');
}

/** The progress of this process. */
export const progress = new Progress();

/** Prints a heading between the output of the tools. */
export function heading(text) {
  progress.print(isTerminal ? `\x1b[1m== ${text}\x1b[0m` : `== ${text}`);
}
