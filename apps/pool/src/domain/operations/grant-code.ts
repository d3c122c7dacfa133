import { type GrantOutcome, grantCustomCode } from '../referrals/grant-custom-code.ts';
import { type OperationContext, judgeReason, recordDecision } from '../kernel/decision.ts';
import { type NamedAddress, nameAccount } from './name-account.ts';

export type GrantCodeOutcome =
  | GrantOutcome
  | Exclude<NamedAddress, { kind: 'named' }>
  | { readonly kind: 'malformed-reason' };

/** Gives an account a custom code, or its code another highest tier. */
export async function grantCode(
  ctx: OperationContext,
  input: { readonly account: string; readonly code: string; readonly tier?: number; readonly reason: string },
): Promise<GrantCodeOutcome> {
  const reason = judgeReason(input.reason);
  if (reason === undefined) return { kind: 'malformed-reason' };
  const named = await nameAccount(ctx, input.account);
  if (named.kind !== 'named') return named;
  const { uuid } = named;
  if (uuid === undefined) return { kind: 'unknown-account' };
  const { code, tier } = input;
  return grantCustomCode(ctx, { uuid, code, tier }, (tx, granted) =>
    recordDecision(tx, ctx, {
      kind: 'grant-code',
      subject: `${uuid} ${granted.code} up to tier ${granted.highest}`,
      reason,
    }),
  );
}
