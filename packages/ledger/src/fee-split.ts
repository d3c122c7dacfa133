/** How the fee of a reward is shared, in parts per million of the reward. */
export interface FeeSplit {
  /** What the miner gets back. */
  readonly minerPpm: number;
  /** What the owner of the code earns. */
  readonly ownerPpm: number;
  readonly platformPpm: number;
}

/** A referral code that exists, as far as money is concerned. */
export interface ReferralCode {
  readonly text: string;
  readonly owner: bigint;
  readonly ownerAddress: string;
  readonly split: FeeSplit;
}

/** The fee of a miner's reward, and how much of it each party earns. */
export interface FeeTerms {
  /** Everything that is kept back: the platform's part and the owners' together. */
  readonly feePpm: number;
  readonly referrals: readonly ReferralTerms[];
}

export interface ReferralTerms {
  readonly referralCode: string;
  readonly owner: bigint;
  /** In parts of `referralScale` of the gross: the code's level times the work that was done under it. */
  readonly parts: bigint;
}

export const ppmScale = 1_000_000n;
export const referralScale = 10n ** 12n;

const percentText = /^(\d{1,3})(?:\.(\d{1,4}))?$/;

/** Reads percent text such as `0.25` into parts per million. Throws a RangeError on anything that is not exact. */
export function ppmOfPercent(text: string): number {
  const match = percentText.exec(text);
  if (match === null) throw new RangeError(`not a percentage: ${text.slice(0, 40)}`);
  // oxlint-disable-next-line eslint/no-restricted-globals -- parts per million, not an amount
  return Number.parseInt(`${match[1]}${(match[2] ?? '').padEnd(4, '0')}`, 10);
}

/** A level of the catalogue, whose three percentages are decimal text, as integer parts. */
export function feeSplitOf(level: {
  readonly minerPercentage: string;
  readonly ownerPercentage: string;
  readonly platformPercentage: string;
}): FeeSplit {
  return {
    minerPpm: ppmOfPercent(level.minerPercentage),
    ownerPpm: ppmOfPercent(level.ownerPercentage),
    platformPpm: ppmOfPercent(level.platformPercentage),
  };
}

export interface FeeRules {
  readonly withoutCode: FeeSplit;
  /** The platform never gets less than this, whatever codes come together. */
  readonly platformFloorPpm: number;
}

export interface CodeUse {
  /** The miner's own address: its own codes count for nothing, whatever coin or network they were made for. */
  readonly address: string;
  /** The codes of the workers that are online. */
  readonly online: readonly ReferralCode[];
  /** The work of the round by the code that it was done under. */
  readonly worked: readonly { readonly referralCode: ReferralCode; readonly weight: bigint }[];
  /** All of the miner's work in the round. */
  readonly weight: bigint;
}

/**
 * The terms of one miner in one round. The miner's discount is the best among its codes, on all its work; an owner earns the
 * code's level on the work done under it; the platform keeps the rest. Where both together would leave the platform less than
 * its floor, the owners' parts shrink in proportion.
 */
export function feeTerms(rules: FeeRules, use: CodeUse): FeeTerms {
  const whole = rules.withoutCode.platformPpm;
  const most = whole - rules.platformFloorPpm;
  const discounts = use.online.filter(isOfAnotherMiner(use)).map(({ split }) => split.minerPpm);
  const feePpm = whole - Math.min(most, Math.max(0, ...discounts));
  const wanted = use.worked
    .filter(({ referralCode, weight }) => weight > 0n && isOfAnotherMiner(use)(referralCode))
    .map(({ referralCode: { text: referralCode, owner, split }, weight }) => ({
      referralCode,
      owner,
      parts: (perScale(split.ownerPpm) * weight) / use.weight,
    }));
  const room = perScale(feePpm - rules.platformFloorPpm);
  const sum = wanted.reduce((total, { parts }) => total + parts, 0n);
  const fitting =
    sum <= room ? wanted : wanted.map((each) => ({ ...each, parts: (each.parts * room) / sum }));
  return { feePpm, referrals: fitting.filter(({ parts }) => parts > 0n) };
}

function isOfAnotherMiner(use: CodeUse): (referralCode: ReferralCode) => boolean {
  return ({ ownerAddress }) => ownerAddress !== use.address;
}

function perScale(ppm: number): bigint {
  return (BigInt(ppm) * referralScale) / ppmScale;
}

export interface TakenFee {
  /** What the platform keeps. */
  readonly fee: bigint;
  readonly referrals: readonly (ReferralTerms & { readonly amount: bigint })[];
  /** All owners together. */
  readonly referral: bigint;
  readonly credited: bigint;
}

/** Takes the fee of a gross amount: rounded down for the miner's good; the owners' parts are rounded down for the platform's. */
export function takeFee(gross: bigint, terms: FeeTerms): TakenFee {
  const kept = (gross * BigInt(terms.feePpm)) / ppmScale;
  const referrals = terms.referrals.map((each) => ({
    ...each,
    amount: (gross * each.parts) / referralScale,
  }));
  const referral = referrals.reduce((sum, { amount }) => sum + amount, 0n);
  return { fee: kept - referral, referrals, referral, credited: gross - kept };
}
