import { type ComponentType, type ReactNode, useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { showToast } from '../ui/toast-store.ts';
import { lateCode } from './late-code.ts';
import { LateFailure, QuietLateFailure } from './late-failure.tsx';

interface Meanwhile {
  /** Shown until the code has come; nothing where it is left out. */
  readonly waiting?: ReactNode;
  readonly Failure?: ComponentType<{ readonly onRetry: () => void }>;
}

/**
 * A component whose code comes later. Unlike React's `lazy` it does not throw where the code cannot be fetched: it says so in
 * its own place and tries again. Nor does it suspend: two parts that wait below a `Suspense` each make React 19 render them
 * in turn without end (docs/decisions/0059).
 */
export function late<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { waiting = null, Failure = LateFailure }: Meanwhile = {},
) {
  const source = lateCode(load);
  function Late(props: Props) {
    const state = useSyncExternalStore(source.subscribe, source.state);
    useEffect(() => void source.load(), []);
    if (state.kind === 'waiting') return waiting;
    if (state.kind === 'failed') return <Failure onRetry={() => void source.load()} />;
    return <state.code {...props} />;
  }
  return Object.assign(Late, { preload: source.load });
}

/** A late component that the page can do without: nothing tells that it did not come. */
export function lateExtra<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return late(load, { Failure: QuietLateFailure });
}

/**
 * A late dialog. Where its code does not come, a message says so and the dialog counts as closed: one that opened minutes later, after an
 * outage, would open unasked.
 */
export function lateDialog<Props extends { readonly onClose: () => void }>(
  load: () => Promise<ComponentType<Props>>,
) {
  const source = lateCode(load);
  return function LateDialog(props: Props) {
    const state = useSyncExternalStore(source.subscribe, source.state);
    const onFailure = useEffectEvent(() => {
      showToast('error', 'This could not be loaded. Try again in a moment.');
      props.onClose();
    });
    useEffect(() => {
      let isShown = true;
      void source.load().then(() => {
        if (isShown && source.state().kind === 'failed') onFailure();
      });
      return () => void (isShown = false);
    }, []);
    return state.kind === 'ready' ? <state.code {...props} /> : null;
  };
}
