import { formatAmount } from '@openlode/ledger/amount';
import sql from 'sql-template-tag';
import type { ServiceContext } from '../context.ts';

/** What the books hold of one asset, as decimal text. The columns after `asset` and before `wallet` sum to nothing. */
export interface TreasuryLine {
  readonly asset: string;
  /** Owed to miners: mined, referred, waiting for a rate, and on its way out. */
  readonly liabilities: string;
  /** The pool's own: fees. */
  readonly fees: string;
  /** Everything else that is the pool's: dust, losses, what networks took, rounds that wait. */
  readonly other: string;
  /** The exchange desk: above zero it holds the asset, below zero it owes it and has to buy. */
  readonly conversion: string;
  /** What came from the chains less what left to networks, negative: the world outside owes it to the books. */
  readonly chains: string;
  /** What the wallet holds. A sandbox has none. */
  readonly wallet: 'sandbox' | null;
}

/** Sums the balances by asset and by who stands behind them, read-only. */
export async function readTreasury(ctx: Pick<ServiceContext, 'db'>): Promise<TreasuryLine[]> {
  const rows = await ctx.db.query<{
    asset: string;
    liabilities: bigint;
    fees: bigint;
    other: bigint;
    conversion: bigint;
    chains: bigint;
    kind: string | null;
  }>(sql`
    SELECT asset,
           coalesce(sum(amount) FILTER (WHERE account LIKE 'miner:%' OR account LIKE 'inflight:%'), 0) AS liabilities,
           coalesce(sum(amount) FILTER (WHERE account = 'pool:fees'), 0) AS fees,
           coalesce(sum(amount) FILTER (WHERE account NOT LIKE 'miner:%' AND account NOT LIKE 'inflight:%'
                                          AND account NOT LIKE 'conv:%'
                                          AND account NOT LIKE 'ext:%' AND account <> 'pool:fees'), 0) AS other,
           coalesce(sum(amount) FILTER (WHERE account LIKE 'conv:%'), 0) AS conversion,
           coalesce(sum(amount) FILTER (WHERE account LIKE 'ext:%'), 0) AS chains,
           (SELECT kind FROM pool_identity) AS kind
      FROM balances GROUP BY asset ORDER BY asset`);
  return rows.map(({ asset, kind, ...units }) => ({
    asset,
    liabilities: formatAmount(units.liabilities),
    fees: formatAmount(units.fees),
    other: formatAmount(units.other),
    conversion: formatAmount(units.conversion),
    chains: formatAmount(units.chains),
    wallet: kind === 'sandbox' ? 'sandbox' : null,
  }));
}
