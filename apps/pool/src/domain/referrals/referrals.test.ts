import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { oneEngine } from '../../runtime/database/testing/create-test-database.ts';
import { isLedgerSound, checkLedger } from '../ledger/check-ledger.ts';
import type { BlockState, Chain } from '../kernel/chain.ts';
import { advanceRound } from '../rounds/advance-round.ts';
import { handleReorgs } from '../rounds/handle-reorgs.ts';
import { recordCandidate } from '../rounds/record-candidate.ts';
import { btcMiner, buildBatch, buildLine, dogeMiner, ltcMiner } from '../testing/build-work.ts';
import { createTestContext, type TestContext } from '../testing/create-test-context.ts';
import { buildCandidate, fakeChain } from '../testing/fake-chain.ts';
import { recordWork } from '../shares/record-work.ts';
import { grantCustomCode } from './grant-custom-code.ts';
import { readReferralCode } from '../views/read-referral-code.ts';
import { reachTiers } from './reach-tiers.ts';

const coin = 10n ** 18n;

describe.each(oneEngine())('referral codes on %s', (engine) => {
  let ctx: TestContext;
  const codes: string[] = [];
  const uuids: string[] = [];
  beforeAll(async () => {
    ctx = await createTestContext(engine);
    const first = [dogeMiner, btcMiner, ltcMiner].map((miner) => buildLine({ miner, work: 1n }));
    await recordWork(ctx, buildBatch('33333333-1111-4111-8111-111111111111', ...first));
    ctx.advance(61_000);
    const rows = await ctx.db.query<{ code: string; uuid: string }>(sql`
      SELECT code, uuid FROM referral_codes JOIN miners ON miners.id = miner_id ORDER BY miners.id`);
    for (const { code, uuid } of rows) {
      codes.push(code);
      uuids.push(uuid);
    }
  });
  afterAll(() => ctx.close());

  let batches = 0;
  /** One round of a million DOGE for exactly this work. */
  const round = async (...lines: Parameters<typeof buildLine>[0][]) => {
    batches += 1;
    const id = `44444444-1111-4111-8111-${batches.toString().padStart(12, '0')}`;
    const built = lines.map((line) =>
      buildLine({ firstAt: ctx.clock.now(), lastAt: ctx.clock.now(), ...line }),
    );
    const work = built.reduce((sum, line) => sum + line.work, 0n);
    await recordWork(ctx, buildBatch(id, ...built));
    const candidate = buildCandidate(batches.toString(16), { networkWork: work / 2n });
    const roundId = await recordCandidate(ctx, candidate);
    const chain = fakeChain([{ asset: 'DOGE', amount: 1_000_000n * coin }]);
    expect(await advanceRound({ ...ctx, chains: [chain] }, roundId)).toBe('credited');
    expect(isLedgerSound(await checkLedger(ctx))).toBe(true);
    return roundId;
  };
  const credit = async (roundId: bigint, miner: bigint) =>
    (
      await ctx.db.query<Record<string, bigint>>(
        sql`SELECT gross, fee, referral, credited FROM credits WHERE round_id = ${roundId} AND miner_id = ${miner}`,
      )
    )[0];
  const earned = async (roundId: bigint) =>
    ctx.db.query(
      sql`SELECT owner_id, amount, coin FROM referral_credits WHERE round_id = ${roundId} ORDER BY owner_id`,
    );

  it('are made with the miner, one each, and differ whatever the case [L9]', async () => {
    expect(codes).toHaveLength(3);
    expect(new Set(codes).size).toBe(3);
    for (const code of codes) expect(code).toMatch(/^[2-9a-hjkmnp-z]{4}-[2-9a-hjkmnp-z]{4}$/);
    const twin = ctx.db.query(sql`
      INSERT INTO referral_codes SELECT upper(code), miner_id, 'custom', 0, created_at, 0 FROM referral_codes LIMIT 1`);
    await expect(twin).rejects.toThrow('unique');
  });

  it('share the fee of the miner who uses one, in any case, and pay the owner in its own coin [rule-02] [L9]', async () => {
    const id = await round({ worker: 'a', work: 1_000_000n, referralCode: (codes[2] ?? '').toUpperCase() });
    expect(await credit(id, 1n)).toEqual({
      gross: 1_000_000n * coin,
      fee: 5000n * coin,
      referral: 2500n * coin,
      credited: 992_500n * coin,
    });
    expect(await earned(id)).toEqual([{ owner_id: 3n, amount: 2500n * coin, coin: 'LTC' }]);
    // 2,500 DOGE at a quarter dollar, in LTC at a hundred.
    const [balance] = await ctx.db.query(
      sql`SELECT amount FROM balances WHERE account = 'miner:3:referral' AND asset = 'LTC'`,
    );
    expect(balance).toEqual({ amount: (25n * coin) / 4n });
  });

  it('give nothing for an own code, an unknown one and none [rule-02] [L9]', async () => {
    await ctx.db.query(sql`UPDATE workers SET online = false`);
    const own = await round({ worker: 'b', work: 1_000_000n, referralCode: codes[0] ?? '' });
    expect(await credit(own, 1n)).toMatchObject({ fee: 10_000n * coin, referral: 0n });
    await ctx.db.query(sql`UPDATE workers SET online = false`);
    const unknown = await round({ worker: 'c', work: 1_000_000n, referralCode: 'nobody' });
    expect(await credit(unknown, 1n)).toMatchObject({ fee: 10_000n * coin, referral: 0n });
  });

  it('in circles never make a negative part [L9]', async () => {
    const id = await round(
      { worker: 'd', work: 500_000n, referralCode: codes[1] ?? '' },
      { miner: btcMiner, worker: 'd', work: 500_000n, referralCode: codes[0] ?? '' },
    );
    expect(await earned(id)).toMatchObject([{ owner_id: 1n }, { owner_id: 2n }]);
    expect(await credit(id, 1n)).toMatchObject({ fee: 2500n * coin, referral: 1250n * coin });
  });

  it('are looked up by anyone who knows one, in any case', async () => {
    expect(await readReferralCode(ctx, (codes[2] ?? '').toUpperCase())).toEqual({ kind: 'ordinary' });
    expect(await readReferralCode(ctx, 'nobody')).toEqual({ kind: 'unknown' });
    const code = 'Seen-Once';
    await grantCustomCode(ctx, { uuid: uuids[1] ?? '', code, tier: 2 });
    expect(await readReferralCode(ctx, 'seen-once')).toEqual({ kind: 'custom', tier: 0 });
    await ctx.db.query(sql`DELETE FROM referral_codes WHERE code = ${code}`);
  });

  it('are granted by the operator, with a level, unique whatever the case [L9]', async () => {
    const uuid = uuids[2] ?? '';
    expect(await grantCustomCode(ctx, { uuid, code: ' Gold-Rush ', tier: 0 })).toEqual({
      kind: 'granted',
      code: 'Gold-Rush',
      tier: 0,
      highest: 0,
      active: 0,
    });
    const grant = (overrides: object) =>
      grantCustomCode(ctx, { uuid: uuids[1] ?? '', code: 'silver', tier: 0, ...overrides });
    expect(await grant({ code: 'GOLD-RUSH' })).toEqual({ kind: 'taken' });
    expect(await grant({ code: (codes[0] ?? '').toUpperCase() })).toEqual({ kind: 'taken' });
    expect(await grant({ code: 'no spaces' })).toEqual({ kind: 'bad-code' });
    expect(await grant({ tier: 9 })).toEqual({ kind: 'unknown-tier' });
    expect(await grant({ uuid: '00000000-0000-4000-8000-000000000000' })).toEqual({
      kind: 'unknown-miner',
    });
    expect(await grant({ uuid, code: 'other' })).toEqual({ kind: 'has-another', code: 'Gold-Rush' });
    await activeOn(0, 1000);
    expect(await grant({ uuid, code: 'gold-rush', tier: undefined })).toEqual({
      kind: 'granted',
      code: 'Gold-Rush',
      tier: 3,
      highest: 3,
      active: 1000,
    });

    // The highest level gives the owner half a percent and the miner nothing.
    await ctx.db.query(sql`UPDATE workers SET online = false`);
    const id = await round({ worker: 'e', work: 1_000_000n, referralCode: 'gold-RUSH' });
    expect(await credit(id, 1n)).toMatchObject({ fee: 5000n * coin, referral: 5000n * coin });
  });

  /** This number of miners works under the code of the third miner on one day, given in days ago, and on no other. */
  async function activeOn(daysAgo: number, miners: number): Promise<void> {
    const day = new Date(ctx.clock.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);
    await ctx.db.execute(`
      SET session_replication_role = replica;
      DELETE FROM referred_days WHERE owner_id = 3;
      INSERT INTO referred_days SELECT 3, '${day}', n FROM generate_series(1, ${miners}) AS n;
      SET session_replication_role = origin;`);
  }

  it.each([
    [0, 3, 0],
    [49, 3, 0],
    [50, 3, 1],
    [249, 3, 1],
    [250, 3, 2],
    [999, 3, 2],
    [1000, 3, 3],
    [1000, 1, 1],
    [1000, 0, 0],
  ])(
    'of %i active miners, granted up to level %i, are of level %i [rule-02] [L9]',
    async (miners, highest, tier) => {
      const uuid = uuids[2] ?? '';
      for (const [daysAgo, reached] of [
        [0, tier],
        [6, tier],
        // What was a week ago is past.
        [7, 0],
      ] as const) {
        await activeOn(daysAgo, miners);
        await ctx.db.query(sql`UPDATE referral_codes SET tier = 0 WHERE miner_id = 3 AND tier IS NOT NULL`);
        await grantCustomCode(ctx, { uuid, code: 'Gold-Rush', tier: highest });
        expect([daysAgo, await readReferralCode(ctx, 'Gold-Rush')]).toEqual([
          daysAgo,
          { kind: 'custom', tier: reached },
        ]);
      }
    },
  );

  it('rise and fall with their active miners, and cost the miners accordingly [rule-02]', async () => {
    const uuid = uuids[2] ?? '';
    await activeOn(0, 0);
    await grantCustomCode(ctx, { uuid, code: 'Gold-Rush', tier: 3 });
    const terms = async (tag: string) => {
      await ctx.db.query(sql`UPDATE workers SET online = false`);
      const id = await round({ worker: tag, work: 1_000_000n, referralCode: 'Gold-Rush' });
      const { fee, referral } = (await credit(id, 1n)) ?? {};
      return [fee, referral].map((part) => (part ?? 0n) / coin);
    };
    // Of ten thousand: half to the pool, 0.35 to the owner.
    expect(await terms('g')).toEqual([5000n, 3500n]);
    await activeOn(1, 50);
    expect(await reachTiers(ctx)).toBe(1);
    expect(await reachTiers(ctx)).toBe(0);
    expect(await terms('h')).toEqual([5000n, 3800n]);
    await activeOn(1, 49);
    expect(await reachTiers(ctx)).toBe(1);
    expect(await terms('i')).toEqual([5000n, 3500n]);
  });

  it('leave miners and owners their credit when a block is lost after it was mature: the pool writes it off [I7]', async () => {
    const id = await round({ worker: 'f', work: 1_000_000n, referralCode: codes[2] ?? '' });
    const before = await ctx.db.query(sql`SELECT * FROM balances WHERE account LIKE 'miner:%' ORDER BY 1, 2`);
    const chain = fakeChain([]);
    const lost: bigint[] = [];
    const handle = (chains: readonly Chain[]) =>
      handleReorgs({ ...ctx, chains }, (roundId) => {
        lost.push(roundId);
      });
    await handle([chain]);
    expect(lost).toEqual([]);
    const lostOne = {
      ...chain,
      stateOf: async (hash: string): Promise<BlockState> =>
        hash.startsWith(batches.toString(16)) ? 'orphaned' : 'mature',
    };
    await handle([lostOne]);
    await handle([lostOne]);
    expect(lost).toEqual([id]);
    expect(
      await ctx.db.query(sql`SELECT * FROM balances WHERE account LIKE 'miner:%' ORDER BY 1, 2`),
    ).toEqual(before);
    expect(
      await ctx.db.query(sql`SELECT asset, amount FROM balances WHERE account = 'pool:reorg-loss'`),
    ).toEqual([{ asset: 'DOGE', amount: -1_000_000n * coin }]);
    expect(isLedgerSound(await checkLedger(ctx))).toBe(true);
  });
});
