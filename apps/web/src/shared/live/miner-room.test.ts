import {
  liveBalanceExample,
  liveSummaryExample,
  liveWorkerEventExample,
} from '@openlode/contracts/examples/live';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeRoomSocket as FakeSocket } from '../../testing/fake-room-socket.ts';
import { type MinerHandlers, joinMinerRoom } from './miner-room.ts';

const uuid = '036b48cf-69d3-483c-90e0-cbd75b62d6b6';

function buildHandlers() {
  return {
    onEvent: vi.fn(),
    onBalance: vi.fn(),
    onPayment: vi.fn(),
    onSummary: vi.fn(),
    onJoined: vi.fn(),
  } satisfies MinerHandlers;
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('joinMinerRoom', () => {
  it('joins at once, and again after a lost connection [acct-01]', () => {
    const socket = new FakeSocket();
    const handlers = buildHandlers();
    joinMinerRoom(socket, uuid, handlers);
    expect(socket.sent).toEqual([`join_account ${uuid}`]);
    expect(handlers.onJoined).toHaveBeenCalledTimes(1);
    socket.receive('connect');
    expect(socket.sent).toEqual([`join_account ${uuid}`, `join_account ${uuid}`]);
    expect(handlers.onJoined).toHaveBeenCalledTimes(2);
  });

  it('waits for the connection', () => {
    const socket = new FakeSocket();
    socket.connected = false;
    joinMinerRoom(socket, uuid, buildHandlers());
    expect(socket.sent).toEqual([]);
    socket.connected = true;
    socket.receive('connect');
    expect(socket.sent).toEqual([`join_account ${uuid}`]);
  });

  it('asks again when no answer comes', () => {
    const socket = new FakeSocket();
    socket.answer = null;
    const handlers = buildHandlers();
    joinMinerRoom(socket, uuid, handlers);
    vi.advanceTimersByTime(5000);
    expect(socket.sent).toHaveLength(2);
    expect(handlers.onJoined).not.toHaveBeenCalled();
  });

  it("hands over the miner's messages and drops those of others", () => {
    const socket = new FakeSocket();
    const handlers = buildHandlers();
    joinMinerRoom(socket, uuid, handlers);
    socket.receive('event', liveWorkerEventExample);
    socket.receive('event', { ...liveWorkerEventExample, u: '00000000-0000-0000-0000-000000000000' });
    socket.receive('balance', liveBalanceExample);
    socket.receive('summary', liveSummaryExample);
    expect(handlers.onEvent).toHaveBeenCalledExactlyOnceWith(liveWorkerEventExample);
    expect(handlers.onBalance).toHaveBeenCalledExactlyOnceWith(liveBalanceExample);
    expect(handlers.onSummary).toHaveBeenCalledExactlyOnceWith(liveSummaryExample);
  });

  it('fetches again what its server missed, and no other miner’s', () => {
    const socket = new FakeSocket();
    const handlers = buildHandlers();
    joinMinerRoom(socket, uuid, handlers);
    socket.receive('catch_up', { uuid: '00000000-0000-0000-0000-000000000000' });
    expect(handlers.onJoined).toHaveBeenCalledTimes(1);
    socket.receive('catch_up', { uuid });
    expect(handlers.onJoined).toHaveBeenCalledTimes(2);
    expect(socket.sent).toEqual([`join_account ${uuid}`]);
  });

  it('leaves and hears nothing more', () => {
    const socket = new FakeSocket();
    const handlers = buildHandlers();
    const leave = joinMinerRoom(socket, uuid, handlers);
    leave();
    expect(socket.sent.at(-1)).toBe(`leave_account ${uuid}`);
    socket.receive('event', liveWorkerEventExample);
    socket.receive('connect');
    vi.advanceTimersByTime(60_000);
    expect(handlers.onEvent).not.toHaveBeenCalled();
    expect(socket.sent).toHaveLength(2);
  });
});
