import type { AddressData } from '@openlode/contracts/http/address';
import { isNothing, reaches } from '@openlode/money/decimal-text';
import { payoutsEnded } from '../payouts-ended.ts';
import { paysNothing } from '../pays-nothing.ts';

type PayFacts = Pick<
  AddressData,
  | 'auto'
  | 'enabled'
  | 'delisted_chain'
  | 'paid_here'
  | 'not_paid_why'
  | 'maintenance_message'
  | 'payable_until'
  | 'enabled_auto_only'
  | 'balance_payable'
  | 'payment_threshold'
  | 'coin'
>;

export type PayNowState =
  | { readonly kind: 'hidden' }
  | { readonly kind: 'disabled'; readonly reason: string }
  | { readonly kind: 'ready' };

/** Whether a payment may be asked for, as far as the page knows; the server decides. `network` is the name of the chain. */
export function payNowState(data: PayFacts, network: string): PayNowState {
  if (payoutsEnded(data)) return disabled(`Payouts of ${data.coin} have ended`);
  if (!data.paid_here && !data.delisted_chain)
    return disabled(`This pool has no wallet that pays on ${network}`);
  if (paysNothing(data)) return disabled('This pool has no wallet');
  if (data.enabled_auto_only) return { kind: 'hidden' };
  if (data.auto) return disabled('You must first deactivate the auto payment setting.');
  if (!data.enabled) return disabled(`${network} payouts are under maintenance`);
  if (!reaches(data.balance_payable, data.payment_threshold) || isNothing(data.balance_payable))
    return disabled(`The minimum payment is ${data.payment_threshold} ${data.coin}`);
  return { kind: 'ready' };
}

function disabled(reason: string): PayNowState {
  return { kind: 'disabled', reason };
}
