import sql from 'sql-template-tag';
import type { ServiceContext } from '../context.ts';

export interface Account {
  readonly id: bigint;
  readonly uuid: string;
  readonly coin: string;
  readonly network: string;
  readonly address: string;
  readonly memo: string | null;
  readonly lastWorkAt: number;
}

/** The account behind a public id, if somebody has ever mined to it. */
export async function findAccount(
  ctx: Pick<ServiceContext, 'db'>,
  uuid: string,
): Promise<Account | undefined> {
  const [row] = await ctx.db.query<{
    id: bigint;
    uuid: string;
    coin: string;
    network: string;
    address: string;
    memo: string;
    last_work_at: Date;
  }>(
    sql`SELECT id, uuid, coin, network, address, memo, last_work_at FROM accounts WHERE uuid = ${uuid.toLowerCase()}::uuid`,
  );
  if (row === undefined) return undefined;
  const { last_work_at: lastWorkAt, memo, ...rest } = row;
  return { ...rest, memo: memo === '' ? null : memo, lastWorkAt: lastWorkAt.getTime() };
}
