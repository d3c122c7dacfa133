/** How much of a coin the wallet of a network should have: enough for payouts, and no more than may be lost with it. Units of 10^-18. */
export interface WalletFloat {
  readonly coin: string;
  readonly network: string;
  readonly target: bigint;
  readonly ceiling: bigint;
}
