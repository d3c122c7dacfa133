import type { AddressData } from '@openlode/contracts/http/address';

/** Whether the pool has nothing that pays, of any coin: nothing is under maintenance then. */
export function paysNothing({
  enabled,
  not_paid_why: why,
  maintenance_message: message,
}: Pick<AddressData, 'enabled' | 'not_paid_why' | 'maintenance_message'>): boolean {
  return !enabled && why !== undefined && message === null;
}
