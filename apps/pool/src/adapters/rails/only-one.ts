import type { PaymentOrder } from '../../domain/kernel/rail.ts';

/** The one payment that a transaction makes, on networks where it makes no more. */
export function onlyOne(orders: readonly PaymentOrder[]): PaymentOrder {
  const [order, another] = orders;
  if (order === undefined || another !== undefined) throw new Error('a transaction makes one payment');
  return order;
}
