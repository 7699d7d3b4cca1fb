/** Gives an element its tag. */

/**
 * Defines an element. A page may load the elements twice, as in two bundles: a tag can be given only once, so the
 * elements that came first stay.
 */
export function define(tag: string, element: CustomElementConstructor): void {
  if (customElements.get(tag) === undefined) customElements.define(tag, element);
}
