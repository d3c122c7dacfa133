import type { ReactNode } from 'react';
import styles from './scroll-strip.module.css';
import { StripArrow } from './strip-arrow.tsx';
import { useDragScroll } from './use-drag-scroll.ts';
import { useStripOverflow } from './use-strip-overflow.ts';

interface ScrollStripProps {
  /** What the arrows scroll, for example `algorithms`. */
  readonly what: string;
  /** Brought into view when it changes: the `id` of a child. */
  readonly selectedId: string;
  readonly children: ReactNode;
}

/** A row that scrolls sideways: by arrows (hover or press), by drag, by touch; shadows say on which side more comes. */
export function ScrollStrip({ what, selectedId, children }: ScrollStripProps) {
  const { track, more, measure, letGo } = useStripOverflow(selectedId);
  const drag = useDragScroll();
  return (
    <div className={styles.strip} data-before={more.before} data-after={more.after}>
      <div className={styles.window}>
        <div ref={track} className={styles.track} onScroll={measure} {...drag}>
          {children}
        </div>
      </div>
      {(more.before || more.after) && (
        <div className={styles.arrows}>
          <StripArrow track={track} direction={-1} what={what} disabled={!more.before} onScroll={letGo} />
          <StripArrow track={track} direction={1} what={what} disabled={!more.after} onScroll={letGo} />
        </div>
      )}
    </div>
  );
}
