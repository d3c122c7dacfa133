import { findCoin } from '@openlode/catalogue/coins';
import { formatAmount } from '@openlode/money/amount';
import sql from 'sql-template-tag';
import { findAccount } from '../accounts/find-account.ts';
import { lookUpAddress } from '../views/look-up-address.ts';
import type { ServiceContext } from '../kernel/context.ts';
import { listPayouts } from '../views/list-payouts.ts';
import { type DeskPayout, deskPayout } from './desk-payouts.ts';
import { readAccountCodes } from '../views/read-account-codes.ts';

/** An account as the operator reads it; amounts are decimal text in its coin, times milliseconds. */
export interface DeskAccount {
  readonly uuid: string;
  readonly coin: string;
  readonly network: string;
  readonly address: string;
  /** Empty where there is none. */
  readonly memo: string;
  readonly balance: string;
  readonly workersOnline: number;
  readonly lastWorkAt: number;
  readonly autoPay: boolean;
  readonly restricted: boolean;
}

interface Row {
  readonly uuid: string;
  readonly coin: string;
  readonly network: string;
  readonly address: string;
  readonly memo: string;
  readonly balance: bigint;
  readonly workers: bigint;
  readonly last_work_at: Date;
  readonly auto_pay: boolean;
  readonly restricted: boolean;
}

/** The accounts that worked last, or those of one coin, or only restricted ones. */
export async function listDeskAccounts(
  ctx: Pick<ServiceContext, 'db'>,
  query: {
    readonly coin?: string;
    readonly restricted?: boolean;
    readonly uuid?: string;
    readonly limit: number;
  },
): Promise<DeskAccount[]> {
  const rows = await ctx.db.query<Row>(sql`
    SELECT uuid, coin, network, address, memo, last_work_at, auto_pay, restricted,
           (SELECT coalesce(sum(amount), 0) FROM balances
             WHERE asset = listed.coin
               AND account IN ('miner:' || listed.id || ':mining', 'miner:' || listed.id || ':referral')) AS balance,
           (SELECT count(*) FROM workers WHERE account_id = listed.id AND online) AS workers
      FROM (SELECT accounts.*, EXISTS (SELECT 1 FROM restricted_accounts AS barred
                                        WHERE barred.coin = accounts.coin AND barred.address = accounts.address) AS restricted
              FROM accounts) AS listed
     WHERE (${query.coin ?? null}::text IS NULL OR coin = ${query.coin ?? null}::text)
       AND (${query.uuid ?? null}::uuid IS NULL OR uuid = ${query.uuid ?? null}::uuid)
       AND (restricted OR NOT ${query.restricted === true})
     ORDER BY last_work_at DESC, id LIMIT ${query.limit}`);
  return rows.map(({ balance, workers, last_work_at: lastWorkAt, auto_pay: autoPay, ...row }) => ({
    ...row,
    balance: formatAmount(balance),
    workersOnline: Number(workers),
    lastWorkAt: lastWorkAt.getTime(),
    autoPay,
  }));
}

export type NamedAddress =
  | { readonly kind: 'malformed-account' }
  | { readonly kind: 'bad-address'; readonly coin: string }
  | {
      readonly kind: 'named';
      readonly coin: string;
      readonly address: string;
      readonly memo: string;
      /** Undefined for an address without any accepted share. */
      readonly uuid: string | undefined;
    };

/** Reads how an operator names an account: its id, or `COIN:ADDRESS` with `:MEMO` where there is one. */
export async function nameAccount(
  ctx: Pick<ServiceContext, 'db' | 'clock' | 'secret'>,
  text: string,
): Promise<NamedAddress> {
  const name = text.trim();
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(name)) {
    const account = await findAccount(ctx, name);
    if (account === undefined) return { kind: 'malformed-account' };
    const { coin, address, memo, uuid } = account;
    return { kind: 'named', coin, address, memo: memo ?? '', uuid };
  }
  const colon = name.indexOf(':');
  const coin = findCoin(name.slice(0, Math.max(0, colon)));
  if (coin === undefined) return { kind: 'malformed-account' };
  const found = await lookUpAddress(ctx, { coin: coin.symbol, text: name.slice(colon + 1) });
  if (found.kind !== 'found') return { kind: 'bad-address', coin: coin.symbol };
  const { address, memo, uuid } = found.account;
  return {
    kind: 'named',
    coin: coin.symbol,
    address,
    memo: memo ?? '',
    uuid: found.fresh ? undefined : uuid,
  };
}

export type ShownAccount =
  | Exclude<NamedAddress, { kind: 'named' }>
  | { readonly kind: 'never-mined'; readonly coin: string; readonly address: string }
  | {
      readonly kind: 'shown';
      readonly account: DeskAccount;
      readonly codes: { readonly ordinary: string | null; readonly custom: string | null };
      /** What it is charged now, in per cent. */
      readonly fee: string;
      readonly restriction: { readonly note: string; readonly since: number } | null;
      /** The newest five. */
      readonly payouts: readonly DeskPayout[];
    };

/** Everything an operator is asked about one account. */
export async function showDeskAccount(
  ctx: Pick<ServiceContext, 'db' | 'clock' | 'secret'>,
  { account: text }: { readonly account: string },
): Promise<ShownAccount> {
  const named = await nameAccount(ctx, text);
  if (named.kind !== 'named') return named;
  const { coin, address, uuid } = named;
  const found = uuid === undefined ? undefined : await findAccount(ctx, uuid);
  const [account] = uuid === undefined ? [] : await listDeskAccounts(ctx, { uuid, limit: 1 });
  if (account === undefined || found === undefined) return { kind: 'never-mined', coin, address };
  const { feePpm, ...codes } = await readAccountCodes(ctx, found.id);
  const [barred] = await ctx.db.query<{ note: string; since: Date }>(
    sql`SELECT note, since FROM restricted_accounts WHERE coin = ${coin} AND address = ${address}`,
  );
  return {
    kind: 'shown',
    account,
    codes,
    fee: (feePpm / 10_000).toFixed(2),
    restriction: barred === undefined ? null : { note: barred.note, since: barred.since.getTime() },
    payouts: (await listPayouts(ctx, { account: found.id, limit: 5 })).map(deskPayout),
  };
}
