import type { AddressData } from '@openlode/contracts/http/address';
import { paysNothing } from './pays-nothing.ts';

export type BannerKind =
  | 'missing-memo'
  | 'restricted'
  | 'payment-error'
  | 'delisted'
  | 'not-paid-here'
  | 'not-obtained'
  | 'maintenance'
  | 'not-activated'
  | 'write-off'
  | 'inactive'
  | 'fresh';

type Judged = Pick<
  AddressData,
  | 'err_flags'
  | 'delisted_chain'
  | 'paid_here'
  | 'not_paid_why'
  | 'enabled'
  | 'maintenance_message'
  | 'inactive'
  | 'fresh'
  | 'write_off_at'
>;

/** What the visitor must know about an address, the gravest first. A missing memo stops everything else. */
export function addressBanners(data: Judged): readonly BannerKind[] {
  const { err_flags: flags } = data;
  if (flags.missing_memo) return ['missing-memo'];
  const kinds: readonly (readonly [BannerKind, boolean])[] = [
    ['restricted', flags.restricted],
    ['payment-error', flags.payment_error],
    ['delisted', data.delisted_chain],
    ['not-paid-here', !data.delisted_chain && !data.paid_here],
    ['not-obtained', !data.delisted_chain && data.paid_here && data.not_paid_why !== undefined],
    ['maintenance', !data.delisted_chain && data.paid_here && !data.enabled && !paysNothing(data)],
    ['not-activated', flags.not_activated],
    ['write-off', data.write_off_at !== null],
    ['inactive', data.inactive && data.write_off_at === null],
    // Neither a delisted coin can be mined to, nor one that is not paid here.
    ['fresh', data.fresh && !data.delisted_chain && data.paid_here],
  ];
  return kinds.filter(([, applies]) => applies).map(([kind]) => kind);
}
