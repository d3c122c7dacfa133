/** Why this release does not pay a coin of Bitcoin's family through its nodes. */
const reasons: ReadonlyMap<string, string> = new Map([
  [
    'DCR',
    'its transactions, signatures and wallets have a form of their own, which the signer does not have',
  ],
]);

/** In words for an operator; undefined of coins that were not considered. */
export function whyNotPaid(coin: string): string | undefined {
  return reasons.get(coin);
}
