import type { LedgerCheck } from '../../ledger/check-ledger.ts';
import type { Finding } from '../../kernel/finding.ts';

/** I1: work in batches, in slices and in the series is the same work, each counted on its own way. */
export function checkWork({ batches, slices, minutes, tenMinutes }: LedgerCheck['work']): Finding[] {
  const finding = (subject: string, found: bigint): Finding[] =>
    found === batches
      ? []
      : [
          {
            rule: 'I1',
            kind: 'work-miscounted',
            account: null,
            subject,
            expected: batches.toString(),
            found: found.toString(),
          },
        ];
  return [
    ...finding('slices', slices),
    ...finding('minutes', minutes),
    ...finding('ten minutes', tenMinutes),
  ];
}
