/**
 * What `Rail.sign` rejects with when its wallet holds too little for the payment. The payout waits, with the amount that is missing, until
 * the wallet is topped up.
 */
export class WalletShort extends Error {
  override readonly name = 'WalletShort';
}
