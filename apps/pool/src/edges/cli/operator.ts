import type { Finding } from '../../domain/kernel/finding.ts';
import type { TableCount } from '../../domain/operations/backup/export-tables.ts';
import type { DeskAnswer, DeskInput, DeskVerb } from '../../domain/operations/desk.ts';
import type { ApproveOutcome } from '../../domain/rounds/approve-conversions.ts';
import type { HeldConversion } from '../../domain/rounds/held-conversions.ts';
import type { TreasuryLine } from '../../domain/views/read-treasury.ts';
import type { ParkedWork } from '../../domain/views/count-parked.ts';

/** A file of the news: what it says, or what is wrong with it. */
export interface NewsFile {
  readonly file: string;
  readonly at: number | null;
  readonly type: string | null;
  readonly coin: string | null;
  readonly pinned: boolean;
  readonly fault: string | null;
}

/** One thing that `doctor` looked at. */
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

/** What the wallets say has left, held against the database; amounts are decimal text in their coin. */
export interface ComparedPayouts {
  readonly since: number;
  readonly transactions: number;
  readonly unknown: readonly {
    readonly txid: string;
    readonly network: string;
    readonly address: string;
    readonly memo: string;
    readonly coin: string;
    readonly amount: string;
    readonly at: number;
    readonly from: 'wallet' | 'journal';
  }[];
}

export type AdoptedPayout =
  | {
      readonly kind: 'adopted';
      readonly payout: string;
      readonly fromPool: string;
      readonly held: readonly string[];
    }
  | { readonly kind: 'known'; readonly payout: string }
  | { readonly kind: 'no-transaction' }
  | { readonly kind: 'not-a-payout'; readonly what: string };

/** What the commands can have done, whoever does it: this process, or the running pool. */
export interface Operator {
  audit(): Promise<{
    readonly at: number;
    readonly findings: readonly Finding[];
    readonly parked: ParkedWork;
    readonly accounts: number;
    readonly entries: string;
  }>;
  treasury(): Promise<readonly TreasuryLine[]>;
  heldConversions(): Promise<readonly HeldConversion[]>;
  approveConversions(id: string, reason: string): Promise<ApproveOutcome>;
  /** Everything else that is looked up or decided; see `domain/operations/desk.ts`. */
  desk<Name extends DeskVerb>(verb: Name, input: DeskInput<Name>): Promise<DeskAnswer<Name>>;
  news(): Promise<readonly NewsFile[]>;
  backup(file: string): Promise<{
    readonly file: string;
    readonly tables: number;
    readonly rows: number;
    readonly files: readonly string[];
  }>;
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
  /** As far back as was not compared before, and at least to `since` (ms). */
  comparePayouts(since?: number): Promise<ComparedPayouts>;
  adoptPayout(txid: string, reason: string): Promise<AdoptedPayout>;
  disregardTransaction(txid: string, reason: string): Promise<{ readonly kind: 'done' }>;
  /** `url` undefined: the database of the settings. */
  moveToPostgres(
    url: string | undefined,
  ): Promise<{ readonly tables: readonly TableCount[]; readonly findings: readonly Finding[] }>;
}
