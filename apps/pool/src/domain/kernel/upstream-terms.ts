/** Another pool whose work is given to miners here, as far as its payments are credited. */
export interface UpstreamTerms {
  /** As the settings name it, and nothing else: what it pays is shared by the work that is recorded under this name. */
  readonly name: string;
  readonly algorithm: string;
  /** The coin that it pays, and the network on which that comes into a wallet of the pool. */
  readonly coin: string;
  readonly network: string;
  /** What it keeps, in millionths, as its operator says: shown, never taken a second time. */
  readonly feePpm: number;
  /** How it pays; undefined where the settings do not say it. */
  readonly scheme?: PaymentScheme | undefined;
  /** The most that one payment of it is, in units of 10^-18: more is booked only with a word on why. */
  readonly incomeMax: bigint;
}

/** What stands for the other pool where rounds name a chain: the place that its payments come from. */
export function upstreamChainName(upstream: string): string {
  return `upstream-${upstream}`;
}
