/** Why this release does not pay a coin of Bitcoin's family through its nodes. */
const reasons: ReadonlyMap<string, string> = new Map([
  // zcash/zcash, README.md of July 2026: each zcashd stopped at block 3,417,100. zebrad (ZcashFoundation/zebra) has no wallet and no `help`; Zallet (zcash/wallet)
  // watches and lists in calls of its own (`z_importaddress`, `z_listunspent`, `z_listtransactions`).
  [
    'ZEC',
    'zcashd, its only node with calls of a wallet as Bitcoin Core has them, ended in July 2026, and zebrad and Zallet have others',
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
