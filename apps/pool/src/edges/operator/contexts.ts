import type { ListedSource } from '../../domain/views/listed-source.ts';
import type { OperationContext } from '../../domain/kernel/decision.ts';
import type { Chain } from '../../domain/kernel/chain.ts';
import type { ConnectedMiners } from '../../domain/kernel/connected-miners.ts';
import type { Finding } from '../../domain/kernel/finding.ts';
import type { Rates } from '../../domain/kernel/rates.ts';
import type { Arrivals } from '../../domain/kernel/arrivals.ts';
import type { ServiceContext } from '../../domain/kernel/context.ts';
import type { UpstreamTerms } from '../../domain/kernel/upstream-terms.ts';
import type { Wallet } from '../../domain/kernel/wallet.ts';
import type { SiteTexts } from '../../domain/kernel/site-text.ts';
import type { TableCount } from '../../domain/operations/backup/export-tables.ts';
import type { UpstreamStanding } from '../../domain/views/upstream-standing.ts';
import type { PayoutContext } from '../../domain/payouts/payout-context.ts';

/** What `openlode doctor` looked at. */
export interface Diagnosis {
  readonly subject: string;
  readonly state: 'well' | 'warning' | 'ill';
  readonly found: string;
  /** What to do about it; empty where nothing is. */
  readonly advice: string;
}

/** What is wrong in a file of settings; line 0 where it is in none. */
export interface SettingsFault {
  readonly line: number;
  readonly fault: string;
}

/** A setting as it is read, without a secret; `value` undefined where it has none. */
export interface SettingInEffect {
  readonly name: string;
  readonly value: string | undefined;
  readonly isSet: boolean;
}

/** A file of the news: what it says, or what is wrong with it. */
export interface NewsFile {
  readonly file: string;
  readonly at: number | null;
  readonly type: string | null;
  readonly coin: string | null;
  readonly pinned: boolean;
  readonly fault: string | null;
}

/** What only the program of the commands can do, beside the settings and before there is a database; `app/` brings it. */
export interface ProgramContext {
  news(): Promise<readonly NewsFile[]>;
  /** Works with wrong settings too, and tells of them. */
  diagnose(): Promise<readonly Diagnosis[]>;
  checkSettings(file: string): Promise<readonly SettingsFault[]>;
  /** Every setting as the next start reads it, without secrets. */
  showSettings(): readonly SettingInEffect[];
  /** Of the file that names chains and nodes. */
  checkPoolFile(file: string): Promise<readonly SettingsFault[]>;
  /** `journals`: newer journals of payouts than the one in the backup. */
  restore(
    file: string,
    journals: readonly string[],
  ): Promise<{
    readonly createdAt: string;
    readonly tables: readonly TableCount[];
    readonly files: readonly string[];
    readonly findings: readonly Finding[];
    /** Transactions that the journals have and the restored database does not. */
    readonly unknown: number;
  }>;
  /** `url` undefined: the database of the settings. */
  moveToPostgres(
    url: string | undefined,
  ): Promise<{ readonly tables: readonly TableCount[]; readonly findings: readonly Finding[] }>;
}

/** The same in the running pool and in the program that has opened the database of a stopped one. */
export interface DatabaseContext extends OperationContext {
  readonly wallet: Wallet;
  readonly dataDirectory: string;
  readonly version: string;
  /** Has the pool log a backup that was written. */
  announceBackup(written: { readonly file: string; readonly rows: number }): Promise<void>;
}

/** What a verb works with, by what it needs. */
export interface Contexts {
  /** The running pool, which has to know of a decision; without one, the database. */
  readonly pool: OperationContext & { readonly payouts?: PayoutContext };
  /** The database. A shared one is read beside the running pool: a whole audit would keep its miners waiting. */
  readonly database: DatabaseContext;
  /** The running pool: only it can ask the wallets. */
  readonly wallets: OperationContext &
    Pick<ServiceContext, 'rates' | 'conversionCaps' | 'conversionSpreads'> & {
      readonly payouts: PayoutContext;
      readonly wallet: Wallet;
      readonly arrivals: Arrivals;
      readonly upstreams: readonly UpstreamTerms[];
      upstreamStandings(): Promise<readonly UpstreamStanding[]>;
      workSources(): readonly ListedSource[];
    };
  /** The running pool: only it can ask the nodes of the chains. */
  readonly nodes: OperationContext & { readonly chains: readonly Chain[] };
  /** The running pool: only it knows what its articles say of this deployment. */
  readonly site: OperationContext & { readonly siteTexts: SiteTexts };
  /** The running pool: only it has asked the sources of rates. */
  readonly rates: OperationContext & { readonly rates: Rates };
  /** The running pool, each process of it: only it knows who is connected. */
  readonly miners: OperationContext & { readonly connected: ConnectedMiners };
  /** Nothing but this program. */
  readonly program: ProgramContext;
}
export type Need = keyof Contexts;
