import { describe, expect, it } from 'vitest';
import type { WorkLine } from '../kernel/work-batch.ts';
import { mergeWork } from './merge-work.ts';

const secret = new Uint8Array(32).fill(7);
const noon = Date.UTC(2026, 10, 20, 12);
const miner = { coin: 'DOGE', network: 'DOGE', address: 'D1', memo: null };

function line(more: Partial<WorkLine> = {}): WorkLine {
  return {
    miner,
    worker: 'rig1',
    referralCode: null,
    work: 5n,
    shares: 1,
    firstAt: noon,
    lastAt: noon,
    ...more,
  };
}

const shown = (lines: readonly WorkLine[], isCredited: (line: WorkLine) => boolean = () => true) =>
  mergeWork(secret, lines, isCredited).map(
    ({ worker, referralCode, work, shares, firstAt, lastAt, credited }) => [
      worker,
      referralCode,
      work,
      shares,
      firstAt - noon,
      lastAt - noon,
      credited,
    ],
  );

describe('mergeWork', () => {
  it('makes one line for each miner, worker, code and minute, over connections and batches', () => {
    // Another connection and another batch bring equal miners as other objects.
    const again = { ...miner };
    expect(
      shown([
        line(),
        line({ miner: again, work: 7n, shares: 2, firstAt: noon + 10, lastAt: noon + 20 }),
        line({ worker: 'rig2' }),
        line({ referralCode: 'abc' }),
        line({ firstAt: noon + 60_000, lastAt: noon + 60_000 }),
        line({ miner: again, work: 1n, firstAt: noon - 0, lastAt: noon + 59_999 }),
      ]),
    ).toEqual([
      ['rig1', null, 13n, 4, 0, 59_999, true],
      ['rig2', null, 5n, 1, 0, 0, true],
      ['rig1', 'abc', 5n, 1, 0, 0, true],
      ['rig1', null, 5n, 1, 60_000, 60_000, true],
    ]);
  });

  it('keeps miners apart that differ in one part, and gives equal ones one public id', () => {
    const merged = mergeWork(
      secret,
      [line(), line({ miner: { ...miner, memo: '1' } }), line({ miner: { ...miner, coin: 'LTC' } })],
      () => true,
    );
    expect(new Set(merged.map(({ uuid }) => uuid)).size).toBe(3);
  });

  it('keeps work that is not credited apart, within the same minute', () => {
    const isCredited = ({ firstAt }: WorkLine): boolean => firstAt < noon + 30_000;
    expect(
      shown(
        [line(), line({ firstAt: noon + 30_000, lastAt: noon + 30_000 }), line({ lastAt: noon + 1 })],
        isCredited,
      ),
    ).toEqual([
      ['rig1', null, 10n, 2, 0, 1, true],
      ['rig1', null, 5n, 1, 30_000, 30_000, false],
    ]);
  });

  it('adds work up by source, and leaves out work of unknown source', () => {
    const lines = [line({ source: 'a' }), line({ source: 'b' }), line(), line({ source: 'a', work: 2n })];
    const [merged] = mergeWork(secret, lines, () => true);
    expect([...(merged?.sources ?? [])]).toEqual([
      ['a', 7n],
      ['b', 5n],
    ]);
    expect(merged?.work).toBe(17n);
    // The sources of one line are not those of the next.
    const [other] = mergeWork(secret, [line()], () => true);
    expect([...(other?.sources ?? [])]).toEqual([]);
  });
});
