import { Failure } from '@openlode/contracts/envelope';
import { AccountReceiptResponse } from '@openlode/contracts/http/account-receipt';
import { AccountReferralsResponse } from '@openlode/contracts/http/account-referrals';
import { ReferralReportsResponse } from '@openlode/contracts/http/referral-reports';
import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import type { TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { oneEngine } from '../../runtime/database/testing/create-test-database.ts';
import { countReferredDays } from '../../domain/referrals/count-referred-days.ts';
import { grantCustomCode } from '../../domain/referrals/grant-custom-code.ts';
import { advanceRound } from '../../domain/rounds/advance-round.ts';
import { recordCandidate } from '../../domain/rounds/record-candidate.ts';
import { btcMiner, buildBatch, buildLine, dogeMiner, ltcMiner } from '../../domain/testing/build-work.ts';
import { createTestContext, type TestContext, testStart } from '../../domain/testing/create-test-context.ts';
import { buildCandidate, fakeChain } from '../../domain/testing/fake-chain.ts';
import { recordWork } from '../../domain/shares/record-work.ts';
import { buildTestHttp } from '../../testing/build-test-http.ts';

const dayMs = 24 * 3_600_000;
const unknown = '00000000-0000-4000-8000-000000000000';
/** 3 DOGE and a unit, so that nothing divides evenly. */
const blockReward = 3n * 10n ** 18n + 1n;

describe.each(oneEngine())('the calls of one miner on %s', (engine) => {
  let ctx: TestContext;
  let app: FastifyInstance;
  /** Of the DOGE, BTC and LTC miners. */
  let uuids: string[];
  let codes: string[];
  let batches = 0;

  const work = (...lines: Parameters<typeof buildLine>[0][]): Promise<unknown> => {
    batches += 1;
    const id = `55555555-1111-4111-8111-${batches.toString().padStart(12, '0')}`;
    const now = ctx.clock.now();
    return recordWork(
      ctx,
      buildBatch(id, ...lines.map((line) => buildLine({ firstAt: now, lastAt: now, ...line }))),
    );
  };
  const block = async (digit: string): Promise<void> => {
    const round = await recordCandidate(ctx, buildCandidate(digit, { networkWork: 6n }));
    const chain = fakeChain([{ asset: 'DOGE', amount: blockReward }]);
    expect(await advanceRound({ ...ctx, chains: [chain] }, round)).toBe('credited');
  };

  beforeAll(async () => {
    ctx = await createTestContext(engine);
    app = await buildTestHttp(ctx);
    await work(...[dogeMiner, btcMiner, ltcMiner].map((miner) => ({ miner, work: 1n, worker: 'first' })));
    const rows = await ctx.db.query<{ uuid: string; code: string }>(
      sql`SELECT uuid, code FROM miners JOIN referral_codes ON miner_id = miners.id ORDER BY miners.id`,
    );
    uuids = rows.map(({ uuid }) => uuid);
    codes = rows.map(({ code }) => code);
    await grantCustomCode(ctx, { uuid: uuids[0] ?? '', code: 'MOON-MINERS', tier: 1 });
    ctx.advance(1000);
    await work({ miner: btcMiner, worker: 'rig', work: 3n, referralCode: codes[0] ?? '' });
    await block('a');
    ctx.advance(1000);
    // Twelve workers with the owner's codes, in any case; its own worker on another coin is not one of them.
    const referred = Array.from({ length: 11 }, (_, index) => ({
      miner: ltcMiner,
      worker: `l${index}`,
      referralCode: 'moon-miners',
    }));
    await work(...referred, {
      miner: { ...dogeMiner, coin: 'SHIB', network: 'BSC' },
      worker: 'own',
      referralCode: 'MOON-MINERS',
    });
    ctx.advance(1000);
    await work({ miner: btcMiner, worker: 'rig', work: 1n, referralCode: (codes[0] ?? '').toUpperCase() });
  });
  afterAll(async () => {
    await app.close();
    await ctx.close();
  });

  async function get<Body>(url: string, contract: TSchema, status = 200): Promise<Body> {
    const answer = await app.inject({ url: `/api/v5${url}` });
    expect([url, answer.statusCode]).toEqual([url, status]);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect([...Value.Errors(contract, answer.json())].slice(0, 3)).toEqual([]);
    return answer.json() as Body;
  }

  it('answer own codes and who mines with them, last seen first, without own workers [api-15]', async () => {
    interface Body {
      readonly data: { readonly list: readonly { readonly name: string; readonly last_seen: number }[] };
    }
    const first = await get<Body>(`/account/${uuids[0]}/referrals`, AccountReferralsResponse);
    expect(first.data).toMatchObject({
      code: codes[0],
      custom_code: 'MOON-MINERS',
      custom_code_tier: 0,
      count: 12,
      has_next: true,
      has_prev: false,
      last_page: 2,
    });
    expect(first.data.list).toHaveLength(10);
    expect(first.data.list[0]).toEqual({ name: 'rig', last_seen: testStart + 3000 });
    const second = await get<Body>(`/account/${uuids[0]}/referrals?page=2`, AccountReferralsResponse);
    expect(second.data).toMatchObject({ has_next: false, has_prev: true, count: 12 });
    const names = [...first.data.list, ...second.data.list].map(({ name }) => name);
    expect(names.toSorted()).toEqual([
      'l0',
      'l1',
      'l10',
      'l2',
      'l3',
      'l4',
      'l5',
      'l6',
      'l7',
      'l8',
      'l9',
      'rig',
    ]);
    const noReferrals = await get<Body>(`/account/${uuids[1]}/referrals`, AccountReferralsResponse);
    expect(noReferrals.data).toMatchObject({
      code: codes[1],
      custom_code: null,
      count: 0,
      list: [],
      last_page: 1,
    });
    await get(`/account/${unknown}/referrals`, AccountReferralsResponse);
    for (const bad of ['page=0', 'page=x', 'page=1&page=2'])
      await get(`/account/${uuids[0]}/referrals?${bad}`, Failure, 400);
  });

  it('answer the active miners of a custom code by day, gaps as none, however often they are counted [api-07]', async () => {
    const report = async (uuid = uuids[0]): Promise<unknown> =>
      (await get<{ data: unknown }>(`/account/${uuid}/referral/reports`, ReferralReportsResponse)).data;
    expect(await report()).toEqual({ chart: { data: [], timestamps: [] } });
    await countReferredDays(ctx);
    await countReferredDays(ctx);
    const today = testStart - (testStart % dayMs);
    // Eleven workers are one miner.
    expect(await report()).toEqual({ chart: { data: ['1'], timestamps: [today] } });
    const before = ctx.clock.now();
    ctx.advance(2 * dayMs);
    await work(
      { miner: btcMiner, worker: 'b', referralCode: 'Moon-Miners' },
      { miner: ltcMiner, worker: 'l1', referralCode: 'MOON-MINERS' },
    );
    await countReferredDays(ctx);
    const days = { data: ['1', '0', '2'], timestamps: [today, today + dayMs, today + 2 * dayMs] };
    expect(await report()).toEqual({ chart: days });
    expect(await report(uuids[1])).toEqual({ chart: { data: [], timestamps: [] } });
    expect(await report(unknown)).toEqual({ chart: { data: [], timestamps: [] } });
    ctx.advance(40 * dayMs);
    await countReferredDays(ctx);
    expect(await report()).toEqual({ chart: { data: [], timestamps: [] } });
    ctx.setNow(before);
  });

  it('answer the fee of the next reward, by the codes of the workers that are online [stats-01]', async () => {
    const fees = await Promise.all(
      uuids.map(async (uuid) => (await app.inject(`/api/v5/account/${uuid}/stats`)).json().data.mining_fee),
    );
    // None, an ordinary code, and a custom one of tier 0: one active miner is not fifty.
    expect(fees).toEqual(['1', '0.75', '0.85']);
  });

  it('answer the receipt of a reward to the last unit, and of nothing else', async () => {
    const { data } = await get<{ data: { data: { receipt: { lines: unknown[] } } } }>(
      `/account/${uuids[1]}/receipts/3`,
      AccountReceiptResponse,
    );
    // Four of the six hashes, at 400,000 DOGE a BTC. A fee of 0.75%; the referrer gets 0.25% for three hashes of the four.
    expect(data).toMatchObject({
      event: 'reward',
      seq: 3,
      data: {
        amount_extended: '0.0000049625',
        receipt: {
          lines: [
            {
              own_work: '4',
              round_work: '6',
              reward: { coin: 'DOGE', amount: '3.000000000000000001' },
              share: '2.000000000000000001',
              rate: '0.0000025',
              rate_source: 'one + two',
              usd: '0.5',
              gross: '0.000005',
              fee: '0.000000028125',
              fee_percent: '0.75',
              referral: '0.000000009375',
              credited: '0.0000049625',
            },
          ],
        },
      },
    });
    await get(`/account/${uuids[1]}/receipts/1`, Failure, 404);
    await get(`/account/${uuids[1]}/receipts/999`, Failure, 404);
    await get(`/account/${uuids[2]}/receipts/999`, Failure, 404);
    await get(`/account/${unknown}/receipts/3`, Failure, 404);
    for (const bad of ['0', '-1', '1.5', 'x', '99999999999999999999'])
      await get(`/account/${uuids[1]}/receipts/${bad}`, Failure, 400);
  });

  it('write every reward into a table, in the zone that was asked for, with its value at the time', async () => {
    const answer = await app.inject({ url: `/api/v5/account/${uuids[0]}/rewards.csv?tz=Asia/Kathmandu` });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(answer.headers['content-disposition']).toBe(`attachment; filename="rewards-${uuids[0]}.csv"`);
    expect(answer.headers['cache-control']).toBe('no-store');
    const hash = 'a'.repeat(64);
    expect(answer.body.split('\r\n')).toEqual([
      'time,kind,algorithm,block_height,block_hash,own_work,round_work,reward,share,reward_coin,rate,rate_source,rate_time,gross,fee,referral,credited,coin,credited_usd',
      `2026-01-15T17:45:01+05:45,mining,sha256,5,${hash},1,6,3.000000000000000001,0.5,DOGE,1,one + two,2026-01-15T17:45:01+05:45,0.5,0.005,0,0.495,DOGE,0.12375`,
      `2026-01-15T17:45:01+05:45,referral,sha256,5,${hash},,,,,DOGE,,,,,,,0.00375,DOGE,0.0009375`,
      '',
    ]);
    const empty = await app.inject({ url: `/api/v5/account/${unknown}/rewards.csv` });
    expect(empty.body.split('\r\n')).toHaveLength(2);
    const wrong = await app.inject({ url: `/api/v5/account/${unknown}/rewards.csv?tz=Mars/Olympus` });
    expect([wrong.statusCode, wrong.json()]).toEqual([
      400,
      {
        success: false,
        msg: 'There is no time zone Mars/Olympus',
        message: 'There is no time zone Mars/Olympus',
      },
    ]);
  });

  it('write a long history page by page, each reward once', async () => {
    const [round] = await ctx.db.query<{ id: bigint }>(sql`SELECT id FROM rounds LIMIT 1`);
    // 1,203 lines of one round at only three moments, so that pages end in the middle of a moment.
    await ctx.db.query(sql`
      INSERT INTO reward_lines SELECT ${round?.id}::bigint, n, 'DOGE', 10 FROM generate_series(100, 1302) AS n`);
    await ctx.db.query(sql`
      INSERT INTO credits (round_id, line, miner_id, work, round_work, share, coin, rate, rate_source, rate_at,
                           usd_per_asset, gross, fee, fee_ppm, credited, credited_at)
      SELECT ${round?.id}::bigint, n, 3, 1, 6, n, 'LTC', '1', 'x', ${new Date(testStart)}, '0', n, 0, 0, n,
             ${new Date(testStart)}::timestamptz - (n % 3) * interval '1 hour'
        FROM generate_series(100, 1302) AS n`);
    const { body } = await app.inject({ url: `/api/v5/account/${uuids[2]}/rewards.csv` });
    const lines = body.split('\r\n').slice(1, -1);
    const times = lines.map((line) => line.slice(0, 25));
    expect(times).toEqual(times.toSorted());
    const shares = lines.map((line) => line.split(',')[8]).filter((share) => share !== '0.5');
    expect([shares.length, new Set(shares).size]).toEqual([1203, 1203]);
  });
});
