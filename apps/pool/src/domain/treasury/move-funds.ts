import { unitsOf } from '@openlode/catalogue/chain-units';
import { findCoin } from '@openlode/catalogue/coins';
import { formatAmount, parseAmount, roundDownTo } from '@openlode/money/amount';
import { type Funds, type Movement, movementEntry, movementKey } from '@openlode/ledger/treasury-entries';
import sql from 'sql-template-tag';
import type { Transaction } from '../../runtime/database/database.ts';
import type { ServiceContext } from '../kernel/context.ts';
import { judgeReason, recordDecision } from '../kernel/decision.ts';
import { bookEntry } from '../ledger/book-entry.ts';
import type { Rails } from '../kernel/rails.ts';
import { allotBookedSale, type BookedSale, readUnsoldAmount } from '../rounds/sold-first.ts';
import { bareReference, txidOfIncomeInSql } from './bare-reference.ts';
import { lockOwnMoney, takeFrom } from './own-money.ts';
import { judgeReference, type ReferenceAnswer, type ReferenceRefusal } from './judge-reference.ts';
import { type OwnTransaction, ownTransactionOf } from './own-transaction.ts';
import { judgeTrade, type TradeRefusal } from './judge-trade.ts';
import { findBooked, isSameMovement, type ListedMovement, listed } from './treasury-movements.ts';

type Context = Pick<ServiceContext, 'db' | 'clock'> &
  Partial<Pick<ServiceContext, 'rates'>> & {
    readonly actor: string;
    /** Of a running pool: its wallets are asked for the reference. */
    readonly payouts?: { readonly rails: Rails };
  };

/** An amount as an operator types it: decimal text in whole coins, the coin, and its network where it is not the default one. */
export interface TypedFunds {
  readonly amount: string;
  readonly coin: string;
  readonly network?: string;
}

export interface MoveRequest extends TypedFunds {
  readonly kind: Movement['kind'];
  /** Of a correction: the wallet holds less than the ledger says, and the pool bears it. */
  readonly missing?: boolean;
  /** Of a trade: what was bought for it. */
  readonly bought?: TypedFunds;
  /** Of a trade: why it is booked although the agreed rates speak against it, or no rate is known (`TradeRefusal`). Kept for ever. */
  readonly despiteRate?: string;
  /** Of a trade that is booked despite the agreed rates, or without one: rewards that wait for its sale are credited what was bought. */
  readonly creditsMiners?: boolean;
  /**
   * What the movement is called outside: a transaction, an order, an invoice. The same one is booked once on a network for an asset, as
   * whatever kind, in capitals or not.
   */
  readonly reference: string;
  readonly reason: string;
}

export type MoveOutcome =
  /**
   * `answer`: of what left, what the wallet says of the reference, where a pool runs that can ask it. `uncredited`: of a trade far from the agreed rates, what
   * waits for a sale of the coin that it sold, and was credited nothing of it.
   */
  | {
      readonly kind: 'booked';
      readonly answer?: ReferenceAnswer;
      readonly uncredited?: { readonly coin: string; readonly amount: string };
    }
  | { readonly kind: 'already-booked' }
  /** Another movement of the asset on the network has this reference. */
  | { readonly kind: 'reference-used'; readonly earlier: ListedMovement }
  | { readonly kind: 'malformed-reference' }
  | { readonly kind: 'malformed-reason' }
  | { readonly kind: 'malformed-amount'; readonly amount: string }
  | { readonly kind: 'unknown-network'; readonly coin: string }
  /** No wallet of the network can hold it: it has fewer decimals. */
  | {
      readonly kind: 'too-many-decimals';
      readonly amount: string;
      readonly coin: string;
      readonly network: string;
      readonly decimals: number;
    }
  /** A trade of a coin for itself: nothing of the ledger changes. */
  | { readonly kind: 'same-asset'; readonly coin: string }
  | TradeRefusal
  /** Rewards wait until this coin is sold, `amount` of it as decimal text, and no rate says that what they would be credited is right. */
  | { readonly kind: 'credits-miners'; readonly coin: string; readonly amount: string }
  | ReferenceRefusal
  /** The reference is the transaction of a payout or of a sweep. */
  | OwnTransaction
  /** The reference is what another pool has paid: it is credited to miners. */
  | { readonly kind: 'income'; readonly upstream: string }
  /** Miners' money is not taken out: `available` is what is the pool's own, as decimal text. */
  | { readonly kind: 'exceeds-own'; readonly available: string }
  /** `available` is what lies at the cold addresses of the network, as decimal text. */
  | { readonly kind: 'exceeds-cold'; readonly available: string };

/**
 * Books what an operator moved, once: the entry and its row, in one transaction. Of what left, the wallet is asked first: a transaction that
 * it has sent must be the one that is booked. One that it does not know may be yet to leave.
 */
export async function moveFunds(ctx: Context, request: MoveRequest): Promise<MoveOutcome> {
  const typed = request.reference.trim();
  const reason = request.reason.trim();
  if (typed === '' || typed.length > 200) return { kind: 'malformed-reference' };
  if (reason === '' || reason.length > 500) return { kind: 'malformed-reason' };
  const funds = readFunds(request);
  if ('kind' in funds) return funds;
  const bought = request.kind === 'trade' ? readFunds(request.bought ?? { amount: '', coin: '' }) : undefined;
  if (bought !== undefined && 'kind' in bought) return bought;
  if (bought?.asset === funds.asset) return { kind: 'same-asset', coin: funds.asset };
  const despiteRate = request.despiteRate === undefined ? undefined : judgeReason(request.despiteRate);
  if (request.despiteRate !== undefined && despiteRate === undefined) return { kind: 'malformed-reason' };
  const { answer, name: reference = typed } =
    ctx.payouts !== undefined && isOutward(request)
      ? await judgeReference({ ...ctx, rails: ctx.payouts.rails }, typed, funds)
      : { answer: undefined };
  return ctx.db.transaction(async (tx) => {
    // Two operators at once: the second waits, and finds what the first has booked.
    await tx.query(sql`LOCK TABLE treasury_movements, incomes IN SHARE ROW EXCLUSIVE MODE`);
    const known = await findBooked(tx, reference, funds, bought);
    const isLess = isOutward(request) || request.kind === 'cold-withdrawal';
    const signed = isLess ? -funds.amount : funds.amount;
    if (known !== undefined)
      return known.kind === request.kind && isSameMovement(known, { ...funds, amount: signed }, bought)
        ? { kind: 'already-booked' }
        : { kind: 'reference-used', earlier: listed(known) };
    const ownTransaction = await ownTransactionOf(tx, reference);
    if (ownTransaction !== undefined) return ownTransaction;
    const upstream = await upstreamOf(tx, reference, [funds, ...(bought === undefined ? [] : [bought])]);
    if (upstream !== undefined) return { kind: 'income', upstream };
    if (answer?.kind === 'moved-other' || answer?.kind === 'pays-miner') return answer;
    const movement = await movementOf(tx, request, { funds, bought }, ctx.clock.now());
    if (movement.kind === 'exceeds-own' || movement.kind === 'exceeds-cold') return movement;
    const trade = bought && (await judgeTrade(tx, ctx, funds, bought));
    const fair = trade?.kind === 'fair' ? trade : undefined;
    const unsold = trade === undefined || fair ? 0n : await readUnsoldAmount(tx, funds.asset);
    const waiting = { coin: funds.asset, amount: formatAmount(unsold) };
    const leavesWaiting = unsold > 0n && request.creditsMiners !== true;
    if (trade !== undefined && trade.kind !== 'fair') {
      if (despiteRate === undefined) return trade;
      if (leavesWaiting && trade.kind === 'no-rate') return { kind: 'credits-miners', ...waiting };
      const subject = `${reference} (${trade.kind})`;
      await recordDecision(tx, ctx, { kind: 'trade-despite-rate', subject, reason: despiteRate });
    }
    await bookEntry(tx, movementEntry(movement, reference, ctx.clock.now()));
    // A trade that is far from the agreed rates may be a mistake: it is a ground for what miners are credited by the operator's own word alone.
    if (bought !== undefined && (fair || request.creditsMiners === true))
      await allotBookedSale(tx, saleByHand(funds, bought, movementKey(movement, reference)), ctx.clock.now());
    await tx.query(sql`
      INSERT INTO treasury_movements (booked_at, kind, entry_key, asset, network, amount, bought_asset, bought_network,
                                      bought_amount, reference, reason, operator, sold_usd, bought_usd)
      VALUES (${new Date(ctx.clock.now())}, ${request.kind}, ${movementKey(movement, reference)}, ${funds.asset},
              ${funds.network}, ${signed}, ${bought?.asset ?? null}, ${bought?.network ?? null},
              ${bought?.amount ?? null}, ${reference}, ${reason}, ${ctx.actor},
              ${fair?.soldUsd ?? null}, ${fair?.boughtUsd ?? null})`);
    return {
      kind: 'booked',
      ...(answer !== undefined && { answer }),
      ...(leavesWaiting && { uncredited: waiting }),
    };
  });
}

function saleByHand(sold: Funds, bought: Funds, entryKey: string): BookedSale {
  return { asset: sold.asset, given: sold.amount, bought: bought.asset, brought: bought.amount, entryKey };
}

/** The other pool whose payment this reference is, or the transaction of one. */
async function upstreamOf(
  tx: Transaction,
  reference: string,
  moved: readonly Funds[],
): Promise<string | undefined> {
  const [row] = await tx.query<{ upstream: string }>(sql`
    SELECT upstream FROM incomes
     WHERE ${bareReference(reference)} IN (lower(reference), ${txidOfIncomeInSql})
       AND asset = ANY(${moved.map(({ asset }) => asset)}::text[]) LIMIT 1`);
  return row?.upstream;
}

/** What leaves a wallet of the pool. */
function isOutward({ kind, missing }: MoveRequest): boolean {
  return kind === 'withdrawal' || kind === 'trade' || (kind === 'correction' && missing === true);
}

async function movementOf(
  tx: Transaction,
  { kind, missing }: MoveRequest,
  { funds, bought }: { readonly funds: Funds; readonly bought: Funds | undefined },
  now: number,
): Promise<Movement | Extract<MoveOutcome, { kind: 'exceeds-own' | 'exceeds-cold' }>> {
  switch (kind) {
    case 'deposit':
    case 'top-up':
      return { kind, ...funds };
    case 'correction':
      return { kind, ...funds, amount: missing === true ? -funds.amount : funds.amount };
    case 'trade':
      if (bought === undefined) throw new TypeError('a trade has two sides');
      return { kind, sold: funds, bought };
    case 'withdrawal':
    case 'cold-withdrawal':
      return withdraw(tx, kind, funds, now);
    case 'cold-return':
      return returnFromCold(tx, funds, now);
  }
}

/** Withdraws from what is the pool's own, in its wallets or at cold addresses. Everything else is owed to miners. */
async function withdraw(
  tx: Transaction,
  kind: 'withdrawal' | 'cold-withdrawal',
  funds: Funds,
  now: number,
): Promise<Movement | Extract<MoveOutcome, { kind: 'exceeds-own' | 'exceeds-cold' }>> {
  const { asset, network, amount } = funds;
  const own = await lockOwnMoney(tx, asset, now);
  const cold = own.cold.get(network) ?? 0n;
  if (kind === 'cold-withdrawal' && cold < amount)
    return { kind: 'exceeds-cold', available: formatAmount(cold) };
  const free = kind === 'withdrawal' ? own.inWallets : own.everywhere;
  if (free < amount) return { kind: 'exceeds-own', available: formatAmount(free > 0n ? free : 0n) };
  const { from, lacks } = takeFrom(own.accounts, amount);
  if (lacks > 0n) return { kind: 'exceeds-own', available: formatAmount(amount - lacks) };
  return { kind, ...funds, from };
}

/** What had been swept, and is in the wallet again. */
async function returnFromCold(
  tx: Transaction,
  funds: Funds,
  now: number,
): Promise<Movement | Extract<MoveOutcome, { kind: 'exceeds-cold' }>> {
  const cold = (await lockOwnMoney(tx, funds.asset, now)).cold.get(funds.network) ?? 0n;
  if (cold < funds.amount) return { kind: 'exceeds-cold', available: formatAmount(cold) };
  return { kind: 'cold-return', ...funds };
}

export function readFunds({ amount: text, coin: symbol, network }: TypedFunds): Funds | MoveRefusal {
  const coin = findCoin(symbol);
  const chain = coin?.chains.find((each) =>
    network === undefined ? each.isDefault : each.network === network,
  );
  if (coin === undefined || chain === undefined) return { kind: 'unknown-network', coin: symbol };
  const amount = /^\d{1,30}(\.\d{1,18})?$/.test(text) ? parseAmount(text) : 0n;
  if (amount <= 0n) return { kind: 'malformed-amount', amount: text };
  const decimals = unitsOf(coin.symbol, chain.network)?.decimals ?? 0;
  if (roundDownTo(decimals, amount) !== amount)
    return { kind: 'too-many-decimals', amount: text, coin: coin.symbol, network: chain.network, decimals };
  return { asset: coin.symbol, network: chain.network, amount };
}

type MoveRefusal = Extract<
  MoveOutcome,
  { kind: 'unknown-network' | 'malformed-amount' | 'too-many-decimals' }
>;
