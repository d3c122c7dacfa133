import type { ExchangeTransfer } from '../../domain/kernel/exchange.ts';
import type { KrakenClient } from './kraken-client.ts';
import { krakenAsset } from './kraken-names.ts';
import { readTransfers } from './kraken-read.ts';
import { readInSpans, type Span } from './read-in-spans.ts';

/** Kraken answers the newest of a span, and no more than that. */
const histories = {
  withdrawal: { method: 'WithdrawStatus', max: 500 },
  deposit: { method: 'DepositStatus', max: 25 },
} as const;

/** What came in or went out of a coin in a span, the oldest first. Rejects where a part of it may be missing. */
export async function krakenTransfers(
  kraken: KrakenClient,
  kind: ExchangeTransfer['kind'],
  coin: string,
  whole: Span,
): Promise<readonly ExchangeTransfer[]> {
  const { method, max } = histories[kind];
  const ask = async ({ start, end }: Span) => {
    const fields = { asset: krakenAsset(coin), start: String(start), end: String(end) };
    return readTransfers(await kraken.askPrivate(method, fields), kind, coin);
  };
  return (await readInSpans({ ask, max }, whole)).toSorted((a, b) => a.at - b.at);
}
