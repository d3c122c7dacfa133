import type { Page } from '@playwright/test';

/**
 * What has the focus and cannot be seen at all, because something lies over it or it is outside the window (WCAG 2.4.11); null
 * where at least one of its corners or its middle can be seen.
 */
export function focusedIsCovered(page: Page): Promise<string | null> {
  return page.evaluate(() => {
    const element = document.activeElement;
    if (element === null || element === document.body) return null;
    const { left, top, right, bottom } = element.getBoundingClientRect();
    const isSeen = (x: number, y: number): boolean => {
      const over = document.elementFromPoint(x, y);
      return (
        over !== null && (element.contains(over) || over.contains(element) || over.closest('label') !== null)
      );
    };
    const xs = [left + 2, (left + right) / 2, right - 2];
    const ys = [top + 2, (top + bottom) / 2, bottom - 2];
    if (xs.some((x) => ys.some((y) => isSeen(x, y)))) return null;
    return `${element.outerHTML.slice(0, 120)} at ${Math.round(top)} to ${Math.round(bottom)}`;
  });
}
