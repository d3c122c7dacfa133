import { joinAccountRoom, type RoomSocket } from '../../shared/live/account-room.ts';
import { paced } from '../../shared/time/paced.ts';

/** The most accounts that the pool lets one page listen to; the others are polled every few seconds. */
const accountsMax = 20;

/** A round credits many accounts in one moment: they are asked about together. */
const lookPaceMs = 2000;

/** Listens to the balances of accounts; answers how to stop. */
export function watchLive(socket: RoomSocket, uuids: readonly string[], onBalance: () => void): () => void {
  let left = false;
  const look = paced<true>(lookPaceMs, () => {
    if (!left) onBalance();
  });
  const handlers = {
    onBalance: () => look(true),
    onEvent() {},
    onPayment() {},
    onSummary() {},
    onJoined() {},
  };
  const leave = uuids.slice(0, accountsMax).map((uuid) => joinAccountRoom(socket, uuid, handlers));
  return () => {
    left = true;
    for (const each of leave) each();
  };
}
