/** Why this release does not pay a coin of Bitcoin's family through its nodes. */
const reasons: ReadonlyMap<string, string> = new Map([
  // Its nodes with a wallet of Core's calls are zcashd beside zebrad (`zcashd-compat`, ZcashFoundation/zebra, book/src/user): by itself each zcashd stopped at block
  // 3,417,100, in July 2026 (zcash/zcash, README.md).
  [
    'ZEC',
    'its coins come in transactions of version 5, whose ids are of another kind (ZIP 244), which the signer does not compute',
  ],
  [
    'NEXA',
    'its coins have names of their own, and its transactions, addresses and signatures (Schnorr) forms of their own, which the signer does not have',
  ],
  [
    'DCR',
    'its transactions, signatures and wallets have a form of their own, which the signer does not have',
  ],
]);

/** In words for an operator; undefined of coins that were not considered. */
export function whyNotPaid(coin: string): string | undefined {
  return reasons.get(coin);
}
