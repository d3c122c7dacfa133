import { lazy, Suspense, useSyncExternalStore } from 'react';
import { readToasts, subscribeToToasts } from './toast-store.ts';

const ToastRegion = lazy(async () => ({ default: (await import('./toast-region.tsx')).ToastRegion }));

/** The place of the short messages; its code is fetched with the first of them. */
export function Toasts() {
  const isEmpty = useSyncExternalStore(subscribeToToasts, () => readToasts().length === 0);
  return <Suspense fallback={null}>{!isEmpty && <ToastRegion />}</Suspense>;
}
