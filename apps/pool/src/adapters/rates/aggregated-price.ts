import { isThinDay } from '@openlode/ledger/market-price';
import { instantOf, positiveText } from '../../runtime/read-json.ts';
import type { SourceAnswer } from './source-shape.ts';

/** What an aggregator says of a coin: one price, with its own time. It must say one of the symbols that its id is known by. */
export function aggregatedPrice(
  entry: Readonly<Record<'symbol' | 'price' | 'volume' | 'updated', unknown>>,
  symbols: readonly string[],
): SourceAnswer {
  const { symbol } = entry;
  if (typeof symbol !== 'string' || !symbols.includes(symbol.toUpperCase()))
    return { kind: 'silent', why: `its id names ${JSON.stringify(symbol)?.slice(0, 20)}, not ${symbols[0]}` };
  const usd = positiveText(entry.price);
  const at = instantOf(entry.updated);
  if (usd === undefined || at === undefined) return { kind: 'silent', why: 'it has no price of it' };
  const volume = positiveText(entry.volume) ?? '0';
  if (isThinDay(volume)) return { kind: 'silent', why: 'too little was traded in the last day' };
  const price = { bid: usd, ask: usd, mid: usd };
  return { kind: 'price', price, unit: 'USD', at, state: undefined, dayVolumeUsd: Number(volume) };
}
