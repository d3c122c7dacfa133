import { joinMinerRoom, type RoomSocket } from '../../shared/live/miner-room.ts';
import { throttled } from '../../shared/time/throttled.ts';

/** The most miners that the pool lets one page listen to; the others are polled every few seconds. */
const minersMax = 20;

/** A round credits many miners in one moment: they are asked about together. */
const lookPaceMs = 2000;

/** Listens to the balances of miners; answers how to stop. */
export function watchLive(socket: RoomSocket, uuids: readonly string[], onBalance: () => void): () => void {
  let left = false;
  const look = throttled<true>(lookPaceMs, () => {
    if (!left) onBalance();
  });
  const handlers = {
    onBalance: () => look(true),
    onEvent() {},
    onPayment() {},
    onSummary() {},
    onJoined() {},
  };
  const leave = uuids.slice(0, minersMax).map((uuid) => joinMinerRoom(socket, uuid, handlers));
  return () => {
    left = true;
    for (const each of leave) each();
  };
}
