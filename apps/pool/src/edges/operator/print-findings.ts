import type { Finding } from '../../domain/kernel/finding.ts';
import { describeFinding } from './describe-finding.ts';
import { printTable } from './print-table.ts';

/** What an audit has found, as a table under a sentence. */
export function printFindings(findings: readonly Finding[]): string {
  const rows = findings.map(describeFinding);
  const table = printTable(['rule', 'account', 'subject', 'what is wrong'], rows);
  return `The ledger is not sound: ${findings.length} findings.\n\n${table}`;
}
