import { percentile } from '../support/statistics.ts';
import { openSession } from './session.ts';
import type { SessionOptions } from './session.ts';

export interface Latency {
  readonly p50Ms: number;
  readonly p99Ms: number;
}

export interface LatencyOptions extends SessionOptions {
  readonly perSecond: number;
  readonly seconds: number;
}

/** The load of the measurement itself, so that what is compiled for it is compiled before. */
const WARM_UP_SECONDS = 8;

/** Submit to acknowledgement at a steady rate, on a fresh server after a warm-up. */
export async function measureLatency(options: LatencyOptions): Promise<Latency> {
  await using session = await openSession(options);
  const { load, server } = session;
  await load.ask('rush', { shares: 20_000, window: 1 });
  await server.ask('flush', undefined);
  const { perSecond, seconds } = options;
  await load.ask('pace', { perSecond, shares: perSecond * WARM_UP_SECONDS });
  const result = await load.ask('pace', { perSecond, shares: perSecond * seconds });
  if (result.accepted !== perSecond * seconds)
    throw new Error(`shares were refused: ${JSON.stringify(result.refused)}`);
  return { p50Ms: percentile(result.latenciesMs, 50), p99Ms: percentile(result.latenciesMs, 99) };
}
