import type { Finding } from '../services/audit/finding.ts';
import type { TableCount } from '../services/backup/export-tables.ts';
import type { ApproveOutcome } from '../services/rounds/approve-conversions.ts';
import type { HeldConversion } from '../services/rounds/held-conversions.ts';
import type { TreasuryLine } from '../services/treasury/read-treasury.ts';
import type { ParkedWork } from '../services/work/count-parked.ts';

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
  backup(file: string): Promise<{
    readonly file: string;
    readonly tables: number;
    readonly rows: number;
    readonly files: readonly string[];
  }>;
  restore(file: string): Promise<{
    readonly createdAt: string;
    readonly tables: readonly TableCount[];
    readonly files: readonly string[];
    readonly findings: readonly Finding[];
  }>;
  moveToPostgres(
    url: string,
  ): Promise<{ readonly tables: readonly TableCount[]; readonly findings: readonly Finding[] }>;
}
