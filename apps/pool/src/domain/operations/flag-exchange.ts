import sql from 'sql-template-tag';
import {
  type ExchangeFlagRefusal,
  flagExchangeAddress,
  judgeExchangeFlag,
  unflagExchangeAddress,
} from '../miners/exchange-addresses.ts';
import { type OperationContext, judgeReason, recordDecision } from '../kernel/decision.ts';

export type FlagExchangeOutcome =
  | { readonly kind: 'done'; readonly coin: string; readonly address: string }
  | { readonly kind: 'malformed-reason' }
  /** `COIN:ADDRESS` is missing its colon. */
  | { readonly kind: 'malformed-address' }
  /** Flagged already under this name, or not flagged by command at all. */
  | { readonly kind: 'unchanged'; readonly coin: string; readonly address: string }
  | Exclude<ExchangeFlagRefusal, { kind: 'bad-address' }>
  | { readonly kind: 'bad-address'; readonly coin: string };

/**
 * Flags `COIN:ADDRESS` as the address of an exchange under its name, or under another one; without an exchange the flag is taken
 * back. Who logs in from then on may mine to it with a memo only; miners that are connected go on until they connect again.
 */
export async function flagExchange(
  ctx: OperationContext,
  input: { readonly address: string; readonly exchange?: string; readonly reason: string },
): Promise<FlagExchangeOutcome> {
  const reason = judgeReason(input.reason);
  if (reason === undefined) return { kind: 'malformed-reason' };
  const colon = input.address.indexOf(':');
  if (colon < 0) return { kind: 'malformed-address' };
  const typed = { coin: input.address.slice(0, colon), address: input.address.slice(colon + 1) };
  const isGoing = input.exchange === undefined;
  const judged = judgeExchangeFlag({ ...typed, exchange: input.exchange ?? 'any' });
  if (judged.kind === 'bad-address') return { kind: 'bad-address', coin: typed.coin.trim().toUpperCase() };
  if (judged.kind !== 'flag') return judged;
  const { coin, address, exchange } = judged.flag;
  return ctx.db.transaction(async (tx) => {
    if (isGoing) {
      if ((await unflagExchangeAddress({ db: tx }, { coin, address })) === 'not-flagged')
        return { kind: 'unchanged', coin, address };
    } else {
      const same = await tx.query(sql`
        SELECT 1 FROM exchange_addresses
         WHERE coin = ${coin} AND address = ${address} AND exchange = ${exchange} AND origin = 'command'`);
      if (same.length > 0) return { kind: 'unchanged', coin, address };
      await flagExchangeAddress({ db: tx, clock: ctx.clock }, { coin, address, exchange });
    }
    const subject = isGoing ? `${coin}:${address}` : `${coin}:${address} ${exchange}`;
    await recordDecision(tx, ctx, { kind: isGoing ? 'unflag-exchange' : 'flag-exchange', subject, reason });
    return { kind: 'done', coin, address };
  });
}

export interface FlaggedExchange {
  readonly coin: string;
  readonly address: string;
  readonly exchange: string;
  readonly since: number;
  /** What flags it. */
  readonly origin: 'command' | 'settings';
}

/** Addresses that commands or the settings flag. */
export async function listExchanges(ctx: Pick<OperationContext, 'db'>): Promise<FlaggedExchange[]> {
  const rows = await ctx.db.query<Omit<FlaggedExchange, 'since'> & { since: Date }>(
    sql`SELECT coin, address, exchange, since, origin FROM exchange_addresses ORDER BY coin, address`,
  );
  return rows.map((row) => ({ ...row, since: row.since.getTime() }));
}
