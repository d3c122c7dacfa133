import type { ShownPayout } from '../../domain/operations/explain-payout.ts';
import { printTable } from './print-table.ts';
import { instant } from './sentences.ts';

/** Payouts as a table. */
export function printPayouts(found: readonly ShownPayout[]): string {
  const rows = found.map((each) => [
    each.id,
    instant(each.reservedAt),
    each.kind,
    each.amount,
    each.coin,
    each.network,
    each.state,
    each.waitsFor ?? '',
  ]);
  const headings = ['id', 'reserved', 'kind', 'amount', 'coin', 'network', 'state', 'waits for'];
  return printTable(headings, rows, new Set(['id', 'amount']));
}
