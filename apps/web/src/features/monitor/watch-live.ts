import { joinAccountRoom, type RoomSocket } from '../../shared/live/account-room.ts';

/** The pool lets one page listen to so many accounts; the others are asked about every few seconds all the same. */
const accountsMax = 20;

/** Listens to the balances of accounts; answers how to stop. */
export function watchLive(socket: RoomSocket, uuids: readonly string[], onBalance: () => void): () => void {
  const handlers = { onBalance, onEvent() {}, onPayment() {}, onSummary() {}, onJoined() {} };
  const leave = uuids.slice(0, accountsMax).map((uuid) => joinAccountRoom(socket, uuid, handlers));
  return () => {
    for (const each of leave) each();
  };
}
