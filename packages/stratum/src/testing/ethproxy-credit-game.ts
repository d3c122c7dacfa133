import { SessionShell } from '../core/session-shell.ts';
import type { PortRules, SessionEnv } from '../core/session-state.ts';
import { defaultVardiff } from '../core/vardiff.ts';
import { ethproxy } from '../dialects/ethereum/ethproxy.ts';
import type { EthashInput } from '../dialects/ethereum/jobs.ts';
import { bytesOfHex, hexOfBytes } from '../wire/hex.ts';
import { readMessage } from '../wire/message.ts';
import type { CreditGame, HeldShare } from './credit-game.ts';
import { ethereumEnv, ethereumRules, testEthereumJobs } from './ethereum-kit.ts';
import { numberOf, quickHash, seeded } from './quick-hash.ts';
import { jobTime } from './session-kit.ts';

const highest = 2 ** 256;
const user = 'ETHW:0x71C7656EC7ab88b098defB751B7401B5f6d8976F';
const mix = '0'.repeat(64);

/** Light shares, so that few hashes tell much. */
const common = {
  ...ethereumRules,
  maximumWork: 1024n,
  vardiff: { ...defaultVardiff, secondsPerShare: 2 },
};
const ports: readonly PortRules[] = [
  { ...common, minimumWork: 4n, startWork: 16n },
  { ...common, minimumWork: 32n, startWork: 128n },
];

interface EthereumShare extends HeldShare {
  readonly header: string;
  readonly nonce: bigint;
}

interface Seat {
  readonly port: number;
  readonly shell: SessionShell;
  isOpen: boolean;
  logins: number;
  /** Asked for before the login. */
  wanted: number | undefined;
  /** Header and work of what the miner was told last. */
  header: string | undefined;
  reported: number | undefined;
}

/**
 * ethproxy over real jobs and sessions, with a hash that costs nothing and is random all the same. The pool gives nothing of the nonce:
 * what keeps the work of two sessions apart is the header alone. Nothing is told before the login, and no session is resumed.
 */
export class EthproxyCreditGame implements CreditGame<EthereumShare> {
  readonly ports = ports.length;
  readonly leastWork = 4;
  readonly mostWork = 1024;
  readonly #random: () => number;
  readonly #seats: Seat[] = [];
  #jobs = testEthereumJobs();
  #now = jobTime * 1000;
  #height = 100;
  #nonce = 0n;

  constructor(seed: number) {
    this.#random = seeded(seed);
    this.restart();
  }

  restart(): void {
    for (const seat of this.#seats) seat.isOpen = false;
    const word = (): string => this.#random().toString(16).padStart(8, '0');
    this.#jobs = testEthereumJobs(() => Array.from({ length: 8 }, word).join(''));
    this.openJob('block');
  }

  openJob(kind: 'refresh' | 'block' | 'return' | 'clean'): void {
    if (kind === 'block') this.#height += 1;
    if (kind === 'return') this.#height -= 1;
    this.#jobs.openNext({ height: this.#height, clean: kind !== 'refresh' });
    const { current } = this.#jobs;
    for (const seat of this.#seats) {
      const line = seat.isOpen && current && seat.shell.announce(current, this.#env(seat.port))?.line;
      if (typeof line === 'string') this.#listen(seat, line);
    }
  }

  connect({ port, wanted }: Parameters<CreditGame['connect']>[0]): number {
    const shell = new SessionShell(this.#seats.length, [ethproxy]);
    const unknown = { header: undefined, reported: undefined };
    this.#seats.push({ port, shell, isOpen: true, logins: 0, wanted, ...unknown });
    return this.#seats.length - 1;
  }

  login(session: number, wanted?: number): void {
    const seat = this.#seat(session);
    const asked = wanted ?? seat.wanted;
    const password = asked === undefined ? 'x' : `d=${Math.floor(asked)}`;
    seat.logins += 1;
    // Another worker each time: a known one may ask for nothing.
    this.#say(seat, 'eth_submitLogin', [user, password], `rig${seat.logins}`);
    this.#say(seat, 'eth_getWork', []);
  }

  /** There is no other way to ask. */
  suggest(session: number, wanted: number): void {
    this.login(session, wanted);
  }

  hangUp(session: number): void {
    this.#seat(session).isOpen = false;
  }

  wait(seconds: number): void {
    this.#now += seconds * 1000;
  }

  reported(session: number): number | undefined {
    return this.#seat(session).reported;
  }

  search(session: number, hashes: number): EthereumShare[] {
    const { header } = this.#seat(session);
    return header === undefined ? [] : this.#hash(session, header, hashes);
  }

  /** The newest header that any session was told: a client can know no later one. */
  searchUnderNext(hashes: number): EthereumShare[] {
    const known = this.#seats.findLast(({ header }) => header !== undefined)?.header;
    return known === undefined ? [] : this.#hash(this.#seats.length, known, hashes);
  }

  submit(session: number, { header, nonce }: EthereumShare): number {
    const digits = nonce.toString(16).padStart(16, '0');
    return this.#say(this.#seat(session), 'eth_submitWork', [`0x${digits}`, `0x${header}`, `0x${mix}`]);
  }

  #seat(session: number): Seat {
    const seat = this.#seats[session];
    if (seat === undefined) throw new Error(`there is no session ${session}`);
    return seat;
  }

  #env(port: number): SessionEnv {
    const rules = ports[port];
    if (rules === undefined) throw new Error(`there is no port ${port}`);
    return { ...ethereumEnv(this.#jobs), now: this.#now, rules };
  }

  /** Answers the work that was credited. */
  #say(seat: Seat, method: string, params: readonly unknown[], worker?: string): number {
    if (!seat.isOpen) return 0;
    const env = this.#env(seat.port);
    const message = readMessage(JSON.stringify({ id: 1, method, params, worker }));
    let { replies, effects } = seat.shell.receive(message, env);
    const [first] = effects;
    if (first?.kind === 'verify') {
      const { headerHash, nonce } = first.input as EthashInput;
      const hash = hashOf(hexOfBytes(headerHash), nonce).toReversed();
      const verdict = { mix: new Uint8Array(32), hash };
      ({ replies, effects } = seat.shell.complete(first.share, verdict, env) ?? { replies, effects });
    }
    for (const line of replies) this.#listen(seat, line);
    let credited = 0;
    for (const effect of effects) if (effect.kind === 'share') credited += Number(effect.work);
    return credited;
  }

  #listen(seat: Seat, line: string): void {
    const { result } = JSON.parse(line) as { result?: unknown };
    if (!Array.isArray(result)) return;
    const [header, , target] = result as string[];
    seat.header = header?.slice(2);
    seat.reported = Number(((1n << 256n) - 1n) / BigInt(target ?? 1));
  }

  #hash(session: number, header: string, hashes: number): EthereumShare[] {
    const found: EthereumShare[] = [];
    for (let count = 0; count < hashes; count++) {
      const nonce = ++this.#nonce;
      const value = (highest / numberOf(hashOf(header, nonce))) * (1 - 1e-9);
      if (value >= this.leastWork) found.push({ value, session, header, nonce });
    }
    return found;
  }
}

/** Least significant byte first. */
function hashOf(header: string, nonce: bigint): Uint8Array {
  const input = new Uint8Array(40);
  input.set(bytesOfHex(header, 32) ?? []);
  new DataView(input.buffer).setBigUint64(32, nonce);
  const hash = new Uint8Array(32);
  quickHash(input, hash);
  return hash;
}
