// npm run rehearse -- litecoin [BLOCKS]: mines on a test network of real nodes, on a pool on PostgreSQL, with a bad day for each of them,
// and ends with a table of what became of the blocks. Exit code 0 only where the ledger says what the nodes say.
import { buildStale } from './build/build-stale.ts';
import { hasLitecoind } from '../testing/litecoin-nodes.ts';
import { LitecoinPool } from '../testing/litecoin-pool.ts';
import { type ActResult, acts, hasHeld, rehearse } from '../testing/litecoin-rehearsal.ts';
import { postgresServer } from '../testing/scratch-postgres.ts';

const [chain, count = '10'] = process.argv.slice(2);

/** What is missing to rehearse here; undefined where nothing is. */
function missing(): string | undefined {
  if (chain !== 'litecoin')
    return 'npm run rehearse -- litecoin [BLOCKS]: this release rehearses Litecoin only';
  if (!/^[1-9]\d{0,3}$/.test(count)) return 'the number of blocks of an act is 1 to 9999';
  if (!hasLitecoind) return 'litecoind is not installed: apt-get install litecoind';
  if (postgresServer === undefined)
    return 'set DATABASE_URL to a PostgreSQL whose user may create databases: the rehearsal makes one and drops it';
  return undefined;
}

function print(results: readonly ActResult[]): void {
  const head = ['act', 'found', 'in the chain', 'credited', 'orphaned', 'lost', 'invented', ''];
  const rows = results.map((each) => [
    each.name,
    ...[each.found, each.inChain, each.credited, each.orphaned, each.lost, each.invented].map(String),
    hasHeld(each) ? 'held' : 'NOT HELD',
  ]);
  const widths = head.map((_cell, at) => Math.max(...[head, ...rows].map((row) => row[at]?.length ?? 0)));
  for (const row of [head, ...rows])
    console.log(
      row
        .map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
        .join('  '),
    );
}

const why = missing();
if (why !== undefined || postgresServer === undefined) {
  console.error(why);
  process.exit(2);
}
await buildStale();
const litecoin = await LitecoinPool.start(postgresServer, { isExtended: true });
const results: ActResult[] = [];
try {
  for (const act of acts) {
    console.log(`${act.name} …`);
    results.push(await rehearse(litecoin, act, Number(count)));
  }
} finally {
  await litecoin.close();
}
print(results);
const isHeld = results.every(hasHeld);
console.log(isHeld ? 'held' : 'NOT HELD');
process.exit(isHeld ? 0 : 1);
