import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { openLiveSocket } from '../../shared/live/live-socket.ts';
import { joinMinerRoom } from '../../shared/live/miner-room.ts';
import { buildMinerHandlers, type LiveMiner } from './miner-handlers.ts';

/** Keeps the answers about a miner up to date while its page is shown: joins its room, and leaves it. */
export function useLiveMiner({ uuid, coin, address }: LiveMiner): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    let leave: (() => void) | null = null;
    let gone = false;
    const handlers = buildMinerHandlers(queryClient, { uuid, coin, address });
    openLiveSocket().then(
      (socket) => {
        if (!gone) leave = joinMinerRoom(socket, uuid, handlers);
      },
      () => {
        // Without the socket the page refetches; the strip says that it is not live.
      },
    );
    return () => {
      gone = true;
      leave?.();
    };
  }, [queryClient, uuid, coin, address]);
}
