import type { Books } from '../../ledger/read-books.ts';
import type { Finding } from '../../kernel/finding.ts';

/** L2 and L9: the hash chains hold, what waits for a rate or for maturity is where it should be, and every fee is as agreed. */
export function checkBooks(books: Books): Finding[] {
  const finding = (
    rule: Finding['rule'],
    kind: Finding['kind'],
    subject: string,
    account: string | null = null,
  ): Finding => ({ rule, kind, account, subject, expected: null, found: null });
  return [
    ...books.broken.map(({ asset, number, why }) =>
      finding('L2', 'chain-broken', `${asset} ${number} ${why}`),
    ),
    ...books.strayPending.map(({ account, asset }) =>
      finding('L9', 'waiting-money-mismatch', asset, account),
    ),
    ...books.strayImmature.map((round) => finding('L9', 'immature-money-mismatch', round.toString())),
    ...books.mischarged.map(({ round, accountId }) =>
      finding('L9', 'fee-not-as-agreed', round.toString(), `miner:${accountId}:mining`),
    ),
  ];
}
