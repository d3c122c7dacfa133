import type { Credit, ReferralCredit } from '@openlode/ledger/credit-part';
import sql from 'sql-template-tag';
import type { Transaction } from '../../runtime/database/database.ts';
import type { ObservedRate } from '../conversion/open-conversion.ts';
import type { RoundTerms } from './read-fee-terms.ts';

/** The line of a reward that credits are of; without a price nothing had to be converted, or the parts wait. */
export interface CreditedLine {
  readonly line: number;
  readonly price: ObservedRate | undefined;
  /** What a conversion to a coin keeps back, in millionths. */
  readonly spreadTo: (coin: string) => number;
}

/** The figures of a receipt as they stand in its row: all zero while the part waits. */
export function figuresOf(credit: Credit): {
  readonly rate: string;
  readonly gross: bigint;
  readonly fee: bigint;
  readonly referral: bigint;
  readonly credited: bigint;
  readonly waiting: string | null;
} {
  if (credit.kind === 'waiting')
    return { rate: '0', gross: 0n, fee: 0n, referral: 0n, credited: 0n, waiting: credit.why };
  const { rate, gross, fee, referral, credited } = credit;
  return { rate, gross, fee, referral, credited, waiting: null };
}

/** What all receipts of a round have in common. */
export interface RoundReceipts {
  readonly roundId: bigint;
  /** The work of the window, in expected hashes. */
  readonly work: bigint;
  readonly terms: RoundTerms;
  readonly at: number;
}

/**
 * Writes receipts of one line of a round, some or all, and what the owners of codes earn from them. `works` is the work behind each
 * of them.
 */
export async function storeCredits(
  tx: Transaction,
  { roundId, work, terms, at }: RoundReceipts,
  { line, price, spreadTo }: CreditedLine,
  credits: readonly Credit[],
  works: readonly bigint[],
): Promise<void> {
  const figures = credits.map(figuresOf);
  const stored = tx.query(sql`
    INSERT INTO credits (round_id, line, miner_id, work, round_work, share, coin, rate, rate_source, rate_at,
                         usd_per_asset, gross, fee, fee_ppm, referral, credited, waiting, spread_ppm, credited_at)
    SELECT ${roundId}::bigint, ${line}::int, miner_id, work, ${work}::numeric, share, coin, rate,
           ${price?.rateSource ?? 'none'}::text, ${new Date(price?.observedAt ?? at)}::timestamptz, ${price?.usd ?? '0'}::text,
           gross, fee, fee_ppm, referral, credited, waiting, spread_ppm, ${new Date(at)}::timestamptz
      FROM unnest(
        ${credits.map(({ minerId }) => minerId)}::bigint[],
        ${works}::numeric[],
        ${credits.map(({ share }) => share)}::numeric[], ${credits.map(({ coin }) => coin)}::text[],
        ${figures.map(({ rate }) => rate)}::text[], ${figures.map(({ gross }) => gross)}::numeric[],
        ${figures.map(({ fee }) => fee)}::numeric[], ${credits.map(({ terms: { feePpm } }) => feePpm)}::int[],
        ${figures.map(({ referral }) => referral)}::numeric[], ${figures.map(({ credited }) => credited)}::numeric[],
        ${figures.map(({ waiting }) => waiting)}::text[],
        ${credits.map((credit) => (credit.kind === 'waiting' ? 0 : spreadTo(credit.coin)))}::int[])
        AS credit (miner_id, work, share, coin, rate, gross, fee, fee_ppm, referral, credited, waiting, spread_ppm)`);
  const earnings = credits.flatMap((credit) =>
    earningsOf(credit, terms).map((earning) => ({ minerId: credit.minerId, earning })),
  );
  const statements = [stored];
  if (earnings.length > 0)
    // Sent before the previous one is done: the database has it ready while the pool calculates the next.
    statements.push(
      tx.query(sql`
    INSERT INTO referral_credits (round_id, line, miner_id, code, owner_id, parts, amount, coin, rate, credited, waiting,
                                  credited_at)
    SELECT ${roundId}::bigint, ${line}::int, miner_id, code, owner_id, parts, amount, coin, rate, credited, waiting,
           ${new Date(at)}::timestamptz
      FROM unnest(
        ${earnings.map(({ minerId }) => minerId)}::bigint[], ${earnings.map(({ earning }) => earning.referralCode)}::text[],
        ${earnings.map(({ earning }) => earning.owner)}::bigint[], ${earnings.map(({ earning }) => earning.parts)}::numeric[],
        ${earnings.map(({ earning }) => earning.amount)}::numeric[], ${earnings.map(({ earning }) => earning.coin)}::text[],
        ${earnings.map(({ earning }) => earning.rate)}::text[],
        ${earnings.map(({ earning }) => earning.credited)}::numeric[],
        ${earnings.map(({ earning }) => earning.waiting)}::text[])
        AS earning (miner_id, code, owner_id, parts, amount, coin, rate, credited, waiting)`),
    );
  await Promise.all(statements);
}

interface Earning {
  readonly referralCode: string;
  readonly owner: bigint;
  readonly parts: bigint;
  readonly amount: bigint;
  readonly coin: string;
  readonly rate: string;
  readonly credited: bigint;
  readonly waiting: string | null;
}

function earningsOf(credit: Credit, terms: RoundTerms): Earning[] {
  if (credit.kind === 'converted') return credit.referrals.map(earningOf);
  return credit.terms.referrals.map((each) => {
    const { coin } = terms.ownerOf(each.owner);
    return { ...each, amount: 0n, coin, rate: '0', credited: 0n, waiting: 'part' };
  });
}

/** What an owner earned as its row says it. */
export function earningOf({ referralCode, owner, parts, amount, coin, outcome }: ReferralCredit): Earning {
  const base = { referralCode, owner, parts, amount, coin };
  return outcome.kind === 'converted'
    ? { ...base, rate: outcome.rate, credited: outcome.amount, waiting: null }
    : { ...base, rate: '0', credited: 0n, waiting: outcome.why };
}
