import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { publishDomainEvent } from '../domain/kernel/domain-events.ts';
import { logDomainEvents } from './log-domain-events.ts';

describe('logDomainEvents', () => {
  const lines: unknown[] = [];
  let stop: () => void;
  beforeEach(() => {
    vi.useFakeTimers();
    lines.length = 0;
    const write = (level: string) => (fields: object, sentence: string) =>
      void lines.push({ level, ...fields, sentence });
    stop = logDomainEvents({ info: write('info'), warn: write('warn') } as never);
  });
  afterEach(() => {
    stop();
    vi.useRealTimers();
  });

  const begun = { event: 'payout-run-started', date: '2026-05-02' } as const;

  it('writes one line with the fields of the event, and warns of what an operator should look at', () => {
    publishDomainEvent(undefined, begun);
    publishDomainEvent(undefined, {
      event: 'payouts-suspended',
      network: '*',
      reason: 'restored',
      why: 'a backup',
    });
    expect(lines).toEqual([
      { level: 'info', ...begun, sentence: 'the daily run of payouts started' },
      {
        level: 'warn',
        event: 'payouts-suspended',
        network: '*',
        reason: 'restored',
        why: 'a backup',
        sentence: 'payouts are suspended: see openlode suspensions list',
      },
    ]);
  });

  it('writes an event of a transaction once that has committed, and never before', () => {
    const committed: (() => void)[] = [];
    const tx = { query: async () => [], afterCommit: (run: () => void) => void committed.push(run) };
    publishDomainEvent(tx, begun);
    expect(lines).toEqual([]);
    for (const run of committed) run();
    expect(lines).toHaveLength(1);
  });

  it('writes 60 lines of an event a minute, and counts the others in one', () => {
    for (let each = 0; each < 200; each += 1) publishDomainEvent(undefined, begun);
    publishDomainEvent(undefined, { event: 'backup-written', file: '/a', rows: 7 });
    expect(lines).toHaveLength(61);
    vi.advanceTimersByTime(60_000);
    expect(lines.slice(61)).toEqual([
      {
        level: 'info',
        event: 'payout-run-started',
        unlogged: 140,
        sentence: 'the daily run of payouts started: more of it in the past minute',
      },
    ]);
    publishDomainEvent(undefined, begun);
    expect(lines).toHaveLength(63);
  });

  it('hears nothing more once it is ended', () => {
    stop();
    publishDomainEvent(undefined, begun);
    expect(lines).toEqual([]);
  });
});
