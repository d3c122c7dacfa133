import type { CoinGroup, CoinItem } from '@openlode/contracts/http/coins';
import { canBeChosen } from '../../shared/api/can-be-chosen.ts';

/** Coins that newcomers look for, by market value; the list shows them before the categories. */
const popularSymbols: readonly string[] = ['BTC', 'ETH', 'USDT', 'XRP', 'BNB', 'SOL', 'DOGE', 'LTC'];

/** What miners call a coin besides its name and symbol. */
const otherNames: Readonly<Record<string, readonly string[]>> = {
  XRP: ['ripple'],
  BNB: ['binance', 'bsc'],
  TON: ['telegram', 'gram'],
  HBAR: ['hashgraph'],
  XLM: ['lumens'],
  XNO: ['raiblocks'],
  POL: ['matic'],
};

/** The coins whose name, symbol or other name holds the text, in either case: the nearest first, then the shortest name. */
export function matchCoins(groups: readonly CoinGroup[], text: string): readonly CoinItem[] {
  const wanted = text.toLowerCase();
  return groups
    .flatMap((group) => group.list)
    .map((coin) => ({ coin, distance: distanceOf(coin, wanted) }))
    .filter(({ distance }) => distance < noMatch)
    .toSorted((a, b) => a.distance - b.distance || a.coin.name.length - b.coin.name.length)
    .map(({ coin }) => coin);
}

/** The coins of these symbols, in their order; symbols that are no longer listed are left out. */
export function pickCoins(groups: readonly CoinGroup[], symbols: readonly string[]): readonly CoinItem[] {
  const all = new Map(groups.flatMap((group) => group.list).map((coin) => [coin.symbol, coin]));
  return symbols.flatMap((symbol) => all.get(symbol) ?? []);
}

/** The coins to recommend to newcomers, in their order. */
export function popularCoins(groups: readonly CoinGroup[]): readonly CoinItem[] {
  return pickCoins(groups, popularSymbols).filter(canBeChosen);
}

/** The new coins, in the order of the list. */
export function newCoins(groups: readonly CoinGroup[]): readonly CoinItem[] {
  return groups.flatMap(({ list }) => list).filter((coin) => coin.top === 1 && canBeChosen(coin));
}

const noMatch = 4;

function distanceOf(coin: CoinItem, wanted: string): number {
  const symbol = coin.symbol.toLowerCase();
  const name = coin.name.toLowerCase();
  if (symbol === wanted || name === wanted) return 0;
  if (symbol.startsWith(wanted)) return 1;
  if (name.startsWith(wanted)) return 2;
  if (otherNames[coin.symbol]?.some((other) => other.startsWith(wanted))) return 2;
  return symbol.includes(wanted) || name.includes(wanted) ? 3 : noMatch;
}
