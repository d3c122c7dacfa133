import { type ReactNode, startTransition, useEffect, useRef, useState } from 'react';
import { isDeferring, takeTurn } from './turns.ts';

interface DeferredProps {
  /** Keeps the place until it is this piece's turn. */
  readonly fallback?: ReactNode;
  readonly children: ReactNode;
}

/** A piece of the page that has a turn of its own while the first page is drawn; at any other time it is simply there. */
export function Deferred({ fallback = null, children }: DeferredProps) {
  const [drawn, setDrawn] = useState(() => !isDeferring());
  const leave = useRef(() => {});
  useEffect(() => {
    if (drawn) return;
    leave.current = takeTurn(() => startTransition(() => setDrawn(true)));
    return () => leave.current();
  }, [drawn]);
  return drawn ? children : fallback;
}
