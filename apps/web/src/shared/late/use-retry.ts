import { useEffect, useEffectEvent } from 'react';

const retryEveryMs = 5000;

/** Calls `retry` every five seconds, and at once when the browser is back online, for as long as the component is shown. */
export function useRetry(retry: () => void): void {
  const onTurn = useEffectEvent(retry);
  useEffect(() => {
    const again = () => onTurn();
    const timer = setInterval(again, retryEveryMs);
    addEventListener('online', again);
    return () => {
      clearInterval(timer);
      removeEventListener('online', again);
    };
  }, []);
}
