import { readFileSync } from 'node:fs';
import { expect, it, vi } from 'vitest';
import { FakeRoomSocket } from '../../testing/fake-room-socket.ts';
import { watchLive } from './watch-live.ts';

const rooms = readFileSync(`${import.meta.dirname}/../../../../pool/src/live/rooms.ts`, 'utf8');
const roomsMax = Number(/roomsMax = (\d+);/.exec(rooms)?.[1]);

it('listens to as many accounts as the pool allows, and leaves them all', () => {
  const socket = new FakeRoomSocket();
  const uuids = Array.from({ length: roomsMax + 5 }, (_, at) => `account-${at}`);
  const look = vi.fn<() => void>();
  const leave = watchLive(socket, uuids, look);
  expect(roomsMax).toBeGreaterThan(0);
  expect(socket.sent).toEqual(uuids.slice(0, roomsMax).map((uuid) => `join_account ${uuid}`));
  socket.receive('balance', { uuid: 'account-3', b: '1', pb: '1' });
  socket.receive('balance', { uuid: 'somebody-else', b: '1', pb: '1' });
  expect(look).toHaveBeenCalledTimes(1);
  socket.sent.length = 0;
  leave();
  expect(socket.sent).toEqual(uuids.slice(0, roomsMax).map((uuid) => `leave_account ${uuid}`));
  socket.receive('balance', { uuid: 'account-3', b: '2', pb: '2' });
  expect(look).toHaveBeenCalledTimes(1);
});
