import { type LedgerAccount, networkAccount } from '@openlode/ledger/accounts';
import { formatAmount } from '@openlode/money/amount';
import sql from 'sql-template-tag';
import { bookEntry } from '../../domain/ledger/book-entry.ts';
import { coinReservations } from '../../domain/payouts/reserve-coins.ts';
import { readSuspensions, suspendByOperator } from '../../domain/payouts/suspensions.ts';
import { clearTables } from '../../domain/testing/clear-tables.ts';
import type { TestContext } from '../../domain/testing/create-test-context.ts';
import { type ListedSweep, listSweeps } from '../../domain/views/list-sweeps.ts';
import type { PaymentOrder } from '../../domain/kernel/rail.ts';
import { coin, giveBalance, openMiner } from './payout-world.ts';

type Row = ListedSweep & { readonly bookings: number; readonly found: boolean; readonly isGone: boolean };

/** A payment that the database knows nothing of. */
export const strange: PaymentOrder = {
  payoutId: 99n,
  coin: 'DOGE',
  network: 'DOGE',
  address: 'DStranger',
  memo: '',
  amount: coin,
};

/** What the database of a suite has of sweeps and of what surrounds them, and how a suite changes it. */
export class SweepRecords {
  readonly ctx: TestContext;

  constructor(ctx: TestContext) {
    this.ctx = ctx;
  }

  async rows(): Promise<readonly Row[]> {
    const more = await this.ctx.db.query<{ id: bigint; bookings: number; found: boolean; isGone: boolean }>(
      sql`SELECT id, bookings, found, gone_at IS NOT NULL AS "isGone" FROM sweeps`,
    );
    const listed = await listSweeps(this.ctx, { limit: 10 });
    return listed.flatMap((row) => {
      const own = more.find(({ id }) => id.toString() === row.id);
      return own === undefined ? [] : [{ ...row, ...own, id: row.id }];
    });
  }

  async transactions(): Promise<Readonly<Record<string, string>>> {
    const rows = await this.ctx.db.query<{ txid: string; state: string; booked: boolean }>(
      sql`SELECT txid, state, fee_booked_at IS NOT NULL AS booked FROM payout_transactions`,
    );
    return Object.fromEntries(
      rows.map(({ txid, state, booked }) => [txid, booked ? `${state}, booked` : state]),
    );
  }

  async accounts(asset = 'DOGE'): Promise<Readonly<Record<'cold' | 'wallet' | 'own' | 'fees', string>>> {
    const of = async (account: LedgerAccount): Promise<string> => {
      const [row] = await this.ctx.db.query<{ amount: bigint }>(
        sql`SELECT amount FROM balances WHERE account = ${account} AND asset = ${asset}`,
      );
      return formatAmount(row?.amount ?? 0n);
    };
    return {
      cold: await of('ext:cold:DOGE'),
      wallet: await of(networkAccount('DOGE')),
      own: await of('pool:capital'),
      fees: await of('pool:network-fees'),
    };
  }

  async suspended(): Promise<readonly string[]> {
    return (await readSuspensions(this.ctx.db)).map(({ reason }) => reason);
  }

  async suspend(): Promise<void> {
    await suspendByOperator({ ...this.ctx, actor: 'ann' }, 'DOGE', 'wait');
  }

  async lift(): Promise<void> {
    await this.ctx.db.query(
      sql`UPDATE payout_suspensions SET lifted_at = since, lifted_why = 'looked at' WHERE lifted_at IS NULL`,
    );
  }

  /** The database loses what has left. */
  async forgetJournal(): Promise<void> {
    await clearTables(this.ctx.db, ['payout_journal']);
  }

  async minerAt(address: string): Promise<void> {
    await openMiner(this.ctx, { address });
  }

  async owe(amount: bigint): Promise<void> {
    await giveBalance(this.ctx, await openMiner(this.ctx), amount);
  }

  /** Money from outside on an account. */
  async book(account: LedgerAccount, amount: bigint, asset = 'DOGE'): Promise<void> {
    const postings = [
      { account: 'ext:suite' as const, asset, amount: -amount },
      { account, asset, amount },
    ];
    await this.ctx.db.transaction((tx) =>
      bookEntry(tx, { key: `given ${account} ${asset}`, kind: 'given', at: this.ctx.clock.now(), postings }),
    );
  }

  async keepForPayout(claim: string): Promise<void> {
    const [payout] = await this.ctx.db.query<{ id: bigint }>(
      sql`SELECT id FROM payouts ORDER BY id DESC LIMIT 1`,
    );
    await coinReservations(this.ctx).reserve('DOGE', [payout?.id ?? 0n], [claim]);
  }
}
