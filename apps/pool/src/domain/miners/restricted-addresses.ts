import sql from 'sql-template-tag';
import type { Queryable } from '../../runtime/database/database.ts';
import type { ServiceContext } from '../kernel/context.ts';
import type { MinerKey } from '../kernel/work-batch.ts';

/** Refuses an address from now on, with or without a memo; `note` is for the operator's own eyes. */
export async function restrictMiner(
  ctx: Pick<ServiceContext, 'clock'> & { readonly db: Queryable },
  miner: Pick<MinerKey, 'coin' | 'address'>,
  note: string,
): Promise<void> {
  await ctx.db.query(sql`
    INSERT INTO restricted_addresses (coin, address, note, since)
    VALUES (${miner.coin}, ${miner.address}, ${note}, ${new Date(ctx.clock.now())})
    ON CONFLICT (coin, address) DO UPDATE SET note = excluded.note`);
}

/** Every restricted address, as `COIN:ADDRESS`. */
export async function readRestricted(ctx: Pick<ServiceContext, 'db'>): Promise<ReadonlySet<string>> {
  const rows = await ctx.db.query<{ coin: string; address: string }>(
    sql`SELECT coin, address FROM restricted_addresses`,
  );
  return new Set(rows.map(({ coin, address }) => `${coin}:${address}`));
}

/** Whether the operator refuses an address now. */
export async function isRestricted(
  db: Queryable,
  { coin, address }: Pick<MinerKey, 'coin' | 'address'>,
): Promise<boolean> {
  const rows = await db.query(
    sql`SELECT 1 FROM restricted_addresses WHERE coin = ${coin} AND address = ${address}`,
  );
  return rows.length > 0;
}
