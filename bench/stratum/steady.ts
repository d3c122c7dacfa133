import { percentile } from '../support/statistics.ts';
import { openSession } from './session.ts';
import type { SessionOptions } from './session.ts';
import { checkRecorded } from './throughput.ts';

export interface Steady {
  readonly shares: number;
  readonly seconds: number;
  /** Shares per CPU-second of the server, the database left out and counted in. */
  readonly perServerSecond: number;
  readonly perSecondWithDatabase: number;
  /** Microseconds of processor time that a share took of each. */
  readonly serverMicros: number;
  readonly databaseMicros: number;
  /** From submit to acknowledgement. */
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** How long ago the oldest acknowledged share came that was not recorded, looked at once a second. */
  readonly unrecordedMs: { readonly p50: number; readonly most: number };
}

export interface SteadyOptions extends SessionOptions {
  readonly perSecond: number;
  readonly seconds: number;
}

/** Before the measurement: workers come online, code is compiled, pages of tables are filled. */
const WARM_UP_SECONDS = 20;
/** Answers are collected in parts: what has no answer after a part is an error. */
const PART_SECONDS = 30;
const LOOK_MS = 1000;

/** Shares at an even rate for some minutes, all of which have to be recorded at the end. */
export async function measureSteady(options: SteadyOptions): Promise<Steady> {
  const { perSecond, seconds } = options;
  await using session = await openSession(options);
  const { server, load } = session;
  const ages: number[] = [];
  const latencies: number[] = [];
  await pace(WARM_UP_SECONDS);
  const { recordedShares } = await server.ask('flush', undefined);
  latencies.length = 0;
  const looking = setInterval(
    () =>
      void server.ask('unrecordedMs', undefined).then(
        (age) => ages.push(age),
        () => undefined,
      ),
    LOOK_MS,
  );
  const before = await server.ask('cpu', undefined);
  try {
    for (let left = seconds; left > 0; left -= PART_SECONDS) await pace(Math.min(left, PART_SECONDS));
  } finally {
    clearInterval(looking);
  }
  const { recordedShares: all, cpu } = await server.ask('flush', undefined);
  const shares = seconds * perSecond;
  if (all - recordedShares !== shares)
    throw new Error(`${shares} shares were acknowledged and ${all - recordedShares} are in the database`);
  await checkRecorded(server, all);
  const serverMicros = (cpu.server - before.server) / shares;
  const databaseMicros = (cpu.database - before.database) / shares;
  return {
    shares,
    seconds,
    serverMicros,
    databaseMicros,
    perServerSecond: 1_000_000 / serverMicros,
    perSecondWithDatabase: 1_000_000 / (serverMicros + databaseMicros),
    p50Ms: percentile(latencies, 50),
    p99Ms: percentile(latencies, 99),
    unrecordedMs: { p50: percentile(ages, 50), most: Math.max(0, ...ages) },
  };

  async function pace(forSeconds: number): Promise<void> {
    const { accepted, refused, latenciesMs } = await load.ask('pace', {
      perSecond,
      shares: perSecond * forSeconds,
    });
    if (accepted !== perSecond * forSeconds)
      throw new Error(`shares were refused: ${JSON.stringify(refused)}`);
    for (const latency of latenciesMs) latencies.push(latency);
  }
}
