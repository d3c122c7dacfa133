import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { oneEngine } from '../../runtime/database/testing/create-test-database.ts';
import type { Chain, WatchedRewards } from '../kernel/chain.ts';
import { recordWork } from '../shares/record-work.ts';
import { buildBatch, buildLine } from '../testing/build-work.ts';
import { createTestContext, type TestContext } from '../testing/create-test-context.ts';
import { buildCandidate, fakeChain } from '../testing/fake-chain.ts';
import { resetDatabase } from '../testing/reset-database.ts';
import { advanceRound } from './advance-round.ts';
import { compareRewards, differenceText, judgeWatched } from './compare-rewards.ts';
import { recordCandidate } from './record-candidate.ts';

const coin = 10n ** 18n;

describe('what wallets say of a reward', () => {
  const of = (...amounts: bigint[]) => amounts.map((amount, index) => ({ wallet: `w${index + 1}`, amount }));

  it.each([
    ['the only one has it', of(50n), 1, 'as-credited'],
    ['two have it', of(50n, 50n), 2, 'as-credited'],
    ['two of three have it', of(50n, 49n, 50n), 3, 'as-credited'],
    ['one of two has it, and the other is silent', of(50n), 2, 'undecided'],
    ['one of two has it', of(50n, 49n), 2, 'undecided'],
    ['the only one lacks a unit', of(49n), 1, 'different'],
    ['two lack it', of(0n, 0n), 2, 'different'],
    ['one of two lacks it, and the other is silent', of(49n), 2, 'undecided'],
    ['none can say', of(), 2, 'undecided'],
    ['none watches', of(), 0, 'undecided'],
  ] as const)('%s', (_name, rewards, wallets, verdict) => {
    expect(judgeWatched(50n, rewards, wallets)).toBe(verdict);
  });
});

describe.each(oneEngine())('rewards held against wallets on %s', (engine) => {
  let ctx: TestContext;
  beforeAll(async () => {
    ctx = await createTestContext(engine);
  });
  afterEach(() => resetDatabase(ctx.db));
  afterAll(() => ctx.close());

  /** A chain with two credited blocks of one coin. */
  async function credited(says: (hash: string) => 'unwatched' | 'elsewhere' | WatchedRewards) {
    await recordWork(ctx, buildBatch('11111111-1111-4111-8111-111111111111', buildLine({ work: 20n })));
    const asked: string[] = [];
    const chain: Chain = {
      ...fakeChain([{ asset: 'LTC', amount: coin }]),
      watchedRewards: async (hash) => {
        asked.push(hash.slice(0, 1));
        return says(hash);
      },
    };
    for (const hash of ['a', 'b'])
      expect(
        await advanceRound({ ...ctx, chains: [chain] }, await recordCandidate(ctx, buildCandidate(hash))),
      ).toBe('credited');
    return { asked, compare: () => compareRewards({ ...ctx, chains: [chain] }) };
  }
  const two = (amount: bigint): WatchedRewards => ({
    wallets: 2,
    rewards: ['one', 'two'].map((wallet) => ({ wallet, amount })),
  });

  it('are compared once where they are as credited, and a difference stays [L14]', async () => {
    const { asked, compare } = await credited((hash) => two(hash.startsWith('a') ? coin : coin - 1n));
    const difference = {
      chain: 'fake',
      height: '5',
      hash: 'b'.repeat(64),
      asset: 'LTC',
      credited: '1',
      wallets: [
        { wallet: 'one', amount: '0.999999999999999999' },
        { wallet: 'two', amount: '0.999999999999999999' },
      ],
    };
    expect(await compare()).toEqual([difference]);
    expect(asked).toEqual(['b', 'a']);
    expect(await compare()).toEqual([difference]);
    expect(asked).toEqual(['b', 'a', 'b']);
    expect(differenceText(difference)).toBe(
      'block 5 of fake: credited 1 LTC, received by the wallets one 0.999999999999999999, two 0.999999999999999999',
    );
  });

  it('are left out for good where the block pays another address than the present one', async () => {
    const { asked, compare } = await credited((hash) => (hash.startsWith('a') ? 'elsewhere' : two(coin)));
    expect(await compare()).toEqual([]);
    expect(await compare()).toEqual([]);
    expect(asked).toEqual(['b', 'a']);
  });

  it('are left alone where no wallet watches, after one question', async () => {
    const { asked, compare } = await credited(() => 'unwatched');
    expect(await compare()).toEqual([]);
    expect(asked).toEqual(['b']);
  });
});
