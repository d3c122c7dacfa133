import type { ClientEvents, ServerEvents } from '@openlode/contracts/live/events';
import { useSyncExternalStore } from 'react';
import type { Socket } from 'socket.io-client';
import { site } from '../api/site.ts';
import type { RoomSocket } from './miner-room.ts';

/** `off` until a page asks for the socket. */
export type LiveStatus = 'off' | 'connecting' | 'live' | 'lost';

const listeners = new Set<() => void>();
let status: LiveStatus = 'off';
let opening: Promise<RoomSocket> | null = null;

/** The one socket of the page, opened when it is first asked for; it reconnects by itself. */
export function openLiveSocket(): Promise<RoomSocket> {
  opening ??= connect().catch((error: unknown) => {
    // The code could not be fetched: the next page that asks tries again.
    opening = null;
    setStatus('lost');
    throw error;
  });
  return opening;
}

export function useLiveStatus(): LiveStatus {
  return useSyncExternalStore(subscribe, () => status);
}

async function connect(): Promise<RoomSocket> {
  setStatus('connecting');
  const { io } = await import('socket.io-client');
  const socket: Socket<ServerEvents, ClientEvents> = io(socketOrigin(), {
    transports: ['websocket'],
    reconnectionDelay: 500,
    reconnectionDelayMax: 10_000,
  });
  socket.on('connect', () => setStatus('live'));
  socket.on('connect_error', () => setStatus('lost'));
  socket.on('disconnect', (reason) => {
    setStatus('lost');
    // Only after the server's own goodbye Socket.IO does not come back by itself.
    if (reason === 'io server disconnect') setTimeout(() => socket.connect(), 2000);
  });
  return asRoomSocket(socket);
}

/** Socket.IO types a listener by the event's name; a room needs less, and the names are the same contract's. */
function asRoomSocket(socket: Socket<ServerEvents, ClientEvents>): RoomSocket {
  return socket as unknown as RoomSocket;
}

/** Where the API has a host of its own, the socket is there too. */
function socketOrigin(): string {
  return new URL(site().apiBase, location.href).origin;
}

function setStatus(next: LiveStatus): void {
  if (status === next) return;
  status = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
