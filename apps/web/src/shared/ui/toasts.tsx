import { useEffect, useSyncExternalStore } from 'react';
import { readToasts, subscribeToToasts } from './toast-store.ts';
import { lateExtra } from '../late/late.tsx';

const ToastRegion = lateExtra(async () => (await import('./toast-region.tsx')).ToastRegion);

const afterPageMs = 2000;

/** The place of the short messages. Its code comes once the page stands: the first message may be that the network is gone. */
export function Toasts() {
  useEffect(() => {
    const timer = setTimeout(() => void ToastRegion.preload(), afterPageMs);
    return () => clearTimeout(timer);
  }, []);
  const isEmpty = useSyncExternalStore(subscribeToToasts, () => readToasts().length === 0);
  return isEmpty ? null : <ToastRegion />;
}
