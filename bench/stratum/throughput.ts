import { openSession } from './session.ts';
import type { SessionOptions } from './session.ts';
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
 * recording: without that the first one, right after a flush, records hardly anything, and the others its work as well.
 */
export async function measureThroughput(options: ThroughputOptions): Promise<Throughput> {
  await using session = await openSession(options);
  const { server, load } = session;
  let accepted = await rush(options.warmUpShares);
  await flush();

  const before = await server.ask('cpu', undefined);
  const quarters: number[] = [];
  let last = before;
  let measured = 0;
  for (let quarter = 0; quarter < QUARTERS; quarter += 1) {
    const shares = await rush(options.shares / QUARTERS);
    accepted += shares;
    measured += shares;
    await flush();
    const now = await server.ask('cpu', undefined);
    quarters.push(shares / (now.server - last.server));
    last = now;
  }
  return summary(measured, before, last, (quarters.at(-1) ?? 0) / (quarters[0] ?? 1));

  async function flush(): Promise<void> {
    const { recordedShares } = await server.ask('flush', undefined);
    if (recordedShares !== accepted)
      throw new Error(`${accepted} shares were acknowledged and ${recordedShares} are in the database`);
  }

  async function rush(shares: number): Promise<number> {
    const result = await load.ask('rush', { shares, window: options.window });
    if (result.accepted !== shares) throw new Error(`shares were refused: ${JSON.stringify(result.refused)}`);
    return shares;
  }
}

function summary(shares: number, before: CpuReading, after: CpuReading, flatness: number): Throughput {
  const server = (after.server - before.server) / MICROS;
  const database = (after.database - before.database) / MICROS;
  return {
    perServerSecond: shares / server,
    perSecondWithDatabase: shares / (server + database),
    databaseSeconds: database,
    flatness,
  };
}
