import { percentile } from '../support/statistics.ts';
import { openSession } from './session.ts';
import type { SessionOptions } from './session.ts';

export interface FanOut {
  /** From the first miner that hears of a new job to the last one, in the middle of several jobs. */
  readonly spreadMs: number;
}

const JOBS = 9;

export async function measureFanOut(options: SessionOptions): Promise<FanOut> {
  await using session = await openSession(options);
  const { server, load } = session;
  const spreads: number[] = [];
  for (let job = 0; job < JOBS; job += 1) {
    const heard = load.ask('hearJob', undefined);
    await server.ask('job', undefined);
    spreads.push((await heard).spreadMs);
  }
  return { spreadMs: percentile(spreads, 50) };
}
