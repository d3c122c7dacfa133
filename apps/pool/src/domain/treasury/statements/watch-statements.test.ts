import sql from 'sql-template-tag';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { oneEngine } from '../../../runtime/database/testing/create-test-database.ts';
import type { StatementAnswer, StatementSource, UpstreamStatement } from '../../kernel/statement.ts';
import { checkLedger, isLedgerSound } from '../../ledger/check-ledger.ts';
import { recordWork } from '../../shares/record-work.ts';
import { btcMiner, buildBatch, buildLine } from '../../testing/build-work.ts';
import { createTestContext, type TestContext, testStart } from '../../testing/create-test-context.ts';
import { listStatementLines } from '../../views/list-statement-lines.ts';
import { listStatements } from '../../views/list-statements.ts';
import { moveFunds } from '../move-funds.ts';
import { watchStatements } from './watch-statements.ts';

const coin = 10n ** 18n;
const minute = 60_000;
const hour = 60 * minute;
const [one, two, three] = ['aa', 'bb', 'cc'].map((digits) => digits.repeat(32)) as [string, string, string];
const nothing: UpstreamStatement = {
  paid: 0n,
  owed: 0n,
  immature: 0n,
  hashrate: undefined,
  hashes: undefined,
  payments: [],
  isWhole: true,
};

describe.each(oneEngine())('what another pool says of our account on %s', (engine) => {
  let ctx: TestContext;
  let held: bigint;
  let says: UpstreamStatement | Exclude<StatementAnswer, { kind: 'statement' }>;
  let isAway: boolean;
  let asked: number;
  let errors: string[];
  let account: string;
  beforeEach(async () => {
    ctx = await createTestContext(engine);
    [held, says, isAway, asked, errors, account] = [0n, nothing, false, 0, [], 'ours'];
  });
  afterEach(() => ctx.close());

  const source: Omit<StatementSource, 'account'> = {
    upstream: 'other-pool',
    algorithm: 'sha256',
    coin: 'BTC',
    network: 'BTC',
    arrivesWithinMs: 6 * hour,
    ask: async () => {
      asked += 1;
      return 'paid' in says ? { kind: 'statement', statement: says } : says;
    },
  };
  const wallet = {
    holdings: async () => {
      if (isAway) throw new Error('away');
      return { amounts: new Map([['BTC', held]]), unanswered: [] };
    },
  };
  const look = async (afterMs = 10 * minute) => {
    ctx.advance(afterMs);
    await watchStatements({ ...ctx, wallet, statements: [{ ...source, account }] }, (_what, error) =>
      errors.push((error as Error).message),
    );
    const [statement] = await listStatements(ctx);
    return statement;
  };
  const states = async () =>
    (await listStatementLines(ctx, { limit: 10 })).map(({ txid, state }) => [txid.slice(0, 2), state]);
  const paid = (txid: string, amount = coin, at = ctx.clock.now()) => ({ txid, amount, at });
  const say = (change: Partial<UpstreamStatement>) => {
    const payments = change.payments ?? [];
    const sum = payments.reduce((all, { amount }) => all + amount, 0n);
    says = { ...nothing, paid: sum, ...change };
  };

  it('is kept, and credits nothing', async () => {
    say({ owed: coin / 4n, immature: coin / 8n, payments: [paid(one)] });
    expect(await look(0)).toEqual({
      upstream: 'other-pool',
      algorithm: 'sha256',
      coin: 'BTC',
      answeredAt: testStart,
      askedSince: testStart,
      fault: null,
      paid: '1',
      owed: '0.25',
      immature: '0.125',
      credited: '0',
      missing: '0',
      missingSince: null,
      coming: '1',
      toBook: '0',
      takenBack: '0',
      hashratePercent: null,
      countedPercent: null,
    });
    expect(await ctx.db.query(sql`SELECT 1 FROM balances WHERE amount <> 0`)).toEqual([]);
    expect(isLedgerSound(await checkLedger(ctx))).toBe(true);
  });

  it('is asked every ten minutes, less often where it fails, and not before it wants to be', async () => {
    await look(0);
    await look(9 * minute);
    expect(asked).toBe(1);
    says = { kind: 'unanswered', why: 'HTTP 500' };
    expect(await look(minute)).toMatchObject({ fault: 'HTTP 500', answeredAt: testStart, paid: '0' });
    await look(10 * minute);
    await look(10 * minute);
    expect(asked).toBe(3);
    await look(10 * minute);
    expect(asked).toBe(4);
    says = { kind: 'limited', restMs: 3 * hour };
    expect(await look(2 * hour)).toMatchObject({ fault: 'it wants fewer calls (HTTP 429)' });
    await look(3 * hour - 1);
    expect(asked).toBe(5);
    say({});
    expect(await look(1)).toMatchObject({ fault: null });
    await look(10 * minute);
    expect(asked).toBe(7);
    expect(errors).toEqual([]);
  });

  it('is missing where it says that it has paid and nothing comes, and is not while the wallet holds it', async () => {
    await look(0);
    say({ payments: [paid(one), paid(two, 2n * coin)] });
    const saidAt = testStart + 10 * minute;
    expect(await look()).toMatchObject({ coming: '3', missing: '0' });
    held = coin;
    expect(await look(6 * hour - 1)).toMatchObject({ coming: '2', toBook: '1', missing: '0' });
    expect(await look(1)).toMatchObject({ coming: '0', toBook: '1', missing: '2', missingSince: saidAt });
    expect(await states()).toEqual([
      ['aa', 'to-book'],
      ['bb', 'missing'],
    ]);
    // Some name what they have paid before the fee of its transaction.
    held = 3n * coin - coin / 10n;
    expect(await look(minute)).toMatchObject({ toBook: '3', missing: '0', missingSince: null });
    held = 3n * coin - coin / 10n - 1n;
    expect(await look(minute)).toMatchObject({ toBook: '1', missing: '2' });
  });

  it('is held with what another pool says of the same transaction, or neither is, and says who names it too', async () => {
    const at = new Date(testStart);
    await ctx.db.query(sql`
      INSERT INTO upstream_lines (upstream, algorithm, asset, txid, amount, state, said_at, seen_at, state_at)
      VALUES ('thief', 'sha256', 'BTC', ${one}, ${coin}, 'open', ${at}, ${at}, ${at})`);
    say({ payments: [paid(one), paid(two)] });
    await look(0);
    held = coin;
    // One of the three has come, and which of the two pools would have paid the first is not known.
    expect(await look(6 * hour)).toMatchObject({ toBook: '1', missing: '1' });
    const lines = await listStatementLines(ctx, { limit: 10 });
    const said = lines.map(({ txid, state, alsoNamedBy }) => [txid, { state, alsoNamedBy }] as const);
    expect(Object.fromEntries(said)).toEqual({
      [one]: { state: 'missing', alsoNamedBy: ['thief'] },
      [two]: { state: 'to-book', alsoNamedBy: [] },
    });
    held = 3n * coin;
    expect(await look()).toMatchObject({ toBook: '2', missing: '0' });
  });

  it('ends with what is booked by its transaction', async () => {
    say({ payments: [paid(one)] });
    await look(0);
    held = coin;
    expect(await look()).toMatchObject({ toBook: '1' });
    const moved = await moveFunds(
      { ...ctx, actor: 'suite' },
      {
        kind: 'deposit',
        amount: '1',
        coin: 'BTC',
        reason: 'it came',
        reference: `${one.toUpperCase()}:0`,
      },
    );
    expect(moved.kind).toBe('booked');
    expect(await look(minute)).toMatchObject({ toBook: '0', coming: '0', missing: '0' });
    expect(await states()).toEqual([['aa', 'arrived']]);
    // One that another one of that pool's payments is held for is not this one.
    say({ payments: [paid(one), paid(two)] });
    await look();
    expect(await look(6 * hour)).toMatchObject({ missing: '1' });
  });

  it('is taken back where its pool has not named it for an hour, and opens again when it does', async () => {
    say({ payments: [paid(one)] });
    await look(0);
    say({});
    await look();
    expect(await states()).toEqual([['aa', 'coming']]);
    await look(50 * minute);
    expect(await states()).toEqual([['aa', 'coming']]);
    expect(await look()).toMatchObject({ takenBack: '1', coming: '0' });
    expect(await states()).toEqual([['aa', 'taken-back']]);
    say({ payments: [paid(one, coin, testStart)] });
    expect(await look()).toMatchObject({ takenBack: '0', coming: '1', missing: '0' });
    expect(await look(6 * hour)).toMatchObject({ missing: '1' });
    say({});
    await look();
    await look(hour);
    expect(await look(30 * 24 * hour - 1)).toMatchObject({ takenBack: '0' });
    expect(await states()).toEqual([['aa', 'taken-back']]);
    await look(10 * minute);
    expect(await states()).toEqual([]);
  });

  it('says nothing of a payment that is older than its whole list', async () => {
    say({ payments: [paid(one)] });
    await look(0);
    say({ payments: [paid(two, coin, testStart + 1)], isWhole: false, paid: 2n * coin });
    await look();
    await look(2 * hour);
    expect(await states()).toEqual([
      ['bb', 'coming'],
      ['aa', 'coming'],
    ]);
  });

  it('is missing where its counter of payments has grown and names none', async () => {
    // What was paid before the first look is not explained by anything, and need not be.
    say({ paid: 5n * coin, payments: [paid(one, coin, testStart - 7 * hour)] });
    expect(await look(0)).toMatchObject({ coming: '0', missing: '0' });
    expect(await states()).toEqual([['aa', 'earlier']]);
    say({ paid: 8n * coin, payments: [paid(one, coin, testStart - 7 * hour)] });
    expect(await look()).toMatchObject({ coming: '3', missing: '0' });
    expect(await look(6 * hour)).toMatchObject({
      coming: '0',
      missing: '3',
      missingSince: testStart + 10 * minute,
    });
    say({ paid: 8n * coin, payments: [paid(one, coin, testStart - 7 * hour), paid(three, 3n * coin)] });
    expect(await look()).toMatchObject({ coming: '3', missing: '0' });
  });

  it('may have its list of another moment than its counter', async () => {
    say({ paid: 0n, payments: [paid(one)] });
    await look(0);
    say({ paid: coin, payments: [paid(one)] });
    expect(await look(7 * hour)).toMatchObject({ missing: '1' });
    held = coin;
    say({ paid: 2n * coin, payments: [paid(one)] });
    await look();
    // The second one has no name yet: the counter was ahead.
    say({ paid: 2n * coin, payments: [paid(one), paid(two)] });
    expect(await look()).toMatchObject({ toBook: '1', coming: '1', missing: '0' });
  });

  it('of an account with a past may name a payment before it counts it', async () => {
    say({ paid: 5n * coin, payments: [paid(one, coin, testStart - 7 * hour)] });
    await look(0);
    const named = [paid(one, coin, testStart - 7 * hour), paid(two)];
    say({ paid: 5n * coin, payments: named });
    await look();
    held = coin;
    say({ paid: 6n * coin, payments: named });
    expect(await look()).toMatchObject({ toBook: '1', coming: '0', missing: '0' });
    expect(await look(7 * hour)).toMatchObject({ toBook: '1', coming: '0', missing: '0' });
  });

  it('of an account with a past may have another transaction than was said first', async () => {
    say({ paid: 5n * coin, payments: [] });
    await look(0);
    say({ paid: 6n * coin, payments: [paid(one)] });
    await look();
    held = coin;
    say({ paid: 6n * coin, payments: [paid(two)] });
    for (let looks = 0; looks < 8; looks += 1) await look();
    expect(await states()).toEqual([
      ['bb', 'to-book'],
      ['aa', 'taken-back'],
    ]);
    expect(await look(7 * hour)).toMatchObject({ toBook: '1', coming: '0', missing: '0' });
  });

  it('had counted a payment before it named it at the first look', async () => {
    say({ paid: 5n * coin, payments: [] });
    await look(0);
    say({ paid: 5n * coin, payments: [paid(one)] });
    for (let looks = 0; looks < 8; looks += 1) await look();
    // What is paid after that, and has no name, is seen in full.
    say({ paid: 7n * coin, payments: [paid(one)] });
    held = coin;
    expect(await look()).toMatchObject({ toBook: '1', coming: '2' });
    expect(await look(6 * hour)).toMatchObject({ missing: '2' });
  });

  it('is in the wallet still while a payout is on its way', async () => {
    say({ payments: [paid(one)] });
    await look(0);
    held = coin;
    expect(await look(7 * hour)).toMatchObject({ toBook: '1', missing: '0' });
    // The payout has left the wallet, and the ledger still owes it.
    await ctx.db.query(sql`
      INSERT INTO balances (account, asset, amount) VALUES ('inflight:1', 'BTC', ${coin})`);
    expect(await look(minute)).toMatchObject({ toBook: '1', missing: '0' });
    // A line that was not held is not held by that.
    say({ payments: [paid(one), paid(two)] });
    expect(await look()).toMatchObject({ toBook: '1', coming: '1' });
  });

  it('opens no more lines than a thousand, and what has no line is missing by the counter', async () => {
    const names = (from: number) =>
      Array.from({ length: 100 }, (_, place) =>
        paid((from + place).toString(16).padStart(64, '0'), coin, testStart + from),
      );
    for (let from = 0; from < 1200; from += 100) {
      says = { ...nothing, paid: BigInt(from + 100) * coin, payments: names(from), isWhole: false };
      await look();
    }
    const [{ count } = { count: 0 }] = await ctx.db.query<{ count: number }>(
      sql`SELECT count(*)::int AS count FROM upstream_lines`,
    );
    expect(count).toBe(1000);
    expect(await look()).toMatchObject({ coming: '1200', missing: '0' });
    // Those of a whole list are taken back, and as many of them are kept.
    for (let from = 2000; from < 2800; from += 100) {
      says = { ...nothing, paid: 0n, payments: names(from), isWhole: true };
      await look(2 * hour);
      await look(2 * hour);
    }
    const kept = await ctx.db.query<{ state: string; count: number }>(
      sql`SELECT state, count(*)::int AS count FROM upstream_lines GROUP BY state ORDER BY state`,
    );
    expect(kept).toEqual([
      { state: 'open', count: 100 },
      { state: 'taken-back', count: 1000 },
    ]);
  });

  it('begins again where the settings name another account', async () => {
    say({ paid: 5n * coin, payments: [paid(one, 2n * coin), paid(two)] });
    await look(0);
    account = 'another';
    const past = [paid(three, 50n * coin, testStart - 7 * hour)];
    say({ paid: 90n * coin, payments: past });
    // It is asked at once.
    expect(await look(minute)).toMatchObject({ paid: '90', coming: '0', missing: '0' });
    expect(await states()).toEqual([['cc', 'earlier']]);
    say({ paid: 91n * coin, payments: past });
    await look();
    expect(await look(6 * hour)).toMatchObject({ missing: '1', takenBack: '0' });
  });

  it('says why it was never answered in characters that a terminal shows', async () => {
    says = { kind: 'unanswered', why: 'not a count: "\u009b2J\u202e"' };
    expect(await look(0)).toMatchObject({
      answeredAt: null,
      askedSince: testStart,
      fault: 'not a count: "?2J?"',
    });
  });

  it('counts as much as was recorded here, or less', async () => {
    const work = async (minutes: number, amount: bigint) => {
      const id = `11111111-1111-4111-8111-${minutes.toString(16).padStart(12, '0')}`;
      const relayed = { upstream: 'other-pool', networkWork: 1_000_000n };
      await recordWork(ctx, { ...buildBatch(id, buildLine({ miner: btcMiner, work: amount })), relayed });
    };
    say({ hashrate: 10n, hashes: 1000n });
    await look(0);
    await work(1, 216_000n);
    say({ hashrate: 8n, hashes: 181_000n });
    expect(await look(5 * hour - 1)).toMatchObject({ hashratePercent: null, countedPercent: null });
    say({ hashrate: 9n, hashes: 195_400n });
    // 9 hashes a second on average for 6 hours are 194,400; its counter has grown by as much.
    expect(await look(hour + 1)).toMatchObject({ hashratePercent: '90.00', countedPercent: '90.00' });
    // A counter that goes back says nothing.
    say({ hashrate: 9n, hashes: 10n });
    expect(await look(10 * minute)).toMatchObject({ countedPercent: null });
  });

  it('changes nothing while the wallet does not answer', async () => {
    say({ payments: [paid(one)] });
    held = coin;
    expect(await look(0)).toMatchObject({ toBook: '1' });
    isAway = true;
    expect(await look()).toMatchObject({ toBook: '1' });
    expect(errors).toEqual(['away']);
  });
});
