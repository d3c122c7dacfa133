import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { askMarketBy } from '../adapters/rates/ask-market.ts';
import { type FollowedSource, followSource } from '../adapters/rates/follow-source.ts';
import { marketRates } from '../adapters/rates/market-rates.ts';
import { offeredSources } from '../adapters/rates/offered-sources.ts';
import { type AnswerStore, shareAnswers } from '../adapters/rates/share-answers.ts';
import type { SourceShape } from '../adapters/rates/source-shape.ts';
import type { Clock } from '../domain/kernel/clock.ts';
import type { Rates } from '../domain/kernel/rates.ts';
import type { RateEntry } from '../settings/rate-settings.ts';

export interface MarketRatesOptions {
  readonly clock: Clock;
  /** Why a source says nothing; undefined once it does again. */
  readonly onProblem: (source: string, problem: string | undefined) => void;
  /** Why a source does not say what its prices rest on; undefined once it does again. */
  readonly onBackingProblem: (source: string, problem: string | undefined) => void;
  readonly onOpen: (part: string, close: () => Promise<void>) => void;
  /** What processes of one pool share of the answers; left out where this one is all there is. */
  readonly answers?: AnswerStore | undefined;
}

/** A source answers within seconds or is of no use; its longest answer, of all coins that it knows, has a few megabytes. */
const callMs = 20_000;
const bytesMax = 16_000_000;

/** Follows the sources that the settings name until the pool closes. Until they have answered, no coin has a price. */
export function openMarketRates(
  entries: readonly RateEntry[],
  { clock, onProblem, onBackingProblem, onOpen, answers }: MarketRatesOptions,
): Rates {
  const closing = new AbortController();
  const pause = (ms: number): Promise<void> =>
    setTimeout(ms, undefined, { signal: closing.signal, ref: false }).catch(() => undefined);
  const sources = entries.flatMap((entry) => {
    const shape = offeredSources.find(({ name }) => name === entry.source);
    if (shape === undefined) return [];
    const ask = askMarketBy({
      url: (entry.url?.href ?? shape.url).replace(/\/$/, ''),
      headers: () => keyHeaders(shape, entry),
      callMs,
      bytesMax,
      closed: closing.signal,
    });
    const shared =
      answers === undefined ? { shape, ask } : shareAnswers(shape, { ask, store: answers, clock, pause });
    return followSource(shared.shape, {
      ask: shared.ask,
      clock,
      elapsed: () => performance.now(),
      onProblem: (problem) => onProblem(shape.name, problem),
      onBackingProblem: (problem) => onBackingProblem(shape.name, problem),
    });
  });
  const followed = sources.map((source) => follow(source, closing.signal));
  onOpen('rates', async () => {
    closing.abort();
    await Promise.all(followed);
  });
  return marketRates(sources, clock);
}

async function follow(source: FollowedSource, closed: AbortSignal): Promise<void> {
  while (!closed.aborted) {
    const restMs = await source.turn();
    await setTimeout(restMs, undefined, { signal: closed, ref: false }).catch(() => undefined);
  }
}

/** What a header can carry. A key that it cannot would stand in the error, and so in the log. */
const printable = /^[\x21-\x7e]+$/;

/** Read for each call, so that a key can be changed while the pool runs. Throws where the file has no key that can be sent. */
function keyHeaders({ keyHeader }: SourceShape, { keyFile }: RateEntry): Readonly<Record<string, string>> {
  if (keyHeader === undefined || keyFile === undefined) return {};
  const key = readFileSync(keyFile, 'utf8').trim();
  if (!printable.test(key)) throw new Error('the file of its key does not hold one line without blanks');
  return { [keyHeader]: key };
}
