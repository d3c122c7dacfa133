import { useEffect, useState } from 'react';

const shownMs = 5000;

/** Goes through `count` things, one every five seconds; stands still while it is held, and for reduced motion. */
export function useRotation(count: number) {
  const [at, setAt] = useState(0);
  const [held, setHeld] = useState(false);
  const [still] = useState(() => matchMedia('(prefers-reduced-motion: reduce)').matches);
  const [paused, setPaused] = useState(false);
  const moves = !held && !still && !paused && count > 1;
  useEffect(() => {
    if (!moves) return;
    const timer = setInterval(() => setAt((old) => (old + 1) % count), shownMs);
    return () => clearInterval(timer);
  }, [moves, count]);
  const hold = {
    onPointerEnter: () => setHeld(true),
    onPointerLeave: () => setHeld(false),
    onFocus: () => setHeld(true),
    onBlur: () => setHeld(false),
  };
  return { at, setAt, moves, paused, setPaused, hold };
}
