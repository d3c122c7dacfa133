import type { ExchangeTransfer, ExchangeWithdrawal } from '../../kernel/exchange.ts';

export type FoundWithdrawal =
  | { readonly kind: 'found'; readonly transfer: ExchangeTransfer }
  | { readonly kind: 'absent' }
  /** More than one transfer could be it, or one that is not quite like it. */
  | { readonly kind: 'ambiguous' };

/**
 * Finds a withdrawal among the transfers of its coin: by our id where the venue keeps it, else by address and amount among those that nothing
 * else explains. Where the venue keeps no id, any other that nothing explains could be it as well: what a history calls the amount (with its fee
 * or without) and the address is the venue's own matter. So could one of the same address or amount under another id: a venue may answer ours in
 * other letters. No time is compared, because the venue's clock is not ours. One that has failed is found too: it was taken, and its state says
 * what became of it.
 *
 * @param known the venue's ids of other withdrawals, and of all that it had before the first attempt at this one. Taken before a later attempt, it
 *   would have an earlier one in it that shows late, and hide it. Before a later attempt is sent it has to be `absent` already: whatever else shows
 *   is an earlier one, and a matter for a person
 */
export function findWithdrawal(
  { id, address, amount }: ExchangeWithdrawal,
  transfers: readonly ExchangeTransfer[],
  known: ReadonlySet<string>,
): FoundWithdrawal {
  const withdrawals = transfers.filter(({ kind }) => kind === 'withdrawal');
  const hasOurId = withdrawals.some((transfer) => transfer.id === id);
  const candidates = withdrawals.filter((transfer) => {
    if (transfer.id === id) return true;
    if (known.has(transfer.exchangeId)) return false;
    return (
      transfer.id === undefined || (!hasOurId && (transfer.address === address || transfer.amount === amount))
    );
  });
  const [transfer, another] = candidates;
  if (transfer === undefined) return { kind: 'absent' };
  const isNameless = transfer.id === undefined && transfer.address === address && transfer.amount === amount;
  const isIt = transfer.id === id || isNameless;
  return another === undefined && isIt ? { kind: 'found', transfer } : { kind: 'ambiguous' };
}

/** The one withdrawal of a record that a test picks: by an id, whichever that is. */
export function onlyWithdrawal(
  transfers: readonly ExchangeTransfer[],
  isIt: (transfer: ExchangeTransfer) => boolean,
): FoundWithdrawal {
  const [transfer, another] = transfers.filter((each) => each.kind === 'withdrawal' && isIt(each));
  if (transfer === undefined) return { kind: 'absent' };
  return another === undefined ? { kind: 'found', transfer } : { kind: 'ambiguous' };
}
