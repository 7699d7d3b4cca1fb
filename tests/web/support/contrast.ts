/**
 * Gives the texts of the page whose contrast is below WCAG's 4.5, each with its ratio. It runs in the page alone, so
 * that all of it is one function.
 */
export function lowContrasts(): string[] {
  const parse = (color: string): number[] => (color.match(/[\d.]+/g) ?? []).map(Number);
  const luminance = (rgb: readonly number[]): number => {
    const [r = 0, g = 0, b = 0] = rgb.slice(0, 3).map((channel) => {
      const c = channel / 255;
      return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const background = (start: Element): number[] => {
    for (let at: Element | null = start; at !== null; at = at.parentElement) {
      const color = parse(getComputedStyle(at).backgroundColor);
      if ((color[3] ?? 1) === 1) return color;
    }
    return [255, 255, 255];
  };
  const low: string[] = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
    const parent = node.parentElement;
    if (parent === null || node.textContent?.trim() === '' || !parent.checkVisibility({ visibilityProperty: true }))
      continue;
    const [a, b] = [luminance(parse(getComputedStyle(parent).color)), luminance(background(parent))];
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (ratio < 4.5) low.push(`${ratio.toFixed(2)}: ${node.textContent ?? ''}`);
  }
  return low;
}
