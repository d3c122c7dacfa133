import type { Account } from '../accounts/find-account.ts';
import type { ServiceContext } from '../context.ts';
import { readWorkers } from './read-workers.ts';

export interface AccountSummary {
  readonly workersOnline: number;
  /** Hashes per second of the algorithms with a worker online. */
  readonly hashesPerSecond: ReadonlyMap<string, number>;
  /** The last accepted share. */
  readonly at: number;
}

export async function readSummary(
  ctx: Pick<ServiceContext, 'db' | 'clock'>,
  account: Pick<Account, 'id' | 'lastWorkAt'>,
): Promise<AccountSummary> {
  const online = (await readWorkers(ctx, account.id)).filter((worker) => worker.online);
  const hashrates = new Map<string, number>();
  for (const worker of online) {
    hashrates.set(worker.algorithm, (hashrates.get(worker.algorithm) ?? 0) + worker.hashesPerSecond);
  }
  return { workersOnline: online.length, hashesPerSecond: hashrates, at: account.lastWorkAt };
}
