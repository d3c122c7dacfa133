import { formatAmount, parseAmount } from '@openlode/money/amount';
import sql from 'sql-template-tag';
import { liftSuspension } from '../../domain/payouts/lift-suspension.ts';
import { assetSuspension, readSuspensions } from '../../domain/payouts/suspensions.ts';
import { endOrder } from '../../domain/treasury/orders/end-order.ts';
import { isUnfinishedInSql, readOrdered, selectOrders } from '../../domain/treasury/orders/order-rows.ts';
import { correctPlace } from '../../domain/treasury/places/operate-places.ts';
import { selectPlaceBalances } from '../../domain/treasury/places/place-standing.ts';
import { readPositions } from '../../domain/treasury/read-positions.ts';
import { writeOffTransit } from '../../domain/treasury/places/write-off-transit.ts';
import { endTransfer } from '../../domain/treasury/transfers/end-transfer.ts';
import { selectTransfers } from '../../domain/treasury/transfers/transfer-rows.ts';
import { type SeededRandom, seededRandom } from '../simulation/seeded-random.ts';
import { bring, sweep, trade } from './month-acts.ts';
import { type MonthPool, minuteMs } from './month-pool.ts';
import { type MonthCoin, monthCoins } from './month-wallets.ts';

/** From which kind of place something is stolen. */
export const theftKinds = [
  'wallet',
  'wallet, while the exchange is silent',
  'exchange',
  'exchange, while it is silent',
  'exchange, more than an order may have moved',
  'exchange, no more than an order may have moved',
  'on the way to the exchange',
  'on the way to the exchange, a part',
  'on the way to the wallet',
  'on the way to the wallet, a part',
] as const;
export type TheftKind = (typeof theftKinds)[number];

const minutes = 60_000;
const hours = 60 * minutes;

/** How soon each has to be named, ms: two looks; half an hour for an order that is not over; two hours for what should come to a wallet, six for what should come to the exchange; and the looks between. */
export const namedWithinMs: Readonly<Record<TheftKind, number>> = {
  wallet: 5 * minutes,
  'wallet, while the exchange is silent': 5 * minutes,
  exchange: 5 * minutes,
  // From when it answers again.
  'exchange, while it is silent': 5 * minutes,
  'exchange, more than an order may have moved': 5 * minutes,
  'exchange, no more than an order may have moved': hours,
  'on the way to the exchange': 8 * hours,
  'on the way to the exchange, a part': 8 * hours,
  'on the way to the wallet': 3 * hours,
  'on the way to the wallet, a part': 3 * hours,
};

/** All kinds, in an order that the seed gives. */
export function theftsOf(seed: number): readonly TheftKind[] {
  const random = seededRandom(seed * 7919);
  const rest = [...theftKinds];
  const drawn: TheftKind[] = [];
  while (rest.length > 0) drawn.push(...rest.splice(random.below(rest.length), 1));
  return drawn;
}

/** A theft that was made. */
export interface Theft {
  readonly kind: TheftKind;
  readonly coin: string;
  /** In units of 10^-18; 1, or 10^10 on a chain, is the least that there is. */
  readonly amount: bigint;
  /** What may be missing there at that moment without being named, because something may have moved it that is not over. */
  readonly tolerance: bigint;
  /** Where it has to be named, by any one of these. */
  readonly where: readonly string[];
  /** The sweep or the transfer out of which it was taken. */
  readonly subject?: string | undefined;
}

/** Steals, where that is possible now; undefined where nothing of the kind is under way. */
export async function steal(pool: MonthPool, kind: TheftKind): Promise<Theft | undefined> {
  const { random } = pool;
  const coin = random.pick(monthCoins);
  switch (kind) {
    case 'wallet':
    case 'wallet, while the exchange is silent': {
      pool.exchange.isSilent = kind !== 'wallet';
      await pool.minutes(2);
      const amount = sizeOf(random, pool.wallets.held(coin), leastOnChain);
      pool.wallets.move(coin, -amount);
      return { kind, coin, amount, tolerance: 0n, where: [`wallet ${coin}`] };
    }
    case 'exchange':
    case 'exchange, while it is silent': {
      const there = random.pick(['DOGE', 'LTC', 'USD']);
      pool.exchange.isSilent = kind !== 'exchange';
      await pool.minutes(2);
      const amount = sizeOf(random, pool.exchange.has(there), 1n);
      pool.exchange.move(there, -amount);
      await pool.minutes(pool.exchange.isSilent ? 20 : 0);
      pool.exchange.isSilent = false;
      return { kind, coin: there, amount, tolerance: 0n, where: [`kraken ${there}`] };
    }
    case 'exchange, more than an order may have moved':
    case 'exchange, no more than an order may have moved':
      return stealBesideOrder(pool, kind);
    case 'on the way to the exchange':
    case 'on the way to the exchange, a part':
      return stealOnTheWay(pool, kind);
    case 'on the way to the wallet':
    case 'on the way to the wallet, a part':
      return stealOnTheWayBack(pool, kind);
  }
}

/** The least amount of either chain, in units of 10^-18. */
const leastOnChain = 10n ** 10n;

/** The least that there is, or up to a hundredth of what is there. */
function sizeOf(random: SeededRandom, held: bigint, least: bigint): bigint {
  if (random.percent(34)) return least;
  return ((held * BigInt(1 + random.below(10))) / 1000n / least) * least;
}

/** The answer to an order is lost, it was not taken, and the exchange does not say what became of it: so much may be missing as it could have given. */
async function stealBesideOrder(pool: MonthPool, kind: TheftKind): Promise<Theft | undefined> {
  const { ctx, exchange } = pool;
  exchange.fate = { isTaken: false, isAnswered: false };
  exchange.hidesOrders = true;
  await pool.minutes(1);
  await trade(pool);
  const [open] = await selectOrders(ctx.db, sql`WHERE ${isUnfinishedInSql}`);
  if (open === undefined) {
    exchange.hidesOrders = false;
    exchange.fate = { isTaken: true, isAnswered: true };
    return undefined;
  }
  const coin = open.side === 'sell' ? open.base : open.quote;
  const tolerance = (await readOrdered(ctx.db, 'kraken')).get(coin)?.less ?? 0n;
  const isMore = kind === 'exchange, more than an order may have moved';
  const amount = isMore ? tolerance + 1n : tolerance;
  exchange.move(coin, -amount);
  if (!isMore) exchange.hidesOrders = false;
  const where = isMore ? [`kraken ${coin}`] : ['order at kraken', `kraken ${coin}`];
  return { kind, coin, amount, tolerance, where, subject: open.id };
}

async function stealOnTheWay(pool: MonthPool, kind: TheftKind): Promise<Theft | undefined> {
  const isAll = kind === 'on the way to the exchange';
  pool.stealsOnTheWay = isAll ? 'all' : leastOnChain;
  const [coin, amount] = ['LTC', parseAmount('3')] as const;
  const subject = await sweep(pool, coin, amount);
  pool.stealsOnTheWay = 0n;
  if (subject === undefined) return undefined;
  const where = [`${coin} to kraken`, ...(isAll ? [] : [`kraken ${coin}`])];
  return { kind, coin, amount: isAll ? amount : leastOnChain, tolerance: 0n, where, subject };
}

async function stealOnTheWayBack(pool: MonthPool, kind: TheftKind): Promise<Theft | undefined> {
  const { ctx } = pool;
  const isAll = kind === 'on the way to the wallet';
  pool.exchange.stealsNext = isAll ? 'all' : leastOnChain;
  pool.exchange.givesUp = false;
  await bring(pool);
  pool.exchange.givesUp = true;
  const [open] = await selectTransfers(ctx.db, sql`WHERE state IN ('taken', 'left')`);
  if (open === undefined) {
    pool.exchange.stealsNext = 0n;
    return undefined;
  }
  const { id, coin, amount } = open;
  // That is missing in the wallet, and the transfer waits for a person.
  const where = [`${coin} from kraken`, ...(isAll ? [] : [`wallet ${coin}`])];
  return { kind, coin, amount: isAll ? amount : leastOnChain, tolerance: 0n, where, subject: id };
}

const reason = 'a theft';

/** What an operator does once a theft is named, by the commands that are there for it. Answers what is in the way of it, in words. */
export async function mend(pool: MonthPool, theft: Theft): Promise<string | undefined> {
  const { ctx, exchange } = pool;
  exchange.hidesOrders = false;
  exchange.isSilent = false;
  await pool.minutes(3);
  switch (theft.kind) {
    case 'wallet':
    case 'wallet, while the exchange is silent': {
      const fault = await pool.move('correction', theft.coin as MonthCoin, theft.amount, true);
      return fault ?? lift(pool);
    }
    case 'exchange':
    case 'exchange, while it is silent':
      return correct(pool);
    case 'exchange, more than an order may have moved':
    case 'exchange, no more than an order may have moved': {
      await lookHourly(pool, 25);
      // What comes in meanwhile makes up for what was stolen, so that the order was never taken by what two looks say: nothing is left to end.
      const [open] = await selectOrders(ctx.db, sql`WHERE ${isUnfinishedInSql}`);
      if (open === undefined) return correct(pool);
      const ended = await endOrder({ ...ctx, actor: 'ann' }, exchange.trader(), {
        id: theft.subject ?? '',
        reason,
      });
      return ended.kind === 'ended' ? correct(pool) : JSON.stringify(ended);
    }
    case 'on the way to the exchange':
    case 'on the way to the exchange, a part': {
      await lookHourly(pool, 7);
      const written = await writeOffTransit(pool.context(), { sweep: theft.subject ?? '', reason });
      return written.kind === 'booked' ? correct(pool) : JSON.stringify(written);
    }
    case 'on the way to the wallet':
    case 'on the way to the wallet, a part': {
      await lookHourly(pool, 25);
      const request = { id: theft.subject ?? '', reason };
      const ended = await endTransfer(pool.context(), exchange.withdrawer().exchange, request);
      if (ended.kind !== 'ended') return JSON.stringify(ended);
      // What has come after all is the operator's own.
      if (theft.kind === 'on the way to the wallet, a part') {
        const came = pool.wallets.lastArrived(theft.coin as MonthCoin);
        const fault = await pool.move('deposit', theft.coin as MonthCoin, came);
        if (fault !== undefined) return fault;
      }
      return correct(pool);
    }
  }
}

/** Looks now and then while an operator waits. */
async function lookHourly(pool: MonthPool, count: number): Promise<void> {
  for (let hour = 0; hour < count; hour += 1) {
    pool.ctx.advance(59 * minuteMs);
    await pool.minutes(1);
  }
  await pool.minutes(12);
}

/** What differs at the exchange is booked as lost, or as gained where a transfer that was written off has come there in part. */
async function correct(pool: MonthPool): Promise<string | undefined> {
  await pool.minutes(3);
  const differing = await selectPlaceBalances(pool.ctx.db, sql`WHERE state = 'difference'`);
  for (const { place, coin, difference } of differing) {
    const request = { place, coin, amount: formatAmount(difference), atMost: '1000000000', reason };
    let outcome = await correctPlace(pool.context(), request);
    // What is on its way there has to be over first.
    for (let hour = 0; hour < 12 && outcome.kind === 'refused'; hour += 1) {
      await lookHourly(pool, 1);
      outcome = await correctPlace(pool.context(), request);
    }
    if (outcome.kind !== 'booked') return JSON.stringify(outcome);
  }
  return lift(pool);
}

/** What was suspended goes on, after the wallets were compared. What is missing then is accepted: a loss may be more than the pool's own. */
async function lift(pool: MonthPool): Promise<string | undefined> {
  await pool.minutes(2);
  await pool.compare();
  const { known } = await readPositions(pool.ctx.db, pool.wallets.wallet);
  for (const { network } of await readSuspensions(pool.ctx.db)) {
    const position = known.find(({ asset }) => assetSuspension(asset) === network);
    const missing = position === undefined ? 0n : position.owed - position.held;
    const accepted = { acceptedShort: missing > 0n ? missing : 0n };
    const outcome = await liftSuspension({ ...pool.ctx, actor: 'ann' }, network, reason, accepted);
    if (outcome !== 'lifted') return `${network}: ${outcome}`;
  }
  await pool.minutes(2);
  return undefined;
}
