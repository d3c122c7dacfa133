// npm run rehearse -- litecoin|bitcoin|monero [BLOCKS [PROGRAM]]: mines on a test network of real nodes, on a pool on PostgreSQL, with a bad day for each of them,
// and ends with a table of what became of the blocks. npm run rehearse -- payouts: pays a miner on two litecoinds, with the signer, and ends with a
// table of what was paid. Exit code 0 only where the ledger says what the nodes say.
import { existsSync } from 'node:fs';
import { buildStale } from './build/build-stale.ts';
import { rehearseAllPayouts } from './rehearse-payouts.ts';
import { printTable } from './print-table.ts';
import { BcoinNodes, bcoinMissing, hasBcoin } from '../testing/bcoin-nodes.ts';
import { hasLitecoind, LitecoinNodes } from '../testing/litecoin-nodes.ts';
import { hasMonerod, MoneroNodes } from '../testing/monero-nodes.ts';
import { type ActResult, acts, hasHeld, rehearse } from '../testing/rehearsal.ts';
import { RehearsedPool } from '../testing/rehearsed-pool.ts';
import { postgresServer } from '../testing/scratch-postgres.ts';
import type { TestNetwork } from '../testing/test-network.ts';

/** A chain that can be rehearsed: what is missing for that here, and its nodes. */
interface Rehearsable {
  readonly missing: string | undefined;
  readonly start: () => Promise<TestNetwork>;
}

const chains: Readonly<Record<string, Rehearsable>> = {
  litecoin: {
    missing: hasLitecoind ? undefined : 'litecoind is not installed: apt-get install litecoind',
    start: () => LitecoinNodes.start(1),
  },
  monero: {
    missing: hasMonerod ? undefined : 'monerod is not installed: apt-get install monero',
    start: () => MoneroNodes.start(1),
  },
  bitcoin: { missing: hasBcoin ? undefined : bcoinMissing, start: () => BcoinNodes.start(1) },
};

const [name = '', count = '10', program] = process.argv.slice(2);
const chain = Object.hasOwn(chains, name) ? chains[name] : undefined;

/** What is missing to rehearse here; undefined where nothing is. */
function missing(): string | undefined {
  if (chain === undefined)
    return `npm run rehearse -- ${Object.keys(chains).join('|')} [BLOCKS [PROGRAM]], or -- payouts`;
  if (!/^[1-9]\d{0,3}$/.test(count)) return 'the number of blocks of an act is 1 to 9999';
  if (chain.missing !== undefined) return chain.missing;
  if (program !== undefined && name !== 'monero')
    return 'a program mines Monero only: the path of xmrig; the others have a miner of the suites';
  if (program !== undefined && !existsSync(program)) return `there is no program ${program}`;
  if (postgresServer === undefined)
    return 'set DATABASE_URL to a PostgreSQL whose user may create databases: the rehearsal makes one and drops it';
  return undefined;
}

function print(results: readonly ActResult[]): void {
  printTable(
    ['act', 'found', 'in the chain', 'credited', 'orphaned', 'lost', 'invented', ''],
    results.map((each) => [
      each.name,
      ...[each.found, each.inChain, each.credited, each.orphaned, each.lost, each.invented].map(String),
      hasHeld(each) ? 'held' : 'NOT HELD',
    ]),
  );
}

if (name === 'payouts') process.exit((await rehearseAllPayouts()) ? 0 : 1);
const why = missing();
if (why !== undefined || postgresServer === undefined || chain === undefined) {
  console.error(why);
  process.exit(2);
}
await buildStale();
const nodes = await chain.start();
await nodes.mineToPresent();
const rehearsed = await RehearsedPool.start(postgresServer, nodes, program);
const results: ActResult[] = [];
let wallet = { same: 0, differ: 0 };
try {
  for (const act of acts) {
    console.log(`${act.name} …`);
    const result = await rehearse(rehearsed, act, Number(count));
    results.push(result);
    // A rehearsal of hours that fails in its last act has said what became of the others.
    print([result]);
  }
  wallet = await rehearsed.compareWithWallet();
} finally {
  await rehearsed.close();
}
print(results);
console.log(
  `the wallet that watches the address has ${wallet.same} credited blocks to the unit, and ${wallet.differ} otherwise`,
);
const isHeld = results.every(hasHeld) && wallet.differ === 0;
console.log(isHeld ? 'held' : 'NOT HELD');
process.exit(isHeld ? 0 : 1);
