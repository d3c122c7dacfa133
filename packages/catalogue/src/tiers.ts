/** A level of a custom referral code: how the fee of a referred miner is shared. All figures are per cent of the reward. */
export interface Tier {
  readonly code: number;
  readonly name: string;
  /** Active miners that a code needs for this level. */
  readonly minimumActive: number;
  /** Decimal text: what the referred miner gets back, what the code's owner earns, what the platform keeps. */
  readonly minerPercentage: string;
  readonly ownerPercentage: string;
  readonly platformPercentage: string;
  /** The two bars of the referral page's chart; they illustrate the split and decide nothing. */
  readonly displaySplit: { readonly fee: number; readonly referredMiner: number };
}

/** The levels of custom codes, lowest first; `code` is the index. Ordinary codes use `feeSplits.withCode`. */
export const tiers: readonly Tier[] = [
  {
    code: 0,
    name: 'Base',
    minimumActive: 0,
    minerPercentage: '0.15',
    ownerPercentage: '0.35',
    platformPercentage: '0.5',
    displaySplit: { fee: 13, referredMiner: 12 },
  },
  {
    code: 1,
    name: 'Vein',
    minimumActive: 50,
    minerPercentage: '0.12',
    ownerPercentage: '0.38',
    platformPercentage: '0.5',
    displaySplit: { fee: 12, referredMiner: 13 },
  },
  {
    code: 2,
    name: 'Seam',
    minimumActive: 250,
    minerPercentage: '0.08',
    ownerPercentage: '0.42',
    platformPercentage: '0.5',
    displaySplit: { fee: 11, referredMiner: 14 },
  },
  {
    code: 3,
    name: 'Lode',
    minimumActive: 1000,
    minerPercentage: '0',
    ownerPercentage: '0.5',
    platformPercentage: '0.5',
    displaySplit: { fee: 10, referredMiner: 15 },
  },
];

/** How the fee is shared where no custom code is involved; per cent of the reward, decimal text. */
export const feeSplits = {
  withoutCode: { minerPercentage: '0', ownerPercentage: '0', platformPercentage: '1' },
  withCode: { minerPercentage: '0.25', ownerPercentage: '0.25', platformPercentage: '0.5' },
} as const;
