import { useEffect, useEffectEvent, useRef } from 'react';

/** Asks for more whenever the end of a list comes into sight, a screenful ahead. Draws nothing. */
export function LoadOnSight({ onSight }: { readonly onSight: () => void }) {
  const end = useRef<HTMLDivElement>(null);
  const handleSight = useEffectEvent(onSight);
  useEffect(() => {
    if (end.current === null || typeof IntersectionObserver === 'undefined') return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) handleSight();
      },
      { rootMargin: '100% 0px' },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, []);
  return <div ref={end} aria-hidden="true" />;
}
