/** The systems for which commands are written. */
export type OperatingSystem = 'windows' | 'linux';

/** A third-party mining program, as the catalogue describes it; `build-command.ts` turns it into commands. */
export interface MiningProgram {
  /** Unique, for example `xmrig`. */
  readonly code: string;
  readonly name: string;
  /** One sentence for people who have never heard of it. */
  readonly description: string;
  readonly hardware: readonly ('cpu' | 'gpu')[];
  readonly gpuVendors: readonly string[];
  /** File names inside the unpacked archive; a path uses the separator of its system. */
  readonly executables: Readonly<Record<OperatingSystem, string>>;
  /** File extensions of the maker's download, without a leading dot. */
  readonly archives: Readonly<Record<OperatingSystem, string>>;
  /** What each option is called in this program's own words, for example `tls: '--tls on|off'`. */
  readonly flags: Readonly<Record<string, string>>;
  /**
   * The words after the executable, separated by single spaces. `{algo}` `{host}` `{port}` `{user}` `{pass}` `{scheme}`
   * are filled in; programs that want the login in two pieces use `{wallet}` (`COIN:ADDRESS[:MEMO]`) and `{workerref}`
   * (`WORKER[#CODE]`). A piece between double quotes is always written quoted, all others only where a shell needs it.
   */
  readonly commands: Readonly<Record<Transport, string>>;
  /** What `{scheme}` stands for; null where the commands do not use it. */
  readonly schemes: Readonly<Record<Transport, string>> | null;
  /** Every scheme that the program takes in front of the server, where its source says so: it refuses all others. */
  readonly schemesTaken?: readonly string[];
  /** Whether it ends a user inside the URL at its first colon, as the rest would be the password. */
  readonly cutsUserInUrl?: boolean;
  /** The catalogue's code of what it mines when the command names no algorithm, where that is known. */
  readonly defaultAlgorithm?: string;
  /** What it does with a certificate for which no public authority vouches. */
  readonly ownCertificate: OwnCertificate;
  /** The file that the program reads where it can do without a command line. */
  readonly config: ProgramConfig | null;
  /** What the maker keeps, as text such as `1%`: `default`, and algorithm codes where it differs. */
  readonly developerFee: Readonly<Record<string, string>>;
  readonly links: { readonly documentation: string; readonly download: string; readonly support: string };
  readonly notes: readonly string[];
  /** The year since which its maker has published nothing; missing where it is maintained. */
  readonly lastUpdate?: number;
  readonly algorithms: readonly ProgramAlgorithm[];
}

/** What the doctor has to know of a program. */
export interface ProgramFacts
  extends Pick<
    MiningProgram,
    'name' | 'schemes' | 'schemesTaken' | 'cutsUserInUrl' | 'defaultAlgorithm' | 'ownCertificate'
  > {
  /** Where it connects when the command names no port, where that may be a port of this pool. */
  readonly defaultPort?: number;
}

/**
 * What a program does with a certificate for which no public authority vouches:
 * - `accepts` any certificate; `pin` is the option that names the right one by its fingerprint, null where there is none;
 * - `switch`: refuses it, unless this option tells it not to check certificates at all;
 * - `file`: refuses it, unless this option names the downloaded certificate;
 * - `unknown`: its maker does not say.
 * The words of an option are separated by single spaces, with `{fingerprint}` and `{certificate}` as placeholders.
 */
export type OwnCertificate =
  | { readonly kind: 'accepts'; readonly pin: string | null }
  | { readonly kind: 'switch' | 'file'; readonly option: string }
  | { readonly kind: 'unknown' };

/** How the program speaks to the pool: through TLS or over plain TCP. */
export type Transport = 'tls' | 'tcp';

/** How a program is told to mine one of the catalogue's algorithms. */
export interface ProgramAlgorithm {
  /** The catalogue's code, for example `karlsenhash`. */
  readonly algorithm: string;
  /** The program's own name for it, for example `karlsenhashv2`. */
  readonly flag: string;
  /** Words added at the end of the command, separated by single spaces; null for most. */
  readonly extra: string | null;
  readonly note: string | null;
  /** `low` means that only old versions of the program are known to do this. */
  readonly confidence: 'high' | 'medium' | 'low';
}

/**
 * A configuration file: its name and its entries in order. Values use the placeholders of `commands`, and `{tls}` for
 * `true` or `false`. `section` is the heading of an ini file, null in JSON.
 */
export interface ProgramConfig {
  readonly fileName: string;
  readonly format: 'ini' | 'json';
  readonly section: string | null;
  readonly entries: readonly (readonly [key: string, value: string])[];
}
