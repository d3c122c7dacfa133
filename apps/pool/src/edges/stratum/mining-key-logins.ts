import { type LoginOutcome, printUserString } from '@openlode/mining/user-string';
import type { Miner } from '../../domain/miners/find-miner.ts';
import type { Clock } from '../../domain/kernel/clock.ts';

/** Whom a Mining Key stands for. */
export type KeyOwner = Pick<Miner, 'coin' | 'network' | 'address' | 'memo'>;

export interface MiningKeyLogins {
  /** Judges a login; one with a Mining Key by what `prepare` found. */
  readonly login: (text: string, workerField?: string) => LoginOutcome;
  /** Looks a key up that `login` would not know now; undefined where there is nothing to look up. Rejects when the database is away. */
  readonly prepare: (text: string) => Promise<void> | undefined;
}

/** So long a key counts as looked up: a miner that is opened or switches its network meanwhile is known soon. */
const knownMs = 60_000;
const keysMax = 10_000;

/** Logins by Mining Key: a login is judged at once, so whom its key stands for is looked up before. */
export function miningKeyLogins(options: {
  readonly readLogin: (text: string, workerField?: string) => LoginOutcome;
  readonly isDelisted: (coin: string) => boolean;
  readonly findOwner: (key: string) => Promise<KeyOwner | undefined>;
  readonly clock: Clock;
}): MiningKeyLogins {
  const { readLogin, isDelisted, findOwner, clock } = options;
  const owners = new Map<string, { readonly owner: KeyOwner | undefined; readonly until: number }>();
  const known = (key: string) => {
    const entry = owners.get(key);
    return entry !== undefined && entry.until > clock.now() ? entry : undefined;
  };
  const findAndKeep = async (key: string): Promise<void> => {
    const owner = await findOwner(key);
    // The one that was looked up first goes.
    const [oldest] = owners.keys();
    if (owners.size >= keysMax && oldest !== undefined) owners.delete(oldest);
    owners.delete(key);
    owners.set(key, { owner, until: clock.now() + knownMs });
  };

  return {
    login: (text, workerField) => {
      const outcome = readLogin(text, workerField);
      if (outcome.kind !== 'mining-key') return outcome;
      const owner = known(outcome.miningKey)?.owner;
      if (owner === undefined) return outcome;
      const { coin, network, address, memo } = owner;
      if (isDelisted(coin)) return { kind: 'delisted-coin', coin };
      // Its miner may be paid on another network of the address than where it was opened.
      const inFull = readLogin(
        printUserString({ coin, address, memo, worker: outcome.worker, referralCode: null }),
      );
      if (inFull.kind === 'not-paid-here' || inFull.kind === 'not-obtained') return inFull;
      return {
        kind: 'login',
        login: { coin, network, address, memo, worker: outcome.worker, referralCode: outcome.referralCode },
      };
    },
    prepare: (text) => {
      // Nearly every login names its coin, and is not read twice.
      if (text.includes(':')) return undefined;
      const outcome = readLogin(text);
      if (outcome.kind !== 'mining-key' || known(outcome.miningKey) !== undefined) return undefined;
      return findAndKeep(outcome.miningKey);
    },
  };
}
