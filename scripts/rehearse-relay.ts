import { formatAmount } from '@openlode/money/amount';
import { hasLitecoind, type LitecoinNodes } from '../testing/litecoin-nodes.ts';
import { hasMonerod } from '../testing/monero-nodes.ts';
import { hasMoneroWallet } from '../testing/monero-wallet.ts';
import { faultsOfIncome, type RelayIncome, rehearseIncome } from '../testing/relay-income.ts';
import { rehearseRelay, type RelayAct, relayActsOf } from '../testing/relay-rehearsal.ts';
import { type OpenRelayedNetwork, relayedLitecoin, relayedMonero } from '../testing/relayed-networks.ts';
import { judgeRelay, type RelayActResult } from '../testing/relay-verdict.ts';
import {
  judgeSourceOrder,
  rehearseSourceOrder,
  sourceOrderAct,
  type SourceOrderResult,
} from '../testing/source-order-rehearsal.ts';
import { RelayingPools } from '../testing/relaying-pools.ts';
import { postgresServer } from '../testing/scratch-postgres.ts';
import type { TestNetwork } from '../testing/test-network.ts';
import { buildStale } from './build/build-stale.ts';
import { printTable } from './print-table.ts';

/**
 * Mines on a pool that gives the work of another one on, which has a bad day in every way, has that one pay, and prints what became of the
 * shares and of the money; answers whether everything held.
 *
 * @param name what is mined: `litecoin`, or `monero`
 * @param only of the acts those that have it in their name
 */
export async function rehearseAllRelays(name: string, only: string): Promise<boolean> {
  const isMonero = name === 'monero';
  const acts = relayActsOf(isMonero ? 'XMR' : 'LTC');
  const chosen = acts.filter((act) => act.name.includes(only));
  const hasOrder = !isMonero && sourceOrderAct.includes(only);
  const why = missing(name);
  if (why !== undefined || postgresServer === undefined) {
    console.error(why);
    return false;
  }
  if (chosen.length === 0 && !hasOrder) {
    const names = [...acts.map((act) => act.name), ...(isMonero ? [] : [sourceOrderAct])];
    console.error(`no act has “${only}” in its name: ${names.join('; ')}`);
    return false;
  }
  await buildStale();
  const server = postgresServer;
  const isHeld = isMonero
    ? await onPools(server, relayedMonero, (pools) => rehearseMonero(pools, chosen))
    : await rehearseLitecoin(server, chosen, hasOrder);
  console.log(isHeld ? 'held' : 'NOT HELD');
  return isHeld;
}

/** What is missing to rehearse here; undefined where nothing is. */
function missing(name: string): string | undefined {
  if (!['', 'litecoin', 'monero'].includes(name))
    return 'npm run rehearse -- relay [litecoin|monero] [--only=WORDS]';
  if (postgresServer === undefined)
    return 'set DATABASE_URL to a PostgreSQL whose user may create databases: the rehearsal makes two and drops them';
  if (name === 'monero')
    return hasMonerod && hasMoneroWallet ? undefined : 'monerod is not installed: apt-get install monero';
  return hasLitecoind ? undefined : 'litecoind is not installed: apt-get install litecoind';
}

async function rehearseLitecoin(
  server: string,
  chosen: readonly RelayAct[],
  hasOrder: boolean,
): Promise<boolean> {
  const isOrdered =
    !hasOrder || (await onPools(server, relayedLitecoin, (pools) => rehearseOrder(pools, server)));
  const isRelayed =
    chosen.length === 0 ||
    (await onPools(server, relayedLitecoin, async (pools) => {
      const results = await rehearseActs(pools, chosen);
      return (await rehearsePayment(pools, results)) && haveHeld(results);
    }));
  return isOrdered && isRelayed;
}

/** It pays after its first act: of the rewards of all there are more than a transaction of Monero can spend. */
async function rehearseMonero(
  pools: RelayingPools,
  [first, ...others]: readonly RelayAct[],
): Promise<boolean> {
  const results = first === undefined ? [] : await rehearseActs(pools, [first]);
  const hasPaid = await rehearsePayment(pools, results).catch((error: unknown) => {
    console.log(error);
    return false;
  });
  if (others.length > 0) await pools.restartFirst();
  results.push(...(await rehearseActs(pools, others)));
  print(results);
  return hasPaid && haveHeld(results);
}

/** Each on pools of its own: what the other pool pays is compared with what has arrived at one. */
async function onPools<Nodes extends TestNetwork>(
  server: string,
  openNetwork: OpenRelayedNetwork<Nodes>,
  rehearse: (pools: RelayingPools<Nodes>) => Promise<boolean>,
): Promise<boolean> {
  const pools = await RelayingPools.start(server, openNetwork);
  try {
    await pools.untilWork();
    return await rehearse(pools);
  } finally {
    await pools.close();
  }
}

async function rehearseOrder(pools: RelayingPools<LitecoinNodes>, server: string): Promise<boolean> {
  console.log(`${sourceOrderAct} …`);
  return saySourceOrder(await rehearseSourceOrder(pools, server));
}

async function rehearseActs(pools: RelayingPools, chosen: readonly RelayAct[]): Promise<RelayActResult[]> {
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
  return results;
}

function haveHeld(results: readonly RelayActResult[]): boolean {
  return results.every((each) => judgeRelay(each).faults.length === 0);
}

/** Whether what the other pool pays for these acts has come in, and is credited. */
async function rehearsePayment(pools: RelayingPools, results: readonly RelayActResult[]): Promise<boolean> {
  console.log((await pools.command('income', 'upstreams')).out);
  console.log('the other pool pays …');
  const income = await rehearseIncome(pools);
  print(results);
  return sayIncome(income, pools.network.coin);
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

function sayIncome(income: RelayIncome, coin: string): boolean {
  const faults = faultsOfIncome(income);
  const { blocks, unevenness, wasRefusedBefore, isBookedOnce } = income;
  const [paid, arrived, credited, fees] = [income.paid, income.arrived, income.credited, income.fees].map(
    formatAmount,
  );
  console.log(
    `the other pool credited ${blocks} blocks and paid ${paid} ${coin}; ${arrived} arrived, of which miners have ${credited} and the pool ${fees}`,
  );
  console.log(
    `${wasRefusedBefore ? 'refused' : 'NOT REFUSED'} before it had come, booked ${isBookedOnce ? 'once' : 'NOT ONCE'}; no miner is further than ${unevenness} parts of 10^9 from its part of the work`,
  );
  for (const fault of faults) console.log(`NOT EXPLAINED: ${fault}`);
  return faults.length === 0;
}
