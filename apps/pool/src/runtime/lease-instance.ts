import sql from 'sql-template-tag';
import type { Database } from './database/database.ts';

interface Context {
  readonly db: Database;
}

/** How long a lease lasts after it was last renewed. */
const leaseMs = 60_000;

/**
 * How long after its expiry a lease may be taken over by another process. It is long because a process that cannot reach the
 * database keeps its number for `keepMs`, and because clocks differ.
 */
const takeOverAfterMs = 1_800_000;

/** How long a holder may go on without renewing: ten minutes less than the time after which another process may take over. */
export const keepMs = leaseMs + takeOverAfterMs - 600_000;

/**
 * Leases a number from 0 to 255 that no other process has: one that is free or, where none is, the one whose lease ran
 * out longest ago. `now` is the machine's time in ms, not the pool's. Undefined when there is none.
 */
export async function leaseInstance(ctx: Context, holder: string, now: number): Promise<number | undefined> {
  const [at, until] = [new Date(now), new Date(now + leaseMs)];
  for (;;) {
    const [free] = await ctx.db.query<{ number: number }>(sql`
      SELECT number FROM generate_series(0, 255) AS number
       WHERE number NOT IN (SELECT number FROM instances) ORDER BY number LIMIT 1`);
    if (free === undefined) break;
    // Another process may have leased it first: then the next free one is tried.
    const leased = await ctx.db.query(sql`
      INSERT INTO instances (number, holder, leased_at, expires_at)
      VALUES (${free.number}, ${holder}, ${at}, ${until}) ON CONFLICT DO NOTHING RETURNING number`);
    if (leased.length === 1) return free.number;
  }
  const [taken] = await ctx.db.query<{ number: number }>(sql`
    UPDATE instances SET holder = ${holder}, leased_at = ${at}, expires_at = ${until}
     WHERE number = (
       SELECT number FROM instances WHERE expires_at <= ${new Date(now - takeOverAfterMs)}
        ORDER BY expires_at, number LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING number`);
  return taken?.number;
}

/** Makes a lease last from `now` on; `lost` when another process has the number, which is final. */
export async function renewInstance(ctx: Context, holder: string, now: number): Promise<'renewed' | 'lost'> {
  const rows = await ctx.db.query(sql`
    UPDATE instances SET expires_at = greatest(expires_at, ${new Date(now + leaseMs)})
     WHERE holder = ${holder} RETURNING number`);
  return rows.length === 1 ? 'renewed' : 'lost';
}

/** A process that lives has renewed its lease within this time: it does so every twenty seconds. */
const freshMs = 30_000;

/** How many processes have a number now, this one included. `now` as above. */
export async function countInstances(ctx: Context, now: number): Promise<number> {
  const [counted] = await ctx.db.query<{ count: number }>(sql`
    SELECT count(*)::int AS count FROM instances WHERE expires_at > ${new Date(now + leaseMs - freshMs)}`);
  return counted?.count ?? 0;
}

/** Gives the number back: nothing of its sessions lives any more. */
export async function releaseInstance(ctx: Context, holder: string): Promise<void> {
  await ctx.db.query(sql`DELETE FROM instances WHERE holder = ${holder}`);
}
