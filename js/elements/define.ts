/** Gives an element its tag. */

/**
 * Defines an element. A page may load the elements twice, as in two bundles. A tag can be given only once, so the first
 * definition is kept.
 */
export function define(tag: string, element: CustomElementConstructor): void {
  if (customElements.get(tag) === undefined) customElements.define(tag, element);
}
