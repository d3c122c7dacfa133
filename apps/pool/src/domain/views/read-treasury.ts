import { feesAccount } from '@openlode/ledger/accounts';
import { formatAmount } from '@openlode/money/amount';
import sql from 'sql-template-tag';
import { isAtExchangeInSql, isColdInSql, isElsewhereInSql } from '../ledger/account-names.ts';
import type { ServiceContext } from '../kernel/context.ts';
import type { Wallet } from '../kernel/wallet.ts';
import { askWallet, readPositions } from '../treasury/read-positions.ts';

/** What the ledger holds of one asset, as decimal text. The columns after `asset` and before `wallet` sum to nothing. */
export interface TreasuryLine {
  readonly asset: string;
  /** Owed to miners: mined, referred, waiting for a rate, and on its way out. */
  readonly liabilities: string;
  /** The pool's own: fees. */
  readonly fees: string;
  /** Everything else that is the pool's: dust, losses, what networks took, rounds that wait. */
  readonly other: string;
  /** The conversion account: above zero it holds the asset, below zero it owes it and has to buy. */
  readonly conversion: string;
  /** What came from the chains less what left to networks, negative: the world outside owes it to the ledger. */
  readonly chains: string;
  /** What lies at cold addresses, negative as `chains`. */
  readonly cold: string;
  /** What lies at exchanges and is on its way to them, negative as `chains`. */
  readonly exchanges: string;
  /** What the wallet holds; null where it was not asked, or has not answered on a network of the asset. */
  readonly wallet: string | null;
  /** How much less the wallet and the market hold than the ledger says; null where nothing is missing or `wallet` is null. */
  readonly missing: string | null;
  /** How much more the wallet and the market hold than the ledger says: money that is not booked; null as `missing`. */
  readonly more: string | null;
}

/** Sums the balances by asset and by who stands behind them, and asks the wallet where there is one. Read-only. */
export async function readTreasury(
  ctx: Pick<ServiceContext, 'db'>,
  wallet?: Wallet,
): Promise<TreasuryLine[]> {
  const holdings = wallet && (await askWallet(wallet));
  const { known } = wallet === undefined ? { known: [] } : await readPositions(ctx.db, wallet);
  const answered = new Set(known.map(({ asset }) => asset));
  const differences = new Map(known.map(({ asset, held, owed }) => [asset, held - owed]));
  const rows = await ctx.db.query<{
    asset: string;
    liabilities: bigint;
    fees: bigint;
    other: bigint;
    conversion: bigint;
    chains: bigint;
    cold: bigint;
    exchanges: bigint;
  }>(sql`
    SELECT asset,
           coalesce(sum(amount) FILTER (WHERE kind IN ('mining', 'referral', 'pending', 'inflight')), 0) AS liabilities,
           coalesce(sum(amount) FILTER (WHERE account = ${feesAccount}), 0) AS fees,
           coalesce(sum(amount) FILTER (WHERE kind IN ('own', 'loss', 'round') AND account <> ${feesAccount}), 0) AS other,
           coalesce(sum(amount) FILTER (WHERE kind = 'conversion'), 0) AS conversion,
           coalesce(sum(amount) FILTER (WHERE kind = 'external' AND NOT ${isElsewhereInSql}), 0) AS chains,
           coalesce(sum(amount) FILTER (WHERE ${isColdInSql}), 0) AS cold,
           coalesce(sum(amount) FILTER (WHERE ${isAtExchangeInSql}), 0) AS exchanges
      FROM balances GROUP BY asset ORDER BY asset`);
  return rows.map(({ asset, ...units }) => {
    const difference = differences.get(asset) ?? 0n;
    return {
      asset,
      liabilities: formatAmount(units.liabilities),
      fees: formatAmount(units.fees),
      other: formatAmount(units.other),
      conversion: formatAmount(units.conversion),
      chains: formatAmount(units.chains),
      cold: formatAmount(units.cold),
      exchanges: formatAmount(units.exchanges),
      wallet: answered.has(asset) ? formatAmount(holdings?.amounts.get(asset) ?? 0n) : null,
      missing: difference < 0n ? formatAmount(-difference) : null,
      more: difference > 0n ? formatAmount(difference) : null,
    };
  });
}
