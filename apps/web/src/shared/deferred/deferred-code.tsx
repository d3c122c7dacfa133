import { type ReactNode, startTransition, useCallback, useEffect, useRef, useState } from 'react';
import { fetchFailedSheets } from '../late/failed-sheets.ts';
import { LateFailure } from '../late/late-failure.tsx';
import { Deferred } from './deferred.tsx';
import { expectTurn } from './turns.ts';

interface DeferredCodeProps<Code> {
  /** Fetches the piece's code: the same function every time, declared beside the page. */
  readonly load: () => Promise<Code>;
  /** Keeps the place until the code is there and it is this piece's turn. */
  readonly fallback?: ReactNode;
  readonly children: (code: Code) => ReactNode;
}

/** What has come before is there at once. */
const known = new WeakMap<() => Promise<unknown>, { readonly code: unknown }>();

/**
 * A piece of the page whose code comes after the page. Unlike with Suspense, which reveals together what comes at about
 * the same time, every piece is drawn in a task of its own. Where the code cannot be fetched, the piece says so in its place.
 */
export function DeferredCode<Code>({ load, fallback = null, children }: DeferredCodeProps<Code>) {
  const [loaded, setLoaded] = useState(() => known.get(load) as { readonly code: Code } | undefined);
  const [isFailed, setFailed] = useState(false);
  const come = useRef(() => {});
  const fetchCode = useCallback(() => {
    load().then(
      (code) => {
        known.set(load, { code });
        startTransition(() => setLoaded({ code }));
      },
      () => {
        come.current();
        setFailed(true);
      },
    );
  }, [load]);
  useEffect(() => {
    if (loaded !== undefined) return;
    come.current = expectTurn();
    fetchCode();
    // The piece, if there is one now, is in line by the next frame.
    return () => come.current();
  }, [fetchCode, loaded]);
  if (loaded !== undefined) return <Deferred fallback={fallback}>{children(loaded.code)}</Deferred>;
  if (!isFailed) return fallback;
  return <LateFailure onRetry={() => void fetchFailedSheets().then(fetchCode, () => {})} />;
}
