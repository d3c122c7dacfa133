import sql, { raw } from 'sql-template-tag';
import type { Queryable } from '../../runtime/database/database.ts';
import { minerUuid } from '../miners/miner-uuid.ts';
import type { ServiceContext } from '../kernel/context.ts';
import { fingerprintOf } from '../kernel/ledger-id.ts';
import type { MinerKey } from '../kernel/work-batch.ts';

/** The secret of this process is not the one that the database was written with. */
export class ForeignSecret extends Error {
  override readonly name = 'ForeignSecret';
}

const advice =
  'Copy the file `secret` from the data directory (or a backup) of the pool that made this database, and start again.';

/**
 * Compares a secret with the database: `same`, `other`, or `unclaimed` where nothing in the database depends on a secret yet. A
 * database of an earlier release has no fingerprint; its first miner says which secret made its public id.
 */
export async function compareSecret(
  db: Queryable,
  secret: Uint8Array,
): Promise<'same' | 'other' | 'unclaimed'> {
  const known = await readFingerprint(db);
  if (known !== undefined) return fingerprintOf(secret).equals(known) ? 'same' : 'other';
  const miner = await firstMiner(db);
  if (miner === undefined) return 'unclaimed';
  return minerUuid(secret, miner) === miner.uuid ? 'same' : 'other';
}

/** Whether the database was written with a secret, so that a new one would not be its own. */
export async function hasSecret(db: Queryable): Promise<boolean> {
  return (await readFingerprint(db)) !== undefined || (await firstMiner(db)) !== undefined;
}

/**
 * Records the fingerprint of the secret in a database that has none. Throws `ForeignSecret` where the database was written with
 * another one: public ids of miners would differ between processes, and neither could record the other's work.
 */
export async function claimSecret(ctx: Pick<ServiceContext, 'db' | 'clock' | 'secret'>): Promise<void> {
  if ((await compareSecret(ctx.db, ctx.secret)) !== 'other') {
    await ctx.db.query(sql`
      INSERT INTO secret_fingerprint (fingerprint, recorded_at)
      VALUES (${fingerprintOf(ctx.secret)}, ${new Date(ctx.clock.now())}) ON CONFLICT DO NOTHING`);
    // Of two processes that start together on a new database, one is first.
    if ((await compareSecret(ctx.db, ctx.secret)) === 'same') return;
  }
  throw new ForeignSecret(`The secret of this data directory is not the one of the database. ${advice}`);
}

/** For a data directory without a secret: throws `ForeignSecret` where the database already has one. */
export async function refuseNewSecret(db: Queryable, path: string): Promise<void> {
  if (await hasSecret(db))
    throw new ForeignSecret(`There is no secret at ${path}, but the database has one. ${advice}`);
}

async function readFingerprint(db: Queryable): Promise<Uint8Array | undefined> {
  // Commands also look at databases that this release has not migrated yet.
  const [there] = await db.query<{ table: string | null }>(
    sql`SELECT to_regclass('secret_fingerprint')::text AS table`,
  );
  if ((there?.table ?? null) === null) return undefined;
  const [row] = await db.query<{ fingerprint: Uint8Array }>(sql`SELECT fingerprint FROM secret_fingerprint`);
  return row?.fingerprint;
}

/** In a database that migration 0078 has not reached, miners stand in the table `accounts`. */
async function firstMiner(db: Queryable): Promise<(MinerKey & { readonly uuid: string }) | undefined> {
  const [there] = await db.query<{ table: string | null }>(
    sql`SELECT coalesce(to_regclass('miners'), to_regclass('accounts'))::text AS table`,
  );
  const table = there?.table ?? null;
  if (table === null) return undefined;
  const [row] = await db.query<MinerKey & { readonly uuid: string }>(sql`
    SELECT uuid, coin, network, address, nullif(memo, '') AS memo FROM ${raw(table)} ORDER BY id LIMIT 1`);
  return row;
}
