import type { LedgerAccount } from '@openlode/ledger/accounts';
import { createHash } from 'node:crypto';
import { findCoin } from '@openlode/catalogue/coins';
import { formatAmount, parseAmount } from '@openlode/money/amount';
import type { Posting } from '@openlode/ledger/posting';
import { allFamilies } from '@openlode/mining/families/all-families';
import { judgeAddress } from '@openlode/mining/judge-address';
import fc from 'fast-check';
import sql from 'sql-template-tag';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testEngines } from '../../runtime/database/testing/create-test-database.ts';
import { buildBatch, buildLine } from '../testing/build-work.ts';
import { createTestContext, type TestContext } from '../testing/create-test-context.ts';
import { recordWork } from '../shares/record-work.ts';
import { bookEntries, bookEntry } from './book-entry.ts';
import { readBalanceAsOf } from './read-balance-as-of.ts';
import { isLedgerSound, checkLedger } from './check-ledger.ts';
import { refuseBrokenChain } from './refuse-broken-chain.ts';

/** `npm run test:long` plays all runs. */
const isLong = process.env['TEST_LONG'] === '1';

const move = (asset: string, from: LedgerAccount, to: LedgerAccount, amount: bigint): Posting[] => [
  { account: from, asset, amount: -amount },
  { account: to, asset, amount },
];

describe.each(testEngines())('the ledger on %s', (engine) => {
  let ctx: TestContext;
  beforeAll(async () => {
    ctx = await createTestContext(engine);
  });
  afterAll(() => ctx.close());

  const book = (key: string, at: number, ...postings: Posting[]) =>
    ctx.db.transaction((tx) => bookEntry(tx, { key, kind: 'test', at, postings }));

  it('keep balances that are the fold of their postings, at any time of any history [L3]', async () => {
    const ledgerAccount = fc.constantFrom<LedgerAccount>('miner:1:mining', 'miner:2:mining', 'pool:fees');
    const step = fc.record({
      asset: fc.constantFrom('BTC', 'DOGE'),
      ledgerAccount,
      amount: fc.bigInt({ min: -(2n ** 100n), max: 2n ** 200n }).filter((amount) => amount !== 0n),
    });
    let runs = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
        runs += 1;
        for (const [index, { asset, ledgerAccount: to, amount }] of steps.entries()) {
          // A debit beyond the balance is refused as a whole.
          await book(`L3 ${runs} ${index}`, 0, ...move(asset, 'ext:x', to, amount)).catch(() => undefined);
        }
        expect(isLedgerSound(await checkLedger(ctx))).toBe(true);
      }),
      { numRuns: isLong ? 8 : 4 },
    );
  });

  it('tell any past balance, as it was said then [L10]', async () => {
    const said: [number, bigint][] = [];
    for (const [index, amount] of [5n, 7n, -3n].entries()) {
      const at = (index + 1) * 1000;
      await book(`L10 ${index}`, at, ...move('LTC', 'ext:x', 'miner:9:mining', amount));
      const [row] = await ctx.db.query<{ amount: bigint }>(
        sql`SELECT amount FROM balances WHERE account = 'miner:9:mining' AND asset = 'LTC'`,
      );
      said.push([at, row?.amount ?? 0n]);
    }
    const ledgerAccount = { account: 'miner:9:mining', asset: 'LTC' } as const;
    for (const [at, amount] of said) expect(await readBalanceAsOf(ctx, ledgerAccount, at)).toBe(amount);
    expect(said.map(([, amount]) => amount)).toEqual([5n, 12n, 9n]);
    expect(await readBalanceAsOf(ctx, ledgerAccount, 999)).toBe(0n);
  });

  it('pay fifty debits at once only as far as the money goes [L4]', async () => {
    await book('L4', 0, ...move('XMR', 'ext:x', 'miner:4:mining', 20n));
    const debits = await Promise.allSettled(
      Array.from({ length: 50 }, (_, index) =>
        book(`L4 ${index}`, 0, ...move('XMR', 'miner:4:mining', 'ext:x', 1n)),
      ),
    );
    expect(debits.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
    expect(isLedgerSound(await checkLedger(ctx))).toBe(true);
  });

  it('chain entries that several assets cross, without a deadlock and in one order [L2]', async () => {
    const assets = ['A', 'B', 'C'];
    await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        ctx.db.transaction((tx) =>
          bookEntries(
            tx,
            [0, 1].map((part) => ({
              key: `cross ${index} ${part}`,
              kind: 'test',
              at: 0,
              postings: [0, 1].flatMap((leg) =>
                move(assets[(index + part + leg) % 3] ?? 'A', 'ext:x', 'pool:fees', 1n),
              ),
            })),
          ),
        ),
      ),
    );
    expect((await checkLedger(ctx)).broken).toEqual([]);
  });

  it('write links that an auditor can recalculate without the database [L2]', async () => {
    const links = await ctx.db.query<{
      number: bigint;
      hash: Uint8Array;
      key: string;
      kind: string;
      booked_at: Date;
      lines: string[];
    }>(sql`
      SELECT number, hash, key, kind, booked_at,
             (SELECT array_agg(account || ' ' || amount ORDER BY line) FROM postings
               WHERE postings.entry_id = id AND postings.asset = 'LTC') AS lines
        FROM ledger_links JOIN ledger_entries ON id = entry_id WHERE asset = 'LTC' ORDER BY number`);
    let previous: Uint8Array = new Uint8Array();
    for (const { number, hash, key, kind, booked_at: at, lines } of links) {
      const text = [number, 'LTC', key, kind, at.getTime(), ...lines].join('\n');
      previous = createHash('sha256').update(previous).update(text).digest();
      expect(Buffer.from(hash).toString('hex')).toBe(Buffer.from(previous).toString('hex'));
    }
    expect(links).toHaveLength(3);
  });

  it('are sound where the pool has paid networks, and where the conversion account or an external account owes [L4]', async () => {
    for (const ledgerAccount of ['pool:network-fees', 'pool:reorg-loss', 'conv:desk'] as const)
      await book(`L4 ${ledgerAccount}`, 0, ...move('LTC', ledgerAccount, 'ext:x', 5n));
    const ledger = await checkLedger(ctx);
    expect(ledger.negative).toEqual([]);
    expect(isLedgerSound(ledger)).toBe(true);
  });

  it('carry any amount from text to the database and back [L6]', async () => {
    const amounts = [1n, 2n ** 63n, 10n ** 30n, 2n ** 200n];
    for (const [index, amount] of amounts.entries()) {
      const asset = `L6-${index}`;
      await book(`L6 ${index}`, 0, ...move(asset, 'ext:x', 'pool:fees', parseAmount(formatAmount(amount))));
      const [row] = await ctx.db.query<{ amount: bigint }>(
        sql`SELECT amount FROM balances WHERE account = 'pool:fees' AND asset = ${asset}`,
      );
      expect(row?.amount).toBe(amount);
    }
    const columns = await ctx.db.query<{ column_name: string }>(sql`
      SELECT table_name || '.' || column_name AS column_name FROM information_schema.columns
       WHERE table_schema = 'public' AND data_type IN ('real', 'double precision', 'money')
         AND table_name IN ('postings', 'balances', 'credits', 'referral_credits', 'reward_lines')`);
    expect(columns).toEqual([]);
  });

  it('know one miner by any spelling of its address [L12]', async () => {
    const spellings = [
      '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed',
      '0x5AAEB6053F3E94C9B9A09F33669435E7EF1BEAED',
      ' 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed ',
    ];
    const eth = findCoin('ETH');
    if (eth === undefined) throw new Error('no ETH');
    for (const [index, spelling] of spellings.entries()) {
      const outcome = judgeAddress(eth, spelling, allFamilies);
      if (outcome.kind !== 'valid') throw new Error(`${spelling}: ${outcome.kind}`);
      const { address, network, memo } = outcome;
      const miner = { coin: 'ETH', network, address, memo };
      await recordWork(ctx, buildBatch(`22222222-1111-4111-8111-11111111111${index}`, buildLine({ miner })));
    }
    expect(await ctx.db.query(sql`SELECT coin, lower(address) AS address FROM miners`)).toEqual([
      { coin: 'ETH', address: '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed' },
    ]);
    const twin = ctx.db.query(sql`
      INSERT INTO miners (uuid, coin, network, address, memo, created_at, last_work_at)
      SELECT gen_random_uuid(), coin, network, address, memo, created_at, last_work_at FROM miners`);
    await expect(twin).rejects.toThrow('unique');
  });
});

describe.each(testEngines())('a tampered ledger on %s', (engine) => {
  let ctx: TestContext;
  beforeEach(async () => {
    ctx = await createTestContext(engine);
    for (const [index, amount] of [5n, 6n, 7n].entries()) {
      const postings = move('BTC', 'ext:x', 'miner:1:mining', amount);
      await ctx.db.transaction((tx) => bookEntry(tx, { key: `${index}`, kind: 'test', at: 0, postings }));
    }
  });
  afterEach(() => ctx.close());

  /** As a superuser of the database can. */
  const tamper = async (table: string, statement: string) => {
    await ctx.db.execute(
      `ALTER TABLE ${table} DISABLE TRIGGER ALL; ${statement}; ALTER TABLE ${table} ENABLE TRIGGER ALL;`,
    );
    return checkLedger(ctx);
  };

  it('betray a changed amount, even where the sums and balances were made to fit [L2]', async () => {
    const ledger = await tamper(
      'postings',
      `UPDATE postings SET amount = amount * 2 WHERE entry_id = 2;
       UPDATE balances SET amount = amount + 6 * sign(amount)`,
    );
    expect(ledger).toMatchObject({
      unbalanced: [],
      drifted: [],
      broken: [{ asset: 'BTC', number: 2n, why: 'hash' }],
    });
    expect(isLedgerSound(ledger)).toBe(false);
  });

  it('betray a changed time or key [L2]', async () => {
    const ledger = await tamper('ledger_entries', `UPDATE ledger_entries SET key = 'other' WHERE id = 1`);
    expect(ledger.broken).toEqual([{ asset: 'BTC', number: 1n, why: 'hash' }]);
  });

  it('betray a link that was taken out [L2]', async () => {
    const ledger = await tamper('ledger_links', `DELETE FROM ledger_links WHERE number = 2`);
    expect(ledger.broken.map(({ why }) => why)).toEqual(['hash', 'gap', 'no-link']);
  });

  it('betray an end that was cut off [L2]', async () => {
    const ledger = await tamper('ledger_links', `DELETE FROM ledger_links WHERE number = 3`);
    expect(ledger.broken.map(({ why }) => why)).toEqual(['head', 'no-link']);
  });

  it('keep the pool from starting, by a sentence that names the entry, wherever they are looked at [L2]', async () => {
    for (const newest of [1n, 2n, 100n])
      await expect(refuseBrokenChain(ctx, newest)).resolves.toBeUndefined();
    await tamper('postings', 'UPDATE postings SET amount = amount + sign(amount) WHERE entry_id = 3');
    const sentence = 'the hash chain of BTC does not hold at entry 2, link 3 (its hash does not follow';
    for (const newest of [1n, 2n, 100n])
      await expect(refuseBrokenChain(ctx, newest)).rejects.toThrow(sentence);
    await tamper('postings', 'UPDATE postings SET amount = amount - sign(amount) WHERE entry_id = 3');
    await tamper('ledger_links', 'DELETE FROM ledger_links WHERE number = 2');
    for (const newest of [1n, 100n]) await expect(refuseBrokenChain(ctx, newest)).rejects.toThrow('link 3');
    await tamper('ledger_links', 'DELETE FROM ledger_links WHERE number = 3');
    for (const newest of [1n, 2n, 100n])
      await expect(refuseBrokenChain(ctx, newest)).rejects.toThrow('the end was cut off');
  });

  it('are verified at a start from the entry on whose postings are enough, because that of a large round has many [L2]', async () => {
    await tamper('postings', 'UPDATE postings SET amount = amount + sign(amount) WHERE entry_id = 2');
    for (const postings of [1n, 2n])
      await expect(refuseBrokenChain(ctx, 100n, postings)).resolves.toBeUndefined();
    for (const postings of [3n, 4n, 100n])
      await expect(refuseBrokenChain(ctx, 100n, postings)).rejects.toThrow('entry 1, link 2');
  });

  it('betray a balance that was written without postings [L3]', async () => {
    await ctx.db.query(sql`UPDATE balances SET amount = amount + 1 WHERE account = 'miner:1:mining'`);
    expect((await checkLedger(ctx)).drifted).toEqual([{ account: 'miner:1:mining', asset: 'BTC' }]);
  });
});
