/** The address of a path of the site, such as `docs/rules.html`, from a page in any folder: the manifest is at the root. */
export const siteAddress = (path: string): string =>
  new URL(path, document.querySelector<HTMLLinkElement>('link[rel=manifest]')?.href ?? location.href).href;
