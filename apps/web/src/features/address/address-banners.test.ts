import { addressExample } from '@openlode/contracts/examples/address';
import { describe, expect, it } from 'vitest';
import { addressBanners } from './address-banners.ts';

const { data } = addressExample;
const flagged = (flag: keyof typeof data.err_flags) => ({
  ...data,
  err_flags: { ...data.err_flags, [flag]: true },
});

describe('addressBanners', () => {
  it('says nothing about an address that is all right', () => {
    expect(addressBanners(data)).toEqual([]);
  });

  it.each([
    ['restricted', flagged('restricted')],
    ['payment-error', flagged('payment_error')],
    ['not-activated', flagged('not_activated')],
    ['delisted', { ...data, delisted_chain: true }],
    ['maintenance', { ...data, enabled: false }],
    ['not-paid-here', { ...data, enabled: false, paid_here: false }],
    ['not-obtained', { ...data, not_paid_why: 'Why.' }],
    // A pool that pays nothing has nothing under maintenance.
    ['not-obtained', { ...data, not_paid_why: 'Why.', enabled: false }],
    ['inactive', { ...data, inactive: true }],
    ['write-off', { ...data, inactive: true, write_off_at: 1_738_411_200_000 }],
    ['fresh', { ...data, fresh: true }],
  ] as const)('knows %s', (kind, address) => {
    expect(addressBanners(address)).toEqual([kind]);
  });

  it('shows a missing memo alone, and no maintenance of a network that is gone', () => {
    expect(addressBanners({ ...flagged('missing_memo'), fresh: true, enabled: false })).toEqual([
      'missing-memo',
    ]);
    expect(addressBanners({ ...data, delisted_chain: true, enabled: false })).toEqual(['delisted']);
    const worked = { ...data, not_paid_why: 'Why.', enabled: false, maintenance_message: 'Back soon.' };
    expect(addressBanners(worked)).toEqual(['not-obtained', 'maintenance']);
  });
});
