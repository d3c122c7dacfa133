import type { Dialect } from '../core/dialect.ts';
import { headerEnv, type PlayedHeader, testHeaderJobs } from './header-kit.ts';
import type { Call } from './own-jobs-credit-game.ts';
import { type PortAnswer, PortMiner } from './port-miner.ts';

/** The content of each job. */
export const work = '5'.repeat(64);
export const user = 'ERG:9h.rig1';
/** The highest that makes a share, least significant byte first. */
export const lowHash = new Uint8Array(32).fill(1, 2);

/** A connection to a port whose jobs are all the same; its number is 0xabcd1234. */
export function connect(
  dialect: Dialect,
  verify: (input: unknown) => unknown = () => lowHash,
  workOf?: PlayedHeader['workOf'],
): PortMiner<unknown, unknown> {
  const jobs = testHeaderJobs(() => work, {}, workOf);
  jobs.openNext();
  return new PortMiner([dialect], headerEnv(jobs), verify, 0xabcd_1234);
}

export function call(miner: PortMiner<unknown, unknown>, said: Call): PortAnswer {
  return miner.line(JSON.stringify({ id: 7, ...said }));
}
