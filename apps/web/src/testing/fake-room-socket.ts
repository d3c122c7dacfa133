import type { LiveAck } from '@openlode/contracts/live/events';
import type { RoomSocket } from '../shared/live/miner-room.ts';

/** Stands in for the socket of the live channel; keeps what was sent and hands on what a suite receives. */
export class FakeRoomSocket implements RoomSocket {
  connected = true;
  readonly sent: string[] = [];
  answer: LiveAck | null = { success: true, msg: 'Ok' };
  readonly #listeners = new Map<string, Set<(payload: never) => void>>();

  on(name: string, listener: (payload: never) => void) {
    const listeners = this.#listeners.get(name) ?? new Set();
    this.#listeners.set(name, listeners.add(listener));
  }

  off(name: string, listener: (payload: never) => void) {
    this.#listeners.get(name)?.delete(listener);
  }

  emit(name: string, id: string, ack?: (answer: LiveAck) => void) {
    this.sent.push(`${name} ${id}`);
    if (this.answer !== null) ack?.(this.answer);
  }

  /** A message from the server. */
  receive(name: string, payload?: unknown) {
    for (const listener of this.#listeners.get(name) ?? []) listener(payload as never);
  }
}
