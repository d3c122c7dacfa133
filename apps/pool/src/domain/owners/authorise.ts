import sql from 'sql-template-tag';
import type { Miner } from '../miners/find-miner.ts';
import type { ServiceContext } from '../kernel/context.ts';
import { utcMidnight } from '../kernel/utc-day.ts';
import { isTokenGood, useToken } from './challenges.ts';
import { judgeSource, type SourceMismatch } from './judge-source.ts';
import type { OwnerAction } from './owner-action.ts';
import { isIdle } from './owns-source.ts';
import { type Permit, TokenUsed } from './permit.ts';
import { sourceKey } from '../kernel/source-key.ts';

export interface Caller {
  /** Where the request came from; undefined where that cannot prove ownership. */
  readonly source: string | undefined;
  /** What a passed challenge gave. */
  readonly token: string | undefined;
}

export type PermitRefusal = SourceMismatch | 'bad-token' | 'needs-proof' | 'switched-on-today';

export type AuthoriseContext = Pick<ServiceContext, 'db' | 'clock' | 'secret' | 'rates' | 'conversionCaps'>;

/**
 * Whether the caller may do this: with the token of a passed challenge for just this action, from the owner's source, or, where it can
 * only pay the miner to its own address and the miner is idle, as anyone. Money may be lost on a wrong network, so a switch always
 * takes a challenge.
 */
export async function authorise(
  ctx: AuthoriseContext,
  miner: Miner,
  action: OwnerAction,
  caller: Caller,
): Promise<Permit | { readonly refused: PermitRefusal }> {
  if (caller.token !== undefined) return byToken(ctx, miner.id, action, caller.token);
  if (action.kind === 'switch') return { refused: 'needs-proof' };
  const key = caller.source === undefined ? undefined : sourceKey(ctx.secret, miner, caller.source);
  const judged = await judgeSource(ctx.db, ctx, miner.id, action, key);
  if (judged === 'owner') return { by: 'source', use: async () => undefined };
  const now = ctx.clock.now();
  const isHarmless = action.kind === 'pay' || (action.kind === 'auto_pay' && action.on);
  if (!isHarmless || !(await isIdle(ctx.db, now, miner.id))) return { refused: judged };
  if (action.kind === 'auto_pay' && (await wasSwitchedOn(ctx, miner.id)))
    return { refused: 'switched-on-today' };
  return { by: 'anyone', use: async () => undefined };
}

async function byToken(
  ctx: AuthoriseContext,
  minerId: bigint,
  action: OwnerAction,
  token: string,
): Promise<Permit | { readonly refused: PermitRefusal }> {
  if (!(await isTokenGood(ctx, { minerId, action, token }))) return { refused: 'bad-token' };
  return {
    by: 'token',
    use: async (tx) => {
      if (!(await useToken(tx, ctx.clock.now(), { minerId, action, token }))) throw new TokenUsed();
    },
  };
}

/** Someone who is not the owner may switch auto-pay on once per UTC date, so that they cannot undo each time that the owner switches it off. */
async function wasSwitchedOn(
  { db, clock }: Pick<ServiceContext, 'db' | 'clock'>,
  minerId: bigint,
): Promise<boolean> {
  const rows = await db.query(sql`
    SELECT 1 FROM events WHERE miner_id = ${minerId} AND type = 'account' AND body->>'code' = 'auto-pay-on'
       AND at >= ${new Date(utcMidnight(clock.now()))} LIMIT 1`);
  return rows.length > 0;
}
