import { unitsOf } from '@openlode/catalogue/chain-units';
import { formatAmount, parseAmount, roundDownTo } from '@openlode/money/amount';
import { valueInUsd } from '@openlode/money/convert';
import sql from 'sql-template-tag';
import type { Queryable } from '../../../runtime/database/database.ts';
import type { Withdrawer } from '../../kernel/exchange.ts';
import type { Wallet } from '../../kernel/wallet.ts';
import type { CoinOnNetwork, PayoutContext } from '../../payouts/payout-context.ts';
import { type KnownPosition, readTradePositions } from '../trade-positions.ts';

/** What would be brought to a wallet, or why nothing; amounts are decimal text in the coin. */
export interface PlannedTransfer extends CoinOnNetwork {
  readonly place: string;
  /** The wallet's own; null where no rail says one. */
  readonly address: string | null;
  readonly amount: string;
  readonly feeMax: string;
  readonly usd: string;
  /** In words; null where `amount` would be sent. */
  readonly why: string | null;
}

type Context = Pick<PayoutContext, 'db' | 'clock' | 'rates' | 'floats' | 'rails'> & {
  readonly wallet: Wallet;
};

const decimalsMax = 8;

/**
 * What of each listed coin trades have brought to the exchange and its wallet lacks: of what is owed of the coin, and its target. What lies there of the
 * pool's own is planned only where what is owed could not be paid without it: no purchase brings that, because it is held already (`tradeNeed`).
 */
export async function planTransfers(
  ctx: Context,
  { exchange: { name: place }, listed }: Withdrawer,
): Promise<readonly PlannedTransfer[]> {
  const positions = await readTradePositions(ctx, place);
  const returning = await readReturning(ctx.db);
  return listed.map((each) => {
    const { coin, network, feeMax } = each;
    const position = positions.find((known) => known.coin === coin);
    const line = {
      place,
      coin,
      network,
      address: ownAddress(ctx, each) ?? null,
      feeMax: formatAmount(feeMax),
    };
    const why = line.address === null ? `no rail of this pool has a wallet of ${coin}` : closedWhy(position);
    if (position === undefined || why !== undefined)
      return { ...line, amount: '0', usd: '0', why: why ?? 'nothing of it is known' };
    const need = neededOf(position, returning.get(coin) ?? 0n);
    const ofOwed = need - position.target;
    const isOwed = ofOwed > 0n && ofOwed > position.bought - feeMax;
    const there = (isOwed ? position.exchange : position.bought) - feeMax;
    const most = need < there ? need : there;
    const amount = most <= 0n ? 0n : roundDownTo(decimalsOf(each), most);
    const words =
      need <= 0n
        ? 'its wallet has what it needs'
        : isOwed
          ? 'less of it is there than a transfer may cost'
          : 'trades have brought less than a transfer may cost';
    return {
      ...line,
      amount: formatAmount(amount),
      usd: formatAmount(valueInUsd(amount, position.price?.askUsd ?? '0')),
      why: amount > 0n ? null : words,
    };
  });
}

/** What its wallet lacks of what is owed and of the target, less what is on its way to it. Below zero where it has more. */
function neededOf(
  { owed, leaving, target, wallets }: Pick<KnownPosition, 'owed' | 'leaving' | 'target' | 'wallets'>,
  returning: bigint,
): bigint {
  return owed - leaving + target - wallets - returning;
}

function closedWhy(position: KnownPosition | undefined): string | undefined {
  if (position === undefined) return 'the ledger has nothing of it there';
  if (position.closed !== undefined) return position.closed;
  if (position.isSilent) return 'its wallet does not answer';
  return position.price === undefined ? 'there is no agreed price of it' : undefined;
}

/** The first of the addresses that a rail calls its wallet's own; undefined without a rail. */
export function ownAddress(
  { rails }: { readonly rails: Pick<PayoutContext['rails'], 'railOf'> },
  { coin, network }: CoinOnNetwork,
): string | undefined {
  const choice = rails.railOf(network);
  if (choice.kind === 'no-rail' || !choice.rail.pays(coin, network)) return undefined;
  return choice.rail.terms(coin, network).ownAddresses[0];
}

/** What an operator types, or the plan has; undefined where no wallet of the network can hold it. */
export function amountOf(pair: CoinOnNetwork, text: string): bigint | undefined {
  const amount = /^\d{1,30}(\.\d{1,18})?$/.test(text) ? parseAmount(text) : 0n;
  return amount > 0n && roundDownTo(decimalsOf(pair), amount) === amount ? amount : undefined;
}

function decimalsOf({ coin, network }: CoinOnNetwork): number {
  return Math.min(decimalsMax, unitsOf(coin, network)?.decimals ?? 0);
}

/** By coin, what has left exchanges for wallets and is in none yet. */
async function readReturning(db: Queryable): Promise<ReadonlyMap<string, bigint>> {
  const rows = await db.query<{ coin: string; amount: bigint }>(
    sql`SELECT coin, sum(amount) AS amount FROM place_transfers WHERE state = 'left' AND held_at IS NULL GROUP BY coin`,
  );
  return new Map(rows.map(({ coin, amount }) => [coin, amount]));
}
