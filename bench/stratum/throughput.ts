import { openSession } from './session.ts';
import type { BenchSession, SessionOptions } from './session.ts';
import type { CpuReading } from './verbs.ts';

export interface Throughput {
  /** Acknowledged and recorded shares per CPU-second of the server, the database left out and counted in. */
  readonly perServerSecond: number;
  readonly perSecondWithDatabase: number;
  readonly databaseSeconds: number;
  /** The last quarter of the run against the first one: 1 when a job's age costs nothing. */
  readonly flatness: number;
}

export interface ThroughputOptions extends SessionOptions {
  readonly shares: number;
  readonly warmUpShares: number;
  readonly window: number;
}

const QUARTERS = 4;
const MICROS = 1_000_000;

/**
 * One run on a fresh server: warm up, then four times rush and wait until everything is recorded. Each quarter pays for its own
 * recording: without that the first one, right after a flush, records hardly anything, and the others its work as well. What the bench itself
 * asks the database, whether everything is there, is not counted; tables are read once at the end.
 */
export async function measureThroughput(options: ThroughputOptions): Promise<Throughput> {
  await using session = await openSession(options);
  const { server, load } = session;
  let accepted = await rush(options.warmUpShares);
  await flush();

  const quarters: number[] = [];
  const spent = { server: 0, database: 0 };
  let measured = 0;
  for (let quarter = 0; quarter < QUARTERS; quarter += 1) {
    const before = await server.ask('cpu', undefined);
    const shares = await rush(options.shares / QUARTERS);
    accepted += shares;
    measured += shares;
    const after = await flush();
    quarters.push(shares / (after.server - before.server));
    spent.server += after.server - before.server;
    spent.database += after.database - before.database;
  }
  await checkRecorded(server, accepted);
  return summary(measured, spent, (quarters.at(-1) ?? 0) / (quarters[0] ?? 1));

  async function flush(): Promise<CpuReading> {
    const { recordedShares, cpu } = await server.ask('flush', undefined);
    if (recordedShares !== accepted)
      throw new Error(`${accepted} shares were acknowledged and ${recordedShares} are in the database`);
    return cpu;
  }

  async function rush(shares: number): Promise<number> {
    const result = await load.ask('rush', { shares, window: options.window });
    if (result.accepted !== shares) throw new Error(`shares were refused: ${JSON.stringify(result.refused)}`);
    return shares;
  }
}

/** Throws where a table misses shares that were acknowledged. */
export async function checkRecorded(
  server: Pick<BenchSession['server'], 'ask'>,
  acknowledged: number,
): Promise<void> {
  const recorded = await server.ask('audit', undefined);
  if (recorded !== acknowledged)
    throw new Error(`${acknowledged} shares were acknowledged and tables hold ${recorded}`);
}

function summary(shares: number, spent: CpuReading, flatness: number): Throughput {
  const server = spent.server / MICROS;
  const database = spent.database / MICROS;
  return {
    perServerSecond: shares / server,
    perSecondWithDatabase: shares / (server + database),
    databaseSeconds: database,
    flatness,
  };
}
