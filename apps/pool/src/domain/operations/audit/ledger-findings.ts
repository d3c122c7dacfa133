import { miningAccount } from '@openlode/ledger/accounts';
import type { LedgerCheck } from '../../ledger/check-ledger.ts';
import type { Finding } from '../../kernel/finding.ts';

/** L2 and L9: the hash chains hold, what waits for a rate or for maturity is where it should be, and every fee is as agreed. */
export function ledgerFindings(ledger: LedgerCheck): Finding[] {
  const finding = (
    rule: Finding['rule'],
    kind: Finding['kind'],
    subject: string,
    account: string | null = null,
  ): Finding => ({ rule, kind, account, subject, expected: null, found: null });
  return [
    ...ledger.broken.map(({ asset, number, why }) =>
      finding('L2', 'chain-broken', `${asset} ${number} ${why}`),
    ),
    ...ledger.misclosed.map(({ closing, why }) => finding('L2', 'closing-broken', `${closing} ${why}`)),
    ...ledger.strayPending.map(({ account, asset }) =>
      finding('L9', 'waiting-money-mismatch', asset, account),
    ),
    ...ledger.strayImmature.map((round) => finding('L9', 'immature-money-mismatch', round.toString())),
    ...ledger.mischarged.map(({ round, minerId }) =>
      finding('L9', 'fee-not-as-agreed', round.toString(), miningAccount(minerId)),
    ),
  ];
}
