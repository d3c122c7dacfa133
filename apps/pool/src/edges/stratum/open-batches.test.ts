import { randomUUID } from 'node:crypto';
import type { Login } from '@openlode/mining/user-string';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { WorkBatch } from '../../domain/kernel/work-batch.ts';
import { OpenBatches, type RelayedOf } from './open-batches.ts';
import { ShareAccumulator } from './share-accumulator.ts';
import { silentLog } from './testing/listener-kit.ts';

const logins = ['D1', 'D2', 'D3'].map(
  (address): Login => ({
    coin: 'DOGE',
    network: 'dogecoin',
    address,
    memo: null,
    worker: 'rig1',
    referralCode: null,
  }),
);
const first: RelayedOf = () => ({ upstream: 'first', networkWork: 1000n });
const second: RelayedOf = () => ({ upstream: 'second', networkWork: 9n });
const sources = [undefined, first, second] as const;

interface Taken {
  readonly source: number;
  readonly login: number;
  readonly work: bigint;
  readonly closes: boolean;
}

const shares = fc.array(
  fc.record({
    source: fc.integer({ min: 0, max: 2 }),
    login: fc.integer({ min: 0, max: 2 }),
    work: fc.bigInt({ min: 1n, max: 1n << 60n }),
    closes: fc.boolean(),
  }),
  { maxLength: 60 },
);

/** Work by whose it is and whose account it is of. */
function sumOf(entries: readonly (readonly [of: string, work: bigint])[]): Record<string, bigint> {
  const sums: Record<string, bigint> = {};
  for (const [of, work] of entries) sums[of] = (sums[of] ?? 0n) + work;
  return sums;
}

const given = (taken: readonly Taken[]): Record<string, bigint> =>
  sumOf(
    taken.map(({ source, login, work }) => [`${sources[source]?.()?.upstream ?? 'own'} D${login + 1}`, work]),
  );
const recorded = (batches: readonly Pick<WorkBatch, 'relayed' | 'lines'>[]): Record<string, bigint> =>
  sumOf(
    batches.flatMap(({ relayed, lines }) =>
      lines.map(({ miner, work }) => [`${relayed?.upstream ?? 'own'} ${miner.address}`, work] as const),
    ),
  );

describe('shares of several sources', () => {
  it('are in batches of the source that gave their work, all of them, and in no other', () => {
    fc.assert(
      fc.property(shares, (taken) => {
        const open = new OpenBatches(randomUUID);
        const batches: Pick<WorkBatch, 'relayed' | 'lines'>[] = [];
        const close = (): void => void batches.push(...open.take().map(({ content }) => content));
        for (const { source, login, work, closes } of taken) {
          open.add(logins[login] as Login, work, 1000, sources[source]);
          if (closes) close();
        }
        const counted = open.shares;
        close();
        expect(open.isEmpty).toBe(true);
        expect(counted).toBe(taken.length - (taken.findLastIndex(({ closes }) => closes) + 1));
        expect(recorded(batches)).toEqual(given(taken));
      }),
      { numRuns: 300 },
    );
  });

  it('are recorded so, whatever closes a batch', async () => {
    await fc.assert(
      fc.asyncProperty(shares, async (taken) => {
        const batches: WorkBatch[] = [];
        let ids = 0;
        const accumulator = new ShareAccumulator({
          algorithm: 'scrypt',
          record: async (group) => void batches.push(...group),
          newId: () => String(++ids),
          log: silentLog,
          batchShares: 3,
        });
        for (const { source, login, work, closes } of taken) {
          accumulator.add(logins[login] as Login, work, 1000, sources[source]);
          if (closes) void accumulator.flush();
        }
        expect(await accumulator.close()).toBe(0);
        expect(recorded(batches)).toEqual(given(taken));
        expect(new Set(batches.map(({ id }) => id)).size).toBe(batches.length);
        // What another pool pays is weighed by its own network's difficulty.
        for (const { relayed } of batches)
          expect([
            undefined,
            { upstream: 'first', networkWork: 1000n },
            { upstream: 'second', networkWork: 9n },
          ]).toContainEqual(relayed);
      }),
      { numRuns: 50 },
    );
  });

  it('are taken of no other pool that has given no job: they would be paid by our own blocks', () => {
    const open = new OpenBatches(randomUUID);
    const silent: RelayedOf = () => undefined;
    expect(() => open.add(logins[0] as Login, 2n, 1000, silent)).toThrow('before its first job');
    expect(open.isEmpty).toBe(true);
    open.reject(logins[0] as Login, 'stale', 1000, silent);
    expect(open.take().map(({ content }) => [content.relayed, content.lines])).toEqual([[undefined, []]]);
  });

  it('say when the first of all came', () => {
    const open = new OpenBatches(randomUUID);
    expect(open.firstAt).toBeUndefined();
    open.add(logins[0] as Login, 2n, 5000, first);
    open.add(logins[1] as Login, 2n, 4000);
    expect(open.firstAt).toBe(4000);
  });
});
