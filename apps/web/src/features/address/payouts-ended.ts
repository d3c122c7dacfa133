import type { AddressData } from '@openlode/contracts/http/address';

/** Whether nothing is paid out in the coin any more: it was delisted, and no date is left until which balances are paid. */
export function payoutsEnded(data: Pick<AddressData, 'delisted_chain' | 'payable_until'>): boolean {
  return data.delisted_chain && data.payable_until === null;
}
