import type {
  LiveAck,
  LiveBalance,
  LiveCatchUp,
  LiveEvent,
  LivePaymentStatus,
  LiveSummary,
} from '@openlode/contracts/live/events';

/** What the page of a miner listens to. */
export interface MinerHandlers {
  readonly onEvent: (event: LiveEvent) => void;
  readonly onBalance: (balance: LiveBalance) => void;
  readonly onPayment: (payment: LivePaymentStatus) => void;
  readonly onSummary: (summary: LiveSummary) => void;
  /** The room was joined, first or again, or the server itself missed something: what happened before is not told, it must be fetched. */
  readonly onJoined: () => void;
}

/** As much of a Socket.IO socket as a room needs. */
export interface RoomSocket {
  readonly connected: boolean;
  on(name: string, listener: (payload: never) => void): unknown;
  off(name: string, listener: (payload: never) => void): unknown;
  emit(name: 'join_account' | 'leave_account', uuid: string, ack?: (answer: LiveAck) => void): unknown;
}

/** An acknowledgement that does not come in this time is asked for again. */
const joinRetryMs = 5000;

/**
 * Joins the room of a miner and joins it again after every lost connection; answers how to leave. Messages for
 * other miners are dropped: one socket may be in several rooms while a page changes.
 */
export function joinMinerRoom(socket: RoomSocket, uuid: string, handlers: MinerHandlers): () => void {
  let retry: ReturnType<typeof setTimeout> | undefined;
  let left = false;

  function join() {
    clearTimeout(retry);
    retry = setTimeout(join, joinRetryMs);
    if (!socket.connected) return;
    socket.emit('join_account', uuid, (answer) => {
      if (left || !answer.success) return;
      clearTimeout(retry);
      handlers.onJoined();
    });
  }
  const handleEvent = (event: LiveEvent) => {
    if (event.u === uuid) handlers.onEvent(event);
  };
  const handleBalance = (balance: LiveBalance) => {
    if (balance.uuid === uuid) handlers.onBalance(balance);
  };
  const handlePayment = (payment: LivePaymentStatus) => {
    if (payment.uuid === uuid) handlers.onPayment(payment);
  };
  const handleSummary = (summary: LiveSummary) => {
    if (summary.u === uuid) handlers.onSummary(summary);
  };
  const handleCatchUp = (miner: LiveCatchUp) => {
    if (miner.uuid === uuid) handlers.onJoined();
  };

  socket.on('connect', join);
  socket.on('event', handleEvent);
  socket.on('balance', handleBalance);
  socket.on('payment_status', handlePayment);
  socket.on('summary', handleSummary);
  socket.on('catch_up', handleCatchUp);
  if (socket.connected) join();

  return () => {
    left = true;
    clearTimeout(retry);
    socket.off('connect', join);
    socket.off('event', handleEvent);
    socket.off('balance', handleBalance);
    socket.off('payment_status', handlePayment);
    socket.off('summary', handleSummary);
    socket.off('catch_up', handleCatchUp);
    if (socket.connected) socket.emit('leave_account', uuid);
  };
}
