import type { Account } from '../accounts/find-account.ts';
import type { ServiceContext } from '../context.ts';
import { useToken } from './challenges.ts';
import type { OwnerAction } from './owner-action.ts';
import { ownsSource } from './owns-source.ts';
import { sourceKey } from './source-key.ts';

export interface Caller {
  /** Where the request came from; undefined for one that can be nobody's. */
  readonly source: string | undefined;
  /** What a passed challenge gave. */
  readonly token: string | undefined;
}

/**
 * Whether the caller may do this: with the token of a challenge for just this action, or from where the account's owner mines.
 * Money may be lost on a wrong network, so a switch always takes a challenge.
 */
export async function provesOwner(
  ctx: Pick<ServiceContext, 'db' | 'clock' | 'secret'>,
  account: Account,
  action: OwnerAction,
  caller: Caller,
): Promise<boolean> {
  if (caller.token !== undefined) return useToken(ctx, account.id, action, caller.token);
  if (action.kind === 'switch' || caller.source === undefined) return false;
  const key = sourceKey(ctx.secret, account, caller.source);
  return ownsSource(ctx.db, account.id, key, ctx.clock.now());
}
