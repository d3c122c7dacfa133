import { coins } from '@openlode/catalogue/coins';
import { formatAmount } from '@openlode/money/amount';
import sql from 'sql-template-tag';
import { requireRail } from '../kernel/rails.ts';
import type { CoinOnNetwork, PayoutContext } from '../payouts/payout-context.ts';
import { askFunds } from '../payouts/wallet-funds.ts';

type FundsContext = Pick<PayoutContext, 'db' | 'rails' | 'clock'>;

/** What the wallet of a network has of a coin, and what its payouts need. Amounts are decimal text in the coin, times milliseconds. */
export interface ShownFunds {
  readonly coin: string;
  readonly network: string;
  /** Null where the wallet does not say; `fault` says why. */
  readonly spendable: string | null;
  /** Own coins that cannot be spent yet. */
  readonly waiting: string | null;
  /** Blocks until all of those can be; null where the wallet does not say. */
  readonly waitingBlocks: number | null;
  /** What payouts need that could be signed now, without fees. */
  readonly needed: string;
  readonly payouts: number;
  /** Of the oldest of them; null where there is none. */
  readonly since: number | null;
  readonly fault: string | null;
}

/** What payments of a coin cost now. Amounts are decimal text in `feeAsset`. */
export interface ShownQuote {
  readonly coin: string;
  readonly network: string;
  readonly feeAsset: string | null;
  readonly alone: string | null;
  /** For each of `payees` in one transaction. */
  readonly together: string | null;
  readonly payees: number | null;
  readonly cap: string | null;
  readonly rate: string | null;
  readonly fault: string | null;
}

/** Everything that rails pay which say what their wallets have, each asked by itself. */
export async function showFunds(ctx: FundsContext): Promise<ShownFunds[]> {
  const needs = await readNeeds(ctx);
  const asked = paidBy(ctx, 'funds').map(async ({ coin, network }): Promise<ShownFunds> => {
    const need = needs.get(`${network} ${coin}`);
    const shown = {
      coin,
      network,
      needed: formatAmount(need?.amount ?? 0n),
      payouts: need?.count ?? 0,
      since: need?.since.getTime() ?? null,
    };
    try {
      const funds = await askFunds(ctx, { coin, network });
      if (funds === undefined) throw new Error('the rail does not say');
      const { spendable, waiting, waitingBlocks = null } = funds;
      return {
        ...shown,
        spendable: formatAmount(spendable),
        waiting: formatAmount(waiting),
        waitingBlocks,
        fault: null,
      };
    } catch (error) {
      return {
        ...shown,
        spendable: null,
        waiting: null,
        waitingBlocks: null,
        fault: (error as Error).message,
      };
    }
  });
  return Promise.all(asked);
}

/** The same for what payments cost. */
export async function showQuotes(ctx: FundsContext): Promise<ShownQuote[]> {
  const asked = paidBy(ctx, 'quote').map(async ({ coin, network }): Promise<ShownQuote> => {
    try {
      const quote = await requireRail(ctx.rails, network).quote?.(coin, network);
      if (quote === undefined) throw new Error('the rail does not say');
      const { feeAsset, alone, together, payees, cap, rate } = quote;
      return {
        coin,
        network,
        feeAsset,
        alone: formatAmount(alone),
        together: formatAmount(together),
        payees,
        cap: formatAmount(cap),
        rate,
        fault: null,
      };
    } catch (error) {
      const unknown = { feeAsset: null, alone: null, together: null, payees: null, cap: null, rate: null };
      return { coin, network, ...unknown, fault: (error as Error).message };
    }
  });
  return Promise.all(asked);
}

function paidBy({ rails }: FundsContext, says: 'funds' | 'quote'): readonly CoinOnNetwork[] {
  const saying = rails.all.filter((rail) => rail[says] !== undefined);
  return coins.flatMap(({ symbol: coin, chains }) =>
    chains
      .filter(({ network }) =>
        saying.some((rail) => rail.networks.includes(network) && rail.pays(coin, network)),
      )
      .map(({ network }) => ({ coin, network })),
  );
}

interface Need {
  readonly amount: bigint;
  readonly count: number;
  readonly since: Date;
}

async function readNeeds({ db }: FundsContext): Promise<ReadonlyMap<string, Need>> {
  const rows = await db.query<{
    network: string;
    coin: string;
    amount: bigint;
    count: number;
    since: Date;
  }>(sql`
    SELECT network, coin, sum(amount) AS amount, count(*)::int AS count, min(reserved_at) AS since
      FROM payouts WHERE state = 'reserved' AND hold IS NULL GROUP BY network, coin`);
  return new Map(rows.map(({ network, coin, count, ...need }) => [`${network} ${coin}`, { ...need, count }]));
}
