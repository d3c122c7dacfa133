import type { Dialect } from '../core/dialect.ts';
import { headerEnv, testHeaderJobs } from './header-kit.ts';
import { PortMiner } from './port-miner.ts';

/** The content of the only job of these suites, 64 digits; its id are the first 16. */
export const headerWork = '5'.repeat(64);
export const headerJobId = headerWork.slice(0, 16);
export const headerUser = 'ERG:9h.rig1';
/** Below every target here. */
export const lowHeaderHash = new Uint8Array(32).fill(1, 2);

/** A connection that has made these calls, and all that its shares gave the verifier. The session's number is abcd1234. */
export function headerMiner(
  dialect: Dialect,
  calls: readonly (readonly [method: string, params: unknown])[],
  verdict: unknown = lowHeaderHash,
): { readonly miner: PortMiner<unknown, unknown>; readonly verified: unknown[] } {
  const jobs = testHeaderJobs(() => headerWork);
  jobs.openNext();
  const verified: unknown[] = [];
  const verify = (input: unknown): unknown => {
    verified.push(input);
    return verdict;
  };
  const miner = new PortMiner([dialect], headerEnv(jobs), verify, 0xabcd_1234);
  for (const [method, params] of calls) miner.say(method, params);
  return { miner, verified };
}
