import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LiveEvent } from '../../domain/kernel/publisher.ts';
import { RelayOutbox } from './relay-outbox.ts';

const worked = (uuid: string): LiveEvent => ({ kind: 'miner-worked', minerId: 1n, uuid });
const balance = (uuid: string): LiveEvent => ({ kind: 'balance-changed', minerId: 1n, uuid });

describe('RelayOutbox', () => {
  let sends: (readonly LiveEvent[])[];
  let outbox: RelayOutbox;
  beforeEach(() => {
    vi.useFakeTimers();
    sends = [];
    outbox = new RelayOutbox(() => sends.push(outbox.take()));
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('sends events together after 20 ms, and the shares of a miner once a second', () => {
    outbox.add([balance('a')]);
    outbox.add([worked('a'), worked('b')]);
    outbox.add([worked('a')]);
    vi.advanceTimersByTime(19);
    expect(sends).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(sends).toEqual([[balance('a')]]);
    vi.advanceTimersByTime(979);
    expect(sends).toHaveLength(1);
    vi.advanceTimersByTime(21);
    expect(sends[1]).toEqual([worked('a'), worked('b')]);
    expect(outbox.isEmpty).toBe(true);
  });

  it('leaves everything that waits to be taken when it closes, and sends nothing by itself after', () => {
    outbox.add([worked('a'), balance('b')]);
    outbox.close();
    vi.advanceTimersByTime(5000);
    expect(sends).toEqual([]);
    expect(outbox.take()).toEqual([balance('b'), worked('a')]);
  });

  it('is overfull beyond 50,000 events', () => {
    outbox.add(Array.from({ length: 50_000 }, () => balance('a')));
    expect(outbox.isOverfull).toBe(false);
    outbox.add([balance('a')]);
    expect(outbox.isOverfull).toBe(true);
  });
});
