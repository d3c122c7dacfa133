import type { PaymentKind } from '@openlode/signing/messages';
import { type NetworkFamily, type ReadTransaction, Refused, type UnsignedRequest } from './family.ts';

/**
 * Reads the transaction of a request by its kind.
 *
 * @throws Refused where it does anything but what was asked for, or the family signs none of the kind
 */
export function readTransaction(
  kind: PaymentKind,
  family: NetworkFamily,
  request: UnsignedRequest,
): ReadTransaction {
  refuseUnsigned(kind, family, request.network);
  return (kind === 'cancel' ? family.readCancel?.(request) : undefined) ?? family.read(request);
}

/** @throws Refused where the family signs no transaction that ends a payment */
export function refuseUnsigned(kind: PaymentKind, family: NetworkFamily, network: string): void {
  if (kind === 'cancel' && family.readCancel === undefined)
    throw new Refused('unsupported', `Payments of ${network} cannot be ended by another transaction.`);
}
