import type { AddressData } from '@openlode/contracts/http/address';

export interface AddressTrouble {
  readonly kind:
    | keyof AddressData['err_flags']
    | 'delisted'
    | 'not-paid-here'
    | 'not-obtained'
    | 'maintenance';
  readonly text: string;
}

type Judged = Pick<
  AddressData,
  'err_flags' | 'delisted_chain' | 'paid_here' | 'not_paid_why' | 'enabled' | 'network'
>;

/** What keeps an address from being paid, the gravest first; null where nothing does. */
export function addressTrouble({
  err_flags,
  delisted_chain,
  paid_here,
  not_paid_why,
  enabled,
  network,
}: Judged): AddressTrouble | null {
  if (err_flags.missing_memo) return { kind: 'missing_memo', text: 'Your address needs its memo.' };
  if (err_flags.restricted) return { kind: 'restricted', text: 'Your address is restricted.' };
  if (err_flags.payment_error) return { kind: 'payment_error', text: 'A payment to your address failed.' };
  if (err_flags.not_activated) return { kind: 'not_activated', text: 'Your address is not activated yet.' };
  if (delisted_chain) return { kind: 'delisted', text: 'The coin you mine to has been delisted.' };
  if (!paid_here) return { kind: 'not-paid-here', text: `This pool has no wallet that pays on ${network}.` };
  if (not_paid_why !== undefined) return { kind: 'not-obtained', text: not_paid_why };
  if (!enabled) return { kind: 'maintenance', text: `${network} payouts are under maintenance.` };
  return null;
}
