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

  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    load() {
      if (state.kind === 'failed') forgetFailedSheets();
      pending ??= fetchCode().then(
        (code) => enter({ kind: 'ready', code }),
        () => enter({ kind: 'failed' }),
      );
      return pending;
    },
  };
}

/** A style sheet that could not be fetched would count as present in the next attempt. */
export function forgetFailedSheets(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('head > link[rel=stylesheet]'))
    if (!hasRules(link.sheet)) link.remove();
}

/** Chromium gives a sheet that failed an object too: one without rules, or, where no answer came, one whose rules may not be read. */
function hasRules(sheet: CSSStyleSheet | null): boolean {
  try {
    return (sheet?.cssRules.length ?? 0) > 0;
  } catch {
    return false;
  }
}
