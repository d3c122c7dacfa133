import { useEffect, useRef, useState } from 'react';

/** True for `ms` after the value changed; its first arrival is no change. */
export function useFlash(value: string | number | null, ms: number): boolean {
  const [flashing, setFlashing] = useState(false);
  const previous = useRef(value);
  useEffect(() => {
    const changed = previous.current !== null && previous.current !== value;
    previous.current = value;
    if (!changed) return;
    setFlashing(true);
    const timer = setTimeout(() => setFlashing(false), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return flashing;
}
