import type { ExchangeTransfer, ExchangeWithdrawal } from '../../domain/kernel/exchange.ts';

export type FoundWithdrawal =
  | { readonly kind: 'found'; readonly transfer: ExchangeTransfer }
  | { readonly kind: 'absent' }
  /** More than one transfer could be it, or one that is not quite like it. */
  | { readonly kind: 'ambiguous' };

/**
 * Finds a withdrawal among the transfers of its coin: by our id where the venue keeps it, else by address and amount among those that nothing
 * else explains. Where the venue keeps no id, any other that nothing explains could be it as well: what a history calls the amount (with its fee
 * or without) and the address is the venue's own matter. No time is compared, because the venue's clock is not ours. One that has failed is found
 * too: it was taken, and its state says what became of it.
 *
 * @param known the venue's ids of other withdrawals, and of all that it had before this one was made
 */
export function findWithdrawal(
  { id, address, amount }: ExchangeWithdrawal,
  transfers: readonly ExchangeTransfer[],
  known: ReadonlySet<string>,
): FoundWithdrawal {
  const candidates = transfers.filter((transfer) => {
    if (transfer.kind !== 'withdrawal') return false;
    if (transfer.id !== undefined) return transfer.id === id;
    return !known.has(transfer.exchangeId);
  });
  const [transfer, another] = candidates;
  if (transfer === undefined) return { kind: 'absent' };
  const isIt = transfer.id === id || (transfer.address === address && transfer.amount === amount);
  return another === undefined && isIt ? { kind: 'found', transfer } : { kind: 'ambiguous' };
}
