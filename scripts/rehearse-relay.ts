import { formatAmount } from '@openlode/money/amount';
import { hasLitecoind } from '../testing/litecoin-nodes.ts';
import { faultsOfIncome, type RelayIncome, rehearseIncome } from '../testing/relay-income.ts';
import { rehearseRelay, relayActs } from '../testing/relay-rehearsal.ts';
import { judgeRelay, type RelayActResult } from '../testing/relay-verdict.ts';
import {
  judgeSourceOrder,
  rehearseSourceOrder,
  sourceOrderAct,
  type SourceOrderResult,
} from '../testing/source-order-rehearsal.ts';
import { RelayingPools } from '../testing/relaying-pools.ts';
import { postgresServer } from '../testing/scratch-postgres.ts';
import { buildStale } from './build/build-stale.ts';
import { printTable } from './print-table.ts';

/**
 * Mines on a pool that gives the work of another one on, which has a bad day in every way, has that one pay, and prints what became of the
 * shares and of the money; answers whether everything held.
 *
 * @param only of the acts those that have it in their name
 */
export async function rehearseAllRelays(only: string): Promise<boolean> {
  const chosen = relayActs.filter(({ name }) => name.includes(only));
  const hasOrder = sourceOrderAct.includes(only);
  if (chosen.length === 0 && !hasOrder) {
    const names = [...relayActs.map(({ name }) => name), sourceOrderAct];
    console.error(`no act has “${only}” in its name: ${names.join('; ')}`);
    return false;
  }
  if (!hasLitecoind || postgresServer === undefined) {
    console.error(
      hasLitecoind
        ? 'set DATABASE_URL to a PostgreSQL whose user may create databases: the rehearsal makes two and drops them'
        : 'litecoind is not installed: apt-get install litecoind',
    );
    return false;
  }
  await buildStale();
  const server = postgresServer;
  const isOrdered = !hasOrder || (await onPools(server, (pools) => rehearseOrder(pools, server)));
  const isRelayed = chosen.length === 0 || (await onPools(server, (pools) => rehearseActs(pools, chosen)));
  const isHeld = isOrdered && isRelayed;
  console.log(isHeld ? 'held' : 'NOT HELD');
  return isHeld;
}

/** Each on pools of its own: what the other pool pays is compared with what has arrived at one. */
async function onPools(
  server: string,
  rehearse: (pools: RelayingPools) => Promise<boolean>,
): Promise<boolean> {
  const pools = await RelayingPools.start(server);
  try {
    await pools.untilWork();
    return await rehearse(pools);
  } finally {
    await pools.close();
  }
}

async function rehearseOrder(pools: RelayingPools, server: string): Promise<boolean> {
  console.log(`${sourceOrderAct} …`);
  return saySourceOrder(await rehearseSourceOrder(pools, server));
}

/** The acts of one relaying pool, and then what the other pool pays for them. */
async function rehearseActs(pools: RelayingPools, chosen: typeof relayActs): Promise<boolean> {
  const crew = pools.startCrew();
  const results: RelayActResult[] = [];
  try {
    for (const act of chosen) {
      console.log(`${act.name} …`);
      const result = await rehearseRelay(pools, crew, act);
      results.push(result);
      // A rehearsal that fails in its last act has said what became of the others.
      print([result]);
      if (judgeRelay(result).faults.length > 0) for (const line of pools.said()) console.log(line);
    }
  } finally {
    await crew.stop();
  }
  console.log((await pools.command('income', 'upstreams')).out);
  console.log('the other pool pays …');
  const income = await rehearseIncome(pools);
  print(results);
  const hasPaid = sayIncome(income);
  return hasPaid && results.every((each) => judgeRelay(each).faults.length === 0);
}

function saySourceOrder(result: SourceOrderResult): boolean {
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

function print(results: readonly RelayActResult[]): void {
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

function sayIncome(income: RelayIncome): boolean {
  const faults = faultsOfIncome(income);
  const { blocks, unevenness, wasRefusedBefore, isBookedOnce } = income;
  const [paid, arrived, credited, fees] = [income.paid, income.arrived, income.credited, income.fees].map(
    formatAmount,
  );
  console.log(
    `the other pool credited ${blocks} blocks and paid ${paid} LTC; ${arrived} arrived, of which miners have ${credited} and the pool ${fees}`,
  );
  console.log(
    `${wasRefusedBefore ? 'refused' : 'NOT REFUSED'} before it had come, booked ${isBookedOnce ? 'once' : 'NOT ONCE'}; no miner is further than ${unevenness} parts of 10^9 from its part of the work`,
  );
  for (const fault of faults) console.log(`NOT EXPLAINED: ${fault}`);
  return faults.length === 0;
}
