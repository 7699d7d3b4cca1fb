/** The addresses of the gallery and of its pages. */

import { siteAddress } from '../site/address.js';

export const galleryAddress = siteAddress('operations/');

export const operationAddress = (id: string): string => `${galleryAddress}${id}/`;

export const familyAddress = (id: string): string => `${galleryAddress}#family=${id}`;

/** Keeps the links of the page's frame where they lead, once the address has another depth. */
export function fixLinks(): void {
  const links = document.querySelectorAll<HTMLAnchorElement | HTMLLinkElement>(
    'header a, footer a, link[rel=icon], link[rel=manifest]',
  );
  for (const link of links) link.setAttribute('href', link.href);
}
