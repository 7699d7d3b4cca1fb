/** Runs in the page: what is wider than it, where it scrolls sideways; what lies in a box that scrolls is not meant. */
export function tooWide(): string[] {
  const { clientWidth, scrollWidth } = document.documentElement;
  if (scrollWidth <= clientWidth) return [];
  const isBoxed = (element: Element): boolean => {
    for (let at = element.parentElement; at !== null && at !== document.body; at = at.parentElement) {
      if (getComputedStyle(at).overflowX !== 'visible') return true;
    }
    return false;
  };
  const found = [...document.querySelectorAll('body *')]
    .filter((element) => element.getBoundingClientRect().right > clientWidth + 0.5 && !isBoxed(element))
    .map((element) => `${element.tagName.toLowerCase()}.${element.className} is too wide`);
  return [`the page is ${scrollWidth} pixels wide, and the window ${clientWidth}`, ...found];
}
