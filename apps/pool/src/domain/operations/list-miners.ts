import { formatAmount } from '@openlode/money/amount';
import sql from 'sql-template-tag';
import type { ServiceContext } from '../kernel/context.ts';
import { type NetworkStatus, readClosures, statusOf } from '../miners/coin-status.ts';
import { balanceAccountsInSql } from '../ledger/account-names.ts';

/** A miner as the operator reads it; amounts are decimal text in its coin, times milliseconds. */
export interface ListedMiner {
  readonly uuid: string;
  readonly coin: string;
  readonly network: string;
  /** Of the coin on this network. */
  readonly coinStatus: NetworkStatus['kind'];
  readonly address: string;
  /** Empty where there is none. */
  readonly memo: string;
  readonly balance: string;
  readonly workersOnline: number;
  readonly lastWorkAt: number;
  readonly autoPay: boolean;
  readonly restricted: boolean;
}

interface Row {
  readonly uuid: string;
  readonly coin: string;
  readonly network: string;
  readonly address: string;
  readonly memo: string;
  readonly balance: bigint;
  readonly workers: bigint;
  readonly worked_at: Date;
  readonly auto_pay: boolean;
  readonly restricted: boolean;
}

/** The miners that worked last, or those of one coin, or only restricted ones. */
export async function listMiners(
  ctx: Pick<ServiceContext, 'db' | 'clock'>,
  query: {
    readonly coin?: string;
    readonly restricted?: boolean;
    readonly uuid?: string;
    readonly limit: number;
  },
): Promise<ListedMiner[]> {
  const rows = await ctx.db.query<Row>(sql`
    SELECT uuid, coin, network, address, memo, auto_pay, restricted,
           greatest(last_work_at, (SELECT max(last_share_at) FROM workers WHERE miner_id = listed.id AND online)) AS worked_at,
           (SELECT coalesce(sum(amount), 0) FROM balances
             WHERE asset = listed.coin
               AND account IN ${balanceAccountsInSql(sql`listed.id`)}) AS balance,
           (SELECT count(*) FROM workers WHERE miner_id = listed.id AND online) AS workers
      FROM (SELECT miners.*, EXISTS (SELECT 1 FROM restricted_addresses AS barred
                                        WHERE barred.coin = miners.coin AND barred.address = miners.address) AS restricted
              FROM miners) AS listed
     WHERE (${query.coin ?? null}::text IS NULL OR coin = ${query.coin ?? null}::text)
       AND (${query.uuid ?? null}::uuid IS NULL OR uuid = ${query.uuid ?? null}::uuid)
       AND (restricted OR NOT ${query.restricted === true})
     ORDER BY worked_at DESC, id LIMIT ${query.limit}`);
  const closures = await readClosures(ctx.db);
  return rows.map(({ balance, workers, worked_at: workedAt, auto_pay: autoPay, ...row }) => ({
    ...row,
    coinStatus: statusOf(closures, row, ctx.clock.now()).kind,
    balance: formatAmount(balance),
    workersOnline: Number(workers),
    lastWorkAt: workedAt.getTime(),
    autoPay,
  }));
}
