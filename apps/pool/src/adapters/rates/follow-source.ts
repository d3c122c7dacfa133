import type { Quote } from '@openlode/ledger/agreed-price';
import type { Backing } from '@openlode/ledger/backing';
import type { Clock } from '../../domain/kernel/clock.ts';
import { askedCoins, whyNotAsked } from './coin-ids.ts';
import { type AskMarket, boundedRest } from './ask-market.ts';
import type { BackingShape, SourceAnswer, SourceShape } from './source-shape.ts';
import { createQuoteBackings, type QuoteBackings } from './quote-backings.ts';

/** What a source says of a coin: a quote in dollars or in USDT, or why it has none. */
export type MarketQuote =
  | { readonly kind: 'quote'; readonly quote: Omit<Quote, 'rateSource'>; readonly unit: 'USD' | 'USDT' }
  | { readonly kind: 'silent'; readonly why: string };

/** A place on the network that prices coins. It is asked at intervals, and answers what it has said last. */
export interface FollowedSource {
  readonly name: string;
  quoteOf(asset: string): MarketQuote;
  /** Makes the call that is due, if one is, and answers how long to rest before the next turn, ms. It never rejects. */
  turn(): Promise<number>;
}

export interface FollowOptions {
  readonly ask: AskMarket;
  readonly clock: Clock;
  /** A clock that only goes forward, ms. */
  readonly elapsed: () => number;
  /** Why it says nothing; undefined once it does again. */
  readonly onProblem: (problem: string | undefined) => void;
  /** Why it does not say what its prices rest on; undefined once it does again. */
  readonly onBackingProblem: (problem: string | undefined) => void;
}

/** A market in which nothing has changed for this long is not traded, or not answered for, ms. */
const unchangedMaxMs = 600_000;
/** A source that fails is asked less and less often, but again after this long at last, ms. */
const failedMaxMs = 900_000;

/** No call for prices is made sooner than this after another, ms. */
const restMinMs = 1000;

/** The last answer on a coin. */
interface LatestAnswer {
  readonly answer: SourceAnswer;
  /** When it was received, ms. */
  readonly at: number;
  /** When what it says changed last, ms. */
  readonly changedAt: number;
}

interface Failure {
  readonly why: string;
  /** How long the source wants to be left alone, ms. */
  readonly restMs?: number;
}

type DueBacking = NonNullable<ReturnType<QuoteBackings['next']>>;
type KnownBacking = NonNullable<Parameters<QuoteBackings['take']>[1]>;

function readBacking({ read }: BackingShape, body: unknown, ageMs: number): KnownBacking {
  return { backing: read(body), ageMs };
}

/** Follows one source: its prices at its pace, and between them what each of its prices rests on. */
export function followSource(shape: SourceShape, options: FollowOptions): FollowedSource {
  const { ask, clock, elapsed, onProblem, onBackingProblem } = options;
  const { everyMs } = shape;
  const coins = askedCoins(shape.ids);
  const backings = createQuoteBackings(shape, coins, elapsed);
  const answers = new Map<string, LatestAnswer>();
  let pricesDue = elapsed();
  /** Until then the source is left alone. */
  let restUntil = pricesDue;
  let failures = 0;
  let isBackingSilent = false;
  let problem: string | undefined = 'it has not answered yet';

  const ageOf = (at = clock.now()): number => Math.max(0, clock.now() - at);
  async function askPrices(): Promise<void> {
    let ageMs = 0;
    const failure = await call(ask(shape.pricesPath), (body, at) => {
      takeAnswers(shape.readPrices(body), clock.now() - (ageMs = ageOf(at)));
    });
    if (failure === undefined) {
      if (failures > 0) onProblem(undefined);
      [failures, problem] = [0, undefined];
      pricesDue = elapsed() + Math.max(restMinMs, everyMs - ageMs);
      return;
    }
    if (failures === 0) onProblem(failure.why);
    const slower = Math.min(shape.everyMs * 2 ** failures, Math.max(failedMaxMs, shape.everyMs));
    [failures, problem] = [failures + 1, failure.why];
    pricesDue = elapsed() + Math.max(slower, failure.restMs ?? 0);
    restUntil = pricesDue;
  }

  function takeAnswers(received: ReadonlyMap<string, SourceAnswer>, at: number): void {
    if (![...received.values()].some(({ kind }) => kind === 'price'))
      throw new TypeError('it has no price of any coin that it is asked about');
    for (const { asset } of coins) {
      const answer: SourceAnswer = received.get(asset) ?? { kind: 'silent', why: 'it does not name it' };
      const before = answers.get(asset);
      const isSame = before !== undefined && stateOf(before.answer) === stateOf(answer);
      answers.set(asset, { answer, at, changedAt: isSame ? before.changedAt : at });
    }
  }

  async function askBacking({ asset, path, acceptMs }: DueBacking, shape: BackingShape): Promise<void> {
    let answer: KnownBacking | undefined;
    const failure = await call(
      ask(path, acceptMs),
      (body, at) => (answer = readBacking(shape, body, ageOf(at))),
    );
    if (failure?.restMs === undefined) backings.take(asset, answer, volumeOf(answers.get(asset)));
    else {
      backings.spend();
      restUntil = elapsed() + Math.max(failure.restMs, everyMs);
    }
    if ((failure !== undefined) === isBackingSilent) return;
    isBackingSilent = failure !== undefined;
    onBackingProblem(failure === undefined ? undefined : `${asset}: ${failure.why}`);
  }

  return {
    name: shape.name,
    quoteOf: (asset) => {
      const why = whyNotAsked(shape.ids, asset);
      if (why !== undefined) return { kind: 'silent', why };
      const latest = answers.get(asset);
      if (latest === undefined) return { kind: 'silent', why: problem ?? 'it does not name it' };
      return quoteOf(asset, latest, backings.of(asset, volumeOf(latest)), clock.now(), shape);
    },
    turn: async () => {
      const backing = backings.next();
      if (elapsed() >= restUntil) {
        if (elapsed() >= pricesDue) await askPrices();
        else if (backing !== undefined && elapsed() >= backing.dueAt && 'read' in shape.backing)
          await askBacking(backing, shape.backing);
      }
      const due = Math.min(pricesDue, backings.next()?.dueAt ?? pricesDue);
      return Math.max(0, Math.max(due, restUntil) - elapsed());
    },
  };
}

/** Makes a call and has its answer taken; why that came to nothing, where it did. */
async function call(
  asked: ReturnType<AskMarket>,
  take: (body: unknown, at: number | undefined) => void,
): Promise<Failure | undefined> {
  const answer = await asked;
  if (answer.kind === 'limited')
    return { why: 'it wants fewer calls (HTTP 429)', restMs: boundedRest(answer.restMs) };
  if (answer.kind === 'unanswered') return { why: answer.why };
  try {
    take(answer.body, answer.at);
    return undefined;
  } catch (error) {
    return { why: (error as Error).message };
  }
}

/** What of an answer changes while a market is traded. */
function stateOf(answer: SourceAnswer): string | undefined {
  return answer.kind === 'price' ? answer.state : answer.why;
}

function volumeOf(latest: LatestAnswer | undefined): number {
  return latest?.answer.kind === 'price' ? latest.answer.dayVolumeUsd : 0;
}

function quoteOf(
  asset: string,
  { answer, at, changedAt }: LatestAnswer,
  backing: Backing,
  now: number,
  { everyMs, backing: own }: SourceShape,
): MarketQuote {
  if (answer.kind === 'silent') return answer;
  if (answer.state !== undefined && now - changedAt >= unchangedMaxMs)
    return { kind: 'silent', why: 'nothing has changed there for ten minutes' };
  const { bid: bidUsd, ask: askUsd, mid: usd } = answer.price;
  const observedAt = answer.at ?? at;
  const isSecondHand = !('venue' in own);
  return {
    kind: 'quote',
    quote: {
      usd,
      bidUsd,
      askUsd,
      pair: `${asset}/${answer.unit}`,
      observedAt,
      everyMs,
      isSecondHand,
      backing,
    },
    unit: answer.unit,
  };
}
