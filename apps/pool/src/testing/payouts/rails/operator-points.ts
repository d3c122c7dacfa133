import type { Order } from './instance.ts';

/** Crash points of what an operator does to a payout that is signed, and what that is. */
const orders: Readonly<Record<string, Order>> = {
  'payout-replacement-signed': 'bump',
  'payout-replacement-stored': 'bump',
  'payout-cancel-signed': 'cancel',
  'payout-cancel-stored': 'cancel',
  'payout-cancel-sent': 'cancel',
};

/** Those of networks whose nodes take a dearer transaction in the place of another one, and of those whose nodes do not. */
export const replacingPoints = Object.keys(orders);
export const cancellingPoints = replacingPoints.filter((point) => orders[point] === 'cancel');

/** @throws Error where it is none of them */
export function orderOfPoint(point: string): Order {
  const order = orders[point];
  if (order === undefined) throw new Error(`nothing an operator does comes to ${point}`);
  return order;
}
