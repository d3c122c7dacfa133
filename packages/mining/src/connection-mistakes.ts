import type { AddressValidators } from './address-validator.ts';
import type { NotPaidHere, PaysHere } from './paid-here.ts';
import type { CoinRules } from './coin-rules.ts';
import type { AddressOutcome } from './judge-address.ts';
import type { MiningProgram } from './mining-program.ts';

/** What the doctor looks things up in. */
export interface DoctorRules {
  /** Asked with an upper-case symbol. */
  findCoin(symbol: string): CoinRules | undefined;
  readonly validators: AddressValidators;
  /** Where the pool pays; left out where it pays every coin. */
  readonly paysHere?: PaysHere;
  /** Other coins whose addresses look like this one, most likely first. */
  coinsOfAddress(address: string): readonly string[];
  /** The pool's entry for a port number; undefined for a port that the pool does not have. */
  findPort(port: number): PoolPort | undefined;
  /** The standard port of an algorithm on this pool; undefined where it has none. */
  portOf(algorithm: string, tls: boolean): number | undefined;
  /** The algorithms that can be mined here now. */
  readonly minable: readonly string[];
  /** Whether only the demo fleet mines it, so that it has no port. */
  isSimulated(algorithm: string): boolean;
  /** Names and addresses under which miners reach this pool, the one to recommend first. */
  readonly hosts: readonly string[];
  /** Whether a public authority vouches for the certificate of the TLS ports. */
  readonly isTlsTrusted: boolean;
  /** The program with an executable of this name, in lower case and without `.exe`. */
  findProgram(executable: string): MiningProgram | undefined;
  /** The catalogue's codes of what mining programs call an algorithm by this name, in lower case. */
  findAlgorithms(name: string): readonly string[];
  /** The catalogue's codes of what is mined for a coin, by its symbol or its name in lower case. */
  algorithmsOfCoin(name: string): readonly string[];
}

export interface PoolPort {
  readonly algorithm: string;
  readonly tls: boolean;
  /** Whether it can be mined there now. */
  readonly open: boolean;
}

export interface ServerToWrite {
  readonly algorithm: string;
  /** `[scheme://]host:port` */
  readonly server: string;
}

export type FieldName =
  | 'scheme'
  | 'host'
  | 'port'
  | 'algorithm'
  | 'Mining Key'
  | 'coin'
  | 'address'
  | 'memo'
  | 'worker'
  | 'code';

export interface ConnectionField {
  readonly name: FieldName;
  readonly text: string;
}

/** A mistake; the page owns its sentence. */
export type ConnectionMistake =
  /** `option` is the one for it, where it is not the usual one. */
  | { readonly kind: 'no-user'; readonly option?: string }
  /** User and password in one option, which the program cuts at the first colon: it would log in as `user`. */
  | { readonly kind: 'user-password'; readonly user: string }
  /** The program takes what stands behind the first colon of a user in the URL for the password: it would log in as `user`. */
  | { readonly kind: 'colon-in-url'; readonly user: string; readonly corrected: string }
  | { readonly kind: 'too-long'; readonly max: number }
  | { readonly kind: 'whitespace' }
  /** `found` stands where a colon belongs. */
  | { readonly kind: 'wrong-separator'; readonly found: string; readonly corrected: string }
  /** `found` stands where the dot in front of the worker belongs. */
  | { readonly kind: 'wrong-worker-separator'; readonly found: string; readonly corrected: string }
  /** `fits` are the coins of which it is an address as it stands, and `corrected` the login with the first of them. */
  | { readonly kind: 'no-coin'; readonly fits: readonly string[]; readonly corrected: string | null }
  | { readonly kind: 'bad-key' }
  | { readonly kind: 'lower-case-coin'; readonly corrected: string }
  | { readonly kind: 'unknown-coin'; readonly coin: string }
  | { readonly kind: 'delisted-coin'; readonly coin: string }
  | NotPaidHere
  | { readonly kind: 'other-coins-address'; readonly coin: string; readonly fits: readonly string[] }
  | {
      readonly kind: 'bad-address';
      readonly coin: string;
      readonly outcome: Exclude<AddressOutcome, { kind: 'valid' }>;
    }
  /** The network takes one; an exchange needs it. */
  | { readonly kind: 'no-memo'; readonly coin: string }
  | { readonly kind: 'no-worker' }
  | { readonly kind: 'bad-worker'; readonly worker: string }
  | { readonly kind: 'bad-code'; readonly referralCode: string }
  /** The program refuses the scheme; `use` is the one for this port. */
  | {
      readonly kind: 'refused-scheme';
      readonly program: string;
      readonly scheme: string;
      readonly use: string;
    }
  /** Another protocol than Stratum (getwork); `use` is the server as it should stand, or its scheme. */
  | { readonly kind: 'http-scheme'; readonly scheme: string; readonly use: string }
  /**
   * The command names no server; `use` are this pool's, of each algorithm that it may mean, and `option` is the one for it,
   * where it is not the usual one.
   */
  | { readonly kind: 'no-server'; readonly use: readonly ServerToWrite[]; readonly option?: string }
  /** `use` is the server with the port of each algorithm that it may mean. */
  | { readonly kind: 'no-port'; readonly use: readonly ServerToWrite[] }
  /** The pool's own client was given no port, and this pool has no port `tries`; `use` is the one for it. */
  | { readonly kind: 'no-client-port'; readonly tries: number; readonly use: number | null }
  /** npm takes the option for one of its own. */
  | { readonly kind: 'kept-by-npm'; readonly option: string }
  /** Only the demo fleet mines it. */
  | { readonly kind: 'simulated-algorithm'; readonly algorithm: string }
  /** The program needs one to speak Stratum. */
  | { readonly kind: 'no-scheme'; readonly program: string; readonly use: string }
  | { readonly kind: 'other-host'; readonly host: string; readonly ours: string }
  /** An address or a local name, which may be this pool's. */
  | { readonly kind: 'unsure-host'; readonly host: string; readonly ours: string }
  | { readonly kind: 'unknown-port'; readonly port: number }
  /** Without an option for it the program mines another algorithm than the port's. */
  | {
      readonly kind: 'no-algorithm';
      readonly program: string;
      readonly mines: string;
      readonly portOf: string;
      readonly port: number;
      /** The option that names one. */
      readonly option: string;
    }
  /** We know no algorithm of this name, so the port could not be compared. */
  | { readonly kind: 'unknown-algorithm'; readonly name: string; readonly portOf: string }
  /** A known program is told of no algorithm, or of a coin whose algorithm is not known, so the port could not be compared. */
  | { readonly kind: 'unnamed-algorithm'; readonly coin: string | null; readonly portOf: string }
  /** Something of a further algorithm, which was not compared. */
  | { readonly kind: 'unread-part'; readonly option: string }
  /** The program refuses the pool's own certificate without this option. */
  | { readonly kind: 'needs-certificate-option'; readonly program: string; readonly option: string }
  /** Whether the program accepts the pool's own certificate is not known. */
  | { readonly kind: 'unsure-certificate'; readonly program: string | null }
  | {
      readonly kind: 'other-algorithms-port';
      readonly port: number;
      readonly portOf: string;
      readonly wanted: string;
    }
  /** The port of an algorithm that is not mined here now. */
  | { readonly kind: 'closed-port'; readonly port: number; readonly portOf: string }
  | {
      readonly kind: 'tls-on-tcp-port';
      readonly port: number;
      readonly by: 'scheme' | 'switch';
      readonly use: string;
    }
  | {
      readonly kind: 'tcp-on-tls-port';
      readonly port: number;
      readonly by: 'scheme' | 'switch';
      readonly use: string;
    };

export interface Findings {
  readonly fields: readonly ConnectionField[];
  readonly mistakes: readonly ConnectionMistake[];
}

/** What neither the pool nor a program refuses, whatever else is wrong. */
const notes: ReadonlySet<ConnectionMistake['kind']> = new Set([
  'lower-case-coin',
  'no-memo',
  'no-worker',
  'bad-worker',
  'bad-code',
  'unsure-host',
  'unknown-algorithm',
  'unnamed-algorithm',
  'unread-part',
  'unsure-certificate',
]);

/** Of these, what could not be compared: whether the miner connects is not known. */
const unsure: ReadonlySet<ConnectionMistake['kind']> = new Set([
  'unsure-host',
  'unknown-algorithm',
  'unnamed-algorithm',
  'unread-part',
  'unsure-certificate',
]);

/** Whether it leaves open what no mistake was found in. */
export function isUnsure({ kind }: ConnectionMistake): boolean {
  return unsure.has(kind);
}

/** Whether it is worth saying, but nothing is refused because of it. */
export function isNote({ kind }: ConnectionMistake): boolean {
  return notes.has(kind);
}
