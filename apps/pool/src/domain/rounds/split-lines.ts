import { type LedgerAccount, miningAccount, pendingAccount } from '@openlode/ledger/accounts';
import type { Credit } from '@openlode/ledger/credit-part';
import { spreadBetween } from '@openlode/ledger/conversion-spread';
import type { Entry } from '@openlode/ledger/posting';
import type { CodedShare, CodedWindow } from '@openlode/ledger/pplns-by-referral-code';
import { openSplit, type Terms } from '@openlode/ledger/split-reward';
import type { Transaction } from '../../runtime/database/database.ts';
import type { OpenConversion } from '../conversion/open-conversion.ts';
import { pipelinedStatements } from '../ledger/pipelined-statements.ts';
import type { CoinOf } from './coins-of-miners.ts';
import type { RoundTerms } from './read-fee-terms.ts';
import type { Line } from './round-entries.ts';
import { awaitSale } from './sold-first.ts';
import { type RoundReceipts, storeCredits } from './store-credits.ts';

/** What is shared out: a round's reward, and where it comes from. */
export interface SharedReward {
  readonly roundId: bigint;
  readonly rewardAccount: LedgerAccount;
  /** Of the entry of a line. */
  readonly keyOf: (line: number) => string;
}

/** Among whom, by what work, and on what terms. */
export interface SharedAmong {
  readonly lines: readonly Line[];
  readonly window: CodedWindow;
  readonly coinOf: CoinOf;
  readonly terms: RoundTerms;
  readonly conversion: OpenConversion;
}

/** How many parts are calculated and written at a time: parts that are not written yet stay in memory. */
const creditsAtOnce = 2500;

/** Shares every reward line of a round out and writes its receipts. Answers the entries to be booked, and the owners of codes that earned from it. */
export async function splitLines(
  tx: Transaction,
  { roundId, rewardAccount, keyOf }: SharedReward,
  { lines, window, coinOf, terms, conversion }: SharedAmong,
  now: number,
): Promise<{ readonly entries: readonly Entry[]; readonly owners: ReadonlySet<bigint> }> {
  const termsOf = (share: CodedShare): Terms => ({
    minerId: share.minerId,
    coin: coinOf(share.minerId),
    terms: terms.termsOf(share),
    ledgerAccount: miningAccount(share.minerId),
    pendingAccount: pendingAccount(share.minerId),
  });
  const receipts: RoundReceipts = { roundId, work: window.work, terms, at: now };
  const owners = new Set<bigint>();
  const entries: Entry[] = [];
  for (const { line, asset, amount } of lines) {
    const reward = { asset, amount, rewardAccount };
    const split = openSplit(reward, window.shares, termsOf, terms.ownerOf, conversion);
    if (split === 'no-work') throw new Error(`no miner has a part in round ${roundId}`);
    const price = conversion.observed(asset);
    const spreadTo = (coin: string) => spreadBetween(asset, coin, conversion.spreadOf);
    let unsold = 0n;
    const writing = pipelinedStatements();
    for (let from = 0; from < split.workers.length; from += creditsAtOnce) {
      const works = split.workers.slice(from, from + creditsAtOnce).map(({ work }) => work);
      const credits = split.credit(from, from + works.length);
      await writing.add(storeCredits(tx, receipts, { line, price, spreadTo }, credits, works));
      for (const credit of credits) {
        for (const owner of earningOwners(credit)) owners.add(owner);
        if (credit.kind === 'waiting' && credit.why === 'to-be-sold') unsold += credit.share;
      }
    }
    await writing.end();
    await awaitSale(tx, { roundId, line, asset, amount: unsold }, now);
    entries.push({ key: keyOf(line), kind: 'reward', at: now, postings: split.postings() });
  }
  return { entries, owners };
}

function earningOwners(credit: Credit): bigint[] {
  return credit.kind === 'waiting' ? [] : credit.referrals.map(({ owner }) => owner);
}
