import { judgeRequest, type RequestLook } from '@openlode/ledger/judge-request';
import type {
  Exchange,
  ExchangeTransfer,
  ExchangeWithdrawal,
  LimitOrder,
  RequestOutcome,
} from '../../../domain/kernel/exchange.ts';
import { findWithdrawal } from '../../../domain/treasury/transfers/find-withdrawal.ts';
import type { VenueServer } from './venue-server.ts';

/** The world around a venue whose clock the suite holds. */
export interface AskedVenue {
  readonly exchange: Exchange;
  readonly server: VenueServer;
  readonly now: () => number;
  readonly advance: (ms: number) => void;
  /** Whether what the venue takes late is taken now. */
  readonly isLateNow: () => boolean;
  /** The venue's ids of withdrawals that are accounted for: a list that was behind may show one of them later. */
  readonly explained: Set<string>;
}

/** Looks at the venue are apart by one of these, ms of its clock. */
const lookEveryMs = { soon: 20_000, late: 301_000 };
const attemptsMax = 20;

/** Has an order taken once, whatever is lost: it is asked for again only when it was never taken. Answers how often it was sent. */
export async function orderOnce(
  venue: AskedVenue,
  intent: string,
  terms: Omit<LimitOrder, 'id' | 'madeAt'>,
): Promise<number> {
  const spent = terms.side === 'sell' ? terms.base : terms.quote;
  return askOnce(venue, async (attempt) => {
    const hasFallen = await watchBalance(venue, spent);
    const order = { ...terms, id: `${intent}-${attempt}`, madeAt: venue.now() };
    return {
      madeAt: order.madeAt,
      outcome: await venue.exchange.place(order),
      look: async () => {
        const found = await venue.exchange.lookUpOrder(order);
        return found.kind === 'unanswered'
          ? undefined
          : { seen: found.kind, hasFallen: await hasFallen(), at: venue.now() };
      },
    };
  });
}

/** The same for a withdrawal. What was there before it is asked for once: before a later attempt, an earlier one may be there that shows late. */
export async function withdrawOnce(
  venue: AskedVenue,
  intent: string,
  terms: Omit<ExchangeWithdrawal, 'id' | 'madeAt'>,
): Promise<number> {
  const { exchange, explained } = venue;
  const since = venue.now();
  const list = () => exchange.transfers('withdrawal', terms.coin, since);
  const before = (await untilAnswered(list)).map(({ exchangeId }) => exchangeId);
  const find = (withdrawal: ExchangeWithdrawal, transfers: readonly ExchangeTransfer[]) =>
    findWithdrawal(withdrawal, transfers, new Set([...before, ...explained]));
  return askOnce(venue, async (attempt) => {
    const hasFallen = await watchBalance(venue, terms.coin);
    const withdrawal = { ...terms, id: `${intent}-${attempt}`, madeAt: venue.now() };
    if (attempt > 1 && find(withdrawal, await untilAnswered(list)).kind !== 'absent')
      throw new Error('it was asked of a person');
    const outcome = await exchange.withdraw(withdrawal);
    if (outcome.kind === 'accepted') explained.add(outcome.exchangeId);
    return {
      madeAt: withdrawal.madeAt,
      outcome,
      look: async () => {
        const transfers = await list().catch(() => undefined);
        if (transfers === undefined) return undefined;
        const found = find(withdrawal, transfers);
        if (found.kind === 'found') explained.add(found.transfer.exchangeId);
        return { seen: found.kind, hasFallen: await hasFallen(), at: venue.now() };
      },
    };
  });
}

/** Whether less of a coin is available than now. */
async function watchBalance({ exchange }: AskedVenue, coin: string): Promise<() => Promise<boolean>> {
  const available = async () => (await untilAnswered(() => exchange.balances())).get(coin)?.available ?? 0n;
  const before = await available();
  return async () => (await available()) < before;
}

interface Attempt {
  readonly madeAt: number;
  readonly outcome: RequestOutcome;
  /** Undefined where the venue did not answer. */
  look(): Promise<RequestLook | undefined>;
}

async function askOnce(venue: AskedVenue, make: (attempt: number) => Promise<Attempt>): Promise<number> {
  let sent = 0;
  for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
    const made = await make(attempt);
    const { madeAt, outcome } = made;
    if (outcome.kind === 'not-sent') continue;
    sent += 1;
    if (outcome.kind === 'accepted') return sent;
    const looks: RequestLook[] = [];
    for (let judgement = 'look-again'; judgement !== 'never-taken'; ) {
      if (venue.isLateNow()) venue.server.takeLate();
      const look = await made.look();
      if (look !== undefined) looks.push(look);
      judgement = judgeRequest({ madeAt, validMs: venue.exchange.validMs, now: venue.now() }, looks);
      if (judgement === 'taken') return sent;
      if (judgement === 'review') throw new Error('it was asked of a person');
      venue.advance(venue.isLateNow() ? lookEveryMs.soon : lookEveryMs.late);
    }
    // What was given up arrives now, if ever.
    if (venue.isLateNow()) venue.server.takeLate();
  }
  throw new Error(`it was not taken in ${attemptsMax} attempts`);
}

/** Asks until there is an answer. */
export async function untilAnswered<T>(ask: () => Promise<T>): Promise<T> {
  for (;;) {
    const answer = await ask().catch(() => undefined);
    if (answer !== undefined) return answer;
  }
}
