import type { Ban } from '@openlode/stratum/core/ban-score';
import {
  type Bucket,
  type BucketRules,
  drainTo,
  fullBucket,
  isFull,
} from '@openlode/stratum/core/token-bucket';
import { widen, widerLengths } from './client-address.ts';

/** What is remembered of a client address or a network. */
export interface ClientState {
  readonly rules: ClientRules;
  readonly budgets: Readonly<Record<ClientBudget, Bucket>>;
  readonly violationAllowance: Bucket;
  ban: Ban | undefined;
  /** When its last share was accepted; 0 for never, and after a ban. */
  provenAt: number;
}

/** What all connections of a client address share. */
export type ClientBudget = 'submit' | 'login' | 'bytes' | 'connect';

export type ClientRules = Readonly<Record<ClientBudget | 'violationAllowance', BucketRules>>;

const budgets: readonly ClientBudget[] = ['submit', 'login', 'bytes', 'connect'];

/** The state of a client address that was never seen. */
export function freshState(rules: ClientRules, now: number): ClientState {
  return {
    rules,
    budgets: {
      submit: fullBucket(rules.submit, now),
      login: fullBucket(rules.login, now),
      bytes: fullBucket(rules.bytes, now),
      connect: fullBucket(rules.connect, now),
    },
    violationAllowance: fullBucket(rules.violationAllowance, now),
    ban: undefined,
    provenAt: 0,
  };
}

/** Whether anything in it still differs from a client address that was never seen. */
function isRunning({ ban, violationAllowance, budgets: left, rules }: ClientState, now: number): boolean {
  return (
    (ban !== undefined && ban.until > now) ||
    !isFull(violationAllowance, rules.violationAllowance, now) ||
    budgets.some((name) => !isFull(left[name], rules[name], now))
  );
}

/** Makes `into` at least as strict as `from`. */
function merge(into: ClientState, from: ClientState, now: number): void {
  if (from.ban !== undefined && from.ban.until > (into.ban?.until ?? now)) into.ban = from.ban;
  drainTo(
    into.violationAllowance,
    into.rules.violationAllowance,
    from.violationAllowance,
    from.rules.violationAllowance,
    now,
  );
  for (const name of budgets)
    drainTo(into.budgets[name], into.rules[name], from.budgets[name], from.rules[name], now);
}

/** After a compaction this part of the room is taken at most, so that the next one is far off. */
const takenAfterCompaction = 0.75;

/**
 * What is remembered of client addresses that are not connected, in bounded memory. Where there are too many of them nothing that
 * still runs is dropped: client addresses of one network are summed up in it, the largest networks first, with the strictest of what each
 * had. A stranger with many addresses thus widens their own ban and ends no other.
 */
export class ClientMemory {
  readonly #max: number;
  readonly #rules: ClientRules;
  readonly #exact = new Map<string, ClientState>();
  readonly #summed = new Map<string, ClientState>();

  /** `rules` are those of a client address by itself. */
  constructor(max: number, rules: ClientRules) {
    this.#max = max;
    this.#rules = rules;
  }

  get size(): number {
    return this.#exact.size + this.#summed.size;
  }

  /** Everything that is remembered, by client address or network. */
  *entries(): Iterable<readonly [string, ClientState]> {
    yield* this.#exact;
    yield* this.#summed;
  }

  /** What is known of a client address; undefined for nothing. The caller keeps it again where it has changed. */
  recall(clientAddress: string, now: number): ClientState | undefined {
    const exact = this.#exact.get(clientAddress);
    if (exact !== undefined) return exact;
    if (this.#summed.size === 0) return undefined;
    let recalled: ClientState | undefined;
    for (const bits of widerLengths(clientAddress)) {
      const summed = this.#summed.get(widen(clientAddress, bits));
      if (summed === undefined) continue;
      recalled ??= freshState(this.#rules, now);
      merge(recalled, summed, now);
    }
    return recalled;
  }

  /** The same without taking it out. */
  peek(clientAddress: string): ClientState | undefined {
    return this.#exact.get(clientAddress);
  }

  /** Drops what is known of this client address alone: it is connected, and the gate remembers it meanwhile. */
  release(clientAddress: string): void {
    this.#exact.delete(clientAddress);
  }

  keep(clientAddress: string, state: ClientState, now: number): void {
    this.#exact.delete(clientAddress);
    if (state.provenAt === 0 && !isRunning(state, now)) return;
    this.#exact.set(clientAddress, state);
    if (this.size > this.#max) this.#compact(now);
  }

  #compact(now: number): void {
    for (const map of [this.#exact, this.#summed]) {
      for (const [key, state] of map) if (!isRunning(state, now)) map.delete(key);
    }
    const target = this.#max * takenAfterCompaction;
    for (let level = 0; this.size > target && level < 4; level += 1) this.#sumUp(level, target, now);
  }

  /** Sums up what lies in one network of this level, the networks with the most of it first, down to `target` entries. */
  #sumUp(level: number, target: number, now: number): void {
    const networks = new Map<string, { map: Map<string, ClientState>; key: string }[]>();
    for (const map of [this.#exact, this.#summed]) {
      for (const key of map.keys()) {
        const bits = widerLengths(key)[level];
        if (bits === undefined || bitsOf(key) < bits) continue;
        const network = widen(key, bits);
        const members = networks.get(network);
        if (members === undefined) networks.set(network, [{ map, key }]);
        else members.push({ map, key });
      }
    }
    const crowds = [...networks].filter(([, members]) => members.length > 1);
    for (const [network, members] of crowds.toSorted(([, a], [, b]) => b.length - a.length)) {
      if (this.size <= target) return;
      const sum = freshState(this.#rules, now);
      for (const { map, key } of members) {
        const state = map.get(key);
        if (state !== undefined) merge(sum, state, now);
        map.delete(key);
      }
      this.#summed.set(network, sum);
    }
  }
}

/** The length of a prefix; that of a whole address is 32. */
function bitsOf(prefix: string): number {
  const slash = prefix.indexOf('/');
  return slash < 0 ? 32 : Number(prefix.slice(slash + 1));
}
