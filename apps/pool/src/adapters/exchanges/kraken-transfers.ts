import type { ExchangeTransfer } from '../../domain/kernel/exchange.ts';
import type { KrakenClient } from './kraken-client.ts';
import { type KrakenNames, krakenNames } from './kraken-names.ts';
import { readTransfers } from './kraken-read.ts';
import { readInSpans, type Span, spanSince } from './read-in-spans.ts';

/** Kraken answers the newest of a span, and no more than that. */
const histories = {
  withdrawal: { method: 'WithdrawStatus', max: 500 },
  deposit: { method: 'DepositStatus', max: 25 },
} as const;

/** Kraken calls both lists recent and does not say how far back they go: what is longer ago could be missing without a word. */
const keptDays = 89;

/** What came in or went out of a coin since a time, the oldest first. Rejects where a part of it may be missing. */
export async function krakenTransfers(
  kraken: KrakenClient,
  kind: ExchangeTransfer['kind'],
  coin: string,
  since: number,
  now: number,
  names: KrakenNames = krakenNames,
): Promise<readonly ExchangeTransfer[]> {
  if (now - since > keptDays * 86_400_000)
    throw new RangeError(`Kraken shows no transfers since more than ${keptDays} days`);
  const { method, max } = histories[kind];
  const ask = async ({ start, end }: Span) => {
    const fields = { asset: names.assetOf(coin), start: String(start), end: String(end), limit: String(max) };
    return readTransfers(await kraken.askPrivate(method, fields), kind, coin, names);
  };
  return (await readInSpans({ ask, max }, spanSince(since, now))).toSorted((a, b) => a.at - b.at);
}
