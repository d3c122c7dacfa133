import { findCoin } from '@openlode/catalogue/coins';
import { allFamilies } from '@openlode/mining/families/all-families';
import { type AddressOutcome, judgeAddress } from '@openlode/mining/judge-address';
import sql from 'sql-template-tag';
import type { Queryable } from '../../runtime/database/database.ts';
import type { ServiceContext } from '../kernel/context.ts';

/** A deposit address that an exchange shares among its customers: what is paid to it without a memo is lost. */
export interface ExchangeFlag {
  /** A symbol of the catalogue. */
  readonly coin: string;
  /** Canonical. */
  readonly address: string;
  /** Whose it is, as payments to it name it. */
  readonly exchange: string;
}

export type ExchangeFlagRefusal =
  | { readonly kind: 'unknown-coin'; readonly coin: string }
  | { readonly kind: 'bad-address'; readonly outcome: Exclude<AddressOutcome, { kind: 'valid' }> }
  /** A flag would have no effect: addresses of this network take no memo. */
  | { readonly kind: 'takes-no-memo'; readonly coin: string; readonly network: string }
  | { readonly kind: 'nameless' };

/** Judges what an operator says of an address, as typed: the coin in any case, the address in any spelling. A memo behind it is ignored. */
export function judgeExchangeFlag(
  typed: ExchangeFlag,
): { readonly kind: 'flag'; readonly flag: ExchangeFlag } | ExchangeFlagRefusal {
  const coin = findCoin(typed.coin.trim().toUpperCase());
  if (coin === undefined) return { kind: 'unknown-coin', coin: typed.coin };
  const outcome = judgeAddress(coin, typed.address, allFamilies);
  if (outcome.kind !== 'valid') return { kind: 'bad-address', outcome };
  const { network, address } = outcome;
  const takesMemo = coin.chains.some((chain) => chain.network === network && chain.regexMemo !== null);
  if (!takesMemo) return { kind: 'takes-no-memo', coin: coin.symbol, network };
  const exchange = typed.exchange.trim().slice(0, 80);
  return exchange === ''
    ? { kind: 'nameless' }
    : { kind: 'flag', flag: { coin: coin.symbol, address, exchange } };
}

/** New logins to this address need a memo from now on; the listeners apply it within ten seconds. */
export async function flagExchangeAddress(
  ctx: Pick<ServiceContext, 'clock'> & { readonly db: Queryable },
  typed: ExchangeFlag,
): Promise<{ readonly kind: 'flagged'; readonly flag: ExchangeFlag } | ExchangeFlagRefusal> {
  const judged = judgeExchangeFlag(typed);
  if (judged.kind !== 'flag') return judged;
  const { coin, address, exchange } = judged.flag;
  await ctx.db.query(sql`
    INSERT INTO exchange_addresses (coin, address, exchange, since)
    VALUES (${coin}, ${address}, ${exchange}, ${new Date(ctx.clock.now())})
    ON CONFLICT (coin, address) DO UPDATE SET exchange = excluded.exchange, origin = 'command'`);
  return { kind: 'flagged', flag: judged.flag };
}

/**
 * Replaces the flags that come from the settings by these. A flag that an operator set by command stays, with the name that the command
 * gave. If an address is listed twice, the last name counts.
 */
export async function replaceExchangesOfSettings(
  ctx: Pick<ServiceContext, 'db' | 'clock'>,
  flags: readonly ExchangeFlag[],
): Promise<void> {
  const wanted = new Map(flags.map((flag) => [`${flag.coin}:${flag.address}`, flag]));
  const known = await ctx.db.query<ExchangeFlag & { readonly origin: string }>(
    sql`SELECT coin, address, exchange, origin FROM exchange_addresses`,
  );
  const kept = new Map(known.map((row) => [`${row.coin}:${row.address}`, row]));
  const gone = known.filter(
    ({ coin, address, origin }) => origin === 'settings' && !wanted.has(`${coin}:${address}`),
  );
  const changed = [...wanted].filter(([key, { exchange }]) => {
    const row = kept.get(key);
    return row === undefined || (row.origin === 'settings' && row.exchange !== exchange);
  });
  if (gone.length === 0 && changed.length === 0) return;
  await ctx.db.transaction(async (tx) => {
    for (const { coin, address } of gone)
      await tx.query(sql`
        DELETE FROM exchange_addresses WHERE coin = ${coin} AND address = ${address} AND origin = 'settings'`);
    for (const [, { coin, address, exchange }] of changed)
      await tx.query(sql`
        INSERT INTO exchange_addresses (coin, address, exchange, since, origin)
        VALUES (${coin}, ${address}, ${exchange}, ${new Date(ctx.clock.now())}, 'settings')
        ON CONFLICT (coin, address) DO UPDATE SET exchange = excluded.exchange WHERE exchange_addresses.origin = 'settings'`);
  });
}

/** Takes a flag back that `flagExchangeAddress` set; those of the settings and of the catalogue stay. */
export async function unflagExchangeAddress(
  ctx: { readonly db: Queryable },
  { coin, address }: Pick<ExchangeFlag, 'coin' | 'address'>,
): Promise<'unflagged' | 'not-flagged'> {
  const judged = judgeExchangeFlag({ coin, address, exchange: 'any' });
  if (judged.kind !== 'flag') return 'not-flagged';
  const gone = await ctx.db.query(sql`
    DELETE FROM exchange_addresses
     WHERE coin = ${judged.flag.coin} AND address = ${judged.flag.address} AND origin = 'command' RETURNING coin`);
  return gone.length > 0 ? 'unflagged' : 'not-flagged';
}

/** What the settings and commands flag, by coin and address. */
export async function readExchangeFlags(ctx: Pick<ServiceContext, 'db'>): Promise<readonly ExchangeFlag[]> {
  return ctx.db.query<ExchangeFlag>(
    sql`SELECT coin, address, exchange FROM exchange_addresses ORDER BY coin, address`,
  );
}
