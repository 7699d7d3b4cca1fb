/** Reads a text token by token, with optional blanks between tokens. */
export class TextScanner {
  readonly text: string;
  position = 0;
  readonly #blanks: RegExp;

  /** @param blanks - matches the blanks before a token; sticky, and also matches the empty text */
  constructor(text: string, blanks: RegExp) {
    this.text = text;
    this.#blanks = blanks;
  }

  /** The start of the next token, which becomes the position. */
  start(): number {
    this.position += this.#matchHere(this.#blanks).length;
    return this.position;
  }

  isAtEnd(): boolean {
    return this.start() === this.text.length;
  }

  /** Returns whether the next token starts with this character. */
  isAhead(character: string): boolean {
    return this.text[this.start()] === character;
  }

  /** Skips the character if it is the next one. */
  take(character: string): boolean {
    if (!this.isAhead(character)) return false;
    this.position++;
    return true;
  }

  /** Skips the match of a sticky pattern and returns it; returns an empty text if it does not match. */
  match(pattern: RegExp): string {
    this.start();
    const found = this.#matchHere(pattern);
    this.position += found.length;
    return found;
  }

  #matchHere(pattern: RegExp): string {
    pattern.lastIndex = this.position;
    return pattern.exec(this.text)?.[0] ?? '';
  }
}
