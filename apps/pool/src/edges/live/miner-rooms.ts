import type { ClientEvents, ServerEvents } from '@openlode/contracts/live/events';
import type { Server, Socket } from 'socket.io';
import { minerOfRoom } from './rooms.ts';
import type { SocketPermit } from './socket-permits.ts';

interface SocketData {
  permit: SocketPermit;
  /** Its rooms of miners that did not exist when it joined. */
  unknown: Set<string>;
}

export type LiveServer = Server<ClientEvents, ServerEvents, object, SocketData>;
export type PageSocket = Socket<ClientEvents, ServerEvents, object, SocketData>;

/** A watched miner, and the client addresses of the pages that watch it. */
interface WatchedBy {
  readonly uuid: string;
  readonly clientAddresses: ReadonlySet<string>;
}

/** The watched miners of a live server: one room each. */
export class MinerRooms {
  readonly #io: LiveServer;
  /** Watched ids without a miner: there is nothing to read for them. */
  readonly #unknown = new Set<string>();

  /** `onEmpty` is called when the last watcher of a miner has left. */
  constructor(io: LiveServer, onEmpty: (uuid: string) => void) {
    this.#io = io;
    this.#adapter.on('delete-room', (room: string) => {
      const uuid = minerOfRoom(room);
      if (uuid === undefined) return;
      this.#unknown.delete(uuid);
      onEmpty(uuid);
    });
  }

  has(uuid: string): boolean {
    return this.#adapter.rooms.has(`account:${uuid}`);
  }

  /** Whether it is watched and exists. */
  hasKnown(uuid: string): boolean {
    return this.has(uuid) && !this.#unknown.has(uuid);
  }

  setKnown(uuid: string, isKnown: boolean): void {
    if (isKnown) this.#unknown.delete(uuid);
    else this.#unknown.add(uuid);
  }

  /** Emits to the watchers of a miner. */
  to(uuid: string) {
    return this.#io.to(`account:${uuid}`);
  }

  /** All watched ids. */
  uuids(): readonly string[] {
    return [...this.#adapter.rooms.keys()].flatMap((room) => minerOfRoom(room) ?? []);
  }

  /** How many joins hold now, over all watchers. */
  joins(): number {
    return [...this.#adapter.rooms].reduce(
      (sum, [room, members]) => sum + (minerOfRoom(room) === undefined ? 0 : members.size),
      0,
    );
  }

  /** Watched miners that exist. */
  watched(): readonly WatchedBy[] {
    const { sockets } = this.#io.of('/');
    return [...this.#adapter.rooms].flatMap(([room, members]) => {
      const uuid = minerOfRoom(room);
      if (uuid === undefined || this.#unknown.has(uuid)) return [];
      const clientAddresses = new Set<string>();
      for (const id of members) clientAddresses.add(sockets.get(id)?.data.permit.clientAddress ?? '');
      return [{ uuid, clientAddresses }];
    });
  }

  get #adapter() {
    return this.#io.of('/').adapter;
  }
}
