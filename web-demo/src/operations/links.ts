/** The addresses of the gallery and of its pages. */

import { siteAddress } from '../site/address.js';

export const galleryAddress = siteAddress('operations/');

export const operationAddress = (id: string): string => `${galleryAddress}${id}/`;

export const familyAddress = (id: string): string => `${galleryAddress}#family=${id}`;
