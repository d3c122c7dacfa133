import { formatRate } from '@openlode/money/convert';
import { convertAmount, type ConversionOutcome, type ConversionTerms } from './conversion.ts';
import { dollar } from './trade-question.ts';

/** What waits to be sold, in units of 10^-18 of one coin. */
export interface UnsoldLine {
  readonly amount: bigint;
  /** How much of it was sold. */
  readonly sold: bigint;
}

/** A sale of the coin: what it gave with what the exchange took of that, and what it brought less what the exchange took of that. */
export interface Sale {
  readonly given: bigint;
  readonly brought: bigint;
}

export interface SalePart<Line extends UnsoldLine> extends Sale {
  readonly line: Line;
}

/** A rest of a line that is no more than this part of it is not waited for: an exchange takes no less than its step. */
const restPart = 1000n;

/** Whether a line counts as sold. */
export function isSold({ amount, sold }: UnsoldLine): boolean {
  return sold > 0n && (amount - sold) * restPart <= amount;
}

/**
 * Shares a sale out among the lines that wait, in their order: each is given what it still lacks, before the next is given anything. What each part brought is in
 * proportion to what it gave, and rounded so that the parts of a sale which is shared out whole make all that it brought, to the unit. What is left of the sale is
 * no line's: conversions had it to sell.
 */
export function allotSale<Line extends UnsoldLine>(
  { given, brought }: Sale,
  lines: readonly Line[],
): readonly SalePart<Line>[] {
  const parts: SalePart<Line>[] = [];
  let done = 0n;
  for (const line of lines) {
    const lacks = line.amount - line.sold;
    const left = given - done;
    const part = lacks < left ? lacks : left;
    if (part <= 0n) continue;
    const upTo = (brought * (done + part)) / given;
    parts.push({ line, given: part, brought: upTo - (brought * done) / given });
    done += part;
  }
  return parts;
}

/** What a share of a line has brought, at the average of all that was sold of it, rounded down: the fractions stay with conversions. */
export function broughtBy(share: bigint, { given, brought }: Sale): bigint {
  return (brought * share) / given;
}

/** What was sold of a line, and what that brought by coin. */
export interface Realised {
  readonly given: bigint;
  readonly brought: readonly { readonly coin: string; readonly amount: bigint }[];
}

/**
 * What a share of a sold line is credited: its part of what the sales brought, at their average, each coin of it converted to the payout coin as any other is. All of
 * it, or it waits.
 */
export function convertRealised(
  share: bigint,
  { given, brought }: Realised,
  coin: string,
  conversion: ConversionTerms,
): ConversionOutcome {
  const terms: ConversionTerms = {
    ...conversion,
    priceOf: (asset) => (asset === dollar ? '1' : conversion.priceOf(asset)),
    askOf: (asset) => (asset === dollar ? '1' : conversion.askOf(asset)),
    // What was sold is not open any more.
    exposure: undefined,
  };
  const parts = brought.map((each) => ({
    coin: each.coin,
    amount: broughtBy(share, { given, brought: each.amount }),
  }));
  const isUnpriced = (asset: string): boolean =>
    asset !== coin && (terms.priceOf(asset) === undefined || terms.askOf(coin) === undefined);
  // Before any of it counts against a cap.
  if (parts.some((part) => part.amount > 0n && isUnpriced(part.coin)))
    return { kind: 'waits', why: 'no-price' };
  let amount = 0n;
  for (const part of parts) {
    const outcome = convertAmount(part.amount, part.coin, coin, terms);
    if (outcome.kind === 'waits') return outcome;
    amount += outcome.amount;
  }
  const rate = share === 0n ? '0' : formatRate({ numerator: amount, denominator: share });
  return { kind: 'converted', rate, amount };
}
