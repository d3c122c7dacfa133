import { parseAmount } from '@openlode/money/amount';
import type { Exchange } from '../../../domain/kernel/exchange.ts';
import { type AskedVenue, orderOnce, untilAnswered, withdrawOnce } from './ask-once.ts';
import { DealtFaults } from './dealt-faults.ts';
import { sampleVenue } from './sample-venue.ts';
import type { StandInVenue } from './stand-in-venue.ts';
import { serveVenue, type VenueFace } from './venue-server.ts';

export type LostRequest = 'order' | 'withdrawal';

export interface LostAnswers {
  readonly faults: number;
  /** How often each answer was lost, by what was asked for, whether it was taken, and how: `order now timeout`. */
  readonly byFault: Readonly<Record<string, number>>;
  /** What was taken more than once, or never, of all that was meant once. */
  readonly doubleOrders: number;
  readonly doubleWithdrawals: number;
  readonly missing: number;
  /** Orders and withdrawals that were meant, each once. */
  readonly meant: number;
  readonly sent: number;
  readonly takenOrders: number;
  readonly takenWithdrawals: number;
}

export interface LostAnswersOptions {
  readonly quote: 'USD' | 'USDT';
  readonly face: (venue: StandInVenue, now: () => number) => VenueFace;
  readonly open: (url: string, now: () => number) => Promise<Exchange>;
  readonly withdrawal: { readonly coin: string; readonly network: string; readonly address: string };
  readonly random: {
    percent(chance: number): boolean;
    pick<T>(from: readonly T[]): T;
  };
  readonly rounds: number;
  /** How far our clock is ahead of the venue's, ms. */
  readonly aheadMs: number;
  /** A planted mistake (`blindExchange`), of what the pool stores before it asks. */
  readonly isBlind?: boolean;
}

/**
 * Means an order and a withdrawal in each round, and loses the answer to the first attempt in every way in turn, to later ones by chance. What
 * is taken late is taken before the first look, between looks, or when its time is over.
 */
export async function loseAnswers(options: LostAnswersOptions): Promise<LostAnswers> {
  const { quote, face, open, withdrawal, random, rounds, aheadMs } = options;
  let time = Date.UTC(2026, 0, 15, 12);
  const now = (): number => time + aheadMs;
  const itsNow = (): number => time;
  const venue = sampleVenue(itsNow, quote);
  const server = await serveVenue(face(venue, itsNow));
  const exchange = await untilAnswered(() => open(server.url, now));
  const asked: AskedVenue = {
    exchange,
    server,
    now,
    advance: (ms) => (time += ms),
    isLateNow: () => random.percent(50),
    explained: new Set(),
  };
  const dealt = new DealtFaults(random);
  let asks: LostRequest = 'order';
  const wrong = { order: 0, withdrawal: 0, missing: 0 };
  /** Runs what is meant once, and counts what the venue took of it. */
  const meanOnce = async (request: LostRequest, run: () => Promise<number>): Promise<void> => {
    const taken = (): number => (request === 'order' ? venue.orders : venue.transfers).length;
    const before = taken();
    dealt.begin();
    asks = request;
    sent += await run();
    const more = taken() - before;
    if (more > 1) wrong[request] += 1;
    if (more < 1) wrong.missing += 1;
  };
  server.faultOf = () => dealt.next(asks);
  let sent = 0;
  /** So that what is still on its way is refused by its time, or taken and seen. */
  const passHour = (): void => {
    time += 3_600_000;
    server.takeLate();
  };
  try {
    for (let round = 0; round < rounds; round += 1) {
      await meanOnce('order', async () => {
        const amount = parseAmount('0.1');
        const order = { base: 'LTC', quote, side: 'sell' as const, amount, price: parseAmount('99.9') };
        const times = await orderOnce(asked, `o${round}`, order);
        passHour();
        return times;
      });
      dealt.repeat();
      await meanOnce('withdrawal', async () => {
        const amounts = { amount: parseAmount('0.5'), feeMax: parseAmount('5') };
        const times = await withdrawOnce(asked, `w${round}`, { ...withdrawal, memo: '', ...amounts });
        passHour();
        return times;
      });
    }
  } finally {
    await server.close();
  }
  const takenWithdrawals = venue.transfers.length;
  return {
    faults: dealt.faults,
    byFault: dealt.byFault,
    doubleOrders: wrong.order,
    doubleWithdrawals: wrong.withdrawal,
    missing: wrong.missing,
    meant: rounds * 2,
    sent,
    takenOrders: venue.orders.length,
    takenWithdrawals,
  };
}
