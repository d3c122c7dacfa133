import sql, { type Sql } from 'sql-template-tag';
import type { ServiceContext } from '../kernel/context.ts';

export interface Miner {
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

/** What `minerOf` makes a miner of. */
export interface MinerRow {
  readonly id: bigint;
  readonly uuid: string;
  readonly coin: string;
  readonly network: string;
  readonly address: string;
  readonly memo: string;
  readonly last_work_at: Date;
  readonly simulated: boolean;
}
export const minerColumns = sql`miners.id, uuid, coin, network, address, memo, last_work_at, miners.simulated`;

export function minerOf(row: MinerRow): Miner {
  const { id, uuid, coin, network, address, memo, simulated } = row;
  const lastWorkAt = row.last_work_at.getTime();
  return { id, uuid, coin, network, address, memo: memo === '' ? null : memo, lastWorkAt, simulated };
}

/** The miner behind a public id, if it has ever had an accepted share. */
export async function findMiner(ctx: Pick<ServiceContext, 'db'>, uuid: string): Promise<Miner | undefined> {
  const [row] = await ctx.db.query<MinerRow>(
    sql`SELECT ${minerColumns} FROM miners WHERE uuid = ${uuid.toLowerCase()}::uuid`,
  );
  return row && minerOf(row);
}

/** The id of a miner, as a value or as SQL that finds it: with the latter a read by public id is one statement. */
export type MinerId = bigint | Sql;

export function minerIdOf(uuid: string): MinerId {
  return sql`(SELECT id FROM miners WHERE uuid = ${uuid.toLowerCase()}::uuid)`;
}
