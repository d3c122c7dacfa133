import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

/** Switches are carried out every ten seconds. */
const slackMs = 12_000;

/** Fetches the address again once a scheduled switch of networks is due at `at`, in ms. */
export function usePendingSwitch(at: number | undefined): void {
  const client = useQueryClient();
  useEffect(() => {
    if (at === undefined) return;
    const wait = Math.max(0, at - Date.now()) + slackMs;
    const timer = setTimeout(() => void client.invalidateQueries({ queryKey: ['address'] }), wait);
    return () => clearTimeout(timer);
  }, [at, client]);
}
