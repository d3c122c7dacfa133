import {
  type Ban,
  banText,
  creditShare,
  judgeViolation,
  type Violation,
} from '@openlode/stratum/core/ban-score';
import type { MessageClass } from '@openlode/stratum/core/dialect';
import {
  type Bucket,
  drawTokens,
  fullBucket,
  giveTokens,
  takeTokens,
} from '@openlode/stratum/core/token-bucket';
import type { Clock } from '../../domain/kernel/clock.ts';
import type { ConnectionGroup, LimitedConnection } from './connection-group.ts';
import { type GateLimits, surplusLogins } from './gate-limits.ts';
import { isProvenClient, type ClientScope } from './client-scope.ts';

/** What a message is counted as. */
type CountedAs = MessageClass | 'surplus-login';

/** What one admitted connection may do. */
export interface ConnectionPermit {
  readonly clientAddress: string;
  /** True where no limit applies. */
  readonly exempt: boolean;
  /** Counts one message of this class; answers whether it is within the budgets. */
  allowMessage(message: CountedAs): boolean;
  /** Counts bytes that were read. Answers whether the connection may be read on; where it may not, `mayReadOn` tells when. */
  read(bytes: number): boolean;
  /** Whether the byte budgets of the connection and of its client address have room again. True reserves bytes for the next read. */
  mayReadOn(): boolean;
  /** Whether a share of its client address was accepted in the last `ms`, on any connection. */
  minedWithin(ms: number): boolean;
  /**
   * Adds to the ban score of the client address; answers the sentence for the miner when that leads to a ban. `cost` is given where it
   * depends on more than the kind of the violation.
   */
  recordViolation(violation: Violation, cost?: number): string | undefined;
  /** Counts an accepted share: it lowers the ban score, and a connection that has one makes room for no other. */
  creditShare(): void;
  /** Counts the connection in one more group until it leaves. */
  join(group: ConnectionGroup): void;
  /** Sets what closes the connection when another needs its place. */
  onEvict(close: () => void): void;
  leave(): void;
}

/** What all permits of a gate share. */
export interface PermitContext {
  readonly clock: Clock;
  readonly limits: GateLimits;
  /** All connections of the pool. */
  readonly all: ConnectionGroup;
}

/**
 * What a connection that waited is charged in advance, in bytes: so connections of one client address that wait together are read one
 * after the other, not all in the same turn. What it does not use is given back with its next read.
 */
const readAdvance = 4096;

/** A permit under the limits of a client address and its networks. A class, because ten thousand of them idle at once. */
export class ClientPermit implements ConnectionPermit, LimitedConnection {
  readonly exempt = false;
  readonly #scopes: readonly ClientScope[];
  readonly #own: ClientScope;
  readonly #context: PermitContext;
  /** Of its own: a farm that comes back after a power cut asks a few things on each of its connections. */
  readonly #other: Bucket;
  readonly #bytes: Bucket;
  /** Few connections need it. */
  #surplus: Bucket | undefined;
  #groups: ConnectionGroup[];
  #isProven = false;
  /** Whether the last message budget that was exceeded is one of its network, not its own. */
  #isNetworkOverMessages = false;
  /** The same for bytes, which are held against it much later than they were read. */
  #isNetworkOverBytes = false;
  /** Bytes that it was charged in advance. */
  #prepaid = 0;
  #close = nothing;

  /** `scopes`: the client address, then its networks. */
  constructor(scopes: readonly ClientScope[], context: PermitContext) {
    const [own] = scopes;
    if (own === undefined) throw new Error('a connection belongs to a source');
    const now = context.clock.now();
    this.#own = own;
    this.#scopes = scopes.filter(({ hasBudgets }) => hasBudgets);
    this.#context = context;
    this.#other = fullBucket(context.limits.rates.other, now);
    this.#bytes = fullBucket(context.limits.connectionBytes, now);
    this.#groups = [context.all, ...scopes.map(({ group }) => group)];
    for (const group of this.#groups) group.enter(this, false);
  }

  get clientAddress(): string {
    return this.#own.name;
  }

  allowMessage(message: CountedAs): boolean {
    const { limits, clock } = this.#context;
    if (message === 'surplus-login') {
      this.#surplus ??= fullBucket(surplusLogins, clock.now());
      return takeTokens(this.#surplus, surplusLogins, 1, clock.now());
    }
    if (message === 'other') {
      this.#isNetworkOverMessages = false;
      return takeTokens(this.#other, limits.rates.other, 1, clock.now());
    }
    return this.#takeFromScopes(message, clock.now());
  }

  read(bytes: number): boolean {
    const cost = bytes - this.#prepaid;
    this.#prepaid = 0;
    return this.#chargeBytes(cost);
  }

  mayReadOn(): boolean {
    if (!this.#chargeBytes(0)) return false;
    this.#prepaid = readAdvance;
    this.#chargeBytes(readAdvance);
    return true;
  }

  minedWithin(ms: number): boolean {
    const { provenAt } = this.#own.state;
    return provenAt > 0 && this.#context.clock.now() - provenAt <= ms;
  }

  recordViolation(violation: Violation, cost?: number): string | undefined {
    const now = this.#context.clock.now();
    // A budget that neighbours used up is held against the network only.
    const isSpared =
      (violation === 'too-fast' && this.#isNetworkOverMessages) ||
      (violation === 'byte-flood' && this.#isNetworkOverBytes);
    let ban: Ban | undefined;
    for (const scope of this.#scopes) {
      const { state } = scope;
      const isOwn = scope === this.#own;
      if (isOwn && isSpared) continue;
      if (state.ban === undefined || state.ban.until <= now) {
        const { violationAllowance } = state.rules;
        state.ban = judgeViolation(state.violationAllowance, violation, now, violationAllowance, cost);
        if (state.ban !== undefined) state.provenAt = 0;
      }
      if (isOwn || !isProvenClient(this.#own.state, now)) ban ??= state.ban;
    }
    return ban && banText(ban);
  }

  creditShare(): void {
    const { state } = this.#own;
    const now = this.#context.clock.now();
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

  /** Bytes have arrived before they are counted: an excess is a debt, and nothing more is read until it is paid off. */
  #chargeBytes(bytes: number): boolean {
    const { limits, clock } = this.#context;
    const now = clock.now();
    let hasRoom = drawTokens(this.#bytes, limits.connectionBytes, bytes, now);
    let isOwnDebt = !hasRoom;
    for (const scope of this.#scopes) {
      const { budgets, rules } = scope.state;
      if (drawTokens(budgets.bytes, rules.bytes, bytes, now)) continue;
      hasRoom = false;
      isOwnDebt ||= scope === this.#own;
    }
    if (!hasRoom) this.#isNetworkOverBytes = !isOwnDebt;
    return hasRoom;
  }

  #takeFromScopes(budget: 'submit' | 'login', now: number): boolean {
    this.#isNetworkOverMessages = false;
    for (const scope of this.#scopes) {
      const { budgets, rules } = scope.state;
      if (takeTokens(budgets[budget], rules[budget], 1, now)) continue;
      this.#isNetworkOverMessages = scope !== this.#own;
      // What its network has no room for is not taken from the client address either.
      if (this.#isNetworkOverMessages)
        giveTokens(this.#own.state.budgets[budget], this.#own.state.rules[budget], 1, now);
      return false;
    }
    return true;
  }
}

/** A permit without limits. */
export function exemptPermit(clientAddress: string): ConnectionPermit {
  return {
    exempt: true,
    clientAddress,
    allowMessage: always,
    read: always,
    mayReadOn: always,
    minedWithin: always,
    recordViolation: () => undefined,
    creditShare: nothing,
    join: nothing,
    onEvict: nothing,
    leave: nothing,
  };
}

const always = (): boolean => true;
const nothing = (): void => {};
