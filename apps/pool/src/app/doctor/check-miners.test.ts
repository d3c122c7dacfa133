import { describe, expect, it } from 'vitest';
import type { LuckFinding } from '../../domain/views/read-luck.ts';
import { checkMiners } from './check-miners.ts';

const honest: LuckFinding = {
  coin: 'LTC',
  address: 'ltc1thief',
  uuid: '11111111-1111-4111-8111-111111111111',
  algorithm: 'scrypt',
  shares: 5000,
  creditPerHash: 1.001,
  excess: 0.1,
  expectedBlocks: 0,
  foundBlocks: 0,
  blockChance: 1,
  relayedExpected: 15.25,
  relayedFound: 0,
  relayedChance: 2.4e-7,
  days: 7,
  alarm: 'withheld-relayed-blocks',
};
const config = { dataDirectory: '/nowhere' } as Parameters<typeof checkMiners>[0];
const found = async (answer: readonly LuckFinding[] | undefined) =>
  (await checkMiners(config, true, async () => answer)).map((each) => [each.state, each.found]);

describe('miners, to the doctor', () => {
  it('are well where chance explains each', async () => {
    expect(await found([])).toEqual([['well', 'chance explains the shares and blocks of each']]);
  });

  it('are named by address, with what chance says', async () => {
    const own = {
      ...honest,
      alarm: 'withheld-blocks',
      expectedBlocks: 30,
      foundBlocks: 4,
      blockChance: 1.1e-9,
    };
    const credited = { ...honest, alarm: 'credit-per-hash', creditPerHash: 4, days: 35 };
    expect(await found([honest, own as LuckFinding, credited as LuckFinding])).toEqual([
      [
        'warning',
        "LTC ltc1thief, scrypt, 7 days: of other pools' work 0 blocks, where its work finds 15.3: by chance 2e-7",
      ],
      ['warning', 'LTC ltc1thief, scrypt, 7 days: 4 blocks, where its work finds 30.0: by chance 1e-9'],
      [
        'warning',
        'LTC ltc1thief, scrypt, 35 days: credited 4.000 times the work that its share hashes stand for',
      ],
    ]);
  });

  it('fill ten lines at most', async () => {
    const all = await found(Array.from({ length: 12 }, () => honest));
    expect(all).toHaveLength(11);
    expect(all.at(-1)).toEqual(['warning', '2 more of them']);
  });

  it('are asked of a pool that runs, and not known where it does not answer', async () => {
    expect(await checkMiners(config, false, async () => [honest])).toEqual([]);
    expect(await found(undefined)).toEqual([
      ['warning', 'the pool does not say whom chance does not explain'],
    ]);
  });
});
