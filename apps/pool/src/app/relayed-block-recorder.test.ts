import { describe, expect, it } from 'vitest';
import type { FoundRelayedBlock } from '../domain/kernel/relayed-block.ts';
import { relayedBlockRecorder } from './relayed-block-recorder.ts';

const block: FoundRelayedBlock = {
  upstream: 'other',
  algorithm: 'scrypt',
  coin: 'LTC',
  hash: '1'.repeat(64),
  parent: '0'.repeat(64),
  answer: 'accepted',
};

describe('what records blocks of other pools', () => {
  it('takes sixty in a minute, and says once that there are more', () => {
    let now = 0;
    let written = 0;
    const said: string[] = [];
    const record = relayedBlockRecorder(
      { clock: { now: () => now }, db: { query: async () => ((written += 1), []) } as never },
      { info: () => {}, warn: (_: unknown, text?: string) => said.push(text ?? '') } as never,
    );
    for (let count = 0; count < 100; count += 1) record(block);
    expect(written).toBe(60);
    expect(said).toEqual([
      'blocks of this other pool come so fast that no more of this minute are looked for in its chain',
    ]);
    now = 60_000;
    record(block);
    expect(written).toBe(61);
  });

  it('takes sixty of each pool, also where another one has used up its own', () => {
    const written: unknown[] = [];
    const warned: unknown[] = [];
    const record = relayedBlockRecorder(
      {
        clock: { now: () => 0 },
        db: {
          query: async (statement: { values: unknown[] }) => (written.push(statement.values), []),
        } as never,
      },
      { info: () => {}, warn: (about: unknown) => warned.push(about) } as never,
    );
    for (let count = 0; count < 100; count += 1) record(block);
    for (let count = 0; count < 60; count += 1) record({ ...block, upstream: 'second' });
    const of = (upstream: string) =>
      written.filter((values) => (values as unknown[]).includes(upstream)).length;
    expect([of('other'), of('second'), warned]).toEqual([60, 60, [{ upstream: 'other' }]]);
  });

  it('survives a database that is away', async () => {
    const said: string[] = [];
    const record = relayedBlockRecorder(
      { clock: { now: () => 0 }, db: { query: () => Promise.reject(new Error('away')) } as never },
      { info: () => {}, warn: (_: unknown, text?: string) => said.push(text ?? '') } as never,
    );
    record(block);
    await new Promise((resolve) => setImmediate(resolve));
    expect(said).toEqual([
      'a block of another pool could not be recorded, and is not looked for in its chain',
    ]);
  });
});
