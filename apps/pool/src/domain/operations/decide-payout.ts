import type { ServiceContext } from '../kernel/context.ts';
import { judgeReason } from '../kernel/decision.ts';
import {
  approvePayout,
  heldPayouts,
  holdPayout,
  type OperateOutcome,
  releasePayout,
  retryPayout,
} from '../payouts/operate-payouts.ts';
import type { OperatorContext } from '../payouts/suspensions.ts';
import { readPayoutId } from './explain-payout.ts';
import { knownNetwork } from './known-network.ts';

export const payoutVerbs = ['hold', 'approve', 'release', 'retry'] as const;
export type PayoutVerb = (typeof payoutVerbs)[number];

/** Why something is decided is kept for ever, in payout_actions. */
export type PayoutDecisionOutcome =
  | OperateOutcome
  | { readonly kind: 'malformed-id' }
  | { readonly kind: 'malformed-reason' };

/** Holds, approves, releases or retries one payout; `id` and `reason` are as they were typed. */
export async function decidePayout(
  ctx: OperatorContext & Pick<ServiceContext, 'publisher'>,
  decision: {
    readonly verb: PayoutVerb;
    readonly id: string;
    readonly reason: string;
    /** Of a release: all of it, although the pool bore something for its owner. */
    readonly toOwner?: boolean | undefined;
  },
): Promise<PayoutDecisionOutcome> {
  const id = readPayoutId(decision.id);
  if (id === undefined) return { kind: 'malformed-id' };
  const why = judgeReason(decision.reason);
  if (why === undefined) return { kind: 'malformed-reason' };
  if (decision.verb === 'release') return releasePayout(ctx, id, why, { toOwner: decision.toOwner === true });
  const run = { hold: holdPayout, approve: approvePayout, retry: retryPayout };
  return run[decision.verb](ctx, id, why);
}

export type ApproveOutcome =
  | { readonly kind: 'malformed-id' }
  | { readonly kind: 'malformed-reason' }
  | { readonly kind: 'unknown-network' }
  | {
      readonly kind: 'done';
      readonly approved: readonly string[];
      /** Those that were not held any more, or never were. */
      readonly left: readonly string[];
    };

/** Approves several payouts with one reason: those named by id, or all that the pool holds, on one network or on every one. */
export async function approvePayouts(
  ctx: OperatorContext & Pick<ServiceContext, 'publisher'>,
  decision: { readonly ids?: readonly string[]; readonly network?: string; readonly reason: string },
): Promise<ApproveOutcome> {
  const why = judgeReason(decision.reason);
  if (why === undefined) return { kind: 'malformed-reason' };
  const network = decision.network === undefined ? undefined : knownNetwork(decision.network);
  if (decision.network !== undefined && network === undefined) return { kind: 'unknown-network' };
  const named = decision.ids?.map(readPayoutId);
  const approved: string[] = [];
  const left: string[] = [];
  if (named?.includes(undefined) === true) return { kind: 'malformed-id' };
  for (const id of named ?? (await heldPayouts(ctx, network))) {
    if (id === undefined) continue;
    const { kind } = await approvePayout(ctx, id, why);
    (kind === 'done' ? approved : left).push(id.toString());
  }
  return { kind: 'done', approved, left };
}
