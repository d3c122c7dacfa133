import { errorText } from '../../../runtime/error-text.ts';
import type { Arrivals } from '../../kernel/arrivals.ts';
import { isSameAddress } from '../../kernel/same-address.ts';
import type { UpstreamTerms } from '../../kernel/upstream-terms.ts';
import type { PayoutContext } from '../../payouts/payout-context.ts';
import { exchangeOf } from '../places/place-addresses.ts';

export type PlaceContext = Pick<PayoutContext, 'exchanges'> & { readonly arrivals: Pick<Arrivals, 'owns'> };

/** What was found of the place that another pool pays to; `why` in words for an operator. */
export type PlaceAnswer =
  | { readonly kind: 'ours'; readonly why?: string }
  | { readonly kind: 'not-ours'; readonly why: string }
  /** The exchange has named no address at all: it takes the coin no more, or is being maintained. */
  | { readonly kind: 'not-taken'; readonly why: string }
  | { readonly kind: 'unanswered'; readonly why: string };

/** Asks whether what another pool pays comes to a place of ours: its wallet, or the exchange with what that itself says of the account. Never rejects. */
export async function askPlace(ctx: PlaceContext, upstream: UpstreamTerms): Promise<PlaceAnswer> {
  try {
    const { paysTo } = upstream;
    const answer = await (paysTo === undefined
      ? askWallet(ctx, upstream)
      : askExchange(ctx, upstream, paysTo));
    return answer.why === undefined ? answer : { ...answer, why: printable(answer.why) };
  } catch (error) {
    return { kind: 'unanswered', why: printable(errorText(error)) };
  }
}

async function askExchange(
  ctx: PlaceContext,
  { coin, payoutAddress }: UpstreamTerms,
  paysTo: string,
): Promise<PlaceAnswer> {
  const exchange = exchangeOf(ctx, paysTo);
  if (exchange?.takes === undefined)
    return { kind: 'not-ours', why: `the settings name no exchange ${paysTo} that is asked for ${coin}` };
  const taken = await exchange.takes(coin);
  if (taken.kind === 'not-taken') return taken;
  const { addresses, closed } = taken;
  if (addresses.length === 0)
    return { kind: 'not-taken', why: `${paysTo} has no address of this account for ${coin}` };
  if (payoutAddress !== undefined && !addresses.some((each) => isSameAddress(coin, each, payoutAddress)))
    return {
      kind: 'not-ours',
      why: `${payoutAddress} is not one of the addresses that ${paysTo} has for ${coin}: ${addresses.join(', ')}`,
    };
  return { kind: 'ours', ...(closed !== undefined && { why: closed }) };
}

async function askWallet(
  { arrivals }: PlaceContext,
  { coin, network, payoutAddress }: UpstreamTerms,
): Promise<PlaceAnswer> {
  if (payoutAddress === undefined || (await arrivals.owns({ coin, network }, payoutAddress)))
    return { kind: 'ours' };
  return { kind: 'not-ours', why: `${payoutAddress} is no address of the wallet of ${coin}` };
}

/** One line of what can be printed: the words, and names and addresses in them, may be the exchange's. */
function printable(text: string): string {
  return text.replaceAll(/[^\x20-\x7E]+/g, ' ').slice(0, 500);
}
