import {
  type Ban,
  banText,
  creditShare,
  judgeOffence,
  misconductOf,
  newPatience,
  type Offence,
} from '@openlode/stratum/misconduct';
import { type Bucket, type BucketRules, fullBucket, takeTokens } from '@openlode/stratum/token-bucket';
import type { Clock } from '../services/ports/clock.ts';
import { networkOf, sourceOf } from './source-address.ts';

/** What a message is counted as. */
export type MessageClass = 'submit' | 'login' | 'other';

export interface GateLimits {
  /** From one source, see `sourceOf`. */
  readonly connectionsPerSourceMax: number;
  /** From one /24 of IPv4; a /64 of IPv6 is one source and one network. */
  readonly connectionsPerNetworkMax: number;
  readonly rates: Readonly<Record<MessageClass, BucketRules>>;
  /** Sources whose past is remembered; of those that are not connected the longest absent is forgotten first. */
  readonly sourcesMax: number;
  /** Whether no limit applies to an address. */
  exempt(remoteAddress: string): boolean;
}

const defaultGateLimits: GateLimits = {
  connectionsPerSourceMax: 256,
  connectionsPerNetworkMax: 1024,
  rates: {
    login: { perSecond: 5, burst: 100 },
    submit: { perSecond: 250, burst: 5000 },
    other: { perSecond: 5, burst: 20 },
  },
  sourcesMax: 20_000,
  exempt: () => false,
};

/** One connection of a source that was let in. */
export interface Visit {
  readonly source: string;
  /** True where no limit applies. */
  readonly free: boolean;
  /** Whether the source may say one more message of this class now. */
  maySpeak(message: MessageClass): boolean;
  /** Holds the source to account; answers the sentence for the miner when that brings its ban. */
  offend(offence: Offence): string | undefined;
  /** An accepted share makes up for offences. */
  credit(): void;
  leave(): void;
}

export type Admission =
  | { readonly kind: 'admitted'; readonly visit: Visit }
  | { readonly kind: 'banned'; readonly source: string; readonly text: string }
  | { readonly kind: 'crowded'; readonly source: string };

/** The pool's one door: counts, budgets and bans of every source, for all ports together. */
export interface SourceGate {
  admit(remoteAddress: string): Admission;
  /** How much of its patience a source has used up, 0 to 1000. */
  misconduct(remoteAddress: string): number;
  readonly remembered: number;
}

interface Source {
  connections: number;
  readonly buckets: Readonly<Record<Exclude<MessageClass, 'other'>, Bucket>>;
  readonly patience: Bucket;
  ban: Ban | undefined;
}

export function createSourceGate(clock: Clock, overrides: Partial<GateLimits> = {}): SourceGate {
  const limits: GateLimits = { ...defaultGateLimits, ...overrides };
  /** In the order in which they were last admitted. */
  const sources = new Map<string, Source>();
  const networks = new Map<string, number>();
  const house: House = { clock, limits, networks };

  function recall(name: string): Source {
    const now = clock.now();
    const known = sources.get(name);
    sources.delete(name);
    const source = known ?? {
      connections: 0,
      buckets: {
        submit: fullBucket(limits.rates.submit, now),
        login: fullBucket(limits.rates.login, now),
      },
      patience: newPatience(now),
      ban: undefined,
    };
    sources.set(name, source);
    if (known === undefined && sources.size > limits.sourcesMax) forgetOne();
    return source;
  }

  /** Looks at a bounded number of the oldest, so that a crowd of live ones cannot make admission slow. */
  function forgetOne(): void {
    let looked = 0;
    for (const [name, { connections }] of sources) {
      if (connections === 0) {
        sources.delete(name);
        return;
      }
      looked += 1;
      if (looked > 64) return;
    }
  }

  return {
    admit(address) {
      const name = sourceOf(address);
      if (limits.exempt(address)) return { kind: 'admitted', visit: freeVisit(name) };
      const source = recall(name);
      if (source.ban !== undefined) {
        if (source.ban.until > clock.now()) {
          return { kind: 'banned', source: name, text: banText(source.ban) };
        }
        source.ban = undefined;
      }
      const network = networkOf(name);
      if (
        source.connections >= limits.connectionsPerSourceMax ||
        (networks.get(network) ?? 0) >= limits.connectionsPerNetworkMax
      ) {
        return { kind: 'crowded', source: name };
      }
      return { kind: 'admitted', visit: new SourceVisit(name, network, source, house) };
    },
    misconduct(address) {
      const source = sources.get(sourceOf(address));
      return source === undefined ? 0 : misconductOf(source.patience);
    },
    get remembered() {
      return sources.size;
    },
  };
}

interface House {
  readonly clock: Clock;
  readonly limits: GateLimits;
  readonly networks: Map<string, number>;
}

/** A class, because each connection has one, and ten thousand of them idle at once. */
class SourceVisit implements Visit {
  readonly free = false;
  readonly source: string;
  readonly #network: string;
  readonly #past: Source;
  readonly #house: House;
  /** Of its own: a farm that comes back after a power cut asks a few things on each of its connections. */
  readonly #other: Bucket;

  constructor(source: string, network: string, past: Source, house: House) {
    this.source = source;
    this.#network = network;
    this.#past = past;
    this.#house = house;
    this.#other = fullBucket(house.limits.rates.other, house.clock.now());
    past.connections += 1;
    house.networks.set(network, (house.networks.get(network) ?? 0) + 1);
  }

  maySpeak(message: MessageClass): boolean {
    const { limits, clock } = this.#house;
    const bucket = message === 'other' ? this.#other : this.#past.buckets[message];
    return takeTokens(bucket, limits.rates[message], 1, clock.now());
  }

  offend(offence: Offence): string | undefined {
    const now = this.#house.clock.now();
    const past = this.#past;
    if (past.ban === undefined || past.ban.until <= now) {
      past.ban = judgeOffence(past.patience, offence, now);
    }
    return past.ban && banText(past.ban);
  }

  credit(): void {
    creditShare(this.#past.patience, this.#house.clock.now());
  }

  leave(): void {
    this.#past.connections -= 1;
    const { networks } = this.#house;
    const rest = (networks.get(this.#network) ?? 1) - 1;
    if (rest === 0) networks.delete(this.#network);
    else networks.set(this.#network, rest);
  }
}

function freeVisit(source: string): Visit {
  return { free: true, source, maySpeak: always, offend: never, credit: nothing, leave: nothing };
}

const always = (): boolean => true;
const never = (): undefined => undefined;
const nothing = (): void => {};
