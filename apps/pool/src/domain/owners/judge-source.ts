import type { Queryable } from '../../runtime/database/database.ts';
import type { OwnerAction } from './owner-action.ts';
import { ownerRules } from '../policy/owner-rules.ts';
import { isIdle, isSharedSource, type JudgeContext, minedDays, ownersSources } from './owns-source.ts';
import { readPendingSwitch } from './network-switches.ts';
import { wasOwner } from './previous-owners.ts';
import { splitSourceKey } from '../kernel/source-key.ts';

/** Why a source does not prove ownership. */
export type SourceMismatch =
  /** It did not earn a quarter of the miner's value. */
  | 'not-owner'
  /** Loopback, private, a proxy, or in a network that the operator lists. */
  | 'unprovable-source'
  /** It mined for more than twenty miners in the last week. */
  | 'shared-source'
  /** It is the owner's, but mined on fewer than three of the last seven days. */
  | 'too-few-days';

/** Whether a source, as `sourceKey` writes it, may do this for the miner. Undefined is a source that cannot prove anything. */
export async function judgeSource(
  db: Queryable,
  ctx: JudgeContext,
  minerId: bigint,
  action: OwnerAction,
  source: string | undefined,
): Promise<'owner' | SourceMismatch> {
  if (source === undefined) return 'unprovable-source';
  const now = ctx.clock.now();
  const { own, poolWide } = splitSourceKey(source);
  if (poolWide !== undefined && (await isSharedSource(db, now, poolWide))) return 'shared-source';
  if (action.kind === 'cancel_switch') return judgeCanceller(db, ctx, minerId, own);
  if (!(await ownersSources(db, ctx, minerId)).has(own)) {
    // An idle miner has no work to judge by, and anyone can switch auto-pay on for it: its last owner may switch it off.
    const isLastOwners =
      action.kind === 'auto_pay' &&
      !action.on &&
      (await isIdle(db, now, minerId)) &&
      (await wasOwner(db, minerId, own, now));
    return isLastOwners ? 'owner' : 'not-owner';
  }
  if (action.kind !== 'switch') return 'owner';
  if (!(await ownersSources(db, ctx, minerId, 'at-any-value')).has(own)) return 'not-owner';
  return (await minedDays(db, now, minerId, own)) >= ownerRules.switchDays ? 'owner' : 'too-few-days';
}

/**
 * A pending switch may be cancelled by a source that was the owner's when it was announced, or at any earlier time that is still
 * remembered.
 */
async function judgeCanceller(
  db: Queryable,
  ctx: JudgeContext,
  minerId: bigint,
  own: string,
): Promise<'owner' | 'not-owner'> {
  const pending = await readPendingSwitch(db, minerId);
  if (pending !== undefined)
    return (await wasOwner(db, minerId, own, pending.announcedAt)) ? 'owner' : 'not-owner';
  return (await ownersSources(db, ctx, minerId)).has(own) ? 'owner' : 'not-owner';
}
