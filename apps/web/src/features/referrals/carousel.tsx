import type { ReactNode } from 'react';
import { IconButton } from '../../shared/ui/button.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { LateIcon } from '../../shared/ui/late-icon.tsx';
import styles from './referrals-page.module.css';
import { useRotation } from './use-rotation.ts';

interface CarouselProps {
  readonly title: string;
  /** Names what goes round for a screen reader. */
  readonly label: string;
  readonly slides: readonly { readonly name: string; readonly content: ReactNode }[];
  readonly className: string | undefined;
}

/** Shows one of several slides, in turn or by choice. Hovering or focusing pauses it. */
export function Carousel({ title, label, slides, className }: CarouselProps) {
  const { at, setAt, moves, paused, setPaused, hold } = useRotation(slides.length);
  return (
    <Card title={title}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it is only held still, nothing is operated */}
      <section {...hold} aria-roledescription="carousel" aria-label={label}>
        <div className={styles.dots}>
          {slides.map(({ name }, index) => (
            <button
              key={name}
              type="button"
              aria-current={index === at ? 'true' : undefined}
              onClick={() => setAt(index)}
            >
              {name}
            </button>
          ))}
          <IconButton label={paused ? 'Play' : 'Pause'} onClick={() => setPaused(!paused)}>
            <LateIcon name={paused ? 'play' : 'pause'} />
          </IconButton>
        </div>
        <div className={className} aria-live={moves ? 'off' : 'polite'}>
          {slides[at]?.content}
        </div>
      </section>
    </Card>
  );
}
