import { useEffect } from 'react';
import { showToast } from '../../shared/ui/toast-store.ts';

/** Tells a list that cannot be loaded by the usual toast, once; its place says why and offers to try again. */
export function useFailureToast(error: Error | null): void {
  const failed = error !== null;
  useEffect(() => {
    if (failed) showToast('error');
  }, [failed]);
}
