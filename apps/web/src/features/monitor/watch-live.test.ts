import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { FakeRoomSocket } from '../../testing/fake-room-socket.ts';
import { watchLive } from './watch-live.ts';

const rooms = readFileSync(`${import.meta.dirname}/../../../../pool/src/edges/live/rooms.ts`, 'utf8');
const roomsMax = Number(/roomsMax = (\d+);/.exec(rooms)?.[1]);

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('listens to as many miners as the pool allows, and leaves them all', () => {
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

it('looks once for a round that credits many miners, and once more when it is over', () => {
  const socket = new FakeRoomSocket();
  const uuids = Array.from({ length: roomsMax }, (_, at) => `account-${at}`);
  const look = vi.fn<() => void>();
  const leave = watchLive(socket, uuids, look);
  const creditAll = () => {
    for (const uuid of uuids) socket.receive('balance', { uuid, b: '1', pb: '1' });
  };
  creditAll();
  expect(look).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(2000);
  expect(look).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(2000);
  creditAll();
  leave();
  vi.advanceTimersByTime(2000);
  expect(look).toHaveBeenCalledTimes(3);
});
