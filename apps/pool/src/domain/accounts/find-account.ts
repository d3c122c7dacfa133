import sql, { type Sql } from 'sql-template-tag';
import type { ServiceContext } from '../kernel/context.ts';

export interface Account {
  readonly id: bigint;
  readonly uuid: string;
  readonly coin: string;
  readonly network: string;
  readonly address: string;
  readonly memo: string | null;
  readonly lastWorkAt: number;
  /** The demo fleet of a sandbox mines to it, or has. */
  readonly simulated: boolean;
}

/** What `accountOf` makes an account of. */
export interface AccountRow {
  readonly id: bigint;
  readonly uuid: string;
  readonly coin: string;
  readonly network: string;
  readonly address: string;
  readonly memo: string;
  readonly last_work_at: Date;
  readonly simulated: boolean;
}
export const accountColumns = sql`miners.id, uuid, coin, network, address, memo, last_work_at, miners.simulated`;

export function accountOf(row: AccountRow): Account {
  const { id, uuid, coin, network, address, memo, simulated } = row;
  const lastWorkAt = row.last_work_at.getTime();
  return { id, uuid, coin, network, address, memo: memo === '' ? null : memo, lastWorkAt, simulated };
}

/** The account behind a public id, if it has ever had an accepted share. */
export async function findAccount(
  ctx: Pick<ServiceContext, 'db'>,
  uuid: string,
): Promise<Account | undefined> {
  const [row] = await ctx.db.query<AccountRow>(
    sql`SELECT ${accountColumns} FROM miners WHERE uuid = ${uuid.toLowerCase()}::uuid`,
  );
  return row && accountOf(row);
}

/** The id of an account, as a value or as SQL that finds it: with the latter a read by public id is one statement. */
export type AccountId = bigint | Sql;

export function accountIdOf(uuid: string): AccountId {
  return sql`(SELECT id FROM miners WHERE uuid = ${uuid.toLowerCase()}::uuid)`;
}
