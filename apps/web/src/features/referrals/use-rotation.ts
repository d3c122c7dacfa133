import { useEffect, useState } from 'react';

const shownMs = 5000;

/**
 * Goes through `count` things, one every five seconds. Stands still while the pointer or the focus is on it and while it is paused, which it
 * is from the start for visitors who want less motion.
 */
export function useRotation(count: number) {
  const [at, setAt] = useState(0);
  const [isHovered, setHovered] = useState(false);
  const [hasFocus, setHasFocus] = useState(false);
  const [paused, setPaused] = useState(() => matchMedia('(prefers-reduced-motion: reduce)').matches);
  const moves = !isHovered && !hasFocus && !paused && count > 1;
  useEffect(() => {
    if (!moves) return;
    const timer = setInterval(() => setAt((old) => (old + 1) % count), shownMs);
    return () => clearInterval(timer);
  }, [moves, count]);
  const hold = {
    onPointerEnter: () => setHovered(true),
    onPointerLeave: () => setHovered(false),
    onFocus: () => setHasFocus(true),
    onBlur: () => setHasFocus(false),
  };
  return { at, setAt, moves, paused, setPaused, hold };
}
