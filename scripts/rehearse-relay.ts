import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasLitecoind, type LitecoinNodes } from '../testing/litecoin-nodes.ts';
import { hasMonerod, type MoneroNodes } from '../testing/monero-nodes.ts';
import { hasMoneroWallet } from '../testing/monero-wallet.ts';
import { rehearseArrival, rehearseIncome } from '../testing/relay-income.ts';
import { rehearseRelay, type RelayAct, relayActsOf } from '../testing/relay-rehearsal.ts';
import { anvilMissing, hasAnvil } from '../testing/anvil-node.ts';
import { type EthashNetwork, relayedEthash } from '../testing/relayed-ethash.ts';
import { relayedKawpow } from '../testing/relayed-simulated.ts';
import {
  type OpenRelayedNetwork,
  type PayingNetwork,
  type RelayedNetwork,
  relayedLitecoin,
  relayedMonero,
} from '../testing/relayed-networks.ts';
import { judgeRelay, type RelayActResult } from '../testing/relay-verdict.ts';
import { rehearseSourceOrder, sourceOrderAct } from '../testing/source-order-rehearsal.ts';
import { RelayingPools } from '../testing/relaying-pools.ts';
import { postgresServer } from '../testing/scratch-postgres.ts';
import { buildStale } from './build/build-stale.ts';
import { haveHeld, printActs, sayArrival, sayIncome, saySourceOrder } from './print-relay.ts';

const names = ['litecoin', 'monero', 'ethash', 'kawpow', 'zcash'] as const;
type Name = Exclude<(typeof names)[number], 'zcash'>;
const coins = { litecoin: 'LTC', monero: 'XMR', ethash: 'ETHW', kawpow: 'RVN' } as const;

/**
 * Mines on a pool that gives the work of another one on, which has a bad day in every way, has that one pay, and prints what became of the
 * shares and of the money; answers whether everything held.
 *
 * @param given what is mined: `litecoin` where nothing is said
 * @param only of the acts those that have it in their name
 */
export async function rehearseAllRelays(given: string, only: string): Promise<boolean> {
  const named = names.find((each) => each === (given === '' ? 'litecoin' : given));
  if (named === 'zcash') return rehearseZcash(only);
  const name: Name | undefined = named;
  const why = missing(name);
  if (why !== undefined || name === undefined || postgresServer === undefined) {
    console.error(why);
    return false;
  }
  const acts = relayActsOf(coins[name]);
  const chosen = acts.filter((act) => act.name.includes(only));
  const hasOrder = name === 'litecoin' && sourceOrderAct.includes(only);
  if (chosen.length === 0 && !hasOrder) {
    const all = [...acts.map((act) => act.name), ...(name === 'litecoin' ? [sourceOrderAct] : [])];
    console.error(`no act has “${only}” in its name: ${all.join('; ')}`);
    return false;
  }
  await buildStale();
  const isHeld = await rehearseOn(name, postgresServer, chosen, hasOrder);
  console.log(isHeld ? 'held' : 'NOT HELD');
  return isHeld;
}

function rehearseOn(
  name: Name,
  server: string,
  chosen: readonly RelayAct[],
  hasOrder: boolean,
): Promise<boolean> {
  switch (name) {
    case 'litecoin':
      return rehearseLitecoin(server, chosen, hasOrder);
    case 'monero':
      return onPools(server, relayedMonero, (pools) => rehearseMonero(pools, chosen));
    case 'ethash':
      return onPools(server, relayedEthash, (pools) => rehearseEthash(pools, chosen));
    case 'kawpow':
      return onPools(server, relayedKawpow, (pools) => rehearseKawpow(pools, chosen));
  }
}

/**
 * No payment of ZEC is played, because no node of it is here: the acts are played by a suite, in one process and without money, and its
 * results are judged as all others are.
 */
async function rehearseZcash(only: string): Promise<boolean> {
  if (only !== '') {
    console.error('the acts of Zcash are one suite: they are all played');
    return false;
  }
  console.log(
    'no node of ZEC is here: the port, and both other pools, are in one process, and nothing is paid',
  );
  const folder = await mkdtemp(join(tmpdir(), 'openlode-zcash-'));
  try {
    const file = join(folder, 'results.json');
    const child = spawn('npx', ['vitest', 'run', 'apps/pool/src/app/relayed-zcash-day.long.test.ts'], {
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, TEST_LONG: '1', OPENLODE_REHEARSED: file },
    });
    const [code] = (await once(child, 'exit')) as [number | null];
    const results = JSON.parse(await readFile(file, 'utf8')) as readonly RelayActResult[];
    printActs(results);
    const isHeld = code === 0 && haveHeld(results);
    console.log(isHeld ? 'held' : 'NOT HELD');
    return isHeld;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** What is missing to rehearse here; undefined where nothing is. */
function missing(name: Name | undefined): string | undefined {
  if (name === undefined) return `npm run rehearse -- relay [${names.join('|')}] [--only=WORDS]`;
  if (postgresServer === undefined)
    return 'set DATABASE_URL to a PostgreSQL whose user may create databases: the rehearsal makes two or three and drops them';
  switch (name) {
    case 'litecoin':
      return hasLitecoind ? undefined : 'litecoind is not installed: apt-get install litecoind';
    case 'monero':
      return hasMonerod && hasMoneroWallet ? undefined : 'monerod is not installed: apt-get install monero';
    case 'ethash':
      return hasAnvil ? undefined : anvilMissing;
    case 'kawpow':
      return undefined;
  }
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

/** What the other pool pays is buried under blocks of one hash: no work is relayed by then, and the machine hashes a dozen a second. */
async function rehearseMonero(
  pools: RelayingPools<PayingNetwork<MoneroNodes>>,
  chosen: readonly RelayAct[],
): Promise<boolean> {
  const results = await rehearseActs(pools, chosen);
  await pools.network.paying.nodes.restartWith(1);
  return (await rehearsePayment(pools, results)) && haveHeld(results);
}

/** The other pool's chain is simulated: the coins come from an account of the test network that has some. */
async function rehearseEthash(
  pools: RelayingPools<EthashNetwork>,
  chosen: readonly RelayAct[],
): Promise<boolean> {
  const results = await rehearseActs(pools, chosen);
  console.log('a payment is sent in the place of the other pool …');
  const arrival = await rehearseArrival(pools, () => pools.network.pay());
  printActs(results);
  return sayArrival(arrival, pools.network.coin) && haveHeld(results);
}

/** The other pool's chain is simulated, and no node of RVN is here: what would come in cannot be shown. */
async function rehearseKawpow(pools: RelayingPools, chosen: readonly RelayAct[]): Promise<boolean> {
  const results = await rehearseActs(pools, chosen);
  printActs(results);
  console.log('no node of RVN is here: nothing is paid');
  return haveHeld(results);
}

/** Each on pools of its own: what the other pool pays is compared with what has arrived at one. */
async function onPools<Network extends RelayedNetwork>(
  server: string,
  openNetwork: OpenRelayedNetwork<Network>,
  rehearse: (pools: RelayingPools<Network>) => Promise<boolean>,
): Promise<boolean> {
  const pools = await RelayingPools.start(server, openNetwork);
  try {
    await pools.untilWork();
    return await rehearse(pools);
  } finally {
    await pools.close();
  }
}

async function rehearseOrder(
  pools: RelayingPools<PayingNetwork<LitecoinNodes>>,
  server: string,
): Promise<boolean> {
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
      printActs([result]);
      if (judgeRelay(result).faults.length > 0) for (const line of pools.said()) console.log(line);
    }
  } finally {
    await crew.stop();
  }
  return results;
}

/** Whether what the other pool pays for these acts has come in, and is credited. */
async function rehearsePayment(
  pools: RelayingPools<PayingNetwork>,
  results: readonly RelayActResult[],
): Promise<boolean> {
  console.log((await pools.command('income', 'upstreams')).out);
  console.log('the other pool pays …');
  const income = await rehearseIncome(pools);
  printActs(results);
  return sayIncome(income, pools.network.coin);
}
