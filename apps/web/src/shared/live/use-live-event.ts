import type { ServerEvents } from '@openlode/contracts/live/events';
import { useEffect, useEffectEvent } from 'react';
import { openLiveSocket } from './live-socket.ts';

/** Listens to one of the socket's public events while the component is shown. Without a socket nothing is heard. */
export function useLiveEvent<Name extends keyof ServerEvents>(name: Name, handle: ServerEvents[Name]): void {
  const onPayload = useEffectEvent(handle as (payload: never) => void);
  useEffect(() => {
    let stop = () => {};
    let left = false;
    const listener = (payload: never) => onPayload(payload);
    openLiveSocket().then(
      (socket) => {
        if (left) return;
        socket.on(name, listener);
        stop = () => socket.off(name, listener);
      },
      () => {},
    );
    return () => {
      left = true;
      stop();
    };
  }, [name]);
}
