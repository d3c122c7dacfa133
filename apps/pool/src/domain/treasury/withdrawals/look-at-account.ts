import type { ServiceContext } from '../../kernel/context.ts';
import type { ExchangeBalance, ExchangeTransfer, PayingExchange } from '../../kernel/exchange.ts';

/** What an exchange said of a coin: its record of what has left since a moment, and what it has. */
export interface AccountLook {
  /** When it was asked, ms. */
  readonly at: number;
  readonly listed: readonly ExchangeTransfer[];
  readonly balance: ExchangeBalance;
}

/** Asks an exchange for the record of a coin since a moment, ms, no record where there is none, and for what it has. Rejects where it does not answer. */
export type LookAtAccount = (
  exchange: PayingExchange,
  coin: string,
  since: number | undefined,
) => Promise<AccountLook>;

/** Asks each time. */
export function lookAtAccount({ clock }: Pick<ServiceContext, 'clock'>): LookAtAccount {
  return async (exchange, coin, since) => {
    const at = clock.now();
    const listed = since === undefined ? [] : await exchange.transfers('withdrawal', coin, since);
    const balance = (await exchange.balances()).get(coin) ?? { total: 0n, available: 0n };
    return { at, listed, balance };
  };
}

/**
 * For so long, ms, one look stands for all payouts of a coin that are looked up: an exchange counts calls. Less than what a verdict has to stand, so that two
 * that agree are of two looks.
 */
const keptMs = 25_000;

export interface SharedLooks {
  readonly look: LookAtAccount;
  /** Asks now. What it is answered stands for others. */
  readonly lookNow: LookAtAccount;
  /** Something of the coin was asked for: what was seen before says nothing of it. */
  forget(place: string, coin: string): void;
}

/** Looks that payouts share. The memory of one process. */
export function shareLooks(ctx: Pick<ServiceContext, 'clock'>): SharedLooks {
  const ask = lookAtAccount(ctx);
  const kept = new Map<
    string,
    { readonly at: number; readonly since: number | undefined; readonly look: Promise<AccountLook> }
  >();
  const keyOf = (place: string, coin: string): string => `${place} ${coin}`;
  const lookNow: LookAtAccount = async (exchange, coin, since) => {
    const key = keyOf(exchange.name, coin);
    const look = ask(exchange, coin, since);
    kept.set(key, { at: ctx.clock.now(), since, look });
    try {
      return await look;
    } catch (error) {
      if (kept.get(key)?.look === look) kept.delete(key);
      throw error;
    }
  };
  return {
    look: async (exchange, coin, since) => {
      const before = kept.get(keyOf(exchange.name, coin));
      const isRecent = before !== undefined && Math.abs(ctx.clock.now() - before.at) < keptMs;
      return isRecent && covers(before.since, since) ? before.look : lookNow(exchange, coin, since);
    },
    lookNow,
    forget: (place, coin) => void kept.delete(keyOf(place, coin)),
  };
}

function covers(asked: number | undefined, since: number | undefined): boolean {
  return since === undefined || (asked !== undefined && asked <= since);
}
