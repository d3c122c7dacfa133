import { type GrantOutcome, grantCustomCode } from '../referrals/grant-custom-code.ts';
import { type OperationContext, judgeReason, recordDecision } from '../kernel/decision.ts';
import { type NamedAddress, nameMiner } from './name-miner.ts';

export type GrantCodeOutcome =
  | GrantOutcome
  | Exclude<NamedAddress, { kind: 'named' }>
  | { readonly kind: 'malformed-reason' };

/** Gives a miner a custom code, or its code another highest tier. */
export async function grantCode(
  ctx: OperationContext,
  input: { readonly miner: string; readonly code: string; readonly tier?: number; readonly reason: string },
): Promise<GrantCodeOutcome> {
  const reason = judgeReason(input.reason);
  if (reason === undefined) return { kind: 'malformed-reason' };
  const named = await nameMiner(ctx, input.miner);
  if (named.kind !== 'named') return named;
  const { uuid } = named;
  if (uuid === undefined) return { kind: 'unknown-miner' };
  const { code, tier } = input;
  return grantCustomCode(ctx, { uuid, code, tier }, (tx, granted) =>
    recordDecision(tx, ctx, {
      kind: 'grant-code',
      subject: `${uuid} ${granted.code} up to tier ${granted.highest}`,
      reason,
    }),
  );
}
