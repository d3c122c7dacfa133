import {
  type Ban,
  banText,
  creditShare,
  judgeViolation,
  banScoreOf,
  type Violation,
  violationAllowance,
} from '@openlode/stratum/ban-score';
import {
  type Bucket,
  type BucketRules,
  drawTokens,
  fullBucket,
  giveTokens,
  takeTokens,
} from '@openlode/stratum/token-bucket';
import type { Clock } from '../../domain/kernel/clock.ts';
import {
  ConnectionGroup,
  type LimitedConnection,
  NetworksByWeight,
  sharelessWeight,
} from './connection-group.ts';
import { networksOf, sourceOf } from './source-address.ts';
import { freshState, SourceMemory, type SourceRules, type SourceState } from './source-memory.ts';

/** What a message is counted as. */
export type MessageClass = 'submit' | 'login' | 'surplus-login' | 'other';

export interface GateLimits {
  /** Of all sources on all ports together. */
  readonly connectionsMax: number;
  /** From one source, see `sourceOf`. */
  readonly connectionsPerSourceMax: number;
  /** From one /24 of IPv4 or one /48 of IPv6; a /56 has half of it. */
  readonly connectionsPerNetworkMax: number;
  /** `submit` and `login` are budgets of the source, `other` of each connection. */
  readonly rates: Readonly<Record<Exclude<MessageClass, 'surplus-login'>, BucketRules>>;
  /** Connections that a source may open. */
  readonly connectRate: BucketRules;
  /** Bytes of one connection, and of all connections of a source. Beyond them a socket is read later. */
  readonly connectionBytes: BucketRules;
  readonly sourceBytes: BucketRules;
  /** Sources that are remembered though they are not connected; beyond it they are summed up by their networks. */
  readonly sourcesMax: number;
  /** Whether no limit applies to an address. */
  exempt(remoteAddress: string): boolean;
}

/**
 * Logins of a connection that has all the workers that it may have. A program that speaks for thousands of workers tries them all, and
 * all of them again each minute; to refuse one costs little.
 */
const surplusLogins: BucketRules = { perSecond: 20, burst: 4000 };

const defaultGateLimits: GateLimits = {
  connectionsMax: 20_000,
  connectionsPerSourceMax: 256,
  connectionsPerNetworkMax: 1024,
  rates: {
    // Every connection that a source may have logs in once after a power cut or a restart.
    login: { perSecond: 5, burst: 512 },
    submit: { perSecond: 250, burst: 5000 },
    other: { perSecond: 5, burst: 20 },
  },
  // A farm comes back at once after a power cut; a program that connects over and over does not.
  connectRate: { perSecond: 10, burst: 512 },
  // A submit has some 120 bytes: several times what the budget of messages lets through.
  connectionBytes: { perSecond: 131_072, burst: 2_097_152 },
  sourceBytes: { perSecond: 262_144, burst: 8_388_608 },
  sourcesMax: 20_000,
  exempt: () => false,
};

/** IPv6 networks have the budgets of this many sources. */
const networkFactors: Readonly<Record<number, number>> = { 56: 4, 48: 16 };

/**
 * What a connection that waited is charged in advance, in bytes: so connections of one source that wait together are read one
 * after the other, not all in the same turn. What it does not use is given back with its next read.
 */
const readAdvance = 4096;

/** For so long after an accepted share a source is not refused for what others of its network did. */
const provenMs = 3_600_000;

/** One connection of a source that was let in. */
export interface ConnectionPermit {
  readonly source: string;
  /** True where no limit applies. */
  readonly free: boolean;
  /** Whether the source may say one more message of this class now. */
  allowMessage(message: MessageClass): boolean;
  /** Counts bytes that were read. Answers whether the connection may be read on; where it may not, `mayReadOn` says when. */
  read(bytes: number): boolean;
  /** Whether the byte budgets of the connection and of its source have room again. True sets bytes of them aside for its next read. */
  mayReadOn(): boolean;
  /** Whether a share of its source was accepted in the last `ms`, on any connection. */
  minedWithin(ms: number): boolean;
  /** Holds the source to account; answers the sentence for the miner when that brings its ban. */
  recordViolation(violation: Violation): string | undefined;
  /** An accepted share makes up for violations, and a connection that has one makes room for no other. */
  credit(): void;
  /** Counts the connection in one more group until it leaves. */
  join(group: ConnectionGroup): void;
  /** What closes the connection when another needs its place. */
  onEvict(close: () => void): void;
  leave(): void;
}

export type Admission =
  | { readonly kind: 'admitted'; readonly permit: ConnectionPermit }
  | { readonly kind: 'banned'; readonly source: string; readonly text: string }
  | { readonly kind: 'connection-limit' | 'too-fast'; readonly source: string };

/** The limits of the listeners: counts, budgets and bans of every source, for all ports together. */
export interface SourceGate {
  admit(remoteAddress: string): Admission;
  /** The ban score of a source, 0 to 1000. */
  banScore(remoteAddress: string): number;
  /** Sources and networks that are connected or remembered. */
  readonly remembered: number;
}

/** A connected source or network: what is known of it and its connections. */
interface Scope {
  readonly name: string;
  readonly state: SourceState;
  readonly connectionsMax: number;
  readonly group: ConnectionGroup;
  /** The connected sources of a network; none for a source. */
  readonly members: Set<Scope>;
  /** False for the /24 of IPv4: it belongs to many customers, and only its connections are counted. */
  readonly hasBudgets: boolean;
}

interface Gate {
  readonly clock: Clock;
  readonly limits: GateLimits;
  readonly all: ConnectionGroup;
}

export function createSourceGate(clock: Clock, overrides: Partial<GateLimits> = {}): SourceGate {
  const limits: GateLimits = { ...defaultGateLimits, ...overrides };
  const ownRules: SourceRules = {
    submit: limits.rates.submit,
    login: limits.rates.login,
    bytes: limits.sourceBytes,
    connect: limits.connectRate,
    violationAllowance,
  };
  const memory = new SourceMemory(limits.sourcesMax, ownRules);
  const connected = new Map<string, Scope>();
  const networksByWeight = new NetworksByWeight<Scope>();
  const gate: Gate = { clock, limits, all: new ConnectionGroup(() => undefined) };

  function scopeOf(name: string, bits: number | undefined): Scope {
    const known = connected.get(name);
    if (known !== undefined) return known;
    const now = clock.now();
    const factor = networkFactors[bits ?? 0] ?? 1;
    const rules = factor === 1 ? ownRules : scaled(ownRules, factor);
    const isSource = bits === undefined;
    const max = isSource ? limits.connectionsPerSourceMax : limits.connectionsPerNetworkMax;
    const isNetwork = bits === 24 || bits === 48;
    const scope: Scope = {
      name,
      state: memory.recall(name, now) ?? freshState(rules, now),
      connectionsMax: bits === 56 ? Math.ceil(max / 2) : max,
      group: new ConnectionGroup(
        () => forget(scope),
        isNetwork ? (before) => networksByWeight.note(scope, before) : undefined,
      ),
      members: new Set(),
      hasBudgets: bits !== 24,
    };
    return scope;
  }

  function forget(scope: Scope): void {
    connected.delete(scope.name);
    for (const { prefix } of networksOf(scope.name)) connected.get(prefix)?.members.delete(scope);
    memory.keep(scope.name, scope.state, clock.now());
  }

  /** Why a source is not let in now. */
  function refusalOf(scopes: readonly Scope[]): Admission | undefined {
    const now = clock.now();
    const [own] = scopes;
    if (own === undefined) return undefined;
    const source = own.name;
    const isProven = isProvenSource(own.state, now);
    for (const scope of scopes) {
      const { ban } = scope.state;
      if (ban === undefined) continue;
      if (ban.until <= now) scope.state.ban = undefined;
      else if (scope === own || !isProven) return { kind: 'banned', source, text: banText(ban) };
    }
    for (const { state, hasBudgets } of scopes) {
      if (hasBudgets && !takeTokens(state.budgets.connect, state.rules.connect, 1, now))
        return { kind: 'too-fast', source };
    }
    const hasRoom = scopes.every(
      (scope) => scope.group.makeRoom(scope.connectionsMax) || takeFromLargest(scope, own.group.size),
    );
    const network = scopes.at(-1) ?? own;
    if (!hasRoom || (gate.all.size >= limits.connectionsMax && !takeFromHeaviest(network.group.size)))
      return { kind: 'connection-limit', source };
    return undefined;
  }

  /**
   * Where all connections of the pool are taken, the network that holds the most of them makes room: its oldest without an accepted
   * share, otherwise the oldest of its largest source where it has two more than the `size` of the network that asks. Few that mine
   * are never taken for it.
   */
  function takeFromHeaviest(size: number): boolean {
    const network = networksByWeight.heaviest;
    if (network === undefined) return false;
    const { group } = network;
    if (group.shareless > 0) return group.evictOldest();
    return group.weight >= sharelessWeight && group.size > size + 1 && takeFromLargest(network, -1);
  }

  return {
    admit(address) {
      const name = sourceOf(address);
      if (limits.exempt(address)) return { kind: 'admitted', permit: exemptPermit(name) };
      const networks = networksOf(name);
      const scopes = [scopeOf(name, undefined), ...networks.map(({ prefix, bits }) => scopeOf(prefix, bits))];
      const refusal = refusalOf(scopes);
      // Nothing about a banned source has changed: its ban stays where it was found, and a flood of such sources writes nothing.
      if (refusal?.kind === 'banned') return refusal;
      if (refusal !== undefined) {
        for (const scope of scopes) if (scope.group.size === 0) forget(scope);
        return refusal;
      }
      // Also a scope that making room has just emptied.
      for (const scope of scopes) {
        connected.set(scope.name, scope);
        memory.release(scope.name);
      }
      const [own, ...around] = scopes;
      if (own !== undefined) for (const { members } of around) members.add(own);
      return { kind: 'admitted', permit: new SourcePermit(scopes, gate) };
    },
    banScore(address) {
      const name = sourceOf(address);
      const state = connected.get(name)?.state ?? memory.peek(name);
      return state === undefined ? 0 : banScoreOf(state.violationAllowance);
    },
    get remembered() {
      return connected.size + memory.size;
    },
  };
}

/** Whether a source mined within the hour, and was not banned since. */
function isProvenSource({ provenAt }: SourceState, now: number): boolean {
  return provenAt > 0 && now - provenAt < provenMs;
}

/**
 * Where all connections of a network have accepted shares, its largest source makes room for one that has fewer: a share on each of
 * its connections does not keep a neighbour out. False where none has two more than the `size` of the source that asks.
 */
function takeFromLargest({ members }: Scope, size: number): boolean {
  let largest: Scope | undefined;
  for (const member of members) if (member.group.size > (largest?.group.size ?? size + 1)) largest = member;
  return largest?.group.evictOldestProven() ?? false;
}

function scaled(rules: SourceRules, factor: number): SourceRules {
  const times = ({ perSecond, burst }: BucketRules): BucketRules => ({
    perSecond: perSecond * factor,
    burst: burst * factor,
  });
  return {
    submit: times(rules.submit),
    login: times(rules.login),
    bytes: times(rules.bytes),
    connect: times(rules.connect),
    violationAllowance: times(rules.violationAllowance),
  };
}

/** A class, because each connection has one, and ten thousand of them idle at once. */
class SourcePermit implements ConnectionPermit, LimitedConnection {
  readonly free = false;
  readonly #scopes: readonly Scope[];
  readonly #own: Scope;
  readonly #gate: Gate;
  /** Of its own: a farm that comes back after a power cut asks a few things on each of its connections. */
  readonly #other: Bucket;
  readonly #bytes: Bucket;
  /** Few connections need it. */
  #surplus: Bucket | undefined;
  #groups: ConnectionGroup[];
  #isProven = false;
  /** Whether the last budget that was exceeded is one of its network, not its own. */
  #isCrowdedOut = false;
  /** The same for bytes, which are held against it much later than they were read. */
  #isReadCrowdedOut = false;
  /** Bytes that it was charged in advance. */
  #prepaid = 0;
  #close = nothing;

  constructor(scopes: readonly Scope[], gate: Gate) {
    const [own] = scopes;
    if (own === undefined) throw new Error('a connection belongs to a source');
    const now = gate.clock.now();
    this.#own = own;
    this.#scopes = scopes.filter(({ hasBudgets }) => hasBudgets);
    this.#gate = gate;
    this.#other = fullBucket(gate.limits.rates.other, now);
    this.#bytes = fullBucket(gate.limits.connectionBytes, now);
    this.#groups = [gate.all, ...scopes.map(({ group }) => group)];
    for (const group of this.#groups) group.enter(this, false);
  }

  get source(): string {
    return this.#own.name;
  }

  allowMessage(message: MessageClass): boolean {
    const { limits, clock } = this.#gate;
    if (message === 'surplus-login') {
      this.#surplus ??= fullBucket(surplusLogins, clock.now());
      return takeTokens(this.#surplus, surplusLogins, 1, clock.now());
    }
    if (message === 'other') {
      this.#isCrowdedOut = false;
      return takeTokens(this.#other, limits.rates.other, 1, clock.now());
    }
    return this.#take(message, 1, clock.now());
  }

  read(bytes: number): boolean {
    const cost = bytes - this.#prepaid;
    this.#prepaid = 0;
    return this.#draw(cost);
  }

  mayReadOn(): boolean {
    if (!this.#draw(0)) return false;
    this.#prepaid = readAdvance;
    this.#draw(readAdvance);
    return true;
  }

  minedWithin(ms: number): boolean {
    const { provenAt } = this.#own.state;
    return provenAt > 0 && this.#gate.clock.now() - provenAt <= ms;
  }

  /** Bytes have come in before they are counted: what is too much of them is a debt, and nothing more is read until it is paid off. */
  #draw(bytes: number): boolean {
    const { limits, clock } = this.#gate;
    const now = clock.now();
    let hasRoom = drawTokens(this.#bytes, limits.connectionBytes, bytes, now);
    let isOwnDebt = !hasRoom;
    for (const scope of this.#scopes) {
      const { budgets, rules } = scope.state;
      if (drawTokens(budgets.bytes, rules.bytes, bytes, now)) continue;
      hasRoom = false;
      isOwnDebt ||= scope === this.#own;
    }
    if (!hasRoom) this.#isReadCrowdedOut = !isOwnDebt;
    return hasRoom;
  }

  #take(budget: 'submit' | 'login', count: number, now: number): boolean {
    this.#isCrowdedOut = false;
    for (const scope of this.#scopes) {
      const { budgets, rules } = scope.state;
      if (takeTokens(budgets[budget], rules[budget], count, now)) continue;
      this.#isCrowdedOut = scope !== this.#own;
      // What its network has no room for is not taken from the source either.
      if (this.#isCrowdedOut)
        giveTokens(this.#own.state.budgets[budget], this.#own.state.rules[budget], count, now);
      return false;
    }
    return true;
  }

  recordViolation(violation: Violation): string | undefined {
    const now = this.#gate.clock.now();
    // What its network has used up is held against the network only: neighbours brought it about.
    const isSpared =
      (violation === 'too-fast' && this.#isCrowdedOut) ||
      (violation === 'byte-flood' && this.#isReadCrowdedOut);
    let ban: Ban | undefined;
    for (const scope of this.#scopes) {
      const { state } = scope;
      const isOwn = scope === this.#own;
      if (isOwn && isSpared) continue;
      if (state.ban === undefined || state.ban.until <= now) {
        state.ban = judgeViolation(state.violationAllowance, violation, now, state.rules.violationAllowance);
        if (state.ban !== undefined) state.provenAt = 0;
      }
      if (isOwn || !isProvenSource(this.#own.state, now)) ban ??= state.ban;
    }
    return ban && banText(ban);
  }

  credit(): void {
    const { state } = this.#own;
    const now = this.#gate.clock.now();
    creditShare(state.violationAllowance, now);
    if (state.ban === undefined) state.provenAt = now;
    if (this.#isProven) return;
    this.#isProven = true;
    for (const group of this.#groups) group.prove(this);
  }

  join(group: ConnectionGroup): void {
    if (this.#groups.length === 0 || this.#groups.includes(group)) return;
    this.#groups.push(group);
    group.enter(this, this.#isProven);
  }

  onEvict(close: () => void): void {
    this.#close = close;
  }

  evict(): void {
    this.leave();
    this.#close();
  }

  leave(): void {
    const groups = this.#groups;
    this.#groups = [];
    for (const group of groups) group.leave(this);
  }
}

function exemptPermit(source: string): ConnectionPermit {
  return {
    free: true,
    source,
    allowMessage: always,
    read: always,
    mayReadOn: always,
    minedWithin: always,
    recordViolation: never,
    credit: nothing,
    join: nothing,
    onEvict: nothing,
    leave: nothing,
  };
}

const always = (): boolean => true;
const never = (): undefined => undefined;
const nothing = (): void => {};
