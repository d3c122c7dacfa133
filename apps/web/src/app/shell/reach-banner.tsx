import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react';
import { noteAnswer, noteLost, useReach } from '../../shared/api/reach.ts';
import { site } from '../../shared/api/site.ts';
import { useRetry } from '../../shared/late/use-retry.ts';
import { useLiveStatus } from '../../shared/live/live-socket.ts';
import { Icon } from '../../shared/ui/icon.tsx';
import { RelativeTime } from '../../shared/ui/relative-time.tsx';
import styles from './page-banners.module.css';

const timeoutMs = 5000;

/**
 * While the pool does not answer, the page keeps what it has; this says how old that is. Everything shown is fetched again once
 * the pool answers again.
 */
export function ReachBanner() {
  const { answeredAt, isLost, silences } = useReach();
  const isOnline = useSyncExternalStore(subscribeToNetwork, () => navigator.onLine);
  const isLive = useLiveStatus();
  const client = useQueryClient();
  const wasLost = useRef(false);

  const lookAgain = useEffectEvent(() => void askPool());
  useEffect(() => {
    // A page at rest makes no calls: the socket is the first to know.
    if (isLive === 'lost' || silences > 0) lookAgain();
  }, [isLive, silences]);
  useEffect(() => {
    if (!isOnline) noteLost();
  }, [isOnline]);
  useEffect(() => {
    if (wasLost.current && !isLost) void client.invalidateQueries();
    wasLost.current = isLost;
  }, [isLost, client]);

  if (!isLost) return null;
  return (
    <div className={styles.banner} role="status">
      <Icon name="warning" />
      <p>
        {isOnline ? 'Can’t reach the pool.' : 'You are offline.'} Showing data from{' '}
        <RelativeTime at={answeredAt} />. Retrying…
      </p>
      <Probe />
    </div>
  );
}

function Probe() {
  useRetry(() => void askPool());
  return null;
}

/** The cheapest call. Any answer counts, even a refusal; a proxy's own error page does not. */
async function askPool(): Promise<void> {
  const response = await fetch(`${site().apiBase}/v3/site/version`, {
    signal: AbortSignal.timeout(timeoutMs),
  }).catch(() => null);
  if (response === null || [502, 504].includes(response.status)) noteLost();
  else noteAnswer();
}

function subscribeToNetwork(listener: () => void): () => void {
  addEventListener('offline', listener);
  addEventListener('online', listener);
  return () => {
    removeEventListener('offline', listener);
    removeEventListener('online', listener);
  };
}
