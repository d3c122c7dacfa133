import { type PointerEvent, type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { Icon } from './icon.tsx';
import styles from './scroll-strip.module.css';

interface ScrollStripProps {
  /** What the arrows scroll, for example `algorithms`. */
  readonly what: string;
  /** Brought into view when it changes: the `id` of a child. */
  readonly selectedId: string;
  readonly children: ReactNode;
}

/** A mouse that moved this far was dragging, in px. */
const dragFrom = 6;

/** A row that scrolls sideways: by arrows (hover or press), by drag, by touch; shadows say on which side more comes. */
export function ScrollStrip({ what, selectedId, children }: ScrollStripProps) {
  const track = useRef<HTMLDivElement>(null);
  const drag = useRef<{ readonly x: number; readonly left: number; moved: boolean } | null>(null);
  /** Where the strip stood when the selected child was brought into view. */
  const revealed = useRef<number | null>(null);
  const hover = useRef<ReturnType<typeof setInterval> | undefined>(undefined);
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

  useEffect(reveal, [reveal]);

  useEffect(() => {
    // What is in the strip changes its width, and so does the window; who has scrolled since keeps what they look at.
    const observer = new ResizeObserver(() => {
      if (track.current?.scrollLeft === revealed.current) reveal();
      else measure();
    });
    const element = track.current;
    for (const seen of element === null ? [] : [element, ...element.children]) observer.observe(seen);
    return () => {
      observer.disconnect();
      clearInterval(hover.current);
    };
  }, [measure, reveal]);

  function scrollBy(direction: 1 | -1, share: number) {
    const element = track.current;
    element?.scrollBy({
      left: direction * element.clientWidth * share,
      behavior: share > 0.1 ? 'smooth' : 'auto',
    });
  }

  function startHover(direction: 1 | -1) {
    clearInterval(hover.current);
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    hover.current = setInterval(() => scrollBy(direction, 0.006), 16);
  }

  function handlePointerMove(event: PointerEvent) {
    const start = drag.current;
    const element = track.current;
    if (start === null || element === null) return;
    const distance = event.clientX - start.x;
    if (Math.abs(distance) > dragFrom) start.moved = true;
    if (start.moved) element.scrollLeft = start.left - distance;
  }

  const arrow = (direction: 1 | -1) => (
    <button
      type="button"
      // The keyboard has the tabs themselves.
      tabIndex={-1}
      className={styles.arrow}
      aria-label={direction === 1 ? `Next ${what}` : `Previous ${what}`}
      disabled={direction === 1 ? !more.after : !more.before}
      onClick={() => scrollBy(direction, 0.7)}
      onPointerEnter={(event) => event.pointerType === 'mouse' && startHover(direction)}
      onPointerLeave={() => clearInterval(hover.current)}
    >
      <Icon name={direction === 1 ? 'next' : 'previous'} />
    </button>
  );

  return (
    <div className={styles.strip} data-before={more.before} data-after={more.after}>
      <div className={styles.window}>
        <div
          ref={track}
          className={styles.track}
          onScroll={measure}
          onPointerDown={(event) => {
            if (event.pointerType !== 'mouse' || event.button !== 0) return;
            drag.current = { x: event.clientX, left: event.currentTarget.scrollLeft, moved: false };
          }}
          onPointerMove={handlePointerMove}
          onPointerUp={() => setTimeout(() => (drag.current = null))}
          onPointerLeave={() => (drag.current = null)}
          onDragStart={(event) => event.preventDefault()}
          onClickCapture={(event) => {
            // The end of a drag is no press.
            if (drag.current?.moved === true) {
              event.preventDefault();
              event.stopPropagation();
            }
          }}
        >
          {children}
        </div>
      </div>
      {(more.before || more.after) && (
        <div className={styles.arrows}>
          {arrow(-1)}
          {arrow(1)}
        </div>
      )}
    </div>
  );
}
