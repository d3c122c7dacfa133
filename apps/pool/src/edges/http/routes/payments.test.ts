import { formatAmount } from '@openlode/money/amount';
import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adversarialRail } from '../../../sandbox/testing/adversarial-rail.ts';
import { advancePayouts } from '../../../domain/payouts/advance-payouts.ts';
import { reservePayout } from '../../../domain/payouts/reserve-payout.ts';
import { createTestContext, type TestContext } from '../../../domain/testing/create-test-context.ts';
import {
  coin,
  giveBalance,
  openMiner,
  type PayingProcess,
  payingProcess,
} from '../../../testing/payouts/payout-world.ts';
import { buildTestHttp } from '../../../testing/build-test-http.ts';

describe('GET /v5/account/{uuid}/payments', () => {
  let ctx: TestContext;
  let app: FastifyInstance;
  let paying: PayingProcess;
  let uuid: string;
  beforeAll(async () => {
    ctx = await createTestContext('pglite');
    app = await buildTestHttp(ctx);
    paying = payingProcess(
      ctx,
      adversarialRail(ctx.clock, { below: () => 0, percent: (chance) => chance === 60 }),
    );
    const miner = await openMiner(ctx);
    const [row] = await ctx.db.query<{ uuid: string }>(sql`SELECT uuid FROM miners WHERE id = ${miner}`);
    uuid = row?.uuid ?? '';
    for (let day = 0; day < 11; day += 1) {
      await giveBalance(ctx, miner, 50n * coin);
      await reservePayout(paying, miner, 'manual');
      ctx.advance(86_400_000);
    }
    await advancePayouts(paying, () => undefined);
  });
  afterAll(async () => {
    paying.end();
    await app.close();
    await ctx.close();
  });

  const read = async (path: string) => (await app.inject(`/api/v5/account/${path}`)).json().data;

  it('lists ten a page, the newest first, and says that a sandbox sends nothing [api-14]', async () => {
    const first = await read(`${uuid}/payments`);
    expect(first).toMatchObject({
      coin: 'DOGE',
      disclaimer: 'This is a sandbox: no coins are sent.',
      has_next: true,
      has_prev: false,
      last_page: 2,
    });
    expect(first.list).toHaveLength(10);
    expect(first.list[0]).toMatchObject({
      status: 'processing',
      amount: '50',
      network: 'DOGE',
      kind: 'manual',
    });
    expect(first.list[0].tx).toMatch(/^sandbox-/);
    const second = await read(`${uuid}/payments?page=2`);
    expect([second.list.length, second.has_next, second.has_prev]).toEqual([1, false, true]);
    expect(second.list[0].id).toBeLessThan(first.list[9].id);
  });

  it('is a table with the value at the time, in a time zone of choice, the oldest first', async () => {
    const answer = await app.inject(`/api/v5/account/${uuid}/payments.csv?tz=Asia/Kathmandu`);
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(answer.headers['content-disposition']).toBe(`attachment; filename="payments-${uuid}.csv"`);
    const [head, ...lines] = answer.body.trimEnd().split('\r\n');
    expect(head).toBe(
      'time,kind,status,reason,amount,coin,amount_usd,network,address,memo,exchange,sent_time,ended_time,transaction,confirmations,id',
    );
    expect(lines).toHaveLength(11);
    const [time, kind, status, reason, amount, symbol, usd] = lines[0]?.split(',') ?? [];
    expect([kind, status, reason, amount, symbol]).toEqual(['manual', 'processing', '', '50', 'DOGE']);
    const [first] = await ctx.db.query<{ usd: bigint; reserved_at: Date }>(
      sql`SELECT usd, reserved_at FROM payouts ORDER BY id LIMIT 1`,
    );
    expect(usd).toBe(formatAmount(first?.usd ?? 0n));
    expect(Number(usd)).toBeGreaterThan(0);
    expect(time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+05:45$/);
    expect(Date.parse(time ?? '')).toBe(Math.floor((first?.reserved_at.getTime() ?? 0) / 1000) * 1000);
    const wrong = await app.inject(`/api/v5/account/${uuid}/payments.csv?tz=Mars/Olympus`);
    expect([wrong.statusCode, wrong.json().msg]).toEqual([400, 'There is no time zone Mars/Olympus']);
    const empty = await app.inject('/api/v5/account/00000000-0000-4000-8000-00000000dead/payments.csv');
    expect(empty.body).toBe(`${head}\r\n`);
  });

  it('stands in the events of the miner as well', async () => {
    const events = await read(`${uuid}/events?type=payout&after=0`);
    expect(events.list[0]).toMatchObject({
      seq: 1,
      event: 'payout',
      data: { amount: '50', name: 'DOGE', code: 'pending' },
    });
  });

  it('is empty for an unknown miner', async () => {
    expect(await read('00000000-0000-4000-8000-00000000dead/payments')).toMatchObject({
      coin: null,
      list: [],
      last_page: 1,
    });
  });
});
