import { type CapMeter, type CapReason, uncapped } from './conversion-caps.ts';
import { type ExposureMeter, letThrough } from './exposure.ts';
import { convert, formatRate, type Rate, rateBetween } from '@openlode/money/convert';
import { spreadBetween } from './conversion-spread.ts';
import { ppmScale } from './fee-split.ts';

/** Prices and caps at the moment of a conversion. */
export interface ConversionTerms {
  /** Dollars for one whole coin that the pool takes, as decimal text; undefined where there is no price that money may move at. */
  readonly priceOf: (asset: string) => string | undefined;
  /** Dollars for one whole coin that the pool gives: never less than `priceOf`. */
  readonly askOf: (asset: string) => string | undefined;
  readonly caps: CapMeter;
  /** Left out where what conversions leave open is not limited. */
  readonly exposure?: ExposureMeter | undefined;
  /** What a conversion keeps back for a coin that it sells or buys, in millionths; left out where it keeps nothing. */
  readonly spreadOf?: (coin: string) => number;
  /** Whether a part of a reward in the coin waits until that is sold; left out where none does. */
  readonly isSoldFirst?: (coin: string) => boolean;
  /** Hears of each conversion that a credit books: so much of the asset was taken, and so much of the coin given. */
  readonly booked?: (asset: string, taken: bigint, coin: string, given: bigint) => void;
}

/**
 * `over-exposure`: it would leave more open than limits, and waits until trades have closed some of that. `to-be-sold`: its coins are sold first, and it is
 * credited at what that brings.
 */
export type WaitReason = 'no-price' | CapReason | 'over-exposure' | 'to-be-sold';

export type ConversionOutcome =
  | { readonly kind: 'converted'; readonly rate: string; readonly amount: bigint }
  | { readonly kind: 'waits'; readonly why: WaitReason };

/** For what the operator has approved: no limit holds it, and what it leaves open is less room for the others. */
export function approvedTerms<Terms extends ConversionTerms>(terms: Terms): Terms {
  const { exposure } = terms;
  return { ...terms, caps: uncapped, exposure: exposure && letThrough(exposure) };
}

/** Converts an amount through the pool's conversion account, less the spread of both coins, rounded down, or says why it has to wait. Never at a guessed price. */
export function convertAmount(
  amount: bigint,
  asset: string,
  coin: string,
  conversion: ConversionTerms,
): ConversionOutcome {
  if (asset === coin) return { kind: 'converted', rate: '1', amount };
  if (amount === 0n) return { kind: 'converted', rate: '0', amount };
  const sold = conversion.priceOf(asset);
  const bought = conversion.askOf(coin);
  if (sold === undefined || bought === undefined) return { kind: 'waits', why: 'no-price' };
  const { inUsd, rate, text } = quote(sold, bought, spreadBetween(asset, coin, conversion.spreadOf));
  const given = convert(amount, rate);
  if (conversion.exposure?.isTooMuch(asset, amount, coin, given) === true)
    return { kind: 'waits', why: 'over-exposure' };
  const cap = conversion.caps.take(convert(amount, inUsd));
  if (cap !== 'taken') return { kind: 'waits', why: cap };
  conversion.exposure?.add(asset, amount, coin, given);
  return { kind: 'converted', rate: text, amount: given };
}

interface Quote {
  /** What one sold unit is worth in dollars. */
  readonly inUsd: Rate;
  readonly rate: Rate;
  readonly text: string;
}

/** The last quotes: a round converts hundreds of thousands of parts at a few rates. */
const quotes = new Map<string, Quote>();
const quotesMax = 1000;

function quote(sold: string, bought: string, spreadPpm: number): Quote {
  const key = `${sold} ${bought} ${spreadPpm}`;
  const known = quotes.get(key);
  if (known !== undefined) return known;
  const rate = less(rateBetween(sold, bought), spreadPpm);
  const made = { inUsd: rateBetween(sold, '1'), rate, text: formatRate(rate) };
  if (quotes.size >= quotesMax) quotes.clear();
  quotes.set(key, made);
  return made;
}

/** A rate less a part of it, in millionths. */
export function less(rate: Rate, ppm: number): Rate {
  if (ppm === 0) return rate;
  return {
    numerator: rate.numerator * (ppmScale - BigInt(ppm)),
    denominator: rate.denominator * ppmScale,
  };
}
