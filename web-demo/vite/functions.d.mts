import type { GalleryPage } from '../src/operations/model/catalogue.js';

/** The rows and the pages of the functions of `np`, `nn` and `random`. */
export function functionGallery(): readonly GalleryPage[];
/** The name of a function in JAX, such as `jnp.take_along_axis`; null if it has none. */
export function jaxNameOf(id: string): string | null;
