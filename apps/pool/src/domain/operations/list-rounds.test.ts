import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import sql from 'sql-template-tag';
import { oneEngine } from '../../runtime/database/testing/create-test-database.ts';
import { advanceRound } from '../rounds/advance-round.ts';
import { recordCandidate } from '../rounds/record-candidate.ts';
import { recordWork } from '../shares/record-work.ts';
import { buildBatch, buildLine } from '../testing/build-work.ts';
import { createTestContext, type TestContext, testStart } from '../testing/create-test-context.ts';
import { buildCandidate, fakeChain } from '../testing/fake-chain.ts';
import { ledgerDays } from './ledger-days.ts';
import { listRounds } from './list-rounds.ts';

const coin = 10n ** 18n;
const day = new Date(testStart).toISOString().slice(0, 10);

describe.each(oneEngine())('blocks and days of the ledger, on %s', (engine) => {
  let ctx: TestContext;
  beforeEach(async () => {
    ctx = await createTestContext(engine);
    await recordWork(ctx, buildBatch('11111111-1111-4111-8111-111111111111', buildLine({ work: 75n })));
    const id = await recordCandidate(ctx, buildCandidate('a'));
    await advanceRound({ ...ctx, chains: [fakeChain([{ asset: 'BTC', amount: coin / 10n }])] }, id);
    ctx.advance(60_000);
    await recordCandidate(ctx, buildCandidate('b'));
  });
  afterEach(() => ctx.close());

  it('lists the newest block first, with its finder and what it brought', async () => {
    const found = await listRounds(ctx, { limit: 5 });
    expect(
      found.map(({ id, hash, state, rewards, height }) => [id, hash[0], state, rewards, height]),
    ).toEqual([
      ['2', 'b', 'candidate', '', '5'],
      ['1', 'a', 'credited', '0.1 BTC', '5'],
    ]);
    expect(found[1]).toMatchObject({ algorithm: 'sha256', chain: 'fake', upstream: null });
    expect(found[1]?.finder?.worker).toBe('rig1');
    const only = async (query: object) => (await listRounds(ctx, { limit: 5, ...query })).map(({ id }) => id);
    expect(await only({ state: 'credited' })).toEqual(['1']);
    expect(await only({ chain: 'fake' })).toEqual(['2', '1']);
    expect(await only({ chain: 'other' })).toEqual([]);
    const foundAt = found[0]?.foundAt ?? 0;
    expect(await only({ since: foundAt })).toEqual(['2', '1']);
    expect(await only({ since: foundAt + 1 })).toEqual([]);
    expect([await only({ before: foundAt + 1 }), await only({ before: foundAt })]).toEqual([['2', '1'], []]);
    expect(await only({ limit: 1 })).toEqual(['2']);
  });

  it('sums a day by what it was for, to nothing by asset and kind of entry', async () => {
    const found = await ledgerDays(ctx, { since: testStart });
    if (found.kind !== 'days') throw new Error(found.kind);
    expect(
      found.days.map((each) => [each.day, each.asset, each.entry, each.account, each.entries, each.amount]),
    ).toEqual([
      [day, 'BTC', 'immature', 'external', 1, '-0.1'],
      [day, 'BTC', 'immature', 'round', 1, '0.1'],
      [day, 'BTC', 'reward', 'conversion', 1, '0.1'],
      [day, 'BTC', 'reward', 'round', 1, '-0.1'],
      [day, 'DOGE', 'reward', 'conversion', 1, '-40000'],
      [day, 'DOGE', 'reward', 'mining', 1, '39600'],
      [day, 'DOGE', 'reward', 'own', 1, '400'],
    ]);
    expect(found.summed).toBe(0);
    const before = await ledgerDays(ctx, {
      since: testStart - 2 * 86_400_000,
      until: testStart - 86_400_000,
    });
    expect(before).toEqual({ kind: 'days', days: [], summed: 0 });
  });

  it('says how many entries of a day are sums by now, and takes no more than a year', async () => {
    await ctx.db.query(sql`
      INSERT INTO ledger_closings (number, closed_at, rounds, receipts, postings, entries_hash, sums_digest, days_digest, hash)
      VALUES (1, now(), 1, 1, 1, '', 0, 0, '')`);
    await ctx.db.query(
      sql`INSERT INTO closed_entries (entry_id, closing) SELECT min(id), 1 FROM ledger_entries`,
    );
    expect(await ledgerDays(ctx, { since: testStart })).toMatchObject({ summed: 1 });
    const year = 366 * 86_400_000;
    const kind = async (query: object) => (await ledgerDays(ctx, query)).kind;
    expect([
      await kind({}),
      await kind({ since: testStart, until: testStart - 86_400_000 }),
      await kind({ since: testStart, until: testStart + year }),
      await kind({ since: testStart, until: testStart + year - 86_400_000 }),
    ]).toEqual(['no-days', 'no-days', 'no-days', 'days']);
  });
});
