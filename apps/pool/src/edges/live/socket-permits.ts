import { type Bucket, type BucketRules, fullBucket, takeTokens } from '@openlode/stratum/core/token-bucket';

export interface SocketLimits {
  readonly socketsPerClient: number;
  readonly sockets: number;
  /** What one socket may send; its whole client address may send `clientFactor` times as much. */
  readonly bytes: BucketRules;
  readonly messages: BucketRules;
  readonly clientFactor: number;
  /** Joins of miners that do not exist yet: a page waits there for its first share. */
  readonly unknownPerClient: number;
  readonly unknown: number;
}

/** A page sends a few joins when it opens, and a sign of life every 25 s. */
export const usualSocketLimits: SocketLimits = {
  socketsPerClient: 30,
  sockets: 10_000,
  bytes: { perSecond: 8192, burst: 131_072 },
  messages: { perSecond: 10, burst: 150 },
  clientFactor: 4,
  unknownPerClient: 60,
  unknown: 5000,
};

/** For so long a client address is remembered after its last socket: a new connection is no new budget. */
const rememberedMs = 60_000;
const rememberedMax = 50_000;

/** A network around a client address that one customer may own whole, and how many client addresses' worth of sockets it may have. */
export interface WiderNetwork {
  readonly name: string;
  readonly factor: number;
}

/** One socket of the live channel, and what it may still do. */
export interface SocketPermit {
  readonly clientAddress: string;
  takeBytes(count: number): boolean;
  takeMessage(): boolean;
  /** Whether one miner more that does not exist may be watched. */
  takeUnknown(): boolean;
  giveUnknown(): void;
  leave(): void;
}

interface Client {
  /** In client addresses; more than one for a network. */
  readonly factor: number;
  sockets: number;
  unknown: number;
  leftAt: number;
  readonly bytes: Bucket;
  readonly messages: Bucket;
}

/** Counts the sockets of every client address, and what they send. */
export class SocketPermits {
  readonly #limits: SocketLimits;
  readonly #now: () => number;
  readonly #clients = new Map<string, Client>();
  #sockets = 0;
  #unknown = 0;

  constructor(limits: SocketLimits = usualSocketLimits, now: () => number = () => performance.now()) {
    this.#limits = limits;
    this.#now = now;
  }

  /** Lets one socket more in; undefined where its client address, a network around it, or the pool has enough. */
  admit(name: string, networks: readonly WiderNetwork[] = []): SocketPermit | undefined {
    const client = this.#recall(name);
    const scopes = [client, ...networks.map((network) => this.#recall(network.name, network.factor))];
    const isFull = scopes.some(({ sockets, factor }) => sockets >= this.#limits.socketsPerClient * factor);
    if (isFull || this.#sockets >= this.#limits.sockets) return undefined;
    for (const scope of scopes) scope.sockets += 1;
    this.#sockets += 1;
    return this.#permitOf(name, client, scopes);
  }

  #recall(name: string, factor = 1): Client {
    const now = this.#now();
    const known = this.#clients.get(name);
    if (known !== undefined) return known;
    if (this.#clients.size >= rememberedMax) this.#forget(now);
    const client: Client = {
      factor,
      sockets: 0,
      unknown: 0,
      leftAt: now,
      bytes: fullBucket(this.#ofClient(this.#limits.bytes), now),
      messages: fullBucket(this.#ofClient(this.#limits.messages), now),
    };
    this.#clients.set(name, client);
    return client;
  }

  #forget(now: number): void {
    for (const [name, { sockets, leftAt }] of this.#clients)
      if (sockets === 0 && now - leftAt >= rememberedMs) this.#clients.delete(name);
  }

  #ofClient({ perSecond, burst }: BucketRules): BucketRules {
    return { perSecond: perSecond * this.#limits.clientFactor, burst: burst * this.#limits.clientFactor };
  }

  #permitOf(name: string, client: Client, scopes: readonly Client[]): SocketPermit {
    const { bytes, messages } = this.#limits;
    const own = { bytes: fullBucket(bytes, this.#now()), messages: fullBucket(messages, this.#now()) };
    const take = (kind: 'bytes' | 'messages', rules: BucketRules, cost: number): boolean => {
      const now = this.#now();
      return (
        takeTokens(own[kind], rules, cost, now) && takeTokens(client[kind], this.#ofClient(rules), cost, now)
      );
    };
    let unknown = 0;
    let isHere = true;
    return {
      clientAddress: name,
      takeBytes: (count) => take('bytes', bytes, count),
      takeMessage: () => take('messages', messages, 1),
      takeUnknown: () => {
        const isFull = scopes.some((scope) => scope.unknown >= this.#limits.unknownPerClient * scope.factor);
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
export function exemptSocketPermit(clientAddress: string): SocketPermit {
  const always = (): boolean => true;
  const nothing = (): void => undefined;
  return {
    clientAddress,
    takeBytes: always,
    takeMessage: always,
    takeUnknown: always,
    giveUnknown: nothing,
    leave: nothing,
  };
}
