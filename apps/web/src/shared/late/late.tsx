import { type ComponentType, useEffect, useSyncExternalStore } from 'react';
import { lateCode } from './late-code.ts';
import { DialogLateFailure, LateFailure, QuietLateFailure } from './late-failure.tsx';

/**
 * A component whose code comes later, below a `Suspense`. Unlike React's `lazy` it does not throw where the code cannot be
 * fetched: it says so in its own place and tries again.
 */
export function late<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Failure: ComponentType<{ readonly onRetry: () => void }> = LateFailure,
) {
  const source = lateCode(load);
  function Late(props: Props) {
    const state = useSyncExternalStore(source.subscribe, source.state);
    // What React's `lazy` does; `use` asks for the same promise to be read in every render.
    // oxlint-disable-next-line typescript/only-throw-error
    if (state.kind === 'waiting') throw source.load();
    if (state.kind === 'failed') return <Failure onRetry={() => void source.load()} />;
    return <state.code {...props} />;
  }
  return Object.assign(Late, { preload: source.load });
}

/**
 * A late component that the page can do without: nothing stands in its place until it is there. It never suspends, so that
 * what stands beside it is not mounted again and again while it waits.
 */
export function lateExtra<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const source = lateCode(load);
  function LateExtra(props: Props) {
    const state = useSyncExternalStore(source.subscribe, source.state);
    useEffect(() => void source.load(), []);
    if (state.kind === 'waiting') return null;
    if (state.kind === 'failed') return <QuietLateFailure onRetry={() => void source.load()} />;
    return <state.code {...props} />;
  }
  return Object.assign(LateExtra, { preload: source.load });
}

/** A late dialog. */
export function lateDialog<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return late(load, DialogLateFailure);
}
