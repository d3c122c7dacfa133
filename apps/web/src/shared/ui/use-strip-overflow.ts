import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';

interface StripOverflow {
  readonly track: RefObject<HTMLDivElement | null>;
  /** On which sides the strip goes on outside of what is seen. */
  readonly more: { readonly before: boolean; readonly after: boolean };
  /** To be called when it was scrolled. */
  readonly measure: () => void;
  /** To be called when the visitor scrolls it by an arrow: the way there takes a while, and begins at the place of the selected child. */
  readonly letGo: () => void;
}

/** Watches what a strip has outside of its window, and keeps the element of `selectedId` inside until the visitor scrolls. */
export function useStripOverflow(selectedId: string): StripOverflow {
  const track = useRef<HTMLDivElement>(null);
  /** Where the strip stood when the selected child was brought into view. */
  const revealed = useRef<number | null>(null);
  const [more, setMore] = useState({ before: false, after: false });

  const measure = useCallback(() => {
    const element = track.current;
    if (element === null) return;
    const before = element.scrollLeft > 1;
    const after = element.scrollLeft + element.clientWidth < element.scrollWidth - 1;
    setMore((old) => (old.before === before && old.after === after ? old : { before, after }));
  }, []);

  const reveal = useCallback(() => {
    const element = track.current;
    const selected = document.getElementById(selectedId);
    if (element !== null && selected !== null) {
      // Only the strip moves, never the page.
      element.scrollLeft += selected.getBoundingClientRect().left - element.getBoundingClientRect().left - 96;
      revealed.current = element.scrollLeft;
    }
    measure();
  }, [selectedId, measure]);

  const letGo = useCallback(() => {
    revealed.current = null;
  }, []);

  useEffect(reveal, [reveal]);

  useEffect(() => {
    // What is in the strip changes its width, and so does the window; who has scrolled since keeps what they look at.
    const observer = new ResizeObserver(() => {
      if (track.current?.scrollLeft === revealed.current) reveal();
      else measure();
    });
    const element = track.current;
    for (const seen of element === null ? [] : [element, ...element.children]) observer.observe(seen);
    return () => observer.disconnect();
  }, [measure, reveal]);

  return { track, more, measure, letGo };
}
