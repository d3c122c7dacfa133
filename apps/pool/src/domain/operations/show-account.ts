import sql from 'sql-template-tag';
import { findAccount } from '../accounts/find-account.ts';
import type { ServiceContext } from '../kernel/context.ts';
import { listPayouts } from '../views/list-payouts.ts';
import { readAccountCodes } from '../views/read-account-codes.ts';
import { type ShownPayout, showPayout } from './explain-payout.ts';
import { listAccounts, type ListedAccount } from './list-accounts.ts';
import { type NamedAddress, nameAccount } from './name-account.ts';

export type ShownAccount =
  | Exclude<NamedAddress, { kind: 'named' }>
  | { readonly kind: 'never-mined'; readonly coin: string; readonly address: string }
  | {
      readonly kind: 'shown';
      readonly account: ListedAccount;
      readonly codes: { readonly ordinary: string | null; readonly custom: string | null };
      /** What it is charged now, in per cent. */
      readonly fee: string;
      readonly restriction: { readonly note: string; readonly since: number } | null;
      /** The newest five. */
      readonly payouts: readonly ShownPayout[];
    };

/** Everything an operator is asked about one account. */
export async function showAccount(
  ctx: Pick<ServiceContext, 'db' | 'clock' | 'secret'>,
  { account: text }: { readonly account: string },
): Promise<ShownAccount> {
  const named = await nameAccount(ctx, text);
  if (named.kind !== 'named') return named;
  const { coin, address, uuid } = named;
  const found = uuid === undefined ? undefined : await findAccount(ctx, uuid);
  const [account] = uuid === undefined ? [] : await listAccounts(ctx, { uuid, limit: 1 });
  if (account === undefined || found === undefined) return { kind: 'never-mined', coin, address };
  const { feePpm, ...codes } = await readAccountCodes(ctx, found.id);
  const [barred] = await ctx.db.query<{ note: string; since: Date }>(
    sql`SELECT note, since FROM restricted_addresses WHERE coin = ${coin} AND address = ${address}`,
  );
  return {
    kind: 'shown',
    account,
    codes,
    fee: (feePpm / 10_000).toFixed(2),
    restriction: barred === undefined ? null : { note: barred.note, since: barred.since.getTime() },
    payouts: (await listPayouts(ctx, { account: found.id, limit: 5 })).map(showPayout),
  };
}
