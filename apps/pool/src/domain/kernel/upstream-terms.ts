/**
 * How another pool pays, as its operator says. `fpps`, `pps`: each share what it is worth, with its part of a block's fees or without;
 * `pps+`: each share, and the fees of the blocks that it finds; `pplns`, `proportional`: the last shares before each block that it finds, or
 * those of the round of one; `solo`: a block to who found it. The last three pay by luck: nothing before a block is found.
 */
export const paymentSchemes = ['fpps', 'pps', 'pps+', 'pplns', 'proportional', 'solo'] as const;
export type PaymentScheme = (typeof paymentSchemes)[number];

/** Whether nothing is paid before a block is found. */
export function paysByLuck(scheme: PaymentScheme): boolean {
  return scheme === 'pplns' || scheme === 'proportional' || scheme === 'solo';
}

/** What a block brings to who finds it, fees of its transactions apart, in units of 10^-18; the first figure of several holds until the second begins. */
export interface DatedCoins {
  readonly coins: bigint;
  /** Ms since 1970; left out of the first alone. */
  readonly from?: number;
}

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
  /** Blocks that it finds in a day, with all its miners, as its operator says; undefined where the settings do not say it. */
  readonly blocksPerDay?: number | undefined;
  /** What a block of its network brings, as its operator says, the oldest figure first: where no chain of the settings does. */
  readonly coinsPerBlock?: readonly [DatedCoins, ...DatedCoins[]] | undefined;
  /** The most that one payment of it is, in units of 10^-18: more is booked only with a word on why. */
  readonly incomeMax: bigint;
  /** The exchange whose account of the pool it pays into; left out where it pays into a wallet. */
  readonly paysTo?: string;
  /** The address of ours that is typed there; left out where the settings name none. */
  readonly payoutAddress?: string;
}

/** What stands for the other pool where rounds name a chain: the place that its payments come from. */
export function upstreamChainName(upstream: string): string {
  return `upstream-${upstream}`;
}
