/** How much of a coin the wallet of a network should have: enough for payouts, and no more than may be lost with it. Units of 10^-18. */
export interface WalletFloat {
  readonly coin: string;
  readonly network: string;
  readonly target: bigint;
  readonly ceiling: bigint;
  /** The address of the operator's own to which what is too much is swept, as miners spell it; left out where nothing is. */
  readonly cold?: string;
  /** What is over the ceiling is swept by itself. */
  readonly isSweptByItself?: true;
}
