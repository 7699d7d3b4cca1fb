/** `<copy-block>`: preformatted text with a button that copies it. Without JavaScript it is only the text. */

export class CopyBlock extends HTMLElement {
  readonly #button = document.createElement('button');
  readonly #status = document.createElement('span');

  connectedCallback(): void {
    if (this.#button.isConnected) return;
    this.#button.type = 'button';
    this.#button.textContent = 'Copy';
    this.#button.addEventListener('click', () => void this.#copy());
    this.#status.setAttribute('role', 'status');
    this.append(this.#button, this.#status);
  }

  async #copy(): Promise<void> {
    const text = this.querySelector('pre')?.textContent ?? '';
    try {
      await navigator.clipboard.writeText(text);
      this.#status.textContent = 'Copied';
    } catch {
      this.#status.textContent = 'The browser does not let the page copy: select the text instead';
    }
    setTimeout(() => (this.#status.textContent = ''), 4000);
  }
}

customElements.define('copy-block', CopyBlock);
