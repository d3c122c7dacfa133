import { join } from 'node:path';
import { ROOT } from '../../scripts/root.ts';
import { bundleProcesses } from '../support/bundle.ts';
import { printTable, ratioText, spreadText } from '../support/print-table.ts';
import { spreadOf } from '../support/statistics.ts';
import { measureLatency } from '../stratum/latency.ts';
import type { SessionOptions } from '../stratum/session.ts';
import { measureThroughput } from '../stratum/throughput.ts';

type Side = Extract<SessionOptions['side'], 'ours' | 'relayed'>;

const sides: readonly Side[] = ['ours', 'relayed'];
const load = { connections: 1000, merkleBranches: 1 };
const goals = { addedMs: 2, throughput: 0.8 };

/** What it costs that work is another pool's: beside own work on the same port, one share in a thousand sent on. */
export async function runRelay({
  runs,
  isQuick,
}: {
  readonly runs: number;
  readonly isQuick: boolean;
}): Promise<void> {
  const folder = await bundleProcesses({
    ours: join(ROOT, 'bench/stratum/ours-process.ts'),
    relayed: join(ROOT, 'bench/relay/relayed-process.ts'),
    upstream: join(ROOT, 'bench/relay/upstream-process.ts'),
    load: join(ROOT, 'bench/stratum/load-process.ts'),
  });
  const database = process.env['DATABASE_URL'] === undefined ? 'PGlite in a worker thread' : 'PostgreSQL';
  console.log(`relay, SHA-256d, Node ${process.version}, database: ${database}, ${runs} interleaved runs`);
  const shares = isQuick ? 20_000 : 80_000;
  const throughput = await interleave('throughput', runs, (side) =>
    measureThroughput({ folder, side, ...load, shares, warmUpShares: 20_000, window: 1 }),
  );
  const seconds = isQuick ? 5 : 24;
  const latency = await interleave('latency', runs, (side) =>
    measureLatency({ folder, side, ...load, perSecond: 300, seconds }),
  );
  const [own, relayed] = sides.map((side) => ({
    shares: spreadOf(throughput[side].map(({ perServerSecond }) => perServerSecond)),
    p50: spreadOf(latency[side].map(({ p50Ms }) => p50Ms)),
    p99: spreadOf(latency[side].map(({ p99Ms }) => p99Ms)),
  })) as [Figures, Figures];
  const added = (name: 'p50' | 'p99'): string =>
    ratioText(relayed[name].median - own[name].median, (ms) => ms <= goals.addedMs);
  printTable(
    `1,000 miners: shares checked and recorded per CPU-second of the server, and ms from submit to acknowledgement at 300 shares a second`,
    ['', 'own work', 'of another pool', '', 'goal'],
    [
      [
        'shares a CPU-second',
        spreadText(own.shares, 0),
        spreadText(relayed.shares, 0),
        ratioText(relayed.shares.median / own.shares.median, (ratio) => ratio >= goals.throughput),
        `≥ ${goals.throughput} of own work`,
      ],
      ['p50, ms', spreadText(own.p50, 2), spreadText(relayed.p50, 2), added('p50'), ''],
      [
        'p99, ms',
        spreadText(own.p99, 2),
        spreadText(relayed.p99, 2),
        added('p99'),
        `≤ ${goals.addedMs} ms more`,
      ],
    ],
  );
}

type Figures = Record<'shares' | 'p50' | 'p99', ReturnType<typeof spreadOf>>;

/** They take turns, so that whatever else the machine does falls on both. */
async function interleave<Result>(
  what: string,
  runs: number,
  measure: (side: Side) => Promise<Result>,
): Promise<Record<Side, Result[]>> {
  const results: Record<Side, Result[]> = { ours: [], relayed: [] };
  for (let run = 0; run < runs; run += 1)
    for (const side of run % 2 === 0 ? sides : sides.toReversed()) {
      const result = await measure(side);
      results[side].push(result);
      console.error(`  ${what}, ${side}, run ${run + 1}: ${JSON.stringify(result)}`);
    }
  return results;
}
