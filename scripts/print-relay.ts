import { formatAmount } from '@openlode/money/amount';
import {
  faultsOfArrival,
  faultsOfIncome,
  type RelayArrival,
  type RelayIncome,
} from '../testing/relay-income.ts';
import { judgeRelay, type RelayActResult } from '../testing/relay-verdict.ts';
import { judgeSourceOrder, type SourceOrderResult } from '../testing/source-order-rehearsal.ts';
import { printTable } from './print-table.ts';

/** Whether nothing in any of them is without a reason. */
export function haveHeld(results: readonly RelayActResult[]): boolean {
  return results.every((each) => judgeRelay(each).faults.length === 0);
}

/** The same of the act whose pool has nodes of its own; answers whether all has a reason. */
export function saySourceOrder(result: SourceOrderResult): boolean {
  const { explained, faults } = judgeSourceOrder(result);
  const { acked, recordedOwn, recordedRelayed, rejected, forwarded, accepted } = result;
  const columns: readonly (readonly [head: string, count: number])[] = [
    ['acknowledged', acked],
    ['recorded as own', recordedOwn],
    ['recorded as relayed', recordedRelayed],
    ['refused here', rejected],
    ['sent on', forwarded],
    ['accepted', accepted],
    ['refused', result.stale + result.refused],
    ['unknown', result.unknown],
    ['blocks', result.blocks],
    ['known there', result.known],
  ];
  printTable(
    [...columns.map(([head]) => head), ''],
    [[...columns.map(([, count]) => String(count)), faults.length === 0 ? 'held' : 'NOT HELD']],
  );
  for (const line of explained) console.log(`  ${line}`);
  for (const line of faults) console.log(`  NOT EXPLAINED: ${line}`);
  return faults.length === 0;
}

const heads = [
  'act',
  'acknowledged',
  'meanwhile',
  'recorded',
  'refused here',
  'sent on',
  'accepted',
  'refused',
  'unknown',
  'recorded there',
  '',
];

/** The table of what became of the shares, with the reason of each difference. */
export function printActs(results: readonly RelayActResult[]): void {
  printTable(
    heads,
    results.map((each) => [
      each.name,
      ...[each.acked, each.meanwhile, each.recorded, each.rejected, each.forwarded, each.accepted].map(
        String,
      ),
      ...[each.stale + each.refused, each.unknown, each.recordedThere].map(String),
      judgeRelay(each).faults.length === 0 ? 'held' : 'NOT HELD',
    ]),
  );
  for (const each of results) {
    const { explained, faults } = judgeRelay(each);
    for (const line of explained) console.log(`  ${each.name}: ${line}`);
    for (const line of faults) console.log(`  ${each.name}: NOT EXPLAINED: ${line}`);
  }
}

/** What became of the money; answers whether all of it is accounted for. */
export function sayIncome(income: RelayIncome, coin: string): boolean {
  const { blocks, paid } = income;
  console.log(`the other pool credited ${blocks} blocks and paid ${formatAmount(paid)} ${coin}`);
  sayCredited(income, coin);
  return sayFaults(faultsOfIncome(income));
}

/** The same where the sender has no ledger. */
export function sayArrival(arrival: RelayArrival, coin: string): boolean {
  sayCredited(arrival, coin);
  return sayFaults(faultsOfArrival(arrival));
}

function sayCredited(arrival: RelayArrival, coin: string): void {
  const { unevenness, wasRefusedBefore, isBookedOnce } = arrival;
  const [arrived, credited, fees] = [arrival.arrived, arrival.credited, arrival.fees].map(formatAmount);
  console.log(`${arrived} ${coin} arrived, of which miners have ${credited} and the pool ${fees}`);
  console.log(
    `${wasRefusedBefore ? 'refused' : 'NOT REFUSED'} before it had come, booked ${isBookedOnce ? 'once' : 'NOT ONCE'}; no miner is further than ${unevenness} parts of 10^9 from its part of the work`,
  );
}

function sayFaults(faults: readonly string[]): boolean {
  for (const fault of faults) console.log(`NOT EXPLAINED: ${fault}`);
  return faults.length === 0;
}
