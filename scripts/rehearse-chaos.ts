import { hasBcoin, bcoinMissing } from '../testing/bcoin-nodes.ts';
import { ChaosPool } from '../testing/chaos-pool.ts';
import { chaosFaults, type ChaosResult, rehearseFault, settle } from '../testing/chaos-rehearsal.ts';
import { hasHaproxy } from '../testing/haproxy-server.ts';
import { hasNginx } from '../testing/nginx-server.ts';
import { hasPostgres } from '../testing/postgres-programs.ts';
import { hasRedis } from '../testing/redis-server.ts';
import { buildStale } from './build/build-stale.ts';
import { printTable } from './print-table.ts';

/**
 * Has one thing after the other go wrong with a pool of five processes while miners mine and pages are read, and prints what became of the
 * shares; answers whether everything held.
 *
 * @param minutes how long, one round of all faults at least
 * @param only of the faults those that have it in their name
 */
export async function rehearseAllChaos(minutes: number, only: string): Promise<boolean> {
  const chosen = chaosFaults.filter(({ name }) => name.includes(only));
  const why = missing(minutes, chosen.length);
  if (why !== undefined) {
    console.error(why);
    return false;
  }
  await buildStale();
  const pool = await ChaosPool.start();
  const results: ChaosResult[] = [];
  const until = Date.now() + minutes * 60_000;
  try {
    await settle(pool);
    do {
      for (const fault of chosen) {
        console.log(`${fault.name} …`);
        const result = await rehearseFault(pool, fault);
        results.push(result);
        if (result.faults.length > 0) say(result, pool);
      }
      // A rehearsal of half an hour that fails in its last fault has said what became of the others.
      print(results);
    } while (Date.now() < until);
    const isSound = await isLedgerSound(pool);
    const isHeld = isSound && results.every(({ faults }) => faults.length === 0);
    console.log(isHeld ? 'held' : 'NOT HELD');
    return isHeld;
  } finally {
    await pool.close();
  }
}

function say({ faults }: ChaosResult, { processes }: ChaosPool): void {
  for (const line of faults) console.log(`  NOT EXPLAINED: ${line}`);
  for (const { logs } of processes)
    console.log(
      logs
        .filter((line) => /"level":[45]0/.test(line))
        .slice(-12)
        .join('\n'),
    );
}

function missing(minutes: number, faults: number): string | undefined {
  if (!(minutes > 0 && minutes <= 1440)) return 'the minutes of a chaos run are 1 to 1440';
  if (faults === 0) return `the faults are: ${chaosFaults.map(({ name }) => name).join('; ')}`;
  if (!hasBcoin) return bcoinMissing;
  const programs: Readonly<Record<string, boolean>> = {
    haproxy: hasHaproxy,
    'nginx-light': hasNginx,
    'postgresql-15': hasPostgres,
    'redis-server': hasRedis,
  };
  const names = Object.keys(programs).filter((name) => programs[name] === false);
  return names.length === 0 ? undefined : `not everything is installed: apt-get install ${names.join(' ')}`;
}

function print(results: readonly ChaosResult[]): void {
  const names = [...new Set(results.map(({ name }) => name))];
  const seconds = (ms: number): string => (ms / 1000).toFixed(1);
  printTable(
    [
      'fault',
      'times',
      'acknowledged',
      'recorded',
      'without an answer',
      'lost',
      'blocks',
      'a page away, s',
      'live silent, s',
      'all well after, s',
      '',
    ],
    [...names, 'all'].map((name) => {
      const of = name === 'all' ? results : results.filter((each) => each.name === name);
      const sum = (key: 'acked' | 'recorded' | 'unanswered' | 'lost' | 'blocks'): string =>
        String(of.reduce((total, each) => total + each[key], 0));
      const most = (key: 'pageMs' | 'liveMs' | 'wellMs'): string =>
        seconds(Math.max(...of.map((each) => each[key])));
      return [
        name,
        String(of.length),
        sum('acked'),
        sum('recorded'),
        sum('unanswered'),
        sum('lost'),
        sum('blocks'),
        most('pageMs'),
        most('liveMs'),
        most('wellMs'),
        of.every(({ faults }) => faults.length === 0) ? 'held' : 'NOT HELD',
      ];
    }),
  );
}

/** Whether the audit finds nothing; prints what became of the blocks as well. */
async function isLedgerSound(pool: ChaosPool): Promise<boolean> {
  const states = await pool.database.query(
    'SELECT state, count(*)::int AS rounds FROM rounds GROUP BY state ORDER BY state',
  );
  console.log(
    `rounds: ${states.map(({ state, rounds }) => `${String(rounds)} ${String(state)}`).join(', ')}`,
  );
  const { out, err } = await pool.command('audit', '--json');
  if (out === '') {
    console.log(err);
    return false;
  }
  const { findings } = JSON.parse(out) as { readonly findings: readonly Readonly<Record<string, unknown>>[] };
  // Nothing is paid here, so there is no wallet to hold what is owed against.
  const [row] = await pool.database.query('SELECT count(*)::int AS parked FROM parked_batches');
  const parked = Number(row?.['parked']);
  if (parked > 0) console.log(`${parked} batches are parked`);
  const wrong = findings.filter(({ kind }) => kind !== 'wallet-unreachable');
  for (const each of wrong) console.log(JSON.stringify(each));
  if (wrong.length === 0) console.log('the ledger is sound');
  return wrong.length === 0 && parked === 0;
}
