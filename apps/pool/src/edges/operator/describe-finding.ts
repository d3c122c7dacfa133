import type { Finding } from '../../domain/kernel/finding.ts';

const words: Readonly<Record<Finding['kind'], string>> = {
  'asset-unbalanced': 'the postings of this asset do not sum to nothing',
  'entry-unbalanced': 'this entry does not balance',
  'entry-empty': 'this entry has no postings',
  'balance-drifted': 'the balance is not the sum of its postings',
  'balance-negative': 'the balance is below zero',
  'reward-not-shared-out': 'the parts are not the whole reward',
  'credit-not-booked': 'the receipts and the entry disagree on what miners got',
  'fee-not-booked': 'the receipts and the entry disagree on the fee',
  'credit-not-its-parts': 'the receipt does not add up',
  'round-without-entry': 'credited, but nothing is booked',
  'round-without-reward': 'accepted, but pays nothing',
  'entry-without-round': 'a reward is booked that no block stands behind',
  'work-miscounted': 'not the work that was accepted in batches',
  'address-not-canonical': 'not the one spelling of this address',
  'miner-id-wrong': 'not the id that the secret makes of this miner',
  'miner-network-unknown': 'the coin or the network does not take this address',
  'events-with-gaps': 'events are missing in between',
  'events-miscounted': 'the newest event has another number',
  'column-not-exact': 'this column cannot hold exact amounts',
  'guard-missing': 'this guard of the database is gone or switched off',
  'chain-broken': 'the hash chain does not hold here: a line was changed, removed or added',
  'closing-broken': 'what was closed of old rounds is not what it was then',
  'earning-not-booked': 'what the owners of referral codes were credited is not what was booked',
  'waiting-money-mismatch': 'what waits for a rate is not what the receipts say',
  'immature-money-mismatch': 'a reward that is not mature stands where it should not, or is missing',
  'fee-not-as-agreed': 'the fee is not what the terms of the credit say',
  'payout-not-as-booked': 'the entries of this payout are not what its state says',
  'inflight-money-mismatch': 'what is in flight is not what open payouts hold',
  'entry-without-payout': 'an entry speaks of a payout that there is not',
  'cold-money-mismatch':
    'what lies at cold addresses is not what sweeps brought there, less what came back or was withdrawn',
  'transit-money-mismatch': 'what is on its way to exchanges is not what transfers hold',
  'wallet-short': 'the wallet holds less than the ledger says',
  'wallet-unreachable': 'the wallet cannot be asked what it holds',
  'identity-not-single': 'the database does not say once whether it is a sandbox',
};

/** A finding as a row of a table: rule, account, what was looked at, what is wrong. */
export function describeFinding(finding: Finding): readonly string[] {
  const { rule, account, subject, kind, expected, found } = finding;
  const figures = expected === null && found === null ? '' : ` (${expected ?? '–'} ≠ ${found ?? '–'})`;
  return [rule, account ?? '', subject, `${words[kind]}${figures}`];
}
