import { useEffect, useState } from 'react';
import { announce } from '../../shared/ui/announcer.tsx';
import styles from './title-reveal.module.css';

interface Revealed {
  readonly text: string;
  /** Where it stands in the window, in CSS pixels. */
  readonly left: number;
  readonly top: number;
}

/**
 * What a pointer sees on hovering (an exact amount, a time, a whole address) comes with a tap as well, and is read out: a
 * touch screen has nothing to hover with. Goes with the next tap, Escape or a scroll.
 */
export function TitleReveal() {
  const [revealed, setRevealed] = useState<Revealed | null>(null);

  useEffect(() => {
    const hide = () => setRevealed(null);
    const handleClick = ({ target }: MouseEvent) => {
      const next = target instanceof Element ? revealedBy(target) : null;
      setRevealed(next);
      if (next !== null) announce(next.text);
    };
    const handleKey = (event: KeyboardEvent) => event.key === 'Escape' && hide();
    document.addEventListener('click', handleClick);
    document.addEventListener('keydown', handleKey);
    document.addEventListener('scroll', hide, { passive: true });
    return () => {
      document.removeEventListener('click', handleClick);
      document.removeEventListener('keydown', handleKey);
      document.removeEventListener('scroll', hide);
    };
  }, []);

  return revealed === null ? null : (
    <p className={styles.bubble} style={{ left: revealed.left, top: revealed.top }} aria-hidden="true">
      {revealed.text}
    </p>
  );
}

/** What operates something does that instead. */
const operated =
  'a, button, input, select, textarea, summary, label, [role="option"], [title="Click to copy"]';

function revealedBy(target: Element): Revealed | null {
  const titled = target.closest<HTMLElement>('[title]');
  if (titled === null || titled.closest(operated) !== null || titled.title === titled.textContent)
    return null;
  const { left, bottom } = titled.getBoundingClientRect();
  // Room for its widest: the style sheet's measure.
  const width = Math.min(440, innerWidth - 24);
  return { text: titled.title, left: Math.max(12, Math.min(left, innerWidth - 12 - width)), top: bottom };
}
