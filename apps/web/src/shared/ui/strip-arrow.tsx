import { type RefObject, useEffect, useRef } from 'react';
import { Icon } from './icon.tsx';
import styles from './scroll-strip.module.css';

interface StripArrowProps {
  readonly track: RefObject<HTMLElement | null>;
  readonly direction: 1 | -1;
  /** What it scrolls, for example `algorithms`. */
  readonly what: string;
  readonly disabled: boolean;
  /** Before it scrolls. */
  readonly onScroll: () => void;
}

/** Scrolls the strip by most of what is seen when pressed, and slowly while a mouse is over it. */
export function StripArrow({ track, direction, what, disabled, onScroll }: StripArrowProps) {
  const hover = useRef<ReturnType<typeof setInterval> | undefined>(undefined);
  const stop = () => clearInterval(hover.current);
  useEffect(() => () => clearInterval(hover.current), []);

  const scroll = (share: number, behavior: ScrollBehavior) => {
    const element = track.current;
    onScroll();
    element?.scrollBy({ left: direction * element.clientWidth * share, behavior });
  };
  const startHover = () => {
    stop();
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    hover.current = setInterval(() => scroll(0.006, 'auto'), 16);
  };
  const isNext = direction === 1;
  return (
    <button
      type="button"
      // The keyboard has the tabs themselves.
      tabIndex={-1}
      className={styles.arrow}
      aria-label={isNext ? `Next ${what}` : `Previous ${what}`}
      disabled={disabled}
      onClick={() => scroll(0.7, 'smooth')}
      onPointerEnter={(event) => event.pointerType === 'mouse' && startHover()}
      onPointerLeave={stop}
    >
      <Icon name={isNext ? 'next' : 'previous'} />
    </button>
  );
}
