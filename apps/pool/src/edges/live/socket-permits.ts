import { type Bucket, type BucketRules, fullBucket, takeTokens } from '@openlode/stratum/core/token-bucket';

export interface SocketLimits {
  readonly socketsPerSource: number;
  readonly sockets: number;
  /** What one socket may send; its whole source may send `sourceFactor` times as much. */
  readonly bytes: BucketRules;
  readonly messages: BucketRules;
  readonly sourceFactor: number;
  /** Joins of miners that do not exist yet: a page waits there for its first share. */
  readonly unknownPerSource: number;
  readonly unknown: number;
}

/** A page sends a few joins when it opens, and a sign of life every 25 s. */
export const usualSocketLimits: SocketLimits = {
  socketsPerSource: 30,
  sockets: 10_000,
  bytes: { perSecond: 8192, burst: 131_072 },
  messages: { perSecond: 10, burst: 150 },
  sourceFactor: 4,
  unknownPerSource: 60,
  unknown: 5000,
};

/** For so long a source is remembered after its last socket: a new connection is no new budget. */
const rememberedMs = 60_000;
const rememberedMax = 50_000;

/** A network around a source that one customer may own whole, and how many sources' worth of sockets it may have. */
export interface WiderNetwork {
  readonly name: string;
  readonly factor: number;
}

/** One socket of the live channel, and what it may still do. */
export interface SocketPermit {
  readonly source: string;
  takeBytes(count: number): boolean;
  takeMessage(): boolean;
  /** Whether one miner more that does not exist may be watched. */
  takeUnknown(): boolean;
  giveUnknown(): void;
  leave(): void;
}

interface Source {
  /** In sources; more than one for a network. */
  readonly factor: number;
  sockets: number;
  unknown: number;
  leftAt: number;
  readonly bytes: Bucket;
  readonly messages: Bucket;
}

/** Counts the sockets of every source, and what they send. */
export class SocketPermits {
  readonly #limits: SocketLimits;
  readonly #now: () => number;
  readonly #sources = new Map<string, Source>();
  #sockets = 0;
  #unknown = 0;

  constructor(limits: SocketLimits = usualSocketLimits, now: () => number = () => performance.now()) {
    this.#limits = limits;
    this.#now = now;
  }

  /** Lets one socket more in; undefined where its source, a network around it, or the pool has enough. */
  admit(name: string, networks: readonly WiderNetwork[] = []): SocketPermit | undefined {
    const source = this.#recall(name);
    const scopes = [source, ...networks.map((network) => this.#recall(network.name, network.factor))];
    const isFull = scopes.some(({ sockets, factor }) => sockets >= this.#limits.socketsPerSource * factor);
    if (isFull || this.#sockets >= this.#limits.sockets) return undefined;
    for (const scope of scopes) scope.sockets += 1;
    this.#sockets += 1;
    return this.#permitOf(name, source, scopes);
  }

  #recall(name: string, factor = 1): Source {
    const now = this.#now();
    const known = this.#sources.get(name);
    if (known !== undefined) return known;
    if (this.#sources.size >= rememberedMax) this.#forget(now);
    const source: Source = {
      factor,
      sockets: 0,
      unknown: 0,
      leftAt: now,
      bytes: fullBucket(this.#ofSource(this.#limits.bytes), now),
      messages: fullBucket(this.#ofSource(this.#limits.messages), now),
    };
    this.#sources.set(name, source);
    return source;
  }

  #forget(now: number): void {
    for (const [name, { sockets, leftAt }] of this.#sources)
      if (sockets === 0 && now - leftAt >= rememberedMs) this.#sources.delete(name);
  }

  #ofSource({ perSecond, burst }: BucketRules): BucketRules {
    return { perSecond: perSecond * this.#limits.sourceFactor, burst: burst * this.#limits.sourceFactor };
  }

  #permitOf(name: string, source: Source, scopes: readonly Source[]): SocketPermit {
    const { bytes, messages } = this.#limits;
    const own = { bytes: fullBucket(bytes, this.#now()), messages: fullBucket(messages, this.#now()) };
    const take = (kind: 'bytes' | 'messages', rules: BucketRules, cost: number): boolean => {
      const now = this.#now();
      return (
        takeTokens(own[kind], rules, cost, now) && takeTokens(source[kind], this.#ofSource(rules), cost, now)
      );
    };
    let unknown = 0;
    let isHere = true;
    return {
      source: name,
      takeBytes: (count) => take('bytes', bytes, count),
      takeMessage: () => take('messages', messages, 1),
      takeUnknown: () => {
        const isFull = scopes.some((scope) => scope.unknown >= this.#limits.unknownPerSource * scope.factor);
        if (isFull || this.#unknown >= this.#limits.unknown) return false;
        unknown += 1;
        for (const scope of scopes) scope.unknown += 1;
        this.#unknown += 1;
        return true;
      },
      giveUnknown: () => {
        unknown -= 1;
        for (const scope of scopes) scope.unknown -= 1;
        this.#unknown -= 1;
      },
      leave: () => {
        if (!isHere) return;
        isHere = false;
        for (const scope of scopes) {
          scope.sockets -= 1;
          scope.leftAt = this.#now();
          scope.unknown -= unknown;
        }
        this.#sockets -= 1;
        this.#unknown -= unknown;
      },
    };
  }
}

/** A socket that no limit applies to. */
export function exemptSocketPermit(source: string): SocketPermit {
  const always = (): boolean => true;
  const nothing = (): void => undefined;
  return {
    source,
    takeBytes: always,
    takeMessage: always,
    takeUnknown: always,
    giveUnknown: nothing,
    leave: nothing,
  };
}
