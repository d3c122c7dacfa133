import { type ReactNode, startTransition, useEffect, useRef, useState } from 'react';
import { Paced } from './paced.tsx';
import { expectTurn } from './turns.ts';

interface PacedCodeProps<Code> {
  /** Fetches the piece's code: the same function every time, declared beside the page. */
  readonly load: () => Promise<Code>;
  /** Keeps the place until the code is there and it is this piece's turn. */
  readonly fallback?: ReactNode;
  readonly children: (code: Code) => ReactNode;
}

type Loaded<Code> = { readonly code: Code } | { readonly error: unknown };

/** What has come before is there at once. */
const known = new WeakMap<() => Promise<unknown>, Loaded<unknown>>();

/**
 * A piece of the page whose code comes after the page. Unlike with Suspense, which reveals together what comes at about
 * the same time, every piece is drawn in a task of its own.
 */
export function PacedCode<Code>({ load, fallback = null, children }: PacedCodeProps<Code>) {
  const [loaded, setLoaded] = useState(() => (known.get(load) as Loaded<Code> | undefined) ?? null);
  const come = useRef(() => {});
  useEffect(() => {
    if (loaded !== null) return;
    let wanted = true;
    come.current = expectTurn();
    const show = (next: Loaded<Code>) => {
      if ('code' in next) known.set(load, next);
      if (wanted) startTransition(() => setLoaded(next));
    };
    load().then(
      (code) => show({ code }),
      (error: unknown) => show({ error }),
    );
    return () => {
      wanted = false;
      // The piece, if there is one now, is in line by the next frame.
      come.current();
    };
  }, [load, loaded]);
  if (loaded === null) return fallback;
  // The page's error boundary says what can be done about it.
  if ('error' in loaded) throw loaded.error;
  return <Paced fallback={fallback}>{children(loaded.code)}</Paced>;
}
