// Pictures compared as people see them: by their colors at half the size, which evens out how
// edges are smoothed.
import type { Page } from 'playwright-core';

export interface ImageDifference {
  /** Width and height of both, in pixels. */
  readonly sizes: readonly [actual: readonly number[], expected: readonly number[]];
  /** The number of pixels, at half the size, that have another color. */
  readonly pixels: number;
}

/** Compares two PNG files in a page, which can read them. */
export function compareImages(page: Page, actual: Buffer, expected: Buffer): Promise<ImageDifference> {
  return page.evaluate(
    differences,
    [actual, expected].map((file) => file.toString('base64')),
  );
}

/** It runs in the page alone, so that all of it is one function. */
async function differences(files: readonly string[]): Promise<ImageDifference> {
  /** A difference that is seen, of 255. */
  const seen = 40;
  const images = await Promise.all(
    files.map(async (file) => {
      const image = new Image();
      image.src = `data:image/png;base64,${file}`;
      await image.decode();
      return image;
    }),
  );
  const sizes = images.map(({ width, height }) => [width, height]);
  const [width, height] = [0, 1].map((axis) => Math.ceil(Math.min(...sizes.map((size) => size[axis] ?? 0)) / 2));
  const pixels = images.map((image) => {
    const context = new OffscreenCanvas(width ?? 1, height ?? 1).getContext('2d');
    if (context === null) throw new Error('there is no canvas');
    context.imageSmoothingQuality = 'high';
    context.drawImage(image, 0, 0, image.width / 2, image.height / 2);
    return context.getImageData(0, 0, width ?? 1, height ?? 1).data;
  });
  const [one, other] = pixels as [Uint8ClampedArray, Uint8ClampedArray];
  let count = 0;
  for (let at = 0; at < one.length; at += 4) {
    const differs = [0, 1, 2].some((channel) => Math.abs((one[at + channel] ?? 0) - (other[at + channel] ?? 0)) > seen);
    if (differs) count++;
  }
  return { sizes: sizes as [number[], number[]], pixels: count };
}
