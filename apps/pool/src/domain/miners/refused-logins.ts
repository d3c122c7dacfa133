import { createHmac } from 'node:crypto';
import sql from 'sql-template-tag';
import type { ServiceContext } from '../kernel/context.ts';

/** A login that was refused, without what was typed. */
export interface RefusedLogin {
  /** The kind of the refusal. */
  readonly reason: string;
  readonly times: number;
  readonly firstAt: number;
  readonly lastAt: number;
}

const dayMs = 86_400_000;

/** The most rows that strangers can cause; beyond it the oldest is deleted, so that a flood cannot stop the recording of others. */
const rowsMax = 100_000;

/**
 * What a refused login is found by: a keyed hash of its coin and address as they were typed, in one spelling of the coin.
 * Worker and code do not count, and the text cannot be had back.
 */
function loginSubject(secret: Uint8Array, text: string): Uint8Array {
  const [body = ''] = text
    .trim()
    .slice(0, 1024)
    .split(/#|\?ref=/i);
  const dot = body.lastIndexOf('.');
  const identity = (dot < 0 ? body : body.slice(0, dot)).trim();
  const colon = identity.indexOf(':');
  const coin = identity.slice(0, Math.max(0, colon)).trim().toUpperCase();
  const address = identity.slice(colon + 1).trim();
  return createHmac('sha256', secret).update(`refused-login\n${coin}\n${address}`).digest();
}

/** Keeps that a login was refused; one row for each address and reason, however often it is tried. */
export async function recordRefusedLogin(
  ctx: Pick<ServiceContext, 'db' | 'clock' | 'secret'>,
  refused: { readonly text: string; readonly reason: string; readonly times: number },
  max = rowsMax,
): Promise<void> {
  const now = new Date(ctx.clock.now());
  await ctx.db.query(sql`
    WITH room AS (
      DELETE FROM refused_logins WHERE ctid = ANY(ARRAY(
        SELECT ctid FROM refused_logins WHERE (SELECT count(*) FROM refused_logins) >= ${max}::bigint
         ORDER BY last_at LIMIT 1))
    )
    INSERT INTO refused_logins (subject, reason, times, first_at, last_at)
    VALUES (${loginSubject(ctx.secret, refused.text)}::bytea, ${refused.reason}::text, ${refused.times}::bigint,
            ${now}::timestamptz, ${now}::timestamptz)
    ON CONFLICT (subject, reason) DO UPDATE SET
      times = refused_logins.times + excluded.times, last_at = excluded.last_at`);
}

/** The refusals of the last day for `COIN:ADDRESS[:MEMO]`, newest first. */
export async function readRefusedLogins(
  ctx: Pick<ServiceContext, 'db' | 'clock' | 'secret'>,
  identity: string,
): Promise<RefusedLogin[]> {
  // A worker is added, so that an address which holds a dot itself is not cut.
  const rows = await ctx.db.query<{ reason: string; times: bigint; first_at: Date; last_at: Date }>(sql`
    SELECT reason, times, first_at, last_at FROM refused_logins
     WHERE subject = ${loginSubject(ctx.secret, `${identity}.worker`)}::bytea
       AND last_at >= ${new Date(ctx.clock.now() - dayMs)} ORDER BY last_at DESC, reason`);
  return rows.map((row) => ({
    reason: row.reason,
    times: Number(row.times),
    firstAt: row.first_at.getTime(),
    lastAt: row.last_at.getTime(),
  }));
}
