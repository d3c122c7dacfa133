import { type Ban, banScoreOf, banText } from '@openlode/stratum/core/ban-score';
import { fullBucket, takeTokens } from '@openlode/stratum/core/token-bucket';
import type { Clock } from '../../domain/kernel/clock.ts';
import { ConnectionGroup, NetworksByWeight, sharelessWeight } from './connection-group.ts';
import {
  type ConnectionPermit,
  exemptPermit,
  type PermitContext,
  ClientPermit,
} from './connection-permit.ts';
import { defaultGateLimits, type GateLimits, scopeRules, clientRules } from './gate-limits.ts';
import { networksOf, clientAddressOf } from './client-address.ts';
import { type ClientState, freshState, ClientMemory, type ClientRules } from './client-memory.ts';
import { evictFromLargest, isProvenClient, type ClientScope } from './client-scope.ts';

export type Admission =
  | { readonly kind: 'admitted'; readonly permit: ConnectionPermit }
  | { readonly kind: 'banned'; readonly clientAddress: string; readonly text: string }
  | { readonly kind: 'connection-limit' | 'too-fast'; readonly clientAddress: string };

/** The limits of the listeners: counts, budgets and bans of every client address, for all ports together. */
export class ClientGate {
  readonly #clock: Clock;
  readonly #limits: GateLimits;
  readonly #ownRules: ClientRules;
  readonly #memory: ClientMemory;
  readonly #connected = new Map<string, ClientScope>();
  readonly #networksByWeight = new NetworksByWeight<ClientScope>();
  readonly #context: PermitContext;
  #isPaused = false;

  constructor(clock: Clock, overrides: Partial<GateLimits> = {}) {
    this.#clock = clock;
    this.#limits = { ...defaultGateLimits, ...overrides };
    this.#ownRules = clientRules(this.#limits);
    this.#memory = new ClientMemory(this.#limits.clientsMax, this.#ownRules);
    this.#context = { clock, limits: this.#limits, all: new ConnectionGroup(() => undefined) };
  }

  admit(remoteAddress: string): Admission {
    const name = clientAddressOf(remoteAddress);
    if (this.#limits.exempt(remoteAddress)) return { kind: 'admitted', permit: exemptPermit(name) };
    const own = this.#scopeOf(name, undefined);
    const networks = networksOf(name).map(({ prefix, bits }) => this.#scopeOf(prefix, bits));
    const scopes = [own, ...networks];
    const refusal = this.#banOf(own, scopes) ?? this.#limitOf(own, scopes);
    // Nothing about a banned client address has changed: its ban stays where it was found, and a flood of such client addresses writes nothing.
    if (refusal?.kind === 'banned') return refusal;
    if (refusal !== undefined) {
      for (const scope of scopes) if (scope.group.size === 0) this.#disconnect(scope);
      return refusal;
    }
    // This includes scopes that making room has just emptied.
    for (const scope of scopes) {
      this.#connected.set(scope.name, scope);
      this.#memory.release(scope.name);
    }
    for (const { members } of networks) members.add(own);
    return { kind: 'admitted', permit: new ClientPermit(scopes, this.#context) };
  }

  /** Whether no new connection is taken, whatever its address; those that are there stay. */
  get isPaused(): boolean {
    return this.#isPaused;
  }

  /** An operator has decided whether new connections are taken. */
  pause(isPaused: boolean): void {
    this.#isPaused = isPaused;
  }

  /** The ban score of a client address, 0 to 1000. */
  banScore(remoteAddress: string): number {
    const name = clientAddressOf(remoteAddress);
    const state = this.#connected.get(name)?.state ?? this.#memory.peek(name);
    return state === undefined ? 0 : banScoreOf(state.violationAllowance);
  }

  /** Client addresses and networks that are connected or remembered. */
  get remembered(): number {
    return this.#connected.size + this.#memory.size;
  }

  /** The bans that last, by client address or network. */
  *bans(): Iterable<readonly [string, Ban]> {
    const now = this.#clock.now();
    for (const [name, { ban }] of this.#states()) if (ban !== undefined && ban.until > now) yield [name, ban];
  }

  /** Ends the bans of a client address or network, with the violations that led to them. */
  liftBans(name: string): void {
    const now = this.#clock.now();
    for (const [each, state] of this.#states()) {
      if (each !== name) continue;
      state.ban = undefined;
      Object.assign(state.violationAllowance, fullBucket(state.rules.violationAllowance, now));
    }
  }

  *#states(): Iterable<readonly [string, ClientState]> {
    for (const [name, { state }] of this.#connected) yield [name, state];
    yield* this.#memory.entries();
  }

  /** `bits`: the prefix length of a network; undefined for a client address. */
  #scopeOf(name: string, bits: number | undefined): ClientScope {
    const known = this.#connected.get(name);
    if (known !== undefined) return known;
    const { connectionsPerClientMax, connectionsPerNetworkMax } = this.#limits;
    const max = bits === undefined ? connectionsPerClientMax : connectionsPerNetworkMax;
    const isWeighed = bits === 24 || bits === 48;
    const now = this.#clock.now();
    const scope: ClientScope = {
      name,
      state: this.#memory.recall(name, now) ?? freshState(scopeRules(this.#ownRules, bits), now),
      connectionsMax: bits === 56 ? Math.ceil(max / 2) : max,
      group: new ConnectionGroup(
        () => this.#disconnect(scope),
        isWeighed ? (before) => this.#networksByWeight.note(scope, before) : undefined,
      ),
      members: new Set(),
      hasBudgets: bits !== 24,
    };
    return scope;
  }

  /** Its last connection has ended. */
  #disconnect(scope: ClientScope): void {
    this.#connected.delete(scope.name);
    for (const { prefix } of networksOf(scope.name)) this.#connected.get(prefix)?.members.delete(scope);
    this.#memory.keep(scope.name, scope.state, this.#clock.now());
  }

  /** A ban of the client address, or of a network where the client address did not mine within the hour. */
  #banOf(own: ClientScope, scopes: readonly ClientScope[]): Admission | undefined {
    const now = this.#clock.now();
    const isProven = isProvenClient(own.state, now);
    for (const scope of scopes) {
      const { ban } = scope.state;
      if (ban === undefined) continue;
      if (ban.until <= now) scope.state.ban = undefined;
      else if (scope === own || !isProven)
        return { kind: 'banned', clientAddress: own.name, text: banText(ban) };
    }
    return undefined;
  }

  /** The limit that keeps a client address out now, after room was made for it where possible. */
  #limitOf(own: ClientScope, scopes: readonly ClientScope[]): Admission | undefined {
    const clientAddress = own.name;
    for (const { state, hasBudgets } of scopes) {
      if (hasBudgets && !takeTokens(state.budgets.connect, state.rules.connect, 1, this.#clock.now()))
        return { kind: 'too-fast', clientAddress };
    }
    const hasRoom = scopes.every(
      (scope) => scope.group.makeRoom(scope.connectionsMax) || evictFromLargest(scope, own.group.size),
    );
    const isFull = this.#context.all.size >= this.#limits.connectionsMax;
    const network = scopes.at(-1) ?? own;
    return !hasRoom || (isFull && !this.#evictFromHeaviest(network.group.size))
      ? { kind: 'connection-limit', clientAddress }
      : undefined;
  }

  /**
   * When all connections of the pool are taken, the network that holds the most closes one: its oldest without an accepted share, or else
   * the oldest of its largest client address, if it holds at least two more than `size`, the number of the network that asks. A network
   * with few mining connections never loses one.
   */
  #evictFromHeaviest(size: number): boolean {
    const network = this.#networksByWeight.heaviest;
    if (network === undefined) return false;
    const { group } = network;
    if (group.shareless > 0) return group.evictOldest();
    return group.weight >= sharelessWeight && group.size > size + 1 && evictFromLargest(network, -1);
  }
}
