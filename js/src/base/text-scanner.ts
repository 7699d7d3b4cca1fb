/** Goes through a text token by token, which blanks may stand between. */
export class TextScanner {
  readonly text: string;
  position = 0;
  readonly #blanks: RegExp;

  /** @param blanks - what is skipped before a token; sticky, and matches nothing too */
  constructor(text: string, blanks: RegExp) {
    this.text = text;
    this.#blanks = blanks;
  }

  /** Where the next token starts: the position from now on. */
  start(): number {
    this.position += this.#matchHere(this.#blanks).length;
    return this.position;
  }

  isAtEnd(): boolean {
    return this.start() === this.text.length;
  }

  /** Whether the next token starts with this character. */
  isAhead(character: string): boolean {
    return this.text[this.start()] === character;
  }

  /** Goes past the character, if it is the next one. */
  take(character: string): boolean {
    if (!this.isAhead(character)) return false;
    this.position++;
    return true;
  }

  /** Goes past what a sticky pattern matches, and gives it: an empty text where it does not match. */
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
