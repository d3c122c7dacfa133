import { formatAmount, roundDownTo } from '@openlode/money/amount';
import type { DestinationRefusal } from './swept-float.ts';

/** What an exchange is taken to book of every coin: what comes in finer, it would book as less. */
const placeDecimals = 8;

/**
 * How much is swept: what was typed, or all that may leave. What goes to an exchange is whole in its decimals, because a transfer that it credits with
 * another amount is never booked as arrived. Pure.
 *
 * @param to the exchange; undefined where it goes to a cold address
 * @param typed in units of 10^-18, as `most`; undefined where nothing was typed
 */
export function sweptAmount(
  coin: string,
  to: string | undefined,
  { most, typed }: { readonly most: bigint; readonly typed: bigint | undefined },
): bigint | Extract<DestinationRefusal, { kind: 'place-closed' }> {
  if (to === undefined) return typed ?? most;
  if (typed === undefined) return roundDownTo(placeDecimals, most);
  if (roundDownTo(placeDecimals, typed) === typed) return typed;
  const why = `${to} may book no more than ${placeDecimals} decimals, and ${formatAmount(typed)} ${coin} has more`;
  return { kind: 'place-closed', why };
}
