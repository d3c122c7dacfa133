// npm run rehearse -- litecoin|bitcoin|monero [BLOCKS [PROGRAM]] [--only=WORDS OF AN ACT]: mines on a test network of real nodes, on a pool on PostgreSQL, with a bad day for each of them,
// and ends with a table of what became of the blocks. npm run rehearse -- payouts [litecoin|bitcoin|token|monero]: pays miners on two litecoinds, on two bcoins, a token on anvil and Monero, with
// the signer, and ends with a table of what was paid. npm run rehearse -- relay [litecoin|monero|ethash|kawpow|zcash]: mines on a pool that gives the work of another one on. npm run rehearse -- treasury: mines LTC and XMR, sells and
// buys on a stand-in for an exchange, and pays miners a token and LTC. npm run rehearse -- chaos [MINUTES]: a pool of five processes of which everything is killed in turn. Exit code 0 only where the ledger says what the nodes say.
import { existsSync } from 'node:fs';
import { buildStale } from './build/build-stale.ts';
import { rehearseAllChaos } from './rehearse-chaos.ts';
import { rehearseAllPayouts } from './rehearse-payouts.ts';
import { rehearseAllRelays } from './rehearse-relay.ts';
import { rehearseTreasury } from './rehearse-treasury.ts';
import { printTable } from './print-table.ts';
import { BcoinNodes, bcoinMissing, hasBcoin } from '../testing/bcoin-nodes.ts';
import { hasLitecoind, LitecoinNodes } from '../testing/litecoin-nodes.ts';
import { hasMonerod, MoneroNodes } from '../testing/monero-nodes.ts';
import { hasMoneroWallet } from '../testing/monero-wallet.ts';
import { type ActResult, acts, hasHeld, rehearse } from '../testing/rehearsal.ts';
import { endOf, type WalletWord } from '../testing/rehearsal-verdict.ts';
import { RehearsedPool } from '../testing/rehearsed-pool.ts';
import { postgresServer } from '../testing/scratch-postgres.ts';
import type { TestNetwork } from '../testing/test-network.ts';

/** A chain that can be rehearsed: what is missing for that here, and its nodes. */
interface Rehearsable {
  readonly missing: string | undefined;
  /** Whether a wallet watches where its blocks pay to. */
  readonly hasWallet: boolean;
  readonly start: () => Promise<TestNetwork>;
}

const chains: Readonly<Record<string, Rehearsable>> = {
  litecoin: {
    missing: hasLitecoind ? undefined : 'litecoind is not installed: apt-get install litecoind',
    hasWallet: true,
    start: () => LitecoinNodes.start(1),
  },
  monero: {
    missing: hasMonerod ? undefined : 'monerod is not installed: apt-get install monero',
    hasWallet: hasMoneroWallet,
    start: () => MoneroNodes.start(1),
  },
  bitcoin: {
    missing: hasBcoin ? undefined : bcoinMissing,
    hasWallet: false,
    start: () => BcoinNodes.start(1),
  },
};

const flag = '--only=';
const given = process.argv.slice(2);
const words = given.filter((each) => !each.startsWith(flag));
const [name = '', count = '10', program] = words;
const only = given.find((each) => each.startsWith(flag))?.slice(flag.length) ?? '';
const chosen = acts.filter((act) => act.name.includes(only));
const chain = Object.hasOwn(chains, name) ? chains[name] : undefined;

/** What is missing to rehearse here; undefined where nothing is. */
function missing(): string | undefined {
  if (chain === undefined)
    return `npm run rehearse -- ${Object.keys(chains).join('|')} [BLOCKS [PROGRAM]] [--only=WORDS], -- payouts [litecoin|bitcoin|token|monero], -- relay [litecoin|monero|ethash|kawpow|zcash] [--only=WORDS], -- treasury, or -- chaos [MINUTES] [--only=WORDS]`;
  if (!/^[1-9]\d{0,3}$/.test(count)) return 'the number of blocks of an act is 1 to 9999';
  if (chosen.length === 0)
    return `no act has “${only}” in its name: ${acts.map((act) => act.name).join('; ')}`;
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

if (name === 'chaos') process.exit((await rehearseAllChaos(Number(words[1] ?? 3), only)) ? 0 : 1);
if (name === 'relay') process.exit((await rehearseAllRelays(words[1] ?? '', only)) ? 0 : 1);
if (name === 'treasury') process.exit((await rehearseTreasury()) ? 0 : 1);
if (name === 'payouts') process.exit((await rehearseAllPayouts(process.argv[3])) ? 0 : 1);
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
let wallet: WalletWord | undefined;
try {
  for (const act of chosen) {
    console.log(`${act.name} …`);
    const result = await rehearse(rehearsed, act, Number(count));
    results.push(result);
    // A rehearsal of hours that fails in its last act has said what became of the others.
    print([result]);
  }
  if (chain.hasWallet) wallet = await rehearsed.compareWithWallet();
} finally {
  await rehearsed.close();
}
print(results);
const end = endOf(results, wallet);
for (const line of end.lines) console.log(line);
process.exit(end.hasHeld ? 0 : 1);
