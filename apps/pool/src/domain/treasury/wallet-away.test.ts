import sql from 'sql-template-tag';
import { miningAccount } from '@openlode/ledger/accounts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { firstRow } from '../../runtime/database/database.ts';
import { oneEngine } from '../../runtime/database/testing/create-test-database.ts';
import { adversarialRail, calm } from '../../sandbox/testing/adversarial-rail.ts';
import { advanceRounds, payingProcess, type PayingProcess } from '../../testing/payouts/payout-world.ts';
import type { Wallet } from '../kernel/wallet.ts';
import { bookEntry } from '../ledger/book-entry.ts';
import { maintainNetwork } from '../operations/maintain-network.ts';
import { createRecurringAudit } from '../operations/audit/recurring-audit.ts';
import { createOutgoingGuard } from '../payouts/outgoing-guard.ts';
import { findPayout } from '../payouts/payout.ts';
import { reservePayout } from '../payouts/reserve-payout.ts';
import { readSuspensions } from '../payouts/suspensions.ts';
import { createTestContext, type TestContext } from '../testing/create-test-context.ts';
import { listPayouts } from '../views/list-payouts.ts';
import { readTreasury } from '../views/read-treasury.ts';
import { compareWithLedger } from './guard-solvency.ts';

const coin = 10n ** 18n;

describe.each(oneEngine())('a wallet that does not say what it holds, on %s', (engine) => {
  let ctx: TestContext;
  let process: PayingProcess;
  let held: Map<string, bigint>;
  let silent: string[] = [];
  const wallet: Wallet = {
    holdings: async () => ({
      amounts: held,
      unanswered: silent.map((network) => ({ network, why: 'connection refused' })),
    }),
  };
  beforeAll(async () => {
    ctx = await createTestContext(engine);
    ctx.prices.set('XMR', '1');
    const rail = adversarialRail(ctx.clock, calm);
    process = {
      ...payingProcess(ctx, rail),
      outgoing: createOutgoingGuard(compareWithLedger(wallet)),
    };
    held = new Map([
      ['DOGE', 50n * coin],
      ['XMR', 50n * coin],
    ]);
  });
  afterAll(async () => {
    process.end();
    await ctx.close();
  });

  let opened = 0;

  /** A payout of everything that a new account has. */
  async function reserve(symbol: string): Promise<() => Promise<string | undefined>> {
    opened += 1;
    const at = new Date(ctx.clock.now());
    const uuid = `aaaaaaaa-0000-4000-8000-${opened.toString().padStart(12, '0')}`;
    const { id } = firstRow(
      await ctx.db.query<{ id: bigint }>(sql`
        INSERT INTO miners (uuid, coin, network, address, created_at, last_work_at)
        VALUES (${uuid}, ${symbol}, ${symbol}, ${`payee${opened}`}, ${at}, ${at}) RETURNING id`),
    );
    await ctx.db.transaction((tx) =>
      bookEntry(tx, {
        key: `given:${opened}`,
        kind: 'given',
        at: ctx.clock.now(),
        postings: [
          { account: 'ext:suite', asset: symbol, amount: -50n * coin },
          { account: miningAccount(id), asset: symbol, amount: 50n * coin },
        ],
      }),
    );
    const outcome = await reservePayout(process, id, 'manual');
    if (outcome.kind !== 'reserved') throw new Error(outcome.kind);
    return async () => (await findPayout(ctx.db, outcome.id))?.state;
  }

  const advance = (rounds: number) => advanceRounds(ctx, process, rounds);
  const suspended = async () =>
    (await readSuspensions(ctx.db)).map(({ network, reason, detail }) => [network, reason, detail]);
  const away = [
    'BSC',
    'wallet-unreachable',
    'the wallet of BSC has not said what it holds: connection refused',
  ];

  it('stops the coins of its network, and no others; it is named, and they go on by themselves [L11]', async () => {
    silent = ['BSC'];
    // Less than is owed, because the rest lies where it is not known: no shortfall follows.
    held.set('DOGE', 20n * coin);
    const [doge, xmr] = [await reserve('DOGE'), await reserve('XMR')];
    await advance(12);
    expect([await doge(), await xmr()]).toEqual(['reserved', 'settled']);
    expect(await suspended()).toEqual([away]);
    const [listed] = await listPayouts(ctx, { limit: 9, id: 1n });
    expect(listed?.waitsFor).toBe(
      'the node of BSC: it does not answer, and what has left there may have been this payout (the wallet of BSC has not said what it holds: connection refused)',
    );
    const audit = createRecurringAudit(ctx, { wallet });
    await audit.compareWallets();
    expect(audit.findings()?.filter(({ rule }) => rule === 'L11')).toEqual([
      {
        rule: 'L11',
        kind: 'wallet-unreachable',
        account: null,
        subject: 'BSC',
        expected: null,
        found: 'connection refused',
      },
    ]);
    expect(await readTreasury(ctx, wallet)).toMatchObject([
      { asset: 'DOGE', wallet: null, missing: null },
      { asset: 'XMR', wallet: '50', missing: null },
    ]);
    silent = [];
    held.set('DOGE', 50n * coin);
    await advance(12);
    expect(await suspended()).toEqual([]);
    expect(await doge()).toBe('settled');
    held.set('DOGE', 0n);
  });

  it('goes on a pass after it answers again where the audit has noticed it, although this process has compared since [L11]', async () => {
    held.set('DOGE', 50n * coin);
    const first = await reserve('DOGE');
    await advance(2);
    silent = ['BSC'];
    await createRecurringAudit(ctx, { wallet }).compareWallets();
    silent = [];
    expect(await suspended()).toEqual([away]);
    const second = await reserve('DOGE');
    held.set('DOGE', 100n * coin);
    // Its network is asked beside the payouts of others: they go on in this pass or the next.
    await advance(1);
    expect(await suspended()).toEqual([]);
    await advance(1);
    expect(['broadcasting', 'seen']).toContain(await second());
    await advance(12);
    expect([await first(), await second()]).toEqual(['settled', 'settled']);
    held.set('DOGE', 0n);
  });

  it('is waited for no more once an operator has abandoned its network: what lies there counts as lost [L11]', async () => {
    silent = ['BSC'];
    await createRecurringAudit(ctx, { wallet }).compareWallets();
    expect(
      await maintainNetwork(
        { ...ctx, actor: 'root' },
        {
          network: 'BSC',
          mode: 'abandoned',
          message: 'BSC is closed.',
          reason: 'its maker has shut it down',
        },
      ),
    ).toEqual({ kind: 'done', network: 'BSC' });
    const audit = createRecurringAudit(ctx, { wallet });
    await audit.compareWallets();
    expect(audit.findings()?.filter(({ rule }) => rule === 'L11')).toEqual([]);
    held.set('DOGE', -coin);
    await audit.compareWallets();
    expect(audit.findings()?.filter(({ rule }) => rule === 'L11')).toMatchObject([
      { kind: 'wallet-short', subject: 'DOGE' },
    ]);
  });
});
