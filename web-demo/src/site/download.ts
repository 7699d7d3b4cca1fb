/** Files that a page makes, and pictures as PNG. */

/** Saves a file under a name, as a link to it would. */
export function download(content: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // The browser has taken the address by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** An SVG picture with `scale` pixels for each of its units. */
export async function pngOf(svg: Blob, scale: number): Promise<Blob> {
  const address = URL.createObjectURL(svg);
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    return await scaledPng(image, image.naturalWidth * scale, image.naturalHeight * scale);
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** A picture in another size. Its pixels stay squares. */
export function scaledPng(picture: CanvasImageSource, width: number, height: number): Promise<Blob> {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [width, height];
  const context = canvas.getContext('2d');
  if (context !== null) {
    context.imageSmoothingEnabled = false;
    context.drawImage(picture, 0, 0, width, height);
  }
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob === null) reject(new Error('the canvas gave no picture'));
      else resolve(blob);
    }, 'image/png');
  });
}
