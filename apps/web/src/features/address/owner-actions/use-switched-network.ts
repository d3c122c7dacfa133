import type { AddressData } from '@openlode/contracts/http/address';
import { useEffect, useRef } from 'react';
import { showToast } from '../../../shared/ui/toast-store.ts';

/** The message is read before the page changes. */
const reloadAfterMs = 1000;

/** Says so when a scheduled switch of networks has taken effect, and reloads the page: all of it is of the new network then. */
export function useSwitchedNetwork({ network, pending_network: pending }: AddressData): void {
  const awaited = useRef<string | null>(null);
  const next = pending?.network ?? null;
  useEffect(() => {
    const isDone = next === null && awaited.current === network;
    // The pool reads the network before the switch: an answer of that very moment may have the old one, and no switch any more.
    if (isDone || next !== null) awaited.current = next;
    if (!isDone) return;
    showToast('success', 'Your network have been updated!');
    const timer = setTimeout(() => location.reload(), reloadAfterMs);
    return () => clearTimeout(timer);
  }, [network, next]);
}
