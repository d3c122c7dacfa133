import { fetchFailedSheets } from './failed-sheets.ts';

/** Code that is fetched when it is first wanted. A failure is a state, not an error: the page around it stays. */
export type LateState<Code> =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'ready'; readonly code: Code }
  /** Until a later attempt succeeds. */
  | { readonly kind: 'failed' };

export interface LateCode<Code> {
  readonly state: () => LateState<Code>;
  readonly subscribe: (listener: () => void) => () => void;
  /** Fetches the code unless it is there or on its way. Never rejects. */
  readonly load: () => Promise<void>;
}

export function lateCode<Code>(fetchCode: () => Promise<Code>): LateCode<Code> {
  const listeners = new Set<() => void>();
  let state: LateState<Code> = { kind: 'waiting' };
  let pending: Promise<void> | null = null;

  function enter(next: LateState<Code>) {
    if (next.kind === 'failed') pending = null;
    state = next;
    for (const listener of listeners) listener();
  }

  const attempt = () => (state.kind === 'failed' ? fetchFailedSheets().then(fetchCode) : fetchCode());

  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    load() {
      pending ??= attempt().then(
        (code) => enter({ kind: 'ready', code }),
        () => enter({ kind: 'failed' }),
      );
      return pending;
    },
  };
}
