import type { SecondOptions } from './second-options.ts';

/** The server of a command. */
export interface CommandServer {
  /** In front of `://`; null where the command names none. */
  readonly scheme: string | null;
  readonly host: string;
  /** Null where the command names none. */
  readonly port: number | null;
  readonly tls: AskedTls;
}

/** Whether a command asks for TLS, and in which way; `unknown` where the program tries both. */
export type AskedTls =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'asked'; readonly by: 'scheme' | 'switch' }
  | { readonly kind: 'not-asked'; readonly by: 'scheme' | 'switch' };

export interface ReadCommand {
  /** False for a bare user string. */
  readonly isCommand: boolean;
  readonly server: CommandServer | null;
  /** Whether it names a server, even one that we cannot read. */
  readonly namesServer: boolean;
  /** The login; null where a command has none. */
  readonly user: string | null;
  /** `USER:PASSWORD`, where one option holds both. */
  readonly userPassword: string | null;
  /** What stands before the host in the URL, where no option names the user: as it stands, while `user` is what the program reads. */
  readonly userInUrl: string | null;
  /** What the command calls its algorithm; null where it names none. */
  readonly algorithm: string | null;
  /** The coin that it names in place of an algorithm; null where it names none. */
  readonly coin: string | null;
  /** Whether it names the worker apart from the user. */
  readonly namesWorker: boolean;
  /** Words that may name the program: in lower case, without folder and `.exe`; none in a bare user string. */
  readonly names: readonly string[];
  /** The options that it has, in lower case. */
  readonly options: ReadonlySet<string>;
  /** The option of `npm run` that the pool's own client never gets; null elsewhere. */
  readonly keptByNpm: string | null;
  /** As the second half of a command that mines two algorithms: how it is told its server and its user. */
  readonly asSecond: SecondOptions | null;
  /** The option of a further algorithm that was not taken apart; null where there is none. */
  readonly unread: string | null;
}
