/**
 * Runs in the page: finds elements that are wider than the page and make it scroll sideways, except elements in a
 * scrolling box.
 */
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
