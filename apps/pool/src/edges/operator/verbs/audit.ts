import { auditPool } from '../../../domain/operations/audit-pool.ts';
import type { ParkedWork } from '../../../domain/views/count-parked.ts';
import { printFindings } from '../print-findings.ts';
import { looks, type VerbFamily } from '../verb.ts';

export const audit = looks({
  name: 'audit',
  does: 'check the ledger of a live pool against everything it promises; changes nothing',
  needs: 'database',
  input: {},
  jsonIs: 'the findings',
  run: (ctx) => auditPool(ctx, ctx.wallet),
  finding: { means: 'the ledger is not sound', isThere: ({ findings }) => findings.length > 0 },
  json: (report) => ({ sound: report.findings.length === 0, ...report }),
  print: ({ findings, miners, entries, parked }) =>
    [
      findings.length === 0
        ? `The ledger is sound: ${miners} miners, ${entries} entries.`
        : printFindings(findings),
      ...parkedSentence(parked),
    ].join('\n'),
});

/** Work that is not counted is not in the ledger, so the ledger is sound without it; but a miner did it. */
function parkedSentence({ batches, shares, since }: ParkedWork): string[] {
  if (since === null) return [];
  const day = new Date(since).toISOString().slice(0, 10);
  return [
    `Parked, and counted nowhere: ${batches} batches of work with ${shares} shares, since ${day}. See openlode work parked.`,
  ];
}

export const auditVerbs: VerbFamily = { verbs: [audit] };
