import { useEffect, useEffectEvent } from 'react';
import { openLiveSocket } from './live-socket.ts';

/** Listens to one of the socket's public events while the component is shown. Without a socket nothing is heard. */
export function useLiveEvent<Payload>(name: string, handle: (payload: Payload) => void): void {
  const onPayload = useEffectEvent(handle);
  useEffect(() => {
    let stop = () => {};
    let left = false;
    const listener = (payload: Payload) => onPayload(payload);
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
