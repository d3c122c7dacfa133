import { formatAmount } from '@openlode/money/amount';
import sql from 'sql-template-tag';
import type { ServiceContext } from '../kernel/context.ts';

/** A payment that another pool says it has made, as an operator reads it; times are ms since 1970. */
export interface ListedLine {
  readonly upstream: string;
  readonly algorithm: string;
  /** Decimal text. */
  readonly amount: string;
  readonly coin: string;
  readonly txid: string;
  /**
   * `coming`: it may still arrive. `missing`: it should have. `to-book`: the wallets hold it, and nothing books it. `arrived`: it is booked.
   * `taken-back`: its pool does not name it any more. `earlier`: of before that pool's pages were read.
   */
  readonly state: 'coming' | 'missing' | 'to-book' | 'arrived' | 'taken-back' | 'earlier';
  readonly saidAt: number;
  readonly seenAt: number;
  readonly stateAt: number;
  /** The other pools that name the same transaction, and of which it may be as well. */
  readonly alsoNamedBy: readonly string[];
}

interface Row {
  readonly upstream: string;
  readonly algorithm: string;
  readonly amount: bigint;
  readonly coin: string;
  readonly txid: string;
  readonly state: 'open' | 'arrived' | 'taken-back' | 'earlier';
  readonly said_at: Date;
  readonly seen_at: Date;
  readonly state_at: Date;
  readonly is_held: boolean;
  readonly is_due: boolean;
  readonly also: readonly string[];
}

/** Those that are open first, and the newest of each first. */
export async function listStatementLines(
  { db, clock }: Pick<ServiceContext, 'db' | 'clock'>,
  { limit }: { readonly limit: number },
): Promise<ListedLine[]> {
  const rows = await db.query<Row>(sql`
    SELECT upstream, algorithm, line.amount, line.asset AS coin, txid, state, said_at, seen_at, state_at, is_held,
           seen_at <= ${new Date(clock.now())}::timestamptz - arrives_within_ms * interval '1 millisecond' AS is_due,
           ARRAY(SELECT DISTINCT other.upstream FROM upstream_lines AS other
                  WHERE other.asset = line.asset AND other.txid = line.txid AND other.upstream <> line.upstream ORDER BY 1) AS also
      FROM upstream_lines AS line JOIN upstream_statements USING (upstream, algorithm)
     ORDER BY state = 'open' DESC, seen_at DESC, said_at DESC, txid LIMIT ${limit}`);
  return rows.map(({ said_at: saidAt, seen_at: seenAt, state_at: stateAt, ...row }) => ({
    upstream: row.upstream,
    algorithm: row.algorithm,
    amount: formatAmount(row.amount),
    coin: row.coin,
    txid: row.txid,
    state: stateOf(row),
    saidAt: saidAt.getTime(),
    seenAt: seenAt.getTime(),
    stateAt: stateAt.getTime(),
    alsoNamedBy: row.also,
  }));
}

function stateOf({
  state,
  is_held: isHeld,
  is_due: isDue,
}: Pick<Row, 'state' | 'is_held' | 'is_due'>): ListedLine['state'] {
  if (state !== 'open') return state;
  if (isHeld) return 'to-book';
  return isDue ? 'missing' : 'coming';
}
