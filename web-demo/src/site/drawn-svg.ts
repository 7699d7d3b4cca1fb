/** A part of the page as an SVG file: boxes, texts and pictures at the places and in the colors that they have now. */

const margin = 16;

/** The properties that the styles of the page give to a picture. */
const colors = ['fill', 'stroke'];
const others = [
  ...['fill-opacity', 'stroke-width', 'stroke-dasharray', 'opacity', 'visibility'],
  ...['font-family', 'font-size', 'font-weight', 'text-anchor', 'dominant-baseline'],
];

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const rounded = (number: number): string => String(Number(number.toFixed(2)));

interface Corner {
  readonly left: number;
  readonly top: number;
}

/** @param title - the name of the picture for readers who do not see it */
export function drawnSvg(parts: readonly Element[], title: string): string {
  const boxes = parts.map((part) => part.getBoundingClientRect());
  const [left, top] = [Math.min(...boxes.map((box) => box.left)), Math.min(...boxes.map((box) => box.top))];
  const [right, bottom] = [Math.max(...boxes.map((box) => box.right)), Math.max(...boxes.map((box) => box.bottom))];
  const [width, height] = [right - left + 2 * margin, bottom - top + 2 * margin].map(Math.ceil);
  const corner = { left: left - margin, top: top - margin };
  const [first] = parts;
  const paper = first === undefined ? 'white' : paperOf(first);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">
<title>${escaped(title)}</title>
<rect width="100%" height="100%" fill="${paper}"/>
${parts.map((part) => elementSvg(part, corner)).join('\n')}
</svg>
`;
}

const pixel = document.createElement('canvas').getContext('2d', { willReadFrequently: true });

/** A color as each program understands it: `oklab(0.96 0.01 0.01)` is `rgb(250, 238, 230)`. */
function plain(color: string): string {
  if (pixel === null || color === 'none' || color.startsWith('url(')) return color;
  pixel.clearRect(0, 0, 1, 1);
  pixel.fillStyle = color;
  pixel.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0] = pixel.getImageData(0, 0, 1, 1).data;
  return `rgb(${red}, ${green}, ${blue})`;
}

/** The color of a part of the page under the text. */
function paperOf(part: Element): string {
  const probe = document.createElement('span');
  probe.style.color = 'var(--card)';
  part.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return plain(color);
}

function elementSvg(element: Element, corner: Corner): string {
  const style = getComputedStyle(element);
  const isSeen = style.display !== 'none' && style.visibility === 'visible' && style.clipPath === 'none';
  if (!isSeen || element.localName === 'style') return '';
  if (element instanceof SVGSVGElement) return pictureSvg(element, corner);
  const children = [...(element.shadowRoot ?? element).childNodes].map((node) => {
    if (node instanceof Element) return elementSvg(node, corner);
    return node instanceof Text ? textSvg(node, style, corner) : '';
  });
  const inside = boxSvg(element, style, corner) + children.join('');
  return style.opacity === '1' || inside === '' ? inside : `<g opacity="${style.opacity}">${inside}</g>`;
}

function boxSvg(element: Element, style: CSSStyleDeclaration, { left, top }: Corner): string {
  const line = style.borderTopStyle === 'none' ? 0 : parseFloat(style.borderTopWidth);
  const isFilled = !/^rgba\(.*, 0\)$|transparent/.test(style.backgroundColor);
  if (line === 0 && !isFilled) return '';
  const box = element.getBoundingClientRect();
  const dashes = style.borderTopStyle === 'dashed' ? ' stroke-dasharray="5 4"' : '';
  const place = [box.left - left + line / 2, box.top - top + line / 2, box.width - line, box.height - line].map(
    rounded,
  );
  const [x, y, width, height] = place;
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${isFilled ? plain(style.backgroundColor) : 'none'}" stroke="${line === 0 ? 'none' : plain(style.borderTopColor)}" stroke-width="${line}"${dashes}/>`;
}

function textSvg(node: Text, style: CSSStyleDeclaration, { left, top }: Corner): string {
  if (node.data.trim() === '') return '';
  const range = document.createRange();
  range.selectNodeContents(node);
  const box = range.getBoundingClientRect();
  if (box.width === 0) return '';
  const [x, y] = [box.left - left, (box.top + box.bottom) / 2 - top].map(rounded);
  const text = escaped(node.data.replaceAll(/\s+/g, ' ').trim());
  return `<text x="${x}" y="${y}" dominant-baseline="central" font-family="${escaped(style.fontFamily)}" font-size="${style.fontSize}" font-weight="${style.fontWeight}" fill="${plain(style.color)}">${text}</text>`;
}

/** A picture of the page, with the styles that the page gives to it. */
function pictureSvg(picture: SVGSVGElement, { left, top }: Corner): string {
  const copy = picture.cloneNode(true) as SVGSVGElement;
  const box = picture.getBoundingClientRect();
  const all = [...picture.querySelectorAll<SVGElement>('*')];
  for (const [number, element] of [...copy.querySelectorAll<SVGElement>('*')].entries()) {
    const original = all[number];
    if (original === undefined) continue;
    const style = getComputedStyle(original);
    for (const name of colors) element.setAttribute(name, plain(style.getPropertyValue(name)));
    for (const name of others) element.setAttribute(name, style.getPropertyValue(name));
    element.removeAttribute('class');
  }
  const place = { x: box.left - left, y: box.top - top, width: box.width, height: box.height };
  for (const [name, value] of Object.entries(place)) copy.setAttribute(name, rounded(value));
  for (const name of ['class', 'style', 'role', 'aria-label']) copy.removeAttribute(name);
  copy.setAttribute('overflow', 'visible');
  return new XMLSerializer().serializeToString(copy);
}
